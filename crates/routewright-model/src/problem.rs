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
    /// # Errors
    /// No routes, fewer than two stops, or a least number above the most.
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
    /// Routes that are there anyway, such as a metro: riders use them, nobody changes or pays for them.
    pub fixed: Network,
    /// Routes of the network itself that stay as they are. Every network of this problem has them besides its own:
    /// they count among its routes and in its costs, and no search changes them. Constructions from nothing do not
    /// know them.
    pub frozen: Network,
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
            frozen: Network::default(),
        }
    }

    /// Routes that are to be designed: all but the frozen ones.
    pub fn designed_routes(&self) -> usize {
        self.limits.routes().saturating_sub(self.frozen.routes.len())
    }

    /// A network together with the frozen routes, and the problem that asks the same of it as a whole.
    pub fn thawed(&self, network: &Network) -> (Problem, Network) {
        let whole = network.routes.iter().chain(&self.frozen.routes).cloned().collect();
        (Problem { frozen: Network::default(), ..self.clone() }, whole)
    }
}
