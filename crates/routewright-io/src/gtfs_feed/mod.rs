//! A network as a GTFS feed that an agency can load.
//!
//! Trips run by headways (`frequencies.txt`), all day between two times, on every day of a period. Running times are
//! the network's own, to the second; shapes follow the streets where their course is known.

mod package;
mod shape;
mod tables;

use routewright_model::geography::to_degrees;
use routewright_model::{City, Headways, Network, NodeId, Seconds};

pub use package::write_gtfs_feed;
pub(crate) use package::zipped;

use crate::show::shown;
use crate::{Date, LinkShapes};

/// Settings of a feed.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedOptions {
    /// Who runs the network.
    pub agency_name: String,
    /// Their web page, which the format requires: it starts with `http://` or `https://`.
    pub agency_url: String,
    /// Where clocks show the times of the feed, such as `America/Sao_Paulo`.
    pub timezone: String,
    /// Of names and texts, such as `en`.
    pub language: String,
    /// First and last day of service.
    pub days: (Date, Date),
    /// When the first and the last vehicle leave, after midnight.
    pub service: (Seconds, Seconds),
    /// How often they leave. Routes that say so themselves follow these only where they are named.
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
    /// Existing routes, such as a metro, that are not redesigned.
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
    /// The agency's page is not a web address.
    #[error("invalid agency URL '{url}'\n  help: write it in full, such as https://example.org")]
    AgencyUrl {
        /// The address, made fit for a message.
        url: String,
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
        first: Date,
        /// Last day of service.
        last: Date,
    },
}

/// The files of a feed: agency, stops, routes, trips out and back, stop times, shapes, frequencies, calendar and feed
/// info. Stops are nodes, with the same ids. A city on a plane is laid out around 0° N, 0° E at its true size.
///
/// # Errors
/// Nodes off the earth, times in the wrong order, or an agency URL that is not a web address.
pub fn gtfs_feed(content: &FeedContent<'_>, options: &FeedOptions) -> Result<Vec<FeedTable>, FeedError> {
    if !is_web_address(&options.agency_url) {
        return Err(FeedError::AgencyUrl { url: shown(&options.agency_url) });
    }
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

/// Whether a text is `http://` or `https://` and a host, without characters that a page could take for code.
fn is_web_address(text: &str) -> bool {
    let rest = ["http://", "https://"].iter().find_map(|scheme| {
        let start = text.get(..scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then(|| &text[scheme.len()..])
    });
    let is_bad = |letter: char| letter.is_whitespace() || letter.is_control() || "\"'<>`\\".contains(letter);
    rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_alphanumeric()) && !rest.contains(is_bad))
}

fn check_on_earth(city: &City, stop: NodeId) -> Result<(), FeedError> {
    let node = city.node(stop);
    let place = to_degrees(city, node.position);
    if place.x.abs() <= 180.0 && place.y.abs() <= 90.0 {
        return Ok(());
    }
    let [latitude, longitude] = [place.y, place.x].map(|degrees| format!("{degrees:.3}"));
    Err(FeedError::OffEarth { node: node.name.clone(), latitude, longitude })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agencies_have_web_addresses() {
        for good in ["https://example.org", "HTTP://city.gov.br/bus?a=1&b=2#top", "https://münchen.de/"] {
            assert!(is_web_address(good), "{good}");
        }
        for bad in
            ["", "example.org", "ftp://a.b", "javascript:alert(1)", "https://", "https:///a", "http://a b"]
        {
            assert!(!is_web_address(bad), "{bad}");
        }
        assert!(!is_web_address("https://a.b/\"onclick=x") && !is_web_address("ö"));
    }
}
