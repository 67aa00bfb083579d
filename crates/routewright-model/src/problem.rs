//! What is asked of a network: how many routes, how long, and what counts for how much.

use std::sync::Arc;

use crate::{City, Network, ProblemError, Seconds};

/// Weight of riders' time against operating cost: 1 cares for riders alone, 0 for the operator alone.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Alpha(f64);

impl Alpha {
    /// # Errors
    /// The value is not between 0 and 1.
    pub fn new(value: f64) -> Result<Self, ProblemError> {
        if (0.0..=1.0).contains(&value) { Ok(Self(value)) } else { Err(ProblemError::Alpha(value)) }
    }

    /// The weight as a number.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// How many routes a network has (S) and how many stops each of them (MIN, MAX).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    routes: usize,
    min_stops: usize,
    max_stops: usize,
}

impl Limits {
    /// The most routes, and the most stops per route, that may be asked for.
    pub const MOST: usize = 1_000_000;

    /// # Errors
    /// No routes, fewer than two stops, a least number above the most, or more than [`Limits::MOST`].
    pub fn new(routes: usize, min_stops: usize, max_stops: usize) -> Result<Self, ProblemError> {
        if routes == 0 {
            return Err(ProblemError::NoRoutes);
        }
        if min_stops < 2 {
            return Err(ProblemError::MinStops(min_stops));
        }
        if max_stops < min_stops {
            return Err(ProblemError::StopRange { min: min_stops, max: max_stops });
        }
        if routes > Self::MOST {
            return Err(ProblemError::TooManyRoutes(routes));
        }
        if max_stops > Self::MOST {
            return Err(ProblemError::TooManyStops(max_stops));
        }
        Ok(Self { routes, min_stops, max_stops })
    }

    /// Routes in the network (S).
    pub fn routes(self) -> usize {
        self.routes
    }

    /// Fewest stops of a route (MIN).
    pub fn min_stops(self) -> usize {
        self.min_stops
    }

    /// Most stops of a route (MAX).
    pub fn max_stops(self) -> usize {
        self.max_stops
    }
}

/// A city and what is asked of its network.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Where.
    pub city: Arc<City>,
    /// How many routes and stops.
    pub limits: Limits,
    /// Riders' time against operating cost.
    pub alpha: Alpha,
    /// What a violated constraint costs (beta).
    pub violation_weight: f64,
    /// What a change of vehicle costs a rider.
    pub transfer_penalty: Seconds,
    /// Existing routes, such as a metro: riders use them; they are neither changed nor charged.
    pub fixed: Network,
}

impl Problem {
    /// Violation weight of the published experiments.
    pub const VIOLATION_WEIGHT: f64 = 5.0;
    /// Transfer penalty of the published experiments: five minutes.
    pub const TRANSFER_PENALTY: Seconds = Seconds(300);

    /// A problem with the published weights, the city's own transfer penalty if it names one, and no fixed
    /// routes.
    pub fn new(city: Arc<City>, limits: Limits, alpha: Alpha) -> Self {
        let transfer_penalty = city.defaults().transfer_penalty.unwrap_or(Self::TRANSFER_PENALTY);
        Self {
            city,
            limits,
            alpha,
            violation_weight: Self::VIOLATION_WEIGHT,
            transfer_penalty,
            fixed: Network::default(),
        }
    }
}
