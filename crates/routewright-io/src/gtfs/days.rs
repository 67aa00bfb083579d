//! Days of service, row by row.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::FeedIssueKind::{BadDate, BadValue, ContradictoryRow, IdenticalRow};
use super::ids::Ids;
use super::tables::Draft;
use super::{Feed, ServiceDays};
use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::show::shown;
use crate::{TextFile, parse_date};

impl Draft {
    pub(super) fn add_calendar(&mut self, file: &TextFile, problems: &mut Problems) {
        const DAYS: [&str; 7] =
            ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
        let mut columns = [Column::needed("service_id"); 10];
        DAYS.iter().zip(&mut columns[1..]).for_each(|(day, column)| *column = Column::needed(day));
        columns[8] = Column::needed("start_date");
        columns[9] = Column::needed("end_date");
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let (mut rows, mut seen) = (Problems::default(), Ids::default());
        while let Some((line, fields)) = table.next(&mut rows) {
            let id = ["service_id", fields[0]];
            if !seen.add(file, line, id, &fields, 0, &mut self.issues) {
                continue;
            }
            let dates = [fields[8], fields[9]].map(|text| (text, parse_date(text).ok()));
            if let [(_, Some(first)), (_, Some(last))] = dates {
                let at = service(&mut self.services, &mut self.feed, fields[0]);
                let service = &mut self.feed.services[at as usize];
                service.weekdays = std::array::from_fn(|day| fields[day + 1] == "1");
                service.span = Some((first, last));
            }
            for (text, _) in dates.iter().filter(|(_, date)| date.is_none()) {
                self.issues.add(BadDate, file.at(line), || {
                    format!("service {} has the invalid date '{}'", shown(fields[0]), shown(text))
                });
            }
        }
        self.issues.add_rows(file, rows);
    }

    pub(super) fn add_calendar_dates(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = ["service_id", "date", "exception_type"].map(Column::needed);
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let (mut rows, mut seen) = (Problems::default(), HashMap::new());
        while let Some((line, [id, date, kind])) = table.next(&mut rows) {
            let Ok(day) = parse_date(date) else {
                self.issues.add(BadDate, file.at(line), || {
                    format!("service {} has the invalid date '{}'", shown(id), shown(date))
                });
                continue;
            };
            let is_added = match kind {
                "1" => true,
                "2" => false,
                _ => {
                    self.issues.add(BadValue, file.at(line), || {
                        format!("exception_type of service {} is {}, not 1 or 2", shown(id), shown(kind))
                    });
                    continue;
                }
            };
            let at = service(&mut self.services, &mut self.feed, id);
            match seen.entry((at, day)) {
                Entry::Vacant(entry) => drop(entry.insert((is_added, line))),
                Entry::Occupied(entry) => {
                    let (before, first) = *entry.get();
                    let (kind, does) = match before == is_added {
                        true => (IdenticalRow, "repeats"),
                        false => (ContradictoryRow, "contradicts"),
                    };
                    self.issues.add(kind, file.at(line), || {
                        format!("{day} of service {} {does} line {first}", shown(id))
                    });
                    continue;
                }
            }
            let service = &mut self.feed.services[at as usize];
            if is_added { &mut service.added } else { &mut service.removed }.push(day);
        }
        self.issues.add_rows(file, rows);
    }
}

fn service(services: &mut HashMap<String, u32>, feed: &mut Feed, id: &str) -> u32 {
    *services.entry(id.into()).or_insert_with(|| {
        feed.services.push(ServiceDays { id: id.into(), ..ServiceDays::default() });
        feed.services.len() as u32 - 1
    })
}
