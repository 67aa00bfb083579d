//! A feed read back by other hands than the writer's is the network it was made of.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use routewright_io::{
    FeedContent, FeedError, FeedOptions, FeedPeriods, LineAgency, LineStop, LineWay, LinkShapes, TextFile,
    TodayLine, gtfs_feed, parse_link_shapes, parse_network, write_gtfs_feed,
};
use routewright_model::geography::{METRES_PER_DEGREE, to_degrees};
use routewright_model::{City, Headways, Network, NodeId, Pattern, Position, Route, Seconds};

/// The rows of a table by the names of its columns.
type Table = Vec<BTreeMap<String, String>>;

struct Feed(BTreeMap<String, Table>);

impl Feed {
    fn from_zip(bytes: &[u8]) -> Self {
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        let mut tables = BTreeMap::new();
        for index in 0..zip.len() {
            let mut file = zip.by_index(index).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            let name = file.name().unwrap().into_owned();
            tables.insert(name, reader.deserialize().map(Result::unwrap).collect());
        }
        Self(tables)
    }

    fn table(&self, name: &str) -> &Table {
        &self.0[name]
    }

    fn trip(&self, id: &str) -> Vec<(&str, u32)> {
        let rows = self.table("stop_times.txt").iter().filter(|row| row["trip_id"] == id);
        rows.map(|row| (row["stop_id"].as_str(), seconds(&row["departure_time"]))).collect()
    }
}

fn seconds(clock: &str) -> u32 {
    let parts: Vec<u32> = clock.split(':').map(|part| part.parse().unwrap()).collect();
    assert!(clock.len() >= 8 && parts.len() == 3 && parts[1] < 60 && parts[2] < 60, "{clock}");
    parts[0] * 3600 + parts[1] * 60 + parts[2]
}

fn options() -> FeedOptions {
    FeedOptions {
        weekdays: "mon-fri".parse().unwrap(),
        agency_name: "Town, \"the\" agency".into(),
        agency_url: "https://example.org".into(),
        timezone: "America/Sao_Paulo".into(),
        language: "pt".into(),
        days: ("2026-03-01".parse().unwrap(), "2026-12-31".parse().unwrap()),
        periods: FeedPeriods::all_day(Seconds(6 * 3600), Seconds(23 * 3600 + 1800)).unwrap(),
        contact: None,
        dwell: Seconds(0),
        layover: Seconds(0),
        headways: Headways::new(Seconds(600), [("7".to_owned(), Seconds(450))].into()).unwrap(),
        fixed_route_type: 1,
    }
}

fn network(city: &City, text: &str) -> Network {
    parse_network(city, &TextFile::new("network.json", text)).unwrap()
}

/// Two-way on links, one-way with own times and a node twice, a name that comes twice, a leg of no time.
fn sample(city: &City) -> [Network; 2] {
    let bus = r#"[{"name": "7", "stops": [1, 2, 3, 6, 8]},
        {"name": "Ring, inner", "stops": [1, 9, 14, 1, 2], "leg_minutes": [4.05, 2, 0, 0.3333], "one_way": true},
        {"name": "7", "stops": [10, 11, 12]}]"#;
    let metro = r#"[{"name": "M", "stops": [1, 13], "leg_minutes": [1430.5]}]"#;
    [network(city, bus), network(city, metro)]
}

fn packed(city: &City, network: &Network, fixed: &Network, link_shapes: &LinkShapes, name: &str) -> Feed {
    let content = FeedContent::new(city, network, fixed, link_shapes);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).with_extension("zip");
    write_gtfs_feed(&path, &gtfs_feed(&content, &options()).unwrap()).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    write_gtfs_feed(&path, &gtfs_feed(&content, &options()).unwrap()).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), bytes, "the same bytes every time");
    Feed::from_zip(&bytes)
}

