//! The shortest streets that connect all nodes.

use super::{Layout, Point, distance_squared};

/// Streets of the Euclidean minimum spanning tree.
pub(super) fn layout(points: Vec<Point>) -> Layout {
    let mut streets = spanning_tree(&points);
    streets.sort_unstable();
    Layout { points, streets }
}

/// Grows the tree from the first point, always by the point nearest to it (Prim): n² steps, no heap.
/// Streets come in the order they are added, the smaller index first.
pub(super) fn spanning_tree(points: &[Point]) -> Vec<(u32, u32)> {
    let mut outside: Vec<u32> = (1..points.len() as u32).collect();
    // For each point outside: its distance from the tree and the nearest point of the tree.
    let mut reach: Vec<(f64, u32)> = vec![(f64::INFINITY, 0); points.len()];
    let mut streets = Vec::with_capacity(outside.len());
    let mut added = 0;
    while !outside.is_empty() {
        let mut nearest = 0;
        for (at, &node) in outside.iter().enumerate() {
            let apart = distance_squared(points[added as usize], points[node as usize]);
            if apart < reach[node as usize].0 {
                reach[node as usize] = (apart, added);
            }
            if reach[node as usize].0 < reach[outside[nearest] as usize].0 {
                nearest = at;
            }
        }
        added = outside.swap_remove(nearest);
        let from = reach[added as usize].1;
        streets.push((from.min(added), from.max(added)));
    }
    streets
}

#[cfg(test)]
mod tests {
    use super::super::{Components, random_points};
    use super::*;
    use crate::draw::{Stream, stream};

    #[test]
    fn the_tree_is_as_short_as_kruskal_finds() {
        let points = random_points(60, &mut stream(3, Stream::Streets));
        let length = |&(a, b): &(u32, u32)| distance_squared(points[a as usize], points[b as usize]);
        let mut all: Vec<_> = (0..60).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        all.sort_by(|a, b| length(a).total_cmp(&length(b)));
        let mut parts = Components::new(60);
        let mut expected: Vec<_> = all.into_iter().filter(|&(a, b)| parts.join(a, b)).collect();
        expected.sort_unstable();
        assert_eq!(layout(points.clone()).streets, expected);
    }
}
