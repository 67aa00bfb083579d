//! `routewright city`: show, generate, convert and import cities.

mod bounds;
mod import;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use routewright::City;
use routewright::design::Bound;
use routewright::eval::spanning_tree_minutes;
use routewright::io::{CityReading, Overwrite, read_city, read_city_with_notes, write_city_folder};
use routewright::model::{Period, Seconds};
use routewright::report::TextTable;
use routewright::synth::{CityKind, SynthConfig, generate};
use serde_json::json;

use crate::exit::UsageError;
use crate::terminal::{print, say};

/// Show a city, generate one, convert one, or import one from open data.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    Info(InfoArgs),
    Generate(GenerateArgs),
    Convert(ConvertArgs),
    // Far larger than the others.
    Import(Box<import::ImportArgs>),
}

/// Show what is in a city: size, demand, driving and walking times, and bounds on what any network can reach.
///
/// The bound of the route minutes (C_o) is that of the shortest tree of streets. With --bounds it is computed for
/// a number and length of routes, all different, and is much closer to the best network.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright city info mandl\n  \
    routewright city info mandl --bounds\n  \
    routewright city info my-city --bounds --routes 20 --min-stops 5 --max-stops 25 --seconds 60 --json")]
pub struct InfoArgs {
    /// A built-in city (mandl) or a path
    city: String,
    #[command(flatten)]
    bounds: bounds::BoundArgs,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Generate a random city, the same for the same seed, and write it as a city folder.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example:\n  routewright city generate --kind voronoi --nodes 120 --seed 7 --out my-city"
)]
pub struct GenerateArgs {
    /// How streets are laid out
    #[arg(long, default_value = "4-nn", value_parser = ["4-nn", "4-grid", "8-grid", "voronoi", "mst"])]
    kind: String,
    /// Number of nodes
    #[arg(long, value_name = "N", default_value_t = 20)]
    nodes: usize,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Share of streets to remove at random (kinds 4-nn, 4-grid and 8-grid)
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    removal: f64,
    /// Folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace an existing city
    #[arg(long)]
    force: bool,
}

/// Read a city in any format and write it as a city folder.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  routewright city convert SiouxFalls_net.tntp --out sioux-falls")]
pub struct ConvertArgs {
    /// A built-in city (mandl) or a path
    city: String,
    /// Folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace an existing city
    #[arg(long)]
    force: bool,
}

/// Runs one of the commands.
pub fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Info(args) => {
            let CityReading { city, notes } = read_city_with_notes(&args.city)?;
            notes.iter().for_each(|note| say(&format!("note: {note}")));
            let city = Arc::new(city);
            let bound = args.bounds.compute(&city)?;
            let text = match args.json {
                true => format!("{}\n", as_json(&city, bound.as_ref())),
                false => as_table(&city, bound.as_ref()),
            };
            print(&text)?;
        }
        Command::Generate(args) => {
            let kind: CityKind = args.kind.parse().map_err(|error| UsageError(format!("{error}")))?;
            let config = SynthConfig { removal: args.removal, ..SynthConfig::new(kind, args.nodes) };
            let city = generate(&config, args.seed).map_err(|error| UsageError(error.to_string()))?;
            write(&city, &args.out, args.force)?;
        }
        Command::Convert(args) => write(&read_city(&args.city)?, &args.out, args.force)?,
        Command::Import(args) => import::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write(city: &City, out: &Path, force: bool) -> anyhow::Result<()> {
    let overwrite = if force { Overwrite::Replace } else { Overwrite::Refuse };
    write_city_folder(city, out, overwrite).with_context(|| format!("cannot write {}", out.display()))?;
    say(&format!("wrote {} ({} nodes) to {}", city.name(), city.node_count(), out.display()));
    Ok(())
}

