//! The use case: how few route minutes a network may have.

use std::sync::Arc;

use routewright_eval::{BoundOptions, NoBound, RouteMinutesBound, route_minutes_bound};
use routewright_model::{City, Network, Problem};

use crate::planning::checked_limits;
use crate::stop::{Clock, check_seconds};
use crate::{Error, ProblemOptions, Result};

/// A problem and the bound of its route minutes.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The problem; what the options left open comes from the city.
    pub problem: Problem,
    /// The bound for distinct routes, or why there is none.
    pub route_minutes: Result<RouteMinutesBound, NoBound>,
    /// Seconds that it took.
    pub seconds: f64,
}

impl Bound {
    /// Computes a lower bound of the route minutes of every network that serves all demand with distinct routes,
    /// for so many seconds at most, on one core.
    ///
    /// # Errors
    /// An option is out of range, neither options nor city say how many routes of which length, or no network
    /// meets these limits.
    pub fn of(city: &Arc<City>, options: &ProblemOptions, seconds: f64) -> Result<Self> {
        check_seconds(Some(seconds))?;
        let problem = options.to_design(city, None, Network::default())?;
        if let Some(note) = checked_limits(&problem, 0, &Network::default(), None)?.first() {
            return Err(Error::Settings(note.clone()));
        }
        let clock = Clock::start(0.0);
        let route_minutes =
            route_minutes_bound(&problem, &BoundOptions::default(), &mut || clock.seconds() < seconds);
        if route_minutes == Err(NoBound::TooFewRoutes) {
            let (routes, least, most) =
                (problem.limits.routes(), problem.limits.min_stops(), problem.limits.max_stops());
            return Err(Error::settings(
                format!("the city has fewer than {routes} different routes of {least} to {most} stops"),
                "give fewer --routes, or other --min-stops and --max-stops",
            ));
        }
        Ok(Self { problem, route_minutes, seconds: clock.seconds() })
    }
}
