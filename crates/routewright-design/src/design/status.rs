//! How a design run stands.

use std::fmt;

use crate::Status;
use crate::observer::{clock, left};

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// An evolution builds the networks it starts from.
    Opening {
        /// Networks built so far.
        built: u64,
        /// Networks to build.
        of: u32,
    },
    /// The search runs.
    Search,
    /// The search for a service runs: the mean trip is in perceived minutes, and in place of route time there are
    /// vehicles.
    Service,
}

/// How a design run stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DesignStatus {
    /// What it is doing.
    pub stage: Stage,
    /// Share of the stage that is done, from 0 to 1.
    pub done: f64,
    /// Rounds done.
    pub rounds: u64,
    /// Seconds of search so far.
    pub seconds: f64,
    /// Seconds to come, as far as that can be said.
    pub seconds_left: Option<f64>,
    /// Best cost (C) so far.
    pub cost: f64,
    /// Mean trip (C_p) of the best network whose figures are known, minutes.
    pub passenger_minutes: f64,
    /// Route time (C_o) of that network, minutes.
    pub route_minutes: f64,
    /// Networks scored.
    pub evaluations: u64,
    /// Networks scored per second.
    pub rate: f64,
}

impl Status for DesignStatus {
    fn done(&self) -> f64 {
        self.done
    }
}

impl fmt::Display for DesignStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, cost, passenger_minutes, route_minutes, .. } = self;
        match self.stage {
            Stage::Opening { built, of } => {
                write!(f, "{} | {built} of {of} networks to start from, cost {cost:.5}", clock(*seconds))
            }
            Stage::Service => write!(
                f,
                "{}{} | mean trip {cost:.3} perceived min, {route_minutes:.0} vehicles | {}/s",
                clock(*seconds),
                left(self.seconds_left),
                short(self.rate)
            ),
            Stage::Search => write!(
                f,
                "{}{} | cost {cost:.5}, mean trip {passenger_minutes:.2} min, routes {route_minutes:.0} min | {}/s",
                clock(*seconds),
                left(self.seconds_left),
                short(self.rate)
            ),
        }
    }
}

/// Three figures at most: `950`, `12.3k`, `1.2M`.
fn short(value: f64) -> String {
    match value {
        ..1e3 => format!("{value:.0}"),
        ..1e6 => format!("{:.1}k", value / 1e3),
        _ => format!("{:.1}M", value / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_a_line() {
        let status = DesignStatus {
            stage: Stage::Search,
            done: 0.1,
            rounds: 3,
            seconds: 7.0,
            seconds_left: Some(3725.0),
            cost: 0.951_234,
            passenger_minutes: 10.543,
            route_minutes: 169.0,
            evaluations: 80_000,
            rate: 12_345.0,
        };
        let expected = "0:07, 1:02:05 left | cost 0.95123, mean trip 10.54 min, routes 169 min | 12.3k/s";
        assert_eq!(status.to_string(), expected);
        let opening = DesignStatus { stage: Stage::Opening { built: 3, of: 100 }, ..status };
        assert_eq!(opening.to_string(), "0:07 | 3 of 100 networks to start from, cost 0.95123");
    }
}
