//! Zones in a GeoPackage: a SQLite database with a table per layer and shapes as well-known binary.

use std::path::{Path, PathBuf};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, MAIN_DB, OptionalExtension, params};

use super::raw::{MOST_CELLS, RawZone, RawZones};
use super::wkb::{Geometry, geometry};
use super::{ZoneNote, ZoneOptions};
use crate::InputErrors;
use crate::csv_table::Decimals;
use crate::error::At;
use crate::json::Items;
use crate::show::{listed_few, shown};

/// The way out of every trouble with the format.
const CONVERT: &str = "convert it: ogr2ogr -t_srs EPSG:4326 zones.geojson zones.gpkg";

/// Refuses a database whose latest changes lie in another file, as they do while an editor has it open.
pub(super) fn refuse_unsaved(path: &Path) -> Result<(), InputErrors> {
    let mut beside = path.as_os_str().to_owned();
    beside.push("-wal");
    let beside = PathBuf::from(beside);
    if beside.metadata().is_ok_and(|found| found.len() > 0) {
        let problem = format!("has changes that are still in {}", beside.display());
        let help = "close the program that has it open, such as QGIS, and try again";
        return Err(InputErrors::one(At::whole(path), "zone-009", problem, help));
    }
    Ok(())
}

/// Reads all rows of a layer.
pub(super) fn read(path: &Path, bytes: Vec<u8>, options: &ZoneOptions) -> Result<RawZones, InputErrors> {
    let size = bytes.len();
    let layers = open(bytes).and_then(|database| Ok((layers(&database)?, database)));
    let (layers, database) = layers.map_err(|error| unreadable(path, &error))?;
    let layer = choose(path, &layers, options.layer)?;
    let crs = system(&database, layer.srs_id).map_err(|error| unreadable(path, &error))?;
    let mut raw = match rows(&database, layer, size).map_err(|error| unreadable(path, &error))? {
        Rows::Read(raw) => raw,
        Rows::Damaged(row) => {
            let problem =
                format!("the shape in row {row} of {} is not a point or polygon", shown(&layer.table));
            return Err(InputErrors::one(At::whole(path), "zone-005", problem, CONVERT));
        }
        Rows::TooMany => {
            let problem =
                format!("{} has more rows or values than a layer of zones would", shown(&layer.table));
            return Err(InputErrors::one(
                At::whole(path),
                "zone-004",
                problem,
                "keep the zones alone in a layer",
            ));
        }
    };
    raw.crs = crs;
    let others: Vec<_> =
        layers.iter().filter(|other| other.table != layer.table).map(|other| shown(&other.table)).collect();
    if options.layer.is_none() && !others.is_empty() {
        raw.notes.push(ZoneNote::Layer { read: shown(&layer.table), others });
    }
    Ok(raw)
}

/// A table with shapes.
struct Layer {
    table: String,
    shapes: String,
    srs_id: i64,
}

/// Opens a database in memory, read-only. Work is bounded by its size, whatever its schema says.
fn open(mut bytes: Vec<u8>) -> rusqlite::Result<Connection> {
    // Databases in memory have no journal of their own; 1 stands for the plain kind.
    if let Some(versions) = bytes.get_mut(18..20) {
        versions.fill(1);
    }
    let size = bytes.len();
    let mut database = Connection::open_in_memory()?;
    database.deserialize_read_exact(MAIN_DB, bytes.as_slice(), size, true)?;
    database.pragma_update(None, "trusted_schema", false)?;
    let mut left = 1000 + size / 100;
    let is_over = move || {
        left = left.saturating_sub(1);
        left == 0
    };
    database.progress_handler(10_000, Some(is_over))?;
    Ok(database)
}

fn layers(database: &Connection) -> rusqlite::Result<Vec<Layer>> {
    let query = "SELECT g.table_name, g.column_name, g.srs_id FROM gpkg_contents c \
                 JOIN gpkg_geometry_columns g ON g.table_name = c.table_name \
                 WHERE c.data_type = 'features' ORDER BY c.rowid LIMIT 1000";
    let mut query = database.prepare(query)?;
    let layer =
        |row: &rusqlite::Row| Ok(Layer { table: row.get(0)?, shapes: row.get(1)?, srs_id: row.get(2)? });
    query.query_map([], layer)?.collect()
}

