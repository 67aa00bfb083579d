//! Files that are complete or not there.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why something was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The folder holds city files that would be overwritten or mixed with the new ones.
    #[error(
        "{} holds a city already\n  help: choose another folder, remove what is there, or replace it with --force",
        path.display()
    )]
    CityExists {
        /// The folder.
        path: PathBuf,
    },
    /// A node's id would not read back the same.
    #[error(
        "node '{name}' cannot be written to a table: its id is empty or starts or ends with a blank\n  \
         help: rename the node"
    )]
    NodeName {
        /// The node's id.
        name: String,
    },
    /// A suggestion of the city is one that `city.toml` refuses.
    #[error("city.toml cannot hold the city's settings: {problem}\n  help: correct the city's defaults")]
    Settings {
        /// What is wrong.
        problem: String,
    },
    /// The disk refused.
    #[error("{} cannot be written (check permissions and free space)", path.display())]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl WriteError {
    pub(crate) fn disk(path: &Path, source: std::io::Error) -> Self {
        Self::Disk { path: path.into(), source }
    }

    pub(crate) fn unreadable(path: &Path) -> Self {
        Self::disk(path, std::io::Error::other("the folder cannot be listed"))
    }
}

/// Writes a text such that the file is either complete or as it was before.
///
/// # Errors
/// The disk refuses: no such folder, no permission, no space.
pub fn write_text_atomically(path: &Path, text: &str) -> Result<(), WriteError> {
    write_bytes_atomically(path, text.as_bytes())
}

/// Writes bytes, as [`write_text_atomically`] does text.
///
/// # Errors
/// The disk refuses: no such folder, no permission, no space.
pub fn write_bytes_atomically(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    StagedFile::write(path, bytes)?.publish()
}

/// A complete file beside its place, under a temporary name; removed again unless published.
pub(crate) struct StagedFile {
    temporary: PathBuf,
    path: PathBuf,
}

impl StagedFile {
    pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<Self, WriteError> {
        let Some(name) = path.file_name() else {
            let error = std::io::Error::other("the path names no file");
            return Err(WriteError::disk(path, error));
        };
        let name = format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id());
        let staged = Self { temporary: path.with_file_name(name), path: path.into() };
        File::create(&staged.temporary)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .map_err(|error| WriteError::disk(path, error))?;
        Ok(staged)
    }

    pub(crate) fn publish(self) -> Result<(), WriteError> {
        fs::rename(&self.temporary, &self.path).map_err(|error| WriteError::disk(&self.path, error))
    }
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        // Nothing is left to remove once it was renamed.
        let _ = fs::remove_file(&self.temporary);
    }
}
