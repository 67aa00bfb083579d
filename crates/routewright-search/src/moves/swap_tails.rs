//! Two routes that meet exchange what lies beyond.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::random::below;
use super::{MoveContext, PairMove};

/// Exchanges the tails of two routes from a stop that both serve.
#[derive(Clone, Copy, Debug)]
pub struct SwapTails;

impl PairMove for SwapTails {
    fn name(&self) -> &'static str {
        "swap-tails"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: [&[NodeId]; 2],
        [one, two]: &mut [Vec<NodeId>; 2],
    ) -> bool {
        // On streets that are the same both ways, tails may be exchanged head to tail as well.
        if context.city().has_symmetric_streets() && rng.random_bool(0.5) {
            two.reverse();
        }
        let at = below(rng, one.len());
        let Some(meet) = two.iter().position(|&stop| stop == one[at]) else { return false };
        if one[..at].iter().any(|stop| two[meet..].contains(stop))
            || two[..meet].iter().any(|stop| one[at..].contains(stop))
        {
            return false;
        }
        let tail = one.split_off(at);
        one.extend(two.drain(meet..));
        two.extend(tail);
        one.len() >= 2 && two.len() >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::SwapTails;
    use crate::moves::check::{directed_grid, grid, pair_outcomes};

    #[test]
    fn crossing_routes_exchange_their_arms() {
        // 0 1 2
        // 3 4 5
        // 6 7 8
        let cross = [&[3, 4, 5][..], &[1, 4, 7]];
        assert_eq!(pair_outcomes(&grid(3, 3, 2, 5), &SwapTails, cross), ["3-4-1 7-4-5", "3-4-7 1-4-5"]);
        // Where directions differ, routes keep theirs.
        assert_eq!(pair_outcomes(&directed_grid(3, 3, 2, 5), &SwapTails, cross), ["3-4-7 1-4-5"]);
    }

    #[test]
    fn routes_that_do_not_meet_or_would_meet_twice_stay() {
        let problem = grid(3, 3, 2, 5);
        assert!(pair_outcomes(&problem, &SwapTails, [&[0, 1, 2], &[6, 7, 8]]).is_empty());
        // At 4 the new routes would be 3-4-7 and 1-4-5: three stops, too many for a limit of two.
        assert!(pair_outcomes(&grid(3, 3, 2, 2), &SwapTails, [&[3, 4, 5], &[1, 4, 7]]).is_empty());
        // A shared end: one of the routes would be left with a single stop, or both serve what they served.
        assert_eq!(pair_outcomes(&problem, &SwapTails, [&[0, 1], &[1, 2]]), ["0-1 2-1"]);
    }
}
