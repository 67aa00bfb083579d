//! Riders who walk, wait and change, by optimal strategies (Spiess and Florian 1989): exact, with the load of
//! every line on every leg.
//!
//! A rider at a stop is ready to take any of several lines and boards whichever comes first. The expected
//! perceived time from a place to a destination is
//!
//! ```text
//! u = min over sets A of lines ( wait_weight * wait_factor / F + sum of f_a (u_a + p_a) / F ),  F = sum of f_a over A
//! ```
//!
//! where `f_a` is the frequency of a line (one over its headway), `u_a` the time from on board, and `p_a` the
//! transfer penalty, which the first boarding of a trip is spared. Instead of waiting, a rider may walk at any
//! moment. Labels are set from the destination outwards; then the trips flow back along the lines and walks that were
//! taken up, in proportion to the frequencies. [`assign`] is the fast way, [`Judge`] the same for many services of one
//! city, and [`reference`] the paper's algorithm, link by link.
//!
//! Departures from the paper: walking links, weights of walking and waiting, the penalty, and `give_up`: a trip
//! that takes longer, or cannot be made at all, counts as unserved and as `give_up` minutes.

mod assignment;
mod clock;
mod demand;
mod flow;
mod judge;
mod labels;
mod queue;
pub mod reference;
mod timetable;

pub(crate) use assignment::assign_and_clock;
pub use assignment::{Assignment, assign, clock_minutes};
pub use judge::{Judge, Verdict};

use routewright_model::NodeId;

/// What riders mind, and how much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiderCosts {
    /// Mean wait as a share of the time between two departures: 0.5 where vehicles come evenly.
    pub wait_factor: f64,
    /// Perceived minutes per minute of waiting.
    pub wait_weight: f64,
    /// Perceived minutes per minute of walking.
    pub walk_weight: f64,
    /// Perceived minutes per change of vehicle.
    pub transfer_penalty: f64,
    /// Perceived minutes after which a trip is not made.
    pub give_up: f64,
}

impl RiderCosts {
    /// As the literature counts: every minute alike, five minutes per change. Nobody travels for two hours.
    pub const LITERATURE: Self =
        Self { wait_factor: 0.5, wait_weight: 1.0, walk_weight: 1.0, transfer_penalty: 5.0, give_up: 120.0 };
    /// For real cities: walking and waiting weigh half as much again.
    pub const REAL_CITY: Self = Self { wait_weight: 1.5, walk_weight: 1.5, ..Self::LITERATURE };
}

/// A line in one direction, with its timetable in minutes.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceLine {
    /// Its stops, in order. A circular line may visit one twice.
    pub stops: Vec<NodeId>,
    /// Minutes from each stop to the next, dwell included.
    pub leg_minutes: Vec<f64>,
    /// Minutes between two departures; more than 0.
    pub headway: f64,
}

/// A way on foot, in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// Where it starts.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// How long it takes.
    pub minutes: f64,
}

/// People who want to go from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trips {
    /// Where they are.
    pub from: NodeId,
    /// Where they want to go.
    pub to: NodeId,
    /// How many, per hour.
    pub per_hour: f64,
}
