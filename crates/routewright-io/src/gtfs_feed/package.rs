//! A feed on disk.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::FeedTable;
use crate::WriteError;
use crate::write::{StagedFile, write_bytes_atomically};

/// Writes a feed: one file if the path ends in `.zip`, else a folder with one file per table.
///
/// # Errors
/// The disk refuses.
pub fn write_gtfs_feed(path: &Path, tables: &[FeedTable]) -> Result<(), WriteError> {
    let is_zip = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
    if is_zip {
        return write_bytes_atomically(path, &packed(tables).map_err(|error| WriteError::disk(path, error))?);
    }
    fs::create_dir_all(path).map_err(|error| WriteError::disk(path, error))?;
    let staged = tables.iter().map(|table| StagedFile::write(&path.join(table.name), table.text.as_bytes()));
    let staged: Vec<StagedFile> = staged.collect::<Result<_, _>>()?;
    staged.into_iter().try_for_each(StagedFile::publish)
}

fn packed(tables: &[FeedTable]) -> std::io::Result<Vec<u8>> {
    zipped(tables.iter().map(|table| (table.name, table.text.as_bytes())))
}

/// A zip file in memory. The same bytes for the same files: they carry no time.
pub(crate) fn zipped<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> std::io::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        zip.start_file(name, options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}
