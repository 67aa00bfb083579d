//! The folder of a run.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use routewright_io::{WriteError, write_bytes_atomically};

/// A folder that takes the files of one run. Every file in it is complete, or as it was before.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// The folder at a path, there or not.
    pub fn open(path: &Path) -> Self {
        Self { path: path.into() }
    }

    /// Makes the folder where it is not there, and tries that files can be written to it.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let folder = Self::open(path);
        let probe = ".routewright-probe";
        folder.write(probe, "")?;
        folder.remove(probe).map_err(|source| WriteError::Disk { path: path.into(), source })?;
        Ok(folder)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file, or replaces it. A folder that was removed in the meantime is made again.
    ///
    /// # Errors
    /// The disk refuses: no permission, no space.
    pub fn write(&self, name: &str, text: &str) -> Result<(), WriteError> {
        self.write_bytes(name, text.as_bytes())
    }

    /// Writes bytes, as [`RunFolder::write`] does text.
    ///
    /// # Errors
    /// The disk refuses: no permission, no space.
    pub fn write_bytes(&self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        fs::create_dir_all(&self.path)
            .map_err(|source| WriteError::Disk { path: self.path.clone(), source })?;
        write_bytes_atomically(&self.path.join(name), bytes)
    }

    /// The text of a file; `None` if it is not there.
    ///
    /// # Errors
    /// The disk refuses, or the file is not text.
    pub fn read(&self, name: &str) -> io::Result<Option<String>> {
        match fs::read_to_string(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some),
        }
    }

    /// Removes a file if it is there.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_and_go() {
        let path = std::env::temp_dir().join(format!("routewright-run-folder-{}", std::process::id()));
        let folder = RunFolder::create(&path.join("deep")).unwrap();
        assert_eq!(folder.read("a").unwrap(), None);
        folder.write("a", "text").unwrap();
        assert_eq!(folder.read("a").unwrap().as_deref(), Some("text"));
        folder.remove("a").unwrap();
        folder.remove("a").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::write(path.join("file"), "").unwrap();
        assert!(RunFolder::create(&path.join("file")).is_err());
        fs::remove_dir_all(&path).unwrap();
    }
}
