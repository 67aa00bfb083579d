//! Files that are complete or absent.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::city_folder::{LINK_SHAPES, ZONES};
use crate::detect::holds_city_files;
use crate::network::NETWORK_FILE;

/// Why something was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The folder contains city files that would be overwritten or mixed with the new ones.
    #[error(
        "{} already contains a city\n  help: choose another folder, remove that city, or replace it with --force",
        path.display()
    )]
    CityExists {
        /// The folder.
        path: PathBuf,
    },
    /// The output would replace one of the files it is made from.
    #[error("{} is an input of this command\n  help: choose another file for the output", path.display())]
    ReplacesInput {
        /// The output.
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
    /// What people call a node would not read back the same.
    #[error(
        "the name of node {name} ('{label}') cannot be written to a table: it is empty, starts or ends with a blank or \
         contains a control character\n  help: rename the stop"
    )]
    NodeLabel {
        /// The node's id.
        name: String,
        /// Its name.
        label: String,
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

/// Writes a text so that the file is either complete or unchanged.
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

/// Checks that an output is none of the inputs: neither a file that is named, nor one of the files of a city that a
/// named file or folder belongs to.
///
/// # Errors
/// [`WriteError::ReplacesInput`].
pub fn refuse_to_replace(inputs: &[&Path], output: &Path) -> Result<(), WriteError> {
    let Ok(place) = output.canonicalize() else { return Ok(()) }; // nothing is there to be replaced
    let is_part = |input: &&Path| {
        let Ok(input) = input.canonicalize() else { return false };
        let folder = if input.is_dir() { Some(&*input) } else { input.parent() };
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        input == place || (place.parent() == folder && is_read_from_folder(&name))
    };
    match inputs.iter().any(is_part) {
        true => Err(WriteError::ReplacesInput { path: output.into() }),
        false => Ok(()),
    }
}

/// Whether a file in the folder of a city or of a run is read without being named.
fn is_read_from_folder(name: &str) -> bool {
    holds_city_files(&[name.to_owned()])
        || matches!(name, LINK_SHAPES | ZONES | NETWORK_FILE)
        || name.ends_with("_nodes.geojson")
}

/// A complete file under a temporary name in the same folder; removed unless published.
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
        // Once renamed, there is nothing to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}
