//! Other words that people try for our options.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Words for the number of vehicles.
const VEHICLES: [&str; 5] = ["--fleet", "--fleet-size", "--buses", "--bus", "--fleets"];
/// Commands that plan with a number of vehicles.
const PLANS: [&str; 2] = ["design", "front"];

/// The error with the option that is meant, where somebody used another word for it.
pub fn explained(mut error: clap::Error, command: Option<&str>) -> clap::Error {
    let is_unknown = error.kind() == ErrorKind::UnknownArgument;
    let word = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(word)) => word.split('=').next().unwrap_or_default().to_owned(),
        _ => return error,
    };
    let plans = command.is_some_and(|command| PLANS.contains(&command));
    if is_unknown && plans && VEHICLES.contains(&word.as_str()) {
        error.insert(ContextKind::SuggestedArg, ContextValue::String("--vehicles".into()));
    }
    error
}
