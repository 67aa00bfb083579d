//! `routewright evaluate`: what a network costs.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use routewright::eval::{assess, operations};
use routewright::io::{read_city, read_network, write_text_atomically};

use crate::exit;
use crate::figures::{Made, figures_json, figures_table, network_map};
use crate::problem::ProblemArgs;
use crate::service::{ServiceArgs, note_unknown_routes, operations_json, operations_table};

/// Score a network: riders' time, operating cost, transfers, and every constraint it breaks.
///
/// With --headway, --headways, --layover or --cost-per-hour also the vehicles it takes to run and what they cost: round
/// trip over headway, rounded up, a route.
///
/// Exit status 0 if the network keeps all constraints, 1 if it breaks some (it is scored all the same),
/// 2 if the command line or a file is wrong.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright evaluate mandl examples/mandl-six-routes.txt\n  \
    routewright evaluate my-city today.json --fixed metro.json --json\n  \
    routewright evaluate my-city today.json --headways my-city/headways.csv --cost-per-hour 180\n  \
    routewright evaluate mandl examples/mandl-six-routes.txt --map mandl.svg")]
pub struct Args {
    /// A name built in (mandl) or a path to a city
    #[arg(value_name = "CITY")]
    city: String,

    /// The network: JSON, text with one route a line such as 1-2-3, or the folder of a design run
    #[arg(value_name = "NETWORK")]
    network: PathBuf,

    #[command(flatten)]
    problem: ProblemArgs,

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
    let start = Instant::now();
    let city = Arc::new(read_city(&args.city)?);
    let network = read_network(&city, &args.network)?;
    let fixed = args.problem.fixed.as_ref().map(|path| read_network(&city, path)).transpose()?;
    let limits = args.problem.limits_to_score(&city, &network)?;
    let problem = args.problem.problem(city, limits, fixed.unwrap_or_default())?;
    let figures = assess(&problem, &network);
    let service = args.service.is_given().then(|| args.service.service()).transpose()?;
    if let Some(service) = &service {
        note_unknown_routes(&service.headways, &[&network]);
    }
    if let Some(path) = &args.map {
        write_text_atomically(path, &network_map(&problem, &network, &figures))?;
    }
    let text = if args.json {
        let made =
            Made { method: "evaluate", seed: None, seconds: start.elapsed().as_secs_f64(), evaluations: 1 };
        let mut value = figures_json(&problem, &network, &figures, &made);
        if let Some(service) = &service {
            value["operations"] = operations_json(&operations(&network, service), service);
        }
        format!("{value}\n")
    } else {
        let operations = service.as_ref().map(|service| operations_table(&network, service));
        figures_table(&problem, &network, &figures) + &operations.unwrap_or_default()
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(if figures.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(exit::FAILED) })
}
