//! Names of designed routes: one keeps the name of the line that it continues, and no other.

use std::collections::{BTreeSet, VecDeque};

use routewright_eval::service::ServiceModel;
use routewright_io::network_to_json_with_service;
use routewright_model::{City, Network, NodeId, Pattern, Route};

/// A network as people know it: routes under the names of those of `before` that they continue, then the frozen ones,
/// whose names no other route gets. New routes are called N1, N2 and so on, and never like a line of today, fixed ones
/// included.
pub(crate) fn named_network(
    network: Network,
    before: &Network,
    frozen: &Network,
    fixed: &Network,
) -> Network {
    let is_frozen = |route: &&Route| frozen.routes.iter().any(|frozen| frozen.name() == route.name());
    let free: Network = before.routes.iter().filter(|route| !is_frozen(route)).cloned().collect();
    let today = before.routes.iter().chain(&frozen.routes).chain(&fixed.routes);
    let in_use: BTreeSet<&str> = today.map(Route::name).collect();
    let mut new = (1..).map(|number| format!("N{number}")).filter(|name| !in_use.contains(name.as_str()));
    let names = continued_lines(&network, &free).into_iter().map(|line| match line {
        Some(line) => free.routes[line].name().to_owned(),
        None => new.next().expect("numbers do not end"),
    });
    let names: Vec<String> = names.collect();
    let named = network.routes.into_iter().zip(names).map(|(route, name)| route.renamed(name));
    named.chain(frozen.routes.iter().cloned()).collect()
}

/// A service as its file has it: with headways and vehicles.
pub(crate) fn service_network_json(city: &City, network: &Network, model: &ServiceModel) -> String {
    let timed = network.routes.iter().map(|route| model.timed(route));
    let timed: Vec<_> =
        timed.map(|timed| timed.map(|timed| (timed.headway_minutes, timed.vehicles))).collect();
    network_to_json_with_service(city, network, &timed)
}

/// The line of `before` that each route continues: one of whose stops it keeps more than half, in their order, so that
/// more than half the stops of both are in common. A line goes on as the route that keeps most of it, unless that route
/// continues another line that it resembles more.
fn continued_lines(network: &Network, before: &Network) -> Vec<Option<usize>> {
    let kept: Vec<Vec<Kept>> = before.routes.iter().map(|line| routes_that_keep(line, network)).collect();
    // The line that each route continues so far, and whose turn it was then.
    let mut continued: Vec<Option<(usize, usize)>> = vec![None; network.routes.len()];
    // Every line asks its routes in turn, the one that keeps most of it first; a route holds on to the line that it
    // resembles most. Where all is settled, no line and route would both rather have each other.
    let mut asking: VecDeque<(usize, usize)> = (0..kept.len()).map(|line| (line, 0)).collect();
    while let Some((line, turn)) = asking.pop_front() {
        let Some(wish) = kept[line].get(turn) else { continue };
        let held = continued[wish.route];
        // Among equals the line that comes first in the network of today.
        let stays =
            |(other, then): (usize, usize)| (kept[other][then].likeness, line) >= (wish.likeness, other);
        match held.filter(|&held| stays(held)) {
            Some(_) => asking.push_back((line, turn + 1)),
            None => {
                continued[wish.route] = Some((line, turn));
                asking.extend(held.map(|(other, then)| (other, then + 1)));
            }
        }
    }
    continued.into_iter().map(|line| line.map(|(line, _)| line)).collect()
}

/// How much of a line a route keeps.
struct Kept {
    route: usize,
    /// Stops of the line that it serves in their order.
    stops: usize,
    /// Those stops, twice, over the stops of both: 1 if they are the same.
    likeness: f64,
}

/// The routes that keep more than half the stops of a line, the one that keeps most first.
fn routes_that_keep(line: &Route, network: &Network) -> Vec<Kept> {
    let patterns = line.patterns();
    let mut found = Vec::new();
    for (route, designed) in network.routes.iter().enumerate() {
        // Most pairs have little in common, which is soon found out.
        let mut served = designed.stops().to_vec();
        served.sort_unstable();
        let shares_most = |pattern: &&Pattern| {
            let shared = pattern.stops.iter().filter(|stop| served.binary_search(stop).is_ok()).count();
            2 * shared > pattern.stops.len()
        };
        let kept = patterns.iter().filter(shares_most).map(|pattern| {
            let back: Vec<NodeId> = pattern.stops.iter().rev().copied().collect();
            let stops = in_order(&pattern.stops, designed.stops()).max(in_order(&back, designed.stops()));
            (stops, pattern.stops.len())
        });
        let keeps_most = kept.filter(|(stops, of)| 2 * stops > *of).max_by_key(|(stops, _)| *stops);
        if let Some((stops, of)) = keeps_most {
            let likeness = 2.0 * stops as f64 / (of + designed.stop_count()) as f64;
            // A long route that happens to pass along a short line is another line.
            if likeness > 0.5 {
                found.push(Kept { route, stops, likeness });
            }
        }
    }
    found.sort_by(|a, b| {
        b.stops.cmp(&a.stops).then(b.likeness.total_cmp(&a.likeness)).then(a.route.cmp(&b.route))
    });
    found
}