/// Stops and seconds from the first of them.
fn expected(city: &City, stops: impl Iterator<Item = NodeId>, legs: Vec<Seconds>) -> Vec<(String, u32)> {
    let mut time = 6 * 3600;
    let legs = std::iter::once(0).chain(legs.into_iter().map(|leg| leg.0));
    let call = |(stop, leg): (NodeId, u32)| {
        time += leg;
        (city.node(stop).name.clone(), time)
    };
    stops.zip(legs).map(call).collect()
}

#[test]
fn a_feed_reads_back_to_the_network_stop_for_stop_and_second_for_second() {
    let city = City::mandl();
    let [buses, metro] = sample(&city);
    let feed = packed(&city, &buses, &metro, &LinkShapes::default(), "round-trip");
    let routes: Vec<&Route> = buses.routes.iter().chain(&metro.routes).collect();
    let ids: Vec<&str> = feed.table("routes.txt").iter().map(|row| row["route_id"].as_str()).collect();
    assert_eq!(ids, ["7", "Ring, inner", "7 (2)", "M"]);
    for (route, id) in routes.iter().zip(&ids) {
        let of_route = feed.table("trips.txt").iter().filter(|row| row["route_id"] == *id);
        let trips: Vec<_> = of_route.collect();
        assert_eq!(trips.len(), if route.legs_back().is_some() { 2 } else { 1 });
        for trip in trips {
            let wanted = match trip["direction_id"].as_str() {
                "0" => expected(&city, route.stops().iter().copied(), route.legs_out().to_vec()),
                _ => {
                    let legs = route.legs_back().unwrap().iter().rev().copied().collect();
                    expected(&city, route.stops().iter().rev().copied(), legs)
                }
            };
            let found = feed.trip(&trip["trip_id"]);
            assert!(wanted.iter().map(|(stop, time)| (stop.as_str(), *time)).eq(found), "{id}");
        }
    }
    let headways: Vec<&str> =
        feed.table("frequencies.txt").iter().map(|row| row["headway_secs"].as_str()).collect();
    assert_eq!(headways, ["450", "450", "600", "450", "450", "600", "600"]);
    let kinds: Vec<&str> = feed.table("routes.txt").iter().map(|row| row["route_type"].as_str()).collect();
    assert_eq!(kinds, ["3", "3", "3", "1"]);
    assert_eq!(feed.table("agency.txt")[0]["agency_name"], "Town, \"the\" agency");
    assert_eq!(feed.table("calendar.txt")[0]["end_date"], "20261231");
}

#[test]
fn every_reference_is_there_and_distances_grow() {
    let city = City::mandl();
    let [buses, metro] = sample(&city);
    let feature = r#"{"type": "Feature", "properties": {"from": "1", "to": "2"},
        "geometry": {"type": "LineString", "coordinates": [[1000, 9000], [2000, 9500], [3000, 8000]]}}"#;
    let text = format!("{{\"features\": [{feature}]}}");
    let shapes = parse_link_shapes(&city, &TextFile::new("shapes", text)).unwrap();
    let feed = packed(&city, &buses, &metro, &shapes, "references");
    let column = |table: &str, name: &str| -> BTreeSet<&str> {
        feed.table(table).iter().map(|row| row[name].as_str()).collect()
    };
    assert_eq!(column("stop_times.txt", "stop_id"), column("stops.txt", "stop_id"));
    for table in ["stop_times.txt", "frequencies.txt"] {
        assert_eq!(column(table, "trip_id"), column("trips.txt", "trip_id"));
    }
    assert_eq!(column("trips.txt", "shape_id"), column("shapes.txt", "shape_id"));
    assert_eq!(column("trips.txt", "service_id"), column("calendar.txt", "service_id"));
    for (table, id) in [("stop_times.txt", "trip_id"), ("shapes.txt", "shape_id")] {
        for rows in feed.table(table).chunk_by(|a, b| a[id] == b[id]) {
            let covered: Vec<f64> =
                rows.iter().map(|row| row["shape_dist_traveled"].parse().unwrap()).collect();
            assert!(covered.windows(2).all(|pair| pair[0] < pair[1]), "{covered:?}");
        }
    }
    // The course of the street from 1 to 2 is part of the way out of route 7, and of its way back.
    let bend = format!("{:.7}", 9500.0 / METRES_PER_DEGREE);
    let bends = feed.table("shapes.txt").iter().filter(|row| row["shape_pt_lat"] == bend);
    let of: BTreeSet<&str> = bends.map(|row| row["shape_id"].as_str()).collect();
    assert_eq!(of, ["7 out", "7 back", "Ring, inner out"].into());
}

