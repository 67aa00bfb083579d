//! A route replaced by a shortest path: the paper's type-1 heuristic.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::{City, NodeId, Problem};

use super::{Candidate, Heuristic, draw_index, has_legal_shape, propose};
use crate::RouteSet;

/// Takes a random end i of a random route and replaces the route by the shortest path from i to some node j,
/// drawn with probability proportional to the demand that this path serves directly: the trips, either way,
/// between any two of its stops.
///
/// Deviation from the paper: paths that cannot be kept (too few or too many stops, an end where no route may
/// end) have no probability. A route that would repeat another is drawn again, up to 100 times.
#[derive(Clone, Debug)]
pub struct ShortestPathRoute {
    node_count: usize,
    /// For each i, the weights of all j up to and including this one, row-major.
    cumulated: Vec<f64>,
    distinct: bool,
}

impl ShortestPathRoute {
    /// For the city and limits of a problem; whether no two routes may serve the same stops.
    pub fn new(problem: &Problem, distinct: bool) -> Self {
        let city = &*problem.city;
        let n = city.node_count();
        let mut weights = direct_demand(city);
        let mut stops = Vec::new();
        for from in city.node_ids() {
            let mut total = 0.0;
            for to in city.node_ids() {
                stops.clear();
                stops.extend(city.shortest_path(from, to));
                let weight = &mut weights[from.index() * n + to.index()];
                total += if has_legal_shape(problem, &stops) { *weight } else { 0.0 };
                *weight = total;
            }
        }
        Self { node_count: n, cumulated: weights, distinct }
    }

    fn draw(
        &self,
        city: &City,
        routes: &RouteSet,
        rng: &mut ChaCha8Rng,
        stops: &mut Vec<NodeId>,
    ) -> Option<usize> {
        let route = draw_index(routes.routes.len(), rng);
        let old = routes.routes[route].stops();
        let from = if rng.random_bool(0.5) { old[0] } else { old[old.len() - 1] };
        let row = &self.cumulated[from.index() * self.node_count..][..self.node_count];
        let mark = rng.random::<f64>() * row[self.node_count - 1];
        let to = row.partition_point(|&cumulated| cumulated <= mark);
        if to == self.node_count {
            return None; // no path from here serves anybody
        }
        stops.extend(city.shortest_path(from, NodeId::new(to)));
        Some(route)
    }
}

impl Heuristic for ShortestPathRoute {
    fn name(&self) -> &'static str {
        "type-1"
    }

    fn mutate(&self, problem: &Problem, candidates: &mut [Candidate<'_>]) {
        for candidate in candidates {
            propose(problem, candidate, self.distinct, |routes, rng, stops| {
                self.draw(&problem.city, routes, rng, stops)
            });
        }
    }
}

/// Trips, either way, between any two stops of each shortest path, row-major.
///
/// A path from i serves what the path from its second stop to the same end serves, and the trips of i.
fn direct_demand(city: &City) -> Vec<f64> {
    let n = city.node_count();
    let mut table = vec![f64::NAN; n * n];
    let mut pending = Vec::new();
    for to in city.node_ids() {
        table[to.index() * n + to.index()] = 0.0;
        for from in city.node_ids() {
            let unknown = |node: &NodeId| table[node.index() * n + to.index()].is_nan();
            pending.extend(city.shortest_path(from, to).take_while(unknown));
            while let Some(node) = pending.pop() {
                let rest = city.next_on_path(node, to);
                let trips: f64 = city
                    .shortest_path(rest, to)
                    .map(|other| city.demand(node, other) + city.demand(other, node))
                    .sum();
                table[node.index() * n + to.index()] = table[rest.index() * n + to.index()] + trips;
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use routewright_model::{Alpha, Limits};

    use super::*;
    use crate::DesignedRoute;
    use crate::heuristics::Outcome;

    #[test]
    fn the_table_counts_all_pairs_of_stops() {
        let city = City::mandl();
        let n = city.node_count();
        let table = direct_demand(&city);
        for (from, to) in city.node_ids().flat_map(|from| city.node_ids().map(move |to| (from, to))) {
            let path: Vec<_> = city.shortest_path(from, to).collect();
            let pairs = path.iter().flat_map(|a| path.iter().map(move |b| (a, b)));
            let trips: f64 = pairs.filter(|(a, b)| a != b).map(|(&a, &b)| city.demand(a, b)).sum();
            assert_eq!(table[from.index() * n + to.index()], trips);
        }
    }

    #[test]
    fn ends_are_drawn_in_proportion_to_the_demand_served() {
        const DRAWS: u32 = 40_000;
        let city = Arc::new(City::mandl());
        let n = city.node_count();
        let problem = Problem::new(city.clone(), Limits::new(1, 3, 6).unwrap(), Alpha::new(1.0).unwrap());
        let heuristic = ShortestPathRoute::new(&problem, true);
        let [first, last] = [0, 1].map(NodeId::new);
        let start = RouteSet { routes: vec![DesignedRoute::new(&city, &[first, last])] };
        let mut counts = vec![0u32; n * n];
        for draw in 0..DRAWS {
            let mut candidate = Candidate::new(&start, ChaCha8Rng::seed_from_u64(draw.into()));
            heuristic.mutate(&problem, std::slice::from_mut(&mut candidate));
            let Outcome::Replace { route: 0, stops } = candidate.outcome else { panic!("a path exists") };
            counts[stops[0].index() * n + stops[stops.len() - 1].index()] += 1;
        }
        let table = direct_demand(&city);
        for from in [first, last] {
            let weight = |to: NodeId| match city.shortest_path(from, to).count() {
                3..=6 => table[from.index() * n + to.index()],
                _ => 0.0,
            };
            let total: f64 = city.node_ids().map(weight).sum();
            for to in city.node_ids() {
                let expected = f64::from(DRAWS) / 2.0 * weight(to) / total;
                let count = f64::from(counts[from.index() * n + to.index()]);
                assert!((count - expected).abs() <= 5.0 * expected.sqrt(), "{count} is not {expected}");
            }
        }
    }
}
