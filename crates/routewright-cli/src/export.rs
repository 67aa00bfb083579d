//! `routewright export`: a network for other programs.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use routewright::Network;
use routewright::io::{
    Day, FeedContent, FeedError, FeedOptions, gtfs_feed, network_to_geojson_on_streets, read_city,
    read_city_details, read_network, write_gtfs_feed, write_text_atomically,
};
use routewright::model::{Coordinates, Seconds};

use crate::exit::UsageError;
use crate::service::{ServiceArgs, note_unknown_routes};

/// Write a network as GTFS, as GeoJSON, or as both.
///
/// The GTFS feed has stops, routes, trips out and back, running times to the second, shapes, headways
/// (frequencies.txt) and a calendar of daily service: what trip planners and agencies' programs load. Stops are the
/// nodes of the city, with the same ids. Shapes and GeoJSON follow the streets where the city folder has their course
/// (link-shapes.geojson), else straight lines. A city on a plane, such as mandl, is laid out around 0° N, 0° E at its
/// true size.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  \
    routewright export my-city plan/network.json --gtfs plan.zip --agency-name 'My Agency' --timezone America/Sao_Paulo\n  \
    routewright export my-city today.json --fixed metro.json --gtfs feed --headways my-city/headways.csv\n  \
    routewright export mandl examples/mandl-six-routes.txt --geojson mandl.geojson")]
pub struct Args {
    /// A name built in (mandl) or a path to a city
    #[arg(value_name = "CITY")]
    city: String,

    /// The network: JSON, text with one route a line such as 1-2-3, or the folder of a design run
    #[arg(value_name = "NETWORK")]
    network: PathBuf,

    /// Write a GTFS feed: one file if the name ends in .zip, else a folder
    #[arg(long, value_name = "FILE.zip|DIR", required_unless_present = "geojson", help_heading = "Output")]
    gtfs: Option<PathBuf>,

    /// Write GeoJSON: a line for every route, a point for every stop
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    geojson: Option<PathBuf>,

    /// Routes that are there anyway, such as a metro: written as well
    #[arg(long, value_name = "NETWORK", help_heading = "Feed")]
    fixed: Option<PathBuf>,

    /// Kind of vehicle on the fixed routes: 0 tram, 1 metro, 2 rail, 3 bus
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Feed")]
    fixed_route_type: u16,

    /// Minutes between two vehicles of a route [default: 15]
    #[arg(long, value_name = "MINUTES", help_heading = "Feed")]
    headway: Option<f64>,

    /// Headways of single routes: a CSV file with the columns route and headway_minutes
    #[arg(long, value_name = "FILE", help_heading = "Feed")]
    headways: Option<PathBuf>,

    /// When the first vehicle leaves
    #[arg(long, value_name = "HH:MM", default_value = "06:00", value_parser = time_of_day, help_heading = "Feed")]
    start_time: Seconds,

    /// When the last vehicle leaves; after midnight hours go on beyond 24
    #[arg(long, value_name = "HH:MM", default_value = "23:00", value_parser = time_of_day, help_heading = "Feed")]
    end_time: Seconds,

    /// First day of service, such as 2026-01-31 [default: today]
    #[arg(long, value_name = "DAY", help_heading = "Feed")]
    first_day: Option<Day>,

    /// Last day of service [default: a year of service]
    #[arg(long, value_name = "DAY", help_heading = "Feed")]
    last_day: Option<Day>,

    /// Who runs the network
    #[arg(long, value_name = "NAME", default_value = "Routewright", help_heading = "Feed")]
    agency_name: String,

    /// Their page
    #[arg(long, value_name = "URL", default_value = "https://example.org", help_heading = "Feed")]
    agency_url: String,

    /// Where clocks show the times of the feed, such as America/Sao_Paulo
    #[arg(long, value_name = "ZONE", default_value = "Etc/UTC", help_heading = "Feed")]
    timezone: String,

    /// Language of names
    #[arg(long, value_name = "CODE", default_value = "en", help_heading = "Feed")]
    language: String,

