//! The folder of a run.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use routewright_io::{WriteError, write_bytes_atomically};

use crate::resume::nothing_to_resume;
use crate::{Error, Result};

/// Held by the run that writes to a folder.
const LOCK: &str = ".lock";
/// Times that a lock is tried for.
const ATTEMPTS: u32 = 5;

/// A folder that takes the files of one run. Every file in it is complete, or as it was before.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
    _lock: Option<Arc<Lock>>,
}

impl RunFolder {
    /// The folder at a path, there or not, to read from it.
    pub fn open(path: &Path) -> Self {
        Self { path: path.into(), _lock: None }
    }

    /// Creates the folder if need be, and keeps other runs from writing to it as long as this value lives.
    ///
    /// # Errors
    /// The disk refuses, or another run is writing to the folder.
    pub fn claim(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).map_err(|error| Error::folder(path, error))?;
        let lock = Lock::take(path)?;
        Ok(Self { path: path.into(), _lock: Some(Arc::new(lock)) })
    }

    /// Claims the folder of a run that is there.
    ///
    /// # Errors
    /// It is not there, the disk refuses, or another run is writing to it.
    pub(crate) fn claim_existing(path: &Path) -> Result<Self> {
        if !path.is_dir() {
            return Err(nothing_to_resume(path, "no such folder"));
        }
        Self::claim(path)
    }

    /// Claims the folder for a new run and removes the files that an earlier run left.
    ///
    /// # Errors
    /// As [`RunFolder::claim`].
    pub fn claim_cleared<'a>(path: &Path, files: impl IntoIterator<Item = &'a str>) -> Result<Self> {
        let folder = Self::claim(path)?;
        for name in files {
            folder.remove(name).map_err(|error| Error::folder(&path.join(name), error))?;
        }
        Ok(folder)
    }

    /// The same folder, open to other runs.
    #[must_use]
    pub fn released(self) -> Self {
        Self { _lock: None, ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file, or replaces it. A folder that was removed in the meantime is created again.
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
        let path = self.path.join(name);
        let parent = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(parent).map_err(|source| WriteError::Disk { path: parent.into(), source })?;
        write_bytes_atomically(&path, bytes)
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

    /// Whether a file is there.
    pub fn has(&self, name: &str) -> bool {
        self.path.join(name).is_file()
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

/// `path`, or `path-2`, `path-3` and so on: the first that is not there yet.
pub fn unused_path(path: &Path) -> PathBuf {
    let numbered = (2..).map(|number| PathBuf::from(format!("{}-{number}", path.display())));
    let mut names = std::iter::once(path.to_owned()).chain(numbered);
    names.find(|name| !name.exists()).expect("numbers do not end")
}

/// A locked file. The system lets go of the lock when the process ends, however it ends.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    fn take(folder: &Path) -> Result<Self> {
        let path = folder.join(LOCK);
        // Whoever held the lock may remove the file between our opening and locking it: then it is not the one in
        // the folder any more.
        for _ in 0..ATTEMPTS {
            let file = File::create(&path).map_err(|error| Error::folder(folder, error))?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(Self { path, _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Error::Busy(folder.into())),
                Err(TryLockError::Error(error)) => return Err(Error::folder(folder, error)),
            }
        }
        Err(Error::Busy(folder.into()))
    }
}

/// Whether a path leads to this very file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().ok().map(place) == fs::metadata(path).ok().map(place)
}

/// Whether a path leads to this very file: locked files cannot be removed here.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Of no use to anybody once the lock is gone; one that stays does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_and_go_and_folders_are_claimed_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let folder = RunFolder::claim(&path.join("deep")).unwrap();
        assert_eq!(folder.read("a").unwrap(), None);
        folder.write("a", "text").unwrap();
        folder.write("part/b", "text").unwrap();
        assert_eq!(folder.read("a").unwrap().as_deref(), Some("text"));
        assert!(matches!(RunFolder::claim(folder.path()), Err(Error::Busy(_))));
        drop(folder);
        let folder = RunFolder::claim_cleared(&path.join("deep"), ["a", "part/b", "c"]).unwrap();
        assert!(!folder.has("a") && !folder.has("part/b"));
        drop(folder);
        assert_eq!(fs::read_dir(path.join("deep")).unwrap().count(), 1);
        fs::write(path.join("file"), "").unwrap();
        assert!(matches!(RunFolder::claim(&path.join("file")), Err(Error::Folder { .. })));
        assert_eq!(unused_path(&path.join("file")), path.join("file-2"));
    }
}
