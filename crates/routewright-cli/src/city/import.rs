//! `routewright city import`: a city from open data.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use routewright::import::{
    DemandPeriod, GravityConfig, ImportConfig, Imported, Progress, Sources, import, write_import,
};
use routewright::io::{
    Date, Feed, InputErrors, Overwrite, TripTable, WeightColumns, parse_clock, parse_date, read_gateways,
    read_gtfs, read_omx, read_osm, read_trips, read_zones,
};
use serde_json::json;

use crate::exit::UsageError;
use crate::terminal::{print, say};

/// Import a city from open data: zones, streets, trips and timetables.
///
/// Writes a city folder with today's network: existing.json (routes to be redesigned), fixed.json (routes that
/// stay, with scheduled times), both with the headways of the timetable, headways.csv, walks.csv, the streets each
/// link follows, and a report of what was left out and why (import.md for people, import.json for programs).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright city import --zones hexagons.csv --osm city.osm.pbf --productions population --attractions jobs \\\n    \
      --gtfs buses.zip --fixed-gtfs metro.zip --out my-city\n  \
    routewright city import --zones zones.geojson --osm city.osm.pbf --od trips.csv --gateways gateways.csv --out my-city\n  \
    routewright evaluate my-city my-city/existing.json --fixed my-city/fixed.json\n  \
    routewright design my-city --start my-city/existing.json --fixed my-city/fixed.json --cover-demand")]
pub struct ImportArgs {
    /// Zones or clusters of stops: CSV with id, lon, lat and weights, or GeoJSON points or polygons
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    zones: PathBuf,

    /// Streets: an OpenStreetMap extract in PBF form
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    osm: PathBuf,

    /// Trips: CSV with from, to and perhaps trips and weight, or an OMX matrix (.omx)
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    od: Option<PathBuf>,

    /// Matrix of the OMX file that holds the trips [default: the only one]
    #[arg(long, value_name = "NAME", requires = "od", help_heading = "Data")]
    od_matrix: Option<String>,

    /// Column of the zones that trip origins are proportional to, such as population
    #[arg(long, value_name = "COLUMN", requires = "attractions", help_heading = "Data")]
    productions: Option<String>,

    /// Column of the zones that trip destinations are proportional to, such as jobs
    #[arg(long, value_name = "COLUMN", requires = "productions", help_heading = "Data")]
    attractions: Option<String>,

    /// Gateways for trips that leave the area: CSV with place (as in the trips; * is any place outside),
    /// gateway (a zone, or a name with lon and lat)
    #[arg(long, value_name = "FILE", requires = "od", help_heading = "Data")]
    gateways: Option<PathBuf>,

    /// Timetable of the routes to be redesigned: GTFS zip file or folder; may be given several times
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    gtfs: Vec<PathBuf>,

    /// Timetable of routes that stay, such as a metro; may be given several times
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    fixed_gtfs: Vec<PathBuf>,

    /// Kinds of routes in --gtfs that stay as well, by their GTFS numbers: 0 tram, 1 metro, 2 rail, 4 ferry
    #[arg(long, value_name = "TYPES", value_delimiter = ',', requires = "gtfs", help_heading = "Timetable")]
    fixed_route_types: Vec<u32>,

    /// Day whose timetable is taken, such as 2026-03-18 [default: the busiest weekday]
    #[arg(long, value_name = "D", value_parser = parse_date, help_heading = "Timetable")]
    date: Option<Date>,

    /// Trips that start within this time count; hours past 24 are allowed [default: 07:00-09:00, or the busiest
    /// two hours where nothing runs then]
    #[arg(long, value_name = "FROM-TO", value_parser = window, help_heading = "Timetable")]
    window: Option<(u32, u32)>,

    /// A stop belongs to the zone around it, or to the nearest within this many metres [default: 500, or the
    /// distance between neighbouring zones]
    #[arg(long, value_name = "METRES", value_parser = positive, help_heading = "Timetable")]
    stop_metres: Option<f64>,

