//! Runs a training job: iterations, progress, checkpoints.

use std::time::Instant;

use super::job::TrainJob;
use super::status::TrainStatus;
use crate::saver::Saver;
use crate::{Cancel, Observer, Result};

impl TrainJob {
    /// Trains until all iterations are done or somebody ends it, and writes everything. Returns seconds in all.
    ///
    /// # Errors
    /// The disk refuses at the end; while training is under way that is noted, and tried again.
    pub fn run(&mut self, cancel: &Cancel, observer: &mut dyn Observer<TrainStatus>) -> Result<f64> {
        let started = Instant::now();
        let first_iteration = self.trainer.iteration();
        let before = self.seconds_before;
        let seconds = || before + started.elapsed().as_secs_f64();
        let mut saver = Saver::later();
        while !self.trainer.is_done() {
            if self.trainer.advance(&|| cancel.is_cancelled()).is_none() {
                break;
            }
            let status = TrainStatus::new(&self.trainer, seconds(), first_iteration, started);
            if observer.on_progress(&status).is_break() {
                break;
            }
            if saver.is_due() && !self.trainer.is_done() {
                let warning = saver.save(|| self.write(seconds()));
                if let Some(warning) = warning {
                    observer.on_note(&warning);
                }
            }
        }
        let seconds = seconds();
        self.write(seconds)?;
        Ok(seconds)
    }
}
