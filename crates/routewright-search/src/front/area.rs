//! A measure of progress for fronts.

use super::staircase::Staircase;

/// The area that a front dominates where speed is measured by the inverse of the mean trip time and thrift by the
/// inverse of the driving time, in units of 1 / minutes².
///
/// In these coordinates a network dominates the rectangle between itself and the origin. Every network that extends
/// the front adds to the area, wherever it lies: no reference point has to be chosen.
pub(super) fn dominated_area<T>(front: &Staircase<T>) -> f64 {
    // No trip and no network takes less than this, minutes.
    const LEAST: f64 = 1e-3;
    let mut area = 0.0;
    let mut thrift_beyond = 0.0;
    // From the fastest trips to the least driving: thrift rises, speed falls.
    for (trade, _) in front.steps().iter().rev() {
        let speed = 1.0 / trade.passenger_minutes.max(LEAST);
        let thrift = 1.0 / trade.driven.minutes().max(LEAST);
        area += speed * (thrift - thrift_beyond);
        thrift_beyond = thrift;
    }
    area
}

#[cfg(test)]
mod tests {
    use routewright_model::Seconds;

    use super::*;
    use crate::Trade;

    #[test]
    fn areas_follow_from_arithmetic() {
        let mut front = Staircase::default();
        assert_eq!(dominated_area(&front), 0.0);
        let trade =
            |passenger_minutes, minutes: u32| Trade { passenger_minutes, driven: Seconds(60 * minutes) };
        front.add(trade(10.0, 100), ());
        assert!((dominated_area(&front) - 0.1 * 0.01).abs() < 1e-15);
        // Half the driving at half the speed: another 0.05 x 0.01 beyond the first.
        front.add(trade(20.0, 50), ());
        assert!((dominated_area(&front) - 0.0015).abs() < 1e-15);
        // Between the two: 1/12.5 x (1/80 - 1/100) above what the second has there.
        front.add(trade(12.5, 80), ());
        assert!((dominated_area(&front) - 0.0015 - (0.08 - 0.05) * (0.0125 - 0.01)).abs() < 1e-15);
    }
}
