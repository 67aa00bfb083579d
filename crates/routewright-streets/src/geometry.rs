//! Metres on the ground.

use libm::{atan2, cos, sqrt};
use routewright_model::geography::METRES_PER_DEGREE;

/// A flat map around a city: degrees in, metres out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    lat: f64,
    shrink: f64,
}

impl Plane {
    /// Around a latitude in degrees.
    pub fn around(lat: f64) -> Self {
        Self { lat, shrink: cos(lat.to_radians()) }
    }

    /// Metres to the east and to the north.
    pub fn metres(&self, [lon, lat]: [f64; 2]) -> [f64; 2] {
        [lon * self.shrink * METRES_PER_DEGREE, (lat - self.lat) * METRES_PER_DEGREE]
    }
}

/// Metres between two near places given in degrees. Imports decide by it: `cos` must agree on every platform,
/// so that `routewright_model::geography::metres_between` will not do.
pub fn metres_between(a: [f64; 2], b: [f64; 2]) -> f64 {
    let shrink = cos(((a[1] + b[1]) / 2.0).to_radians());
    length((b[0] - a[0]) * shrink * METRES_PER_DEGREE, (b[1] - a[1]) * METRES_PER_DEGREE)
}

/// Metres between two places of a [`Plane`].
pub fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    length(b[0] - a[0], b[1] - a[1])
}

/// The direction from one place of a [`Plane`] to another: degrees clockwise from north, from 0 to 360.
pub fn heading(from: [f64; 2], to: [f64; 2]) -> f64 {
    let degrees = atan2(to[0] - from[0], to[1] - from[1]).to_degrees();
    if degrees < 0.0 { degrees + 360.0 } else { degrees }
}

/// How far two headings are apart, from 0 to 180 degrees.
pub fn turn_between(a: f64, b: f64) -> f64 {
    let apart = (a - b).abs() % 360.0;
    apart.min(360.0 - apart)
}

fn length(x: f64, y: f64) -> f64 {
    sqrt(x * x + y * y)
}

/// Indices of the points of a line that are needed to stay within `tolerance` metres of it (Douglas and
/// Peucker). The ends are always among them.
pub fn simplify(line: &[[f64; 2]], tolerance: f64) -> Vec<usize> {
    let Some(last) = line.len().checked_sub(1) else { return Vec::new() };
    let mut keep = vec![false; line.len()];
    (keep[0], keep[last]) = (true, true);
    let mut parts = vec![(0, last)];
    while let Some((from, to)) = parts.pop() {
        let farthest = (from + 1..to)
            .map(|at| (at, to_segment(line[at], line[from], line[to])))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((at, away)) = farthest
            && away > tolerance
        {
            keep[at] = true;
            parts.push((from, at));
            parts.push((at, to));
        }
    }
    (0..line.len()).filter(|&at| keep[at]).collect()
}

/// Metres from a point to the nearest point of a straight line between two others.
pub fn to_segment(point: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let square = dx * dx + dy * dy;
    let along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square;
    let along = if square == 0.0 { 0.0 } else { along.clamp(0.0, 1.0) };
    distance(point, [a[0] + along * dx, a[1] + along * dy])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_is_a_sixtieth_of_a_quarter_of_the_earth() {
        // 6371 km radius: 111.195 km a degree of latitude; half as much along the 60th parallel.
        assert!((metres_between([0.0, 0.0], [0.0, 1.0]) - 111_195.0).abs() < 1.0);
        assert!((metres_between([0.0, 60.0], [1.0, 60.0]) - 55_597.5).abs() < 1.0);
        let plane = Plane::around(60.0);
        let [x, y] = plane.metres([1.0, 61.0]);
        assert!((x - 55_597.5).abs() < 1.0 && (y - 111_195.0).abs() < 1.0);
    }

    #[test]
    fn headings_go_clockwise_from_north() {
        let told = [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]].map(|to| heading([0.0, 0.0], to));
        assert_eq!(told, [0.0, 90.0, 180.0, 270.0]);
        assert_eq!([turn_between(350.0, 20.0), turn_between(20.0, 200.0)], [30.0, 180.0]);
    }

    #[test]
    fn simplifying_keeps_corners() {
        let line = [[0.0, 0.0], [50.0, 1.0], [100.0, 0.0], [100.0, 50.0], [101.0, 100.0]];
        assert_eq!(simplify(&line, 5.0), [0, 2, 4]);
        assert_eq!(simplify(&line, 0.4), [0, 1, 2, 3, 4]);
        assert_eq!(simplify(&line[..1], 5.0), [0]);
        assert_eq!(simplify(&[], 5.0), [0; 0]);
    }
}
