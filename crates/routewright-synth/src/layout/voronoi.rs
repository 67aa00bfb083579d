//! Corners and edges of Voronoi cells.

use rand::Rng;
use spade::{DelaunayTriangulation, Point2, Triangulation};

use super::{Components, Layout, Point, random_points};

/// Diagrams drawn in the hope of one with exactly the right number of corners.
const TRIES: usize = 100;

/// Streets along the edges of the Voronoi cells of m random points, n of whose corners lie in the square.
///
/// The paper chooses m so that there are n corners. Here m follows the outcome of the last diagram: about
/// two corners come with each point. A hundred tries nearly always bring an exact hit, at any size. Where
/// they do not, the smallest diagram with more corners loses some at its rim: dead ends first, then whatever
/// lies nearest to the edge of the square and leaves the rest connected. Corners cut off from the rest by
/// the edge of the square are left out from the start.
pub(super) fn layout(node_count: usize, rng: &mut impl Rng) -> Layout {
    let mut point_count = node_count / 2 + 2;
    let mut best: Option<Layout> = None;
    for attempt in 0.. {
        let diagram = diagram(&random_points(point_count, rng));
        let found = diagram.points.len();
        if found == node_count {
            return diagram;
        }
        if found > node_count && best.as_ref().is_none_or(|best| found < best.points.len()) {
            best = Some(diagram);
        }
        if attempt >= TRIES
            && let Some(best) = best
        {
            return trim(best, node_count);
        }
        point_count = match found < node_count {
            true => point_count + (node_count - found).div_ceil(2),
            false => point_count.saturating_sub((found - node_count).div_ceil(2)).max(3),
        };
    }
    unreachable!("more points give more corners")
}

/// The largest connected part of the diagram within the unit square.
///
/// Its corners are the circumcentres of the Delaunay triangles, and its edges join those of triangles that
/// share a side. Triangles are ordered by their points, so that the order owes nothing to the library.
fn diagram(sites: &[Point]) -> Layout {
    let vertices = sites.iter().map(|&(x, y)| Point2::new(x, y)).collect();
    let triangulation: DelaunayTriangulation<Point2<f64>> =
        DelaunayTriangulation::bulk_load_stable(vertices).expect("points of the unit square are valid");
    let mut triangles: Vec<([usize; 3], usize)> = triangulation
        .inner_faces()
        .map(|face| {
            let mut corners = face.vertices().map(|vertex| vertex.index());
            corners.sort_unstable();
            (corners, face.index())
        })
        .collect();
    triangles.sort_unstable();
    let mut points = Vec::new();
    let mut node_of_face = vec![None; triangulation.num_all_faces()];
    for (corners, face) in triangles {
        let centre = circumcentre(corners.map(|corner| sites[corner]));
        if [centre.0, centre.1].iter().all(|value| (0.0..=1.0).contains(value)) {
            node_of_face[face] = Some(points.len() as u32);
            points.push(centre);
        }
    }
    let mut streets: Vec<(u32, u32)> = triangulation
        .undirected_edges()
        .filter_map(|edge| {
            let edge = edge.as_directed();
            let a = node_of_face[edge.face().index()]?;
            let b = node_of_face[edge.rev().face().index()]?;
            Some((a.min(b), a.max(b)))
        })
        .collect();
    streets.sort_unstable();
    largest_part(Layout { points, streets })
}

fn circumcentre([a, b, c]: [Point; 3]) -> Point {
    let (b, c) = ((b.0 - a.0, b.1 - a.1), (c.0 - a.0, c.1 - a.1));
    let twice_area = 2.0 * (b.0 * c.1 - b.1 * c.0);
    let (bb, cc) = (b.0 * b.0 + b.1 * b.1, c.0 * c.0 + c.1 * c.1);
    (a.0 + (c.1 * bb - b.1 * cc) / twice_area, a.1 + (b.0 * cc - c.0 * bb) / twice_area)
}

fn largest_part(layout: Layout) -> Layout {
    let n = layout.points.len();
    let mut parts = Components::new(n);
    for &(a, b) in &layout.streets {
        parts.join(a, b);
    }
    let roots: Vec<u32> = (0..n as u32).map(|node| parts.root(node)).collect();
    let mut sizes = vec![0; n];
    for &root in &roots {
        sizes[root as usize] += 1;
    }
    let largest = (0..n as u32).rev().max_by_key(|&root| sizes[root as usize]);
    keep(&layout, |node| Some(roots[node as usize]) == largest)
}

/// Drops nodes until `node_count` are left: dead ends before others, then by distance from the rim.
fn trim(mut layout: Layout, node_count: usize) -> Layout {
    while layout.points.len() > node_count {
        let mut degrees = vec![0; layout.points.len()];
        for &(a, b) in &layout.streets {
            degrees[a as usize] += 1;
            degrees[b as usize] += 1;
        }
        let from_rim = |node: u32| {
            let (x, y) = layout.points[node as usize];
            x.min(1.0 - x).min(y).min(1.0 - y)
        };
        let mut order: Vec<u32> = (0..layout.points.len() as u32).collect();
        order.sort_by(|&a, &b| {
            let is_inner = |node: u32| degrees[node as usize] > 1;
            is_inner(a).cmp(&is_inner(b)).then(from_rim(a).total_cmp(&from_rim(b)))
        });
        layout = order
            .into_iter()
            .map(|dropped| keep(&layout, |node| node != dropped))
            .find(Layout::is_connected)
            .expect("every connected graph has a node that can go");
    }
    layout
}

/// The layout of the nodes that are kept, in their old order.
fn keep(layout: &Layout, is_kept: impl Fn(u32) -> bool) -> Layout {
    let mut kept = Layout::default();
    let mut new_index = vec![None; layout.points.len()];
    for (node, &point) in layout.points.iter().enumerate().filter(|(node, _)| is_kept(*node as u32)) {
        new_index[node] = Some(kept.points.len() as u32);
        kept.points.push(point);
    }
    let renumbered = layout.streets.iter().filter_map(|&(a, b)| {
        // Old order is kept, so that the smaller index stays the smaller.
        Some((new_index[a as usize]?, new_index[b as usize]?))
    });
    kept.streets = renumbered.collect();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Stream, stream};

    #[test]
    fn corners_are_equally_far_from_three_points() {
        let triangle = [(0.1, 0.2), (0.9, 0.3), (0.4, 0.8)];
        let centre = circumcentre(triangle);
        let apart = triangle.map(|point| super::super::distance_squared(point, centre));
        assert!((apart[0] - apart[1]).abs() < 1e-12 && (apart[0] - apart[2]).abs() < 1e-12, "{apart:?}");
    }

    #[test]
    fn trimming_keeps_the_rest_connected() {
        let full = diagram(&random_points(60, &mut stream(4, Stream::Streets)));
        for count in 2..full.points.len() {
            let trimmed = trim(full.clone(), count);
            assert_eq!(trimmed.points.len(), count);
            assert!(trimmed.is_connected());
        }
    }

    #[test]
    fn no_corner_joins_more_than_three_edges() {
        let city = layout(200, &mut stream(5, Stream::Streets));
        let degree = |node| city.streets.iter().filter(|street| street.0 == node || street.1 == node).count();
        assert!((0..200).all(|node| (1..=3).contains(&degree(node))));
    }
}
