//! How the program ends.

use std::process::ExitCode;

use routewright::design::chain;
use routewright::import::ImportError;
use routewright::io::InputErrors;
use routewright::lab::LabError;
use routewright::model::ProblemError;

use crate::terminal::say;

/// A fault of the command line that the argument parser cannot see.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// The network breaks constraints, or work failed.
pub const FAILED: u8 = 1;
/// The command line or an input file is wrong.
pub const WRONG_INPUT: u8 = 2;
/// The run was interrupted, and the best network so far saved.
pub const INTERRUPTED: u8 = 130;

/// Prints an error with its causes and returns the exit status it calls for.
pub fn report(error: &anyhow::Error) -> ExitCode {
    say(&format!("error: {}", chain(error.as_ref())));
    let is_input = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<InputErrors>()
            || cause.is::<ProblemError>()
            || cause.is::<UsageError>()
            || cause.downcast_ref::<routewright::Error>().is_some_and(routewright::Error::is_input)
            || cause.downcast_ref::<LabError>().is_some_and(LabError::is_input)
            || cause.downcast_ref::<ImportError>().is_some_and(ImportError::is_input)
    };
    ExitCode::from(if error.chain().any(is_input) { WRONG_INPUT } else { FAILED })
}
