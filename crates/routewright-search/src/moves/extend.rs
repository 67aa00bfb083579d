//! One more stop beyond an end.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::end::End;
use super::{Move, MoveContext};

/// Adds a random neighbour beyond a random end.
#[derive(Clone, Copy, Debug)]
pub struct Extend;

impl Move for Extend {
    fn name(&self) -> &'static str {
        "extend"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let end = End::draw(rng);
        draft.len() < context.limits().max_stops() && end.add_neighbour(context.city(), rng, draft)
    }
}

#[cfg(test)]
mod tests {
    use super::Extend;
    use crate::moves::check::{grid, outcomes};

    #[test]
    fn every_free_neighbour_of_either_end_is_added() {
        // 0 1 2
        // 3 4 5
        // 6 7 8
        let problem = grid(3, 3, 2, 4);
        assert_eq!(outcomes(&problem, &Extend, &[0, 1]), ["0-1-2", "0-1-4", "3-0-1"]);
        assert_eq!(outcomes(&problem, &Extend, &[1, 4, 3]), ["0-1-4-3", "1-4-3-0", "1-4-3-6", "2-1-4-3"]);
    }

    #[test]
    fn a_route_of_the_most_stops_stays() {
        assert!(outcomes(&grid(3, 3, 2, 3), &Extend, &[0, 1, 2]).is_empty());
        // All neighbours of both ends are on it.
        assert!(outcomes(&grid(2, 2, 2, 9), &Extend, &[0, 1, 3, 2]).is_empty());
    }
}
