//! Finds out which kind of city a path contains.

use std::fs;
use std::path::Path;

use routewright_model::City;

use crate::city_folder::{self, is_folder_file, is_table_of};
use crate::error::At;
use crate::mumford::{self, is_mumford_file};
use crate::show::listed;
use crate::tntp::{self, is_net_file, is_tntp_file};
use crate::{CityReading, InputErrors, TextFile};

/// Reads a city: the built-in one by its name (`mandl`), anything else from its path, in whichever of the
/// formats it is.
///
/// An existing file or folder takes precedence over a built-in name.
///
/// # Errors
/// The path does not exist or contains no city, or everything wrong with its files.
pub fn read_city(path_or_name: &str) -> Result<City, InputErrors> {
    Ok(read_city_with_notes(path_or_name)?.city)
}

/// Reads a city as [`read_city`] does, and reports what was changed, such as rounded times.
///
/// # Errors
/// As [`read_city`].
pub fn read_city_with_notes(path_or_name: &str) -> Result<CityReading, InputErrors> {
    let path = Path::new(path_or_name);
    match fs::metadata(path) {
        Err(_) if path_or_name == BUILT_IN => Ok(CityReading { city: City::mandl(), notes: Vec::new() }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let near = strsim::damerau_levenshtein(&path_or_name.to_lowercase(), BUILT_IN) <= 2;
            let help =
                if near { format!("did you mean {BUILT_IN}? Else {ACCEPTED}") } else { ACCEPTED.into() };
            Err(InputErrors::one(At::whole(path), "file-001", "does not exist", help))
        }
        Ok(found) if found.is_dir() => read_folder(path),
        _ => read_file(path),
    }
}

/// Names of the files in a folder, sorted. Names that are not Unicode are left out.
pub(crate) fn file_names(folder: &Path) -> Result<Vec<String>, InputErrors> {
    let entries = fs::read_dir(folder).map_err(|error| {
        let help = "check that the folder exists and that you may open it";
        InputErrors::one(At::whole(folder), "file-003", format!("cannot be read: {error}"), help)
    })?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| !entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    Ok(names)
}

/// Whether any of the files is part of a city in any format.
pub(crate) fn holds_city_files(names: &[String]) -> bool {
    names.iter().any(|name| is_folder_file(name) || is_mumford_file(name) || is_tntp_file(name))
}

/// The name of a folder, even if its path does not contain it (`.`).
pub(crate) fn folder_name(folder: &Path) -> String {
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    name(folder).or_else(|| name(&folder.canonicalize().ok()?)).unwrap_or_else(|| "city".into())
}

const BUILT_IN: &str = "mandl";

const ACCEPTED: &str = "give the built-in name mandl, a folder with nodes, links and demand tables, a TNTP \
                        network (_net.tntp) or its folder, or a folder with Coords, TravelTimes and Demand \
                        texts";

fn read_folder(folder: &Path) -> Result<CityReading, InputErrors> {
    let names = file_names(folder)?;
    let has = |is_kind: fn(&str) -> bool| names.iter().any(|name| is_kind(name));
    // A lone `…Demand.txt` belongs to either format; the other files decide.
    let tables = has(|name| is_table_of("nodes", name) || is_table_of("links", name));
    let texts = has(|name| is_mumford_file(name) && !is_table_of("demand", name));
    let kinds =
        [(tables, "tables"), (texts, "Coords and TravelTimes texts"), (has(is_net_file), "TNTP files")];
    match kinds.map(|(there, _)| there) {
        [true, false, false] => city_folder::read_with_notes(folder),
        [false, true, false] => mumford::read_with_notes(folder),
        [false, false, true] => tntp::read_with_notes(folder),
        [false, false, false] => Err(InputErrors::one(
            At::whole(folder),
            "file-007",
            "contains no city in a known format",
            ACCEPTED,
        )),
        _ => {
            let there: Vec<_> = kinds.iter().filter(|kind| kind.0).map(|kind| kind.1.to_owned()).collect();
            let problem = format!("contains cities in several formats: {}", listed(&there));
            let help = "give each city a folder of its own, or name one file of the city you mean";
            Err(InputErrors::one(At::whole(folder), "file-008", problem, help))
        }
    }
}

fn read_file(path: &Path) -> Result<CityReading, InputErrors> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if is_tntp_file(&name) {
        tntp::read_with_notes(path)
    } else if is_mumford_file(&name) && !is_folder_file_beside_tables(path, &name) {
        mumford::read_with_notes(path)
    } else if is_folder_file(&name) {
        let help = "name the folder instead of one of its files";
        Err(InputErrors::one(At::whole(path), "city-027", "is only a part of a city folder", help))
    } else {
        TextFile::read(path)?;
        Err(InputErrors::one(At::whole(path), "file-007", "is not a city in a known format", ACCEPTED))
    }
}

/// `townDemand.txt` may belong to either format; a nodes table beside it decides.
fn is_folder_file_beside_tables(path: &Path, name: &str) -> bool {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let tables = |names: Vec<String>| names.iter().any(|name| is_table_of("nodes", name));
    is_table_of("demand", name) && file_names(folder).is_ok_and(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_city_needs_no_file() {
        assert_eq!(read_city("mandl").unwrap().node_count(), 15);
    }

    #[test]
    fn what_is_no_city_is_told_what_would_be() {
        let missing = read_city("nowhere/at/all").unwrap_err().to_string();
        assert!(missing.starts_with("nowhere/at/all: does not exist [file-001]\n  help: give the built-in"));
        let near = read_city("Madnl").unwrap_err().to_string();
        assert!(near.contains("help: did you mean mandl? Else give the built-in name"), "{near}");
        let folder = read_city(env!("CARGO_MANIFEST_DIR")).unwrap_err();
        assert_eq!(folder.listed()[0].code, "file-007");
        let file = read_city(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap_err();
        assert_eq!(file.listed()[0].code, "file-007");
    }
}
