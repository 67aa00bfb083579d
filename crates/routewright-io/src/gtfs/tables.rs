//! Agencies, stops and routes of a feed, row by row.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::FeedIssueKind::{self, BadValue, StopWithoutPosition, UnknownAgency};
use super::ids::Ids;
use super::issues::Account;
use super::{Feed, FeedAgency, FeedRoute, FeedStop};
use crate::csv_table::{Column, CsvTable};
use crate::error::{At, Problems};
use crate::show::{number, printable, shown};
use crate::{InputErrors, TextFile};

/// A feed while its tables are read: keeps what makes sense and counts the rest.
///
/// Every `add_…` reports to `problems` that a table cannot be read at all; rows are left out and counted.
pub(super) struct Draft {
    pub(super) issues: Account,
    pub(super) feed: Feed,
    pub(super) agencies: Ids,
    pub(super) stops: Ids,
    pub(super) routes: Ids,
    /// Indices into the services of the feed.
    pub(super) services: HashMap<String, u32>,
    pub(super) trips: Ids,
    pub(super) shapes: HashMap<String, u32>,
    pub(super) headsigns: HashSet<Arc<str>>,
}

/// In place of the index of a stop that has no position.
pub(super) const NOWHERE: u32 = u32::MAX;

/// A row of `stops.txt`.
struct RawStop {
    line: u64,
    id: String,
    name: String,
    place: Option<(f64, f64)>,
    parent: String,
    needs_place: bool,
}

impl Draft {
    pub(super) fn new(name: String) -> Self {
        Self {
            issues: Account::default(),
            feed: Feed { name, ..Feed::default() },
            agencies: Ids::default(),
            stops: Ids::default(),
            routes: Ids::default(),
            services: HashMap::new(),
            trips: Ids::default(),
            shapes: HashMap::new(),
            headsigns: HashSet::new(),
        }
    }

    pub(super) fn add_agencies(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = [
            Column::optional("agency_id", ""),
            Column::needed("agency_name"),
            Column::optional("agency_url", ""),
            Column::optional("agency_timezone", ""),
            Column::optional("agency_lang", ""),
        ];
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let mut rows = Problems::default();
        while let Some((line, fields)) = table.next(&mut rows) {
            let index = self.feed.agencies.len() as u32;
            let id = ["agency_id", fields[0]];
            if self.agencies.add(file, line, id, &fields, index, &mut self.issues) {
                let [id, name, url, timezone, lang] = fields;
                let (id, name) = (printable(id), printable(name));
                let [url, timezone, lang] = [url, timezone, lang].map(some_text);
                self.feed.agencies.push(FeedAgency { id, name, url, timezone, lang });
            }
        }
        self.issues.add_rows(file, rows);
    }

    pub(super) fn add_stops(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = [
            Column::needed("stop_id"),
            Column::optional("stop_name", ""),
            Column::needed("stop_lat"),
            Column::needed("stop_lon"),
            Column::optional("location_type", "0"),
            Column::optional("parent_station", ""),
        ];
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let (mut rows, mut stops) = (Problems::default(), Vec::new());
        while let Some((line, fields)) = table.next(&mut rows) {
            let [id, name, lat, lon, kind, parent] = fields;
            let index = stops.len() as u32;
            if self.stops.add(file, line, ["stop_id", id], &fields, index, &mut self.issues) {
                let place = degrees(lon, 180.0).zip(degrees(lat, 90.0));
                // Corridors and platforms of a station need no position, and no vehicle stops there.
                let needs_place = !matches!(kind, "3" | "4");
                let (id, name, parent) = (id.to_owned(), printable(name), parent.to_owned());
                stops.push(RawStop { line, id, name, place, parent, needs_place });
            }
        }
        self.issues.add_rows(file, rows);
        self.place_stops(file, &stops);
    }

    /// Stops take name and place of their station if they have none; those without a place are left out.
    fn place_stops(&mut self, file: &TextFile, stops: &[RawStop]) {
        let mut indices = Vec::with_capacity(stops.len());
        for stop in stops {
            let station = self.stops.find(&stop.parent).map(|at| &stops[at as usize]);
            let Some((lon, lat)) = stop.place.or_else(|| station?.place) else {
                if stop.needs_place {
                    let problem = || format!("stop {} has no position", shown(&stop.id));
                    self.issues.add(StopWithoutPosition, file.at(stop.line), problem);
                }
                indices.push(NOWHERE);
                continue;
            };
            let name = match (stop.name.is_empty(), station) {
                (true, Some(station)) => station.name.clone(),
                _ => stop.name.clone(),
            };
            indices.push(self.feed.stops.len() as u32);
            self.feed.stops.push(FeedStop { id: stop.id.clone(), name, lon, lat });
        }
        self.stops.renumber(|at| indices[at as usize]);
    }

