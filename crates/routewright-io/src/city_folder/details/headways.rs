//! How often each route runs.

use std::collections::BTreeMap;
use std::path::Path;

use routewright_model::Seconds;

use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::show::{number, shown};
use crate::{InputErrors, TextFile};

/// Reads headways by the names of routes from a file.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn read_headways(path: &Path) -> Result<BTreeMap<String, Seconds>, InputErrors> {
    parse_headways(&TextFile::read(path)?)
}

/// Checks headways: columns `route` and `headway_minutes`. Where a route is named twice, as its two directions
/// may be, the shorter headway counts.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn parse_headways(file: &TextFile) -> Result<BTreeMap<String, Seconds>, InputErrors> {
    let mut problems = Problems::default();
    let mut headways: BTreeMap<String, Seconds> = BTreeMap::new();
    let columns = [Column::needed("route"), Column::needed("headway_minutes").number()];
    if let Some(mut table) = CsvTable::open(file, columns, &mut problems) {
        while let Some((line, [route, minutes])) = table.next(&mut problems) {
            match number(minutes).and_then(Seconds::from_minutes).filter(|headway| headway.0 > 0) {
                Some(headway) => {
                    let kept = headways.entry(route.to_owned()).or_insert(headway);
                    *kept = headway.min(*kept);
                }
                None => {
                    let problem = format!("headway of route {} is {}", shown(route), shown(minutes));
                    problems.add(file.at(line), "headway-001", problem, "give minutes, more than zero");
                }
            }
        }
    }
    problems.or(headways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headways_are_read_by_route() {
        let file = TextFile::new("headways.csv", "route,headway_minutes\nT1,7.5\nT1,10\n176,20\n");
        let headways = parse_headways(&file).unwrap();
        assert_eq!(headways["T1"], Seconds(450));
        assert_eq!((headways["176"], headways.len()), (Seconds(1200), 2));
        let wrong = parse_headways(&TextFile::new("h.csv", "route,headway_minutes\na,0\n")).unwrap_err();
        assert_eq!(wrong.listed()[0].code, "headway-001");
    }
}
