//! Points and directions on the page.

use std::ops::{Add, Mul, Sub};

/// A point on the page, or the vector between two: units of the view box, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    /// The unit vector of the same direction; eastwards for a vector of no length.
    pub(crate) fn direction(self) -> Point {
        let length = self.length();
        if length > 0.0 { self * (1.0 / length) } else { Point { x: 1.0, y: 0.0 } }
    }

    /// Rotated by a quarter turn, clockwise on the page.
    pub(crate) fn turned(self) -> Point {
        Point { x: -self.y, y: self.x }
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Point;
    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Mul<f64> for Point {
    type Output = Point;
    fn mul(self, factor: f64) -> Point {
        Point { x: self.x * factor, y: self.y * factor }
    }
}

/// A rectangle whose sides are parallel to those of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    pub(crate) least: Point,
    pub(crate) most: Point,
}

impl Rectangle {
    pub(crate) fn overlaps(&self, other: &Rectangle) -> bool {
        self.least.x < other.most.x
            && other.least.x < self.most.x
            && self.least.y < other.most.y
            && other.least.y < self.most.y
    }

    pub(crate) fn contains(&self, other: &Rectangle) -> bool {
        self.least.x <= other.least.x
            && other.most.x <= self.most.x
            && self.least.y <= other.least.y
            && other.most.y <= self.most.y
    }

    /// The rectangle with every side moved outwards.
    pub(crate) fn grown(&self, by: f64) -> Rectangle {
        let margin = Point { x: by, y: by };
        Rectangle { least: self.least - margin, most: self.most + margin }
    }

    /// Whether the straight line between two points runs through it: clips the line against both pairs of
    /// sides and checks whether anything is left.
    pub(crate) fn meets(&self, from: Point, to: Point) -> bool {
        let way = to - from;
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let spans = [(from.x, way.x, self.least.x, self.most.x), (from.y, way.y, self.least.y, self.most.y)];
        for (start, step, least, most) in spans {
            if step == 0.0 {
                if start < least || start > most {
                    return false;
                }
            } else {
                let (a, b) = ((least - start) / step, (most - start) / step);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b));
            }
        }
        enter <= leave
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_meet_the_rectangles_they_cross() {
        let point = |x: f64, y: f64| Point { x, y };
        let unit = Rectangle { least: point(0.0, 0.0), most: point(1.0, 1.0) };
        assert!(unit.meets(point(-1.0, 0.5), point(2.0, 0.6)));
        assert!(unit.meets(point(0.2, 0.2), point(0.3, 0.3)));
        assert!(unit.meets(point(0.5, -1.0), point(0.5, 3.0)));
        assert!(!unit.meets(point(-1.0, 0.5), point(-0.1, 0.5)));
        assert!(!unit.meets(point(-1.0, 1.0), point(1.0, 3.0)));
        assert!(!unit.meets(point(2.0, 0.0), point(2.0, 1.0)));
    }
}
