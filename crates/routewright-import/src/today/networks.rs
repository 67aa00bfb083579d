//! Today's lines as networks of the city, and whole as they run.

use routewright_io::{Feed, LineAgency, LineStop, LineWay, TodayLine, TodayLines};
use routewright_model::{City, Frequency, Network, NodeId, Pattern as NodePattern, Route, Seconds};

use super::{Line, Pattern, Skipped, Timetable};

/// Today's lines.
#[derive(Debug, Default)]
pub(crate) struct Networks {
    /// Lines to be redesigned, as they run within the city.
    pub(crate) existing: Network,
    /// Lines that stay.
    pub(crate) fixed: Network,
    /// Minutes between vehicles, by the names of the lines of both.
    pub(crate) headways: Vec<(String, f64)>,
    /// All of them whole, also outside the city.
    pub(crate) lines: TodayLines,
}

/// Lines on the nodes of the city; `node_of` knows the node of a stop, by feed and place among its stops. Counts what
/// is left out in the timetable.
pub(crate) fn networks(
    timetable: &mut Timetable<'_>,
    city: &City,
    node_of: impl Fn(usize, u32) -> Option<NodeId>,
) -> Networks {
    let mut found = Networks::default();
    found.lines.day = timetable.day.date.clone();
    let minutes = timetable.window_minutes();
    let mut skipped = Vec::new();
    for line in &timetable.lines {
        let feed = timetable.feeds[line.feed];
        let mut ways = Vec::new();
        for way in &line.ways {
            match within(way, |stop| node_of(line.feed, stop)) {
                Ok(pattern) => ways.push((pattern, way)),
                Err(reason) => skipped.push((line, way.direction, reason)),
            }
        }
        let trips: u64 = ways.iter().map(|(_, way)| way.all_trips).sum();
        let count = ways.len();
        let mut patterns = ways.into_iter().map(|(pattern, _)| pattern);
        let Some(out) = patterns.next() else { continue };
        let headway = usable_headway(minutes * count as f64 / trips as f64);
        let route = Route::with_timetable(city, line.name.clone(), out, patterns.next())
            .expect("visits are known nodes, no two in a row the same");
        let route = route.with_frequency(Some(Frequency::Every(headway)));
        found.headways.push((line.name.clone(), headway));
        if line.is_fixed {
            found.fixed.routes.push(route)
        } else {
            found.existing.routes.push(route)
        }
        found.lines.lines.push(whole(line, feed, city, |stop| node_of(line.feed, stop)));
    }
    let skipped: Vec<(usize, bool, Skipped)> = skipped
        .into_iter()
        .map(|(line, direction, reason)| {
            let skipped = Skipped { route: line.name.clone(), direction, reason: reason.into() };
            (line.feed, line.is_fixed, skipped)
        })
        .collect();
    for (feed, is_fixed, skipped) in skipped {
        let is_its =
            |counts: &&mut super::FeedCounts| counts.at == feed && (counts.role == "fixed") == is_fixed;
        if let Some(counts) = timetable.counts.iter_mut().find(is_its) {
            counts.lines_skipped.push(skipped);
        }
    }
    found
}

/// Minutes with two decimals, within the bounds of a headway.
fn usable_headway(minutes: f64) -> f64 {
    ((minutes * 100.0).round() / 100.0).clamp(0.01, Frequency::LONGEST_HEADWAY)
}

/// One or more consecutive stops at one node.
struct Visit {
    node: NodeId,
    /// Places of the first and the last of the stops in the pattern.
    first: usize,
    last: usize,
}

/// The nodes of a pattern in order; stops outside are passed, and repeats in a row count once.
fn visits(stops: &[u32], node_of: impl Fn(u32) -> Option<NodeId>) -> Vec<Visit> {
    let mut visits: Vec<Visit> = Vec::new();
    for (at, &stop) in stops.iter().enumerate() {
        let Some(node) = node_of(stop) else { continue };
        match visits.last_mut() {
            Some(visit) if visit.node == node => visit.last = at,
            _ => visits.push(Visit { node, first: at, last: at }),
        }
    }
    visits
}

/// The part of a pattern within the city, with its scheduled times: from the first stop there to the last.
fn within(way: &Pattern, node_of: impl Fn(u32) -> Option<NodeId>) -> Result<NodePattern, &'static str> {
    let visits = visits(&way.stops, node_of);
    match visits.len() {
        0 => return Err("it has no stop in the area"),
        1 => return Err("all its stops in the area are one place"),
        _ => {}
    }
    let times = way.times.as_ref().expect("ways without times were left out before");
    let last = visits.len() - 1;
    let clock = |at: usize| times[if at == last { visits[at].last } else { visits[at].first }];
    let legs: Option<Vec<Seconds>> =
        (0..last).map(|at| Seconds::from_seconds((clock(at + 1) - clock(at)).max(1.0))).collect();
    let legs = legs.filter(|legs| legs.iter().all(|&leg| leg <= Seconds::LONGEST));
    let legs = legs.ok_or("it takes over a day from one stop to the next")?;
    Ok(NodePattern { stops: visits.into_iter().map(|visit| visit.node).collect(), legs })
}

/// A line with all its stops, times and shapes.
fn whole(line: &Line, feed: &Feed, city: &City, node_of: impl Fn(u32) -> Option<NodeId>) -> TodayLine {
    let route = &feed.routes[line.route as usize];
    let stop = |&at: &u32| {
        let stop = &feed.stops[at as usize];
        let name = if stop.name.is_empty() { &stop.id } else { &stop.name };
        LineStop {
            id: stop.id.clone(),
            name: name.clone(),
            lon: stop.lon,
            lat: stop.lat,
            node: node_of(at).map(|node| city.node(node).name.clone()),
        }
    };
    let way = |way: &Pattern| {
        let stops: Vec<LineStop> = way.stops.iter().map(stop).collect();
        let times = way.times.as_ref().expect("ways without times were left out before");
        let trip = &feed.trips[way.trip];
        let shape = feed.shape(trip).map(<[[f64; 2]]>::to_vec).filter(|shape| shape.len() > 1);
        LineWay {
            direction: way.direction,
            headsign: trip.headsign.as_deref().map(String::from),
            seconds: times.iter().map(|time| time.max(0.0).round() as u32).collect(),
            shape: shape.unwrap_or_else(|| stops.iter().map(|stop| [stop.lon, stop.lat]).collect()),
            stops,
            departures: way.departures.clone(),
        }
    };
    let agency = feed.agency(route).cloned().unwrap_or_default();
    TodayLine {
        name: line.name.clone(),
        feed: feed.name.clone(),
        route_id: route.id.clone(),
        short_name: route.short_name.clone(),
        long_name: route.long_name.clone(),
        agency: LineAgency {
            name: if agency.name.is_empty() { feed.name.clone() } else { agency.name },
            url: agency.url,
            timezone: agency.timezone,
            lang: agency.lang,
        },
        kind: route.kind,
        colour: route.colour.clone(),
        is_fixed: line.is_fixed,
        ways: line.ways.iter().map(way).collect(),
    }
}
