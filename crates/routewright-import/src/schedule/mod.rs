//! Today's network out of timetables.

mod day;
mod fixed;
mod patterns;
mod pieces;
mod stops;
mod transit_lines;

use routewright_io::{Date, Feed};
use routewright_model::{City, NodeId, Route};
use serde::Serialize;

pub(crate) use day::{busiest_weekday, usual_window};
pub(crate) use patterns::{Pattern, representative_patterns};
pub(crate) use stops::StopFinder;
pub(crate) use transit_lines::{Piece, to_transit_lines};

use pieces::{cut, fill_in};

/// How a feed was used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FeedCounts {
    /// What the file is called.
    pub feed: String,
    /// `redesign` or `fixed`.
    pub role: String,
    /// Trips of all days.
    pub trips: usize,
    /// Trips without any stop.
    pub trips_without_stops: usize,
    /// Trips that start within the window on the day.
    pub trips_in_window: u64,
    /// Trips of the day that do not say when they start.
    pub trips_without_times: usize,
    /// Routes with such a trip.
    pub routes: usize,
    /// Different patterns of stops among them.
    pub patterns: usize,
    /// Trips that follow the pattern which stands for their route and direction.
    pub trips_on_representative_patterns: u64,
    /// Stops of those patterns.
    pub stops: usize,
    /// Of which outside: too far from every zone.
    pub stops_outside: Vec<String>,
    /// Patterns that were left out, and why.
    pub patterns_skipped: Vec<Skipped>,
    /// Nodes added between stops that are not linked, over all patterns.
    pub filled_in: usize,
    /// Patterns that return to a node and were cut into several routes.
    pub cut: Vec<String>,
    /// Calls at nodes that were lost where a pattern makes a small loop.
    pub lost_in_loops: usize,
    /// Scheduled running time of patterns that lie inside, and driving time along the same links, in minutes.
    pub scheduled_and_driven_minutes: (f64, f64),
}

/// A pattern that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// Its route.
    pub route: String,
    /// 0 out, 1 back.
    pub direction: u8,
    /// Why.
    pub reason: String,
}

/// When trips count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Period {
    pub(crate) day: Date,
    pub(crate) window: (u32, u32),
}

/// Which routes of a feed, and what is to become of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role<'a> {
    /// All but those of these kinds.
    Redesign { except: &'a [u32] },
    /// All, or only those of these kinds.
    Fixed { only: Option<&'a [u32]> },
}

impl Role<'_> {
    fn takes(self, kind: u32) -> bool {
        match self {
            Self::Redesign { except } => !except.contains(&kind),
            Self::Fixed { only } => only.is_none_or(|kinds| kinds.contains(&kind)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Redesign { .. } => "redesign",
            Self::Fixed { .. } => "fixed",
        }
    }
}

/// The patterns that stand for the routes of a feed, and the counts so far.
fn patterns_of(feed: &Feed, role: Role, period: Period, finder: &StopFinder) -> (Vec<Pattern>, FeedCounts) {
    let mut counts = FeedCounts {
        feed: feed.name.clone(),
        role: role.name().into(),
        trips: feed.trips.len(),
        trips_without_stops: feed.trips_without_stops,
        ..FeedCounts::default()
    };
    let patterns = representative_patterns(feed, role, period, &mut counts);
    let mut used: Vec<u32> = patterns.iter().flat_map(|pattern| pattern.stops.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    counts.stops = used.len();
    let outside = used.iter().filter(|&&stop| finder.node(stop).is_none());
    counts.stops_outside = outside.map(|&stop| feed.stops[stop as usize].id.clone()).collect();
    (patterns, counts)
}

/// Routes of a feed that are to be redesigned, cut into legal pieces.
pub(crate) fn existing_pieces(
    city: &City,
    feed: &Feed,
    role: Role,
    period: Period,
    finder: &StopFinder,
) -> (Vec<Piece>, FeedCounts) {
    let (patterns, mut counts) = patterns_of(feed, role, period, finder);
    let mut pieces = Vec::new();
    for pattern in &patterns {
        let route = &feed.routes[pattern.route as usize];
        let visits: Vec<NodeId> = finder.visits(&pattern.stops).into_iter().map(|visit| visit.node).collect();
        if visits.len() < 2 {
            counts.skip(route.name.clone(), pattern.direction, &visits);
            continue;
        }
        let steps = fill_in(city, &visits);
        counts.filled_in += steps.iter().filter(|step| !step.served).count();
        compare_times(city, pattern, finder, &steps, &mut counts);
        let found = cut(city, &steps);
        counts.lost_in_loops += found.lost;
        if found.pieces.len() > 1 {
            counts.cut.push(route.name.clone());
        }
        if found.pieces.is_empty() {
            counts.skip(route.name.clone(), pattern.direction, &visits);
        }
        for (part, stops) in found.pieces.into_iter().enumerate() {
            pieces.push(Piece {
                route: format!("{}\0{}", feed.name, route.id),
                name: route.name.clone(),
                direction: pattern.direction,
                part,
                stops,
                trips: pattern.all_trips as f64,
            });
        }
    }
    (pieces, counts)
}

/// Routes that are kept as they are, with their scheduled running times.
pub(crate) fn fixed_routes(
    city: &City,
    feed: &Feed,
    role: Role,
    period: Period,
    finder: &StopFinder,
) -> (Vec<(Route, f64)>, FeedCounts) {
    let (patterns, mut counts) = patterns_of(feed, role, period, finder);
    let routes = fixed::fixed_routes(city, feed, &patterns, finder, &mut counts);
    (routes, counts)
}

impl FeedCounts {
    fn skip(&mut self, route: String, direction: u8, visits: &[NodeId]) {
        let reason = match visits {
            [] => "no stop lies in a zone",
            [_] => "all its stops that lie in zones lie in one",
            _ => "nothing is left of it without its loops",
        };
        self.patterns_skipped.push(Skipped { route, direction, reason: reason.into() });
    }
}

/// Adds a pattern to the comparison of timetable and streets, if nearly all of it lies inside.
fn compare_times(
    city: &City,
    pattern: &Pattern,
    finder: &StopFinder,
    steps: &[pieces::Step],
    counts: &mut FeedCounts,
) {
    let Some(times) = &pattern.times else { return };
    let inside: Vec<usize> =
        (0..pattern.stops.len()).filter(|&at| finder.node(pattern.stops[at]).is_some()).collect();
    let (Some(&first), Some(&last)) = (inside.first(), inside.last()) else { return };
    if inside.len() * 10 < pattern.stops.len() * 9 || last == first {
        return;
    }
    let driven: f64 = steps.windows(2).map(|leg| city.leg_time(leg[0].node, leg[1].node).minutes()).sum();
    counts.scheduled_and_driven_minutes.0 += (times[last] - times[first]) / 60.0;
    counts.scheduled_and_driven_minutes.1 += driven;
}
