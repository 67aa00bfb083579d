//! The unified cost.

use routewright_model::{Alpha, Problem};

/// What the unified cost is made of.
pub(crate) struct Terms {
    /// Mean trip time with twice the longest drive for each unserved trip (C_p'), over the longest drive.
    pub(crate) passenger_share: f64,
    /// Driving time of all routes in every direction they are driven, seconds.
    pub(crate) driven_seconds: f64,
    /// Share of the pairs with demand that no trip connects (F_un).
    pub(crate) unserved_share: f64,
    /// Stops that routes have too few or too many, summed up.
    pub(crate) excess_stops: usize,
    /// Whether any constraint is violated.
    pub(crate) is_violated: bool,
}

/// C = alpha C_p' / T_max + (1 - alpha) C_o / (S T_max) + beta (F_un + F_s + 0.1 [any violation]), where
/// F_s is the excess stops over S MAX.
///
/// Deviation from the paper's text, not from its tables: C_o counts both directions.
pub(crate) fn unified_cost(problem: &Problem, alpha: Alpha, terms: &Terms) -> f64 {
    let (alpha, limits) = (alpha.value(), problem.limits);
    let routes = limits.routes() as f64;
    let driven_share = terms.driven_seconds / (routes * f64::from(problem.city.longest_drive().0));
    let excess_share = terms.excess_stops as f64 / (routes * limits.max_stops() as f64);
    let violation = terms.unserved_share + excess_share + if terms.is_violated { 0.1 } else { 0.0 };
    alpha * terms.passenger_share + (1.0 - alpha) * driven_share + problem.violation_weight * violation
}

/// By how many stops a route misses the limits.
pub(crate) fn excess_stops(problem: &Problem, stops: usize) -> usize {
    let limits = problem.limits;
    limits.min_stops().saturating_sub(stops).max(stops.saturating_sub(limits.max_stops()))
}
