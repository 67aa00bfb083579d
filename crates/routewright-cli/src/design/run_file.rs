//! `run.toml`: what it takes to repeat a run.

use super::inputs::Fingerprints;
use super::settings::Settings;

/// Name of the file.
pub const RUN: &str = "run.toml";

/// The file's content.
#[derive(serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RunFile<'run> {
    /// What was typed.
    pub command: &'run str,
    /// Of the program.
    pub version: &'run str,
    /// Whether the command gives the same network again.
    pub reproducible: bool,
    /// Whether the run was ended early, or is still under way.
    pub finished: bool,
    /// Rounds done so far.
    pub rounds: u64,
    /// Seconds they took.
    pub seconds_used: f64,
    /// Threads used; the network does not depend on them.
    pub threads: usize,
    /// Who did the policy's arithmetic, where one was asked; others may differ in the last digits.
    pub kernel: Option<&'run str>,
    /// Everything that decides the result.
    pub settings: &'run Settings,
    /// Fingerprints of what was read.
    pub inputs: &'run Fingerprints,
}

impl RunFile<'_> {
    /// As text.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("settings are plain data")
    }
}
