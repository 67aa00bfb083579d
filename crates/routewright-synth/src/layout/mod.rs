//! Where nodes lie and which of them streets connect, before streets are removed.

mod components;
mod grid;
mod nearest;
mod tree;
mod voronoi;

use rand::Rng;

pub(crate) use components::Components;

use crate::CityKind;
use crate::draw::unit;

/// A point of the unit square.
pub(crate) type Point = (f64, f64);

/// Points of the unit square and two-way streets between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    pub(crate) points: Vec<Point>,
    /// Both ends of every street, the smaller index first; sorted, none twice.
    pub(crate) streets: Vec<(u32, u32)>,
}

impl Layout {
    /// Draws a layout. Only one of nearest neighbours may fall apart.
    pub(crate) fn draw(kind: CityKind, node_count: usize, rng: &mut impl Rng) -> Self {
        match kind {
            CityKind::NearestNeighbours => nearest::layout(random_points(node_count, rng)),
            CityKind::Grid4 => grid::layout(node_count, grid::Diagonals::Without),
            CityKind::Grid8 => grid::layout(node_count, grid::Diagonals::With),
            CityKind::Voronoi => voronoi::layout(node_count, rng),
            CityKind::SpanningTree => tree::layout(random_points(node_count, rng)),
        }
    }

    /// Whether streets lead from every node to every other.
    pub(crate) fn is_connected(&self) -> bool {
        let mut parts = Components::new(self.points.len());
        for &(a, b) in &self.streets {
            parts.join(a, b);
        }
        parts.count() == 1
    }

    /// Adds the shortest streets that connect parts which hang together among themselves only.
    ///
    /// Those streets all belong to the minimum spanning tree of the points: any other one is the longest of
    /// some closed walk, and stays so when parts are shrunk to points.
    pub(crate) fn join_parts(&mut self) {
        let mut parts = Components::new(self.points.len());
        for &(a, b) in &self.streets {
            parts.join(a, b);
        }
        let joining = tree::spanning_tree(&self.points).into_iter().filter(|&(a, b)| parts.join(a, b));
        self.streets.extend(joining);
        self.streets.sort_unstable();
    }
}

/// Square of the distance between two points; cheaper than the distance, and orders the same.
pub(crate) fn distance_squared(a: Point, b: Point) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    x * x + y * y
}

fn random_points(count: usize, rng: &mut impl Rng) -> Vec<Point> {
    (0..count).map(|_| (unit(rng), unit(rng))).collect()
}
