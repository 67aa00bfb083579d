//! Each node linked with its nearest neighbours.

use super::{Layout, Point, distance_squared};

/// Neighbours that each node chooses.
const CHOSEN: usize = 4;

/// Streets between each node and its four nearest; a node that many others choose has more than four.
pub(super) fn layout(points: Vec<Point>) -> Layout {
    let buckets = Buckets::new(&points);
    let mut streets = Vec::with_capacity(points.len() * CHOSEN);
    for node in 0..points.len() as u32 {
        let nearest = buckets.nearest(node, CHOSEN);
        streets.extend(nearest.into_iter().map(|other| (node.min(other), node.max(other))));
    }
    streets.sort_unstable();
    streets.dedup();
    Layout { points, streets }
}

/// The unit square cut into equal cells of about two points each.
struct Buckets<'points> {
    points: &'points [Point],
    side: usize,
    /// Points of each cell, row by row.
    cells: Vec<Vec<u32>>,
}

impl<'points> Buckets<'points> {
    fn new(points: &'points [Point]) -> Self {
        let side = (1..).find(|side| side * side * 2 >= points.len()).expect("some grid is fine enough");
        let mut buckets = Self { points, side, cells: vec![Vec::new(); side * side] };
        for node in 0..points.len() as u32 {
            let (column, row) = buckets.cell_of(node);
            buckets.cells[row * side + column].push(node);
        }
        buckets
    }

    fn cell_of(&self, node: u32) -> (usize, usize) {
        let (x, y) = self.points[node as usize];
        let cell = |value: f64| ((value * self.side as f64) as usize).min(self.side - 1);
        (cell(x), cell(y))
    }

    /// The `wanted` nearest other points, or all of them; ties go to the smaller index.
    fn nearest(&self, node: u32, wanted: usize) -> Vec<u32> {
        let wanted = wanted.min(self.points.len() - 1);
        let mut found: Vec<(f64, u32)> = Vec::new();
        for ring in 0..=self.side {
            // All points nearer than `ring - 1` cells lie within the rings looked at so far.
            let certain = ring.saturating_sub(1) as f64 / self.side as f64;
            if found.len() >= wanted && found[wanted - 1].0 < certain * certain {
                break;
            }
            self.visit_ring(node, ring, |other| {
                let apart = distance_squared(self.points[node as usize], self.points[other as usize]);
                found.push((apart, other));
            });
            found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        }
        found.truncate(wanted);
        found.into_iter().map(|(_, other)| other).collect()
    }

    /// Other points in the cells that lie `ring` steps away.
    fn visit_ring(&self, node: u32, ring: usize, mut visit: impl FnMut(u32)) {
        let (column, row) = self.cell_of(node);
        let span = |centre: usize| centre.saturating_sub(ring)..=(centre + ring).min(self.side - 1);
        for y in span(row) {
            for x in span(column) {
                if x.abs_diff(column).max(y.abs_diff(row)) == ring {
                    let cell = &self.cells[y * self.side + x];
                    cell.iter().filter(|&&other| other != node).for_each(|&other| visit(other));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_points;
    use super::*;
    use crate::draw::{Stream, stream};

    #[test]
    fn buckets_find_what_looking_at_all_points_finds() {
        for count in [2, 3, 5, 40, 333] {
            let points = random_points(count, &mut stream(count as u64, Stream::Streets));
            let buckets = Buckets::new(&points);
            for node in 0..count as u32 {
                let mut others: Vec<u32> = (0..count as u32).filter(|&other| other != node).collect();
                let apart = |&other: &u32| distance_squared(points[node as usize], points[other as usize]);
                others.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
                others.truncate(CHOSEN);
                assert_eq!(buckets.nearest(node, CHOSEN), others, "node {node} of {count}");
            }
        }
    }
}
