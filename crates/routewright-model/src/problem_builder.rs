//! Problems put together step by step.

use std::sync::Arc;

use crate::{Alpha, City, Limits, Network, Problem, ProblemError, checked_transfer_penalty};

/// Builds a [`Problem`]; what is not said is the city's default.
///
/// ```
/// use std::sync::Arc;
/// use routewright_model::{City, Problem};
///
/// let city = Arc::new(City::mandl());
/// let problem = Problem::for_city(&city).alpha(0.8).routes(4).build()?;
/// assert_eq!((problem.limits.routes(), problem.limits.max_stops()), (4, 8));
/// # Ok::<(), routewright_model::ProblemError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemBuilder {
    city: Arc<City>,
    alpha: f64,
    routes: Option<usize>,
    min_stops: Option<usize>,
    max_stops: Option<usize>,
    transfer_penalty_minutes: Option<f64>,
    fixed: Network,
}

impl Problem {
    /// Starts to build a problem: alpha 0.5, and the city's own number and length of routes.
    pub fn for_city(city: &Arc<City>) -> ProblemBuilder {
        let defaults = city.defaults();
        ProblemBuilder {
            alpha: 0.5,
            routes: defaults.routes,
            min_stops: defaults.min_stops,
            max_stops: defaults.max_stops,
            transfer_penalty_minutes: None,
            fixed: Network::default(),
            city: city.clone(),
        }
    }
}

impl ProblemBuilder {
    /// Weight of riders' time against operating cost, from 0 to 1.
    #[must_use]
    pub fn alpha(mut self, alpha: f64) -> Self {
        self.alpha = alpha;
        self
    }

    /// Number of routes (S).
    #[must_use]
    pub fn routes(mut self, routes: usize) -> Self {
        self.routes = Some(routes);
        self
    }

    /// Fewest stops of a route (MIN).
    #[must_use]
    pub fn min_stops(mut self, stops: usize) -> Self {
        self.min_stops = Some(stops);
        self
    }

    /// Most stops of a route (MAX).
    #[must_use]
    pub fn max_stops(mut self, stops: usize) -> Self {
        self.max_stops = Some(stops);
        self
    }

    /// Number and length of routes at once.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        self.routes(limits.routes()).min_stops(limits.min_stops()).max_stops(limits.max_stops())
    }

    /// Cost of a transfer to a rider, minutes.
    #[must_use]
    pub fn transfer_penalty(mut self, minutes: f64) -> Self {
        self.transfer_penalty_minutes = Some(minutes);
        self
    }

    /// Existing routes (such as a metro): riders use them; they are neither changed nor charged.
    #[must_use]
    pub fn fixed(mut self, fixed: Network) -> Self {
        self.fixed = fixed;
        self
    }

    /// The problem.
    ///
    /// # Errors
    /// A value is out of range, or neither city nor caller say how many routes there are or how long.
    pub fn build(self) -> Result<Problem, ProblemError> {
        let missing = || ProblemError::MissingLimits(self.city.name().to_owned());
        let limits = Limits::new(
            self.routes.ok_or_else(missing)?,
            self.min_stops.ok_or_else(missing)?,
            self.max_stops.ok_or_else(missing)?,
        )?;
        let mut problem = Problem::new(self.city, limits, Alpha::new(self.alpha)?);
        if let Some(minutes) = self.transfer_penalty_minutes {
            problem.transfer_penalty = checked_transfer_penalty(minutes)?;
        }
        problem.fixed = self.fixed;
        Ok(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seconds;

    #[test]
    fn what_is_not_said_is_the_citys() {
        let city = Arc::new(City::mandl());
        let problem = Problem::for_city(&city).build().unwrap();
        assert_eq!((problem.limits, problem.alpha.value()), (Limits::new(6, 2, 8).unwrap(), 0.5));
        assert_eq!(problem.transfer_penalty, Problem::TRANSFER_PENALTY);
        let other = Problem::for_city(&city).alpha(1.0).max_stops(5).transfer_penalty(2.5).build().unwrap();
        assert_eq!((other.limits.max_stops(), other.transfer_penalty), (5, Seconds(150)));
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let city = Arc::new(City::mandl());
        let builder = || Problem::for_city(&city);
        assert_eq!(builder().alpha(2.0).build().unwrap_err(), ProblemError::Alpha(2.0));
        assert_eq!(
            builder().transfer_penalty(-1.0).build().unwrap_err(),
            ProblemError::TransferPenalty(-1.0)
        );
        let mut parts = City::mandl().to_parts();
        parts.defaults.routes = None;
        let silent = Arc::new(City::new(parts).unwrap());
        let error = Problem::for_city(&silent).build().unwrap_err();
        assert!(matches!(error, ProblemError::MissingLimits(_)));
        assert!(Problem::for_city(&silent).routes(3).build().is_ok());
    }
}
