//! Errors of training.

use std::path::PathBuf;

use routewright_io::WriteError;
use routewright_model::ProblemError;
use routewright_policy::WeightsError;
use routewright_synth::SynthError;

/// An invalid setting, a checkpoint that cannot be used, or a failure of the machine.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Invalid limits on routes or stops.
    #[error(transparent)]
    Limits(#[from] ProblemError),
    /// Cities that cannot be generated.
    #[error(transparent)]
    Cities(#[from] SynthError),
    /// An invalid architecture or weights file.
    #[error(transparent)]
    Net(#[from] WeightsError),
    /// No city left to hold out.
    #[error("cities must be 2 or more, one of them held out, but is {0}")]
    FewCities(u32),
    /// Rollouts of another run or iteration.
    #[error("{given} rollouts were given, but this iteration needs {needed}")]
    Rollouts {
        /// How many.
        given: usize,
        /// One for each environment.
        needed: usize,
    },
    /// Rebuilt routes without a group to compare them in.
    #[error("rebuilds need a group: set group to 2 or more as well")]
    LonelyRebuilds,
    /// Best of more networks than a group has.
    #[error("best-of cannot exceed group: set group to {best_of} or more as well")]
    SmallGroup {
        /// The value of best-of.
        best_of: u32,
    },
    /// A last group that is too small to learn from.
    #[error(
        "the last group has only {rest} environments, fewer than best-of ({best_of}): make batch a multiple of group"
    )]
    ShortGroup {
        /// Environments of the last group.
        rest: u32,
        /// The value of best-of.
        best_of: u32,
    },
    /// Routes longer than the city.
    #[error("min-stops ({min_stops}) must not exceed the nodes of a city ({nodes})")]
    LongRoutes {
        /// The value of min-stops.
        min_stops: u32,
        /// Nodes of a city.
        nodes: u32,
    },
    /// A count out of range.
    #[error("{option} must lie between 1 and {most}, but is {value}")]
    Count {
        /// The option.
        option: &'static str,
        /// Its value.
        value: u32,
        /// The largest value allowed.
        most: u32,
    },
    /// A number out of range.
    #[error("{option} must {}, but is {value}", range(*least, *most))]
    Number {
        /// The option.
        option: &'static str,
        /// Its value.
        value: f32,
        /// The smallest value allowed.
        least: f32,
        /// The largest value allowed.
        most: f32,
    },
    /// A checkpoint that is damaged, inconsistent or from another version.
    #[error(
        "{}: training cannot resume from this checkpoint: {problem}\n  help: start a new run with --out",
        path.display()
    )]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// A checkpoint that cannot be read.
    #[error(
        "{} cannot be read\n  help: name the folder of a training run that was interrupted or killed",
        path.display()
    )]
    NoCheckpoint {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// Fewer iterations than are done already.
    #[error("{done} iterations are done already, so iterations cannot be {asked}")]
    IterationsDone {
        /// Iterations requested.
        asked: u32,
        /// Iterations done.
        done: u32,
    },
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Threads that cannot be started.
    #[error("threads cannot be started: {0}")]
    Threads(String),
}

impl TrainError {
    /// Whether the input is at fault (settings or a file), not the machine.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Write(_) | Self::Threads(_))
    }
}

fn range(least: f32, most: f32) -> String {
    match (least > 0.0, most == f32::MAX) {
        (false, _) => format!("lie between {least} and {most}"),
        (true, false) => format!("be more than 0 and at most {most}"),
        (true, true) => "be more than 0".to_owned(),
    }
}
