//! Options of `routewright city import`.

use std::path::PathBuf;

use routewright::import::{GravityConfig, ImportConfig, ImportFiles, Kind, StopSource};
use routewright::io::{Date, parse_clock, parse_date};

use crate::exit::UsageError;

/// Import a city from open data: zones, streets, trips and timetables.
///
/// Writes a city folder: stops and zones (nodes.csv, zones.csv), streets (links.csv, streets.json), ways on foot
/// (walks.csv), trips (demand.csv), today's lines as they run (existing.json those to be redesigned, fixed.json those that
/// stay, lines.json all of them whole), and a report of what was left out and why (import.md for people, import.json for
/// programs).
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright city import --zones hexagons.csv --osm city.osm.pbf --productions population --attractions jobs \\\n    \
      --gtfs buses.zip --fixed-gtfs metro.zip --out my-city\n  \
    routewright city import --zones zones.geojson --osm city.osm.pbf --od trips.csv --gateways gateways.csv --out my-city\n  \
    routewright evaluate my-city my-city/existing.json --fixed my-city/fixed.json\n  \
    routewright design my-city --vehicles today --start my-city/existing.json --fixed my-city/fixed.json")]
pub struct ImportArgs {
    /// Zones: CSV with id, lon, lat and weights, GeoJSON points or polygons, or a GeoPackage
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub(super) zones: PathBuf,

    /// Coordinate system of the zones, such as EPSG:31983 [default: what the file says, else longitude and latitude]
    #[arg(long, value_name = "CRS", help_heading = "Data")]
    pub(super) zones_crs: Option<String>,

    /// Layer of the GeoPackage that holds the zones [default: the first]
    #[arg(long, value_name = "NAME", help_heading = "Data")]
    pub(super) zones_layer: Option<String>,

    /// Column or property with the ids of the zones [default: id, or another that can serve]
    #[arg(long, value_name = "COLUMN", help_heading = "Data")]
    pub(super) zones_id: Option<String>,

    /// Streets: an OpenStreetMap extract in PBF form
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub(super) osm: PathBuf,

    /// Trips: CSV with from, to and perhaps trips and weight, or an OMX matrix (.omx)
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub(super) od: Option<PathBuf>,

    /// Matrix of the OMX file that holds the trips [default: the only one]
    #[arg(long, value_name = "NAME", requires = "od", help_heading = "Data")]
    pub(super) od_matrix: Option<String>,

    /// Column of the zones that trip origins are proportional to, such as population
    #[arg(long, value_name = "COLUMN", requires = "attractions", help_heading = "Data")]
    pub(super) productions: Option<String>,

    /// Column of the zones that trip destinations are proportional to, such as jobs
    #[arg(long, value_name = "COLUMN", requires = "productions", help_heading = "Data")]
    pub(super) attractions: Option<String>,

    /// Gateways for trips that leave the area: CSV with place (as in the trips; * is any place outside),
    /// gateway (a zone, or a name with lon and lat)
    #[arg(long, value_name = "FILE", requires = "od", help_heading = "Data")]
    pub(super) gateways: Option<PathBuf>,

    /// Timetable of the routes to be redesigned: GTFS zip file or folder; may be given several times
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub(super) gtfs: Vec<PathBuf>,

    /// Timetable of routes that stay, such as a metro; may be given several times
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub(super) fixed_gtfs: Vec<PathBuf>,

    /// Where the stops of the city come from: the feeds, OpenStreetMap, or every zone is a stop [default: feed where
    /// there is one, else osm where it has stops, else zones]
    #[arg(long, value_enum, value_name = "SOURCE", help_heading = "Stops")]
    pub(super) stops: Option<Stops>,

    /// Stops nearer than this to one that is used more are taken together under its name
    #[arg(long, value_name = "METRES", value_parser = positive, default_value_t = 250.0, help_heading = "Stops")]
    pub(super) stop_spacing: f64,

    /// Riders walk at most this far, along streets and footways, between zones and stops and between stops; 0 for not at
    /// all
    #[arg(long, value_name = "METRES", value_parser = not_negative, default_value_t = 800.0, help_heading = "Stops")]
    pub(super) walk_metres: f64,

    /// With --stops zones: a stop of a feed belongs to the zone around it, or to the nearest within this many metres
    /// [default: 500, or the distance between neighbouring zones]
    #[arg(long, value_name = "METRES", value_parser = positive, help_heading = "Stops")]
    pub(super) stop_metres: Option<f64>,

    /// Lines of these kinds in --gtfs are redesigned as well, by name or GTFS number, such as tram,ferry; without it only
    /// buses are, and rail, metro, tram, ferry and cable car stay
    #[arg(long, value_name = "KINDS", value_delimiter = ',', requires = "gtfs", help_heading = "Timetable")]
    pub(super) redesign_route_types: Vec<Kind>,

    /// Lines of these kinds in --gtfs stay as well, by name or GTFS number, such as trolleybus
    #[arg(long, value_name = "KINDS", value_delimiter = ',', requires = "gtfs", help_heading = "Timetable")]
    pub(super) fixed_route_types: Vec<Kind>,

