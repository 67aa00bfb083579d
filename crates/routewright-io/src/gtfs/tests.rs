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
    let mut files: Vec<(&str, &[u8])> = GOOD.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
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
    assert_eq!((calls[0].departure, calls[1].arrival), (Some(24 * 3600 + 59 * 60), Some(25 * 3600 + 600)));
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
        complaint("calendar.txt", Some("service_id,start_date,end_date\nweek,20190415,2019\n")),
        "f.zip/calendar.txt:1: there is no column monday [city-003]"
    );
    assert_eq!(
        complaint("trips.txt", Some("route_id,service_id,trip_id\n")),
        "f.zip:0: trips.txt has no trips; \
        commonest reason: rows of unknown trips (2) [gtfs-011]"
    );
    assert_eq!(
        complaint("stop_times.txt", Some("trip_id,stop_id,stop_sequence\n")),
        "f.zip:0: its only trip has no stops [gtfs-011]"
    );
    let trips = "route_id,service_id,trip_id\nr,week,t\nx,week,u\nr,never,v\nx,week,w\n";
    let errors = with("trips.txt", Some(trips.as_bytes())).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "f.zip: 3 of its 4 trips cannot be used; commonest reason: trips of an unknown route (2) [gtfs-011]\n  \
         help: correct the feed, or ask the agency for a complete one\n\
         f.zip/trips.txt:3: trip u names route x, which routes.txt does not have [gtfs-006]\n  \
         help: add it there, or correct the id here\n\
         f.zip/trips.txt:5: trip w names route x, which routes.txt does not have [gtfs-006]\n  \
         help: add it there, or correct the id here"
    );
}

/// The good feed with rows added to some tables: what was left out, and the trips that are left.
fn told(rows: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let mut files: Vec<(&str, String)> = GOOD.map(|(name, text)| (name, text.to_owned())).to_vec();
    for (table, text) in rows {
        match files.iter_mut().find(|(name, _)| name == table) {
            Some((_, rows)) => rows.push_str(text),
            None => files.push((table, (*text).to_owned())),
        }
    }
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let feed = parse_gtfs(Path::new("f.zip"), zipped(&files)).unwrap_or_else(|errors| panic!("{errors}"));
    let issues = feed.issues.iter().map(|issue| format!("{issue}, such as {}", issue.examples.join(" | ")));
    (issues.collect(), feed.trips.iter().map(|trip| trip.id.clone()).collect())
}

#[test]
fn rows_that_repeat_others_are_left_out_and_counted() {
    let repeats = GOOD.map(|(table, text)| (table, text.split_once('\n').unwrap().1));
    let (issues, trips) = told(&repeats);
    assert_eq!(trips, ["t"]);
    assert_eq!(
        issues,
        [
            "rows that repeat an earlier one: 7, such as stops.txt:4: stop_id a repeats line 2 | stops.txt:5: stop_id b repeats \
          line 3 | routes.txt:3: route_id r repeats line 2 | calendar.txt:3: service_id week repeats line 2 | \
          trips.txt:3: trip_id t repeats line 2"
        ]
    );
    let (issues, trips) = told(&[
        ("stops.txt", "a,Elsewhere,1,2\n"),
        ("stop_times.txt", "t,24:58:00,24:59:00,b,1\n"),
        ("calendar_dates.txt", "service_id,date,exception_type\nweek,20190416,1\nweek,20190416,2\n"),
    ]);
    assert_eq!(trips, ["t"]);
    assert_eq!(
        issues,
        [
            "rows that contradict an earlier one (the first counts): 3, such as stops.txt:4: stop_id a contradicts line 2 | \
          calendar_dates.txt:3: 2019-04-16 of service week contradicts line 2 | \
          stop_times.txt:4: stop_sequence 1 of trip t contradicts line 3"
        ]
    );
}

#[test]
fn bad_trips_are_left_out_and_named() {
    let trips: String =
        ["good1", "good2", "good3", "good4", "good5", "good6", "stop", "time", "back", "one", "number"]
            .map(|trip| format!("r,week,{trip},0\n"))
            .concat();
    let mut times: String = (1..=6)
        .map(|trip| format!("good{trip},8:00:00,8:00:00,a,1\ngood{trip},8:10:00,8:10:00,b,2\n"))
        .collect();
    times += "stop,8:00:00,8:00:00,a,1\nstop,8:05:00,8:05:00,x,2\ntime,8am,8am,a,1\ntime,9:00:00,9:00:00,b,2\n\
              back,8:00:00,8:00:00,a,1\nback,7:00:00,7:00:00,b,2\none,8:00:00,8:00:00,a,1\nwho,8:00:00,8:00:00,a,1\n\
              number,8:00:00,8:00:00,a,first\n";
    let (issues, trips) = told(&[("trips.txt", &trips), ("stop_times.txt", &times)]);
    assert_eq!(trips, ["t", "good1", "good2", "good3", "good4", "good5", "good6"]);
    assert_eq!(
        issues,
        [
            "trips with an unknown stop: 1, such as stop_times.txt:17: trip stop names stop x, which stops.txt does not have",
            "trips with an invalid time: 1, such as stop_times.txt:18: arrival_time of trip time is 8am, which is not a time",
            "trips with an invalid stop_sequence: 1, such as stop_times.txt:24: stop_sequence of trip number is first",
            "trips that go back in time: 1, such as stop_times.txt:21: trip back goes back in time at stop b",
            "trips with a single stop: 1, such as stop_times.txt:22: trip one has 1 stop",
            "rows of unknown trips: 1, such as stop_times.txt:23: trips.txt does not have trip who",
        ]
    );
}

