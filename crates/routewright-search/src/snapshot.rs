//! A search as data, for resuming it later.

use routewright_model::RouteError;

use crate::SearchError;

/// The state of a search between two rounds.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Snapshot {
    /// [`Search::name`](crate::Search::name) of the search it came from.
    pub method: String,
    /// Networks scored.
    pub evaluations: u64,
    /// Best cost so far.
    pub best_cost: f64,
    /// Best network so far, as node indices; empty for a search without a single best network.
    pub best: Vec<Vec<u32>>,
    /// What the search itself needs, in a form of its own.
    pub state: String,
}

/// Why a search cannot be resumed from a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// It is of another search.
    #[error("the saved state is of method {found}, not {expected}")]
    Method {
        /// What was asked for.
        expected: String,
        /// What is there.
        found: String,
    },
    /// It does not fit the city or its own form.
    #[error("the saved state is damaged or of another city: {0}")]
    Damaged(String),
    /// The search cannot be set up at all.
    #[error(transparent)]
    Setup(#[from] SearchError),
}

impl Snapshot {
    /// Checks that it is of the search of this name.
    pub(crate) fn check_method(&self, expected: &str) -> Result<(), RestoreError> {
        match self.method == expected {
            true => Ok(()),
            false => Err(RestoreError::Method { expected: expected.to_owned(), found: self.method.clone() }),
        }
    }
}

/// Checks that a saved network costs what the snapshot says.
pub(crate) fn check_cost(actual: f64, claimed: f64) -> Result<(), RestoreError> {
    match (actual - claimed).abs() <= 1e-9 * actual.abs().max(1.0) {
        true => Ok(()),
        false => Err(RestoreError::Damaged(format!("a network costs {actual}, not {claimed} as it says"))),
    }
}

impl From<RouteError> for RestoreError {
    fn from(error: RouteError) -> Self {
        Self::Damaged(error.to_string())
    }
}

impl From<serde_json::Error> for RestoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}
