//! One stop less at an end.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::end::End;
use super::{Move, MoveContext};

/// Removes the stop at a random end.
#[derive(Clone, Copy, Debug)]
pub struct Cut;

impl Move for Cut {
    fn name(&self) -> &'static str {
        "cut"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        if draft.len() <= context.limits().min_stops() {
            return false;
        }
        End::draw(rng).cut(draft);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Cut;
    use crate::moves::check::{grid, outcomes, without_terminals};

    #[test]
    fn either_end_goes() {
        assert_eq!(outcomes(&grid(3, 3, 2, 4), &Cut, &[0, 1, 4, 5]), ["0-1-4", "1-4-5"]);
    }

    #[test]
    fn a_route_of_the_fewest_stops_stays_and_so_do_ends_without_a_terminal_behind() {
        assert!(outcomes(&grid(3, 3, 3, 4), &Cut, &[0, 1, 2]).is_empty());
        let problem = without_terminals(grid(3, 3, 2, 4), &[1]);
        assert_eq!(outcomes(&problem, &Cut, &[0, 1, 4, 5]), ["0-1-4"]);
    }
}
