//! Changes of a single stop inside a route.

use rand::Rng;
use routewright_model::NodeId;

use super::{Rules, below, pick};

/// A stop more between two neighbours.
pub(super) fn insert(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>) -> bool {
    if draft.len() >= rules.limits.max_stops() {
        return false;
    }
    let at = below(rng, draft.len() - 1);
    let Some(node) = between(rules, rng, draft, draft[at], draft[at + 1]) else { return false };
    draft.insert(at + 1, node);
    true
}

/// An inner stop less.
pub(super) fn skip(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>) -> bool {
    if draft.len() <= rules.limits.min_stops().max(2) {
        return false;
    }
    let at = 1 + below(rng, draft.len() - 2);
    if rules.city.link_time(draft[at - 1], draft[at + 1]).is_none() {
        return false;
    }
    draft.remove(at);
    true
}

/// An inner stop for another.
pub(super) fn swap(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut [NodeId]) -> bool {
    if draft.len() < 3 {
        return false;
    }
    let at = 1 + below(rng, draft.len() - 2);
    let Some(node) = between(rules, rng, draft, draft[at - 1], draft[at + 1]) else { return false };
    draft[at] = node;
    true
}

/// A random neighbour of `before` with a link on to `after` that the route does not visit yet.
fn between(
    rules: Rules<'_>,
    rng: &mut impl Rng,
    stops: &[NodeId],
    before: NodeId,
    after: NodeId,
) -> Option<NodeId> {
    let (node, _) = pick(rng, rules.city.links_from(before))?;
    (!stops.contains(&node) && rules.city.link_time(node, after).is_some()).then_some(node)
}
