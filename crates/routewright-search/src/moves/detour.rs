//! Another way for a stretch of a route.

use rand::Rng;
use routewright_model::NodeId;

use super::{Rules, below, pick};

/// Most legs of the stretch that is replaced.
const LONGEST_STRETCH: usize = 8;

/// Replaces a stretch by a neighbour of its first stop and the fastest way from there to its last.
pub(super) fn detour(
    rules: Rules<'_>,
    rng: &mut impl Rng,
    stops: &[NodeId],
    draft: &mut Vec<NodeId>,
) -> bool {
    let Some((from, to)) = stretch(rng, stops) else { return false };
    let Some((via, _)) = pick(rng, rules.city.links_from(stops[from])) else { return false };
    !stops.contains(&via) && replace(rules, stops, from, via, to, draft)
}

/// Replaces a stretch by the fastest way between its ends.
pub(super) fn straighten(
    rules: Rules<'_>,
    rng: &mut impl Rng,
    stops: &[NodeId],
    draft: &mut Vec<NodeId>,
) -> bool {
    let Some((from, to)) = stretch(rng, stops) else { return false };
    let next = rules.city.next_on_path(stops[from], stops[to]);
    replace(rules, stops, from, next, to, draft) && draft != stops
}

/// Two stops with at least one between them.
fn stretch(rng: &mut impl Rng, stops: &[NodeId]) -> Option<(usize, usize)> {
    if stops.len() < 3 {
        return None;
    }
    let from = below(rng, stops.len() - 2);
    let legs = 2 + below(rng, (stops.len() - from - 2).min(LONGEST_STRETCH - 1));
    Some((from, from + legs))
}

/// Stops up to `from`, then the fastest way from `via` to stop `to`, then the rest. False if that visits a
/// node twice.
fn replace(
    rules: Rules<'_>,
    stops: &[NodeId],
    from: usize,
    via: NodeId,
    to: usize,
    draft: &mut Vec<NodeId>,
) -> bool {
    draft.truncate(from + 1);
    for node in rules.city.shortest_path(via, stops[to]) {
        let is_inner = node != stops[to];
        let repeats = stops[..=from].contains(&node) || (is_inner && stops[to..].contains(&node));
        if repeats || draft.len() >= rules.limits.max_stops() {
            return false;
        }
        draft.push(node);
    }
    draft.extend_from_slice(&stops[to + 1..]);
    true
}
