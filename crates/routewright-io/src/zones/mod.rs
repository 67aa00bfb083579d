//! Zones of a city: where people live and work, as a table, as GeoJSON or as a GeoPackage.

mod finish;
mod geojson;
mod geopackage;
mod ids;
mod notes;
mod places;
mod raw;
pub(crate) mod sample;
mod shape;
mod table;
mod wkb;

use std::path::Path;

pub use notes::ZoneNote;

use crate::encoding::Encoding;
use crate::error::Problems;
use crate::foreign::SQLITE;
use crate::text_file::{read_bytes, too_large};
use crate::{InputErrors, TextFile};

/// A zone or cluster of stops: a candidate node of the city.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Zone {
    /// Its id in the file.
    pub id: String,
    /// Degrees east of its point or centre.
    pub lon: f64,
    /// Degrees north of its point or centre.
    pub lat: f64,
    /// Trips start here in proportion to this, zero or more: people, or another column.
    pub production: f64,
    /// Trips end here in proportion to this, zero or more: jobs, or another column.
    pub attraction: f64,
    /// Its boundary where the file has one: rings of longitude and latitude, holes among them.
    pub rings: Vec<Vec<[f64; 2]>>,
    /// One for each of [`Zones::columns`]; `None` where the file has none.
    pub values: Vec<Option<f64>>,
}

impl Zone {
    /// Whether a place lies within the boundary; `false` if there is none.
    pub fn contains(&self, lon: f64, lat: f64) -> bool {
        let mut inside = false;
        for ring in &self.rings {
            for (at, a) in ring.iter().enumerate() {
                let b = ring[(at + 1) % ring.len()];
                if (a[1] > lat) != (b[1] > lat) && lon < (b[0] - a[0]) * (lat - a[1]) / (b[1] - a[1]) + a[0] {
                    inside = !inside;
                }
            }
        }
        inside
    }
}

/// The zones of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Zones {
    /// In the order of the file.
    pub zones: Vec<Zone>,
    /// Names of all columns of numbers in the file, such as people, jobs or schools, without ids and positions.
    pub columns: Vec<String>,
    /// Weights that were blank, counted as zero.
    pub blank_weights: usize,
    /// What the reader assumed or changed, for people.
    pub notes: Vec<ZoneNote>,
}

/// Columns or properties that say how many trips start and end in a zone.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightColumns<'a> {
    /// Where trips start.
    pub productions: Option<&'a str>,
    /// Where trips end.
    pub attractions: Option<&'a str>,
}

/// How zones are to be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZoneOptions<'a> {
    /// Where trips start and end.
    pub weights: WeightColumns<'a>,
    /// The coordinate system, such as `EPSG:31983`; by default what the file says, else longitude and latitude.
    pub crs: Option<&'a str>,
    /// The layer of a GeoPackage; by default the first.
    pub layer: Option<&'a str>,
    /// The column or property with the zones' ids; by default `id`, or another that can serve.
    pub id: Option<&'a str>,
}

impl<'a> From<WeightColumns<'a>> for ZoneOptions<'a> {
    fn from(weights: WeightColumns<'a>) -> Self {
        Self { weights, ..Self::default() }
    }
}

/// Reads zones from a table (`id`, `lon`, `lat` and columns of numbers), from GeoJSON points and polygons, or from a
/// layer of a GeoPackage. Positions in another coordinate system become longitude and latitude.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn read_zones<'a>(path: &Path, options: impl Into<ZoneOptions<'a>>) -> Result<Zones, InputErrors> {
    geopackage::refuse_unsaved(path)?;
    parse_zone_bytes(path, read_bytes(path)?, options)
}

/// Checks the bytes of a file with zones, text or GeoPackage.
///
/// # Errors
/// As [`read_zones`].
pub fn parse_zone_bytes<'a>(
    path: &Path,
    bytes: Vec<u8>,
    options: impl Into<ZoneOptions<'a>>,
) -> Result<Zones, InputErrors> {
    if bytes.len() as u64 > TextFile::MOST_BYTES {
        return Err(too_large(path));
    }
    if !bytes.starts_with(SQLITE) {
        return parse_zones(&TextFile::from_bytes(path, bytes)?, options);
    }
    let options = options.into();
    let raw = geopackage::read(path, bytes, &options)?;
    finish::finish(raw, path, &options, Problems::default())
}

/// Checks zones in memory; a file that starts with `{` is GeoJSON.
///
/// # Errors
/// As [`read_zones`].
pub fn parse_zones<'a>(file: &TextFile, options: impl Into<ZoneOptions<'a>>) -> Result<Zones, InputErrors> {
    let options = options.into();
    let mut problems = Problems::default();
    let raw = match file.text.trim_start().starts_with('{') {
        true => geojson::read(file, &mut problems),
        false => table::read(file, &options, &mut problems),
    };
    let Some(mut raw) = raw else {
        return problems.or(Zones::default());
    };
    if file.encoding == Encoding::Windows1252 {
        raw.notes.push(ZoneNote::Windows1252);
    }
    finish::finish(raw, &file.path, &options, problems)
}

#[cfg(test)]
mod tests;
