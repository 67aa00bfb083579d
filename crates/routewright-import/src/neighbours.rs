//! Which zones are neighbours.

use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation};

use routewright_streets::geometry::distance;

/// Two zones that lie next to each other, the smaller index first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Neighbours {
    pub(crate) a: usize,
    pub(crate) b: usize,
    /// Straight across.
    pub(crate) metres: f64,
}

/// The pairs of points that a Delaunay triangulation joins, without those farther apart than `most`, unless
/// they are needed to keep the points connected, and how many were left out.
pub(crate) struct Neighbourhood {
    pub(crate) pairs: Vec<Neighbours>,
    /// The middle one of all distances between neighbours.
    pub(crate) usual_metres: f64,
    /// Pairs that were too far apart.
    pub(crate) too_far: usize,
}

impl Neighbourhood {
    /// `most` is three times the usual distance where it is not given.
    pub(crate) fn new(points: &[[f64; 2]], most: Option<f64>) -> Self {
        let mut pairs = triangulate(points);
        pairs.sort_by(|x, y| x.metres.total_cmp(&y.metres).then((x.a, x.b).cmp(&(y.a, y.b))));
        let usual_metres = pairs.get(pairs.len() / 2).map_or(0.0, |pair| pair.metres);
        let most = most.unwrap_or(3.0 * usual_metres);
        let mut parts = Parts::new(points.len());
        let (mut kept, mut too_far) = (Vec::with_capacity(pairs.len()), 0);
        // In order of distance, so that parts are joined where they are nearest.
        for pair in pairs {
            let joins = parts.join(pair.a, pair.b);
            if pair.metres <= most || joins {
                kept.push(pair);
            } else {
                too_far += 1;
            }
        }
        kept.sort_by_key(|pair| (pair.a, pair.b));
        Self { pairs: kept, usual_metres, too_far }
    }
}

struct Site {
    place: [f64; 2],
    index: usize,
}

impl HasPosition for Site {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        // Whole millimetres: distinct enough for the triangulation, and exact enough for a city.
        let millimetres = |metres: f64| (metres * 1000.0).round() / 1000.0 + 0.0;
        Point2::new(millimetres(self.place[0]), millimetres(self.place[1]))
    }
}

fn triangulate(points: &[[f64; 2]]) -> Vec<Neighbours> {
    let mut triangulation = DelaunayTriangulation::<Site>::new();
    let mut pairs = Vec::new();
    let mut pair = |a: usize, b: usize| {
        pairs.push(Neighbours { a: a.min(b), b: a.max(b), metres: distance(points[a], points[b]) });
    };
    let mut first_at = std::collections::HashMap::new();
    for (index, &place) in points.iter().enumerate() {
        let position = Site { place, index }.position();
        let key = (position.x.to_bits(), position.y.to_bits());
        // Points at one place cannot be triangulated: the later ones are linked to the first.
        if let Some(&before) = first_at.get(&key) {
            pair(before, index);
            continue;
        }
        first_at.insert(key, index);
        triangulation.insert(Site { place, index }).expect("positions of a city are finite and not tiny");
    }
    for edge in triangulation.undirected_edges() {
        let [a, b] = edge.vertices().map(|vertex| vertex.data().index);
        pair(a, b);
    }
    pairs
}

/// Points joined into parts.
struct Parts(Vec<usize>);

impl Parts {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Whether the two were in different parts before.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(points: &[[f64; 2]], most: Option<f64>) -> Vec<(usize, usize)> {
        Neighbourhood::new(points, most).pairs.iter().map(|pair| (pair.a, pair.b)).collect()
    }

    #[test]
    fn neighbours_are_those_of_the_triangulation() {
        // A square of 100 m with its middle: the middle sees all corners, corners see the next.
        let points = [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0], [50.0, 50.0]];
        assert_eq!(pairs(&points, None), [(0, 1), (0, 3), (0, 4), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4)]);
    }

    #[test]
    fn far_ones_are_left_out_unless_they_hold_the_city_together() {
        let points = [[0.0, 0.0], [100.0, 0.0], [0.0, 100.0], [2000.0, 0.0], [2100.0, 0.0]];
        assert_eq!(pairs(&points, Some(300.0)), [(0, 1), (0, 2), (1, 2), (1, 3), (3, 4)]);
    }

    #[test]
    fn zones_at_one_place_and_in_a_row_hold_together() {
        assert_eq!(pairs(&[[0.0, 0.0], [0.0, 0.0], [10.0, 0.0], [20.0, 0.0]], None).len(), 3);
    }
}
