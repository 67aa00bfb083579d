//! Everything beyond some stop, grown again.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::end::End;
use super::grow::{grow, target};
use super::random::below;
use super::{Move, MoveContext};

/// Drops everything beyond a random stop, at a random end, and grows the route again from there.
#[derive(Clone, Copy, Debug)]
pub struct Regrow;

impl Move for Regrow {
    fn name(&self) -> &'static str {
        "regrow"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let end = End::draw(rng);
        let kept = 1 + below(rng, draft.len() - 1);
        match end {
            End::Last => draft.truncate(kept),
            End::First => drop(draft.drain(..draft.len() - kept)),
        }
        let target = target(context.rules, rng, kept + 1);
        grow(context.rules, rng, draft, |_| end, target);
        draft.len() > kept
    }
}

#[cfg(test)]
mod tests {
    use super::Regrow;
    use crate::moves::check::{city, outcomes, problem, without_terminals};

    #[test]
    fn on_a_line_every_route_from_a_kept_stop_comes_up() {
        // 0-1-2-3. Of 1-2, stop 1 is kept and grown to the right or stop 2 and grown to the left; to two stops or
        // three.
        let problem = problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 2, 3);
        assert_eq!(outcomes(&problem, &Regrow, &[1, 2]), ["0-1-2", "1-0", "1-2", "1-2-3", "3-2"]);
    }

    #[test]
    fn without_terminals_to_grow_to_nothing_is_legal() {
        let line = problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 2, 4);
        let problem = without_terminals(line, &[0, 2]);
        // Only 1 and 3 are terminals: whatever is regrown has to end there.
        assert_eq!(outcomes(&problem, &Regrow, &[1, 2, 3]), ["1-2-3"]);
    }
}
