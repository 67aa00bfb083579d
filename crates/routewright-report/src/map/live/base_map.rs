//! Positions of a city as whole numbers, for the script that draws them.

use routewright_model::geography::METRES_PER_DEGREE;
use routewright_model::{City, Coordinates, Position};

use crate::map::projection::east_scale;

/// Longest extent of a city in the script's units.
const EXTENT: f64 = 20_000.0;
/// Bends smaller than this are left out.
const TOLERANCE: f64 = 4.0;

/// Converts positions to whole numbers, north up and at the same scale in both directions.
pub(super) struct BaseMap {
    narrowing: f64,
    west: f64,
    north: f64,
    scale: f64,
    size: [i64; 2],
    /// Metres of one unit of the city's own positions.
    metres: f64,
}

impl BaseMap {
    pub(super) fn new(city: &City) -> Self {
        let positions = || city.nodes().iter().map(|node| node.position);
        let range = |value: fn(Position) -> f64| {
            let values = positions().map(value);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
                (least.min(value), most.max(value))
            })
        };
        let ((west, east), (south, north)) = (range(|place| place.x), range(|place| place.y));
        let narrowing = east_scale(city, (south + north) / 2.0);
        let (width, height) = ((east - west) * narrowing, north - south);
        let longest = width.max(height);
        let scale = if longest > 0.0 { EXTENT / longest } else { 1.0 };
        let size = [width, height].map(|extent| (extent * scale).round() as i64);
        let metres = match city.coordinates() {
            Coordinates::Metres => 1.0,
            Coordinates::Degrees => METRES_PER_DEGREE,
        };
        Self { narrowing, west: west * narrowing, north, scale, size, metres }
    }

    pub(super) fn metres_per_unit(&self) -> f64 {
        self.metres / self.scale
    }

    pub(super) fn size(&self) -> [i64; 2] {
        self.size
    }

    pub(super) fn place(&self, place: Position) -> [i64; 2] {
        let x = (place.x * self.narrowing - self.west) * self.scale;
        let y = (self.north - place.y) * self.scale;
        [x, y].map(|value| value.round() as i64)
    }

    /// A course without its smallest bends: the first point, then the step from each point to the next.
    pub(super) fn course(&self, course: &[Position]) -> Vec<i64> {
        let places: Vec<[i64; 2]> = course.iter().map(|&place| self.place(place)).collect();
        let mut kept = vec![false; places.len()];
        kept[0] = true;
        kept[places.len() - 1] = true;
        keep_bends(&places, 0, places.len() - 1, &mut kept);
        let mut last = [0, 0];
        let mut steps = Vec::new();
        for (place, _) in places.iter().zip(&kept).filter(|(_, kept)| **kept) {
            steps.extend([place[0] - last[0], place[1] - last[1]]);
            last = *place;
        }
        steps
    }
}

/// Keeps the point furthest from the straight line between two others, and repeats that for both halves.
fn keep_bends(places: &[[i64; 2]], first: usize, last: usize, kept: &mut [bool]) {
    let away = |at: usize| distance(places[at], places[first], places[last]);
    let Some(furthest) = (first + 1..last).max_by(|&a, &b| away(a).total_cmp(&away(b))) else { return };
    if away(furthest) <= TOLERANCE {
        return;
    }
    kept[furthest] = true;
    keep_bends(places, first, furthest, kept);
    keep_bends(places, furthest, last, kept);
}

/// Distance from a point to the straight line between two others.
fn distance(point: [i64; 2], from: [i64; 2], to: [i64; 2]) -> f64 {
    let [px, py, dx, dy] =
        [point[0] - from[0], point[1] - from[1], to[0] - from[0], to[1] - from[1]].map(|v| v as f64);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { ((px * dx + py * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (px - share * dx).hypot(py - share * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courses_keep_their_bends_alone() {
        let base_map =
            BaseMap { narrowing: 1.0, west: 0.0, north: 100.0, scale: 1.0, size: [100, 100], metres: 1.0 };
        let place = |x: f64, y: f64| Position { x, y };
        let course = [place(0.0, 100.0), place(50.0, 99.0), place(100.0, 100.0), place(100.0, 0.0)];
        assert_eq!(base_map.course(&course), [0, 0, 100, 0, 0, 100]);
        assert_eq!(base_map.course(&[place(1.0, 1.0), place(1.0, 1.0)]), [1, 99, 0, 0]);
    }
}
