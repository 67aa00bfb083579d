//! Zones in a table.

use super::ZoneOptions;
use super::ids::CANDIDATES;
use super::raw::{MOST_CELLS, RawZone, RawZones};
use crate::TextFile;
use crate::csv_table::{CsvRows, Kind, same_name, with_point};
use crate::error::Problems;
use crate::json::Items;
use crate::show::number;

/// Names of the columns with positions, those of a plane last.
const EAST: [&str; 7] = ["lon", "longitude", "lng", "long", "x", "easting", "east"];
const NORTH: [&str; 5] = ["lat", "latitude", "y", "northing", "north"];
/// Where the names of a plane start.
const PLANE: (usize, usize) = (4, 2);

/// Reads all cells. `None` where the header cannot be used.
pub(super) fn read(file: &TextFile, options: &ZoneOptions, problems: &mut Problems) -> Option<RawZones> {
    let mut rows = CsvRows::open(file, problems)?;
    let places = positions(&rows, options);
    let has_ids = options.id.is_some() || CANDIDATES.iter().any(|name| find(rows.header(), name).is_some());
    if !has_ids {
        rows.report_missing("id", problems);
    }
    for (place, name) in places.iter().zip(["lon", "lat"]) {
        if place.is_none() {
            rows.report_missing(name, problems);
        }
    }
    let weights = [options.weights.productions, options.weights.attractions];
    for name in weights.into_iter().flatten().filter(|name| find(rows.header(), name).is_none()) {
        rows.report_missing(name, problems);
    }
    let (Some(east), Some(north)) = (places[0], places[1]) else { return None };
    if !problems.is_empty() {
        return None;
    }
    let degrees = if options.crs.is_none() { Kind::Degrees } else { Kind::Number };
    let asked = weights.into_iter().flatten().filter_map(|name| find(rows.header(), name));
    let numbers: Vec<_> =
        asked.map(|place| (place, Kind::Number)).chain([(east, degrees), (north, degrees)]).collect();
    let decimals = rows.decimals(numbers);
    let columns = rows.header().to_vec();
    let mut zones = Vec::new();
    while let Some(line) = rows.advance(problems) {
        if zones.len() == Items::MOST || zones.len() * columns.len() > MOST_CELLS {
            let problem = format!("has more than {} rows or {MOST_CELLS} cells", Items::MOST);
            problems.add(file.at(line), "zone-004", problem, "remove columns or rows that are not needed");
            break;
        }
        let mut coordinate = |place: usize| match with_point(rows.cell(place), decimals) {
            Ok(text) => number(&text),
            Err(bad) => {
                let problem = format!("in column {}, {}", columns[place], bad.problem);
                problems.add(file.at(line), "table-002", problem, bad.help);
                None
            }
        };
        let place = coordinate(east).zip(coordinate(north)).map(|(x, y)| [x, y]);
        let cells = (0..columns.len()).map(|column| (column, rows.cell(column).to_owned())).collect();
        zones.push(RawZone { line, cells, place, ..RawZone::default() });
    }
    Some(RawZones {
        columns,
        zones,
        decimals,
        crs: None,
        column_word: "column",
        left_out: vec![east, north],
        header_line: rows.header_line(),
        notes: Vec::new(),
    })
}

/// The columns with positions: those of a plane first where a coordinate system is given.
fn positions(rows: &CsvRows, options: &ZoneOptions) -> [Option<usize>; 2] {
    let first = |names: &[&str], plane: usize| {
        let (degrees, plane) = names.split_at(plane);
        let order = if options.crs.is_some() { [plane, degrees] } else { [degrees, plane] };
        order.concat().iter().find_map(|name| find(rows.header(), name))
    };
    [first(&EAST, PLANE.0), first(&NORTH, PLANE.1)]
}

fn find(header: &[String], name: &str) -> Option<usize> {
    header.iter().position(|field| same_name(field, name))
}
