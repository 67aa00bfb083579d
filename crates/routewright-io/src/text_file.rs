//! Text files, read with care.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::InputErrors;
use crate::encoding::{Encoding, Undecodable, decode};
use crate::error::At;
use crate::foreign::{Foreign, foreign};

/// A text and the path that messages about it name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// The file's path, for messages.
    pub path: PathBuf,
    /// Its content, without a byte order mark.
    pub text: String,
    /// How it was stored.
    pub encoding: Encoding,
}

impl TextFile {
    /// Larger files are refused.
    pub const MOST_BYTES: u64 = 1 << 30;

    /// Text in memory.
    pub fn new(path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), encoding: Encoding::Utf8 }
    }

    /// Loads a file.
    ///
    /// # Errors
    /// It is missing, a folder, unreadable, larger than [`TextFile::MOST_BYTES`], blank or not text. All of these are
    /// input errors with a code.
    pub fn read(path: &Path) -> Result<Self, InputErrors> {
        Self::from_bytes(path, read_bytes(path)?)
    }

    /// Decodes the content of a file: UTF-8, UTF-16 with a byte order mark, else Windows-1252 (and so Latin-1).
    ///
    /// # Errors
    /// It is larger than [`TextFile::MOST_BYTES`], blank or not text.
    pub fn from_bytes(path: impl Into<PathBuf>, bytes: Vec<u8>) -> Result<Self, InputErrors> {
        let path = path.into();
        if bytes.len() as u64 > Self::MOST_BYTES {
            return Err(too_large(&path));
        }
        if let Some(Foreign { kind, help }) = foreign(&bytes) {
            return Err(InputErrors::one(At::whole(&path), "file-009", format!("is {kind}, not text"), help));
        }
        let (text, encoding) = decode(bytes).map_err(|Undecodable { line, problem }| {
            let help = "save the file as UTF-8 text";
            InputErrors::one(At::line(&path, line), "file-006", problem, help)
        })?;
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        if text.trim().is_empty() {
            let help = "check that the file was saved, or copy it again";
            return Err(InputErrors::one(At::whole(&path), "file-005", "is empty", help));
        }
        Ok(Self { path, text, encoding })
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

/// The bytes of a file, up to one more than [`TextFile::MOST_BYTES`].
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, InputErrors> {
    let mut bytes = Vec::new();
    // The size that the system reports is not used: pipes and devices have none.
    let loaded =
        File::open(path).and_then(|file| file.take(TextFile::MOST_BYTES + 1).read_to_end(&mut bytes));
    loaded.map(|_| bytes).map_err(|error| unreadable(path, &error))
}

pub(crate) fn too_large(path: &Path) -> InputErrors {
    let help = "remove what is not needed, or split the city into parts";
    InputErrors::one(At::whole(path), "file-004", "is larger than 1 GiB", help)
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
            message(b"id\n1\n\xff\0"),
            "x.csv:3: is not text: it contains the byte 00 [file-006]\n  help: save the file as UTF-8 text"
        );
        assert_eq!(
            message(b"PK\x03\x04\x14\0[Content_Types].xml xl/workbook.xml"),
            "x.csv: is an Excel workbook, not text [file-009]\n  help: open it and save the sheet as CSV (File, Save as, \
             CSV UTF-8)"
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
