//! The store: all finished runs, in one SQLite file.

mod lock;
mod record;
mod schema;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, params};

use crate::LabError;

pub(crate) use lock::StoreLock;
pub use record::Record;
pub(crate) use record::{Column, Kind, Value};

/// Finished runs, each stored once and completely.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// Opens a store for writing, and creates it if necessary.
    ///
    /// # Errors
    /// The disk failed, or the file is not a store.
    pub fn create(path: &Path) -> Result<Self, LabError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let disk = |source| LabError::Disk { path: folder.into(), source };
            std::fs::create_dir_all(folder).map_err(disk)?;
        }
        let store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        if store.form()? == 0 {
            store.connection.execute_batch(schema::CREATE).map_err(|source| store.fault(source))?;
        }
        store.check_form()
    }

    /// Opens a store for reading.
    ///
    /// # Errors
    /// It does not exist, or the file is not a store.
    pub fn open(path: &Path) -> Result<Self, LabError> {
        if !path.is_file() {
            return Err(LabError::NoStore(path.into()));
        }
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?.check_form()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Folder of unfinished runs, beside the store.
    pub fn work_folder(&self) -> PathBuf {
        self.beside("work")
    }

    /// Folder of synthetic cities, beside the store.
    pub fn city_folder(&self) -> PathBuf {
        self.beside("cities")
    }

    /// Adds a run. When this returns, it is on the disk.
    ///
    /// # Errors
    /// The store has it already, or the disk failed.
    pub fn add(&self, record: &Record) -> Result<(), LabError> {
        let added = self.connection.execute(schema::INSERT, rusqlite::params_from_iter(record.values()));
        added.map(|_| ()).map_err(|source| self.fault(source))
    }

    /// Records which runs a suite asks for; all of them or none.
    ///
    /// # Errors
    /// The disk failed.
    pub fn plan<'a>(
        &mut self,
        suite: &str,
        keys: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), LabError> {
        let path = self.path.clone();
        let fault = |source| LabError::Store { path: path.clone(), source };
        let transaction = self.connection.transaction().map_err(fault)?;
        for (key, label) in keys {
            transaction.execute(schema::PLAN, params![suite, key, label]).map_err(fault)?;
        }
        transaction.commit().map_err(fault)
    }

    /// Keys of all runs.
    ///
    /// # Errors
    /// The disk failed.
    pub fn keys(&self) -> Result<BTreeSet<String>, LabError> {
        let fault = |source| self.fault(source);
        let mut statement = self.connection.prepare("SELECT key FROM runs").map_err(fault)?;
        let rows = statement.query_map([], |row| row.get(0)).map_err(fault)?;
        rows.collect::<Result<_, _>>().map_err(fault)
    }

    /// All runs, by city, alpha, label and seed, under the names that their suites gave them.
    ///
    /// # Errors
    /// The disk failed.
    pub fn records(&self) -> Result<Vec<Record>, LabError> {
        let fault = |source| self.fault(source);
        let mut statement = self.connection.prepare(&schema::select()).map_err(fault)?;
        let rows = statement.query_map([], Record::from_row).map_err(fault)?;
        rows.collect::<Result<_, _>>().map_err(fault)
    }

    /// Mean seconds of runs, by city and label.
    ///
    /// # Errors
    /// The disk failed.
    pub fn mean_seconds(&self) -> Result<Vec<(String, String, f64)>, LabError> {
        let fault = |source| self.fault(source);
        let mut statement = self.connection.prepare(schema::MEAN_SECONDS).map_err(fault)?;
        let rows =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).map_err(fault)?;
        rows.collect::<Result<_, _>>().map_err(fault)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, LabError> {
        let fault = |source| LabError::Store { path: path.into(), source };
        let connection = Connection::open_with_flags(path, flags).map_err(fault)?;
        // A reader may hold the file for a moment.
        connection.busy_timeout(Duration::from_secs(30)).map_err(fault)?;
        Ok(Self { path: path.into(), connection })
    }

    /// Format of the tables, 0 for a new file.
    fn form(&self) -> Result<i64, LabError> {
        let form = self.connection.query_row("PRAGMA user_version", [], |row| row.get(0));
        form.map_err(|source| self.fault(source))
    }

    fn check_form(self) -> Result<Self, LabError> {
        match self.form()? {
            schema::FORM => Ok(self),
            found => Err(LabError::OtherStore { path: self.path, found, expected: schema::FORM }),
        }
    }

    fn beside(&self, what: &str) -> PathBuf {
        let mut name = self.path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{what}"));
        self.path.with_file_name(name)
    }

    fn fault(&self, source: rusqlite::Error) -> LabError {
        LabError::Store { path: self.path.clone(), source }
    }
}
