//! One `bench run` per store at a time.

use std::path::PathBuf;

use rusqlite::Connection;

use super::Store;
use crate::LabError;

/// Held while experiments run. The system releases it when the process ends, however it ends.
pub(crate) struct StoreLock {
    _connection: Connection,
}

impl StoreLock {
    /// # Errors
    /// Another process holds it.
    pub(crate) fn take(store: &Store) -> Result<Self, LabError> {
        let path: PathBuf = store.beside("lock");
        let fault = |source| LabError::Store { path: path.clone(), source };
        let connection = Connection::open(&path).map_err(fault)?;
        // An exclusive transaction on a separate file, so that readers of the store do not wait.
        connection.execute_batch("BEGIN EXCLUSIVE").map_err(|_| LabError::Busy(store.path().into()))?;
        Ok(Self { _connection: connection })
    }
}
