//! A network as a GTFS feed that an agency can load.
//!
//! Trips run by headways (`frequencies.txt`), in periods of the day, on the days of the week asked for. Running times are
//! the network's own, to the second, with time at stops; shapes follow the streets where their course is known. Lines
//! of today that stay as they are come whole, with their own agency, kind, stops, times and departures.

mod assemble;
mod line;
mod names;
mod package;
mod periods;
mod places_along;
mod planned;
mod shape;
mod tables;
mod today;
mod weekdays;

use routewright_model::geography::to_degrees;
use routewright_model::{City, Headways, Network, NodeId, Position, Seconds};

pub use package::write_gtfs_feed;
pub(crate) use package::zipped;
pub use periods::{FeedPeriod, FeedPeriods, time_of_day};
pub(crate) use places_along::places_along;
pub use weekdays::Weekdays;

use crate::show::shown;
use crate::{Date, LinkShapes, TodayLine};

/// Settings of a feed.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedOptions {
    /// Who runs the network.
    pub agency_name: String,
    /// Their web page, which the format requires: it starts with `http://` or `https://`.
    pub agency_url: String,
    /// Whom to ask about the feed: an e-mail address or a web page; the agency's page by default.
    pub contact: Option<String>,
    /// Where clocks show the times of the feed, such as `America/Sao_Paulo`.
    pub timezone: String,
    /// Of names and texts, such as `en`.
    pub language: String,
    /// First and last day of service.
    pub days: (Date, Date),
    /// Days of the week with service.
    pub weekdays: Weekdays,
    /// When vehicles run, and how much more or less often than their headways say.
    pub periods: FeedPeriods,
    /// How often they leave. Routes that say so themselves follow these only where they are named.
    pub headways: Headways,
    /// Time at every stop of routes without a timetable of their own.
    pub dwell: Seconds,
    /// Rest of a vehicle at each end of a route.
    pub layover: Seconds,
    /// Kind of vehicle on fixed routes that are not among today's lines, as the format numbers them: 0 tram, 1 metro,
    /// 2 rail, 3 bus.
    pub fixed_route_type: u16,
}

/// The course of a route on the ground: of every way that it is driven, and of every leg of it, two points or more in
/// the coordinates of the city.
pub type RouteCourse = Vec<Vec<Vec<Position>>>;

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
    /// The course of the routes of `network`, by their place, where they were laid out; the others follow
    /// `link_shapes`.
    pub courses: Option<&'feed [Option<RouteCourse>]>,
    /// Today's lines. Routes that are one of them, unchanged, come whole.
    pub lines: &'feed [TodayLine],
    /// Colours that somebody chose for the routes of `network`, by their place, as six hexadecimal digits.
    pub colours: &'feed [String],
}

impl<'feed> FeedContent<'feed> {
    /// Routes along links, without lines of today.
    pub fn new(
        city: &'feed City,
        network: &'feed Network,
        fixed: &'feed Network,
        link_shapes: &'feed LinkShapes,
    ) -> Self {
        Self { city, network, fixed, link_shapes, courses: None, lines: &[], colours: &[] }
    }
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
    /// The contact is neither an address to write to nor a page.
    #[error(
        "invalid contact {contact}\n  help: give an e-mail address or a web page, such as https://example.org"
    )]
    Contact {
        /// What was given, made fit for a message.
        contact: String,
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
/// info. Stops of designed routes are nodes, with the same ids. A city on a plane is laid out around 0° N, 0° E at its
/// true size.
///
/// # Errors
/// Nodes off the earth, days in the wrong order, or an agency URL or contact that is none.
pub fn gtfs_feed(content: &FeedContent<'_>, options: &FeedOptions) -> Result<Vec<FeedTable>, FeedError> {
    if !is_web_address(&options.agency_url) {
        return Err(FeedError::AgencyUrl { url: shown(&options.agency_url) });
    }
    let (first, last) = options.days;
    if last < first {
        return Err(FeedError::LastDayFirst { first, last });
    }
    if let Some(contact) = options.contact.as_deref().filter(|text| !is_web_address(text) && !is_email(text))
    {
        return Err(FeedError::Contact { contact: shown(contact) });
    }
    for route in content.network.routes.iter().chain(&content.fixed.routes) {
        for pattern in route.patterns() {
            pattern.stops.iter().try_for_each(|&stop| check_on_earth(content.city, stop))?;
        }
    }
    Ok(assemble::tables(content, options).all())
}

/// Whether a text looks like an e-mail address.
fn is_email(text: &str) -> bool {
    let is_bad =
        |letter: char| letter.is_whitespace() || letter.is_control() || "\"'<>`\\,;:".contains(letter);
    match text.split_once('@') {
        Some((who, host)) => {
            !who.is_empty()
                && host.contains('.')
                && !host.contains('@')
                && !text.contains(is_bad)
                && !host.ends_with('.')
        }
        None => false,
    }
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

    #[test]
    fn contacts_may_be_written_to() {
        assert!(is_email("plan@city.gov.br") && is_email("a.b+c@d.e"));
        for bad in ["", "@a.b", "a@b", "a b@c.d", "a@b@c.d", "a@b.", "mailto:a@b.c"] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
