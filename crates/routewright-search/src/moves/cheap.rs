//! A cheap route in place of the old one.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::cheap_routes::CheapRoutes;
use super::{Move, MoveContext};

/// Replaces the route by a short one that takes little time to drive.
#[derive(Clone, Copy, Debug)]
pub struct Cheap;

impl Move for Cheap {
    fn name(&self) -> &'static str {
        "cheap"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let near = CheapRoutes::near(rng, context.city(), stops);
        context.cheap.draw(rng, near, draft) && draft != stops
    }
}

#[cfg(test)]
mod tests {
    use super::Cheap;
    use crate::moves::check::{city, outcomes, problem, without_terminals};

    #[test]
    fn every_route_of_the_fewest_stops_comes_up_but_the_one_that_is_there() {
        let line = || problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 3, 4);
        assert_eq!(outcomes(&line(), &Cheap, &[0, 1, 2]), ["1-2-3"]);
        assert_eq!(outcomes(&line(), &Cheap, &[0, 1, 2, 3]), ["0-1-2", "1-2-3"]);
        assert_eq!(outcomes(&without_terminals(line(), &[0]), &Cheap, &[0, 1, 2, 3]), ["1-2-3"]);
        assert!(outcomes(&without_terminals(line(), &[0, 3]), &Cheap, &[0, 1, 2, 3]).is_empty());
    }
}
