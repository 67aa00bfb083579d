//! The journal of a plan: one line of JSON per revision, on the disk before anybody is told.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::history::Entry;
use crate::{PlannerError, Result};

/// The journal of a plan, open for appending.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Bytes of whole entries.
    length: u64,
}

impl Journal {
    /// Opens a journal and reads its entries. What a kill left behind of an entry that nobody was told of is cut off.
    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<Entry>)> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(PlannerError::disk(path))?;
        let (entries, length) = Self::read(path)?;
        if file.metadata().map_err(PlannerError::disk(path))?.len() != length {
            file.set_len(length).map_err(PlannerError::disk(path))?;
        }
        file.seek(SeekFrom::Start(length)).map_err(PlannerError::disk(path))?;
        Ok((Self { path: path.to_owned(), file, length }, entries))
    }

    /// The entries of a journal and the bytes that they take, without opening it for appending; none if it is not there.
    pub(crate) fn read(path: &Path) -> Result<(Vec<Entry>, u64)> {
        let bytes = match std::fs::read(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(PlannerError::disk(path))?,
        };
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let mut entries = Vec::new();
        for (line, text) in bytes[..whole].split(|&byte| byte == b'\n').enumerate() {
            if text.is_empty() {
                continue;
            }
            entries.push(serde_json::from_slice(text).map_err(|error| {
                PlannerError::refused_with(
                    format!("{}:{}: not an entry of a journal: {error}", path.display(), line + 1),
                    "restore the file from a copy, or delete the lines from there on",
                )
            })?);
        }
        Ok((entries, whole as u64))
    }

    /// Adds an entry and waits until the disk has it.
    pub(crate) fn append(&mut self, entry: &Entry) -> Result<()> {
        let mut line = serde_json::to_vec(entry).expect("an entry is plain data");
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // Nobody is told of a part of an entry.
            let _ =
                self.file.set_len(self.length).and_then(|()| self.file.seek(SeekFrom::Start(self.length)));
            return Err(PlannerError::disk(&self.path)(error));
        }
        self.length += line.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_entries_survive_and_torn_ones_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps.jsonl");
        let (mut journal, entries) = Journal::open(&path).unwrap();
        assert!(entries.is_empty());
        journal.append(&Entry::Undo).unwrap();
        journal.append(&Entry::Name("A".into())).unwrap();
        drop(journal);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"name\": \"torn").unwrap();
        let (mut journal, entries) = Journal::open(&path).unwrap();
        assert_eq!(entries, [Entry::Undo, Entry::Name("A".into())]);
        journal.append(&Entry::Redo).unwrap();
        assert_eq!(Journal::open(&path).unwrap().1.len(), 3);
    }

    #[test]
    fn a_broken_journal_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps.jsonl");
        std::fs::write(&path, "\"undo\"\nnonsense\n").unwrap();
        let told = Journal::open(&path).unwrap_err().to_string();
        assert!(told.contains("steps.jsonl:2:"), "{told}");
    }
}
