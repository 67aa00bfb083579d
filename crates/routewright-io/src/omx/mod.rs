//! Open Matrix files: trips as a square matrix in HDF5.
//!
//! Supported is what matrix tools write: `/data/NAME` with numbers plain or in chunks, packed by zlib with or
//! without shuffling, and `/lookup/NAME` with the ids of the zones. Files for HDF5 1.10 and later only, other
//! compressions, and groups with very many members are refused with a message.

mod bytes;
mod dataset;
mod object;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use bytes::{Bytes, Trouble};
use dataset::Dataset;
use routewright_model::Demand;

use crate::error::At;
use crate::show::{listed, shown};
use crate::text_file::unreadable;
use crate::trips::TRIPS_HELP;
use crate::{InputErrors, TextFile, TripTable};

/// Reads a matrix of trips from an OMX file: the one named, or the only one. Rows are named by the only
/// lookup, else numbered from 1 in the order of the zones.
///
/// # Errors
/// The file cannot be read, is not an OMX file of a supported kind, has no such matrix, unpacks to far more than its
/// size suggests, or a number of trips is negative.
pub fn read_omx(path: &Path, matrix: Option<&str>) -> Result<TripTable, InputErrors> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(TextFile::MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > TextFile::MOST_BYTES {
        let help = "give a file with the one matrix that is needed";
        return Err(InputErrors::one(At::whole(path), "file-004", "is larger than 1 GiB", help));
    }
    parse_omx(path, &bytes, matrix)
}

