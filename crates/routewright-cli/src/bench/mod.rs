//! `routewright bench`: experiments, and their results beside the literature.

mod export;
mod list;
mod report;
mod run;
mod seeds;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;

/// Run experiments and compare the results with the literature.
///
/// A suite names cities, alphas, methods, seeds and budgets. `bench run` runs what is missing and stores every
/// network, scored by the reference evaluator, with the command that repeats it. `bench report` writes a page
/// and tables.
#[derive(clap::Subcommand, Debug)]
#[command(after_help = "Examples:\n  \
    routewright bench list\n  \
    routewright bench run quick && routewright bench report\n  \
    routewright bench run baseline --scaled\n  \
    routewright bench export --format parquet --out runs.parquet")]
pub enum Command {
    Run(run::Args),
    List(list::Args),
    Report(report::Args),
    Export(export::Args),
}

/// Which store is meant.
#[derive(clap::Args, Clone, Debug)]
pub struct StoreArgs {
    /// The file that holds the runs
    #[arg(long, value_name = "FILE", default_value = "bench/runs.sqlite")]
    store: PathBuf,
}

/// Runs one of the commands.
pub fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run(args) => run::run(args),
        Command::List(args) => list::run(args),
        Command::Report(args) => report::run(args),
        Command::Export(args) => export::run(args),
    }
}
