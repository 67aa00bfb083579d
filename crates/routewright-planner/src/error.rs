//! What can go wrong while planning by hand.

use std::path::{Path, PathBuf};

/// Why a request of a planner was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum PlannerError {
    /// There is no such city, plan or job.
    #[error("{0}")]
    Missing(String),
    /// What was asked for is not possible, and nothing was changed.
    #[error("{problem}")]
    Refused {
        /// What is wrong.
        problem: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// Somebody else changed the plan in the meantime.
    #[error("the plan was changed elsewhere; this edit was not applied")]
    Conflict,
    /// Too much is going on at once.
    #[error("{0}")]
    TooMany(String),
    /// A use case failed.
    #[error(transparent)]
    Design(#[from] routewright_design::Error),
    /// The disk refused.
    #[error("cannot use {}: {source}", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
}

/// A result of planning by hand.
pub type Result<T, E = PlannerError> = std::result::Result<T, E>;

impl PlannerError {
    pub(crate) fn refused(problem: impl Into<String>) -> Self {
        Self::Refused { problem: problem.into(), help: None }
    }

    pub(crate) fn refused_with(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Refused { problem: problem.into(), help: Some(help.into()) }
    }

    pub(crate) fn disk(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Disk { path, source }
    }
}

impl From<routewright_io::InputErrors> for PlannerError {
    fn from(error: routewright_io::InputErrors) -> Self {
        Self::Design(error.into())
    }
}

impl From<routewright_io::WriteError> for PlannerError {
    fn from(error: routewright_io::WriteError) -> Self {
        Self::Design(error.into())
    }
}
