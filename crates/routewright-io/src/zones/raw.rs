//! Zones as any of the formats gives them, before they are checked.

use super::ZoneNote;
use crate::csv_table::Decimals;

/// Rings of longitude and latitude, or of other coordinates.
pub(super) type Rings = Vec<Vec<[f64; 2]>>;

/// Zones with all their columns.
#[derive(Debug)]
pub(super) struct RawZones {
    pub(super) columns: Vec<String>,
    pub(super) zones: Vec<RawZone>,
    pub(super) decimals: Decimals,
    /// The coordinate system that the file declares.
    pub(super) crs: Option<String>,
    /// What columns are called in this format.
    pub(super) column_word: &'static str,
    /// Columns that are never kept as values: positions, row numbers.
    pub(super) left_out: Vec<usize>,
    /// The line that names the columns; 0 if there is none.
    pub(super) header_line: u64,
    pub(super) notes: Vec<ZoneNote>,
}

/// A zone as it stands in the file.
#[derive(Debug, Default)]
pub(super) struct RawZone {
    /// Its line, 0 where the format has none.
    pub(super) line: u64,
    /// The id it has beside its columns.
    pub(super) own_id: Option<String>,
    /// Its values, by column; those that are not there are blank.
    pub(super) cells: Vec<(usize, String)>,
    pub(super) place: Option<[f64; 2]>,
    pub(super) rings: Rings,
}

impl RawZone {
    /// The text in a column, empty where there is none.
    pub(super) fn cell(&self, column: usize) -> &str {
        // In order of the columns in all formats but GeoJSON, whose features may lack some.
        let quick = self.cells.get(column).filter(|(place, _)| *place == column);
        let found = quick.or_else(|| self.cells.iter().find(|(place, _)| *place == column));
        found.map_or("", |(_, text)| text.as_str())
    }
}

/// More values than these are not held: no zone system has them.
pub(super) const MOST_CELLS: usize = 10_000_000;
