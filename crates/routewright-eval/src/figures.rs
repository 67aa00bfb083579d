//! The figures of a scored network, in the units of reports.

use std::fmt;

use crate::Violation;

/// The costs of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Unified cost (C): riders' time, driven time and violations, weighted.
    pub cost: f64,
    /// Mean trip time over served trips (C_p), minutes; not a number if no trip is served.
    pub passenger_minutes: f64,
    /// Sum of the one-way route times (C_o), minutes.
    pub route_minutes: f64,
    /// Driving time of every route in every direction it is driven, minutes.
    pub driven_minutes: f64,
    /// Percent of trips with no, one, two transfers (d_0, d_1, d_2), and with more or no trip at all (d_un).
    pub transfer_percent: [f64; 4],
    /// Percent of trips that cannot be made at all.
    pub unserved_percent: f64,
    /// Ordered pairs of nodes with demand that no trip connects.
    pub unserved_pairs: usize,
    /// Every constraint the network breaks.
    pub violations: Vec<Violation>,
}

impl fmt::Display for Figures {
    /// The figures in a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [d0, ..] = self.transfer_percent;
        write!(
            f,
            "cost {:.5}, mean trip {:.2} min, routes {:.0} min, {d0:.1} % of trips without a transfer",
            self.cost, self.passenger_minutes, self.route_minutes
        )?;
        match (self.unserved_pairs, self.violations.len()) {
            (0, 0) => Ok(()),
            (0, broken) => write!(f, ", {broken} constraints broken"),
            (pairs, _) => write!(f, ", {pairs} pairs unserved"),
        }
    }
}
