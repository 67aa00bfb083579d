//! Grids whose driving times follow from arithmetic, for tests and benchmarks.

use routewright_model::{City, CityParts, Coordinates, Demand, Link, Node, NodeId, Position, Seconds};

/// Distance between neighbours; times do not depend on it.
const BLOCK_METRES: f64 = 1000.0;

/// A grid where each link takes `leg`, so that driving from (a, b) to (c, d) takes (|a−c| + |b−d|) · `leg`.
/// One trip between every two nodes.
///
/// The node in column 3 and row 2 is called `c3r2` and has index 2 · `columns` + 3; both count from 0,
/// columns to the east and rows to the north.
///
/// # Panics
/// With fewer than two nodes, more than [`City::MOST_NODES`], a leg of over a day, or drives of over 97 days.
pub fn grid_city(columns: usize, rows: usize, leg: Seconds) -> City {
    grid_city_with_demand(columns, rows, leg, |_, _| 1.0)
}

/// [`grid_city`] with trips of one's own; what `demand` says about a node and itself is not asked.
///
/// # Panics
/// As [`grid_city`], and where `demand` is negative, not finite, or zero everywhere.
pub fn grid_city_with_demand(
    columns: usize,
    rows: usize,
    leg: Seconds,
    demand: impl Fn(NodeId, NodeId) -> f64,
) -> City {
    build(columns, rows, [leg, leg], demand)
}

/// A grid where going east or north takes `leg` and going west or south `leg_back`. One trip between every
/// two nodes. Names and order are those of [`grid_city`].
///
/// # Panics
/// As [`grid_city`].
pub fn directed_grid_city(columns: usize, rows: usize, leg: Seconds, leg_back: Seconds) -> City {
    build(columns, rows, [leg, leg_back], |_, _| 1.0)
}

fn build(
    columns: usize,
    rows: usize,
    [forth, back]: [Seconds; 2],
    demand: impl Fn(NodeId, NodeId) -> f64,
) -> City {
    let n = columns * rows;
    let node = |index: usize| {
        let (column, row) = (index % columns, index / columns);
        let position = Position { x: column as f64 * BLOCK_METRES, y: row as f64 * BLOCK_METRES };
        Node { name: format!("c{column}r{row}"), label: None, position, terminal: true }
    };
    let mut links = Vec::with_capacity(4 * n);
    let mut connect = |a: usize, b: usize| {
        let (a, b) = (NodeId::new(a), NodeId::new(b));
        links.push(Link { from: a, to: b, time: forth });
        links.push(Link { from: b, to: a, time: back });
    };
    for index in 0..n {
        if (index + 1) % columns != 0 {
            connect(index, index + 1);
        }
        if index + columns < n {
            connect(index, index + columns);
        }
    }
    let pairs = (0..n).flat_map(|from| (0..n).map(move |to| (NodeId::new(from), NodeId::new(to))));
    let demand = pairs
        .filter(|(from, to)| from != to)
        .map(|(from, to)| Demand { from, to, trips: demand(from, to) })
        .collect();
    City::new(CityParts {
        name: format!("grid-{columns}x{rows}"),
        coordinates: Coordinates::Metres,
        nodes: (0..n).map(node).collect(),
        links,
        demand,
        ..CityParts::default()
    })
    .expect("a grid has two nodes or more, valid demand and drives of less than 97 days")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn driving_times_follow_from_arithmetic() {
        let (columns, rows) = (5, 4);
        let city = grid_city(columns, rows, Seconds(90));
        let directed = directed_grid_city(columns, rows, Seconds(60), Seconds(100));
        assert!(city.is_symmetric() && !directed.is_symmetric());
        for from in city.node_ids() {
            for to in city.node_ids() {
                let place = |node: NodeId| ((node.index() % columns) as i64, (node.index() / columns) as i64);
                let ((a, b), (c, d)) = (place(from), place(to));
                let steps = (a - c).abs() + (b - d).abs();
                assert_eq!(i64::from(city.drive_time(from, to).0), steps * 90);
                let time = |blocks: i64| if blocks > 0 { blocks * 60 } else { -blocks * 100 };
                assert_eq!(i64::from(directed.drive_time(from, to).0), time(c - a) + time(d - b));
            }
        }
    }

    #[test]
    fn nodes_are_named_for_their_place() {
        let city = grid_city(4, 3, Seconds(60));
        assert_eq!(city.node_named("c3r2"), Some(NodeId::new(11)));
        assert_eq!(city.node(NodeId::new(11)).position, Position { x: 3000.0, y: 2000.0 });
        assert_eq!(city.total_demand(), 132.0);
    }

    #[test]
    fn demand_may_be_given() {
        let trips = |from: NodeId, to: NodeId| (10 * from.index() + to.index()) as f64;
        let city = grid_city_with_demand(2, 1, Seconds(60), trips);
        assert_eq!(city.demand(NodeId::new(1), NodeId::new(0)), 10.0);
        assert_eq!(city.demand(NodeId::new(0), NodeId::new(1)), 1.0);
    }
}
