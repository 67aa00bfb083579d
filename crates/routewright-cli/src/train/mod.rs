//! `routewright train`: trains the policy that builds networks.

mod args;
mod files;
mod page;
mod session;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use routewright::train::ValidationCosts;

pub use args::Args;

use crate::exit;
use crate::interrupt::Interrupt;
use crate::table::Table;
use crate::view::{View, clock};
use session::Session;

/// How often the run is saved: a killed one loses little more than that, or an iteration if that takes longer.
const BETWEEN_SAVES: Duration = Duration::from_secs(5);

/// Trains, watches, writes and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let mut view = View::new(args.quiet);
    view.show(0.0, || "looking at random episodes".into());
    let mut session = Session::new(args)?;
    let started = Instant::now();
    let seconds = |session: &Session| session.seconds_before + started.elapsed().as_secs_f64();
    let first_iteration = session.trainer.iteration();
    let mut saved = Instant::now();
    let mut is_warned = false;
    while !session.trainer.is_done() {
        if session.trainer.advance(&|| interrupt.is_set()).is_none() {
            break;
        }
        let left = seconds_left(&session, started, first_iteration);
        let done = f64::from(session.trainer.iteration()) / f64::from(session.trainer.config().iterations);
        view.show(done, || describe(&session, seconds(&session), left));
        if saved.elapsed() >= BETWEEN_SAVES && !session.trainer.is_done() {
            // A disk that refuses does not end training: that is said once, and tried again.
            let written = session.write(seconds(&session));
            if let (Err(error), false) = (&written, is_warned) {
                view.warn(&format!("warning: the run could not be saved: {error:#}; going on"));
            }
            is_warned = written.is_err();
            saved = Instant::now();
        }
    }
    view.finish();
    let seconds = seconds(&session);
    session.write(seconds)?;
    std::io::stdout().write_all(results(&session, seconds).as_bytes())?;
    let path = session.folder.path().display();
    if !session.trainer.is_done() {
        eprintln!(
            "interrupted; what was learned is in {path}\ngo on with: routewright train --resume {path}"
        );
        return Ok(ExitCode::from(exit::INTERRUPTED));
    }
    if !args.quiet {
        eprintln!("wrote {path}; open {path}/{} in a browser", files::PAGE);
    }
    Ok(ExitCode::SUCCESS)
}

/// By the pace of the iterations in this session.
fn seconds_left(session: &Session, started: Instant, first_iteration: u32) -> Option<f64> {
    let (done, all) = (session.trainer.iteration(), session.trainer.config().iterations);
    let here = done.checked_sub(first_iteration).filter(|&here| here > 0)?;
    Some(started.elapsed().as_secs_f64() / f64::from(here) * f64::from(all.saturating_sub(done)))
}

fn describe(session: &Session, seconds: f64, left: Option<f64>) -> String {
    let trainer = &session.trainer;
    let left = left.map_or(String::new(), |left| format!(", {} left", clock(left)));
    let return_ = trainer.metrics().last().map_or(f64::NAN, |row| row.mean_return);
    let return_ = if return_.is_nan() { String::new() } else { format!(", mean return {return_:.3}") };
    let last = trainer.metrics().iter().rev().find_map(|row| row.validation);
    let cost = last.map_or(String::new(), |costs| format!(", validation cost {:.4}", costs.mean));
    let random = trainer.random_costs().map_or(String::new(), |costs| format!(" (random {:.4})", costs.mean));
    let (done, all) = (trainer.iteration(), trainer.config().iterations);
    format!("{}{left} | iteration {done} of {all}{return_}{cost}{random}", clock(seconds))
}

/// Costs on held-out cities: the best weights against the random policy.
fn results(session: &Session, seconds: f64) -> String {
    let trainer = &session.trainer;
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
    let mut table = Table::default();
    let names = ValidationCosts::ALPHAS.map(|alpha| format!("alpha {alpha}"));
    let random = |at: usize| random.map(|random| random.by_alpha.get(at).copied().unwrap_or(random.mean));
    let figures = costs.by_alpha.into_iter().chain([costs.mean]);
    for (at, (name, cost)) in names.into_iter().chain(["all".to_owned()]).zip(figures).enumerate() {
        let random = random(at).map_or(String::new(), |random| format!("   random {random:.4}"));
        table.row(name, format!("{cost:.4}{random}"));
    }
    table.render()
}
