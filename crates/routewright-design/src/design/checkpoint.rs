//! A run saved so that it can be resumed.

use std::path::Path;

use routewright_report::Trace;
use routewright_search::{RoundsDone, Snapshot};
use serde::de::DeserializeOwned;

use super::files::TRACE;
use crate::resume::{check_version, nothing_to_resume};
use crate::{Error, Fingerprints, Result, RunFolder};

/// There while a run is under way, and after it was interrupted or killed.
pub const STATE: &str = "state.json";

/// What `state.json` holds, with the settings of a use case.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Checkpoint<S> {
    /// Of the program; another may search differently.
    pub version: String,
    /// What was typed.
    pub command: String,
    /// Everything that decides the result.
    pub settings: S,
    /// Moves and cost terms that a program brought along, in words.
    #[serde(default)]
    pub parts: Vec<String>,
    /// Fingerprints of the inputs.
    pub inputs: Fingerprints,
    /// Rounds done.
    pub rounds: RoundsDone,
    /// Seconds of search so far.
    pub seconds_used: f64,
    /// The search itself.
    pub snapshot: Snapshot,
}

impl<S: DeserializeOwned> Checkpoint<S> {
    /// What an interrupted run left in its folder.
    ///
    /// # Errors
    /// Nothing is there, it is damaged, or of another version.
    pub fn read(path: &Path) -> Result<Self> {
        let state = read(path, STATE)?.ok_or_else(|| {
            let why = if path.is_dir() { "it has no state.json; did it finish?" } else { "no such folder" };
            nothing_to_resume(path, why)
        })?;
        // The version first: other versions have other settings.
        let value: serde_json::Value = serde_json::from_str(&state).map_err(|error| damaged(path, &error))?;
        check_version(path, value["version"].as_str().unwrap_or("unknown"))?;
        serde_json::from_value(value).map_err(|error| damaged(path, &error))
    }
}

/// The trace of an interrupted run up to its checkpoint. A damaged one is no reason to lose the run.
pub(crate) fn read_trace(path: &Path, seconds_used: f64) -> Trace {
    let text = RunFolder::open(path).read(TRACE).ok().flatten();
    let mut trace = text.and_then(|text| Trace::from_csv(&text).ok()).unwrap_or_default();
    // Its seconds are rounded to a thousandth.
    trace.cut_after(seconds_used + 0.001);
    trace
}

fn read(path: &Path, name: &str) -> Result<Option<String>> {
    RunFolder::open(path)
        .read(name)
        .map_err(|error| Error::Resume(format!("cannot read {}: {error}", path.join(name).display())))
}

fn damaged(path: &Path, error: &serde_json::Error) -> Error {
    nothing_to_resume(path, &format!("{STATE} is damaged or of another version ({error})"))
}
