//! `routewright design`: finds a network.

mod args;
pub mod budget;
mod checkpoint;
pub mod inputs;
mod keeper;
mod method;
mod opening;
pub mod outcome;
mod recorder;
mod run_file;
mod searches;
mod session;
mod settings;
mod standing;
mod start;
mod watch;

use std::io::Write;
use std::process::ExitCode;

use routewright::io::network_to_json;
use routewright::report::{RunFolder, Trace};

pub use args::Args;
pub use checkpoint::STATE;
pub use inputs::{InputNames, Inputs};
pub use outcome::Outcome;
pub use session::Session;
pub use settings::{Settings, model};

use crate::command_line::command_line;
use crate::exit::{self, UsageError};
use crate::figures::{comparison_table, figures_table};
use crate::interrupt::Interrupt;
use crate::service::operations_table;
use crate::view::View;
use budget::{Budget, Clock};
use keeper::Keeper;
use opening::Opening;
use recorder::Recorder;
use searches::Ready;
use watch::Watch;

pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Searches, checks, writes and prints.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let session = Session::new(args, command_line(std::env::args().skip(1)))?;
    let interrupt = Interrupt::listen()?;
    let Done { outcome, trace, rounds } = search(&session, &interrupt, View::new(args.quiet))?;
    let is_interrupted = outcome.is_interrupted;
    let written = outcome
        .write(&trace)
        .map_err(anyhow::Error::from)
        .and_then(|()| session.write_run_file(rounds, outcome.seconds, !is_interrupted));
    if let Some(folder) = &session.folder
        && written.is_ok()
        && !is_interrupted
    {
        folder.remove(STATE)?;
    }
    print(args, &outcome, written.is_ok())?;
    written?;
    Ok(match outcome.figures.violations.is_empty() {
        _ if is_interrupted => ExitCode::from(exit::INTERRUPTED),
        true => ExitCode::SUCCESS,
        false => ExitCode::from(exit::FAILED),
    })
}

/// A search that is over.
pub struct Done<'run> {
    pub outcome: Outcome<'run>,
    pub trace: Trace,
    /// Rounds in all.
    pub rounds: u64,
}

/// Searches, from the beginning or from where an interrupted run was left, and scores what was found. Where the
/// session has a folder, the state of the search is saved there.
pub fn search<'run>(
    session: &'run Session,
    interrupt: &Interrupt,
    mut view: View,
) -> anyhow::Result<Done<'run>> {
    let Session { settings, problem, threads, .. } = session;
    let (first_round, used, trace) = match &session.resumed {
        Some((checkpoint, trace)) => (checkpoint.rounds, checkpoint.seconds_used, trace.clone()),
        None => (0, 0.0, Trace::default()),
    };
    let clock = Clock::start(used);
    let (seconds, rounds) = (settings.seconds, settings.iterations);
    let mut budget = Budget { seconds, rounds, clock, interrupt: interrupt.clone() };
    let Ready { mut search, rounds, is_whole } = match &session.resumed {
        Some((checkpoint, _)) => {
            searches::restore(session, &checkpoint.snapshot).map_err(|error| UsageError(error.to_string()))?
        }
        None => searches::begin(session, &mut Opening { budget: &budget, view: &mut view }),
    };
    budget.rounds = budget.rounds.into_iter().chain(rounds).min();
    let folder = session.folder.as_ref().filter(|_| is_whole);
    let mut watch = Watch::new(
        &budget,
        &*search,
        Recorder::new(problem, trace),
        folder.map(|folder| Keeper::new(folder, session)),
        view,
    );
    let rounds = routewright::search::run(&mut *search, &budget, first_round, *threads, &mut watch);
    let seconds = clock.seconds();
    let is_interrupted = interrupt.is_set() && !(is_whole && budget.is_spent(rounds));
    watch.recorder.end(seconds, search.evaluations());
    watch.save(&*search, rounds);
    let Watch { recorder, view, .. } = watch;
    view.finish();
    let outcome = Outcome::new(session, &*search, seconds, is_interrupted)?;
    Ok(Done { outcome, trace: recorder.into_trace(), rounds })
}

/// Prints the figures, and the network itself where it could not be written.
fn print(args: &Args, outcome: &Outcome<'_>, is_written: bool) -> anyhow::Result<()> {
    let Session { whole: problem, folder, settings, service, .. } = outcome.session;
    let text = if args.json {
        format!("{}\n", outcome.summary())
    } else {
        let table = figures_table(problem, &outcome.network, &outcome.figures);
        let operations = match settings.service.is_given() {
            true => operations_table(&outcome.network, service),
            false => String::new(),
        };
        let changes = outcome.changes.map_or(String::new(), |(stops, charge)| {
            format!("changed stops: {stops}, charged {charge:.5} beside the cost\n")
        });
        let against =
            outcome.today.as_ref().map(|(today, shared)| comparison_table(today, &outcome.figures, shared));
        let against = against.unwrap_or_default();
        let (method, seconds) = (settings.method.name(), outcome.seconds);
        let unsaved = match is_written {
            true => String::new(),
            false => network_to_json(&problem.city, &outcome.network),
        };
        let scored = outcome.evaluations;
        format!(
            "{table}{operations}{against}{changes}found by {method} in {seconds:.1} s, {scored} networks scored\n{unsaved}"
        )
    };
    std::io::stdout().write_all(text.as_bytes())?;
    if args.quiet || !is_written {
        return Ok(());
    }
    if outcome.figures.unserved_pairs > 0 {
        eprintln!(
            "help: a longer search (--seconds) connects more pairs, and so do more routes or longer ones"
        );
    }
    let Some(folder) = folder.as_ref().map(RunFolder::path) else { return Ok(()) };
    let path = folder.display();
    match outcome.is_interrupted {
        false => eprintln!("wrote {path}; open {path}/{} in a browser", outcome::REPORT),
        true if folder.join(STATE).is_file() => eprintln!(
            "interrupted; the best so far is in {path}\ngo on with: routewright design --resume {path}"
        ),
        true => eprintln!(
            "interrupted while networks to begin with were built; the best so far is in {path}, but the run cannot be \
             gone on with"
        ),
    }
    Ok(())
}
