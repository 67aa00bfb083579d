//! How the program ends.

use std::process::ExitCode;

use routewright::import::ImportError;
use routewright::io::InputErrors;
use routewright::lab::LabError;
use routewright::model::ProblemError;
use routewright::train::TrainError;

/// A fault of the command line that the argument parser cannot see.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// The network breaks constraints, or work failed.
pub const FAILED: u8 = 1;
/// The command line or an input file is wrong.
pub const WRONG_INPUT: u8 = 2;
/// The run was interrupted, and the best network so far saved.
pub const INTERRUPTED: u8 = 130;

/// Prints an error with its causes and says how the program ends because of it.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {error:#}");
    let is_input = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<InputErrors>()
            || cause.is::<ProblemError>()
            || cause.is::<UsageError>()
            || cause.downcast_ref::<LabError>().is_some_and(LabError::is_input)
            || cause.downcast_ref::<ImportError>().is_some_and(ImportError::is_input)
            || cause.downcast_ref::<TrainError>().is_some_and(TrainError::is_input)
    };
    ExitCode::from(if error.chain().any(is_input) { WRONG_INPUT } else { FAILED })
}

/// Whether whoever read our output stopped reading, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}
