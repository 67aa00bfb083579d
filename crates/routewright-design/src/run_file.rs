//! `run.toml`: what it takes to repeat a run.

use serde::Serialize;

use crate::Fingerprints;

/// Name of the file.
pub(crate) const RUN: &str = "run.toml";

/// The content of the file, with the settings of a use case.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct RunFile<'run, S> {
    /// What was typed.
    pub command: &'run str,
    /// Of the program.
    pub version: &'run str,
    /// Whether the command gives the same result again.
    pub reproducible: bool,
    /// Whether the run ended by itself.
    pub finished: bool,
    /// Rounds done so far.
    pub rounds: u64,
    /// Seconds they took.
    pub seconds_used: f64,
    /// Threads used; the result does not depend on them.
    pub threads: usize,
    /// The kernel that computed the policy, where one was asked; others may differ in the last digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<&'run str>,
    /// Stop rules, moves and cost terms that a program brought along; the command does not name them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// Everything else that decides the result.
    pub settings: &'run S,
    /// Fingerprints of the inputs.
    pub inputs: &'run Fingerprints,
}

impl<S: Serialize> RunFile<'_, S> {
    /// As text.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("settings are plain data")
    }
}
