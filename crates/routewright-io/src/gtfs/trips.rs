//! Trips and how often they are repeated, row by row.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::FeedIssueKind::{
    BadValue, ContradictoryRow, IdenticalRow, RowOfUnknownTrip, TripOfUnknownRoute, TripOfUnknownService,
};
use super::tables::{Draft, some_text};
use super::{FeedTrip, Frequency, parse_clock};
use crate::TextFile;
use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::show::shown;

impl Draft {
    pub(super) fn add_trips(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = [
            Column::needed("route_id"),
            Column::needed("service_id"),
            Column::needed("trip_id"),
            Column::optional("direction_id", ""),
            Column::optional("trip_headsign", ""),
            Column::optional("shape_id", ""),
        ];
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let mut rows = Problems::default();
        while let Some((line, fields)) = table.next(&mut rows) {
            let [route_id, service_id, id, direction, headsign, shape] = fields;
            let index = self.feed.trips.len() as u32;
            if !self.trips.add(file, line, ["trip_id", id], &fields, index, &mut self.issues) {
                continue;
            }
            let (route, service) = (self.routes.find(route_id), self.services.get(service_id).copied());
            if route.is_none() {
                self.issues.drop_trip(index, TripOfUnknownRoute, file.at(line), || {
                    let (id, route) = (shown(id), shown(route_id));
                    format!("trip {id} names route {route}, which routes.txt does not have")
                });
            }
            if service.is_none() {
                self.issues.drop_trip(index, TripOfUnknownService, file.at(line), || {
                    let (id, service) = (shown(id), shown(service_id));
                    format!("trip {id} names service {service}, which no calendar has")
                });
            }
            let direction = match direction {
                "0" => Some(0),
                "1" => Some(1),
                _ => None,
            };
            let headsign = some_text(headsign).map(|text| self.headsign(text));
            let shape = (!shape.is_empty()).then(|| {
                let next = self.shapes.len() as u32;
                *self.shapes.entry(shape.into()).or_insert(next)
            });
            self.feed.trips.push(FeedTrip {
                id: id.into(),
                route: route.unwrap_or_default(),
                service: service.unwrap_or_default(),
                direction,
                headsign,
                shape,
                ..FeedTrip::default()
            });
        }
        self.issues.add_rows(file, rows);
    }

    /// Equal texts are kept once.
    fn headsign(&mut self, text: String) -> Arc<str> {
        if let Some(known) = self.headsigns.get(&*text) {
            return known.clone();
        }
        let text: Arc<str> = text.into();
        self.headsigns.insert(text.clone());
        text
    }

    pub(super) fn add_frequencies(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = ["trip_id", "start_time", "end_time", "headway_secs"].map(Column::needed);
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let (mut rows, mut seen) = (Problems::default(), HashMap::new());
        while let Some((line, [id, start, end, headway])) = table.next(&mut rows) {
            let Some(trip) = self.trips.find(id) else {
                self.issues.add(RowOfUnknownTrip, file.at(line), || {
                    format!("trips.txt does not have trip {}", shown(id))
                });
                continue;
            };
            let headway = headway.parse().ok().filter(|&headway| headway > 0);
            let (Some(start), Some(end), Some(headway)) = (parse_clock(start), parse_clock(end), headway)
            else {
                self.issues.add(BadValue, file.at(line), || {
                    format!("the frequency of trip {} has an invalid time or headway", shown(id))
                });
                continue;
            };
            match seen.entry((trip, start)) {
                Entry::Vacant(entry) => drop(entry.insert((end, headway, line))),
                Entry::Occupied(entry) => {
                    let (end_before, headway_before, first) = *entry.get();
                    let (kind, does) = match (end_before, headway_before) == (end, headway) {
                        true => (IdenticalRow, "repeats"),
                        false => (ContradictoryRow, "contradicts"),
                    };
                    self.issues.add(kind, file.at(line), || {
                        format!("the frequency of trip {} {does} line {first}", shown(id))
                    });
                    continue;
                }
            }
            self.feed.trips[trip as usize].frequencies.push(Frequency { start, end, headway });
        }
        self.issues.add_rows(file, rows);
    }
}
