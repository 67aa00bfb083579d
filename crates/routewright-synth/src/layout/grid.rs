//! Nodes in rows and columns.

use super::Layout;

/// Whether streets also lead across the corners of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Diagonals {
    With,
    Without,
}

/// A grid as close to square as possible, spread over the whole square.
///
/// A full rectangle is taken where one exists that is at most twice as wide as high: 20 nodes are 5 by 4.
/// Otherwise (127 is prime) the last row is left short; the paper does not say what happens then.
pub(super) fn layout(node_count: usize, diagonals: Diagonals) -> Layout {
    let columns = columns(node_count);
    let rows = node_count.div_ceil(columns);
    let place = |at: usize, count: usize| if count > 1 { at as f64 / (count - 1) as f64 } else { 0.5 };
    let points = (0..node_count).map(|i| (place(i % columns, columns), place(i / columns, rows))).collect();
    let mut streets = Vec::new();
    for node in 0..node_count {
        let column = node % columns;
        let mut connect = |other: usize| {
            if other < node_count {
                streets.push((node as u32, other as u32));
            }
        };
        if column + 1 < columns {
            connect(node + 1);
        }
        if diagonals == Diagonals::With && column > 0 {
            connect(node + columns - 1);
        }
        connect(node + columns);
        if diagonals == Diagonals::With && column + 1 < columns {
            connect(node + columns + 1);
        }
    }
    streets.sort_unstable();
    Layout { points, streets }
}

fn columns(node_count: usize) -> usize {
    let square = (1..).find(|side| side * side >= node_count).expect("some square is as large");
    let widest = (square..node_count).take_while(|columns| columns * columns <= 2 * node_count);
    widest.into_iter().find(|columns| node_count.is_multiple_of(*columns)).unwrap_or(square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_nearly_square() {
        let cases = [(2, 2), (3, 2), (4, 2), (7, 3), (12, 4), (18, 6), (20, 5), (127, 12), (632, 26)];
        for (nodes, expected) in cases {
            assert_eq!(columns(nodes), expected, "{nodes} nodes");
        }
    }

    #[test]
    fn a_full_grid_has_the_streets_of_its_blocks() {
        assert_eq!(layout(20, Diagonals::Without).streets.len(), 4 * 4 + 5 * 3);
        assert_eq!(layout(20, Diagonals::With).streets.len(), 4 * 4 + 5 * 3 + 2 * 4 * 3);
    }
}
