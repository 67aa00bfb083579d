//! Names of lines: a line keeps the name of the one it resembles.

use std::collections::HashSet;

use routewright_eval::service::ServiceModel;
use routewright_io::network_to_json_with_service;
use routewright_model::{City, Network, Route};

/// Share of all stops of two lines that both must serve to count as the same line.
const LEAST_SHARED: f64 = 0.5;

/// A service as people know it: lines under the names of those of `before` that they resemble, then the frozen ones,
/// whose names no other line gets.
pub(crate) fn named_service(network: Network, before: &Network, frozen: &Network) -> Network {
    let is_frozen = |route: &&Route| frozen.routes.iter().any(|frozen| frozen.name() == route.name());
    let free: Network = before.routes.iter().filter(|route| !is_frozen(route)).cloned().collect();
    let in_use: HashSet<&str> = before.routes.iter().chain(&frozen.routes).map(Route::name).collect();
    let names = names_by_stops(&network, &free, &in_use);
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

/// Names for some lines: each gets the name of the line of `before` with which it shares most stops, if that is half
/// of them at least and no other line resembles it more; the others are new, under names that are not in use.
fn names_by_stops(network: &Network, before: &Network, in_use: &HashSet<&str>) -> Vec<String> {
    let mut pairs = Vec::new();
    for (at, route) in network.routes.iter().enumerate() {
        for (from, other) in before.routes.iter().enumerate() {
            let shared = shared_stops(route, other);
            if shared >= LEAST_SHARED {
                pairs.push((shared, at, from));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut names: Vec<Option<String>> = vec![None; network.routes.len()];
    let mut is_taken = vec![false; before.routes.len()];
    for (_, at, from) in pairs {
        if names[at].is_none() && !is_taken[from] {
            is_taken[from] = true;
            names[at] = Some(before.routes[from].name().to_owned());
        }
    }
    let mut new = (1..).map(|number| format!("new {number}")).filter(|name| !in_use.contains(name.as_str()));
    names.into_iter().map(|name| name.unwrap_or_else(|| new.next().expect("numbers do not end"))).collect()
}

/// Stops that both serve, as a share of the stops that either serves.
fn shared_stops(one: &Route, other: &Route) -> f64 {
    let mut stops: Vec<_> = one.stops().to_vec();
    let mut others: Vec<_> = other.stops().to_vec();
    for list in [&mut stops, &mut others] {
        list.sort_unstable();
        list.dedup();
    }
    let shared = stops.iter().filter(|stop| others.binary_search(stop).is_ok()).count();
    shared as f64 / (stops.len() + others.len() - shared) as f64
}

#[cfg(test)]
mod tests {
    use routewright_io::{TextFile, parse_network};
    use routewright_model::City;

    use super::*;

    #[test]
    fn lines_keep_the_name_of_the_line_they_resemble() {
        let city = City::mandl();
        let read = |text: &str| parse_network(&city, &TextFile::new("n", text)).unwrap();
        let before = read(
            r#"[{"name": "red", "stops": [1, 2, 3, 6]}, {"name": "blue", "stops": [9, 15, 7, 10]},
                {"name": "gone", "stops": [4, 5]}]"#,
        );
        let after = read("[[10, 7, 15, 9], [11, 12], [1, 2, 3, 6, 8], [2, 3, 6]]");
        assert_eq!(names_by_stops(&after, &before, &HashSet::new()), ["blue", "new 1", "red", "new 2"]);
        // A frozen line keeps its name for itself.
        let frozen = read(r#"[{"name": "red", "stops": [1, 2, 3, 6]}]"#);
        let named = named_service(after, &before, &frozen);
        let names: Vec<&str> = named.routes.iter().map(Route::name).collect();
        assert_eq!(names, ["blue", "new 1", "new 2", "new 3", "red"]);
    }

    #[test]
    fn new_lines_get_names_that_no_line_has() {
        let city = City::mandl();
        let read = |text: &str| parse_network(&city, &TextFile::new("n", text)).unwrap();
        let before = read(
            r#"[{"name": "new 1", "stops": [1, 2, 3, 6]}, {"name": "new 2", "stops": [4, 5]},
                {"name": "new 4", "stops": [13, 14]}]"#,
        );
        let frozen = read(r#"[{"name": "new 2", "stops": [4, 5]}]"#);
        let named = named_service(read("[[11, 12], [1, 2, 3, 6], [9, 15]]"), &before, &frozen);
        let names: Vec<&str> = named.routes.iter().map(Route::name).collect();
        assert_eq!(names, ["new 3", "new 1", "new 5", "new 2"]);
    }
}
