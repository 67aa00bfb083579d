//! `routewright export`: a network for other programs.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use routewright::design::{
    CourseCheck, GtfsOptions, InputNames, Inputs, OperatingOptions, read_network, unused_headways, write_gtfs,
};
use routewright::io::{
    Date, FeedContent, FeedPeriods, Weekdays, network_to_geojson_on_streets, parse_date, refuse_to_replace,
    time_of_day, write_text_atomically,
};
use routewright::model::{Coordinates, Seconds};

use crate::exit::UsageError;
use crate::terminal::{say, say_notes};

/// Write a network as GTFS, as GeoJSON, or as both.
///
/// The GTFS feed has stops, routes, trips out and back, running times to the second with time at stops, shapes,
/// headways (frequencies.txt) and a calendar of daily service: what trip planners and agencies' programs load. Stops of
/// designed routes are the nodes of the city, with the same ids. Where vehicles stand farther apart for one node, such
/// as round a corner, each place is a stop: 12 and 12 (2). Shapes and GeoJSON follow the streets where the city folder
/// has them (streets.json, link-shapes.geojson), else straight lines. A city on a plane, such as mandl, is laid out
/// around 0° N, 0° E at its true size.
///
/// Routes that are one of today's lines unchanged, such as a metro in --fixed, are written whole where the city folder
/// has them (lines.json): with the stops outside the area, and with their own agency, kind of vehicle, colour, times
/// and departures of every hour.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright export my-city plan/network.json --gtfs plan.zip --agency-name 'My Agency' --timezone America/Sao_Paulo\n  \
    routewright export my-city today.json --fixed metro.json --gtfs feed --headways my-city/headways.csv\n  \
    routewright export my-city plan --gtfs plan.zip --periods 5:00-7:00=2,7:00-9:00=1,9:00-16:00=1.5,16:00-19:00=1,19:00-24:00=2\n  \
    routewright export mandl examples/mandl-six-routes.txt --geojson mandl.geojson")]
pub struct Args {
    /// A built-in city (mandl) or a path
    #[arg(value_name = "CITY")]
    city: String,

    /// The network: JSON, text with one route per line such as 1-2-3, or the folder of a design run
    #[arg(value_name = "NETWORK")]
    network: PathBuf,

    /// Write a GTFS feed: one file if the name ends in .zip, else a folder
    #[arg(long, value_name = "FILE.zip|DIR", required_unless_present = "geojson", help_heading = "Output")]
    gtfs: Option<PathBuf>,

    /// Write GeoJSON: a line for every route, a point for every stop
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    geojson: Option<PathBuf>,

    /// Existing routes, such as a metro, to be written as well
    #[arg(long, value_name = "NETWORK", help_heading = "Feed")]
    fixed: Option<PathBuf>,

    /// Kind of vehicle on fixed routes that are not in lines.json: 0 tram, 1 metro, 2 rail, 3 bus
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Feed")]
    fixed_route_type: u16,

    /// Minutes between two vehicles of a route that does not say so itself [default: 15]
    #[arg(long, value_name = "MINUTES", help_heading = "Feed")]
    headway: Option<f64>,

    /// Headways of single routes: a CSV file with the columns route and headway_minutes
    #[arg(long, value_name = "FILE", help_heading = "Feed")]
    headways: Option<PathBuf>,

    /// Periods of the day: from, to, and what headways are multiplied by. With 7:00-9:00=1,9:00-16:00=1.5 a line
    /// every 10 minutes runs every 10 minutes until 9:00, then every 15. Between two periods nothing runs. Lines that
    /// come from lines.json keep the departures of today [default: one, from --start-time to --end-time]
    #[arg(long, value_name = "FROM-TO=FACTOR,...", help_heading = "Feed", conflicts_with_all = ["start_time", "end_time"])]
    periods: Option<FeedPeriods>,

    /// When the first vehicle leaves
    #[arg(long, value_name = "HH:MM", default_value = "06:00", value_parser = time_of_day, help_heading = "Feed")]
    start_time: Seconds,

    /// When the last vehicle leaves; hours beyond 24 are after midnight
    #[arg(long, value_name = "HH:MM", default_value = "23:00", value_parser = time_of_day, help_heading = "Feed")]
    end_time: Seconds,

    /// Minutes a vehicle takes at every stop between the ends; routes with leg_minutes include it [default: the
    /// city's, or 0.3 in cities with positions in degrees and 0 in the literature's]
    #[arg(long, value_name = "MINUTES", help_heading = "Feed", value_parser = minutes)]
    dwell: Option<Seconds>,

    /// Minutes a vehicle rests at each end: decides how often a route with a number of vehicles runs [default: the
    /// city's, or 3 in cities with positions in degrees and 0 in the literature's]
    #[arg(long, value_name = "MINUTES", help_heading = "Feed", value_parser = minutes)]
    layover: Option<Seconds>,

    /// First day of service, such as 2026-01-31 [default: today]
    #[arg(long, value_name = "DAY", value_parser = parse_date, help_heading = "Feed")]
    first_day: Option<Date>,

    /// Last day of service [default: a year of service]
    #[arg(long, value_name = "DAY", value_parser = parse_date, help_heading = "Feed")]
    last_day: Option<Date>,