    /// Day whose timetable is taken, such as 2026-03-18 [default: a normal weekday with the most trips]
    #[arg(long, value_name = "D", value_parser = parse_date, help_heading = "Timetable")]
    pub(super) date: Option<Date>,

    /// Trips that start within this time count; hours past 24 are allowed [default: 07:00-09:00, or the busiest
    /// two hours where nothing runs then]
    #[arg(long, value_name = "FROM-TO", value_parser = window, help_heading = "Timetable")]
    pub(super) window: Option<(u32, u32)>,

    /// Driving takes this many times as long as on empty streets [default: as the timetable says, or 1.3 without one]
    #[arg(long, value_name = "FACTOR", value_parser = positive, help_heading = "Streets")]
    pub(super) congestion: Option<f64>,

    /// A zone farther from every street is left out
    #[arg(long, value_name = "METRES", value_parser = positive, default_value_t = 500.0, help_heading = "Streets")]
    pub(super) snap_metres: f64,

    /// Merge zones nearer than this to a busier one into it: fewer nodes, faster searches [default: none]
    #[arg(long, value_name = "METRES", value_parser = positive, help_heading = "Streets")]
    pub(super) merge_metres: Option<f64>,

    /// Stops farther apart are not neighbours [default: three times the usual distance between neighbours]
    #[arg(long, value_name = "METRES", value_parser = positive, help_heading = "Streets")]
    pub(super) link_metres: Option<f64>,

    /// Links longer than this many times the straight line (and 500 m) are left out where the city stays
    /// connected without them
    #[arg(long, value_name = "FACTOR", value_parser = positive, default_value_t = 3.0, help_heading = "Streets")]
    pub(super) detour: f64,

    /// When the trips are made, such as "weekday 7:00-9:00"; needs --period-hours [default: a whole weekday]
    #[arg(long, value_name = "TEXT", help_heading = "Demand")]
    pub(super) period: Option<String>,

    /// Hours over which the trips are counted: 2 if they are those of two hours, 1 if they are per hour [default: 24]
    #[arg(long, value_name = "HOURS", value_parser = positive, help_heading = "Demand")]
    pub(super) period_hours: Option<f64>,

    /// Gravity model: trips that start for each unit of the productions column
    #[arg(long, value_name = "TRIPS", value_parser = positive, default_value_t = 1.0, help_heading = "Demand")]
    pub(super) trips_per_production: f64,

    /// Gravity model: minutes of driving after which demand falls to about a third (1/e)
    #[arg(long, value_name = "MINUTES", value_parser = positive, default_value_t = 10.0, help_heading = "Demand")]
    pub(super) decay_minutes: f64,

    /// Gravity model: share of trips that also return
    #[arg(long, value_name = "SHARE", value_parser = share, default_value_t = 1.0, help_heading = "Demand")]
    pub(super) return_share: f64,

    /// Demand between two nodes below this is left out
    #[arg(long, value_name = "TRIPS", value_parser = not_negative, default_value_t = 0.001, help_heading = "Demand")]
    pub(super) smallest_demand: f64,

    /// Go on although more than 5 % of people, jobs or trips are lost
    #[arg(long, help_heading = "Output")]
    pub(super) accept_losses: bool,

    /// Name of the city [default: the name of the folder]
    #[arg(long, help_heading = "Output")]
    pub(super) name: Option<String>,

    /// Folder to write
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(super) out: PathBuf,

    /// Replace an existing city
    #[arg(long, help_heading = "Output")]
    pub(super) force: bool,

    /// Print the report as one JSON object
    #[arg(long, help_heading = "Output")]
    pub(super) json: bool,

    /// Show no progress and no summary
    #[arg(long, help_heading = "Output")]
    pub(super) quiet: bool,
}

/// Where the stops of a city come from.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum Stops {
    /// Stops of the feeds, those near each other taken together
    Feed,
    /// Bus stops of OpenStreetMap, those near each other taken together
    Osm,
    /// Every zone is a stop
    Zones,
}

/// The files that the options name.
pub(super) fn files(args: &ImportArgs) -> ImportFiles {
    ImportFiles {
        zones: args.zones.clone(),
        zones_crs: args.zones_crs.clone(),
        zones_layer: args.zones_layer.clone(),
        zones_id: args.zones_id.clone(),
        streets: args.osm.clone(),
        trips: args.od.clone(),
        trips_matrix: args.od_matrix.clone(),
        productions: args.productions.clone(),
        attractions: args.attractions.clone(),
        gateways: args.gateways.clone(),
        feeds: args.gtfs.clone(),
        fixed_feeds: args.fixed_gtfs.clone(),
    }
}

/// The settings that the options give.
pub(super) fn config(args: &ImportArgs) -> ImportConfig {
    let folder =
        || args.out.file_name().map_or_else(|| "city".into(), |name| name.to_string_lossy().into_owned());
    ImportConfig {
        name: args.name.clone().unwrap_or_else(folder),
        stops: args.stops.map(|stops| match stops {
            Stops::Feed => StopSource::Feed,
            Stops::Osm => StopSource::Osm,
            Stops::Zones => StopSource::Zones,
        }),
        stop_spacing: args.stop_spacing,
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
        redesign_route_types: args.redesign_route_types.clone(),
        accept_losses: args.accept_losses,
    }
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
