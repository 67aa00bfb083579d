//! What can go wrong before or after training.

use std::path::PathBuf;

use routewright_io::WriteError;
use routewright_model::ProblemError;
use routewright_policy::WeightsError;
use routewright_synth::SynthError;

/// A setting that makes no sense, a checkpoint that does not fit, or a disk that refuses.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// Routes or stops.
    #[error(transparent)]
    Limits(#[from] ProblemError),
    /// Cities that cannot be made.
    #[error(transparent)]
    Cities(#[from] SynthError),
    /// A net that cannot be, or weights that do not fit it.
    #[error(transparent)]
    Net(#[from] WeightsError),
    /// Nothing to hold out.
    #[error("training needs 2 cities or more, one of them held out, but {0} is asked for")]
    FewCities(u32),
    /// Nobody to judge a rebuilt route against.
    #[error("rebuilds are judged within a group, and there is none: give group 2 or more as well")]
    LonelyRebuilds,
    /// The best of more networks than a group has.
    #[error("best-of counts networks of a group: give group {best_of} or more as well")]
    SmallGroup {
        /// Networks of which the best counts.
        best_of: u32,
    },
    /// A last group that could learn nothing.
    #[error(
        "the last group has {rest} environments, fewer than best-of counts ({best_of}): make batch a multiple of group"
    )]
    ShortGroup {
        /// Environments of the last group.
        rest: u32,
        /// Networks of which the best counts.
        best_of: u32,
    },
    /// Routes longer than the city.
    #[error("no route has {min_stops} stops (min-stops) in a city of {nodes} nodes")]
    LongRoutes {
        /// Fewest stops asked for.
        min_stops: u32,
        /// Nodes of a city.
        nodes: u32,
    },
    /// A count out of range.
    #[error("{option} must lie between 1 and {most}, but is {value}")]
    Count {
        /// The option.
        option: &'static str,
        /// What it is.
        value: u32,
        /// The most it may be.
        most: u32,
    },
    /// A number out of range.
    #[error("{option} must {}, but is {value}", range(*least, *most))]
    Number {
        /// The option.
        option: &'static str,
        /// What it is.
        value: f32,
        /// The least it may be.
        least: f32,
        /// The most it may be.
        most: f32,
    },
    /// A checkpoint that is damaged or of another version.
    #[error(
        "{} is no checkpoint that training can go on from: {problem}\n  help: start a new run with --out",
        path.display()
    )]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// There is no checkpoint.
    #[error(
        "{} cannot be read\n  help: name the folder of a training run that was interrupted or killed",
        path.display()
    )]
    NoCheckpoint {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A run that went further than it is to go.
    #[error("{done} iterations are done already, so the run cannot end after {asked}")]
    IterationsDone {
        /// Iterations asked for.
        asked: u32,
        /// Iterations done.
        done: u32,
    },
    /// The disk refused.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The system gives no threads.
    #[error("threads cannot be started: {0}")]
    Threads(String),
}

impl TrainError {
    /// Whether the settings or a file are at fault, not the machine.
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