fn as_json(city: &City, bound: Option<&Bound>) -> serde_json::Value {
    let (defaults, service) = (city.defaults(), city.service());
    let minutes = |time: Option<Seconds>| time.map(Seconds::minutes);
    let mut value = json!({
        "name": city.name(),
        "nodes": city.node_count(),
        "terminals": city.nodes().iter().filter(|node| node.terminal).count(),
        "links": city.links().count(),
        "walks": city.walks().len(),
        "longest_walk_min": minutes(longest_walk(city)),
        "zones_without_streets": zones_without_streets(city),
        "symmetric": city.is_symmetric(),
        "demand_trips": city.total_demand(),
        "demand_pairs": city.demand_pair_count(),
        "trips_within_nodes": city.trips_within_nodes(),
        "period": service.period.as_ref().map(|period| &period.name),
        "period_hours": service.period.as_ref().map(|period| period.hours),
        "trips_per_hour": service.period.as_ref().map(|period| city.total_demand() / period.hours),
        "dwell_min": minutes(service.dwell),
        "layover_min": minutes(service.layover),
        "t_max_min": city.longest_drive().minutes(),
        "cp_lower_bound_min": city.mean_drive_minutes(),
        "co_lower_bound_min": spanning_tree_minutes(city),
        "routes": defaults.routes,
        "min_stops": defaults.min_stops,
        "max_stops": defaults.max_stops,
    });
    if let Some(bound) = bound {
        bounds::add_to_json(bound, &mut value);
    }
    value
}

fn as_table(city: &City, bound: Option<&Bound>) -> String {
    let terminals = city.nodes().iter().filter(|node| node.terminal).count();
    let n = city.node_count();
    let mut table = TextTable::default();
    table
        .row(
            "nodes",
            format!(
                "{n}, routes may end at {}",
                if terminals == n { "all".into() } else { terminals.to_string() }
            ),
        )
        .row("links", format!("{} directed", city.links().count()));
    if let Some(longest) = longest_walk(city) {
        let walks = city.walks().len();
        table.row("walks", format!("{walks} directed, the longest {} min", minutes(longest)));
    }
    if zones_without_streets(city) > 0 {
        table.row("without streets", format!("{} nodes, reached on foot", zones_without_streets(city)));
    }
    table
        .row(
            "streets and demand",
            if city.is_symmetric() { "the same both ways" } else { "differ by direction" },
        )
        .row(
            "demand",
            format!(
                "{} trips between {} pairs",
                rounded(city.total_demand(), 100.0),
                city.demand_pair_count()
            ),
        )
        .row("period", period(city))
        .row("longest drive (T_max)", format!("{} min", city.longest_drive().minutes()))
        .row("lower bound of C_p", format!("{:.4} min, the mean drive", city.mean_drive_minutes()));
    if let Some(minutes) = spanning_tree_minutes(city) {
        table.row("lower bound of C_o", format!("{minutes} min, the shortest tree of streets"));
    }
    if let Some(bound) = bound {
        table.row(bounds::row_name(bound), bounds::row(bound));
    }
    if city.trips_within_nodes() > 0.0 {
        table.row("left out", format!("{} trips from a node to itself", city.trips_within_nodes()));
    }
    let defaults = city.defaults();
    if let (Some(routes), Some(min), Some(max)) = (defaults.routes, defaults.min_stops, defaults.max_stops) {
        table.row("usual network", format!("{routes} routes of {min} to {max} stops"));
    }
    let at_stops = [("time at a stop", city.service().dwell), ("rest at an end", city.service().layover)];
    for (name, time) in at_stops {
        if let Some(time) = time {
            table.row(name, format!("{} min", minutes(time)));
        }
    }
    format!("{}\n{}", city.name(), table.render())
}

/// When the trips are made, and how many that is in an hour.
fn period(city: &City) -> String {
    let Some(Period { name, hours }) = &city.service().period else {
        return "not stated; period and period-hours in city.toml say when trips are made".into();
    };
    let per_hour = rounded(city.total_demand() / hours, 10.0);
    let counted = if *hours == 1.0 { String::new() } else { format!(" ({hours} hours)") };
    format!("{name}{counted}, {per_hour} trips per hour")
}

fn longest_walk(city: &City) -> Option<Seconds> {
    city.walks().iter().map(|walk| walk.time).max()
}

fn zones_without_streets(city: &City) -> usize {
    city.node_ids().filter(|&node| !city.is_on_street(node)).count()
}

/// Minutes with two decimals.
fn minutes(time: Seconds) -> f64 {
    rounded(time.minutes(), 100.0)
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
