//! Ways of changing one route of a network, for evolutionary searches.

mod move_terminal;
mod rebuild_route;
mod shortest_path_route;

use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;
use routewright_model::{NodeId, Problem};

pub use move_terminal::MoveTerminal;
pub use rebuild_route::RebuildRoute;
pub use shortest_path_route::ShortestPathRoute;

use crate::RouteSet;

/// How often a heuristic draws again after a change that cannot be kept.
const TRIES: u32 = 100;

/// One way of changing networks. Holds no mutable state: random numbers come from each candidate's `rng`.
pub trait Heuristic: Sync {
    /// Stable name for settings, logs and reports, such as `"type-2"`.
    fn name(&self) -> &'static str;

    /// Proposes a change of each candidate, or leaves its outcome at [`Outcome::NoLegalMove`]. The change
    /// of one must not depend on the others: they come together so that a policy can score them in one call.
    fn mutate(&self, problem: &Problem, candidates: &mut [Candidate<'_>]);
}

/// A network to change.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// The network as it is.
    pub routes: &'a RouteSet,
    /// Its random numbers.
    pub rng: ChaCha8Rng,
    /// The change proposed.
    pub outcome: Outcome,
}

impl<'a> Candidate<'a> {
    /// A network before a heuristic has seen it.
    pub fn new(routes: &'a RouteSet, rng: ChaCha8Rng) -> Self {
        Self { routes, rng, outcome: Outcome::NoLegalMove }
    }
}

/// What a heuristic proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing that could be kept was found.
    NoLegalMove,
    /// A route is replaced by another with MIN to MAX stops that starts and ends at terminals.
    Replace {
        /// Which route.
        route: usize,
        /// The stops it gets.
        stops: Vec<NodeId>,
    },
}

/// Draws changes until one can be kept, and makes it the outcome.
fn propose(
    problem: &Problem,
    candidate: &mut Candidate<'_>,
    distinct: bool,
    mut draw: impl FnMut(&RouteSet, &mut ChaCha8Rng, &mut Vec<NodeId>) -> Option<usize>,
) {
    if candidate.routes.routes.is_empty() {
        return;
    }
    let mut stops = Vec::with_capacity(problem.limits.max_stops().min(problem.city.node_count()) + 1);
    for _ in 0..TRIES {
        stops.clear();
        let drawn = draw(candidate.routes, &mut candidate.rng, &mut stops);
        if let Some(route) = drawn
            && has_legal_shape(problem, &stops)
            && !(distinct && candidate.routes.has_line(&stops, route))
        {
            candidate.outcome = Outcome::Replace { route, stops };
            return;
        }
    }
}

/// Whether a route has MIN to MAX stops and starts and ends at terminals.
fn has_legal_shape(problem: &Problem, stops: &[NodeId]) -> bool {
    let (limits, city) = (problem.limits, &problem.city);
    (limits.min_stops()..=limits.max_stops()).contains(&stops.len())
        && city.node(stops[0]).terminal
        && city.node(stops[stops.len() - 1]).terminal
}

/// An index below `count`, drawn as 32 bits so that every platform agrees.
fn draw_index(count: usize, rng: &mut impl Rng) -> usize {
    rng.random_range(0..count as u32) as usize
}
