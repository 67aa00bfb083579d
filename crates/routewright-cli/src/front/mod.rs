//! `routewright front`: networks that trade riders' time against operating cost.

mod args;
mod files;
mod outcome;
mod session;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use routewright::search::{Front, Seed, Stop};

pub use args::Args;

use crate::design::budget::{Budget, Clock};
use crate::exit;
use crate::interrupt::Interrupt;
use crate::view::{View, clock};
use outcome::Outcome;
use session::Session;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// How often the front so far is saved: a killed run loses little more than that.
const BETWEEN_SAVES: Duration = Duration::from_secs(15);
/// Every network is scored anew for it. In large cities that takes a while, and saving waits this many times longer.
const SAVING_SHARE: u32 = 30;

/// Searches, checks, writes and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let session = Session::new(args)?;
    let budget = Budget {
        seconds: session.seconds,
        rounds: session.iterations,
        clock: Clock::start(0.0),
        interrupt: interrupt.clone(),
    };
    let mut view = View::new(args.quiet);
    let mut search =
        Front::new(&session.problem, session.config.clone(), Seed(session.seed), session.start.clone());
    let rounds = drive(&session, &mut search, &budget, &mut view);
    let seconds = budget.clock.seconds();
    let is_interrupted = interrupt.is_set() && !budget.is_spent(rounds);
    view.finish();

    let outcome = Outcome {
        evaluations: search.evaluations(),
        is_interrupted,
        ..Outcome::new(&session, &search.points(), seconds)?
    };
    let written = files::write(&outcome)
        .map_err(anyhow::Error::from)
        .and_then(|()| session.write_run_file(rounds, seconds, !is_interrupted));
    print(args, &outcome, written.is_ok())?;
    written?;
    Ok(match outcome.points.is_empty() {
        _ if is_interrupted => ExitCode::from(exit::INTERRUPTED),
        true => ExitCode::from(exit::FAILED),
        false => ExitCode::SUCCESS,
    })
}

/// Lets the search run until the budget is spent; shows and saves how it stands. Returns the rounds done.
fn drive(session: &Session, search: &mut Front<'_>, budget: &Budget, view: &mut View) -> u64 {
    let mut rounds = 0;
    let mut next_save = Instant::now() + BETWEEN_SAVES;
    let mut is_warned = false;
    loop {
        let done = budget.progress(rounds).clamp(0.0, 1.0);
        if done >= 1.0 {
            return rounds;
        }
        search.advance(done, session.threads);
        rounds += 1;
        view.show(done, || describe(search, budget, done));
        if session.folder.is_some() && Instant::now() >= next_save {
            let began = Instant::now();
            // A disk that refuses does not end the search: that is said once, and tried again.
            let written = save(session, search, budget.clock.seconds());
            if let (Err(error), false) = (&written, is_warned) {
                view.warn(&format!("warning: the front is not saved for now and the run goes on: {error:#}"));
            }
            is_warned = written.is_err();
            next_save = Instant::now() + BETWEEN_SAVES.max(SAVING_SHARE * began.elapsed());
        }
    }
}

/// Saves the front so far as `front.json`, networks included.
fn save(session: &Session, search: &Front<'_>, seconds: f64) -> anyhow::Result<()> {
    let Some(folder) = &session.folder else { return Ok(()) };
    let outcome = Outcome {
        evaluations: search.evaluations(),
        is_interrupted: true,
        ..Outcome::new(session, &search.points(), seconds)?
    };
    Ok(folder.write(files::FRONT, &format!("{}\n", outcome.summary()))?)
}

/// How the search stands, in a line.
fn describe(search: &Front<'_>, budget: &Budget, done: f64) -> String {
    let seconds = budget.clock.seconds();
    let left = match budget.seconds {
        Some(limit) => Some((limit - seconds).max(0.0)),
        None => (done > 0.0).then(|| seconds * (1.0 / done - 1.0)),
    };
    let left = left.map_or(String::new(), |left| format!(", {} left", clock(left)));
    let found = match search.extent() {
        None => "no network keeps all constraints yet".to_owned(),
        Some((count, [operator, riders])) => format!(
            "{count} networks, mean trip {:.2} to {:.2} min, routes {:.0} to {:.0} min",
            riders.passenger_minutes,
            operator.passenger_minutes,
            operator.driven.minutes() / 2.0,
            riders.driven.minutes() / 2.0
        ),
    };
    format!("{}{left} | {found}", clock(seconds))
}

/// Prints the front; as JSON where it could not be written.
fn print(args: &Args, outcome: &Outcome<'_>, is_written: bool) -> anyhow::Result<()> {
    let (seconds, scored) = (outcome.seconds, outcome.evaluations);
    let text = match args.json || !is_written {
        true => format!("{}\n", outcome.summary()),
        false if outcome.points.is_empty() => "no network was found that keeps all constraints\n".to_owned(),
        false => format!("{}found in {seconds:.1} s, {scored} networks scored\n", outcome.table()),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    let Some(folder) = outcome.session.folder.as_ref().filter(|_| is_written && !args.quiet) else {
        return Ok(());
    };
    let path = folder.path().display();
    match outcome.is_interrupted {
        true => eprintln!("interrupted; the front so far is in {path}"),
        false => eprintln!("wrote {path}; open {path}/{} in a browser", files::PAGE),
    }
    Ok(())
}
