//! Why there is no bound.

use std::fmt;

/// Why a problem has no bound of its route minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoBound {
    /// Streets differ by direction, or vehicles lose time at turns.
    DirectedStreets,
    /// Some node is reached on foot alone.
    OffStreets,
    /// There are fixed routes: a network need not connect what they connect.
    FixedRoutes,
    /// There are more than [`NoBound::MOST_NODES`] nodes: tables would grow too large.
    TooLarge,
    /// There are not as many legal routes as asked for, so there is no network either.
    TooFewRoutes,
}

impl NoBound {
    /// The most nodes of a city with a bound.
    pub const MOST_NODES: usize = 1000;
}

impl fmt::Display for NoBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DirectedStreets => f.write_str("streets differ by direction or lose time at turns"),
            Self::OffStreets => f.write_str("some node can only be reached on foot"),
            Self::FixedRoutes => f.write_str("existing routes connect part of the city"),
            Self::TooLarge => write!(f, "the city has more than {} nodes", Self::MOST_NODES),
            Self::TooFewRoutes => f.write_str("there are fewer routes of that length than asked for"),
        }
    }
}

impl std::error::Error for NoBound {}
