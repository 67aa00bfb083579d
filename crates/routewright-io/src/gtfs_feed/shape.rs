//! The course of a trip, with the way covered up to every point.

use routewright_model::geography::{metres_between, to_degrees};
use routewright_model::{City, Position};

use super::places_along::places_along;

/// Points closer than these metres are one; distances are written to as many.
pub(super) const LEAST_STEP: f64 = 0.1;

/// A course whose distances grow from point to point.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shape {
    /// Longitude, latitude and metres from the start.
    pub(super) points: Vec<(Position, f64)>,
    /// Metres from the start to every stop.
    pub(super) stops: Vec<f64>,
}

impl Shape {
    /// Puts the courses of the legs one after the other.
    pub(super) fn new(city: &City, legs: &[Vec<Position>]) -> Self {
        let mut shape = Self::default();
        let first = legs.first().and_then(|leg| leg.first());
        shape.points.extend(first.map(|&place| (to_degrees(city, place), 0.0)));
        shape.stops.push(0.0);
        for leg in legs {
            let (last, between) = leg.split_last().expect("a leg has points");
            between.iter().for_each(|&place| shape.extend(to_degrees(city, place), false));
            shape.extend(to_degrees(city, *last), true);
            shape.stops.push(shape.points[shape.points.len() - 1].1);
        }
        shape
    }

    /// The course of a line whose stops lie beside it, all in degrees. A course that passes a stop too far away is not
    /// the line's: the shape then leads straight from stop to stop.
    pub(super) fn along(course: &[Position], stops: &[Position]) -> Self {
        let mut shape = Self::default();
        shape.points.extend(course.first().map(|&place| (place, 0.0)));
        course.iter().skip(1).for_each(|&place| shape.extend(place, false));
        match places_along(&shape.points, stops) {
            Some(places) => Self { stops: places, ..shape },
            None => Self::straight(stops),
        }
    }

    /// Where vehicles stand at each stop, for a shape made of legs.
    pub(super) fn stop_places(&self) -> Vec<Position> {
        let mut points = self.points.iter();
        let place = |&metres: &f64| points.find(|point| point.1 >= metres).map(|point| point.0);
        self.stops.iter().filter_map(place).collect()
    }

    /// Straight from stop to stop, in degrees.
    fn straight(stops: &[Position]) -> Self {
        let mut shape = Self { points: vec![(stops[0], 0.0)], stops: vec![0.0] };
        for &stop in &stops[1..] {
            shape.extend(stop, true);
            shape.stops.push(shape.points[shape.points.len() - 1].1);
        }
        shape
    }

    /// Adds a place. A stop is a point of its own even at the position of the last one.
    fn extend(&mut self, place: Position, is_stop: bool) {
        let (last, covered) = self.points[self.points.len() - 1];
        let step = metres_between(last, place);
        if is_stop || step >= LEAST_STEP {
            self.points.push((place, covered + step.max(LEAST_STEP)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_far_from_a_stop_is_not_the_lines() {
        let place = |x: f64, y: f64| Position { x, y };
        let course = [place(0.0, 10.0), place(0.01, 10.0), place(0.02, 10.0)];
        let near = Shape::along(&course, &[place(0.001, 10.0002), place(0.015, 9.9998)]);
        assert_eq!(near.points.len(), 3);
        assert!((near.stops[0] - 109.5).abs() < 1.0 && (near.stops[1] - 1643.0).abs() < 3.0, "{near:?}");
        let far = Shape::along(&course, &[place(0.001, 10.0), place(0.015, 10.01)]);
        assert_eq!((far.points.len(), far.points[1].0), (2, place(0.015, 10.01)));
        assert_eq!(far.stops[1], far.points[1].1);
        assert_eq!(Shape::along(&[], &[place(0.0, 1.0), place(0.0, 2.0)]).points.len(), 2);
    }

    #[test]
    fn distances_grow_even_where_a_vehicle_stands() {
        let place = |x: f64, y: f64| Position { x, y };
        let legs = [
            vec![place(0.0, 0.0), place(0.0, 0.0), place(300.0, 400.0), place(300.0, 400.0)],
            vec![place(300.0, 400.0), place(300.0, 400.0)],
            vec![place(300.0, 400.0), place(300.0, 1400.0)],
        ];
        let shape = Shape::new(&City::mandl(), &legs);
        let rounded: Vec<f64> = shape.stops.iter().map(|metres| (metres * 10.0).round() / 10.0).collect();
        assert_eq!(rounded, [0.0, 500.1, 500.2, 1500.2]);
        let grows = |pair: &[(Position, f64)]| pair[1].1 - pair[0].1 > 0.09;
        assert!(shape.points.windows(2).all(grows), "{shape:?}");
    }
}
