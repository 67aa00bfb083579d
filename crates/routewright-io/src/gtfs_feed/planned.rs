//! Lines of a network as a feed has them.

use routewright_model::{City, NodeId, Pattern, Route, Seconds};

use super::line::{Call, FeedLine, Ids, Places, Run, Trip};
use super::shape::Shape;
use super::{FeedOptions, RouteCourse};
use crate::{Course, LinkShapes};

/// A route and what it looks like in the feed.
pub(super) struct Planned<'feed> {
    pub(super) route: &'feed Route,
    pub(super) agency: usize,
    pub(super) kind: u16,
    pub(super) colour: String,
    /// How its vehicles get from stop to stop where nobody laid it out.
    pub(super) course: Course,
    /// Where it was laid out along the streets.
    pub(super) laid: Option<&'feed RouteCourse>,
}

impl Planned<'_> {
    /// The line of this route. Its name is its id, with a number behind where a name comes twice.
    pub(super) fn line(
        &self,
        link_shapes: &LinkShapes,
        options: &FeedOptions,
        ids: &mut Ids,
        places: &mut Places<'_>,
        city: &City,
    ) -> FeedLine {
        let route = self.route;
        let name = if route.name().trim().is_empty() { "route" } else { route.name().trim() };
        let id = ids.unused(name);
        let short_name = ids.unused_name(name);
        let runs = planned_runs(headway(route, options), options);
        let patterns = route.patterns();
        let trip = |(way, pattern): (usize, &Pattern)| {
            let legs = match self.laid.and_then(|laid| laid.get(way)) {
                Some(legs) if legs.len() == pattern.legs.len() && legs.iter().all(|leg| leg.len() >= 2) => {
                    legs.clone()
                }
                _ => link_shapes.legs_out(city, &pattern.stops, self.course),
            };
            let last = pattern.stops[pattern.stops.len() - 1];
            let shape = Shape::new(city, &legs);
            Trip {
                id: format!("{id} {}", ["out", "back"][way.min(1)]),
                direction: way.min(1) as u8,
                headsign: label(city, last).to_owned(),
                calls: calls(route, pattern, &shape, options.dwell, places),
                shape,
                runs: runs.clone(),
            }
        };
        let trips = patterns.iter().enumerate().map(trip).collect();
        let (agency, kind, colour) = (self.agency, self.kind, self.colour.clone());
        FeedLine { id, agency, short_name, long_name: ends(city, route.stops()), kind, colour, trips }
    }
}

/// Periods of the day at a headway of one's own.
pub(super) fn planned_runs(headway: Seconds, options: &FeedOptions) -> Vec<Run> {
    let run = |period: &super::FeedPeriod| {
        let seconds = (f64::from(headway.0) * period.factor).round();
        let headway = Seconds((seconds as u32).clamp(1, Seconds::LONGEST.0));
        Run { start: period.start, end: period.end, headway }
    };
    options.periods.periods().iter().map(run).collect()
}

/// The headway given for the route by name, else how often the route says it runs, else that of all routes.
pub(super) fn headway(route: &Route, options: &FeedOptions) -> Seconds {
    if let Some(&headway) = options.headways.own().get(route.name()) {
        return headway;
    }
    let Some(frequency) = route.frequency() else { return options.headways.every() };
    let ways = route.patterns();
    let dwell = if route.has_own_times() { 0 } else { options.dwell.0 };
    let standing: usize =
        ways.iter().map(|way| way.stops.len() * dwell as usize + options.layover.0 as usize).sum();
    let driving = route.time_out() + route.time_back();
    let round_trip = driving.minutes() + standing as f64 / 60.0;
    // A vehicle that needs longer than a day for its round trip still leaves once a day.
    let headway = Seconds::from_minutes(frequency.headway_minutes(round_trip)).unwrap_or(Seconds::LONGEST);
    headway.max(Seconds(1))
}

/// Times of the first vehicle, from its departure. It stands at the stops between the ends; a timetable says when it
/// leaves a stop, so it arrives at that moment as well.
fn calls(
    route: &Route,
    pattern: &Pattern,
    shape: &Shape,
    dwell: Seconds,
    places: &mut Places<'_>,
) -> Vec<Call> {
    let dwell = if route.has_own_times() { Seconds(0) } else { dwell };
    let last = pattern.stops.len() - 1;
    let mut time = Seconds(0);
    let mut calls = Vec::new();
    for (at, (&stop, stand)) in pattern.stops.iter().zip(shape.stop_places()).enumerate() {
        if at > 0 {
            time += pattern.legs[at - 1];
        }
        let arrival = time;
        if at > 0 && at < last {
            time += dwell;
        }
        calls.push(Call { place: places.node(stop, stand), arrival, departure: time });
    }
    calls
}

/// Both ends of a line. A circular one is told by the stop half-way.
fn ends(city: &City, stops: &[NodeId]) -> String {
    let (first, last) = (stops[0], stops[stops.len() - 1]);
    match first == last {
        true => [first, stops[stops.len() / 2], last].map(|stop| label(city, stop)).join(" – "),
        false => format!("{} – {}", label(city, first), label(city, last)),
    }
}

fn label(city: &City, stop: NodeId) -> &str {
    city.node(stop).label().trim()
}