fn choose<'l>(path: &Path, layers: &'l [Layer], wanted: Option<&str>) -> Result<&'l Layer, InputErrors> {
    let names = listed_few(layers.iter().map(|layer| shown(&layer.table)), 20);
    match (wanted, layers) {
        (_, []) => {
            let problem = "is a SQLite database without a layer of shapes";
            let help = "give a GeoPackage with the zones as points or polygons, or a CSV or GeoJSON file";
            Err(InputErrors::one(At::whole(path), "zone-010", problem, help))
        }
        (None, [first, ..]) => Ok(first),
        (Some(wanted), _) => {
            let same = layers.iter().find(|layer| layer.table.eq_ignore_ascii_case(wanted));
            same.ok_or_else(|| {
                let problem = format!("has no layer {}", shown(wanted));
                InputErrors::one(
                    At::whole(path),
                    "zone-010",
                    problem,
                    format!("name one of its layers: {names}"),
                )
            })
        }
    }
}

/// The coordinate system as `EPSG:31983`; `None` where the file leaves it open.
fn system(database: &Connection, srs_id: i64) -> rusqlite::Result<Option<String>> {
    if srs_id <= 0 {
        return Ok(None);
    }
    let query = "SELECT organization, organization_coordsys_id FROM gpkg_spatial_ref_sys WHERE srs_id = ?";
    let name = |row: &rusqlite::Row| {
        let (organization, code): (String, i64) = (row.get(0)?, row.get(1)?);
        Ok(format!("{organization}:{code}"))
    };
    let found = database.query_row(query, params![srs_id], name).optional()?;
    Ok(Some(found.unwrap_or_else(|| format!("EPSG:{srs_id}"))))
}

enum Rows {
    Read(RawZones),
    /// The number of a row whose shape cannot be read.
    Damaged(usize),
    TooMany,
}

fn rows(database: &Connection, layer: &Layer, size: usize) -> rusqlite::Result<Rows> {
    let key: Option<String> = database
        .query_row("SELECT name FROM pragma_table_info(?) WHERE pk = 1", params![layer.table], |row| {
            row.get(0)
        })
        .optional()?;
    let mut query = database.prepare(&format!("SELECT * FROM {}", quoted(&layer.table)))?;
    let columns: Vec<String> = query.column_names().into_iter().map(str::to_owned).collect();
    let place = |name: &str| columns.iter().position(|column| column.eq_ignore_ascii_case(name));
    let (shapes, key) = (place(&layer.shapes), key.as_deref().and_then(place));
    let mut zones: Vec<RawZone> = Vec::new();
    // A damaged database may show the same page again and again.
    let mut bytes_left = 4 * size;
    let mut found = query.query([])?;
    while let Some(row) = found.next()? {
        if zones.len() == Items::MOST || zones.len() * columns.len() > MOST_CELLS {
            return Ok(Rows::TooMany);
        }
        let mut zone = RawZone::default();
        for column in 0..columns.len() {
            let text = match row.get_ref(column)? {
                ValueRef::Blob(blob) if Some(column) == shapes => {
                    let Some(left) = bytes_left.checked_sub(blob.len()) else { return Ok(Rows::TooMany) };
                    bytes_left = left;
                    match geometry(blob) {
                        Some(Geometry::Shape(place, rings)) => {
                            (zone.place, zone.rings) = (Some(place), rings)
                        }
                        Some(Geometry::Empty) => {}
                        None => return Ok(Rows::Damaged(zones.len() + 1)),
                    }
                    String::new()
                }
                ValueRef::Null | ValueRef::Blob(_) => String::new(),
                ValueRef::Integer(value) => value.to_string(),
                ValueRef::Real(value) => value.to_string(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).trim().to_owned(),
            };
            let Some(left) = bytes_left.checked_sub(text.len().saturating_sub(20)) else {
                return Ok(Rows::TooMany);
            };
            bytes_left = left;
            if Some(column) == key {
                zone.own_id = Some(text.clone()).filter(|text| !text.is_empty());
            }
            zone.cells.push((column, text));
        }
        zones.push(zone);
    }
    let left_out = shapes.into_iter().chain(key).collect();
    Ok(Rows::Read(RawZones {
        columns,
        zones,
        decimals: Decimals::Point,
        crs: None,
        column_word: "column",
        left_out,
        header_line: 0,
        notes: Vec::new(),
    }))
}

/// A name as SQL writes it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn unreadable(path: &Path, error: &rusqlite::Error) -> InputErrors {
    let text = error.to_string();
    if text.contains("no such table: gpkg_") {
        let problem = "is a SQLite database, but not a GeoPackage";
        return InputErrors::one(
            At::whole(path),
            "zone-010",
            problem,
            "give the zones as CSV, GeoJSON or GeoPackage",
        );
    }
    let problem = format!("cannot be read as a GeoPackage: {}", shown(&text));
    InputErrors::one(At::whole(path), "zone-009", problem, format!("copy it again, or {CONVERT}"))
}
