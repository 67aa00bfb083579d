//! The tables of a feed, from a zip file or a folder.

use std::fs::{self, File};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::error::At;
use crate::show::printable;
use crate::text_file::unreadable;
use crate::{InputErrors, TextFile};

/// Where the tables of a feed come from.
pub(super) enum Source {
    Folder(PathBuf),
    Zip { path: PathBuf, archive: ZipArchive<Cursor<Vec<u8>>>, unpacked: u64 },
}

/// All tables of a feed together may be this large once unpacked.
pub(super) const MOST_UNPACKED_BYTES: u64 = TextFile::MOST_BYTES;
/// Timetables shrink to a tenth or a thirtieth; a table that shrinks to less than this is made to fill memory.
const MOST_RATIO: u64 = 200;
/// Small tables may shrink by any ratio.
const SMALL_BYTES: u64 = 16 << 20;

/// All tables of GTFS, also those that are not read.
const TABLES: [&str; 31] = [
    "agency.txt",
    "areas.txt",
    "attributions.txt",
    "booking_rules.txt",
    "calendar.txt",
    "calendar_dates.txt",
    "fare_attributes.txt",
    "fare_leg_join_rules.txt",
    "fare_leg_rules.txt",
    "fare_media.txt",
    "fare_products.txt",
    "fare_rules.txt",
    "fare_transfer_rules.txt",
    "feed_info.txt",
    "frequencies.txt",
    "levels.txt",
    "location_group_stops.txt",
    "location_groups.txt",
    "networks.txt",
    "pathways.txt",
    "rider_categories.txt",
    "route_networks.txt",
    "routes.txt",
    "shapes.txt",
    "stop_areas.txt",
    "stop_times.txt",
    "stops.txt",
    "timeframes.txt",
    "transfers.txt",
    "translations.txt",
    "trips.txt",
];

impl Source {
    pub(super) fn open(path: &Path) -> Result<Self, InputErrors> {
        let found = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
        if found.is_dir() {
            return Ok(Self::Folder(path.into()));
        }
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(TextFile::MOST_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| unreadable(path, &error))?;
        Self::from_bytes(path, bytes)
    }

    pub(super) fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, InputErrors> {
        if bytes.len() as u64 > TextFile::MOST_BYTES {
            let help = "give a feed of the city alone";
            return Err(InputErrors::one(At::whole(path), "file-004", "is larger than 1 GiB", help));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| not_a_zip(path, &error))?;
        Ok(Self::Zip { path: path.into(), archive, unpacked: 0 })
    }

    /// A table, or `None` if the feed does not have it.
    pub(super) fn table(&mut self, name: &str) -> Result<Option<TextFile>, InputErrors> {
        match self {
            Self::Folder(folder) => {
                let path = folder.join(name);
                if path.exists() { TextFile::read(&path).map(Some) } else { Ok(None) }
            }
            Self::Zip { path, archive, unpacked } => {
                let Some(entry) = entry_of(archive, name) else { return Ok(None) };
                let shown = path.join(name);
                let bytes = unpack(archive, entry, &shown, MOST_UNPACKED_BYTES.saturating_sub(*unpacked))?;
                *unpacked += bytes.len() as u64;
                TextFile::from_bytes(shown, bytes).map(Some)
            }
        }
    }

    /// Whether the feed has a table.
    pub(super) fn has(&self, name: &str) -> bool {
        match self {
            Self::Folder(folder) => folder.join(name).exists(),
            Self::Zip { archive, .. } => entry_of(archive, name).is_some(),
        }
    }

    /// Names of text files that are not part of GTFS, in alphabetical order.
    pub(super) fn unknown_files(&self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Self::Folder(folder) => {
                let entries = fs::read_dir(folder).into_iter().flatten().flatten();
                entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
            }
            Self::Zip { archive, .. } => {
                let entries = (0..archive.len()).filter_map(|at| archive.name_for_index(at)?.ok());
                let entries = entries.filter(|entry| !entry.contains("__MACOSX"));
                entries.filter_map(|entry| entry.rsplit('/').next().map(str::to_owned)).collect()
            }
        };
        let is_unknown =
            |name: &String| name.ends_with(".txt") && !name.starts_with('.') && !TABLES.contains(&&**name);
        names.retain(is_unknown);
        names.sort_unstable();
        names.iter().map(|name| printable(name)).collect()
    }

    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::Zip { path, .. } => path,
        }
    }
}

/// The table at the top of the archive, or the only one of that name in a folder of it.
fn entry_of(archive: &ZipArchive<Cursor<Vec<u8>>>, name: &str) -> Option<usize> {
    if let Some(at) = archive.index_for_name(name) {
        return Some(at);
    }
    let is_nested = |entry: &str| entry.rsplit('/').next() == Some(name) && !entry.contains("__MACOSX");
    let mut nested = (0..archive.len())
        .filter(|&at| matches!(archive.name_for_index(at), Some(Ok(entry)) if is_nested(&entry)));
    let only = nested.next()?;
    nested.next().is_none().then_some(only)
}

fn unpack(
    archive: &mut ZipArchive<Cursor<Vec<u8>>>,
    entry: usize,
    shown: &Path,
    room: u64,
) -> Result<Vec<u8>, InputErrors> {
    let file = archive.by_index(entry).map_err(|error| not_a_zip(shown, &error))?;
    let packed = file.compressed_size();
    let limit = room.min(packed.saturating_mul(MOST_RATIO).max(SMALL_BYTES));
    let mut bytes = Vec::new();
    // What the archive claims is not believed: reading stops at the limit.
    let read = file.take(limit + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > limit {
        let problem = format!("unpacks to more than {} MiB from {packed} bytes", limit >> 20);
        let help =
            "no timetable is compressed this much: download the feed again, or unpack it and name the folder";
        return Err(InputErrors::one(At::whole(shown), "gtfs-002", problem, help));
    }
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => {
            let problem = format!("cannot be unpacked: {error}");
            Err(InputErrors::one(At::whole(shown), "gtfs-001", problem, "download or copy the feed again"))
        }
    }
}

fn not_a_zip(path: &Path, error: &ZipError) -> InputErrors {
    let problem = format!("cannot be unpacked: {error}");
    let help = "give a GTFS feed as a zip file, or the folder it was unpacked into";
    InputErrors::one(At::whole(path), "gtfs-001", problem, help)
}
