//! What a training run leaves in its folder.

use routewright_report::training_page_html;
use routewright_train::{Metrics, TrainConfig, ValidationCosts, metrics_csv};

use super::job::TrainJob;
use super::page::page;
use crate::{Result, RunFolder, VERSION};

/// The state of training, to resume from.
pub(super) const CHECKPOINT: &str = "checkpoint.safetensors";
/// The weights that did best on held-out cities.
pub(super) const BEST: &str = "best.safetensors";
/// The weights as they are.
pub(super) const LAST: &str = "last.safetensors";
/// A row for each iteration.
pub(super) const METRICS: &str = "metrics.csv";
/// Curves.
pub const PAGE: &str = "training.html";
/// What it takes to repeat the run, and what came out.
pub(super) const SUMMARY: &str = "training.json";
/// All of them.
pub(super) const FILES: [&str; 5] = [BEST, LAST, METRICS, PAGE, SUMMARY];

/// What `training.json` holds.
#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Summary {
    /// What was typed first.
    pub command: String,
    /// Of the program.
    pub version: String,
    /// Whether all iterations are done.
    pub finished: bool,
    /// Iterations done.
    pub iteration: u32,
    /// Seconds they took.
    pub seconds: f64,
    /// Threads used last; the weights do not depend on them.
    pub threads: usize,
    /// Everything that decides the weights.
    pub config: TrainConfig,
    /// The iteration that did best on held-out cities.
    pub best_iteration: Option<u32>,
    /// Its costs there.
    pub best_validation: Option<ValidationCosts>,
    /// Costs of the random policy there.
    pub random_policy: Option<ValidationCosts>,
    /// Figures of the last iteration.
    pub last: Option<Metrics>,
}

impl Summary {
    fn of(job: &TrainJob, seconds: f64) -> Self {
        let trainer = &job.trainer;
        let best = trainer.best();
        Self {
            command: job.command.clone(),
            version: VERSION.to_owned(),
            finished: trainer.is_done(),
            iteration: trainer.iteration(),
            seconds,
            threads: job.threads,
            config: trainer.config().clone(),
            best_iteration: best.map(|(iteration, _)| iteration),
            best_validation: best.map(|(_, costs)| costs),
            random_policy: trainer.random_costs(),
            last: trainer.metrics().last().copied(),
        }
    }

    /// Reads it back; `None` if it is not there or damaged.
    pub fn read(folder: &RunFolder) -> Option<Self> {
        serde_json::from_str(&folder.read(SUMMARY).ok()??).ok()
    }
}

impl TrainJob {
    /// Writes everything. The checkpoint comes last: whatever it says is there.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn write(&self, seconds: f64) -> Result<()> {
        let (folder, trainer) = (&self.folder, &self.trainer);
        folder.write_bytes(LAST, &trainer.last_net().to_bytes())?;
        if let Some(best) = trainer.best_net() {
            folder.write_bytes(BEST, &best.to_bytes())?;
        }
        folder.write(METRICS, &metrics_csv(trainer.metrics()))?;
        folder.write(PAGE, &training_page_html(&page(self, seconds)))?;
        let summary =
            serde_json::to_string_pretty(&Summary::of(self, seconds)).expect("a summary is plain data");
        folder.write(SUMMARY, &format!("{summary}\n"))?;
        trainer.save(&folder.path().join(CHECKPOINT))?;
        Ok(())
    }
}
