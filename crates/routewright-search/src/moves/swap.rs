//! An inner stop for another.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::insert::between;
use super::random::below;
use super::{Move, MoveContext};

/// Replaces an inner stop by another node that is linked to its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Swap;

impl Move for Swap {
    fn name(&self) -> &'static str {
        "swap"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        if draft.len() < 3 {
            return false;
        }
        let at = 1 + below(rng, draft.len() - 2);
        let Some(node) = between(context, rng, draft, draft[at - 1], draft[at + 1]) else { return false };
        draft[at] = node;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Swap;
    use crate::moves::check::{grid, outcomes};

    #[test]
    fn corners_go_the_other_way_round() {
        // 0 1 2
        // 3 4 5
        // 6 7 8
        let problem = grid(3, 3, 2, 9);
        assert_eq!(outcomes(&problem, &Swap, &[0, 1, 4]), ["0-3-4"]);
        assert_eq!(outcomes(&problem, &Swap, &[0, 1, 4, 5]), ["0-1-2-5", "0-3-4-5"]);
    }

    #[test]
    fn straight_and_short_routes_stay() {
        let problem = grid(3, 3, 2, 9);
        assert!(outcomes(&problem, &Swap, &[0, 1, 2]).is_empty());
        assert!(outcomes(&problem, &Swap, &[0, 1]).is_empty());
        // The other way round is on the route already.
        assert!(outcomes(&problem, &Swap, &[3, 0, 1, 4]).is_empty());
    }
}
