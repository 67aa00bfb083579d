//! Timetables in GTFS form: the parts of a feed that say where vehicles go and when.

mod clock;
mod feed;
mod source;
mod tables;

use std::path::Path;

pub use clock::parse_clock;
pub use feed::{Call, Feed, FeedRoute, FeedStop, FeedTrip, Frequency, ServiceDays};

use crate::InputErrors;
use crate::error::{At, Problems};
use source::Source;

/// Reads a feed: a zip file, or the folder it was unpacked into.
///
/// # Errors
/// Everything wrong with its tables; see `docs/errors.md`.
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
    let name = path.file_stem().map_or_else(|| "feed".into(), |stem| stem.to_string_lossy().into_owned());
    let mut problems = Problems::default();
    let mut load = |table: &str| problems.keep(source.table(table)).flatten();
    let [stops, routes, trips, stop_times] = NEEDED.map(&mut load);
    let [calendar, calendar_dates, frequencies] =
        ["calendar.txt", "calendar_dates.txt", "frequencies.txt"].map(&mut load);
    let mut problems = problems.or(()).err().map_or_else(Problems::default, |errors| {
        let mut problems = Problems::default();
        problems.keep::<()>(Err(errors));
        problems
    });
    let needed = [&stops, &routes, &trips, &stop_times];
    if problems.is_empty() {
        for (table, name) in needed.iter().zip(NEEDED) {
            if table.is_none() {
                let problem = format!("has no {name}");
                problems.add(
                    At::whole(&path),
                    "gtfs-003",
                    problem,
                    "ask for a complete feed, or add the table",
                );
            }
        }
        if calendar.is_none() && calendar_dates.is_none() {
            let problem = "has neither calendar.txt nor calendar_dates.txt";
            let help = "ask for a complete feed: one of the two says on which days trips run";
            problems.add(At::whole(&path), "gtfs-003", problem, help);
        }
    }
    let (Some(stops), Some(routes), Some(trips), Some(stop_times), true) =
        (stops, routes, trips, stop_times, problems.is_empty())
    else {
        return problems.or(()).map(|()| unreachable!("a table is missing, which is a problem"));
    };
    let mut draft = tables::Draft::new(name);
    draft.add_stops(&stops);
    draft.add_routes(&routes);
    if let Some(file) = &calendar {
        draft.add_calendar(file);
    }
    if let Some(file) = &calendar_dates {
        draft.add_calendar_dates(file);
    }
    draft.add_trips(&trips);
    draft.add_stop_times(&stop_times);
    if let Some(file) = &frequencies {
        draft.add_frequencies(file);
    }
    draft.finish()
}