/// Reads a matrix in memory; `path` is for messages.
///
/// # Errors
/// As [`read_omx`].
pub fn parse_omx(path: &Path, bytes: &[u8], matrix: Option<&str>) -> Result<TripTable, InputErrors> {
    let file = Bytes(bytes);
    let at = At::whole(path);
    if !file.starts_with(0, b"\x89HDF\r\n\x1a\n") {
        let help = "give trips as CSV with from, to and trips, or as an OMX matrix (.omx)";
        return Err(InputErrors::one(at, "omx-001", "is not an OMX matrix", help));
    }
    let told = |trouble| match trouble {
        Trouble::Damaged => InputErrors::one(at, "omx-002", "is damaged or cut off", "copy the file again"),
        Trouble::Foreign(what) => {
            let problem = format!("contains {what}, which is not supported");
            InputErrors::one(
                at,
                "omx-003",
                problem,
                "save the matrix again with zlib, or give the trips as CSV",
            )
        }
        Trouble::Swollen => {
            let problem = format!("unpacks to far more than its {} bytes suggest", bytes.len());
            InputErrors::one(at, "omx-005", problem, "export the matrix again, or give the trips as CSV")
        }
    };
    let root = object::root(file).and_then(|root| object::members(file, root)).map_err(told)?;
    let group = |name: &str| match root.iter().find(|(member, _)| member == name) {
        Some(&(_, place)) => object::members(file, place),
        None => Ok(Vec::new()),
    };
    let (matrices, lookups) = (group("data").map_err(told)?, group("lookup").map_err(told)?);
    let wanted = |name: &str| matrices.iter().find(|(member, _)| member == name).map(|member| member.1);
    let place = match (matrix, matrices.as_slice()) {
        (Some(name), _) => wanted(name),
        (None, [(_, only)]) => Some(*only),
        _ => None,
    };
    let Some(place) = place else {
        let names: Vec<String> = matrices.iter().map(|(name, _)| shown(name)).collect();
        let problem = match matrix {
            Some(name) => format!("has no matrix {}", shown(name)),
            None => format!("has {} matrices", names.len()),
        };
        let help = match names.is_empty() {
            true => "give a file with a matrix of trips".into(),
            false => format!("name the one with the trips by --od-matrix: {}", listed(&names)),
        };
        return Err(InputErrors::one(at, "omx-004", problem, help));
    };
    let data = Dataset::open(file, place).map_err(told)?;
    if data.rows != data.columns || data.rows == 0 {
        let problem = format!("the matrix has {} rows and {} columns", data.rows, data.columns);
        return Err(InputErrors::one(at, "omx-004", problem, "give a square matrix of trips"));
    }
    let n = data.rows as usize;
    let numbers = data.numbers().map_err(told)?;
    let names = match lookups.as_slice() {
        [(_, only)] => Dataset::open(file, *only).and_then(|lookup| lookup.words()).map_err(told)?,
        _ => None,
    };
    let names = names.filter(|names| names.len() == n);
    let by_number = names.is_none();
    let places: Vec<String> = names.unwrap_or_else(|| (1..=n).map(|number| number.to_string()).collect());
    if let Some(&(from, to, count)) = numbers.iter().find(|(_, _, count)| !Demand::is_trips(*count)) {
        let ends = [from, to].map(|place| shown(&places[place as usize]));
        let problem = format!("trips from {} to {} are {count}", ends[0], ends[1]);
        return Err(InputErrors::one(at, "trips-002", problem, TRIPS_HELP));
    }
    let trips = TripTable { places, rows: numbers, by_number };
    Ok(trips)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made with the Python package `openmatrix`: matrices `trips` (64 bits) and `other` (32 bits, all 1) of
    /// three zones, in shuffled zlib chunks, and a lookup `zone` of 11, 12 and 13.
    const FILE: &[u8] = include_bytes!("../../tests/data/three-zones.omx");

    fn code(bytes: &[u8], matrix: Option<&str>) -> &'static str {
        parse_omx(Path::new("a.omx"), bytes, matrix).unwrap_err().listed()[0].code
    }

    #[test]
    fn a_matrix_and_the_names_of_its_rows_are_read() {
        let trips = parse_omx(Path::new("a.omx"), FILE, Some("trips")).unwrap();
        assert_eq!(trips.places, ["11", "12", "13"]);
        assert!(!trips.by_number);
        let rows =
            [(0, 1, 1.5), (0, 2, 2.0), (1, 0, 3.0), (1, 2, 4.0), (2, 0, 5.0), (2, 1, 6.0), (2, 2, 0.25)];
        assert_eq!(trips.rows, rows);
        let other = parse_omx(Path::new("a.omx"), FILE, Some("other")).unwrap();
        assert!(other.rows.len() == 9 && other.rows.iter().all(|row| row.2 == 1.0));
    }

    #[test]
    fn what_cannot_be_read_is_explained() {
        assert_eq!(code(FILE, None), "omx-004");
        assert_eq!(code(FILE, Some("none")), "omx-004");
        assert_eq!(code(b"from,to\n", None), "omx-001");
        assert_eq!(code(&FILE[..2000], Some("trips")), "omx-002");
    }

    /// The file with some bytes replaced wherever they occur.
    fn altered(says: &[u8], instead: &[u8]) -> Vec<u8> {
        let mut bytes = FILE.to_vec();
        let places: Vec<usize> =
            (0..=bytes.len() - says.len()).filter(|&at| bytes[at..].starts_with(says)).collect();
        assert!(!places.is_empty());
        places.into_iter().for_each(|at| bytes[at..at + instead.len()].copy_from_slice(instead));
        bytes
    }

    #[test]
    fn a_huge_matrix_takes_as_much_memory_as_is_in_the_file() {
        // Rows and columns of the first matrix, which may grow to 2730 rows.
        let claim = [3_u64, 3, 2730].map(u64::to_le_bytes).concat();
        let huge = altered(&claim, &[20_000_u64, 20_000].map(u64::to_le_bytes).concat());
        let memory = allocation_counter::measure(|| {
            let trips = parse_omx(Path::new("a.omx"), &huge, Some("trips")).unwrap();
            assert_eq!((trips.places.len(), trips.rows.len()), (20_000, 7));
        });
        assert!(memory.bytes_max < 8 << 20, "{}", memory.bytes_max);
        // One chunk of that size instead of its own.
        let chunk = [2730_u32, 3, 8].map(u32::to_le_bytes).concat();
        let mut huge = altered(&chunk, &[20_000_u32, 20_000].map(u32::to_le_bytes).concat());
        assert_eq!(code(&huge, Some("trips")), "omx-005");
        huge.truncate(2000);
        assert_eq!(code(&huge, Some("trips")), "omx-002");
    }

    #[test]
    fn no_damage_makes_the_reader_panic() {
        for at in 0..FILE.len() {
            let mut bytes = FILE.to_vec();
            bytes[at] ^= [1, 0x80, 0xff][at % 3];
            let _ = parse_omx(Path::new("a.omx"), &bytes, Some("trips"));
        }
    }
}