#[test]
fn optional_tables_may_be_unreadable_and_files_unknown() {
    let (issues, trips) = told(&[
        ("agency.txt", "nothing\n1\n"),
        ("shapes.txt", "shape_id\n"),
        ("calendar_dates.txt", " \n"),
        (
            "frequencies.txt",
            "trip_id,start_time,end_time,headway_secs\nt,6:00:00,noon,600\nx,6:00:00,7:00:00,600\n",
        ),
        ("notes.txt", "hello"),
        ("fare_rules.txt", "known, but not read"),
        ("routes.txt", "s,2,Two,bus\nshort\n"),
        ("stops.txt", "c,C,,\n"),
    ]);
    assert_eq!(trips, ["t"]);
    assert_eq!(
        issues,
        [
            "rows with missing or surplus fields: 1, such as routes.txt:4: the line has 1 field, but the header has 4",
            "invalid numbers: 2, such as routes.txt:3: route_type of route s is bus; taken as a bus | \
             frequencies.txt:2: the frequency of trip t has an invalid time or headway",
            "rows of unknown trips: 1, such as frequencies.txt:3: trips.txt does not have trip x",
            "stops without a position: 1, such as stops.txt:4: stop c has no position",
            "optional tables that cannot be read: 3, such as agency.txt:1: there is no column agency_name | \
             calendar_dates.txt: is empty | shapes.txt:1: there is no column shape_pt_lat",
            "files that are not part of GTFS: 1, such as notes.txt: is not part of GTFS",
        ]
    );
}

#[test]
fn lines_are_known_with_agency_names_colour_and_course() {
    let mut files: Vec<(&str, &[u8])> = GOOD.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.retain(|(name, _)| !matches!(*name, "routes.txt" | "trips.txt" | "stops.txt"));
    files.extend([
        ("agency.txt", &b"\xef\xbb\xbfagency_id, agency_name ,agency_url,agency_timezone\r\nX,\"Trams, Inc\",,Etc/UTC"[..]),
        ("routes.txt", b"route_id,route_long_name,route_type,route_color\nr,One,0,#00ff7F\n"),
        ("trips.txt", b"route_id,service_id,trip_id,trip_headsign,shape_id\nr,week,t,Centro,s\nr,week,u,Centro,q\n"),
        ("stops.txt", b"stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\na,,-30.1,-51.2,0,p\n\
            b,,,,0,p\np,Central,-30,-51,1,\n"),
        ("shapes.txt", b"shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns,1,2,10\ns,3,4,9\nother,1,1,1\ns,3,4,9\n"),
    ]);
    let feed = parse_gtfs(Path::new("f.zip"), zipped(&files)).unwrap();
    let (route, trip) = (&feed.routes[0], &feed.trips[0]);
    let agency = feed.agency(route).unwrap();
    assert_eq!(
        (&*agency.name, agency.timezone.as_deref(), agency.url.as_deref()),
        ("Trams, Inc", Some("Etc/UTC"), None)
    );
    assert_eq!((&*route.name, &*route.short_name, route.long_name.as_deref()), ("One", "", Some("One")));
    assert_eq!((route.kind, route.colour.as_deref()), (0, Some("00ff7F")));
    assert_eq!(trip.headsign.as_deref(), Some("Centro"));
    assert_eq!(feed.shape(trip), Some(&[[4.0, 3.0], [2.0, 1.0]][..]));
    assert_eq!(feed.shape_count(), 1);
    let stops: Vec<_> = feed.stops.iter().map(|stop| (&*stop.id, &*stop.name, stop.lat)).collect();
    assert_eq!(stops, [("a", "Central", -30.1), ("b", "Central", -30.0), ("p", "Central", -30.0)]);
    assert_eq!((feed.issues.count(FeedIssueKind::IdenticalRow), feed.trips_without_stops), (1, 1));
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
        let rows: Vec<String> = (0..stops).map(|at| format!("t,,,{},{at}\n", ["a", "b"][at % 2])).collect();
        format!("trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{}", rows.concat())
    };
    assert!(with("stop_times.txt", Some(trip(2_000).as_bytes())).is_ok());
    assert_eq!(
        complaint("stop_times.txt", Some(&trip(50_000))),
        "f.zip:0: its only trip cannot be used; commonest reason: trips with over 2000 stops (1) [gtfs-011]"
    );
}

#[test]
fn what_is_no_zip_is_refused() {
    let errors = parse_gtfs(Path::new("f.zip"), b"<html>not found</html>".to_vec()).unwrap_err();
    assert_eq!(errors.listed()[0].code, "gtfs-001");
    let whole = zipped(&GOOD.map(|(name, text)| (name, text.as_bytes())));
    assert!(parse_gtfs(Path::new("f.zip"), whole[..whole.len() / 2].to_vec()).is_err());
}
