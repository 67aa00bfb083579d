//! A network as a GTFS feed that an agency can load.
//!
//! Trips run by headways (`frequencies.txt`), all day between two times, on every day of a period. Running times are
//! the network's own, to the second; shapes follow the streets where their course is known.

mod day;
mod package;
mod shape;
mod tables;

use routewright_model::{City, Coordinates, Headways, Network, NodeId, Position, Seconds};

pub use day::Day;
pub use package::write_gtfs_feed;
pub(crate) use package::zipped;

use crate::LinkShapes;

/// What a feed says besides the network.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedOptions {
    /// Who runs the network.
    pub agency_name: String,
    /// Their page; the format asks for one.
    pub agency_url: String,
    /// Where clocks show the times of the feed, such as `America/Sao_Paulo`.
    pub timezone: String,
    /// Of names and texts, such as `en`.
    pub language: String,
    /// First and last day of service.
    pub days: (Day, Day),
    /// When the first and the last vehicle leave, after midnight.
    pub service: (Seconds, Seconds),
    /// How often they leave.
    pub headways: Headways,
    /// Kind of vehicle on fixed routes as the format numbers them: 0 tram, 1 metro, 2 rail, 3 bus.
    pub fixed_route_type: u16,
}

/// Everything a feed is made of.
#[derive(Clone, Copy, Debug)]
pub struct FeedContent<'feed> {
    /// Where.
    pub city: &'feed City,
    /// Bus routes.
    pub network: &'feed Network,
    /// Routes that are there anyway.
    pub fixed: &'feed Network,
    /// The course of the streets.
    pub link_shapes: &'feed LinkShapes,
}

/// A file of a feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedTable {
    /// Its name, such as `stops.txt`.
    pub name: &'static str,
    /// Comma-separated values under a header.
    pub text: String,
}

/// Why a network cannot be a feed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedError {
    /// A node lies nowhere on earth.
    #[error(
        "node {node} lies at latitude {latitude}, longitude {longitude}, which is nowhere on earth\n  help: give positions \
         in degrees, or metres from a point within the city"
    )]
    OffEarth {
        /// Its id.
        node: String,
        /// Degrees north.
        latitude: String,
        /// Degrees east.
        longitude: String,
    },
    /// The last vehicle leaves before the first.
    #[error("service ends at {end}, which is not after its start at {start}")]
    EndsBeforeStart {
        /// First departure.
        start: String,
        /// Last departure.
        end: String,
    },
    /// The last day lies before the first.
    #[error("the last day {last} lies before the first, {first}")]
    LastDayFirst {
        /// First day of service.
        first: Day,
        /// Last day of service.
        last: Day,
    },
}

/// The files of a feed: agency, stops, routes, trips out and back, stop times, shapes, frequencies, calendar and feed
/// info. Stops are nodes, with the same ids. A city on a plane is laid out around 0° N, 0° E at its true size.
///
/// # Errors
/// Nodes off the earth, or times in the wrong order.
pub fn gtfs_feed(content: &FeedContent<'_>, options: &FeedOptions) -> Result<Vec<FeedTable>, FeedError> {
    let (first, last) = options.days;
    if last < first {
        return Err(FeedError::LastDayFirst { first, last });
    }
    let (start, end) = options.service;
    if end <= start {
        let (start, end) = (tables::clock(start), tables::clock(end));
        return Err(FeedError::EndsBeforeStart { start, end });
    }
    for route in content.network.routes.iter().chain(&content.fixed.routes) {
        route.stops().iter().try_for_each(|&stop| check_on_earth(content.city, stop))?;
    }
    Ok(tables::all(content, options))
}

/// Metres of a degree of latitude.
const METRES_PER_DEGREE: f64 = 111_320.0;

/// Longitude and latitude of a place of the city.
fn degrees(city: &City, place: Position) -> Position {
    match city.coordinates() {
        Coordinates::Degrees => place,
        Coordinates::Metres => Position { x: place.x / METRES_PER_DEGREE, y: place.y / METRES_PER_DEGREE },
    }
}

fn check_on_earth(city: &City, stop: NodeId) -> Result<(), FeedError> {
    let node = city.node(stop);
    let place = degrees(city, node.position);
    if place.x.abs() <= 180.0 && place.y.abs() <= 90.0 {
        return Ok(());
    }
    let [latitude, longitude] = [place.y, place.x].map(|degrees| format!("{degrees:.3}"));
    Err(FeedError::OffEarth { node: node.name.clone(), latitude, longitude })
}
