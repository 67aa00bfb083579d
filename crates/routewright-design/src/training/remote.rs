//! Training with rollouts that are collected elsewhere.

use std::time::Instant;

use routewright_train::{Recorded, RolloutOrder};

use super::job::TrainJob;
use super::status::TrainStatus;
use crate::{Cancel, Result};

impl TrainJob {
    /// Orders for the rollouts of the next iteration, and the weights to carry them out with; none if the next step
    /// needs no rollouts.
    pub fn rollout_orders(&self, parts: usize) -> (Vec<RolloutOrder>, Vec<u8>) {
        (self.trainer.rollout_orders(parts), self.trainer.last_net().to_bytes())
    }

    /// Runs the next iteration with these rollouts. `None` if it was cancelled.
    ///
    /// # Errors
    /// These are not the rollouts of this iteration.
    pub fn advance_by(
        &mut self,
        rollouts: &[Recorded],
        cancel: &Cancel,
        (started, first_iteration): (Instant, u32),
    ) -> Result<Option<TrainStatus>> {
        let done = self.trainer.advance_by(rollouts, &|| cancel.is_cancelled())?.is_some();
        let seconds = self.seconds_before + started.elapsed().as_secs_f64();
        Ok(done.then(|| TrainStatus::new(&self.trainer, seconds, first_iteration, started)))
    }

    /// Writes everything.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn save(&self, started: Instant) -> Result<()> {
        self.write(self.seconds_before + started.elapsed().as_secs_f64())
    }
}