#[test]
fn what_no_feed_can_say_is_refused() {
    let mut parts = City::mandl().to_parts();
    parts.nodes[0].position.y = 2e7;
    let city = City::new(parts).unwrap();
    let network = network(&city, "[[1, 2]]");
    let (fixed, link_shapes) = (Network::default(), LinkShapes::default());
    let content = FeedContent::new(&city, &network, &fixed, &link_shapes);
    assert!(matches!(gtfs_feed(&content, &options()), Err(FeedError::OffEarth { .. })));
    let nobody = FeedOptions { contact: Some("nobody".into()), ..options() };
    let told = gtfs_feed(&content, &nobody).unwrap_err().to_string();
    assert!(told.starts_with("invalid contact nobody\n  help: "), "{told}");
}

impl Feed {
    fn of(content: &FeedContent<'_>, options: &FeedOptions) -> Self {
        let read = |text: &str| {
            csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
        };
        let tables = gtfs_feed(content, options).unwrap();
        Self(tables.iter().map(|table| (table.name.to_owned(), read(&table.text))).collect())
    }

    fn column(&self, table: &str, name: &str) -> Vec<&str> {
        self.table(table).iter().map(|row| row[name].as_str()).collect()
    }

    /// Start, end and headway of every period of a trip.
    fn runs(&self, trip: &str) -> Vec<[&str; 3]> {
        let rows = self.table("frequencies.txt").iter().filter(|row| row["trip_id"] == trip);
        rows.map(|row| ["start_time", "end_time", "headway_secs"].map(|name| row[name].as_str())).collect()
    }
}

/// Mandl's city with names for some of its nodes.
fn named_city() -> City {
    let mut parts = City::mandl().to_parts();
    for (at, label) in [(0, "Main Square"), (1, "Bridge"), (2, "Harbour"), (12, "Hill")] {
        parts.nodes[at].label = Some(label.to_owned());
    }
    City::new(parts).unwrap()
}

fn pattern(city: &City, stops: &str, legs: &[u32]) -> Pattern {
    let stops = stops.split('-').map(|name| city.node_named(name).unwrap()).collect();
    Pattern { stops, legs: legs.iter().map(|&leg| Seconds(leg)).collect() }
}

