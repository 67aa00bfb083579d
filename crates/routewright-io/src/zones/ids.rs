//! Which column has the ids of the zones.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::raw::RawZones;
use super::{ZoneNote, ZoneOptions};
use crate::csv_table::same_name;
use crate::error::{At, Problems};
use crate::show::{listed_few, shown};

/// Columns that may have ids, the best first.
pub(super) const CANDIDATES: [&str; 6] = ["id", "fid", "zone", "zone_id", "code", "name"];

/// An id for every zone, some of them blank or used twice if there are problems.
pub(super) struct Ids {
    pub(super) ids: Vec<String>,
    /// The column that has them.
    pub(super) column: Option<usize>,
}

/// Takes the column asked for, else `id`, else the ids that features have of their own, else the first other candidate
/// with a different value for every zone. What is wrong is told once, not once a zone.
pub(super) fn choose(
    raw: &mut RawZones,
    options: &ZoneOptions,
    path: &Path,
    problems: &mut Problems,
) -> Option<Ids> {
    let find = |name: &str| raw.columns.iter().position(|column| same_name(column, name));
    let of_column = |column: usize| -> Vec<String> {
        raw.zones.iter().map(|zone| zone.cell(column).to_owned()).collect()
    };
    if let Some(name) = options.id {
        let Some(column) = find(name) else {
            report_none(raw, &format!("there is no {} {}", raw.column_word, shown(name)), path, problems);
            return None;
        };
        return Some(Ids { ids: of_column(column), column: Some(column) });
    }
    if let Some(column) = find("id") {
        let id = |zone: &super::raw::RawZone| match zone.cell(column) {
            "" => zone.own_id.clone().unwrap_or_default(),
            id => id.to_owned(),
        };
        return Some(Ids { ids: raw.zones.iter().map(id).collect(), column: Some(column) });
    }
    if raw.zones.iter().any(|zone| zone.own_id.is_some()) {
        let ids = raw.zones.iter().map(|zone| zone.own_id.clone().unwrap_or_default()).collect();
        raw.notes.push(ZoneNote::OwnIds);
        return Some(Ids { ids, column: None });
    }
    for column in CANDIDATES[1..].iter().filter_map(|name| find(name)) {
        let ids = of_column(column);
        let mut seen = HashSet::new();
        if ids.iter().all(|id| !id.is_empty() && seen.insert(id)) {
            raw.notes.push(ZoneNote::IdsFrom(shown(&raw.columns[column])));
            return Some(Ids { ids, column: Some(column) });
        }
    }
    report_none(raw, "the zones have no ids", path, problems);
    None
}

/// Refuses ids that are blank, used twice or contain control characters.
pub(super) fn check(raw: &RawZones, ids: &[String], path: &Path, problems: &mut Problems) {
    let blank: Vec<u64> =
        raw.zones.iter().zip(ids).filter(|(_, id)| id.is_empty()).map(|(zone, _)| zone.line).collect();
    if let Some(&first) = blank.first() {
        let problem = match blank.len() {
            1 => "the zone has no id".to_owned(),
            count => format!("{count} of {} zones have no id; this is the first", ids.len()),
        };
        problems.add(At::line(path, first), "zone-001", problem, "give every zone an id of its own");
    }
    let mut lines: HashMap<&str, u64> = HashMap::new();
    for (zone, id) in raw.zones.iter().zip(ids).filter(|(_, id)| !id.is_empty()) {
        let at = At::line(path, zone.line);
        if id.contains(char::is_control) {
            let problem = format!("the id of zone {} contains a control character", shown(id));
            problems.add(at, "zone-001", problem, "rename the zone");
        } else if let Some(before) = lines.insert(id, zone.line) {
            let problem = match before {
                0 => format!("there are two zones {}", shown(id)),
                before => format!("zone {} is already defined in line {before}", shown(id)),
            };
            problems.add(at, "zone-001", problem, "remove one of the two, or rename it");
        }
    }
}

fn report_none(raw: &RawZones, problem: &str, path: &Path, problems: &mut Problems) {
    let there = listed_few(raw.columns.iter().map(|column| shown(column)), 20);
    let there = if there.is_empty() { "none".to_owned() } else { there };
    let help = format!("give every zone an id of its own, as {} id; there is {there}", raw.column_word);
    problems.add(At::line(path, raw.header_line), "zone-001", problem, help);
}
