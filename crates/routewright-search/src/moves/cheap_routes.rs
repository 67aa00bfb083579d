//! Short routes that take little time to drive: where riders' time counts for less, most routes of a good network
//! are of this kind, and the others only reach the nodes that these leave out.

use rand::{Rng, RngExt};
use routewright_model::{City, NodeId, Problem, Seconds};

use super::Rules;
use super::random::below;

/// Partial routes kept for each last stop while growing.
const BEAM: usize = 48;
/// Routes kept for each node they pass.
const PER_NODE: usize = 64;

/// The cheapest routes of the fewest stops allowed, all over the city.
pub(crate) struct CheapRoutes {
    /// Cheapest first.
    routes: Vec<Box<[NodeId]>>,
    /// For each node, the routes through it, cheapest first.
    through: Vec<Vec<u32>>,
}

impl CheapRoutes {
    /// Grows routes stop by stop, keeping the cheapest partial ones for each last stop.
    pub(crate) fn new(problem: &Problem) -> Self {
        let rules = Rules::new(problem);
        let city = rules.city;
        let mut beams: Vec<Vec<(Seconds, Vec<NodeId>)>> =
            city.node_ids().map(|node| vec![(Seconds(0), vec![node])]).collect();
        for _ in 1..problem.limits.min_stops() {
            beams = city.node_ids().map(|end| extend_to(city, &beams, end)).collect();
        }
        let mut found: Vec<(Seconds, Vec<NodeId>)> = beams
            .into_iter()
            .flatten()
            .filter(|(_, stops)| rules.allow(stops))
            .map(|(time, stops)| (time, canonical(city, stops)))
            .collect();
        found.sort();
        found.dedup();
        let mut cheap = Self { routes: Vec::new(), through: vec![Vec::new(); city.node_count()] };
        for (_, stops) in found {
            let index = cheap.routes.len() as u32;
            if stops.iter().any(|stop| cheap.through[stop.index()].len() < PER_NODE) {
                stops.iter().for_each(|stop| cheap.through[stop.index()].push(index));
                cheap.routes.push(stops.into());
            }
        }
        cheap
    }

    /// A cheap route, the cheaper the likelier; every second time one through a given node.
    pub(crate) fn draw(&self, rng: &mut impl Rng, near: NodeId, draft: &mut Vec<NodeId>) -> bool {
        let through = &self.through[near.index()];
        let chance: f64 = rng.random();
        let early = chance * chance * chance;
        let index = if rng.random_bool(0.5) && !through.is_empty() {
            through[(early * through.len() as f64) as usize] as usize
        } else {
            (early * self.routes.len() as f64) as usize
        };
        let Some(route) = self.routes.get(index) else { return false };
        draft.clear();
        draft.extend_from_slice(route);
        true
    }

    /// A node to look for routes through: one of the route's own, or any.
    pub(crate) fn near(rng: &mut impl Rng, city: &City, stops: &[NodeId]) -> NodeId {
        if rng.random_bool(0.7) {
            stops[below(rng, stops.len())]
        } else {
            NodeId::new(below(rng, city.node_count()))
        }
    }
}

/// The cheapest partial routes that end at `end`, one stop longer than those given.
fn extend_to(city: &City, beams: &[Vec<(Seconds, Vec<NodeId>)>], end: NodeId) -> Vec<(Seconds, Vec<NodeId>)> {
    let mut longer: Vec<(Seconds, NodeId, usize)> = Vec::new();
    for &(before, leg) in city.links_into(end) {
        let leg = leg + city.leg_time(end, before);
        for (at, (time, stops)) in beams[before.index()].iter().enumerate() {
            if !stops.contains(&end) {
                longer.push((*time + leg, before, at));
            }
        }
    }
    longer.sort_unstable();
    longer.truncate(BEAM);
    longer
        .into_iter()
        .map(|(time, before, at)| {
            let mut stops = beams[before.index()][at].1.clone();
            stops.push(end);
            (time, stops)
        })
        .collect()
}

/// The same route written in one way only, where either direction would do.
fn canonical(city: &City, mut stops: Vec<NodeId>) -> Vec<NodeId> {
    if city.has_symmetric_streets() && stops.last() < stops.first() {
        stops.reverse();
    }
    stops
}
