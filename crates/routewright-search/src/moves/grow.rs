//! Routes grown from fastest ways between random nodes.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::NodeId;

use super::Rules;
use super::end::End;
use super::random::{below, pick};

/// How often growing may fail before the route stays as it is.
const MOST_FAILURES: usize = 24;
/// Draws before the search for a node on a street is given up: elsewhere there may be zones that are reached on foot.
const STREET_DRAWS: usize = 10_000;
/// Draws before the search for a new route is given up.
const FRESH_DRAWS: usize = 200;

/// A new route: the fastest way between two random nodes, grown at both ends to a random number of stops. False if
/// none of many draws was legal; the draft then holds anything.
pub(crate) fn fresh_route(rules: Rules<'_>, rng: &mut ChaCha8Rng, draft: &mut Vec<NodeId>) -> bool {
    for _ in 0..FRESH_DRAWS {
        let (Some(from), Some(to)) = (street_node(rules, rng), street_node(rules, rng)) else { return false };
        draft.clear();
        draft.extend(rules.city.shortest_path(from, to).take(rules.limits.max_stops()));
        if draft.len() < 2 {
            continue;
        }
        let target = target(rules, rng, draft.len());
        grow(rules, rng, draft, End::draw, target);
        if rules.allow(draft) {
            return true;
        }
    }
    false
}

/// A random node on a street; `None` if many draws found none.
fn street_node(rules: Rules<'_>, rng: &mut ChaCha8Rng) -> Option<NodeId> {
    let mut drawn = (0..STREET_DRAWS).map(|_| NodeId::new(below(rng, rules.city.node_count())));
    drawn.find(|&node| rules.city.is_on_street(node))
}

/// A number of stops within the limits, at least `least` if that is possible.
pub(super) fn target(rules: Rules<'_>, rng: &mut ChaCha8Rng, least: usize) -> usize {
    let most = rules.limits.max_stops();
    let least = least.max(rules.limits.min_stops()).min(most);
    least + below(rng, most - least + 1)
}

/// Adds to both ends until the route has `target` stops, if that is possible.
pub(crate) fn grow_to(rules: Rules<'_>, rng: &mut ChaCha8Rng, draft: &mut Vec<NodeId>, target: usize) {
    grow(rules, rng, draft, End::draw, target);
}

/// Adds fastest ways between random nodes, or single neighbours, until the route has `target` stops.
pub(super) fn grow(
    rules: Rules<'_>,
    rng: &mut ChaCha8Rng,
    draft: &mut Vec<NodeId>,
    end: impl Fn(&mut ChaCha8Rng) -> End,
    target: usize,
) {
    let (city, most) = (rules.city, rules.limits.max_stops());
    let mut failures = 0;
    while draft.len() < target && failures < MOST_FAILURES {
        let end = end(rng);
        let Some((next, _)) = pick(rng, end.links(city, draft)) else { return };
        if draft.contains(&next) {
            failures += 1;
            continue;
        }
        let Some(far) = street_node(rules, rng) else { return };
        let before = draft.len();
        let fits = |draft: &Vec<NodeId>, node| draft.len() < most && !draft[..].contains(&node);
        let mut path = match end {
            End::Last => city.shortest_path(next, far),
            End::First => city.shortest_path(far, next),
        };
        let is_whole = path.all(|node| {
            fits(draft, node) && {
                draft.push(node);
                true
            }
        });
        if end == End::First {
            // The way is driven towards the route: its stops were collected behind it and belong before it.
            let added = draft.len() - before;
            draft.rotate_right(added);
        }
        if is_whole {
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
