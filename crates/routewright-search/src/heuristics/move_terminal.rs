//! A route made one stop longer or shorter: the paper's type-2 heuristic.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::{NodeId, Problem};

use super::{Candidate, Heuristic, draw_index, propose};
use crate::RouteSet;

/// Takes a random end of a random route and deletes it, or adds a random link neighbour beyond it.
///
/// Deviation from the paper: what cannot be kept (too few or too many stops, a stop twice, an end where no
/// route may end, a repeated route) is not proposed; everything is drawn again, up to 100 times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveTerminal {
    /// Probability of deleting (p_d in the paper), between 0 and 1.
    pub delete_probability: f64,
    /// Whether no two routes may serve the same stops.
    pub distinct: bool,
}

impl Default for MoveTerminal {
    fn default() -> Self {
        Self { delete_probability: 0.2, distinct: true }
    }
}

impl Heuristic for MoveTerminal {
    fn name(&self) -> &'static str {
        "type-2"
    }

    fn mutate(&self, problem: &Problem, candidates: &mut [Candidate<'_>]) {
        for candidate in candidates {
            propose(problem, candidate, self.distinct, |routes, rng, stops| {
                self.draw(problem, routes, rng, stops)
            });
        }
    }
}

impl MoveTerminal {
    fn draw(
        &self,
        problem: &Problem,
        routes: &RouteSet,
        rng: &mut ChaCha8Rng,
        stops: &mut Vec<NodeId>,
    ) -> Option<usize> {
        let route = draw_index(routes.routes.len(), rng);
        stops.extend_from_slice(routes.routes[route].stops());
        let at_start = rng.random_bool(0.5);
        if rng.random_bool(self.delete_probability) {
            stops.remove(if at_start { 0 } else { stops.len() - 1 });
            return (stops.len() >= 2).then_some(route);
        }
        let links = match at_start {
            true => problem.city.links_into(stops[0]),
            false => problem.city.links_from(stops[stops.len() - 1]),
        };
        // A city is connected: every node has links both ways.
        let neighbour = links[draw_index(links.len(), rng)].0;
        if stops.contains(&neighbour) {
            return None;
        }
        stops.insert(if at_start { 0 } else { stops.len() }, neighbour);
        Some(route)
    }
}