#[test]
fn stops_have_names_and_vehicles_stand_at_them() {
    let city = named_city();
    let network = network(&city, r#"[{"name": "7", "stops": [1, 2, 3], "vehicles": 2}]"#);
    let (fixed, shapes) = (Network::default(), LinkShapes::default());
    let standing =
        FeedOptions { dwell: Seconds(30), layover: Seconds(120), headways: Headways::default(), ..options() };
    let feed = Feed::of(&FeedContent::new(&city, &network, &fixed, &shapes), &standing);
    assert_eq!(feed.column("stops.txt", "stop_id"), ["1", "2", "3"]);
    assert_eq!(feed.column("stops.txt", "stop_name"), ["Main Square", "Bridge", "Harbour"]);
    assert_eq!(feed.column("trips.txt", "trip_headsign"), ["Harbour", "Main Square"]);
    assert_eq!(feed.column("routes.txt", "route_long_name"), ["Main Square – Harbour"]);
    // 8 and 2 minutes of driving, half a minute at the stop between.
    assert_eq!(feed.column("stop_times.txt", "arrival_time")[..3], ["06:00:00", "06:08:00", "06:10:30"]);
    assert_eq!(feed.column("stop_times.txt", "departure_time")[..3], ["06:00:00", "06:08:30", "06:10:30"]);
    // Both ways take 10 minutes, 1.5 at three stops and 2 of rest: two vehicles leave every 13.5 minutes.
    assert_eq!(feed.runs("7 back"), [["06:00:00", "23:30:00", "810"]]);
    assert_eq!(feed.column("feed_info.txt", "feed_contact_url"), ["https://example.org"]);
    let asked = FeedOptions { contact: Some("plan@example.org".into()), ..standing };
    let feed = Feed::of(&FeedContent::new(&city, &network, &fixed, &shapes), &asked);
    assert_eq!(feed.column("feed_info.txt", "feed_contact_email"), ["plan@example.org"]);
    assert_eq!(feed.column("feed_info.txt", "feed_contact_url"), [""]);
}

#[test]
fn headways_follow_the_periods_of_the_day() {
    let city = City::mandl();
    let network = network(&city, r#"[{"name": "a", "stops": [1, 2], "headway_minutes": 7.5}]"#);
    let (fixed, shapes) = (Network::default(), LinkShapes::default());
    let periods = "5:00-7:00=2,7:00-9:00=1,9:00-16:00=1.5,22:00-25:00=4".parse().unwrap();
    let feed =
        Feed::of(&FeedContent::new(&city, &network, &fixed, &shapes), &FeedOptions { periods, ..options() });
    let expected = [
        ["05:00:00", "07:00:00", "900"],
        ["07:00:00", "09:00:00", "450"],
        ["09:00:00", "16:00:00", "675"],
        ["22:00:00", "25:00:00", "1800"],
    ];
    assert_eq!(feed.runs("a out"), expected);
    assert_eq!(feed.column("stop_times.txt", "arrival_time")[0], "05:00:00");
}

#[test]
fn a_way_back_may_have_other_stops_and_a_course_of_its_own() {
    let city = City::mandl();
    let back = pattern(&city, "3-5-1", &[80, 90]);
    let route = Route::with_timetable(&city, "7", pattern(&city, "1-2-3", &[60, 70]), Some(back)).unwrap();
    let network = Network::from_iter([route]);
    let (fixed, shapes) = (Network::default(), LinkShapes::default());
    let content = FeedContent::new(&city, &network, &fixed, &shapes);
    let feed = Feed::of(&content, &options());
    let start = 6 * 3600;
    assert_eq!(feed.trip("7 back"), [("3", start), ("5", start + 80), ("1", start + 170)]);
    assert_eq!(feed.column("trips.txt", "direction_id"), ["0", "1"]);
    // Laid out, the way back bends; the way out has no course of its own and follows links.
    let at = |name: &str| city.node(city.node_named(name).unwrap()).position;
    let bend = Position { x: at("3").x + 1500.0, y: at("3").y };
    let laid = [Some(vec![vec![], vec![vec![at("3"), bend, at("5")], vec![at("5"), at("1")]]])];
    let feed = Feed::of(&FeedContent { courses: Some(&laid), ..content }, &options());
    let lon = format!("{:.7}", to_degrees(&city, bend).x);
    let bends = feed.table("shapes.txt").iter().filter(|row| row["shape_pt_lon"] == lon);
    assert_eq!(bends.map(|row| row["shape_id"].as_str()).collect::<Vec<_>>(), ["7 back"]);
}

#[test]
fn stops_are_where_vehicles_stand() {
    let city = City::mandl();
    let network = network(&city, "[[1, 2, 3]]");
    let (fixed, shapes) = (Network::default(), LinkShapes::default());
    let at = |name: &str, east: f64| {
        let place = city.node(city.node_named(name).unwrap()).position;
        Position { x: place.x + east, ..place }
    };
    // 300 m beside node 2, 10 m beside node 3.
    let out = vec![vec![at("1", 0.0), at("2", 300.0)], vec![at("2", 300.0), at("3", 10.0)]];
    let laid = [Some(vec![out])];
    let content = FeedContent { courses: Some(&laid), ..FeedContent::new(&city, &network, &fixed, &shapes) };
    let feed = Feed::of(&content, &options());
    let lon = |place: Position| format!("{:.7}", to_degrees(&city, place).x);
    // The way back was not laid out: it stops at node 2 itself.
    let expected = [lon(at("1", 0.0)), lon(at("2", 300.0)), lon(at("3", 0.0)), lon(at("2", 0.0))];
    assert_eq!(feed.column("stops.txt", "stop_lon"), expected);
    assert_eq!(feed.column("stops.txt", "stop_id"), ["1", "2", "3", "2 (2)"]);
    assert_eq!(feed.column("stops.txt", "stop_name"), ["1", "2", "3", "2"]);
}

/// A metro from outside the city through nodes 1 and 13; its first stop has the id of a node.
fn metro(city: &City) -> TodayLine {
    let stop = |id: &str, name: &str, at: &str, east: f64| {
        let place = to_degrees(city, city.node(city.node_named(at).unwrap()).position);
        let node = (east == 0.0).then(|| at.to_owned());
        LineStop { id: id.into(), name: name.into(), lon: place.x + east, lat: place.y, node }
    };
    let stops = vec![
        stop("2", "Far West", "1", -0.2),
        stop("m1", "Main Square", "1", 0.0),
        stop("m2", "Hill", "13", 0.0),
        stop("m3", "Far East", "13", 0.1),
    ];
    let shape = stops.iter().map(|stop| [stop.lon, stop.lat]).collect();
    let mut departures = vec![0; 24];
    (departures[5], departures[6], departures[7], departures[8]) = (7, 20, 20, 1);
    let out = LineWay {
        direction: 0,
        headsign: Some("East".into()),
        seconds: vec![0, 900, 2000, 2600],
        shape,
        departures,
        stops,
    };
    let back = LineWay {
        direction: 1,
        headsign: None,
        stops: out.stops.iter().rev().cloned().collect(),
        shape: Vec::new(),
        ..out.clone()
    };
    TodayLine {
        name: "M".into(),
        short_name: "M".into(),
        long_name: Some("M - West to East".into()),
        feed: "rail".into(),
        route_id: "r1".into(),
        is_fixed: true,
        agency: LineAgency { name: "Rail Co".into(), url: Some("no page".into()), ..LineAgency::default() },
        kind: 401,
        colour: Some("FFDD00".into()),
        ways: vec![out, back],
    }
}

#[test]
fn lines_of_today_that_stay_come_whole() {
    let city = City::mandl();
    let lines = [metro(&city)];
    let bus = network(&city, r#"[{"name": "7", "stops": [1, 2, 3]}]"#);
    let both = pattern(&city, "13-1", &[1100]);
    let route = Route::with_timetable(&city, "M", pattern(&city, "1-13", &[1100]), Some(both)).unwrap();
    let fixed = Network::from_iter([route.clone()]);
    let shapes = LinkShapes::default();
    let content = FeedContent { lines: &lines, ..FeedContent::new(&city, &bus, &fixed, &shapes) };
    let feed = Feed::of(&content, &options());
    assert_eq!(feed.column("agency.txt", "agency_name"), ["Town, \"the\" agency", "Rail Co"]);
    assert_eq!(feed.column("agency.txt", "agency_url"), ["https://example.org"; 2]);
    let metro = &feed.table("routes.txt")[1];
    assert_eq!(metro["agency_id"], "agency-2");
    assert_eq!(
        [&metro["route_type"], &metro["route_color"], &metro["route_text_color"]],
        ["1", "FFDD00", "000000"]
    );
    assert_eq!([&metro["route_short_name"], &metro["route_long_name"]], ["M", "West to East"]);
    // All four stops, the first under an id that no node has; nodes keep theirs.
    let start = 5 * 3600;
    let expected = [("2 (2)", start), ("m1", start + 900), ("m2", start + 2000), ("m3", start + 2600)];
    assert_eq!(feed.trip("M out"), expected);
    assert_eq!(feed.column("trips.txt", "trip_headsign")[2..], ["East", "Far West"]);
    let runs =
        [["05:00:00", "06:00:00", "515"], ["06:00:00", "08:00:00", "180"], ["08:00:00", "09:00:00", "3600"]];
    assert_eq!(feed.runs("M out"), runs);
    // A headway that no hour of today has is somebody's wish; one within the day's is today's.
    for (minutes, expected) in [(1.0, vec![["06:00:00", "23:30:00", "60"]]), (4.0, runs.to_vec())] {
        let often = route.clone().with_frequency(Some(routewright_model::Frequency::Every(minutes)));
        let fixed = Network::from_iter([often]);
        assert_eq!(Feed::of(&FeedContent { fixed: &fixed, ..content }, &options()).runs("M out"), expected);
    }
    // A plan that keeps the line has it whole as well; one that changed it has its own stops.
    let kept = Network::from_iter([route]);
    let none = Network::default();
    let feed = Feed::of(&FeedContent { network: &kept, fixed: &none, ..content }, &options());
    assert_eq!((feed.trip("M out").len(), feed.column("agency.txt", "agency_name")), (4, vec!["Rail Co"]));
    let changed = Route::with_timetable(&city, "M", pattern(&city, "1-14-13", &[60, 60]), None).unwrap();
    let changed = Network::from_iter([changed]);
    let feed = Feed::of(&FeedContent { fixed: &changed, ..content }, &options());
    assert_eq!(feed.trip("M out").iter().map(|call| call.0).collect::<Vec<_>>(), ["1", "14", "13"]);
    assert_eq!(feed.column("routes.txt", "route_type"), ["3", "1"]);
    assert_eq!(feed.column("routes.txt", "route_color")[1], "FFDD00");
}

#[test]
fn ids_are_plain_ascii_and_names_are_not() {
    let city = City::mandl();
    let network = network(&city, r#"[{"name": "São", "stops": [1, 2]}, {"name": "Sáo", "stops": [2, 3]}]"#);
    let (fixed, shapes) = (Network::default(), LinkShapes::default());
    let feed = Feed::of(&FeedContent::new(&city, &network, &fixed, &shapes), &options());
    assert_eq!(feed.column("routes.txt", "route_id"), ["S_o", "S_o (2)"]);
    assert_eq!(feed.column("routes.txt", "route_short_name"), ["São", "Sáo"]);
}

#[test]
fn routes_run_as_often_as_they_say() {
    let city = City::mandl();
    // 13 minutes each way: two vehicles leave every 13 minutes. Route 7 is named in the headways.
    let bus = r#"[{"name": "a", "stops": [1, 2, 3, 6], "headway_minutes": 7.5},
        {"name": "b", "stops": [1, 2, 3, 6], "vehicles": 2},
        {"name": "7", "stops": [4, 5], "headway_minutes": 5},
        {"name": "c", "stops": [4, 5]}]"#;
    let feed = packed(&city, &network(&city, bus), &Network::default(), &LinkShapes::default(), "often");
    let headways = |name: &str| -> BTreeSet<&str> {
        let trips = feed.table("trips.txt").iter().filter(|row| row["route_id"] == name);
        let ids: BTreeSet<&str> = trips.map(|row| row["trip_id"].as_str()).collect();
        let rows = feed.table("frequencies.txt").iter().filter(|row| ids.contains(row["trip_id"].as_str()));
        rows.map(|row| row["headway_secs"].as_str()).collect()
    };
    assert_eq!(["a", "b", "7", "c"].map(headways), [["450"], ["780"], ["450"], ["600"]].map(BTreeSet::from));
}
