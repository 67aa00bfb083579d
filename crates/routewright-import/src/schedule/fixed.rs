//! Routes that are kept as they are, such as a metro: nodes as the vehicle visits them, times as scheduled.

use routewright_io::Feed;
use routewright_model::{City, Direction, NodeId, Route, Seconds};

use super::{FeedCounts, Pattern, Skipped, StopFinder};

struct Run {
    route: u32,
    name: String,
    direction: u8,
    stops: Vec<NodeId>,
    legs: Vec<f64>,
    trips: f64,
}

/// The routes and their trips per direction. Out and back that are each other's reverse are one two-way route
/// whose legs take the mean of both.
pub(super) fn fixed_routes(
    city: &City,
    feed: &Feed,
    patterns: &[Pattern],
    finder: &StopFinder,
    counts: &mut FeedCounts,
) -> Vec<(Route, f64)> {
    let mut runs: Vec<Run> = Vec::new();
    for pattern in patterns {
        let name = feed.routes[pattern.route as usize].name.clone();
        let visits = finder.visits(&pattern.stops);
        let stops: Vec<NodeId> = visits.iter().map(|visit| visit.node).collect();
        if stops.len() < 2 {
            counts.skip(name, pattern.direction, &stops);
            continue;
        }
        let Some(times) = &pattern.times else {
            let reason = "its timetable does not say when it reaches its last stop".into();
            counts.patterns_skipped.push(Skipped { route: name, direction: pattern.direction, reason });
            continue;
        };
        let legs: Vec<f64> = visits.windows(2).map(|leg| times[leg[1].at] - times[leg[0].at]).collect();
        if legs.iter().any(|leg| *leg > f64::from(Seconds::LONGEST.0)) {
            let reason = "it takes over a day from one stop to the next".into();
            counts.patterns_skipped.push(Skipped { route: name, direction: pattern.direction, reason });
            continue;
        }
        let (route, direction, trips) = (pattern.route, pattern.direction, pattern.all_trips as f64);
        runs.push(Run { route, name, direction, stops, legs, trips });
    }
    let mut routes = Vec::new();
    let mut used = vec![false; runs.len()];
    for at in 0..runs.len() {
        if std::mem::replace(&mut used[at], true) {
            continue;
        }
        let run = &runs[at];
        let is_return =
            |other: &Run| other.route == run.route && other.stops.iter().rev().eq(run.stops.iter());
        let back = (at + 1..runs.len()).find(|&other| !used[other] && is_return(&runs[other]));
        let has_sibling = runs.iter().filter(|other| other.route == run.route).count() > 1;
        let (name, legs, direction, trips) = match back {
            Some(back) => {
                used[back] = true;
                let back = &runs[back];
                let legs = run.legs.iter().zip(back.legs.iter().rev()).map(|(out, back)| (out + back) / 2.0);
                (run.name.clone(), legs.collect(), Direction::BothWays, (run.trips + back.trips) / 2.0)
            }
            None => {
                let way = match (has_sibling, run.direction) {
                    (false, _) => "",
                    (_, 0) => " out",
                    _ => " back",
                };
                (format!("{}{way}", run.name), run.legs.clone(), Direction::OneWay, run.trips)
            }
        };
        let seconds = |leg: &f64| Seconds::from_seconds(leg.max(1.0)).expect("no leg takes over a day");
        let legs = legs.iter().map(seconds).collect();
        let route = Route::with_leg_times(city, name, run.stops.clone(), legs, direction)
            .expect("visits are known nodes, no two in a row the same");
        routes.push((route, trips));
    }
    routes
}
