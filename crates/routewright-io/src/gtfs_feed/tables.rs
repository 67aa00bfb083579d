//! The tables of a feed.

use std::collections::BTreeSet;

use routewright_model::geography::to_degrees;
use routewright_model::{City, NodeId, Position, Route, Seconds};

use super::shape::Shape;
use super::{FeedContent, FeedOptions, FeedTable};
use crate::date::compact_date;
use crate::{Course, LinkShapes};

const AGENCY: &str = "agency";
const SERVICE: &str = "daily";
const BUS: u16 = 3;
/// Distinguishable on light and dark maps; repeated where there are more routes.
const COLOURS: [&str; 12] = [
    "1B6CA8", "D1495B", "2E933C", "B56F0F", "7B4FA3", "00868B", "B5446E", "6B7A0F", "4A5FC1", "A65E2E",
    "C72C9C", "3F8F6B",
];
const FIXED_COLOUR: &str = "555555";

/// A route of the feed.
struct FeedRoute<'feed> {
    route: &'feed Route,
    id: String,
    kind: u16,
    colour: &'static str,
    course: Course,
}

/// One way of a route.
struct Trip<'feed> {
    of: &'feed FeedRoute<'feed>,
    id: String,
    direction: usize,
    stops: Vec<NodeId>,
    /// Leg `i` leads from stop `i` to stop `i + 1` of this way.
    legs: Vec<Seconds>,
    shape: Shape,
}

pub(super) fn all(content: &FeedContent<'_>, options: &FeedOptions) -> Vec<FeedTable> {
    let city = content.city;
    let routes = feed_routes(content, options.fixed_route_type);
    let trips: Vec<Trip<'_>> = routes.iter().flat_map(|of| trips(city, of, content.link_shapes)).collect();
    vec![
        agency(options),
        stops(city, &trips),
        route_table(city, &routes),
        trip_table(city, &trips),
        stop_times(city, &trips, options.service.0),
        shapes(&trips),
        frequencies(content.city, &trips, options),
        calendar(options),
        feed_info(options),
    ]
}

/// `HH:MM:SS`; hours continue beyond 24.
pub(super) fn clock(time: Seconds) -> String {
    format!("{:02}:{:02}:{:02}", time.0 / 3600, time.0 / 60 % 60, time.0 % 60)
}

/// Ids are names, with a number behind where a name comes twice.
fn feed_routes<'feed>(content: &FeedContent<'feed>, fixed_kind: u16) -> Vec<FeedRoute<'feed>> {
    let planned = content.network.routes.iter().enumerate();
    let planned = planned.map(|(at, route)| (route, BUS, COLOURS[at % COLOURS.len()], Course::Streets));
    let fixed = content.fixed.routes.iter();
    let fixed = fixed.map(|route| (route, fixed_kind, FIXED_COLOUR, Course::Straight));
    let mut taken = BTreeSet::new();
    let mut feed_routes = Vec::new();
    for (route, kind, colour, course) in planned.chain(fixed) {
        let name = if route.name().trim().is_empty() { "route" } else { route.name().trim() };
        let numbered = (2..).map(|number: usize| format!("{name} ({number})"));
        let id = std::iter::once(name.to_owned()).chain(numbered).find(|id| !taken.contains(id));
        let id = id.expect("numbers do not end");
        taken.insert(id.clone());
        feed_routes.push(FeedRoute { route, id, kind, colour, course });
    }
    feed_routes
}

fn trips<'feed>(city: &City, of: &'feed FeedRoute<'feed>, link_shapes: &LinkShapes) -> Vec<Trip<'feed>> {
    let route = of.route;
    let way = |direction: usize, suffix: &str, stops: Vec<NodeId>, legs: Vec<Seconds>| {
        let shape = Shape::new(city, &link_shapes.legs_out(city, &stops, of.course));
        Trip { of, id: format!("{} {suffix}", of.id), direction, stops, legs, shape }
    };
    let mut trips = vec![way(0, "out", route.stops().to_vec(), route.legs_out().to_vec())];
    if let Some(legs) = route.legs_back() {
        let stops = route.stops().iter().rev().copied().collect();
        trips.push(way(1, "back", stops, legs.iter().rev().copied().collect()));
    }
    trips
}

fn agency(options: &FeedOptions) -> FeedTable {
    let FeedOptions { agency_name, agency_url, timezone, language, .. } = options;
    let mut rows = Rows::new(["agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang"]);
    rows.add([AGENCY, agency_name, agency_url, timezone, language]);
    rows.table("agency.txt")
}

