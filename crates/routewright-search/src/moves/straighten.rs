//! A stretch by the fastest way.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::stretch::Stretch;
use super::{Move, MoveContext};

/// Replaces a stretch by the fastest way between its ends.
#[derive(Clone, Copy, Debug)]
pub struct Straighten;

impl Move for Straighten {
    fn name(&self) -> &'static str {
        "straighten"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let Some(stretch) = Stretch::draw(rng, stops) else { return false };
        let next = context.city().next_on_path(stops[stretch.from], stops[stretch.to]);
        stretch.replace(context, stops, next, draft) && draft != stops
    }
}

#[cfg(test)]
mod tests {
    use super::Straighten;
    use crate::moves::check::{grid, outcomes};

    #[test]
    fn detours_are_straightened() {
        // 0 1 2
        // 3 4 5
        let problem = grid(3, 2, 2, 6);
        // From 0 to 1 directly; from 3 to 2, or less, nothing is shorter.
        assert_eq!(outcomes(&problem, &Straighten, &[0, 3, 4, 1]), ["0-1"]);
        assert_eq!(outcomes(&problem, &Straighten, &[0, 3, 4, 1, 2]), ["0-1-2"]);
    }

    #[test]
    fn straight_routes_and_too_short_ones_stay() {
        assert!(outcomes(&grid(3, 2, 2, 6), &Straighten, &[0, 1, 2]).is_empty());
        assert!(outcomes(&grid(3, 2, 2, 6), &Straighten, &[0, 1]).is_empty());
        assert!(outcomes(&grid(3, 2, 3, 6), &Straighten, &[0, 3, 4, 1]).is_empty());
    }
}
