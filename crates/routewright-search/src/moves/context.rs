//! What moves need to know.

use rand_chacha::ChaCha8Rng;
use routewright_model::{City, Limits, NodeId, Problem};

use super::cheap_routes::CheapRoutes;

/// The problem as moves see it, and what is derived from it once.
pub struct MoveContext<'p> {
    pub(crate) rules: Rules<'p>,
    pub(super) cheap: CheapRoutes,
}

impl<'p> MoveContext<'p> {
    /// The context of a problem.
    pub fn new(problem: &'p Problem) -> Self {
        Self { rules: Rules::new(problem), cheap: CheapRoutes::new(problem) }
    }

    /// Draws one of the cheapest short routes, every second time one through a node.
    pub(crate) fn draw_cheap(&self, rng: &mut ChaCha8Rng, near: NodeId, draft: &mut Vec<NodeId>) -> bool {
        self.cheap.draw(rng, near, draft)
    }

    /// Where routes are designed.
    pub fn city(&self) -> &'p City {
        self.rules.city
    }

    /// How many stops routes may have.
    pub fn limits(&self) -> Limits {
        self.rules.limits
    }

    /// Whether these stops make a route that a search may hold: the number of stops is within the limits, both ends
    /// are terminals, no node is visited twice, and a link leads from every stop to the next.
    pub fn is_legal(&self, stops: &[NodeId]) -> bool {
        let (city, count) = (self.city(), self.city().node_count());
        stops.iter().all(|stop| stop.index() < count)
            && self.rules.allow(stops)
            && (1..stops.len()).all(|at| !stops[..at].contains(&stops[at]))
            && stops.windows(2).all(|leg| city.link_time(leg[0], leg[1]).is_some())
    }
}

/// What every route has to keep to.
#[derive(Clone, Copy)]
pub(crate) struct Rules<'p> {
    pub(crate) city: &'p City,
    pub(crate) limits: Limits,
}

impl<'p> Rules<'p> {
    pub(crate) fn new(problem: &'p Problem) -> Self {
        Self { city: &problem.city, limits: problem.limits }
    }

    /// Whether the number of stops and the ends are allowed.
    pub(crate) fn allow(&self, stops: &[NodeId]) -> bool {
        let count = self.limits.min_stops()..=self.limits.max_stops();
        let may_end = |node: NodeId| self.city.node(node).terminal;
        count.contains(&stops.len()) && may_end(stops[0]) && may_end(stops[stops.len() - 1])
    }
}

#[cfg(test)]
mod tests {
    use crate::moves::check::{grid, nodes};

    #[test]
    fn legal_routes_keep_every_rule() {
        let mut problem = grid(3, 3, 2, 4);
        problem.city = {
            let mut parts = problem.city.to_parts();
            parts.nodes[8].terminal = false;
            std::sync::Arc::new(routewright_model::City::new(parts).unwrap())
        };
        let context = super::MoveContext::new(&problem);
        for (stops, is_legal) in [
            (&[0, 1, 2][..], true),
            (&[0, 1, 4, 5], true),
            (&[0, 1, 4, 5, 2], false), // too long
            (&[0], false),             // too short
            (&[], false),
            (&[0, 1, 0], false),  // a node twice
            (&[0, 4], false),     // no link
            (&[7, 8], false),     // ends where no route may end
            (&[5, 8, 7], true),   // passes there
            (&[0, 1, 99], false), // no such node
        ] {
            assert_eq!(context.is_legal(&nodes(stops)), is_legal, "{stops:?}");
        }
    }
}
