//! The curves of a training run.

use routewright_report::{Curve, CurveChart, TrainingPage};
use routewright_train::{Metrics, ValidationCosts};
use serde_json::Value;

use super::job::TrainJob;
use crate::clock;

/// What the page of a run shows.
pub(super) fn page(job: &TrainJob, seconds: f64) -> TrainingPage {
    let trainer = &job.trainer;
    let rows = trainer.metrics();
    let (done, all) = (trainer.iteration(), trainer.config().iterations);
    let best = trainer.best().map_or(String::new(), |(iteration, costs)| {
        let random = trainer.random_costs().map_or(f64::NAN, |costs| costs.mean);
        format!(
            " The best weights so far, of iteration {iteration}, cost {:.4} on held-out cities; the random policy costs \
             {random:.4}.",
            costs.mean
        )
    });
    TrainingPage {
        title: "Training".into(),
        summary: format!("{done} of {all} iterations in {}.{best}", clock(seconds)),
        charts: vec![
            single("Mean return", "How much an episode lowers the cost; higher is better.", rows, |row| {
                row.mean_return
            }),
            validation(rows, trainer.random_costs(), trainer.config().best_of),
            single("Entropy", "How undecided the policy is; falls as it learns.", rows, |row| row.entropy),
            single(
                "Share clipped",
                "Decisions that moved as far as they may in an iteration.",
                rows,
                |row| row.clip_share,
            ),
            single(
                "Value loss",
                "How far the value net is off; 1 would be as good as a constant.",
                rows,
                |row| row.value_loss,
            ),
            single("Seconds an iteration", "Playing and learning, without validation.", rows, |row| {
                if row.iteration == 0 { f64::NAN } else { row.rollout_seconds + row.update_seconds }
            }),
        ],
        settings: settings(job),
        command: job.command.clone(),
    }
}

fn single(title: &str, note: &str, rows: &[Metrics], figure: impl Fn(&Metrics) -> f64) -> CurveChart {
    let points = rows.iter().map(|row| (f64::from(row.iteration), figure(row))).collect();
    let curve = Curve { points, ..Curve::default() };
    CurveChart { title: title.into(), note: note.into(), curves: vec![curve] }
}

fn validation(rows: &[Metrics], random: Option<ValidationCosts>, best_of: u32) -> CurveChart {
    let curve = |name: String, figure: &dyn Fn(&ValidationCosts) -> f64| Curve {
        name,
        points: rows
            .iter()
            .filter_map(|row| Some((f64::from(row.iteration), figure(row.validation.as_ref()?))))
            .collect(),
        reference: random.as_ref().map(figure),
    };
    let by_alpha = ValidationCosts::ALPHAS
        .iter()
        .enumerate()
        .map(|(at, alpha)| curve(format!("alpha {alpha}"), &move |costs| costs.by_alpha[at]));
    let mean = curve("all".into(), &|costs| costs.mean);
    CurveChart {
        title: "Cost on held-out cities".into(),
        note: match best_of {
            1 => "One network each; lower is better. Dashed: the random policy.".into(),
            several => {
                format!("The best of {several} networks each; lower is better. Dashed: the random policy.")
            }
        },
        curves: std::iter::once(mean).chain(by_alpha).collect(),
    }
}

fn settings(job: &TrainJob) -> Vec<(String, String)> {
    let Ok(Value::Object(map)) = serde_json::to_value(job.trainer.config()) else {
        unreachable!("settings are a map");
    };
    let plain = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    map.into_iter().map(|(name, value)| (name, plain(value))).collect()
}
