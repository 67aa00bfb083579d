//! What is asked of a network, as options: what is left open is filled in from the city or a given network.

use std::path::PathBuf;
use std::sync::Arc;

use routewright_model::{City, Limits, Network, Problem, ProblemError};

use crate::Result;
use crate::limits::{limits_to_design, limits_to_score};

/// The problem to solve or to score for.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ProblemOptions {
    /// Weight of riders' time against operating cost; 0.5 by default.
    pub alpha: Option<f64>,
    /// Number of routes (S).
    pub routes: Option<usize>,
    /// Fewest stops of a route (MIN).
    pub min_stops: Option<usize>,
    /// Most stops of a route (MAX).
    pub max_stops: Option<usize>,
    /// Cost of a transfer to a rider, minutes.
    pub transfer_penalty: Option<f64>,
    /// A file with existing routes that riders use; neither changed nor charged.
    pub fixed: Option<PathBuf>,
}

impl ProblemOptions {
    /// The options that describe a problem.
    pub fn of(problem: &Problem) -> Self {
        Self {
            alpha: Some(problem.alpha.value()),
            routes: Some(problem.limits.routes()),
            min_stops: Some(problem.limits.min_stops()),
            max_stops: Some(problem.limits.max_stops()),
            transfer_penalty: Some(problem.transfer_penalty.minutes()),
            fixed: None,
        }
    }

    /// These options, and the others where these are silent.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        Self {
            alpha: self.alpha.or(others.alpha),
            routes: self.routes.or(others.routes),
            min_stops: self.min_stops.or(others.min_stops),
            max_stops: self.max_stops.or(others.max_stops),
            transfer_penalty: self.transfer_penalty.or(others.transfer_penalty),
            fixed: self.fixed.clone().or_else(|| others.fixed.clone()),
        }
    }

    /// The problem of scoring a network.
    ///
    /// # Errors
    /// An option is out of range.
    pub fn to_score(&self, city: &Arc<City>, network: &Network, fixed: Network) -> Result<Problem> {
        let limits = limits_to_score(self, city, network)?;
        Ok(self.problem(city, limits, fixed)?)
    }

    /// The problem of designing a network, from a start if there is one.
    ///
    /// # Errors
    /// An option is out of range, or neither options nor city nor start say how many routes of which length.
    pub fn to_design(&self, city: &Arc<City>, start: Option<&Network>, fixed: Network) -> Result<Problem> {
        let limits = limits_to_design(self, city, start)?;
        Ok(self.problem(city, limits, fixed)?)
    }

    fn problem(&self, city: &Arc<City>, limits: Limits, fixed: Network) -> Result<Problem, ProblemError> {
        let builder = Problem::for_city(city).limits(limits).alpha(self.alpha.unwrap_or(0.5)).fixed(fixed);
        match self.transfer_penalty {
            Some(minutes) => builder.transfer_penalty(minutes).build(),
            None => builder.build(),
        }
    }
}