    pub(super) fn add_routes(&mut self, file: &TextFile, problems: &mut Problems) {
        let columns = [
            Column::needed("route_id"),
            Column::optional("route_short_name", ""),
            Column::optional("route_long_name", ""),
            Column::optional("route_type", "3"),
            Column::optional("route_color", ""),
            Column::optional("agency_id", ""),
        ];
        let Some(mut table) = CsvTable::open(file, columns, problems) else { return };
        let mut rows = Problems::default();
        while let Some((line, fields)) = table.next(&mut rows) {
            let [id, short, long, kind, colour, agency] = fields;
            let index = self.feed.routes.len() as u32;
            if !self.routes.add(file, line, ["route_id", id], &fields, index, &mut self.issues) {
                continue;
            }
            let kind = kind.parse().unwrap_or_else(|_| {
                self.issues.add(BadValue, file.at(line), || {
                    format!("route_type of route {} is {}; taken as a bus", shown(id), shown(kind))
                });
                3
            });
            let name = [short, long, id].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
            let agency = self.agency_of(file.at(line), id, agency);
            self.feed.routes.push(FeedRoute {
                id: id.into(),
                name: printable(name),
                short_name: printable(short),
                long_name: some_text(long),
                colour: some_colour(colour),
                agency,
                kind,
            });
        }
        self.issues.add_rows(file, rows);
    }

    /// The only agency runs every route that names none.
    fn agency_of(&mut self, at: At, route: &str, agency: &str) -> Option<u32> {
        let found = self.agencies.find(agency);
        if found.is_none() && !agency.is_empty() && !self.feed.agencies.is_empty() {
            self.issues.add(UnknownAgency, at, || {
                let (route, agency) = (shown(route), shown(agency));
                format!("route {route} names agency {agency}, which agency.txt does not have")
            });
        }
        found.or_else(|| (self.feed.agencies.len() == 1).then_some(0))
    }

    /// The feed, if enough of it can be used.
    pub(super) fn finish(mut self, at: At) -> Result<Feed, InputErrors> {
        let all = self.feed.trips.len();
        let (mut index, issues) = (0, &self.issues);
        let mut without_stops = 0;
        self.feed.trips.retain(|trip| {
            let is_dropped = issues.is_dropped(index);
            index += 1;
            without_stops += usize::from(!is_dropped && trip.calls.is_empty());
            !is_dropped && !trip.calls.is_empty()
        });
        self.feed.trips_without_stops = without_stops;
        let bad = self.issues.dropped_trip_count();
        if self.feed.trips.is_empty() || 2 * bad > all {
            return Err(self.refusal(at, bad, all));
        }
        self.feed.issues = self.issues.finish();
        Ok(self.feed)
    }

    /// Says that too little of the feed can be used, and the commonest reason.
    fn refusal(&self, at: At, bad: usize, all: usize) -> InputErrors {
        let mut examples = Problems::default();
        let reason = match self.issues.commonest(&mut examples) {
            Some((kind, count)) => format!("; commonest reason: {} ({count})", kind.what()),
            None => String::new(),
        };
        let finding = match (all, self.feed.trips.is_empty(), bad) {
            (0, ..) => "trips.txt has no trips".into(),
            (1, true, 0) => "its only trip has no stops".into(),
            (1, true, _) => "its only trip cannot be used".into(),
            (_, true, 0) => format!("none of its {all} trips has stops"),
            (_, true, _) => format!("none of its {all} trips can be used"),
            _ => format!("{bad} of its {all} trips cannot be used"),
        };
        let problem = finding + &reason;
        let help = "correct the feed, or ask the agency for a complete one";
        let mut problems = Problems::default();
        problems.add(at, "gtfs-011", problem, help);
        problems.keep(examples.or(()));
        problems.or(()).expect_err("there is a problem")
    }

    /// Counts a file that is no part of a feed.
    pub(super) fn add_unknown_file(&mut self, at: At) {
        self.issues.add(FeedIssueKind::UnknownFile, at, || "is not part of GTFS".into());
    }
}

/// Degrees between minus `most` and `most`.
pub(super) fn degrees(text: &str, most: f64) -> Option<f64> {
    number(text).filter(|degrees| degrees.abs() <= most)
}

/// A text that is not blank, without control characters.
pub(super) fn some_text(text: &str) -> Option<String> {
    Some(printable(text)).filter(|text| !text.is_empty())
}

/// Six hexadecimal digits.
fn some_colour(text: &str) -> Option<String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_colour = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_colour.then(|| digits.to_owned())
}
