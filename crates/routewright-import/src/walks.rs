//! Ways on foot between nodes that are near each other.

use routewright_model::{NodeId, Seconds, Walk};
use serde::Serialize;

use crate::geometry::distance;
use crate::streets::Nearest;

/// Streets make ways on foot this much longer than the straight line,
const DETOUR: f64 = 1.3;
/// and people walk this many metres in a minute (4.5 km/h).
const METRES_PER_MINUTE: f64 = 75.0;

/// Ways on foot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WalkCounts {
    /// Pairs of nodes that one can walk between.
    pub pairs: usize,
    /// Nodes that nobody can walk to or from.
    pub nodes_without: usize,
    /// Minutes of the longest one.
    pub longest_minutes: f64,
}

/// Walks between all nodes at most so many metres apart, each once; the same time both ways.
pub(crate) fn walks(places: &[[f64; 2]], most_metres: f64) -> (Vec<Walk>, WalkCounts) {
    if most_metres <= 0.0 {
        return (Vec::new(), WalkCounts { nodes_without: places.len(), ..WalkCounts::default() });
    }
    let straight = most_metres / DETOUR;
    let nearest = Nearest::new(straight, places.iter().copied().zip(0..));
    let mut walks = Vec::new();
    let mut is_reached = vec![false; places.len()];
    for (from, &place) in places.iter().enumerate() {
        let near = nearest.within(place, straight).into_iter().map(|(to, _)| to as usize);
        for to in near.filter(|&to| to > from) {
            let minutes = distance(place, places[to]) * DETOUR / METRES_PER_MINUTE;
            let time = Seconds::from_minutes(minutes).expect("settings keep walks far below a day");
            walks.push(Walk { from: NodeId::new(from), to: NodeId::new(to), time });
            (is_reached[from], is_reached[to]) = (true, true);
        }
    }
    let counts = WalkCounts {
        pairs: walks.len(),
        nodes_without: is_reached.iter().filter(|is_reached| !**is_reached).count(),
        longest_minutes: walks.iter().map(|walk| walk.time).max().unwrap_or_default().minutes(),
    };
    (walks, counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_nodes_are_joined_once() {
        // 300 m straight are 390 m on foot, which take 5.2 minutes; 900 m are too far.
        let places = [[0.0, 0.0], [300.0, 0.0], [900.0, 0.0], [5000.0, 0.0]];
        let (found, counts) = walks(&places, 800.0);
        let told: Vec<_> = found.iter().map(|w| (w.from.index(), w.to.index(), w.time.0)).collect();
        // 600 m straight are 780 m on foot: 10.4 minutes.
        assert_eq!(told, [(0, 1, 312), (1, 2, 624)]);
        assert_eq!(counts, WalkCounts { pairs: 2, nodes_without: 1, longest_minutes: 10.4 });
        assert_eq!(walks(&places, 779.0).0.len(), 1);
        assert_eq!(walks(&places, 0.0), (vec![], WalkCounts { nodes_without: 4, ..WalkCounts::default() }));
    }
}
