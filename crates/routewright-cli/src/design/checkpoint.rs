//! A run laid down so that it can go on later.

use std::path::Path;

use anyhow::Context;
use routewright::report::{RunFolder, Trace};
use routewright::search::Snapshot;

use super::inputs::Fingerprints;
use super::settings::Settings;
use crate::exit::UsageError;

/// Files of a run folder.
pub const STATE: &str = "state.json";
pub const TRACE: &str = "trace.csv";
pub const NETWORK: &str = "network.json";

/// What `state.json` holds: there while a run is under way, and after it was interrupted or killed.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Checkpoint {
    /// Of the program; another may search differently.
    pub version: String,
    /// What was typed.
    pub command: String,
    pub settings: Settings,
    pub inputs: Fingerprints,
    /// Rounds done.
    pub rounds: u64,
    /// Seconds of search so far.
    pub seconds_used: f64,
    pub snapshot: Snapshot,
}

impl Checkpoint {
    /// What an interrupted run left in its folder, and its trace up to then.
    ///
    /// # Errors
    /// Nothing is there, it is damaged, or of another version.
    pub fn read(path: &Path) -> anyhow::Result<(Self, Trace)> {
        let nothing = |why: &str| {
            UsageError(format!(
                "{} has no run to resume: {why}\n  help: name the folder of a run that was interrupted or killed; \
                 start a new one with --out",
                path.display()
            ))
        };
        let read = |name: &str| {
            let file = RunFolder::open(path).read(name);
            file.with_context(|| UsageError(format!("{} cannot be read", path.join(name).display())))
        };
        let why = if path.is_dir() { "state.json is not there; did it end?" } else { "no such folder" };
        let state = read(STATE)?.ok_or_else(|| nothing(why))?;
        let checkpoint: Self = serde_json::from_str(&state)
            .map_err(|error| nothing(&format!("{STATE} is damaged or of another version ({error})")))?;
        if checkpoint.version != super::VERSION {
            let why = format!("it was begun by version {}, this is {}", checkpoint.version, super::VERSION);
            return Err(nothing(&why).into());
        }
        // A damaged trace is no reason to lose the run.
        let mut trace = read(TRACE)?.and_then(|text| Trace::from_csv(&text).ok()).unwrap_or_default();
        // Its seconds are rounded to a thousandth.
        trace.cut_after(checkpoint.seconds_used + 0.001);
        Ok((checkpoint, trace))
    }
}
