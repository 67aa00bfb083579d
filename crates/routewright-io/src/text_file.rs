//! Text files, read with care.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::InputErrors;
use crate::error::At;

/// A text and the path that messages about it name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The file's path, for messages.
    pub path: PathBuf,
    /// Its content, without a byte order mark.
    pub text: String,
}

impl TextFile {
    /// Larger files are refused.
    pub const MOST_BYTES: u64 = 1 << 30;

    /// Text in memory.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    /// Loads a file.
    ///
    /// # Errors
    /// It is missing, a folder, unreadable, larger than [`TextFile::MOST_BYTES`], blank or not UTF-8. All of these are
    /// input errors with a code.
    pub fn read(path: &Path) -> Result<Self, InputErrors> {
        let mut bytes = Vec::new();
        // The size that the system reports is not used: pipes and devices have none.
        let loaded =
            File::open(path).and_then(|file| file.take(Self::MOST_BYTES + 1).read_to_end(&mut bytes));
        match loaded {
            Ok(_) => Self::from_bytes(path, bytes),
            Err(error) => Err(unreadable(path, &error)),
        }
    }

    /// Decodes the content of a file.
    ///
    /// # Errors
    /// It is larger than [`TextFile::MOST_BYTES`], blank or not UTF-8.
    pub fn from_bytes(path: impl Into<PathBuf>, bytes: Vec<u8>) -> Result<Self, InputErrors> {
        let path = path.into();
        if bytes.len() as u64 > Self::MOST_BYTES {
            let help = "remove what is not needed, or split the city into parts";
            return Err(InputErrors::one(At::whole(&path), "file-004", "is larger than 1 GiB", help));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count() as u64;
            let help = "save the file as UTF-8 text";
            InputErrors::one(At::line(&path, line), "file-006", "is not UTF-8 text", help)
        })?;
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        if text.trim().is_empty() {
            let help = "check that the file was saved, or copy it again";
            return Err(InputErrors::one(At::whole(&path), "file-005", "is empty", help));
        }
        Ok(Self { path, text })
    }

    pub(crate) fn at(&self, line: u64) -> At<'_> {
        At::line(&self.path, line)
    }

    pub(crate) fn whole(&self) -> At<'_> {
        At::whole(&self.path)
    }

    /// Lines with their numbers.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (u64, &str)> {
        (1..).zip(self.text.lines())
    }
}

/// Finds the line of ever later places in a text.
pub(crate) struct LineCounter<'a> {
    text: &'a [u8],
    place: usize,
    line: u64,
}

impl<'a> LineCounter<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text: text.as_bytes(), place: 0, line: 1 }
    }

    /// The line of a byte, which must not lie before the one asked for last.
    pub(crate) fn line_of(&mut self, place: usize) -> u64 {
        let passed = &self.text[self.place..place];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.place = place;
        self.line
    }

    /// The line of a slice of the same text.
    pub(crate) fn line_of_part(&mut self, part: &str) -> u64 {
        self.line_of(part.as_ptr() as usize - self.text.as_ptr() as usize)
    }
}

/// Why a file could not be opened or read.
pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> InputErrors {
    let at = At::whole(path);
    match error.kind() {
        ErrorKind::NotFound => {
            InputErrors::one(at, "file-001", "does not exist", "check the spelling of the path")
        }
        ErrorKind::IsADirectory => {
            InputErrors::one(at, "file-002", "is a folder, but a file is needed", "name a file in it")
        }
        _ => InputErrors::one(
            at,
            "file-003",
            format!("cannot be read: {error}"),
            "check the permissions of the file and that its disk is connected",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(bytes: &[u8]) -> String {
        TextFile::from_bytes("x.csv", bytes.to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn text_is_decoded_without_its_byte_order_mark() {
        let file = TextFile::from_bytes("x.csv", b"\xef\xbb\xbfid\r\n1".to_vec()).unwrap();
        assert_eq!(file.text, "id\r\n1");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        assert_eq!(
            message(b" \r\n"),
            "x.csv: is empty [file-005]\n  help: check that the file was saved, or copy it again"
        );
        assert_eq!(
            message(b"id\n1\n\xff"),
            "x.csv:3: is not UTF-8 text [file-006]\n  help: save the file as UTF-8 text"
        );
    }

    #[test]
    fn missing_files_and_folders_are_told_apart() {
        let missing = TextFile::read(Path::new("no-such-file.csv")).unwrap_err();
        assert_eq!(missing.listed()[0].code, "file-001");
        let folder = TextFile::read(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err();
        assert_eq!(folder.listed()[0].code, "file-002");
    }
}
