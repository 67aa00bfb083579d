//! `routewright bench run`.

use std::num::NonZeroUsize;
use std::process::ExitCode;

use routewright::lab::{
    CityFolders, LibraryDesigner, Schedule, Selection, Store, Suite, Summary, run_missing,
};
use serde_json::json;

use super::StoreArgs;
use super::seeds::Seeds;
use super::watch::TerminalWatcher;
use crate::terminal::{ProgressView, print, say};
use crate::{exit, interrupt};

/// Run the missing runs of a suite, on all cores.
///
/// Every finished run is stored immediately. After ctrl-c, a kill or a power cut the same command resumes, even
/// in the middle of a run, and runs nothing twice. Runs never share a core, so that a budget in seconds is the
/// same for all of them.
///
/// Exit status: 0 if every run is in the store; 1 if some failed; 2 if the suite or an input is wrong; 130 if
/// interrupted.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright bench run quick\n  \
    routewright bench run baseline --scaled\n  \
    routewright bench run passenger --seeds 1-3 --store results.sqlite\n  \
    routewright bench run my-suite.toml --jobs 1\n\n\
    Cities mumford0 to mumford3 are read from the folder named by ROUTEWRIGHT_DATA, or from ../shared.")]
pub struct Args {
    /// A suite by name (`bench list` shows them), or a TOML file
    #[arg(value_name = "SUITE")]
    suite: String,

    /// Run the scaled-down version: the same cells with smaller budgets, about ten minutes on two cores
    #[arg(long)]
    scaled: bool,

    /// Seeds instead of the suite's, such as 1-3,7
    #[arg(long, value_name = "LIST")]
    seeds: Option<Seeds>,

    /// Runs in parallel [default: one per core; never more than the cores allow]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    store: StoreArgs,

    /// Print one JSON object when done
    #[arg(long)]
    json: bool,

    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

/// Runs and reports.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let suite = Suite::find(&args.suite)?;
    let seeds = args.seeds.clone().map(|seeds| seeds.0);
    let trials = suite.trials(&Selection { scaled: args.scaled, seeds });
    let mut store = Store::create(&args.store.store)?;
    let designer = LibraryDesigner::new(CityFolders::new(store.city_folder()), interrupt::listen()?);
    let name = if args.scaled { format!("{} --scaled", suite.name) } else { suite.name.clone() };
    let schedule = Schedule { suite: &name, trials: &trials, jobs: args.jobs.map(NonZeroUsize::get) };
    let mut watcher = TerminalWatcher { view: ProgressView::new(args.quiet) };
    let summary = run_missing(&schedule, &designer, &mut store, &mut watcher);
    watcher.view.finish();
    let summary = summary?;
    tell(args, &name, &store, &summary)?;
    Ok(match summary.failures.is_empty() {
        _ if summary.is_stopped => ExitCode::from(exit::INTERRUPTED),
        true => ExitCode::SUCCESS,
        false => ExitCode::from(exit::FAILED),
    })
}

fn tell(args: &Args, name: &str, store: &Store, summary: &Summary) -> anyhow::Result<()> {
    let Summary { total, before, ran, failures, is_stopped } = summary;
    if args.json {
        let object = json!({
            "suite": name,
            "store": store.path(),
            "runs": total,
            "in_store_before": before,
            "ran": ran,
            "missing": total - before - ran,
            "failed": failures,
            "interrupted": is_stopped,
        });
        print(&format!("{object}\n"))?;
        return Ok(());
    }
    if args.quiet {
        return Ok(());
    }
    let failed = if failures.is_empty() { String::new() } else { format!(", {} failed", failures.len()) };
    let missing = total - before - ran;
    say(&format!(
        "{name}: {total} runs, {before} were in the store, {ran} ran now{failed}, {missing} missing"
    ));
    let next = match is_stopped {
        true => "interrupted; run the same command to resume".to_owned(),
        false => format!("see them with: routewright bench report{}", store_option(args)),
    };
    say(&next);
    Ok(())
}

/// The option to type again, where it was typed.
fn store_option(args: &Args) -> String {
    match args.store.store.to_str() {
        Some("bench/runs.sqlite") => String::new(),
        _ => format!(" --store {}", args.store.store.display()),
    }
}
