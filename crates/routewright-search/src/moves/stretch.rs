//! Part of a route, replaced by another way.

use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::MoveContext;
use super::random::below;

/// Most legs of a stretch that is replaced.
const LONGEST: usize = 8;

/// The stops between two places of a route, with at least one in between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) from: usize,
    pub(super) to: usize,
}

impl Stretch {
    /// A random stretch; `None` of a route of two stops.
    pub(super) fn draw(rng: &mut ChaCha8Rng, stops: &[NodeId]) -> Option<Self> {
        if stops.len() < 3 {
            return None;
        }
        let from = below(rng, stops.len() - 2);
        let legs = 2 + below(rng, (stops.len() - from - 2).min(LONGEST - 1));
        Some(Self { from, to: from + legs })
    }

    /// Drafts the stops up to its start, then the fastest way from `via` to its end, then the rest. False if that
    /// visits a node twice or has too many stops.
    pub(super) fn replace(
        self,
        context: &MoveContext<'_>,
        stops: &[NodeId],
        via: NodeId,
        draft: &mut Vec<NodeId>,
    ) -> bool {
        let Self { from, to } = self;
        draft.truncate(from + 1);
        for node in context.city().shortest_path(via, stops[to]) {
            let is_inner = node != stops[to];
            let repeats = stops[..=from].contains(&node) || (is_inner && stops[to..].contains(&node));
            if repeats || draft.len() >= context.limits().max_stops() {
                return false;
            }
            draft.push(node);
        }
        draft.extend_from_slice(&stops[to + 1..]);
        true
    }
}
