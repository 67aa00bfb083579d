//! Timetables in GTFS form: the parts of a feed that say where vehicles go and when.

mod clock;
mod days;
mod feed;
mod ids;
mod issues;
mod shapes;
mod source;
mod stop_times;
mod tables;
mod trips;

use std::path::Path;

pub use clock::parse_clock;
pub use feed::{Call, Feed, FeedAgency, FeedRoute, FeedStop, FeedTrip, Frequency, ServiceDays};
pub use issues::{FeedIssue, FeedIssueKind, FeedIssues};

use crate::error::{At, Problems};
use crate::{InputErrors, TextFile};
use source::Source;
use tables::Draft;

/// Reads a feed: a zip file, or the folder it was unpacked into.
///
/// Feeds come as they are: rows that repeat others, bad trips and tables that are not needed are left out, counted and
/// named in [`Feed::issues`].
///
/// # Errors
/// A table is missing or cannot be read at all, no trip can be used, or more than half of them cannot; see
/// `docs/errors.md`.
pub fn read_gtfs(path: &Path) -> Result<Feed, InputErrors> {
    parse(Source::open(path)?)
}

/// Reads a zipped feed in memory; `path` is for messages.
///
/// # Errors
/// As [`read_gtfs`].
pub fn parse_gtfs(path: &Path, zipped: Vec<u8>) -> Result<Feed, InputErrors> {
    parse(Source::from_bytes(path, zipped)?)
}

fn parse(mut source: Source) -> Result<Feed, InputErrors> {
    let path = source.path().to_path_buf();
    check_tables(&path, &source)?;
    let name = path.file_stem().map_or_else(|| "feed".into(), |stem| stem.to_string_lossy().into_owned());
    let mut draft = Draft::new(name);
    for file in source.unknown_files() {
        draft.add_unknown_file(At::whole(&path.join(file)));
    }
    let mut problems = Problems::default();
    optional(&mut draft, &mut source, "agency.txt", Draft::add_agencies);
    let [stops, routes, trips, stop_times] = NEEDED;
    needed(&mut draft, &mut source, stops, Draft::add_stops, &mut problems);
    needed(&mut draft, &mut source, routes, Draft::add_routes, &mut problems);
    add_days(&mut draft, &mut source, &mut problems);
    needed(&mut draft, &mut source, trips, Draft::add_trips, &mut problems);
    needed(&mut draft, &mut source, stop_times, Draft::add_stop_times, &mut problems);
    problems.or(())?;
    optional(&mut draft, &mut source, "frequencies.txt", Draft::add_frequencies);
    if !optional(&mut draft, &mut source, "shapes.txt", Draft::add_shapes) {
        draft.forget_shapes();
    }
    draft.finish(At::whole(&path))
}

const NEEDED: [&str; 4] = ["stops.txt", "routes.txt", "trips.txt", "stop_times.txt"];
const CALENDARS: [&str; 2] = ["calendar.txt", "calendar_dates.txt"];

/// Reads a table into the draft; problems with the table as a whole go to the last parameter.
type Add = fn(&mut Draft, &TextFile, &mut Problems);

fn check_tables(path: &Path, source: &Source) -> Result<(), InputErrors> {
    let mut problems = Problems::default();
    for table in NEEDED.into_iter().filter(|table| !source.has(table)) {
        let help = "ask for a complete feed, or add the table";
        problems.add(At::whole(path), "gtfs-003", format!("has no {table}"), help);
    }
    if !CALENDARS.into_iter().any(|table| source.has(table)) {
        let problem = "has neither calendar.txt nor calendar_dates.txt";
        let help = "ask for a complete feed: one of the two says on which days trips run";
        problems.add(At::whole(path), "gtfs-003", problem, help);
    }
    problems.or(())
}

fn needed(draft: &mut Draft, source: &mut Source, table: &str, add: Add, problems: &mut Problems) {
    if let Some(file) = problems.keep(source.table(table)).flatten() {
        add(draft, &file, problems);
    }
}

/// Whether the table is there and was read. One that cannot be read is left out and counted.
fn optional(draft: &mut Draft, source: &mut Source, table: &str, add: Add) -> bool {
    load(draft, source, table, add).unwrap_or_else(|errors| {
        draft.issues.add_table(&errors);
        false
    })
}

fn load(draft: &mut Draft, source: &mut Source, table: &str, add: Add) -> Result<bool, InputErrors> {
    let Some(file) = source.table(table)? else { return Ok(false) };
    let mut problems = Problems::default();
    add(draft, &file, &mut problems);
    problems.or(true)
}

/// One of the two calendars will do; if none can be read, both are needed.
fn add_days(draft: &mut Draft, source: &mut Source, problems: &mut Problems) {
    let adds: [Add; 2] = [Draft::add_calendar, Draft::add_calendar_dates];
    let [first, second] = [0, 1].map(|at| load(draft, source, CALENDARS[at], adds[at]));
    let is_usable = matches!(first, Ok(true)) || matches!(second, Ok(true));
    for errors in [first, second].into_iter().filter_map(Result::err) {
        if is_usable {
            draft.issues.add_table(&errors);
        } else {
            problems.keep::<()>(Err(errors));
        }
    }
}

#[cfg(test)]
mod tests;
