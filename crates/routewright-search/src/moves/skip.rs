//! One inner stop less.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::random::below;
use super::{Move, MoveContext};

/// Removes an inner stop whose neighbours are linked.
#[derive(Clone, Copy, Debug)]
pub struct Skip;

impl Move for Skip {
    fn name(&self) -> &'static str {
        "skip"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        if draft.len() <= context.limits().min_stops().max(2) {
            return false;
        }
        let at = 1 + below(rng, draft.len() - 2);
        if context.city().link_time(draft[at - 1], draft[at + 1]).is_none() {
            return false;
        }
        draft.remove(at);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Skip;
    use crate::moves::check::{city, grid, outcomes, problem};

    #[test]
    fn inner_stops_between_linked_ones_go() {
        // Two triangles: 0-1-2 and 2-3-4.
        let links = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)];
        let problem = problem(city(5, &links), 2, 5);
        assert_eq!(outcomes(&problem, &Skip, &[0, 1, 2, 3, 4]), ["0-1-2-4", "0-2-3-4"]);
        assert_eq!(outcomes(&problem, &Skip, &[1, 2, 3]), ["1-2-3"; 0]);
    }

    #[test]
    fn the_fewest_stops_stay() {
        let problem = problem(city(3, &[(0, 1), (1, 2), (0, 2)]), 3, 3);
        assert!(outcomes(&problem, &Skip, &[0, 1, 2]).is_empty());
        assert!(outcomes(&grid(2, 1, 2, 2), &Skip, &[0, 1]).is_empty());
    }
}
