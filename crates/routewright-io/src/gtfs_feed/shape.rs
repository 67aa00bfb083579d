//! The course of a trip, with the way covered up to every point.

use routewright_model::{City, Position};

use super::{METRES_PER_DEGREE, degrees};

/// Points closer than these metres are one; distances are written to as many.
const LEAST_STEP: f64 = 0.1;

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
        shape.points.extend(first.map(|&place| (degrees(city, place), 0.0)));
        shape.stops.push(0.0);
        for leg in legs {
            let (last, between) = leg.split_last().expect("a leg has points");
            between.iter().for_each(|&place| shape.go_on(degrees(city, place), false));
            shape.go_on(degrees(city, *last), true);
            shape.stops.push(shape.points[shape.points.len() - 1].1);
        }
        shape
    }

    /// Goes on to a place. A stop is a point of its own even where it lies on the last one.
    fn go_on(&mut self, place: Position, is_stop: bool) {
        let (last, covered) = self.points[self.points.len() - 1];
        let step = metres(last, place);
        if is_stop || step >= LEAST_STEP {
            self.points.push((place, covered + step.max(LEAST_STEP)));
        }
    }
}

/// Metres between two places a few kilometres apart.
fn metres(from: Position, to: Position) -> f64 {
    let narrowing = ((from.y + to.y) / 2.0).to_radians().cos();
    let (east, north) = ((to.x - from.x) * narrowing, to.y - from.y);
    METRES_PER_DEGREE * (east * east + north * north).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

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
