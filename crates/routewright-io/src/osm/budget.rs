//! How much memory an extract may take.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use super::gather::Trouble;
use crate::InputErrors;
use crate::error::At;

/// OpenStreetMap allows 255 characters, each of up to four bytes.
const MOST_TAG_BYTES: usize = 4 * 255;
/// Memory that a file may fill whatever its size,
const FREE_BYTES: u64 = 64 << 20;
/// and for each of its bytes. Streets of real extracts take a tenth of this; a file made to fill memory unpacks to a
/// thousand times its size.
const BYTES_PER_BYTE: u64 = 256;

/// Memory taken so far, roughly.
pub(super) struct Budget<'p> {
    path: &'p Path,
    bytes: u64,
}

impl<'p> Budget<'p> {
    pub(super) fn new(path: &'p Path) -> Self {
        Self { path, bytes: 0 }
    }

    /// Takes memory; an error if it is too much for a file of which `bytes_read` were read so far.
    pub(super) fn take(&mut self, bytes: u64, bytes_read: u64) -> Result<(), Trouble> {
        self.bytes += bytes;
        let most = FREE_BYTES + BYTES_PER_BYTE.saturating_mul(bytes_read);
        if self.bytes <= most {
            return Ok(());
        }
        let problem =
            format!("unpacks to more than {} MiB of streets within its first {bytes_read} bytes", most >> 20);
        let help = "no extract is compressed this much: download or copy the file again";
        Err(Trouble::Refused(InputErrors::one(At::whole(self.path), "osm-006", problem, help)))
    }

    /// The value of a tag of `owner`, if it is not too long.
    pub(super) fn text<'a>(
        &self,
        owner: fmt::Arguments<'_>,
        key: &str,
        value: &'a [u8],
    ) -> Result<Cow<'a, str>, Trouble> {
        if value.len() <= MOST_TAG_BYTES {
            return Ok(String::from_utf8_lossy(value));
        }
        let problem = format!("the tag {key} of {owner} is {} bytes long", value.len());
        let help = "OpenStreetMap allows 255 characters: correct the tag, or download the file again";
        Err(Trouble::Refused(InputErrors::one(At::whole(self.path), "osm-007", problem, help)))
    }
}
