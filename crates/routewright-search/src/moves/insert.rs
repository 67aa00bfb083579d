//! One more stop between two neighbours.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::random::{below, pick};
use super::{Move, MoveContext};

/// Inserts a node between two consecutive stops that both have a link to it.
#[derive(Clone, Copy, Debug)]
pub struct Insert;

impl Move for Insert {
    fn name(&self) -> &'static str {
        "insert"
    }

    fn propose(
        &self,
        context: &MoveContext<'_>,
        rng: &mut ChaCha8Rng,
        _stops: &[NodeId],
        draft: &mut Vec<NodeId>,
    ) -> bool {
        if draft.len() >= context.limits().max_stops() {
            return false;
        }
        let at = below(rng, draft.len() - 1);
        let Some(node) = between(context, rng, draft, draft[at], draft[at + 1]) else { return false };
        draft.insert(at + 1, node);
        true
    }
}

/// A random neighbour of `before` with a link on to `after` that the route does not visit yet.
pub(super) fn between(
    context: &MoveContext<'_>,
    rng: &mut ChaCha8Rng,
    stops: &[NodeId],
    before: NodeId,
    after: NodeId,
) -> Option<NodeId> {
    let (node, _) = pick(rng, context.city().links_from(before))?;
    (!stops.contains(&node) && context.city().link_time(node, after).is_some()).then_some(node)
}

#[cfg(test)]
mod tests {
    use super::Insert;
    use crate::moves::check::{city, grid, outcomes, problem};

    #[test]
    fn nodes_linked_to_both_neighbours_are_inserted() {
        // A square with one diagonal (0-3) and a tail (3-4): 1 and 2 lie between 0 and 3.
        let problem = problem(city(5, &[(0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 4)]), 2, 5);
        assert_eq!(outcomes(&problem, &Insert, &[0, 3, 4]), ["0-1-3-4", "0-2-3-4"]);
        assert_eq!(outcomes(&problem, &Insert, &[0, 1, 3]), ["0-1-3"; 0]);
    }

    #[test]
    fn a_full_route_and_a_grid_without_triangles_allow_none() {
        let full = problem(city(4, &[(0, 1), (0, 2), (1, 2), (2, 3)]), 2, 3);
        assert!(outcomes(&full, &Insert, &[0, 2, 3]).is_empty());
        assert!(outcomes(&grid(3, 3, 2, 9), &Insert, &[0, 1, 4, 5]).is_empty());
    }
}