const NEEDED: [&str; 4] = ["stops.txt", "routes.txt", "trips.txt", "stop_times.txt"];

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::parse_date;

    /// Two stops, one line, one trip on weekdays.
    const GOOD: [(&str, &str); 5] = [
        ("stops.txt", "stop_id,stop_name,stop_lat,stop_lon\na,A,-30.1,-51.2\nb,B,-30.2,-51.2\n"),
        ("routes.txt", "route_id,route_short_name,route_long_name,route_type\nr,1,One,3\n"),
        ("trips.txt", "route_id,service_id,trip_id,direction_id\nr,week,t,0\n"),
        (
            "stop_times.txt",
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,25:10:00,25:10:00,b,2\n\
             t,24:58:00,24:59:00,a,1\n",
        ),
        (
            "calendar.txt",
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n\
             week,1,1,1,1,1,0,0,20190415,20190715\n",
        ),
    ];

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    /// The good feed with one table replaced (or left out if there is no text).
    fn with(table: &str, text: Option<&[u8]>) -> Result<Feed, InputErrors> {
        let mut files: Vec<(&str, &[u8])> =
            GOOD.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        files.retain(|(name, _)| *name != table);
        files.extend(text.map(|text| (table, text)));
        parse_gtfs(Path::new("f.zip"), zipped(&files))
    }

    /// Line, problem and code of the first complaint.
    fn complaint(table: &str, text: Option<&str>) -> String {
        let errors = with(table, text.map(str::as_bytes)).unwrap_err();
        let first = &errors.listed()[0];
        format!("{}:{}: {} [{}]", first.path.display(), first.line, first.problem, first.code)
    }

    #[test]
    fn trips_are_read_in_the_order_of_their_stops_also_past_midnight() {
        let feed = with("none", None).unwrap();
        assert_eq!((feed.name.as_str(), feed.trips.len()), ("f", 1));
        let calls = feed.calls(&feed.trips[0]);
        let stops: Vec<_> = calls.iter().map(|call| feed.stops[call.stop as usize].id.as_str()).collect();
        assert_eq!(stops, ["a", "b"]);
        assert_eq!(
            (calls[0].departure, calls[1].arrival),
            (Some(24 * 3600 + 59 * 60), Some(25 * 3600 + 600))
        );
        let service = &feed.services[feed.trips[0].service as usize];
        assert!(service.runs_on(parse_date("20190417").unwrap()));
        assert!(!service.runs_on(parse_date("20190420").unwrap()), "a Saturday");
        assert!(!service.runs_on(parse_date("20190716").unwrap()), "past the end");
    }

    #[test]
    fn exceptions_change_the_calendar() {
        let dates = "service_id,date,exception_type\nweek,20190417,2\nweek,20190420,1\nholiday,20190421,1\n";
        let feed = with("calendar_dates.txt", Some(dates.as_bytes())).unwrap();
        let week = &feed.services[0];
        assert!(!week.runs_on(parse_date("20190417").unwrap()));
        assert!(week.runs_on(parse_date("20190420").unwrap()));
        assert_eq!(feed.services.len(), 2);
    }

    #[test]
    fn broken_feeds_are_explained() {
        assert_eq!(complaint("stop_times.txt", None), "f.zip:0: has no stop_times.txt [gtfs-003]");
        assert_eq!(
            complaint("calendar.txt", None),
            "f.zip:0: has neither calendar.txt nor calendar_dates.txt [gtfs-003]"
        );
        assert_eq!(
            complaint("stops.txt", Some("stop_id,stop_lat,stop_lon\na,,-51.2\nb,1,2\n")),
            "f.zip/stops.txt:2: stop a has no position [gtfs-005]"
        );
        assert_eq!(
            complaint("stops.txt", Some("stop_id,stop_lat,stop_lon\na,1,2\na,1,2\nb,1,2\n")),
            "f.zip/stops.txt:3: stop_id a is already defined in line 2 [gtfs-004]"
        );
        assert_eq!(
            complaint("trips.txt", Some("route_id,service_id,trip_id\nr,week,t\nx,week,u\n")),
            "f.zip/trips.txt:3: route_id x is not in routes.txt [gtfs-006]"
        );
        assert_eq!(
            complaint(
                "stop_times.txt",
                Some("trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,8am,8am,a,1\n")
            ),
            "f.zip/stop_times.txt:2: arrival_time of trip t is 8am, which is not a time [gtfs-007]"
        );
        assert_eq!(
            complaint(
                "stop_times.txt",
                Some(
                    "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,8:00:00,8:00:00,a,1\n\
                      t,7:00:00,7:00:00,b,2\n"
                )
            ),
            "f.zip/stop_times.txt:3: trip t goes back in time at stop b [gtfs-008]"
        );
        assert_eq!(
            complaint("calendar.txt", Some("service_id,start_date,end_date\nweek,20190415,2019\n")),
            "f.zip/calendar.txt:1: there is no column monday [city-003]"
        );
    }

    #[test]
    fn text_that_is_not_utf_8_is_refused_with_its_line() {
        let errors = with("stops.txt", Some(b"stop_id,stop_lat,stop_lon\na\x81,1,2\n")).unwrap_err();
        assert_eq!((errors.listed()[0].code, errors.listed()[0].line), ("file-006", 2));
    }

    #[test]
    fn a_zip_bomb_is_not_unpacked() {
        let bomb = vec![b'0'; 64 << 20];
        let errors = with("stop_times.txt", Some(&bomb)).unwrap_err();
        assert_eq!(errors.listed()[0].code, "gtfs-002", "{errors}");
    }

    #[test]
    fn a_trip_of_thousands_of_stops_is_refused() {
        let trip = |stops: usize| {
            let rows: Vec<String> =
                (0..stops).map(|at| format!("t,,,{},{at}\n", ["a", "b"][at % 2])).collect();
            format!("trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{}", rows.concat())
        };
        assert!(with("stop_times.txt", Some(trip(2_000).as_bytes())).is_ok());
        assert_eq!(
            complaint("stop_times.txt", Some(&trip(50_000))),
            "f.zip/stop_times.txt:2: trip t has 50000 stops [gtfs-010]"
        );
    }

    #[test]
    fn what_is_no_zip_is_refused() {
        let errors = parse_gtfs(Path::new("f.zip"), b"<html>not found</html>".to_vec()).unwrap_err();
        assert_eq!(errors.listed()[0].code, "gtfs-001");
        let whole = zipped(&GOOD.map(|(name, text)| (name, text.as_bytes())));
        assert!(parse_gtfs(Path::new("f.zip"), whole[..whole.len() / 2].to_vec()).is_err());
    }
}
