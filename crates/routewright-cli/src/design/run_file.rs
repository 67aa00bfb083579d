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

/// A command line as a shell would take it, under the name of the program.
pub fn command_line(arguments: impl Iterator<Item = String>) -> String {
    std::iter::once("routewright".to_owned()).chain(arguments.map(quoted)).collect::<Vec<_>>().join(" ")
}

fn quoted(argument: String) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument;
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_typed_again() {
        let arguments = ["design", "my city", "--out", "it's", ""].map(String::from);
        assert_eq!(command_line(arguments.into_iter()), r"routewright design 'my city' --out 'it'\''s' ''");
    }
}
