//! `routewright city`: look at cities, make them, convert them, import them.

mod import;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use routewright::City;
use routewright::io::{Overwrite, read_city, write_city_folder};
use routewright::synth::{CityKind, SynthConfig, generate};
use serde_json::json;

use crate::exit::UsageError;
use crate::table::Table;

/// Look at a city, make one up, convert one, or make one from open data.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    Info(InfoArgs),
    Generate(GenerateArgs),
    Convert(ConvertArgs),
    // Far larger than the others.
    Import(Box<import::ImportArgs>),
}

/// Show what is in a city: size, demand, driving times, and bounds on what any network can reach.
#[derive(clap::Args, Debug)]
pub struct InfoArgs {
    /// A name built in (mandl) or a path to a city
    city: String,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Make up a random city, the same for the same seed, and write it as a city folder.
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
    /// Replace a city that is there already
    #[arg(long)]
    force: bool,
}

/// Read a city in any format and write it as a city folder.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  routewright city convert SiouxFalls_net.tntp --out sioux-falls")]
pub struct ConvertArgs {
    /// A name built in (mandl) or a path to a city
    city: String,
    /// Folder to write
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace a city that is there already
    #[arg(long)]
    force: bool,
}

/// Runs one of the commands.
pub fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Info(args) => {
            let city = read_city(&args.city)?;
            let text = if args.json { format!("{}\n", as_json(&city)) } else { as_table(&city) };
            std::io::stdout().write_all(text.as_bytes())?;
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
    eprintln!("wrote {} ({} nodes) to {}", city.name(), city.node_count(), out.display());
    Ok(())
}

fn as_json(city: &City) -> serde_json::Value {
    let defaults = city.defaults();
    json!({
        "name": city.name(),
        "nodes": city.node_count(),
        "terminals": city.nodes().iter().filter(|node| node.terminal).count(),
        "links": city.links().count(),
        "symmetric": city.is_symmetric(),
        "demand_trips": city.total_demand(),
        "demand_pairs": city.demand_pair_count(),
        "trips_within_nodes": city.trips_within_nodes(),
        "t_max_min": city.longest_drive().minutes(),
        "cp_lower_bound_min": city.mean_drive_minutes(),
        "co_lower_bound_min": spanning_tree_minutes(city),
        "routes": defaults.routes,
        "min_stops": defaults.min_stops,
        "max_stops": defaults.max_stops,
    })
}

fn as_table(city: &City) -> String {
    let terminals = city.nodes().iter().filter(|node| node.terminal).count();
    let n = city.node_count();
    let mut table = Table::default();
    table
        .row(
            "nodes",
            format!(
                "{n}, routes may end at {}",
                if terminals == n { "all".into() } else { terminals.to_string() }
            ),
        )
        .row("links", format!("{} directed", city.links().count()))
        .row(
            "streets and demand",
            if city.is_symmetric() { "the same both ways" } else { "differ by direction" },
        )
        .row("demand", format!("{} trips between {} pairs", city.total_demand(), city.demand_pair_count()))
        .row("longest drive (T_max)", format!("{} min", city.longest_drive().minutes()))
        .row("lower bound of C_p", format!("{:.4} min, the mean drive", city.mean_drive_minutes()));
    if let Some(minutes) = spanning_tree_minutes(city) {
        table.row("lower bound of C_o", format!("{minutes} min, the shortest tree of streets"));
    }
    if city.trips_within_nodes() > 0.0 {
        table.row("left out", format!("{} trips from a node to itself", city.trips_within_nodes()));
    }
    let defaults = city.defaults();
    if let (Some(routes), Some(min), Some(max)) = (defaults.routes, defaults.min_stops, defaults.max_stops) {
        table.row("customary network", format!("{routes} routes of {min} to {max} stops"));
    }
    format!("{}\n{}", city.name(), table.render())
}

/// A connected network drives at least a spanning tree of the streets, where all pairs of nodes need
/// connecting. `None` where streets are directed or some node has no demand.
fn spanning_tree_minutes(city: &City) -> Option<f64> {
    let n = city.node_count();
    let has_demand = |node| city.demand_from(node).iter().any(|&trips| trips > 0.0);
    if !city.has_symmetric_streets() || !city.node_ids().all(has_demand) {
        return None;
    }
    let mut links: Vec<_> = city.links().filter(|link| link.from < link.to).collect();
    links.sort_by_key(|link| link.time);
    let mut part: Vec<usize> = (0..n).collect();
    let mut total = 0.0;
    for link in links {
        let (a, b) = (part[link.from.index()], part[link.to.index()]);
        if a != b {
            part.iter_mut().filter(|part| **part == b).for_each(|part| *part = a);
            total += link.time.minutes();
        }
    }
    Some(total)
}
