//! Changes of two routes at once.

use rand::{Rng, RngExt};
use routewright_model::NodeId;

use super::{Rules, below};

/// A change of two routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairMove {
    /// Two routes that meet exchange what lies beyond.
    SwapTails,
    /// A stop goes over from one to the other.
    HandOver,
}

impl PairMove {
    /// Draws one, all alike.
    pub(crate) fn draw(rng: &mut impl Rng) -> Self {
        if rng.random_bool(0.5) { Self::SwapTails } else { Self::HandOver }
    }

    /// Writes two changed routes into the drafts. False if there was no legal change where it looked.
    pub(crate) fn propose(
        self,
        rules: Rules<'_>,
        rng: &mut impl Rng,
        stops: [&[NodeId]; 2],
        drafts: &mut [Vec<NodeId>; 2],
    ) -> bool {
        let [one, two] = drafts;
        one.clear();
        one.extend_from_slice(stops[0]);
        two.clear();
        two.extend_from_slice(stops[1]);
        let changed = match self {
            Self::SwapTails => swap_tails(rules, rng, one, two),
            Self::HandOver => hand_over(rules, rng, one, two),
        };
        changed && rules.allow(one) && rules.allow(two)
    }
}

fn swap_tails(rules: Rules<'_>, rng: &mut impl Rng, one: &mut Vec<NodeId>, two: &mut Vec<NodeId>) -> bool {
    // On streets that are the same both ways, tails may be exchanged head to tail as well.
    if rules.city.has_symmetric_streets() && rng.random_bool(0.5) {
        two.reverse();
    }
    let at = below(rng, one.len());
    let Some(meet) = two.iter().position(|&stop| stop == one[at]) else { return false };
    if one[..at].iter().any(|stop| two[meet..].contains(stop))
        || two[..meet].iter().any(|stop| one[at..].contains(stop))
    {
        return false;
    }
    let tail = one.split_off(at);
    one.extend(two.drain(meet..));
    two.extend(tail);
    one.len() >= 2 && two.len() >= 2
}

/// Takes a stop off one route and puts it on the other, wherever a link or two allow.
fn hand_over(rules: Rules<'_>, rng: &mut impl Rng, one: &mut Vec<NodeId>, two: &mut Vec<NodeId>) -> bool {
    if one.len() <= rules.limits.min_stops().max(2) || two.len() >= rules.limits.max_stops() {
        return false;
    }
    let linked = |from: NodeId, to: NodeId| rules.city.link_time(from, to).is_some();
    let at = below(rng, one.len());
    let is_inner = at > 0 && at + 1 < one.len();
    if two.contains(&one[at]) || (is_inner && !linked(one[at - 1], one[at + 1])) {
        return false;
    }
    let stop = one.remove(at);
    // Try the places on the other route from a random one onwards.
    let places = two.len() + 1;
    let first = below(rng, places);
    let place = (0..places).map(|step| (first + step) % places).find(|&place| {
        (place == 0 || linked(two[place - 1], stop)) && (place == two.len() || linked(stop, two[place]))
    });
    let Some(place) = place else { return false };
    two.insert(place, stop);
    true
}
