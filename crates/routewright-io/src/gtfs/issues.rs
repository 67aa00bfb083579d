//! What was left out of a feed, and why: feeds are read as far as they make sense.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::error::{At, Problems};
use crate::{InputErrors, TextFile};

/// What was left out of a feed, by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct FeedIssues {
    list: Vec<FeedIssue>,
}

impl FeedIssues {
    /// Every kind that occurs, in the order of [`FeedIssueKind`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &FeedIssue> {
        self.list.iter()
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How often a kind occurs.
    pub fn count(&self, kind: FeedIssueKind) -> usize {
        self.list.iter().find(|issue| issue.kind == kind).map_or(0, |issue| issue.count)
    }

    /// Trips that were left out because something is wrong with them.
    pub fn trips_left_out(&self) -> usize {
        self.list.iter().filter(|issue| issue.kind.drops_trips()).map(|issue| issue.count).sum()
    }
}

/// One kind of thing that was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FeedIssue {
    /// What kind.
    pub kind: FeedIssueKind,
    /// How often.
    pub count: usize,
    /// The first few: `trips.txt:17: trip 8 names route 3, which routes.txt does not have`.
    pub examples: Vec<String>,
}

impl FeedIssue {
    /// Examples that are kept of each kind.
    pub const MOST_EXAMPLES: usize = 5;
}

impl fmt::Display for FeedIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.what(), self.count)
    }
}

/// What may be wrong with part of a feed without making the rest useless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedIssueKind {
    /// Trips left out: `routes.txt` does not have their route.
    TripOfUnknownRoute,
    /// Trips left out: no calendar has their days of service.
    TripOfUnknownService,
    /// Trips left out: `stops.txt` does not have one of their stops.
    TripWithUnknownStop,
    /// Trips left out: a time cannot be read.
    TripWithBadTime,
    /// Trips left out: the number of a stop cannot be read.
    TripWithBadSequence,
    /// Trips left out: their times run backwards.
    TripBackInTime,
    /// Trips left out: they stop once.
    TripWithOneStop,
    /// Trips left out: they stop more than 2000 times.
    TripWithTooManyStops,
    /// Rows left out: they repeat an earlier one.
    IdenticalRow,
    /// Rows left out: they say something else than an earlier one of the same id.
    ContradictoryRow,
    /// Rows left out: they do not fit the header.
    BadRow,
    /// Values or their rows left out: not a number of the expected kind.
    BadValue,
    /// Rows left out: not a date.
    BadDate,
    /// Rows of `stop_times.txt` and `frequencies.txt` left out: `trips.txt` does not have their trip.
    RowOfUnknownTrip,
    /// Stops left out, also of trips: it is not known where they are.
    StopWithoutPosition,
    /// Routes kept without an agency: `agency.txt` does not have theirs.
    UnknownAgency,
    /// Trips kept without a course: `shapes.txt` does not have theirs.
    UnknownShape,
    /// Optional tables left out: they cannot be read.
    UnreadableTable,
    /// Files left out: not part of GTFS.
    UnknownFile,
}

impl FeedIssueKind {
    /// What it is: `trips of an unknown route`.
    pub fn what(self) -> &'static str {
        match self {
            Self::TripOfUnknownRoute => "trips of an unknown route",
            Self::TripOfUnknownService => "trips whose days of service are unknown",
            Self::TripWithUnknownStop => "trips with an unknown stop",
            Self::TripWithBadTime => "trips with an invalid time",
            Self::TripWithBadSequence => "trips with an invalid stop_sequence",
            Self::TripBackInTime => "trips that go back in time",
            Self::TripWithOneStop => "trips with a single stop",
            Self::TripWithTooManyStops => "trips with over 2000 stops",
            Self::IdenticalRow => "rows that repeat an earlier one",
            Self::ContradictoryRow => "rows that contradict an earlier one (the first counts)",
            Self::BadRow => "rows with missing or surplus fields",
            Self::BadValue => "invalid numbers",
            Self::BadDate => "invalid dates",
            Self::RowOfUnknownTrip => "rows of unknown trips",
            Self::StopWithoutPosition => "stops without a position",
            Self::UnknownAgency => "routes of an unknown agency (kept)",
            Self::UnknownShape => "trips of an unknown shape (kept)",
            Self::UnreadableTable => "optional tables that cannot be read",
            Self::UnknownFile => "files that are not part of GTFS",
        }
    }

    /// Its entry in `docs/errors.md`.
    pub fn code(self) -> &'static str {
        match self {
            Self::IdenticalRow | Self::ContradictoryRow => "gtfs-004",
            Self::StopWithoutPosition => "gtfs-005",
            Self::TripOfUnknownRoute
            | Self::TripOfUnknownService
            | Self::TripWithUnknownStop
            | Self::RowOfUnknownTrip
            | Self::UnknownAgency
            | Self::UnknownShape => "gtfs-006",
            Self::TripWithBadTime | Self::BadDate => "gtfs-007",
            Self::TripBackInTime => "gtfs-008",
            Self::TripWithBadSequence | Self::BadValue => "gtfs-009",
            Self::TripWithOneStop | Self::TripWithTooManyStops => "gtfs-010",
            Self::BadRow => "gtfs-012",
            Self::UnreadableTable | Self::UnknownFile => "gtfs-013",
        }
    }

    /// Whether trips are left out, each of them counted once.
    pub fn drops_trips(self) -> bool {
        self <= Self::TripWithTooManyStops
    }

    fn help(self) -> &'static str {
        match self {
            Self::IdenticalRow | Self::ContradictoryRow => "remove or rename one of the two",
            Self::StopWithoutPosition => "give stop_lat and stop_lon in degrees",
            Self::TripWithBadTime => "write hours, minutes and seconds, such as 07:05:00 or 25:10:00",
            Self::BadDate => "write year, month and day, such as 20260131",
            Self::TripBackInTime => "correct the times; after midnight, continue with 24:00:00, 25:00:00",
            Self::TripWithBadSequence => "number the stops of a trip 1, 2, 3",
            Self::TripWithOneStop | Self::TripWithTooManyStops => {
                "give the stops of one trip, two or more and at most 2000"
            }
            Self::BadRow => "check commas and quotation marks",
            Self::BadValue => "write it as a plain number",
            Self::UnreadableTable | Self::UnknownFile => "correct or remove the file",
            _ => "add it there, or correct the id here",
        }
    }
}