    /// Out and back are one two-way route if they share this much of their stops in reverse order; at 1 only
    /// if they are each other's reverse
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 1.0, help_heading = "Timetable")]
    pair_directions: f64,

    /// Factor on the driving times of empty streets
    #[arg(long, value_name = "FACTOR", value_parser = positive, default_value_t = 1.0, help_heading = "Streets")]
    congestion: f64,

    /// A zone farther from every street is left out
    #[arg(long, value_name = "METRES", value_parser = positive, default_value_t = 500.0, help_heading = "Streets")]
    snap_metres: f64,

    /// Merge zones nearer than this to a busier one into it: fewer nodes, faster searches [default: none]
    #[arg(long, value_name = "METRES", value_parser = positive, help_heading = "Streets")]
    merge_metres: Option<f64>,

    /// Zones farther apart are not neighbours [default: three times the usual distance between neighbours]
    #[arg(long, value_name = "METRES", value_parser = positive, help_heading = "Streets")]
    link_metres: Option<f64>,

    /// Links longer than this many times the straight line (and 500 m) are left out where the city stays
    /// connected without them
    #[arg(long, value_name = "FACTOR", value_parser = positive, default_value_t = 3.0, help_heading = "Streets")]
    detour: f64,

    /// Riders may walk between nodes at most this far apart on foot (1.3 times the straight line); 0 for none
    #[arg(long, value_name = "METRES", value_parser = not_negative, default_value_t = 800.0, help_heading = "Streets")]
    walk_metres: f64,

    /// When the trips are made, such as "weekday 7:00-9:00"; needs --period-hours [default: a whole weekday]
    #[arg(long, value_name = "TEXT", help_heading = "Demand")]
    period: Option<String>,

    /// Hours over which the trips are counted: 2 if they are those of two hours, 1 if they are per hour [default: 24]
    #[arg(long, value_name = "HOURS", value_parser = positive, help_heading = "Demand")]
    period_hours: Option<f64>,

    /// Gravity model: trips that start for each unit of the productions column
    #[arg(long, value_name = "TRIPS", value_parser = positive, default_value_t = 1.0, help_heading = "Demand")]
    trips_per_production: f64,

    /// Gravity model: minutes of driving after which demand falls to about a third (1/e)
    #[arg(long, value_name = "MINUTES", value_parser = positive, default_value_t = 10.0, help_heading = "Demand")]
    decay_minutes: f64,

    /// Gravity model: share of trips that also return
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 1.0, help_heading = "Demand")]
    return_share: f64,

    /// Demand between two nodes below this is left out
    #[arg(long, value_name = "TRIPS", value_parser = not_negative, default_value_t = 0.001, help_heading = "Demand")]
    smallest_demand: f64,

    /// Name of the city [default: the name of the folder]
    #[arg(long, help_heading = "Output")]
    name: Option<String>,

    /// Folder to write
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: PathBuf,

    /// Replace an existing city
    #[arg(long, help_heading = "Output")]
    force: bool,

    /// Print the report as one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Show no progress and no summary
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// Reads, imports, writes and reports.
pub fn run(args: &ImportArgs) -> anyhow::Result<()> {
    let bar = progress_bar(args);
    bar.set_message("reading zones and streets");
    let weights =
        WeightColumns { productions: args.productions.as_deref(), attractions: args.attractions.as_deref() };
    let zones = read_zones(&args.zones, weights)?;
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
        Progress::Links(done, all) => {
            bar.set_message("driving times between zones");
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        }
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

fn config(args: &ImportArgs) -> ImportConfig {
    let folder =
        || args.out.file_name().map_or_else(|| "city".into(), |name| name.to_string_lossy().into_owned());
    ImportConfig {
        name: args.name.clone().unwrap_or_else(folder),
        congestion: args.congestion,
        snap_metres: args.snap_metres,
        merge_metres: args.merge_metres,
        stop_metres: args.stop_metres,
        link_metres: args.link_metres,
        detour: args.detour,
        walk_metres: args.walk_metres,
        period: args.period.clone(),
        period_hours: args.period_hours,
        gravity: GravityConfig {
            trips_per_production: args.trips_per_production,
            decay_minutes: args.decay_minutes,
            return_share: args.return_share,
        },
        smallest_demand: args.smallest_demand,
        date: args.date,
        window: args.window,
        fixed_route_types: args.fixed_route_types.clone(),
        pair_directions: args.pair_directions,
    }
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

/// A few lines for the terminal; the report has the rest.
fn summary(imported: &Imported, out: &Path) -> String {
    let report = &imported.report;
    let (zones, network) = (&report.zones, &report.network);
    let mut lines = vec![format!(
        "{}: {} nodes, {} links, {} walks, {:.0} trips between {} pairs",
        report.settings.name,
        zones.nodes,
        report.links.links,
        report.walks.pairs,
        report.demand.kept,
        report.demand.pairs
    )];
    let DemandPeriod { name, hours, assumed, trips_per_hour } = &report.period;
    lines.push(match assumed {
        true => format!(
            "assumed: these are the trips of a {name}, {trips_per_hour:.0} per hour on average; else give --period \
             and --period-hours"
        ),
        false => {
            let unit = if *hours == 1.0 { "hour" } else { "hours" };
            format!("period: {name} ({hours} {unit}), {trips_per_hour:.0} trips per hour")
        }
    });
    if let Some(day) = &report.day {
        let (from, to) = report.settings.window.unwrap_or_default();
        let clock = |seconds: u32| format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
        lines.push(format!(
            "today ({day}, {} to {}): {} routes, {} of them one-way, {} fixed",
            clock(from),
            clock(to),
            network.routes,
            network.one_way,
            network.fixed_routes
        ));
    }
    let demand = &report.demand;
    let mut dropped = vec![
        (zones.isolated.len(), "isolated zones"),
        (report.streets.unreachable_corners, "unreachable street corners"),
        (demand.too_few_pairs, "pairs with little demand"),
    ];
    let stops: usize = report.feeds.iter().map(|feed| feed.stops_outside.len()).sum();
    let patterns: usize = report.feeds.iter().map(|feed| feed.patterns_skipped.len()).sum();
    dropped.extend([(stops, "stops outside"), (patterns, "patterns")]);
    let mut dropped: Vec<String> = dropped
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let trips = demand.outside + demand.at_left_out_zones + demand.too_few;
    if trips > 0.0 {
        dropped.push(format!("{trips:.1} trips"));
    }
    if !dropped.is_empty() {
        lines.push(format!("left out: {}", dropped.join(", ")));
    }
    if let Some(ratio) = network.scheduled_over_driven {
        lines.push(format!(
            "the timetable takes {ratio:.2} times as long as driving; --congestion {:.2} would match it",
            ratio * report.settings.congestion
        ));
    }
    lines.push(format!(
        "wrote {}; what was left out and why is in {}",
        out.display(),
        out.join("import.md").display()
    ));
    lines.into_iter().map(|line| line + "\n").collect()
}

fn window(text: &str) -> Result<(u32, u32), UsageError> {
    let times = text.split_once('-').and_then(|(from, to)| Some((parse_clock(from)?, parse_clock(to)?)));
    times.filter(|(from, to)| from < to).ok_or_else(|| {
        UsageError("give two times, the earlier first, such as 07:00-09:00 or 22:00-25:30".into())
    })
}

fn number(text: &str, fits: impl Fn(f64) -> bool, wanted: &str) -> Result<f64, UsageError> {
    let value = text.parse().ok().filter(|value: &f64| value.is_finite() && fits(*value));
    value.ok_or_else(|| UsageError(format!("give {wanted}")))
}

fn positive(text: &str) -> Result<f64, UsageError> {
    number(text, |value| value > 0.0, "a number above zero")
}

fn not_negative(text: &str) -> Result<f64, UsageError> {
    number(text, |value| value >= 0.0, "a number, zero or more")
}

fn share(text: &str) -> Result<f64, UsageError> {
    number(text, |value| (0.0..=1.0).contains(&value), "a share from 0 to 1")
}
