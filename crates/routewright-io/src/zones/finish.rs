//! Checked zones from raw ones.

use std::collections::HashSet;
use std::path::Path;

use super::raw::{MOST_CELLS, RawZone, RawZones};
use super::{Zone, ZoneNote, ZoneOptions, Zones, ids, places};
use crate::InputErrors;
use crate::csv_table::{Decimals, same_name, with_point};
use crate::error::{At, Problems};
use crate::show::{listed_few, number, shown};

/// The largest weight of a zone, such as people or jobs.
const MOST_WEIGHT: f64 = 1e9;

/// Finds ids, positions in degrees, weights and columns of numbers.
pub(super) fn finish(
    mut raw: RawZones,
    path: &Path,
    options: &ZoneOptions,
    mut problems: Problems,
) -> Result<Zones, InputErrors> {
    if raw.zones.len() < 2 && problems.is_empty() {
        let (problem, help) = match raw.zones.len() {
            0 if raw.header_line > 0 => {
                ("has a header but no rows", "check that the table was exported whole")
            }
            0 => ("contains no zones", "give the zones of the whole city"),
            _ => ("there are fewer than two zones", "give the zones of the whole city"),
        };
        problems.add(At::whole(path), "zone-004", problem, help);
        return problems.or(Zones::default());
    }
    let Some(ids) = ids::choose(&mut raw, options, path, &mut problems) else {
        return problems.or(Zones::default());
    };
    ids::check(&raw, &ids.ids, path, &mut problems);
    places::settle(&mut raw, &ids.ids, options, path, &mut problems);
    let mut blank = 0;
    let mut weights = |name: Option<&str>| match name {
        Some(name) => weights(&raw, name, &ids.ids, path, &mut blank, &mut problems),
        None => vec![0.0; raw.zones.len()],
    };
    let (productions, attractions) =
        (weights(options.weights.productions), weights(options.weights.attractions));
    let kept = number_columns(&mut raw, ids.column, options);
    let mut slots = vec![None; raw.columns.len()];
    kept.iter().enumerate().for_each(|(slot, &column)| slots[column] = Some(slot));
    let columns = kept.iter().map(|&column| raw.columns[column].clone()).collect();
    let weights = productions.into_iter().zip(attractions);
    let zones = raw.zones.into_iter().zip(ids.ids).zip(weights).filter_map(|((zone, id), weights)| {
        let [lon, lat] = zone.place?;
        let values = values(&zone, &slots, kept.len(), raw.decimals);
        let (production, attraction) = weights;
        Some(Zone { id, lon, lat, production, attraction, rings: zone.rings, values })
    });
    let zones = zones.collect();
    problems.or(Zones { zones, columns, blank_weights: blank, notes: raw.notes })
}

/// The weight of every zone; blank ones count as zero.
fn weights(
    raw: &RawZones,
    name: &str,
    ids: &[String],
    path: &Path,
    blank: &mut usize,
    problems: &mut Problems,
) -> Vec<f64> {
    let exact = raw.columns.iter().position(|column| column == name);
    let Some(column) = exact.or_else(|| raw.columns.iter().position(|column| same_name(column, name))) else {
        let problem = format!("there is no {} {}", raw.column_word, shown(name));
        let there = listed_few(raw.columns.iter().map(|column| shown(column)), 20);
        let help = format!("name another one; there is {there}");
        problems.add(At::line(path, raw.header_line), "city-003", problem, help);
        return vec![0.0; ids.len()];
    };
    let mut weight = |(zone, id): (&RawZone, &String)| {
        let text = zone.cell(column);
        if text.is_empty() {
            *blank += 1;
            return 0.0;
        }
        let at = At::line(path, zone.line);
        let value = match with_point(text, raw.decimals) {
            Ok(text) => number(&text),
            Err(bad) => {
                let problem = format!("in {} {}, {}", raw.column_word, shown(name), bad.problem);
                problems.add(at, "table-002", problem, bad.help);
                return 0.0;
            }
        };
        value.filter(|value| (0.0..=MOST_WEIGHT).contains(value)).unwrap_or_else(|| {
            let problem = format!("{} of zone {} is {}", shown(name), shown(id), shown(text));
            problems.add(at, "zone-003", problem, "give a number from 0 to 1000000000");
            0.0
        })
    };
    raw.zones.iter().zip(ids).map(&mut weight).collect()
}

/// Columns whose values are numbers wherever they are not blank, and not blank everywhere.
fn number_columns(raw: &mut RawZones, id: Option<usize>, options: &ZoneOptions) -> Vec<usize> {
    let mut notes = Vec::new();
    let mut kept: Vec<usize> = Vec::new();
    let most = MOST_CELLS / raw.zones.len().max(1);
    let mut too_many = 0;
    // Cell by cell: the time is that of the file's size, however many properties there are.
    let mut counts = vec![Count::default(); raw.columns.len()];
    for zone in &raw.zones {
        for (column, text) in zone.cells.iter().filter(|(_, text)| !text.is_empty()) {
            counts[*column].add(text, raw.decimals);
        }
    }
    let asked = [options.weights.productions, options.weights.attractions];
    let is_asked = |name: &str| asked.iter().flatten().any(|asked| same_name(asked, name));
    let mut names = HashSet::new();
    for (column, name) in raw.columns.iter().enumerate() {
        if Some(column) == id || raw.left_out.contains(&column) || name.is_empty() {
            continue;
        }
        let count = &counts[column];
        if let (true, Some(value)) = (count.numbers > 0 && count.texts == 0, &count.foreign) {
            notes.push(ZoneNote::ColumnLeftOut { column: shown(name), value: shown(value) });
            continue;
        }
        if count.numbers == 0 || count.texts > 0 || !names.insert(name.to_lowercase()) {
            continue;
        }
        match kept.len() < most || is_asked(name) {
            true => kept.push(column),
            false => too_many += 1,
        }
    }
    if too_many > 0 {
        notes.push(ZoneNote::ColumnsLeftOut { count: too_many });
    }
    raw.notes.extend(notes);
    kept
}

/// What the values of a column are.
#[derive(Clone, Default)]
struct Count {
    numbers: usize,
    texts: usize,
    /// The first number in a style that is not the table's.
    foreign: Option<String>,
}

impl Count {
    fn add(&mut self, text: &str, decimals: Decimals) {
        match with_point(text, decimals) {
            Ok(text) if number(&text).is_some() => self.numbers += 1,
            Ok(_) => self.texts += 1,
            Err(_) => {
                self.numbers += 1;
                self.foreign.get_or_insert_with(|| text.to_owned());
            }
        }
    }
}

/// The numbers of the kept columns, whose places are in `slots`.
fn values(zone: &RawZone, slots: &[Option<usize>], count: usize, decimals: Decimals) -> Vec<Option<f64>> {
    let mut values = vec![None; count];
    for (column, text) in &zone.cells {
        if let Some(slot) = slots[*column] {
            values[slot] = with_point(text, decimals).ok().and_then(|text| number(&text));
        }
    }
    values
}
