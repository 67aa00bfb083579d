//! Who designs networks for the laboratory.

use std::path::Path;

use routewright_model::{Network, Problem};
use routewright_report::Trace;

use crate::Trial;

/// Designs networks. The program gives its `design` command in this form, so that a trial is the command
/// that its record names.
pub trait Designer: Sync {
    /// What decides the network that a run finds, without running it.
    ///
    /// # Errors
    /// The trial cannot be done: an input is wrong or missing.
    fn identify(&self, trial: &Trial) -> Result<Identity, String>;

    /// Designs a network. The folder is the run's own: it may keep its state there and go on with what an
    /// earlier attempt left. What people should know of the run is told to `note`.
    ///
    /// # Errors
    /// The run failed.
    fn design(&self, trial: &Trial, folder: &Path, note: &dyn Fn(String)) -> Result<Ended, String>;

    /// Whether somebody asked to end.
    fn is_stopped(&self) -> bool;

    /// Asks every run to end.
    fn stop(&self);
}

/// What decides the network that a run finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// The command that repeats the run.
    pub command: String,
    /// The command that makes its city, where it is made up.
    pub setup: Option<String>,
    /// Every setting as JSON, defaults filled in. Files are named by what is in them, not by their path.
    pub settings: serde_json::Value,
    /// Version of the program.
    pub version: String,
    /// Fingerprint of the city.
    pub city_hash: String,
    /// Fingerprint of the policy, where one is asked.
    pub model_hash: Option<String>,
    /// Who does the policy's arithmetic, where one is asked.
    pub kernel: Option<String>,
    /// Whether the command gives the same network again.
    pub is_reproducible: bool,
}

/// How a run ended.
#[derive(Debug)]
pub enum Ended {
    /// It spent its budget.
    Finished(Box<Finding>),
    /// It was asked to end before.
    Stopped,
}

/// What a run found.
#[derive(Debug)]
pub struct Finding {
    /// What was asked.
    pub problem: Problem,
    /// The best network.
    pub network: Network,
    /// What the search says it costs.
    pub cost: f64,
    /// Seconds of search.
    pub seconds: f64,
    /// Rounds done.
    pub rounds: u64,
    /// Networks scored.
    pub evaluations: u64,
    /// Cost over time.
    pub trace: Trace,
}
