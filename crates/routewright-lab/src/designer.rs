//! How the laboratory has networks designed.

use std::path::Path;

use routewright_eval::Figures;
use routewright_model::{Network, Problem};
use routewright_report::Trace;

use crate::Trial;

/// Designs networks: [`LibraryDesigner`](crate::LibraryDesigner), or a stand-in for tests.
pub trait Designer: Sync {
    /// Everything that determines the result of a trial, without running it.
    ///
    /// # Errors
    /// An input is wrong or missing.
    fn identify(&self, trial: &Trial) -> Result<Identity, String>;

    /// Designs a network. The folder belongs to the run, which saves checkpoints there and resumes from those of an
    /// earlier attempt. `note` receives what users should know.
    ///
    /// # Errors
    /// The run failed.
    fn design(&self, trial: &Trial, folder: &Path, note: &dyn Fn(String)) -> Result<Ended, String>;

    /// Whether runs were asked to stop.
    fn is_stopped(&self) -> bool;

    /// Asks all runs to stop.
    fn stop(&self);
}

/// Everything that determines the result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// The command that repeats the run.
    pub command: String,
    /// The command that generates the city, for synthetic ones.
    pub setup: Option<String>,
    /// All settings as JSON, defaults filled in, with fingerprints in place of files.
    pub settings: serde_json::Value,
    /// Version of the program.
    pub version: String,
    /// Fingerprint of the city.
    pub city_hash: String,
    /// Fingerprint of the policy, if there is one.
    pub model_hash: Option<String>,
    /// Kernel of the policy, if there is one.
    pub kernel: Option<String>,
    /// Whether the command gives the same network again.
    pub is_reproducible: bool,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// It spent its budget.
    Finished(Box<Finding>),
    /// It was stopped before.
    Stopped,
}

/// What a run found.
#[derive(Debug)]
pub struct Finding {
    /// The problem.
    pub problem: Problem,
    /// The best network.
    pub network: Network,
    /// What it costs, by the reference.
    pub figures: Figures,
    /// Seconds of search.
    pub seconds: f64,
    /// Rounds done.
    pub rounds: u64,
    /// Networks scored.
    pub evaluations: u64,
    /// Cost over time.
    pub trace: Trace,
}
