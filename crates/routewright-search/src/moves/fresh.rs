//! A new route in place of the old one.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::grow::fresh_route;
use super::{Move, MoveContext};

/// Replaces the route by the fastest way between two random nodes, grown at both ends.
#[derive(Clone, Copy, Debug)]
pub struct Fresh;

impl Move for Fresh {
    fn name(&self) -> &'static str {
        "fresh"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        fresh_route(context.rules, rng, draft)
    }
}

#[cfg(test)]
mod tests {
    use super::Fresh;
    use crate::moves::check::{city, outcomes, problem, without_terminals};

    #[test]
    fn every_route_of_a_line_comes_up() {
        let line = || problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 3, 4);
        let all = ["0-1-2", "0-1-2-3", "1-2-3", "2-1-0", "3-2-1", "3-2-1-0"];
        assert_eq!(outcomes(&line(), &Fresh, &[0, 1, 2]), all);
        assert_eq!(outcomes(&without_terminals(line(), &[0]), &Fresh, &[1, 2, 3]), ["1-2-3", "3-2-1"]);
    }

    #[test]
    fn where_there_is_no_legal_route_none_comes_up() {
        let line = problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 4, 4);
        assert!(outcomes(&without_terminals(line, &[0]), &Fresh, &[0, 1, 2, 3]).is_empty());
    }
}
