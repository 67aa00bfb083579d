//! The tables of a feed, row by row.

use std::collections::HashMap;

use super::{Call, Feed, FeedRoute, FeedStop, FeedTrip, Frequency, ServiceDays, parse_clock};
use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::show::{number, printable, shown};
use crate::{InputErrors, TextFile, parse_date};

/// A feed while its tables are read: keeps the valid rows and reports the others.
pub(super) struct Draft {
    problems: Problems,
    feed: Feed,
    stops: Ids,
    routes: Ids,
    services: HashMap<String, u32>,
    trips: Ids,
}

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
    pub(super) fn new(name: String) -> Self {
        Self {
            problems: Problems::default(),
            feed: Feed { name, ..Feed::default() },
            stops: Ids::default(),
            routes: Ids::default(),
            services: HashMap::new(),
            trips: Ids::default(),
        }
    }

    pub(super) fn add_stops(&mut self, file: &TextFile) {
        let columns = [
            Column::needed("stop_id"),
            Column::optional("stop_name", ""),
            Column::needed("stop_lat"),
            Column::needed("stop_lon"),
            Column::optional("location_type", "0"),
        ];
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        while let Some((line, [id, name, lat, lon, kind])) = table.next(&mut self.problems) {
            if !self.stops.add(file, line, "stop_id", id, &mut self.problems) {
                continue;
            }
            let lat = number(lat).filter(|lat| lat.abs() <= 90.0);
            let lon = number(lon).filter(|lon| lon.abs() <= 180.0);
            // Corridors and platforms of a station need no position, and no vehicle stops there.
            let is_optional = matches!(kind, "3" | "4");
            if lat.zip(lon).is_none() && !is_optional {
                let problem = format!("stop {} has no position", shown(id));
                let help = "give stop_lat and stop_lon in degrees";
                self.problems.add(file.at(line), "gtfs-005", problem, help);
            }
            let (lon, lat) = lon.zip(lat).unwrap_or((f64::NAN, f64::NAN));
            self.feed.stops.push(FeedStop { id: id.into(), name: name.into(), lon, lat });
        }
    }

    pub(super) fn add_routes(&mut self, file: &TextFile) {
        let columns = [
            Column::needed("route_id"),
            Column::optional("route_short_name", ""),
            Column::optional("route_long_name", ""),
            Column::optional("route_type", "3"),
        ];
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        while let Some((line, [id, short, long, kind])) = table.next(&mut self.problems) {
            if !self.routes.add(file, line, "route_id", id, &mut self.problems) {
                continue;
            }
            let kind = kind.parse().unwrap_or_else(|_| {
                let problem = format!("route_type of route {} is {}", shown(id), shown(kind));
                let help = "write the kind of vehicle as a number, such as 3 for a bus";
                self.problems.add(file.at(line), "gtfs-009", problem, help);
                3
            });
            let name = [short, long, id].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
            self.feed.routes.push(FeedRoute { id: id.into(), name: printable(name), kind });
        }
    }

    pub(super) fn add_calendar(&mut self, file: &TextFile) {
        const DAYS: [&str; 7] =
            ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
        let mut columns = [Column::needed("service_id"); 10];
        DAYS.iter().zip(&mut columns[1..]).for_each(|(day, column)| *column = Column::needed(day));
        columns[8] = Column::needed("start_date");
        columns[9] = Column::needed("end_date");
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        while let Some((line, fields)) = table.next(&mut self.problems) {
            let (first, last) = (parse_date(fields[8]).ok(), parse_date(fields[9]).ok());
            for (text, date) in [(fields[8], first), (fields[9], last)] {
                if date.is_none() {
                    bad_date(file, line, text, &mut self.problems);
                }
            }
            let weekdays = std::array::from_fn(|day| fields[day + 1] == "1");
            let at = service(&mut self.services, &mut self.feed, fields[0]);
            let service = &mut self.feed.services[at as usize];
            if service.span.is_some() {
                let problem = format!("service_id {} is used twice", shown(fields[0]));
                self.problems.add(file.at(line), "gtfs-004", problem, "remove or rename one of the two");
            }
            service.weekdays = weekdays;
            service.span = first.zip(last);
        }
    }

    pub(super) fn add_calendar_dates(&mut self, file: &TextFile) {
        let columns = ["service_id", "date", "exception_type"].map(Column::needed);
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        while let Some((line, [id, date, kind])) = table.next(&mut self.problems) {
            let at = service(&mut self.services, &mut self.feed, id);
            let Ok(day) = parse_date(date) else {
                bad_date(file, line, date, &mut self.problems);
                continue;
            };
            let service = &mut self.feed.services[at as usize];
            match kind {
                "1" => service.added.push(day),
                "2" => service.removed.push(day),
                _ => {
                    let problem = format!("exception_type is {}", shown(kind));
                    let help = "write 1 for an added date, 2 for a removed one";
                    self.problems.add(file.at(line), "gtfs-009", problem, help);
                }
            }
        }
    }

    pub(super) fn add_trips(&mut self, file: &TextFile) {
        let columns = [
            Column::needed("route_id"),
            Column::needed("service_id"),
            Column::needed("trip_id"),
            Column::optional("direction_id", ""),
        ];
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        while let Some((line, [route, service, id, direction])) = table.next(&mut self.problems) {
            if !self.trips.add(file, line, "trip_id", id, &mut self.problems) {
                continue;
            }
            let problems = &mut self.problems;
            let route = self.routes.find(file, line, ["route_id", "routes.txt"], route, problems);
            let service = self.services.get(service).copied().unwrap_or_else(|| {
                unknown(file, line, ["service_id", "calendar.txt or calendar_dates.txt"], service, problems);
                0
            });
            let direction = match direction {
                "0" => Some(0),
                "1" => Some(1),
                _ => None,
            };
            let route = route.unwrap_or(0);
            let (calls, frequencies) = (0..0, Vec::new());
            self.feed.trips.push(FeedTrip { id: id.into(), route, service, direction, calls, frequencies });
        }
    }

    pub(super) fn add_stop_times(&mut self, file: &TextFile) {
        let columns = [
            Column::needed("trip_id"),
            Column::optional("arrival_time", ""),
            Column::optional("departure_time", ""),
            Column::needed("stop_id"),
            Column::needed("stop_sequence"),
        ];
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        let mut rows = Vec::new();
        while let Some((line, [trip_id, arrival, departure, stop_id, sequence])) =
            table.next(&mut self.problems)
        {
            let problems = &mut self.problems;
            let trip = self.trips.find(file, line, ["trip_id", "trips.txt"], trip_id, problems);
            let stop = self.stops.find(file, line, ["stop_id", "stops.txt"], stop_id, problems);
            let mut clock = |column: &str, text: &str| {
                let time = parse_clock(text);
                if time.is_none() && !text.is_empty() {
                    let problem = format!(
                        "{column} of trip {} is {}, which is not a time",
                        shown(trip_id),
                        shown(text)
                    );
                    let help = "write hours, minutes and seconds, such as 07:05:00 or 25:10:00";
                    problems.add(file.at(line), "gtfs-007", problem, help);
                }
                time
            };
            let (arrival, departure) = (clock("arrival_time", arrival), clock("departure_time", departure));
            let sequence = sequence.parse().unwrap_or_else(|_| {
                let problem = format!("stop_sequence of trip {} is {}", shown(trip_id), shown(sequence));
                problems.add(file.at(line), "gtfs-009", problem, "number the stops of a trip 1, 2, 3");
                0
            });
            if let (Some(trip), Some(stop)) = (trip, stop) {
                let (arrival, departure) = (arrival.or(departure), departure.or(arrival));
                rows.push(Row { trip, sequence, line, call: Call { stop, arrival, departure } });
            }
        }
        rows.sort_by_key(|row| (row.trip, row.sequence, row.line));
        self.check_order(file, &rows);
        self.feed.calls = rows.iter().map(|row| row.call).collect();
        let mut start = 0;
        for trip in rows.chunk_by(|a, b| a.trip == b.trip) {
            self.feed.trips[trip[0].trip as usize].calls = start..start + trip.len();
            start += trip.len();
        }
    }

    pub(super) fn add_frequencies(&mut self, file: &TextFile) {
        let columns = ["trip_id", "start_time", "end_time", "headway_secs"].map(Column::needed);
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        while let Some((line, [trip, start, end, headway])) = table.next(&mut self.problems) {
            let problems = &mut self.problems;
            let trip_at = self.trips.find(file, line, ["trip_id", "trips.txt"], trip, problems);
            let headway = headway.parse().ok().filter(|&headway| headway > 0);
            match (parse_clock(start), parse_clock(end), headway) {
                (Some(start), Some(end), Some(headway)) => {
                    let trip = trip_at.and_then(|at| self.feed.trips.get_mut(at as usize));
                    trip.into_iter()
                        .for_each(|trip| trip.frequencies.push(Frequency { start, end, headway }));
                }
                _ => {
                    let problem = format!("the frequency of trip {} cannot be understood", shown(trip));
                    let help = "give start_time and end_time such as 07:00:00, and headway_secs above zero";
                    problems.add(file.at(line), "gtfs-007", problem, help);
                }
            }
        }
    }

    pub(super) fn finish(mut self) -> Result<Feed, InputErrors> {
        let before = self.feed.trips.len();
        self.feed.trips.retain(|trip| !trip.calls.is_empty());
        self.feed.trips_without_stops = before - self.feed.trips.len();
        self.problems.or(self.feed)
    }

    /// Stops of a trip are numbered apart, and time does not run backwards.
    fn check_order(&mut self, file: &TextFile, rows: &[Row]) {
        for trip in rows.chunk_by(|a, b| a.trip == b.trip) {
            let name = || shown(&self.feed.trips[trip[0].trip as usize].id);
            if trip.len() > MOST_STOPS_OF_TRIP {
                let problem = format!("trip {} has {} stops", name(), trip.len());
                let help = format!("give the stops of one trip, at most {MOST_STOPS_OF_TRIP}");
                self.problems.add(file.at(trip[0].line), "gtfs-010", problem, help);
                continue;
            }
            let mut latest = 0;
            for (at, row) in trip.iter().enumerate() {
                if at > 0 && trip[at - 1].sequence == row.sequence {
                    let problem = format!("stop_sequence {} of trip {} is used twice", row.sequence, name());
                    self.problems.add(
                        file.at(row.line),
                        "gtfs-004",
                        problem,
                        "give every stop of a trip a number of its own",
                    );
                }
                let times = [row.call.arrival, row.call.departure];
                if times.into_iter().flatten().any(|time| time < std::mem::replace(&mut latest, time)) {
                    let stop = shown(&self.feed.stops[row.call.stop as usize].id);
                    let problem = format!("trip {} goes back in time at stop {stop}", name());
                    let help = "correct the times; after midnight, continue with 24:00:00, 25:00:00";
                    self.problems.add(file.at(row.line), "gtfs-008", problem, help);
                }
            }
        }
    }
}