    /// Say nothing
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// Reads, converts and writes.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let city = read_city(&args.city)?;
    let details = read_city_details(&city, &args.city)?;
    let network = read_network(&city, &args.network)?;
    let fixed = args.fixed.as_ref().map(|path| read_network(&city, path)).transpose()?.unwrap_or_default();
    if city.coordinates() == Coordinates::Metres && !args.quiet {
        eprintln!("note: {} lies on a plane; it is laid out around 0° N, 0° E at its true size", city.name());
    }
    if let Some(path) = &args.geojson {
        let fixed = (!fixed.routes.is_empty()).then_some(&fixed);
        let text = network_to_geojson_on_streets(&city, &network, fixed, &details.link_shapes);
        write_text_atomically(path, &text)?;
        if !args.quiet {
            eprintln!("wrote {}", path.display());
        }
    }
    if let Some(path) = &args.gtfs {
        let options = feed_options(args, &network, &fixed)?;
        let link_shapes = &details.link_shapes;
        let content = FeedContent { city: &city, network: &network, fixed: &fixed, link_shapes };
        let tables = gtfs_feed(&content, &options).map_err(|error| match error {
            FeedError::EndsBeforeStart { .. } => UsageError(format!("{error}\n  help: change --end-time")),
            FeedError::LastDayFirst { .. } => UsageError(format!("{error}\n  help: change --last-day")),
            FeedError::OffEarth { .. } => UsageError(error.to_string()),
        })?;
        write_gtfs_feed(path, &tables)?;
        if !args.quiet {
            let routes = network.routes.len() + fixed.routes.len();
            eprintln!(
                "wrote {}: {routes} routes from {} to {}",
                path.display(),
                options.days.0,
                options.days.1
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn feed_options(args: &Args, network: &Network, fixed: &Network) -> anyhow::Result<FeedOptions> {
    for (option, text) in [("--agency-name", &args.agency_name), ("--agency-url", &args.agency_url)] {
        if text.trim().is_empty() {
            bail!(UsageError(format!("{option} must not be empty")));
        }
    }
    if !names_a_timezone(&args.timezone) {
        let problem = format!("--timezone '{}' is no place of the tz database", args.timezone);
        bail!(UsageError(format!("{problem}\n  help: write area and place, such as America/Sao_Paulo")));
    }
    let service =
        ServiceArgs { headway: args.headway, headways: args.headways.clone(), ..ServiceArgs::default() };
    let headways = service.headways()?;
    if !args.quiet {
        note_unknown_routes(&headways, &[network, fixed]);
    }
    let first = args.first_day.unwrap_or_else(today);
    Ok(FeedOptions {
        agency_name: args.agency_name.clone(),
        agency_url: args.agency_url.clone(),
        timezone: args.timezone.clone(),
        language: args.language.clone(),
        days: (first, args.last_day.unwrap_or_else(|| first.year_later())),
        service: (args.start_time, args.end_time),
        headways,
        fixed_route_type: args.fixed_route_type,
    })
}

fn today() -> Day {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Day::after_1970((seconds / 86_400) as i64)
}

/// Reads `HH:MM` or `HH:MM:SS`.
fn time_of_day(text: &str) -> Result<Seconds, String> {
    let wrong = || format!("'{text}' is no time such as 06:30");
    let parts: Vec<u32> =
        text.split(':').map(|part| part.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let (hours, minutes, seconds) = match parts[..] {
        [hours, minutes] => (hours, minutes, 0),
        [hours, minutes, seconds] => (hours, minutes, seconds),
        _ => return Err(wrong()),
    };
    let is_time = hours < 100 && minutes < 60 && seconds < 60;
    if is_time { Ok(Seconds(hours * 3600 + minutes * 60 + seconds)) } else { Err(wrong()) }
}

/// Whether the name has the form of a place in the tz database, as feeds must have it. Abbreviations do not.
fn names_a_timezone(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic())
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || "_+-".contains(letter))
    };
    name == "UTC" || (name.contains('/') && name.split('/').all(is_part))
}
