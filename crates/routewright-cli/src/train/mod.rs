//! `routewright train`: trains the policy that builds networks.

mod args;

use std::process::ExitCode;

use routewright::design::training::{PAGE, TrainJob};
use routewright::design::{Place, clock, command_line};
use routewright::report::TextTable;
use routewright::train::{TrainConfig, ValidationCosts};

pub use args::Args;

use crate::args::thread_count;
use crate::terminal::{ProgressView, print, say, say_notes};
use crate::{exit, interrupt, typed};

/// Trains, writes and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let cancel = interrupt::listen()?;
    let mut view = ProgressView::new(args.quiet);
    view.show(0.0, || "sampling random episodes".into());
    let mut job = match job(args) {
        Ok(job) => job,
        Err(error) => {
            view.finish();
            return Err(error);
        }
    };
    say_notes(job.notes(), args.quiet);
    let seconds = job.run(&cancel, &mut view);
    view.finish();
    print(&results(&job, seconds?))?;
    let path = job.folder().display();
    if !job.trainer().is_done() {
        say(&format!(
            "interrupted; what was learned is in {path}\nresume with: routewright train --resume {path}"
        ));
        return Ok(ExitCode::from(exit::INTERRUPTED));
    }
    if !args.quiet {
        say(&format!("wrote {path}; open {path}/{PAGE} in a browser"));
    }
    Ok(ExitCode::SUCCESS)
}

fn job(args: &Args) -> anyhow::Result<TrainJob> {
    let threads = thread_count(args.threads);
    if let Some(path) = &args.resume {
        return Ok(TrainJob::resume(path, |config| args.apply(config), threads)?);
    }
    let mut config = TrainConfig::default();
    args.apply(&mut config);
    let place = args.out.clone().map_or(Place::Default, Place::Folder);
    Ok(TrainJob::new(config, args.from.as_deref(), threads, &place, command_line(typed()))?)
}

/// Costs on held-out cities: the best weights against the random policy.
fn results(job: &TrainJob, seconds: f64) -> String {
    let trainer = job.trainer();
    let (done, all) = (trainer.iteration(), trainer.config().iterations);
    let mut text = format!("{done} of {all} iterations in {}\n", clock(seconds));
    let (Some((iteration, best)), Some(random)) = (trainer.best(), trainer.random_costs()) else {
        return text;
    };
    let networks = match trainer.config().best_of {
        1 => String::new(),
        several => format!(", best of {several} networks each"),
    };
    text += &format!(
        "cost on held-out cities{networks}, best weights (iteration {iteration}) and random policy:\n"
    );
    text + &costs_table(&best, Some(&random))
}

/// Costs by alpha, with those of the random policy where they are known.
pub fn costs_table(costs: &ValidationCosts, random: Option<&ValidationCosts>) -> String {
    let mut table = TextTable::default();
    let names = ValidationCosts::ALPHAS.map(|alpha| format!("alpha {alpha}"));
    let random = |at: usize| random.map(|random| random.by_alpha.get(at).copied().unwrap_or(random.mean));
    let figures = costs.by_alpha.into_iter().chain([costs.mean]);
    for (at, (name, cost)) in names.into_iter().chain(["all".to_owned()]).zip(figures).enumerate() {
        let random = random(at).map_or(String::new(), |random| format!("   random {random:.4}"));
        table.row(name, format!("{cost:.4}{random}"));
    }
    table.render()
}
