//! How training stands.

use std::fmt;
use std::time::Instant;

use routewright_train::Trainer;

use crate::Status;
use crate::observer::{clock, left};

/// How training stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainStatus {
    /// Iterations done.
    pub iteration: u32,
    /// Iterations in all.
    pub iterations: u32,
    /// Seconds so far.
    pub seconds: f64,
    /// Seconds to come, by the pace so far.
    pub seconds_left: Option<f64>,
    /// Mean return of the latest episodes.
    pub mean_return: Option<f64>,
    /// Latest cost on held-out cities.
    pub validation_cost: Option<f64>,
    /// Cost of the random policy there.
    pub random_cost: Option<f64>,
}

impl TrainStatus {
    pub(super) fn new(trainer: &Trainer, seconds: f64, first_iteration: u32, started: Instant) -> Self {
        let (iteration, iterations) = (trainer.iteration(), trainer.config().iterations);
        let here = iteration.checked_sub(first_iteration).filter(|&here| here > 0);
        let pace = here.map(|here| started.elapsed().as_secs_f64() / f64::from(here));
        let metrics = trainer.metrics();
        Self {
            iteration,
            iterations,
            seconds,
            seconds_left: pace.map(|pace| pace * f64::from(iterations.saturating_sub(iteration))),
            mean_return: metrics.last().map(|row| row.mean_return).filter(|mean| !mean.is_nan()),
            validation_cost: metrics.iter().rev().find_map(|row| row.validation).map(|costs| costs.mean),
            random_cost: trainer.random_costs().map(|costs| costs.mean),
        }
    }
}

impl Status for TrainStatus {
    fn done(&self) -> f64 {
        f64::from(self.iteration) / f64::from(self.iterations)
    }
}

impl fmt::Display for TrainStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { iteration, iterations, seconds, .. } = self;
        write!(f, "{}{} | iteration {iteration} of {iterations}", clock(*seconds), left(self.seconds_left))?;
        if let Some(mean) = self.mean_return {
            write!(f, ", mean return {mean:.3}")?;
        }
        if let Some(cost) = self.validation_cost {
            write!(f, ", validation cost {cost:.4}")?;
        }
        if let Some(cost) = self.random_cost {
            write!(f, " (random {cost:.4})")?;
        }
        Ok(())
    }
}
