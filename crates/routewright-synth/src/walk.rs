//! Random routes: walks over links, for tests and benchmarks.

use rand::Rng;
use routewright_model::{City, Direction, Network, NodeId, Route};

use crate::draw::choose;

/// Walks tried before giving up.
const TRIES: usize = 200;

/// A random walk over links that visits `stops` nodes, none twice, and starts and ends where a route may.
///
/// Each step goes to any neighbour not yet visited with equal probability; a walk that gets stuck is begun
/// again. `None` after two hundred walks, or if fewer than two stops are asked for.
pub fn random_route(city: &City, rng: &mut impl Rng, stops: usize) -> Option<Vec<NodeId>> {
    if !(2..=city.node_count()).contains(&stops) {
        return None;
    }
    let starts: Vec<NodeId> = city.node_ids().filter(|&node| city.node(node).terminal).collect();
    (0..TRIES).find_map(|_| {
        let start = choose(rng, &starts)?;
        walk(city, rng, start, stops)
    })
}

/// `routes` random walks of `stops` stops each, driven both ways and named `1`, `2`, ….
///
/// Where no walk of that length is found a route gets fewer stops, and where none of two stops is found (no
/// two terminals are neighbours) it is left out. The same route may come up twice.
pub fn random_network(city: &City, rng: &mut impl Rng, routes: usize, stops: usize) -> Network {
    (1..=routes)
        .filter_map(|number| {
            let stops = (2..=stops.min(city.node_count())).rev();
            let walk = stops.into_iter().find_map(|stops| random_route(city, rng, stops))?;
            let route = Route::on_links(city, number.to_string(), walk, Direction::BothWays);
            Some(route.expect("a walk over links that visits no node twice is a route"))
        })
        .collect()
}

fn walk(city: &City, rng: &mut impl Rng, start: NodeId, stops: usize) -> Option<Vec<NodeId>> {
    let mut walk = vec![start];
    let mut here = start;
    while walk.len() < stops {
        let links = city.links_from(here).iter().map(|link| link.0);
        let fresh: Vec<NodeId> = links.filter(|node| !walk.contains(node)).collect();
        here = choose(rng, &fresh)?;
        walk.push(here);
    }
    city.node(here).terminal.then_some(walk)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Stream, stream};
    use crate::{CityKind, SynthConfig, generate, grid_city};
    use routewright_model::Seconds;

    #[test]
    fn routes_have_as_many_stops_as_asked_for() {
        let city = generate(&SynthConfig::new(CityKind::NearestNeighbours, 127), 3).unwrap();
        let rng = &mut stream(1, Stream::Streets);
        let network = random_network(&city, rng, 60, 25);
        assert_eq!(network.routes.len(), 60);
        assert!(network.routes.iter().all(|route| route.stop_count() == 25));
        assert_eq!(network, random_network(&city, &mut stream(1, Stream::Streets), 60, 25));
    }

    #[test]
    fn walks_too_long_for_the_city_are_not_found() {
        let city = grid_city(1, 4, Seconds(60));
        let rng = &mut stream(1, Stream::Streets);
        assert_eq!(random_route(&city, rng, 5), None);
        assert_eq!(random_route(&city, rng, 1), None);
        assert_eq!(random_route(&city, rng, 4).map(|stops| stops.len()), Some(4));
        assert_eq!(random_network(&city, rng, 1, 9).routes[0].stop_count(), 4);
    }

    #[test]
    fn routes_end_at_terminals() {
        let mut parts = grid_city(4, 4, Seconds(60)).to_parts();
        for (index, node) in parts.nodes.iter_mut().enumerate() {
            node.terminal = index % 5 == 0;
        }
        let city = City::new(parts).unwrap();
        let rng = &mut stream(1, Stream::Streets);
        let network = random_network(&city, rng, 20, 5);
        for stops in network.routes.iter().map(Route::stops) {
            assert!(city.node(stops[0]).terminal && city.node(stops[stops.len() - 1]).terminal);
        }
        assert_eq!(network.routes.len(), 20);
    }
}
