//! Where and when trips stop, row by row.

use super::FeedIssueKind::{
    ContradictoryRow, IdenticalRow, RowOfUnknownTrip, TripBackInTime, TripWithBadSequence, TripWithBadTime,
    TripWithOneStop, TripWithTooManyStops, TripWithUnknownStop,
};
use super::tables::{Draft, NOWHERE};
use super::{Call, parse_clock};
use crate::TextFile;
use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::show::shown;

/// More stops than any vehicle makes on one trip.
const MOST_STOPS_OF_TRIP: usize = 2_000;

/// A row of `stop_times.txt`.
struct Row {
    trip: u32,
    sequence: u32,
    line: u64,
    call: Call,
}

impl Draft {
    pub(super) fn add_stop_times(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = [
            Column::needed("trip_id"),
            Column::optional("arrival_time", ""),
            Column::optional("departure_time", ""),
            Column::needed("stop_id"),
            Column::needed("stop_sequence"),
        ];
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let (mut bad_rows, mut rows) = (Problems::default(), Vec::new());
        while let Some((line, [trip_id, arrival, departure, stop_id, sequence])) = table.next(&mut bad_rows) {
            let at = file.at(line);
            let Some(trip) = self.trips.find(trip_id) else {
                self.issues
                    .add(RowOfUnknownTrip, at, || format!("trips.txt does not have trip {}", shown(trip_id)));
                continue;
            };
            let Some(stop) = self.stops.find(stop_id) else {
                self.issues.drop_trip(trip, TripWithUnknownStop, at, || {
                    let (trip, stop) = (shown(trip_id), shown(stop_id));
                    format!("trip {trip} names stop {stop}, which stops.txt does not have")
                });
                continue;
            };
            let times = [("arrival_time", arrival), ("departure_time", departure)].map(|(column, text)| {
                let time = parse_clock(text);
                if time.is_none() && !text.is_empty() {
                    self.issues.drop_trip(trip, TripWithBadTime, at, || {
                        let (trip, text) = (shown(trip_id), shown(text));
                        format!("{column} of trip {trip} is {text}, which is not a time")
                    });
                }
                time
            });
            let Ok(sequence) = sequence.parse() else {
                self.issues.drop_trip(trip, TripWithBadSequence, at, || {
                    format!("stop_sequence of trip {} is {}", shown(trip_id), shown(sequence))
                });
                continue;
            };
            if stop != NOWHERE && !self.issues.is_dropped(trip) {
                let [arrival, departure] = [times[0].or(times[1]), times[1].or(times[0])];
                rows.push(Row { trip, sequence, line, call: Call { stop, arrival, departure } });
            }
        }
        self.issues.add_rows(file, bad_rows);
        rows.sort_unstable_by_key(|row| (row.trip, row.sequence, row.line));
        for trip in rows.chunk_by(|a, b| a.trip == b.trip) {
            if !self.issues.is_dropped(trip[0].trip) {
                self.add_calls(file, trip);
            }
        }
    }

    /// The stops of a trip, in order.
    fn add_calls(&mut self, file: &TextFile, rows: &[Row]) {
        let trip = rows[0].trip;
        let id = shown(&self.feed.trips[trip as usize].id);
        let start = self.feed.calls.len();
        let (mut latest, mut before): (u32, Option<&Row>) = (0, None);
        for row in rows {
            let at = file.at(row.line);
            if let Some(first) = before.filter(|first| first.sequence == row.sequence) {
                let (kind, does) = match first.call == row.call {
                    true => (IdenticalRow, "repeats"),
                    false => (ContradictoryRow, "contradicts"),
                };
                let (sequence, line) = (row.sequence, first.line);
                self.issues
                    .add(kind, at, || format!("stop_sequence {sequence} of trip {id} {does} line {line}"));
                continue;
            }
            let times = [row.call.arrival, row.call.departure];
            if times.into_iter().flatten().any(|time| time < std::mem::replace(&mut latest, time)) {
                let stop = shown(&self.feed.stops[row.call.stop as usize].id);
                let problem = || format!("trip {id} goes back in time at stop {stop}");
                self.issues.drop_trip(trip, TripBackInTime, at, problem);
            }
            before = Some(row);
            self.feed.calls.push(row.call);
        }
        let count = self.feed.calls.len() - start;
        let kind = if count == 1 { TripWithOneStop } else { TripWithTooManyStops };
        if !(2..=MOST_STOPS_OF_TRIP).contains(&count) {
            let stops = if count == 1 { "stop" } else { "stops" };
            let problem = || format!("trip {id} has {count} {stops}");
            self.issues.drop_trip(trip, kind, file.at(rows[0].line), problem);
        }
        if self.issues.is_dropped(trip) {
            self.feed.calls.truncate(start);
        } else {
            self.feed.trips[trip as usize].calls = start..start + count;
        }
    }
}
