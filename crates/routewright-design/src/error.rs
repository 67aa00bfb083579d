//! What can go wrong in a use case.

use std::path::{Path, PathBuf};

use routewright_io::{FeedError, InputErrors, WriteError};
use routewright_model::ProblemError;
use routewright_search::{RestoreError, SearchError};

/// Why a use case failed. `Debug` gives the message as well: `fn main() -> Result<()>` prints it so.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An input file is wrong.
    #[error(transparent)]
    Input(#[from] InputErrors),
    /// The problem is contradictory or incomplete.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// An option or setting is wrong: what is wrong and how to fix it.
    #[error("{0}")]
    Settings(String),
    /// A run cannot be resumed: why, and what to do instead.
    #[error("{0}")]
    Resume(String),
    /// No legal route or network exists.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A saved search does not fit its inputs.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// A feed cannot be made with these options.
    #[error(transparent)]
    Feed(#[from] FeedError),
    /// The disk refused.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The folder for results cannot be used.
    #[error("cannot write results to {}; choose another folder with --out", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Another run is writing to the same folder.
    #[error("another run is writing to {}\n  help: wait for it to end, or choose another folder", .0.display())]
    Busy(PathBuf),
    /// Training failed.
    #[cfg(feature = "train")]
    #[error(transparent)]
    Train(#[from] routewright_train::TrainError),
    /// A result of ours is inconsistent: a bug.
    #[error("{0}\n  help: this is a bug in routewright; please report it with the command")]
    Bug(String),
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&chain(self))
    }
}

/// A result of a use case.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Whether the command line or an input file is at fault rather than the work itself.
    pub fn is_input(&self) -> bool {
        match self {
            Self::Input(_)
            | Self::Problem(_)
            | Self::Settings(_)
            | Self::Resume(_)
            | Self::Search(_)
            | Self::Restore(_)
            | Self::Feed(_)
            | Self::Busy(_) => true,
            #[cfg(feature = "train")]
            Self::Train(error) => error.is_input(),
            Self::Write(_) | Self::Folder { .. } | Self::Bug(_) => false,
        }
    }

    /// A wrong setting: the problem, then the help.
    pub(crate) fn settings(problem: impl std::fmt::Display, help: impl std::fmt::Display) -> Self {
        Self::Settings(format!("{problem}\n  help: {help}"))
    }

    pub(crate) fn folder(path: &Path, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Folder { path: path.into(), source: Box::new(source) }
    }
}

/// An error and its causes in one line.
pub fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| {
        let cause = cause.to_string();
        // A transparent error repeats its cause.
        if text.ends_with(&cause) { text } else { format!("{text}: {cause}") }
    })
}
