//! One `bench run` for a store at a time.

use std::path::PathBuf;

use rusqlite::Connection;

use super::Store;
use crate::LabError;

/// Held while experiments run. The system lets go of it when the process ends, however it ends.
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
        // An exclusive transaction on a file of its own: readers of the store are not held up.
        connection.execute_batch("BEGIN EXCLUSIVE").map_err(|_| LabError::Busy(store.path().into()))?;
        Ok(Self { _connection: connection })
    }
}
