//! Every numeric column of `zones.csv`: people, jobs, schools, whatever a planner counts.

use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};
use routewright_model::City;

use super::ZONES;
use crate::show::number;
use crate::{InputErrors, TextFile};

/// What is counted by zone, for every node of a city.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneColumn {
    /// Head of the column, such as `jobs`.
    pub name: String,
    /// Counts by node, zero or more.
    pub counts: Vec<f64>,
}

/// Reads the columns of a city folder's `zones.csv`; none where there is no such file.
///
/// # Errors
/// The file cannot be read.
pub fn read_zone_columns(city: &City, path_or_name: &str) -> Result<Vec<ZoneColumn>, InputErrors> {
    let path = Path::new(path_or_name).join(ZONES);
    match path.is_file() {
        true => Ok(parse_zone_columns(city, &TextFile::read(&path)?)),
        false => Ok(Vec::new()),
    }
}

/// The columns in which every field is blank or a number of zero or more, `id` and positions aside. Zones that are not
/// nodes of the city were left out of it and are skipped, and so are columns without any count.
pub fn parse_zone_columns(city: &City, file: &TextFile) -> Vec<ZoneColumn> {
    let mut reader = ReaderBuilder::new();
    let mut reader = reader.flexible(true).trim(Trim::All).from_reader(file.text.as_bytes());
    let Ok(head) = reader.headers().cloned() else { return Vec::new() };
    let Some(id) = head.iter().position(|name| name.eq_ignore_ascii_case("id")) else { return Vec::new() };
    let rows: Vec<StringRecord> = reader.records().filter_map(Result::ok).collect();
    let column = |at: usize| -> Option<ZoneColumn> {
        let mut counts = vec![0.0; city.node_count()];
        for row in &rows {
            let text = row.get(at).unwrap_or_default();
            let count = if text.is_empty() { 0.0 } else { number(text).filter(|count| *count >= 0.0)? };
            if let Some(node) = row.get(id).and_then(|id| city.node_named(id)) {
                counts[node.index()] += count;
            }
        }
        let name = head[at].to_owned();
        counts.iter().any(|count| *count > 0.0).then_some(ZoneColumn { name, counts })
    };
    let is_count = |at: &usize| {
        let positions = ["lat", "latitude", "lon", "lng", "longitude", "x", "y"];
        *at != id && !positions.iter().any(|name| head[*at].eq_ignore_ascii_case(name))
    };
    (0..head.len()).filter(is_count).filter_map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_of_counts_is_read() {
        let text =
            "jobs,id,people,kind,lat,schools,none\n5,2,10,a,1,,0\n7,15,0.5,b,1,2,0\n1,elsewhere,1,c,1,9,0\n";
        let found = parse_zone_columns(&City::mandl(), &TextFile::new("zones.csv", text));
        let told: Vec<_> =
            found.iter().map(|column| (&column.name[..], column.counts.iter().sum::<f64>())).collect();
        assert_eq!(told, [("jobs", 12.0), ("people", 10.5), ("schools", 2.0)]);
        assert_eq!(found[2].counts[14], 2.0);
        // Negative numbers are no counts.
        let text = "id,people\n1,-3\n";
        assert_eq!(parse_zone_columns(&City::mandl(), &TextFile::new("zones.csv", text)), []);
    }
}
