//! How often a route runs.

use crate::RouteError;

/// How often a route runs, the same both ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Frequency {
    /// Minutes between two departures; the route takes as many vehicles as that needs.
    Every(f64),
    /// Whole vehicles; they leave as often as their round trip allows.
    Vehicles(u32),
}

impl Frequency {
    /// The longest time between two departures: a day.
    pub const LONGEST_HEADWAY: f64 = 1440.0;
    /// The most vehicles of a route.
    pub const MOST_VEHICLES: u32 = 100_000;

    /// Every so many minutes.
    ///
    /// # Errors
    /// Not more than 0 minutes, more than a day, or not a number.
    pub fn every(minutes: f64) -> Result<Self, RouteError> {
        match minutes > 0.0 && minutes <= Self::LONGEST_HEADWAY {
            true => Ok(Self::Every(minutes)),
            false => Err(RouteError::Headway(minutes)),
        }
    }

    /// As often as so many vehicles allow.
    ///
    /// # Errors
    /// No vehicles, or more than [`Frequency::MOST_VEHICLES`].
    pub fn vehicles(count: u32) -> Result<Self, RouteError> {
        match (1..=Self::MOST_VEHICLES).contains(&count) {
            true => Ok(Self::Vehicles(count)),
            false => Err(RouteError::Vehicles(count)),
        }
    }

    /// Minutes between two departures of a route whose round trip, layovers included, takes so long.
    pub fn headway_minutes(self, round_trip_minutes: f64) -> f64 {
        match self {
            Self::Every(minutes) => minutes,
            // A route of no time still has a headway.
            Self::Vehicles(count) => (round_trip_minutes / f64::from(count)).max(1.0 / 60.0),
        }
    }

    /// Vehicles that a route needs, rounded up; one at least.
    pub fn vehicle_count(self, round_trip_minutes: f64) -> u32 {
        match self {
            // A round trip of exactly so many headways must not need one more because of rounding.
            Self::Every(minutes) => ((round_trip_minutes / minutes - 1e-9).ceil() as u32).max(1),
            Self::Vehicles(count) => count,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headways_and_vehicles_follow_from_each_other() {
        let every = Frequency::every(7.5).unwrap();
        assert_eq!((every.headway_minutes(66.0), every.vehicle_count(66.0)), (7.5, 9));
        assert_eq!(every.vehicle_count(60.0), 8);
        let nine = Frequency::vehicles(9).unwrap();
        assert_eq!((nine.headway_minutes(66.0), nine.vehicle_count(66.0)), (66.0 / 9.0, 9));
        // What a whole number of vehicles gives needs that many again.
        for count in 1..200 {
            for round_trip in [0.3, 13.0, 66.0, 70.1, 123.45] {
                let headway = Frequency::Vehicles(count).headway_minutes(round_trip);
                if headway > 1.0 / 60.0 {
                    assert_eq!(Frequency::Every(headway).vehicle_count(round_trip), count, "{round_trip}");
                }
            }
        }
    }

    #[test]
    fn impossible_frequencies_are_refused() {
        for minutes in [0.0, -1.0, f64::NAN, f64::INFINITY, 1441.0] {
            assert!(Frequency::every(minutes).is_err(), "{minutes}");
        }
        assert!(Frequency::vehicles(0).is_err());
        assert!(Frequency::vehicles(100_001).is_err());
    }
}
