//! How the search for a front stands.

use std::fmt;

use crate::Status;
use crate::observer::{clock, left};

/// How the search for a front stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrontStatus {
    /// Share of the run that is done, from 0 to 1.
    pub done: f64,
    /// Rounds done.
    pub rounds: u64,
    /// Seconds of search so far.
    pub seconds: f64,
    /// Seconds to come, as far as that can be said.
    pub seconds_left: Option<f64>,
    /// Networks scored.
    pub evaluations: u64,
    /// Pareto-optimal networks so far.
    pub networks: usize,
    /// Mean trip (C_p) of the best network for riders and of the best for the operator, minutes.
    pub passenger_minutes: [f64; 2],
    /// Route time (C_o) of the same two networks, minutes.
    pub route_minutes: [f64; 2],
    /// Whether services are planned: mean trips are in perceived minutes, and in place of route time there are vehicles.
    pub is_service: bool,
}

impl Status for FrontStatus {
    fn done(&self) -> f64 {
        self.done
    }
}

impl fmt::Display for FrontStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} | ", clock(self.seconds), left(self.seconds_left))?;
        if self.networks == 0 {
            return f.write_str("no network meets all constraints yet");
        }
        let ([riders, operator], [most, least]) = (self.passenger_minutes, self.route_minutes);
        if self.is_service {
            return write!(
                f,
                "{} services, {least:.0} to {most:.0} vehicles, mean trip {operator:.1} to {riders:.1} perceived min, overload \
                 included",
                self.networks
            );
        }
        write!(
            f,
            "{} networks, mean trip {riders:.2} to {operator:.2} min, routes {least:.0} to {most:.0} min",
            self.networks
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_a_line() {
        let status = FrontStatus {
            done: 0.5,
            rounds: 9,
            seconds: 7.0,
            seconds_left: Some(7.0),
            evaluations: 100,
            networks: 3,
            passenger_minutes: [10.0, 14.5],
            route_minutes: [221.0, 63.0],
            is_service: false,
        };
        let expected = "0:07, 0:07 left | 3 networks, mean trip 10.00 to 14.50 min, routes 63 to 221 min";
        assert_eq!(status.to_string(), expected);
        let services = FrontStatus { is_service: true, ..status };
        let expected = "0:07, 0:07 left | 3 services, 63 to 221 vehicles, mean trip 14.5 to 10.0 perceived min, overload included";
        assert_eq!(services.to_string(), expected);
        let none = FrontStatus { networks: 0, seconds_left: None, ..status };
        assert_eq!(none.to_string(), "0:07 | no network meets all constraints yet");
    }
}
