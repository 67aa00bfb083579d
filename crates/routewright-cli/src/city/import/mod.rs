//! `routewright city import`: a city from open data.

mod args;
mod summary;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use routewright::import::{Progress, Sources, import, write_import};
use routewright::io::{
    Feed, InputErrors, Overwrite, TripTable, WeightColumns, ZoneOptions, read_gateways, read_gtfs, read_omx,
    read_osm, read_trips, read_zones,
};
use serde_json::json;

pub use args::ImportArgs;
use args::config;
use summary::summary;

use crate::terminal::{print, say};

/// Reads, imports, writes and reports.
pub fn run(args: &ImportArgs) -> anyhow::Result<()> {
    let bar = progress_bar(args);
    bar.set_message("reading zones and streets");
    let weights =
        WeightColumns { productions: args.productions.as_deref(), attractions: args.attractions.as_deref() };
    let zones = read_zones(
        &args.zones,
        ZoneOptions {
            weights,
            crs: args.zones_crs.as_deref(),
            layer: args.zones_layer.as_deref(),
            id: args.zones_id.as_deref(),
        },
    )?;
    let streets = read_osm(&args.osm)?;
    bar.set_message("reading trips and timetables");
    let trips = args.od.as_deref().map(|path| read_demand(path, args.od_matrix.as_deref())).transpose()?;
    let gateways = args.gateways.as_deref().map(read_gateways).transpose()?.unwrap_or_default();
    let (feeds, fixed_feeds) = (read_feeds(&args.gtfs)?, read_feeds(&args.fixed_gtfs)?);
    let sources = Sources {
        trips: trips.as_ref(),
        gateways: &gateways,
        feeds: &feeds,
        fixed_feeds: &fixed_feeds,
        ..Sources::new(&zones, &streets)
    };
    let imported = import(&sources, &config(args), &mut |progress| match progress {
        Progress::Stops => bar.set_message("placing stops on the streets"),
        Progress::Links(done, all) => {
            bar.set_message("driving times between stops");
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
        Progress::Walks => bar.set_message("ways on foot"),
        Progress::Demand => bar.set_message("assigning demand to zones"),
        Progress::Timetables => bar.set_message("reading today's network"),
    })?;
    bar.set_message("writing");
    let overwrite = if args.force { Overwrite::Replace } else { Overwrite::Refuse };
    write_import(&imported, &args.out, overwrite)?;
    bar.finish_and_clear();
    if !args.quiet {
        say(summary(&imported, &args.out).trim_end());
    }
    if args.json {
        print(&format!("{}\n", json!(imported.report)))?;
    }
    Ok(())
}

/// An OMX matrix by its name, anything else as CSV.
fn read_demand(path: &Path, matrix: Option<&str>) -> Result<TripTable, InputErrors> {
    let is_matrix = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("omx"));
    if is_matrix || matrix.is_some() { read_omx(path, matrix) } else { read_trips(path) }
}

fn read_feeds(paths: &[PathBuf]) -> Result<Vec<Feed>, InputErrors> {
    paths.iter().map(|path| read_gtfs(path)).collect()
}

fn progress_bar(args: &ImportArgs) -> ProgressBar {
    if args.quiet || args.json || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{msg:32} {wide_bar} {pos}/{len}").expect("the template is well formed");
    ProgressBar::new(0).with_style(style)
}
