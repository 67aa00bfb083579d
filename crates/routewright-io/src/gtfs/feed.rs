//! A checked feed.

use std::ops::Range;
use std::sync::Arc;

use super::FeedIssues;
use crate::Date;

/// A timetable: stops, lines, days of service and trips, all names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feed {
    /// Name of the file.
    pub name: String,
    /// Who runs the lines.
    pub agencies: Vec<FeedAgency>,
    /// Places where vehicles stop, and stations; all of them have a position.
    pub stops: Vec<FeedStop>,
    /// Lines as riders know them.
    pub routes: Vec<FeedRoute>,
    /// Sets of days on which trips run.
    pub services: Vec<ServiceDays>,
    /// Every usable trip of every day: two stops or more, its times in order.
    pub trips: Vec<FeedTrip>,
    /// Trips left out because no stop of theirs is known.
    pub trips_without_stops: usize,
    /// What else was left out.
    pub issues: FeedIssues,
    pub(super) calls: Vec<Call>,
    pub(super) shapes: Vec<Range<usize>>,
    /// Longitude and latitude of the points of all shapes.
    pub(super) points: Vec<[f64; 2]>,
}

impl Feed {
    /// Where and when a trip stops, in order.
    pub fn calls(&self, trip: &FeedTrip) -> &[Call] {
        &self.calls[trip.calls.clone()]
    }

    /// The course of a trip: longitude and latitude in degrees of two points or more. `None` if the feed has none.
    pub fn shape(&self, trip: &FeedTrip) -> Option<&[[f64; 2]]> {
        trip.shape.map(|shape| &self.points[self.shapes[shape as usize].clone()])
    }

    /// Different courses that trips take.
    pub fn shape_count(&self) -> usize {
        self.shapes.len()
    }

    /// Who runs a line, if the feed says so.
    pub fn agency(&self, route: &FeedRoute) -> Option<&FeedAgency> {
        route.agency.map(|agency| &self.agencies[agency as usize])
    }

    /// First and last day on which anything may run.
    pub fn days(&self) -> Option<(Date, Date)> {
        let spans = self.services.iter().filter_map(|service| service.span);
        let added = self.services.iter().flat_map(|service| &service.added).map(|&day| (day, day));
        spans.chain(added).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }
}

/// Who runs a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedAgency {
    /// Its id in the feed; may be empty if it is the only one.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its page on the web.
    pub url: Option<String>,
    /// Its time zone, such as `America/Sao_Paulo`.
    pub timezone: Option<String>,
    /// Its language, such as `pt`.
    pub lang: Option<String>,
}

/// A place where vehicles stop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FeedStop {
    /// Its id in the feed.
    pub id: String,
    /// Its name, else that of its station; may be empty.
    pub name: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
}

/// A line as riders know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedRoute {
    /// Its id in the feed.
    pub id: String,
    /// Its number or short name, else its long name, else its id.
    pub name: String,
    /// Its number or short name; may be empty.
    pub short_name: String,
    /// Its long name.
    pub long_name: Option<String>,
    /// Six hexadecimal digits: red, green, blue.
    pub colour: Option<String>,
    /// Index into [`Feed::agencies`].
    pub agency: Option<u32>,
    /// The kind of vehicle: 0 tram, 1 metro, 2 rail, 3 bus and so on.
    pub kind: u32,
}

/// Days on which trips run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceDays {
    /// Its id in the feed.
    pub id: String,
    /// Monday to Sunday.
    pub weekdays: [bool; 7],
    /// First and last day on which the weekdays apply.
    pub span: Option<(Date, Date)>,
    /// Dates on which it runs on any weekday.
    pub added: Vec<Date>,
    /// Dates on which it does not run.
    pub removed: Vec<Date>,
}

impl ServiceDays {
    /// Whether its trips run on a day.
    pub fn runs_on(&self, day: Date) -> bool {
        if self.added.contains(&day) {
            return true;
        }
        let applies = self.span.is_some_and(|(first, last)| first <= day && day <= last);
        applies
            && self.weekdays[day.weekday().to_monday_zero_offset() as usize]
            && !self.removed.contains(&day)
    }
}

/// A vehicle's way along its stops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedTrip {
    /// Its id in the feed.
    pub id: String,
    /// Index into [`Feed::routes`].
    pub route: u32,
    /// Index into [`Feed::services`].
    pub service: u32,
    /// Out (0) or back (1), if the feed says so.
    pub direction: Option<u8>,
    /// Where it goes, as its vehicle shows it.
    pub headsign: Option<Arc<str>>,
    /// Which course it takes: trips of the same number take the same one, see [`Feed::shape`].
    pub shape: Option<u32>,
    /// Where it stops, see [`Feed::calls`].
    pub(super) calls: Range<usize>,
    /// If not empty, the trip is repeated at these intervals and its own times only give its running time.
    pub frequencies: Vec<Frequency>,
}

/// A stop of a trip. Times are seconds since the start of the day of service and may pass midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Index into [`Feed::stops`].
    pub stop: u32,
    /// When the vehicle arrives, if known.
    pub arrival: Option<u32>,
    /// When it leaves, if known.
    pub departure: Option<u32>,
}

/// A trip repeated at intervals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequency {
    /// The first departure.
    pub start: u32,
    /// No departure at or after this time.
    pub end: u32,
    /// Seconds between departures, one or more.
    pub headway: u32,
}