/// Ids that must differ, in the order of their rows.
#[derive(Default)]
struct Ids {
    places: HashMap<String, u32>,
    lines: Vec<u64>,
}

impl Ids {
    /// Whether the id is new.
    fn add(&mut self, file: &TextFile, line: u64, column: &str, id: &str, problems: &mut Problems) -> bool {
        if let Some(&before) = self.places.get(id) {
            let line_before = self.lines[before as usize];
            let problem = format!("{column} {} is already defined in line {line_before}", shown(id));
            problems.add(file.at(line), "gtfs-004", problem, "remove or rename one of the two");
            return false;
        }
        self.places.insert(id.into(), self.lines.len() as u32);
        self.lines.push(line);
        true
    }

    fn find(
        &self,
        file: &TextFile,
        line: u64,
        column_and_table: [&str; 2],
        id: &str,
        problems: &mut Problems,
    ) -> Option<u32> {
        let found = self.places.get(id).copied();
        if found.is_none() {
            unknown(file, line, column_and_table, id, problems);
        }
        found
    }
}

fn unknown(file: &TextFile, line: u64, [column, table]: [&str; 2], id: &str, problems: &mut Problems) {
    let problem = format!("{column} {} is not in {table}", shown(id));
    problems.add(file.at(line), "gtfs-006", problem, "add it there, or correct the id here");
}

fn bad_date(file: &TextFile, line: u64, text: &str, problems: &mut Problems) {
    let problem = format!("invalid date '{}'", shown(text));
    problems.add(file.at(line), "gtfs-007", problem, "write year, month and day, such as 20260131");
}

fn service(services: &mut HashMap<String, u32>, feed: &mut Feed, id: &str) -> u32 {
    *services.entry(id.into()).or_insert_with(|| {
        feed.services.push(ServiceDays { id: id.into(), ..ServiceDays::default() });
        feed.services.len() as u32 - 1
    })
}
