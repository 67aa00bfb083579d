//! Stops that two lines serve in the same order.

use routewright_model::{NodeId, Route};

/// All orders in which a line serves its stops: its ways, and each of them in reverse.
pub(super) struct Ways(Vec<Vec<NodeId>>);

impl Ways {
    pub(super) fn new(route: &Route) -> Self {
        let mut ways: Vec<Vec<NodeId>> = Vec::new();
        for pattern in route.patterns() {
            let stops = unrolled(pattern.stops);
            for way in [stops.iter().rev().copied().collect(), stops] {
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        Self(ways)
    }
}

/// For every call of a line, way out and own way back, whether another line serves it in the same order.
pub(super) fn kept_stops(route: &Route, other: &Ways) -> Vec<bool> {
    let out = route.stops();
    let back = route.own_back().map(|back| &back.stops[..]);
    let best = |stops: &[NodeId]| -> Vec<bool> {
        let count = |kept: &Vec<bool>| kept.iter().filter(|kept| **kept).count();
        let kept = other.0.iter().map(|way| common(stops, way));
        // The first of those that keep most.
        kept.rev().max_by_key(count).unwrap_or_else(|| vec![false; stops.len()])
    };
    [Some(out), back].into_iter().flatten().flat_map(best).collect()
}

/// A loop has no start: twice round holds every order it serves.
fn unrolled(stops: Vec<NodeId>) -> Vec<NodeId> {
    match stops.first() == stops.last() {
        true => stops.iter().chain(&stops[1..]).copied().collect(),
        false => stops,
    }
}

/// Which stops of a line belong to the longest sequence that both serve in order.
fn common(stops: &[NodeId], other: &[NodeId]) -> Vec<bool> {
    let (n, m) = (stops.len(), other.len());
    // Length of the longest common sequence of what follows, by places in both.
    let mut longest = vec![0_u32; (n + 1) * (m + 1)];
    for at in (0..n).rev() {
        for to in (0..m).rev() {
            let place = |at: usize, to: usize| at * (m + 1) + to;
            longest[place(at, to)] = match stops[at] == other[to] {
                true => 1 + longest[place(at + 1, to + 1)],
                false => longest[place(at + 1, to)].max(longest[place(at, to + 1)]),
            };
        }
    }
    let (mut kept, mut to) = (vec![false; n], 0);
    for at in 0..n {
        let here = |at: usize, to: usize| longest[at * (m + 1) + to];
        while to < m && stops[at] != other[to] && here(at, to) == here(at, to + 1) {
            to += 1;
        }
        if to < m && stops[at] == other[to] {
            kept[at] = true;
            to += 1;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_common_sequence_is_marked() {
        let nodes = |text: &str| -> Vec<NodeId> {
            text.bytes().map(|c| NodeId::new(usize::from(c - b'a'))).collect()
        };
        let marked = |one: &str, other: &str| -> String {
            let kept = common(&nodes(one), &nodes(other));
            one.chars().zip(kept).map(|(c, kept)| if kept { c } else { '.' }).collect()
        };
        assert_eq!(marked("abcdef", "xbxdxf"), ".b.d.f");
        assert_eq!(marked("abc", "cab"), "ab.");
        assert_eq!(marked("abcb", "bcb"), ".bcb");
        assert_eq!(marked("abc", "xyz"), "...");
    }
}