/// The most stops that both serve in the same order, with others between them.
fn in_order(one: &[NodeId], other: &[NodeId]) -> usize {
    let mut row = vec![0; other.len() + 1];
    for stop in one {
        let mut diagonal = 0;
        for (at, there) in other.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if stop == there { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use routewright_io::{TextFile, parse_network};
    use routewright_model::City;

    use super::*;

    fn read(text: &str) -> Network {
        parse_network(&City::mandl(), &TextFile::new("n", text)).unwrap()
    }

    fn named(after: &str, before: &str, frozen: &Network) -> Vec<String> {
        let network = named_network(read(after), &read(before), frozen, &Network::default());
        network.routes.iter().map(|route| route.name().to_owned()).collect()
    }

    #[test]
    fn a_route_keeps_a_name_with_most_of_the_stops() {
        let before = r#"[{"name": "red", "stops": [1, 2, 3, 6]}, {"name": "blue", "stops": [9, 15, 7, 10]},
            {"name": "gone", "stops": [4, 5]}]"#;
        let after = "[[10, 7, 15, 9], [11, 12], [1, 2, 3, 6, 8], [2, 3, 6]]";
        assert_eq!(named(after, before, &Network::default()), ["blue", "N1", "red", "N2"]);
        // Half of the stops are not most of them.
        assert_eq!(named("[[1, 2, 4, 12], [7, 10, 11]]", before, &Network::default()), ["N1", "N2"]);
        // Nor are stops that come in another order.
        let ring = r#"[{"name": "ring", "stops": [2, 3, 6, 4], "leg_minutes": [1, 1, 1]}]"#;
        assert_eq!(named("[[6, 3, 2, 4]]", ring, &Network::default()), ["ring"]);
        let mixed = r#"[{"name": "zigzag", "stops": [2, 6, 3, 4], "leg_minutes": [1, 1, 1]}]"#;
        assert_eq!(named("[[2, 4, 6, 3]]", mixed, &Network::default()), ["zigzag"]);
        assert_eq!(named("[[2, 3, 6, 15]]", mixed, &Network::default()), ["N1"]);
        // A frozen line keeps its name for itself.
        let frozen = read(r#"[{"name": "red", "stops": [1, 2, 3, 6]}]"#);
        assert_eq!(named(after, before, &frozen), ["blue", "N1", "N2", "N3", "red"]);
    }

    #[test]
    fn the_route_that_keeps_most_of_a_line_gets_its_name() {
        // Both keep most of it; the longer one keeps all.
        let line = r#"[{"name": "7", "stops": [1, 2, 3, 6]}]"#;
        assert_eq!(named("[[1, 2, 3], [13, 14, 10, 8, 6, 3, 2, 1]]", line, &Network::default()), ["N1", "7"]);
        // A line within a longer one: the longer route is the longer line, though it keeps all of the other too.
        let lines =
            r#"[{"name": "short", "stops": [1, 2, 3]}, {"name": "long", "stops": [1, 2, 3, 6, 8, 10]}]"#;
        assert_eq!(named("[[1, 2, 3, 6, 8], [4, 2, 1]]", lines, &Network::default()), ["long", "short"]);
        assert_eq!(named("[[1, 2, 3, 6, 8]]", lines, &Network::default()), ["long"]);
        // Three stops of a short line are too few of a route of ten: it is another line.
        let long = "[[12, 11, 13, 14, 10, 8, 6, 3, 2, 1]]";
        assert_eq!(named(long, r#"[{"name": "short", "stops": [1, 2, 3]}]"#, &Network::default()), ["N1"]);
    }

    #[test]
    fn a_way_back_counts_as_well() {
        let city = City::mandl();
        let node = |name: &str| city.node_named(name).unwrap();
        let pattern = |names: &str| {
            let stops: Vec<NodeId> = names.split('-').map(node).collect();
            routewright_model::Pattern { legs: vec![routewright_model::Seconds(60); stops.len() - 1], stops }
        };
        let route = Route::with_timetable(&city, "7", pattern("1-2-3"), Some(pattern("3-6-4-5-1"))).unwrap();
        let before = Network::from_iter([route]);
        let after = named_network(read("[[3, 6, 4]]"), &before, &Network::default(), &Network::default());
        assert_eq!(after.routes[0].name(), "7");
    }

    #[test]
    fn new_routes_get_names_that_no_line_has() {
        let before = r#"[{"name": "N1", "stops": [1, 2, 3, 6]}, {"name": "N2", "stops": [4, 5]},
            {"name": "N4", "stops": [13, 14]}]"#;
        let frozen = read(r#"[{"name": "N2", "stops": [4, 5]}]"#);
        let fixed = read(r#"[{"name": "N5", "stops": [4, 5]}]"#);
        let after = read("[[11, 12], [1, 2, 3, 6], [9, 15]]");
        let named = named_network(after, &read(before), &frozen, &fixed);
        let names: Vec<&str> = named.routes.iter().map(Route::name).collect();
        assert_eq!(names, ["N3", "N1", "N6", "N2"]);
    }
}
