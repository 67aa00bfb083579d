//! Routes and parts of routes from fastest ways between random nodes.

use rand::{Rng, RngExt};
use routewright_model::NodeId;

use super::{End, Rules, below, pick};

/// How often growing may fail before the route stays as it is.
const MOST_FAILURES: usize = 24;

/// Drops everything beyond a random stop and grows the route anew from there.
pub(super) fn regrow(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>) -> bool {
    let end = End::draw(rng);
    let kept = 1 + below(rng, draft.len() - 1);
    match end {
        End::Last => draft.truncate(kept),
        End::First => drop(draft.drain(..draft.len() - kept)),
    }
    let target = target(rules, rng, kept + 1);
    grow(rules, rng, draft, |_| end, target);
    draft.len() > kept
}

/// A new route: the fastest way between two random nodes, grown at both ends to a random number of stops.
pub(crate) fn fresh_route(rules: Rules<'_>, rng: &mut impl Rng, draft: &mut Vec<NodeId>) {
    let n = rules.city.node_count();
    for _ in 0..200 {
        let (from, to) = (NodeId::new(below(rng, n)), NodeId::new(below(rng, n)));
        draft.clear();
        draft.extend(rules.city.shortest_path(from, to).take(rules.limits.max_stops()));
        if draft.len() < 2 {
            continue;
        }
        let target = target(rules, rng, draft.len());
        grow(rules, rng, draft, |rng| End::draw(rng), target);
        if rules.allow(draft) {
            return;
        }
    }
}

/// A number of stops within the limits, at least `least` if that is possible.
fn target(rules: Rules<'_>, rng: &mut impl Rng, least: usize) -> usize {
    let most = rules.limits.max_stops();
    let least = least.max(rules.limits.min_stops()).min(most);
    least + below(rng, most - least + 1)
}

/// Adds fastest ways between random nodes, or single neighbours, until the route has `target` stops.
fn grow<R: Rng>(
    rules: Rules<'_>,
    rng: &mut R,
    draft: &mut Vec<NodeId>,
    end: impl Fn(&mut R) -> End,
    target: usize,
) {
    let (city, most) = (rules.city, rules.limits.max_stops());
    let mut failures = 0;
    while draft.len() < target && failures < MOST_FAILURES {
        let end = end(rng);
        let Some((next, _)) = pick(rng, end.ways(city, draft)) else { return };
        if draft.contains(&next) {
            failures += 1;
            continue;
        }
        let far = NodeId::new(below(rng, city.node_count()));
        let before = draft.len();
        let fits = |draft: &Vec<NodeId>, node| draft.len() < most && !draft[..].contains(&node);
        let whole = match end {
            End::Last => {
                let mut path = city.shortest_path(next, far);
                path.all(|node| {
                    fits(draft, node) && {
                        draft.push(node);
                        true
                    }
                })
            }
            End::First => {
                // The way is driven towards the route: its stops are collected behind it, then moved to its
                // front.
                let mut path = city.shortest_path(far, next);
                let whole = path.all(|node| {
                    fits(draft, node) && {
                        draft.push(node);
                        true
                    }
                });
                let added = draft.len() - before;
                draft.rotate_right(added);
                whole
            }
        };
        if whole {
            continue;
        }
        failures += 1;
        let added = draft.len() - before;
        match end {
            End::Last => draft.truncate(before),
            End::First => drop(draft.drain(..added)),
        }
        if rng.random_bool(0.25) && draft.len() < most {
            end.add(draft, next);
        }
    }
}