/// What was left out so far.
#[derive(Debug, Default)]
pub(super) struct Account {
    kinds: BTreeMap<FeedIssueKind, Entry>,
    /// Indices of trips.
    dropped_trips: HashSet<u32>,
}

#[derive(Debug, Default)]
struct Entry {
    count: usize,
    examples: Vec<Example>,
}

#[derive(Debug)]
struct Example {
    path: PathBuf,
    line: u64,
    problem: String,
}

impl Account {
    /// Counts something that was left out. `problem` is asked for where it serves as an example.
    pub(super) fn add(&mut self, kind: FeedIssueKind, at: At, problem: impl FnOnce() -> String) {
        let entry = self.kinds.entry(kind).or_default();
        entry.count += 1;
        if entry.examples.len() < FeedIssue::MOST_EXAMPLES {
            entry.examples.push(Example { path: at.path.into(), line: at.line, problem: problem() });
        }
    }

    /// Leaves out a trip, once.
    pub(super) fn drop_trip(
        &mut self,
        trip: u32,
        kind: FeedIssueKind,
        at: At,
        problem: impl FnOnce() -> String,
    ) {
        if self.dropped_trips.insert(trip) {
            self.add(kind, at, problem);
        }
    }

    pub(super) fn is_dropped(&self, trip: u32) -> bool {
        self.dropped_trips.contains(&trip)
    }

    /// Trips left out so far.
    pub(super) fn dropped_trip_count(&self) -> usize {
        self.dropped_trips.len()
    }

    /// Rows of a table that do not fit its header.
    pub(super) fn add_rows(&mut self, file: &TextFile, rows: Problems) {
        let Err(errors) = rows.or(()) else { return };
        for error in errors.listed() {
            self.add(FeedIssueKind::BadRow, file.at(error.line), || error.problem.clone());
        }
        self.kinds.entry(FeedIssueKind::BadRow).or_default().count += errors.left_out() as usize;
    }

    /// An optional table that is left out.
    pub(super) fn add_table(&mut self, errors: &InputErrors) {
        let error = &errors.listed()[0];
        let at = At::line(&error.path, error.line);
        self.add(FeedIssueKind::UnreadableTable, at, || error.problem.clone());
    }

    /// The commonest kind among those that leave out trips, else among all, with examples as problems.
    pub(super) fn commonest(&self, problems: &mut Problems) -> Option<(FeedIssueKind, usize)> {
        let any_trip = self.kinds.keys().any(|kind| kind.drops_trips());
        let kinds = self.kinds.iter().filter(|(kind, _)| kind.drops_trips() == any_trip);
        let (&kind, entry) = kinds.rev().max_by_key(|(_, entry)| entry.count)?;
        for Example { path, line, problem } in &entry.examples {
            problems.add(At::line(path, *line), kind.code(), problem, kind.help());
        }
        Some((kind, entry.count))
    }

    pub(super) fn finish(self) -> FeedIssues {
        let issue = |(kind, entry): (FeedIssueKind, Entry)| FeedIssue {
            kind,
            count: entry.count,
            examples: entry.examples.iter().map(ToString::to_string).collect(),
        };
        FeedIssues { list: self.kinds.into_iter().map(issue).collect() }
    }
}

impl fmt::Display for Example {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy();
        match self.line {
            0 => write!(f, "{table}: {}", self.problem),
            line => write!(f, "{table}:{line}: {}", self.problem),
        }
    }
}
