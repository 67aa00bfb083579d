//! A checked feed.

use std::ops::Range;

use crate::Date;

/// A timetable: stops, lines, days of service and trips, all names resolved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feed {
    /// Name of the file.
    pub name: String,
    /// Places where vehicles stop.
    pub stops: Vec<FeedStop>,
    /// Lines as riders know them.
    pub routes: Vec<FeedRoute>,
    /// Sets of days on which trips run.
    pub services: Vec<ServiceDays>,
    /// Every trip of every day. Trips without stops are left out and counted.
    pub trips: Vec<FeedTrip>,
    /// Trips of which no stop is known.
    pub trips_without_stops: usize,
    pub(super) calls: Vec<Call>,
}

impl Feed {
    /// Where and when a trip stops, in order.
    pub fn calls(&self, trip: &FeedTrip) -> &[Call] {
        &self.calls[trip.calls.clone()]
    }

    /// First and last day on which anything may run.
    pub fn days(&self) -> Option<(Date, Date)> {
        let spans = self.services.iter().filter_map(|service| service.span);
        let added = self.services.iter().flat_map(|service| &service.added).map(|&day| (day, day));
        spans.chain(added).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }
}

/// A place where vehicles stop.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedStop {
    /// Its id in the feed.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Degrees east.
    pub lon: f64,
    /// Degrees north.
    pub lat: f64,
}

/// A line as riders know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRoute {
    /// Its id in the feed.
    pub id: String,
    /// Its number or short name, else its long name, else its id.
    pub name: String,
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedTrip {
    /// Its id in the feed.
    pub id: String,
    /// Index into [`Feed::routes`].
    pub route: u32,
    /// Index into [`Feed::services`].
    pub service: u32,
    /// Out (0) or back (1), if the feed says so.
    pub direction: Option<u8>,
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
