//! `routewright evaluate`: what a network costs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use routewright::design::{EvaluateOptions, Evaluation};
use routewright::io::{refuse_to_replace, write_text_atomically};

use crate::args::{OperatingArgs, ProblemArgs, ServiceArgs};
use crate::exit::{self, UsageError};
use crate::terminal::{print, say_notes};

/// Score a network: riders' time, route minutes, transfers, and every constraint it breaks.
///
/// Where every route says how often it runs (headway_minutes or vehicles in the network JSON, --headways or
/// --headway), riders walk, wait and change: their minutes, the vehicles, and how full every line is. The
/// city must say over how many hours its demand is counted (period-hours in city.toml, or --period-hours).
///
/// With --cost-per-hour also what the vehicles cost per hour. A route needs its round trip over its headway
/// in vehicles, rounded up.
///
/// Exit status: 0 if the network meets all constraints; 1 if it breaks some (it is scored all the same); 2 if
/// the command line or a file is wrong. Where it is known how often routes run, capacity alone counts: 0 if no
/// vehicle is overloaded, 1 if some are.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright evaluate mandl examples/mandl-six-routes.txt\n  \
    routewright evaluate my-city today.json --fixed metro.json --json\n  \
    routewright evaluate mandl examples/mandl-service.json\n  \
    routewright evaluate mandl examples/mandl-six-routes.txt --headway 10 --capacity 80\n  \
    routewright evaluate my-city today.json --headways my-city/headways.csv --cost-per-hour 180\n  \
    routewright evaluate mandl examples/mandl-six-routes.txt --map mandl.svg")]
pub struct Args {
    /// A built-in city (mandl) or a path
    #[arg(value_name = "CITY")]
    city: String,

    /// The network: JSON, text with one route per line such as 1-2-3, or the folder of a design run
    #[arg(value_name = "NETWORK")]
    network: PathBuf,

    #[command(flatten)]
    problem: ProblemArgs,

    #[command(flatten)]
    operating: OperatingArgs,

    #[command(flatten)]
    service: ServiceArgs,

    /// Draw the network on a map of the city, as SVG
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    map: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Scores, prints and draws.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let found = Evaluation::new(&EvaluateOptions {
        city: args.city.clone(),
        network: args.network.clone(),
        problem: args.problem.options(),
        operating: args.operating.options(),
        service: args.service.options(),
    })?;
    say_notes(found.notes(), false);
    if let Some(path) = &args.map {
        let fixed = args.problem.fixed.as_deref();
        let sources: Vec<&Path> = [Path::new(&args.city), &args.network].into_iter().chain(fixed).collect();
        refuse_to_replace(&sources, path).map_err(|error| UsageError(error.to_string()))?;
        write_text_atomically(path, &found.map_svg())?;
    }
    print(&if args.json { format!("{}\n", found.summary()) } else { found.table() })?;
    Ok(if found.keeps_limits() { ExitCode::SUCCESS } else { ExitCode::from(exit::FAILED) })
}