fn stops(city: &City, trips: &[Trip<'_>]) -> FeedTable {
    let served: BTreeSet<NodeId> = trips.iter().flat_map(|trip| &trip.stops).copied().collect();
    let mut rows = Rows::new(["stop_id", "stop_name", "stop_lat", "stop_lon"]);
    for stop in served {
        let node = city.node(stop);
        let [lat, lon] = place(to_degrees(city, node.position));
        rows.add([&node.name, &node.name, &lat, &lon]);
    }
    rows.table("stops.txt")
}

fn route_table(city: &City, routes: &[FeedRoute<'_>]) -> FeedTable {
    let header = [
        "route_id",
        "agency_id",
        "route_short_name",
        "route_long_name",
        "route_type",
        "route_color",
        "route_text_color",
    ];
    let mut rows = Rows::new(header);
    for FeedRoute { route, id, kind, colour, .. } in routes {
        let stops = route.stops();
        let ends = [stops[0], stops[stops.len() - 1]].map(|end| city.node(end).name.as_str());
        let long = format!("{} – {}", ends[0], ends[1]);
        rows.add([id, AGENCY, id, &long, &kind.to_string(), colour, "FFFFFF"]);
    }
    rows.table("routes.txt")
}

fn trip_table(city: &City, trips: &[Trip<'_>]) -> FeedTable {
    let header = ["route_id", "service_id", "trip_id", "trip_headsign", "direction_id", "shape_id"];
    let mut rows = Rows::new(header);
    for trip in trips {
        let last = &city.node(trip.stops[trip.stops.len() - 1]).name;
        rows.add([&trip.of.id, SERVICE, &trip.id, last, &trip.direction.to_string(), &trip.id]);
    }
    rows.table("trips.txt")
}

/// The first vehicle's times; the others follow by their headway.
fn stop_times(city: &City, trips: &[Trip<'_>], start: Seconds) -> FeedTable {
    let header =
        ["trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "shape_dist_traveled"];
    let mut rows = Rows::new(header);
    for trip in trips {
        let mut time = start;
        for (at, &stop) in trip.stops.iter().enumerate() {
            if at > 0 {
                time += trip.legs[at - 1];
            }
            let (clock, sequence) = (clock(time), (at + 1).to_string());
            let covered = distance(trip.shape.stops[at]);
            rows.add([&trip.id, &clock, &clock, &city.node(stop).name, &sequence, &covered]);
        }
    }
    rows.table("stop_times.txt")
}

fn shapes(trips: &[Trip<'_>]) -> FeedTable {
    let header = ["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled"];
    let mut rows = Rows::new(header);
    for trip in trips {
        for (at, &(point, covered)) in trip.shape.points.iter().enumerate() {
            let [lat, lon] = place(point);
            rows.add([&trip.id, &lat, &lon, &(at + 1).to_string(), &distance(covered)]);
        }
    }
    rows.table("shapes.txt")
}

fn frequencies(city: &City, trips: &[Trip<'_>], options: &FeedOptions) -> FeedTable {
    let mut rows = Rows::new(["trip_id", "start_time", "end_time", "headway_secs", "exact_times"]);
    let (start, end) = options.service;
    for trip in trips {
        let headway = headway(city, trip.of.route, options).0.to_string();
        rows.add([&trip.id, &clock(start), &clock(end), &headway, "0"]);
    }
    rows.table("frequencies.txt")
}

/// The headway given for the route by name, else how often the route says it runs, else that of all routes.
fn headway(city: &City, route: &Route, options: &FeedOptions) -> Seconds {
    if let Some(&headway) = options.headways.own().get(route.name()) {
        return headway;
    }
    let Some(frequency) = route.frequency() else { return options.headways.every() };
    let dwell = if route.has_own_times() { None } else { city.service().dwell };
    let standing = dwell.unwrap_or_default().minutes() * route.stop_count() as f64
        + city.service().layover.unwrap_or_default().minutes();
    let ways = if route.legs_back().is_some() { 2.0 } else { 1.0 };
    let round_trip = route.time_out().minutes() + route.time_back().minutes() + ways * standing;
    // A vehicle that needs longer than a day for its round trip still leaves once a day.
    let headway = Seconds::from_minutes(frequency.headway_minutes(round_trip)).unwrap_or(Seconds::LONGEST);
    headway.max(Seconds(1))
}

fn calendar(options: &FeedOptions) -> FeedTable {
    let header = [
        "service_id",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "start_date",
        "end_date",
    ];
    let mut rows = Rows::new(header);
    let (first, last) = (compact_date(options.days.0), compact_date(options.days.1));
    rows.add([SERVICE, "1", "1", "1", "1", "1", "1", "1", &first, &last]);
    rows.table("calendar.txt")
}

fn feed_info(options: &FeedOptions) -> FeedTable {
    let FeedOptions { agency_name, agency_url, language, days, .. } = options;
    let header = [
        "feed_publisher_name",
        "feed_publisher_url",
        "feed_lang",
        "feed_start_date",
        "feed_end_date",
        "feed_version",
    ];
    let mut rows = Rows::new(header);
    let (first, last) = (compact_date(days.0), compact_date(days.1));
    let version = concat!("routewright ", env!("CARGO_PKG_VERSION"));
    rows.add([agency_name, agency_url, language, &first, &last, version]);
    rows.table("feed_info.txt")
}

/// Latitude and longitude to about a centimetre.
fn place(point: Position) -> [String; 2] {
    [point.y, point.x].map(|degrees| format!("{degrees:.7}"))
}

fn distance(metres: f64) -> String {
    format!("{metres:.1}")
}

/// Rows of a table under their header.
struct Rows(csv::Writer<Vec<u8>>);

impl Rows {
    fn new<const N: usize>(header: [&str; N]) -> Self {
        let mut rows = Self(csv::Writer::from_writer(Vec::new()));
        rows.add(header);
        rows
    }

    fn add<const N: usize>(&mut self, row: [&str; N]) {
        self.0.write_record(row).expect("memory takes rows of one length");
    }

    fn table(self, name: &'static str) -> FeedTable {
        let bytes = self.0.into_inner().expect("memory takes all rows");
        FeedTable { name, text: String::from_utf8(bytes).expect("rows are text") }
    }
}
