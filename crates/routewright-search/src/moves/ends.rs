//! Changes at the ends of a route.

use rand::Rng;
use routewright_model::NodeId;

use super::{End, Rules, pick};

/// One more stop beyond an end.
pub(super) fn extend(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>) -> bool {
    let end = End::draw(rng);
    draft.len() < rules.limits.max_stops() && add(rules, rng, draft, end)
}

/// An end stop less.
pub(super) fn cut(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>) -> bool {
    if draft.len() <= rules.limits.min_stops() {
        return false;
    }
    End::draw(rng).cut(draft);
    true
}

/// A stop more at one end, one less at the other.
pub(super) fn slide(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>) -> bool {
    let end = End::draw(rng);
    if !add(rules, rng, draft, end) {
        return false;
    }
    end.other().cut(draft);
    true
}

fn add(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>, end: End) -> bool {
    let Some((next, _)) = pick(rng, end.ways(rules.city, draft)) else { return false };
    if draft.contains(&next) {
        return false;
    }
    end.add(draft, next);
    true
}
