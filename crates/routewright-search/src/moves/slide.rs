//! One more stop at one end, one less at the other.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::end::End;
use super::{Move, MoveContext};

/// Adds a random neighbour beyond a random end and removes the stop at the other.
#[derive(Clone, Copy, Debug)]
pub struct Slide;

impl Move for Slide {
    fn name(&self) -> &'static str {
        "slide"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let end = End::draw(rng);
        if !end.add_neighbour(context.city(), rng, draft) {
            return false;
        }
        end.other().cut(draft);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Slide;
    use crate::moves::check::{grid, outcomes};

    #[test]
    fn the_route_moves_along_either_way() {
        // 0 1 2
        // 3 4 5
        // 6 7 8
        assert_eq!(outcomes(&grid(3, 3, 3, 3), &Slide, &[0, 1, 2]), ["1-2-5", "3-0-1"]);
        assert_eq!(outcomes(&grid(3, 3, 2, 2), &Slide, &[0, 1]), ["1-2", "1-4", "3-0"]);
    }

    #[test]
    fn a_closed_route_cannot_move() {
        assert!(outcomes(&grid(2, 2, 2, 4), &Slide, &[0, 1, 3, 2]).is_empty());
    }
}