    /// Days of the week with service: daily, or days such as mon-fri or sat,sun
    #[arg(long, value_name = "DAYS", default_value = "daily", value_parser = weekdays, help_heading = "Feed")]
    weekdays: Weekdays,

    /// Who runs the network
    #[arg(long, value_name = "NAME", default_value = "Routewright", help_heading = "Feed")]
    agency_name: String,

    /// Their page
    #[arg(long, value_name = "URL", default_value = "https://example.org", help_heading = "Feed")]
    agency_url: String,

    /// Whom to ask about the feed: an e-mail address or a web page [default: --agency-url]
    #[arg(long, value_name = "EMAIL|URL", help_heading = "Feed")]
    contact: Option<String>,

    /// Time zone of the feed, such as America/Sao_Paulo [default: that of today's lines, or Etc/UTC]
    #[arg(long, value_name = "ZONE", help_heading = "Feed")]
    timezone: Option<String>,

    /// Language of names, such as pt [default: that of today's lines, or en]
    #[arg(long, value_name = "CODE", help_heading = "Feed")]
    language: Option<String>,

    /// Print nothing
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// Reads, converts and writes.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let fixed = args.fixed.as_deref();
    let inputs = Inputs::read(&InputNames { city: &args.city, fixed, ..InputNames::default() })?;
    let (city, details) = (&inputs.city, &inputs.details);
    let network = read_network(city, &args.network)?;
    let shapes = inputs.ground.shapes(city, &details.link_shapes, &[&network, &inputs.fixed]);
    if city.coordinates() == Coordinates::Metres {
        let note =
            format!("{} has plane coordinates; it is placed around 0° N, 0° E at its true size", city.name());
        say_notes(&[note], args.quiet);
    }
    if let Some(path) = &args.geojson {
        let sources: Vec<&Path> = [Path::new(&args.city), &args.network].into_iter().chain(fixed).collect();
        refuse_to_replace(&sources, path).map_err(|error| UsageError(error.to_string()))?;
        let fixed = (!inputs.fixed.routes.is_empty()).then_some(&inputs.fixed);
        write_text_atomically(path, &network_to_geojson_on_streets(city, &network, fixed, &shapes, &[]))?;
        if !args.quiet {
            say(&format!("wrote {}", path.display()));
        }
    }
    if let Some(path) = &args.gtfs {
        let options = args.gtfs_options()?;
        let unused = unused_headways(&options.headways, &[&network, &inputs.fixed]);
        say_notes(&unused.into_iter().collect::<Vec<_>>(), args.quiet);
        let content = FeedContent {
            lines: &inputs.ground.lines.lines,
            ..FeedContent::new(city, &network, &inputs.fixed, &shapes)
        };
        write_gtfs(path, &content, &options)?;
        let dwell = args.dwell.or(city.service().dwell).unwrap_or_default();
        if let Some(check) = inputs.ground.check(city, &network, &shapes, dwell) {
            report_check(&check, args.quiet);
        }
        if !args.quiet {
            let (routes, (first, last)) = (network.routes.len() + inputs.fixed.routes.len(), options.days());
            say(&format!("wrote {}: {routes} routes from {first} to {last}", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what walking every shape over the street map found.
fn report_check(check: &CourseCheck, is_quiet: bool) {
    let CourseCheck { ways, legs, faults, leg_speeds: (slowest, fastest), way_speeds } = check;
    if !faults.is_empty() {
        let shown: Vec<String> = faults.iter().take(10).map(|fault| format!("  - {fault}")).collect();
        let more =
            if faults.len() > 10 { format!("\n  and {} more", faults.len() - 10) } else { String::new() };
        say(&format!(
            "warning: {} faults of courses along the streets:\n{}{more}",
            faults.len(),
            shown.join("\n")
        ));
    } else if !is_quiet {
        say(&format!(
            "checked {ways} ways over the street map: none against a one-way street, no turn on the spot; {legs} legs of \
             {slowest:.0} to {fastest:.0} km/h, whole ways {:.0} to {:.0} km/h with time at stops",
            way_speeds.0, way_speeds.1
        ));
    }
}

impl Args {
    fn gtfs_options(&self) -> anyhow::Result<GtfsOptions> {
        let headway = OperatingOptions {
            headway: self.headway,
            headways: self.headways.clone(),
            ..OperatingOptions::default()
        };
        Ok(GtfsOptions {
            agency_name: self.agency_name.clone(),
            agency_url: self.agency_url.clone(),
            timezone: self.timezone.clone(),
            language: self.language.clone(),
            contact: self.contact.clone(),
            periods: self.periods.clone(),
            dwell: self.dwell,
            layover: self.layover,
            first_day: self.first_day,
            last_day: self.last_day,
            weekdays: self.weekdays,
            start_time: self.start_time,
            end_time: self.end_time,
            headways: headway.headways()?,
            fixed_route_type: self.fixed_route_type,
        })
    }
}

fn weekdays(text: &str) -> Result<Weekdays, String> {
    text.parse()
}

/// Reads a time in minutes.
fn minutes(text: &str) -> Result<Seconds, String> {
    let time = text.trim().parse().ok().and_then(Seconds::from_minutes);
    time.ok_or_else(|| "give minutes, such as 0.5".to_owned())
}
