//! The metrics of a training run, iteration by iteration.

use std::fmt::Write;

/// Mean costs (C) on held-out cities.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ValidationCosts {
    /// By alpha, in the order of [`ValidationCosts::ALPHAS`].
    pub by_alpha: [f64; 3],
    /// Mean over all alphas.
    pub mean: f64,
}

impl ValidationCosts {
    /// The alphas validated on every city.
    pub const ALPHAS: [f64; 3] = [0.0, 0.5, 1.0];
}

/// Figures of one iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Metrics {
    /// Counted from 1; row 0 is before training and holds a validation only.
    pub iteration: u32,
    /// Mean return of the finished episodes: the fall in cost. Not a number if none finished.
    #[serde(with = "gap")]
    pub mean_return: f64,
    /// Mean cost of their final networks (C').
    #[serde(with = "gap")]
    pub mean_cost: f64,
    /// Finished episodes.
    pub episodes: u32,
    /// Decisions made.
    pub decisions: u32,
    /// Mean entropy of the decisions.
    #[serde(with = "gap")]
    pub entropy: f64,
    /// Share of decisions whose probability ratio was clipped during the update.
    #[serde(with = "gap")]
    pub clip_share: f64,
    /// How far the policy moved: the estimated divergence of the old policy from the new one.
    #[serde(with = "gap")]
    pub divergence: f64,
    /// Mean squared error of the value net, in units of the variance of the random policy's return.
    #[serde(with = "gap")]
    pub value_loss: f64,
    /// Mean norm of the policy's gradient before clipping.
    #[serde(with = "gap")]
    pub gradient: f64,
    /// Costs on held-out cities, in iterations that end with a validation.
    pub validation: Option<ValidationCosts>,
    /// Seconds spent on rollouts.
    pub rollout_seconds: f64,
    /// Seconds spent on updates.
    pub update_seconds: f64,
    /// Seconds spent on validation.
    pub validation_seconds: f64,
}

/// All rows as CSV. Cells of iterations without a validation are blank.
pub fn metrics_csv(rows: &[Metrics]) -> String {
    let mut text = String::from(
        "iteration,mean_return,mean_cost,episodes,decisions,entropy,clip_share,divergence,value_loss,gradient,\
         validation_cost,validation_cost_alpha_0,validation_cost_alpha_0.5,validation_cost_alpha_1,\
         rollout_seconds,update_seconds,validation_seconds\n",
    );
    for row in rows {
        let validation = row.validation.map_or([f64::NAN; 4], |costs| {
            let [operator, both, riders] = costs.by_alpha;
            [costs.mean, operator, both, riders]
        });
        let cell = |value: f64| if value.is_nan() { String::new() } else { format!("{value:.6}") };
        let learned = [row.entropy, row.clip_share, row.divergence, row.value_loss, row.gradient];
        let seconds = [row.rollout_seconds, row.update_seconds, row.validation_seconds];
        let figures = learned.into_iter().chain(validation).map(cell);
        let cells: Vec<String> = [row.iteration.to_string(), cell(row.mean_return), cell(row.mean_cost)]
            .into_iter()
            .chain([row.episodes.to_string(), row.decisions.to_string()])
            .chain(figures)
            .chain(seconds.map(|value| format!("{value:.3}")))
            .collect();
        writeln!(text, "{}", cells.join(",")).expect("a string takes any text");
    }
    text
}

/// Numbers that may be NaN, which JSON cannot express: written as null.
mod gap {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        value.is_finite().then_some(*value).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_cell_for_each_column() {
        let costs = ValidationCosts { by_alpha: [0.5, 0.7, 0.9], mean: 0.7 };
        let rows = [
            Metrics { mean_return: f64::NAN, ..Metrics::default() },
            Metrics { iteration: 10, validation: Some(costs), update_seconds: 1.5, ..Metrics::default() },
        ];
        let text = metrics_csv(&rows);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [17; 3]);
        assert_eq!((lines[1][1], lines[1][10]), ("", ""));
        assert_eq!(
            (lines[2][0], lines[2][10], lines[2][13], lines[2][15]),
            ("10", "0.700000", "0.900000", "1.500")
        );
    }

    #[test]
    fn rows_read_back_the_same() {
        let row = Metrics { mean_return: f64::NAN, entropy: 0.1 + 0.2, ..Metrics::default() };
        let again: Metrics = serde_json::from_str(&serde_json::to_string(&row).unwrap()).unwrap();
        assert!(again.mean_return.is_nan());
        assert_eq!(again.entropy, row.entropy);
    }
}
