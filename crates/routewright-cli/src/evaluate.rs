//! `routewright evaluate`: what a network costs.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use routewright::eval::{Figures, assess};
use routewright::io::{read_network, write_text_atomically};
use routewright::report::{MapOptions, network_map_svg};
use routewright::{Network, Problem};
use serde_json::json;

use crate::exit;
use crate::problem::ProblemArgs;
use crate::table::Table;

/// Score a network: riders' time, operating cost, transfers, and every constraint it breaks.
///
/// Exit status 0 if the network keeps all constraints, 1 if it breaks some (it is scored all the same),
/// 2 if the command line or a file is wrong.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright evaluate mandl examples/mandl-six-routes.txt\n  \
    routewright evaluate my-city today.json --fixed metro.json --json\n  \
    routewright evaluate mandl examples/mandl-six-routes.txt --map mandl.svg")]
pub struct Args {
    #[command(flatten)]
    problem: ProblemArgs,

    /// The network: JSON, or text with one route a line such as 1-2-3
    #[arg(value_name = "NETWORK")]
    network: PathBuf,

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
    let city = args.problem.read_city()?;
    let network = read_network(&city, &args.network)?;
    let problem = args.problem.problem(city, network.routes.len())?;
    let figures = assess(&problem, &network);
    if let Some(path) = &args.map {
        write_text_atomically(path, &map(&problem, &network, &figures))?;
    }
    let text = if args.json {
        format!("{}\n", as_json(&problem, &network, &figures, start.elapsed().as_secs_f64()))
    } else {
        as_table(&problem, &network, &figures)
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(if figures.violations.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(exit::FAILED) })
}

fn as_json(problem: &Problem, network: &Network, figures: &Figures, seconds: f64) -> serde_json::Value {
    let [d0, d1, d2, dun] = figures.transfer_percent;
    json!({
        "cost": figures.cost,
        "cp_min": figures.passenger_minutes,
        "co_min": figures.route_minutes,
        "co_two_way_min": figures.driven_minutes,
        "d0": d0,
        "d1": d1,
        "d2": d2,
        "dun": dun,
        "unserved_pairs": figures.unserved_pairs,
        "violations": figures.violations.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "routes": network.routes.len(),
        "alpha": problem.alpha.value(),
        "seconds": seconds,
        "evaluations": 1,
        "seed": null,
        "method": "evaluate",
        "city": problem.city.name(),
        "cp_lower_bound_min": problem.city.mean_drive_minutes(),
    })
}

fn as_table(problem: &Problem, network: &Network, figures: &Figures) -> String {
    let city = &problem.city;
    let [d0, d1, d2, dun] = figures.transfer_percent;
    let mut table = Table::default();
    table
        .row("mean trip (C_p)", minutes(figures.passenger_minutes))
        .row("  lower bound", lower_bound(city.mean_drive_minutes(), figures))
        .row("operating cost (C_o)", format!("{} one way", minutes(figures.route_minutes)))
        .row("  all directions", minutes(figures.driven_minutes))
        .row("transfers", format!("{d0:.2} % none, {d1:.2} % one, {d2:.2} % two"))
        .row("  more, or no trip", format!("{dun:.2} %"))
        .row("unserved pairs", figures.unserved_pairs.to_string())
        .row("cost (C)", format!("{:.5} at alpha {}", figures.cost, problem.alpha.value()));
    let routes = match network.routes.len() {
        1 => "1 route".into(),
        count => format!("{count} routes"),
    };
    let mut text = format!("{}: {routes}, {} nodes\n", city.name(), city.node_count());
    text.push_str(&table.render());
    for (earlier, later) in network.repeated_routes() {
        let (earlier, later) = (network.routes[earlier].name(), network.routes[later].name());
        text.push_str(&format!("note: routes {earlier} and {later} serve the same stops\n"));
    }
    match figures.violations.len() {
        0 => text.push_str("all constraints are met\n"),
        1 => text.push_str("one constraint is broken:\n"),
        count => text.push_str(&format!("{count} constraints are broken:\n")),
    }
    for violation in &figures.violations {
        text.push_str(&format!("  - {violation}\n"));
    }
    text
}

fn map(problem: &Problem, network: &Network, figures: &Figures) -> String {
    let fixed = &problem.fixed;
    let [d0, ..] = figures.transfer_percent;
    let options = MapOptions {
        title: problem.city.name().to_owned(),
        subtitle: format!(
            "{} routes, mean trip {:.2} min, routes {:.0} min, {d0:.1} % of trips without a transfer",
            network.routes.len(),
            figures.passenger_minutes,
            figures.route_minutes,
        ),
        fixed: (!fixed.routes.is_empty()).then_some(fixed),
        ..MapOptions::default()
    };
    network_map_svg(&problem.city, network, &options)
}

fn minutes(value: f64) -> String {
    if value.is_nan() { "none is served".into() } else { format!("{value:.5} min") }
}

/// No network is below the bound, unless it leaves the long trips unserved.
fn lower_bound(bound: f64, figures: &Figures) -> String {
    if figures.unserved_pairs > 0 {
        return format!("{} with all trips served", minutes(bound));
    }
    format!("{} ({:.2} % below)", minutes(bound), 100.0 * (1.0 - bound / figures.passenger_minutes))
}
