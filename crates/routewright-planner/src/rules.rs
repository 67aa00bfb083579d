//! Rules of a bus line, and lines that break them.

use routewright_model::{Network, NodeId, Route, Seconds, Timing};

use crate::Town;

/// A rule that a network breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenRule {
    /// What is wrong.
    pub words: String,
    /// The line, by its place in the network.
    pub line: Option<usize>,
    /// Where to look.
    pub nodes: Vec<NodeId>,
}

/// What is wrong with the lines of a network. Lines with a timetable are an agency's: they run as they are.
pub(crate) fn broken_rules(town: &Town, network: &Network) -> Vec<BrokenRule> {
    let mut broken = Vec::new();
    for (at, route) in network.routes.iter().enumerate() {
        let mut add =
            |words: String, nodes: Vec<NodeId>| broken.push(BrokenRule { words, line: Some(at), nodes });
        if route.frequency().is_none() {
            add(format!("Line {} does not run: it has no headway", route.name()), Vec::new());
        }
        if route.has_own_times() {
            continue;
        }
        let ends = vec![route.stops()[0], route.stops()[route.stop_count() - 1]];
        for words in
            stop_count(town, route).into_iter().chain(minutes(town, route)).chain(detour(town, route))
        {
            add(words, ends.clone());
        }
        if town.inputs().ground.streets.is_some() && route.timing() == Timing::Links {
            let words =
                "cannot be driven along the streets without a forbidden turn; its times are estimates";
            add(format!("Line {} {words}", route.name()), route.stops().to_vec());
        }
    }
    for (first, second) in network.repeated_routes() {
        let name = |at: usize| network.routes[at].name();
        let words = format!("Lines {} and {} have the same stops", name(first), name(second));
        let nodes = network.routes[second].stops().to_vec();
        broken.push(BrokenRule { words, line: Some(second), nodes });
    }
    broken
}

fn stop_count(town: &Town, route: &Route) -> Option<String> {
    let (limits, stops, name) = (town.city().defaults(), route.stop_count(), route.name());
    if let Some(most) = limits.max_stops.filter(|&most| stops > most) {
        return Some(format!("Line {name} has {stops} stops, more than {most}"));
    }
    let least = limits.min_stops.filter(|&least| stops < least)?;
    Some(format!("Line {name} has {stops} stops, fewer than {least}"))
}

fn minutes(town: &Town, route: &Route) -> Option<String> {
    let most = town.rules().max_minutes?;
    let standing = Seconds(town.model().dwell.0 * route.stop_count() as u32);
    let longest = route.time_out().max(route.time_back()) + standing;
    let minutes = longest.minutes();
    (minutes > most)
        .then(|| format!("Line {} takes {minutes:.0} min one way, more than {most:.0}", route.name()))
}

fn detour(town: &Town, route: &Route) -> Option<String> {
    let most = town.rules().max_detour.filter(|_| route.stop_count() > 3)?;
    let (first, last) = (route.stops()[0], route.stops()[route.stop_count() - 1]);
    let ratio = |driving: Seconds, from, to| {
        f64::from(driving.0) / f64::from(town.city().drive_time(from, to).0.max(1))
    };
    let worst = ratio(route.time_out(), first, last).max(ratio(route.time_back(), last, first));
    (worst > most).then(|| {
        format!(
            "Line {} takes {worst:.1} times as long as the fastest drive between its ends, more than {most:.1}",
            route.name()
        )
    })
}
