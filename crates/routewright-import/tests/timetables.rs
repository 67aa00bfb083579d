//! Today's network out of small feeds.

use std::path::Path;

use routewright_import::{ImportConfig, ImportError, Imported, Sources, import};
use routewright_io::{
    Feed, OsmStreets, OsmWay, TextFile, WeightColumns, network_to_json, parse_date, parse_network,
    parse_zones, read_gtfs,
};
use routewright_model::{Frequency, Network, Seconds};

/// Five zones in a row, a hundredth of a degree apart, on one street; stops 1 to 5 lie there, 9 far away.
fn sources() -> (routewright_io::Zones, OsmStreets) {
    let rows: String = (1..=5).map(|at| format!("{at},{},0,1,1\n", f64::from(at) * 0.01)).collect();
    let table = TextFile::new("zones.csv", format!("id,lon,lat,people,jobs\n{rows}"));
    let columns = WeightColumns { productions: Some("people"), attractions: Some("jobs") };
    let tags = [("highway".into(), "residential".into())].into();
    let streets = OsmStreets {
        places: (1..=5).map(|at| [f64::from(at) * 0.01, 0.0]).collect(),
        ways: vec![OsmWay { id: 1, places: vec![0, 1, 2, 3, 4], tags }],
        ..OsmStreets::default()
    };
    (parse_zones(&table, columns).unwrap(), streets)
}

/// A feed of trips such as `bus 0 08:00 1 2 3`: route, direction, start, stops; ten minutes a leg, every day of
/// the year 2026. Routes that start with `rail` are of type 2.
fn feed(name: &str, trips: &[&str]) -> Feed {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let put = |table: &str, text: String| std::fs::write(folder.join(table), text).unwrap();
    let stop = |at: &str| {
        let lon = if at == "9" { 0.5 } else { at.parse::<f64>().unwrap() * 0.01 };
        format!("{at},0.0001,{lon}\n")
    };
    put(
        "stops.txt",
        "stop_id,stop_lat,stop_lon\n".to_owned() + &["1", "2", "3", "4", "5", "9"].map(stop).concat(),
    );
    let mut routes: Vec<&str> = trips.iter().map(|trip| trip.split(' ').next().unwrap()).collect();
    routes.sort_unstable();
    routes.dedup();
    let route = |route: &&str| format!("{route},{route},{}\n", if route.starts_with("rail") { 2 } else { 3 });
    put(
        "routes.txt",
        "route_id,route_short_name,route_type\n".to_owned() + &routes.iter().map(route).collect::<String>(),
    );
    put(
        "calendar.txt",
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n\
                         daily,1,1,1,1,1,1,1,20260101,20261231\n"
            .into(),
    );
    let (mut trip_rows, mut time_rows) = (String::new(), String::new());
    for (number, trip) in trips.iter().enumerate() {
        let parts: Vec<&str> = trip.split(' ').collect();
        let direction = if parts[1] == "-" { "" } else { parts[1] };
        trip_rows += &format!("{},daily,{number},{direction}\n", parts[0]);
        let start = routewright_io::parse_clock(parts[2]).unwrap();
        for (at, stop) in parts[3..].iter().enumerate() {
            let time = start + 600 * at as u32;
            let clock = format!("{:02}:{:02}:00", time / 3600, time / 60 % 60);
            time_rows += &format!("{number},{clock},{clock},{stop},{at}\n");
        }
    }
    put("trips.txt", "route_id,service_id,trip_id,direction_id\n".to_owned() + &trip_rows);
    put(
        "stop_times.txt",
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n".to_owned() + &time_rows,
    );
    read_gtfs(&folder).unwrap()
}

fn run(feeds: &[Feed], fixed_feeds: &[Feed], config: &ImportConfig) -> Result<Imported, ImportError> {
    let (zones, streets) = sources();
    import(&Sources { feeds, fixed_feeds, ..Sources::new(&zones, &streets) }, config, &mut |_| {})
}

/// Name, stops and whether driven one way.
fn told(imported: &Imported, network: &Network) -> Vec<String> {
    let name = |route: &routewright_model::Route| {
        let stops: Vec<&str> =
            route.stops().iter().map(|&stop| imported.city.node(stop).name.as_str()).collect();
        let arrow = if route.legs_back().is_some() { "=" } else { ">" };
        format!("{} {}", route.name(), stops.join(arrow))
    };
    network.routes.iter().map(name).collect()
}

#[test]
fn the_most_frequent_pattern_stands_for_its_route() {
    let trips =
        ["a 0 07:00 1 2 3", "a 0 07:30 1 2 3", "a 0 08:00 1 2", "a 1 07:10 3 2 1", "a 0 10:00 1 2 3 4"];
    let imported = run(&[feed("frequent", &trips)], &[], &ImportConfig::default()).unwrap();
    assert_eq!(told(&imported, &imported.existing), ["a 1=2=3"]);
    // Three trips out and one back in two hours: 120 minutes over a mean of two.
    assert_eq!(imported.headways, [("a".to_owned(), 60.0)]);
    assert_eq!(imported.existing.routes[0].frequency(), Some(Frequency::Every(60.0)));
    let counts = &imported.report.feeds[0];
    assert_eq!((counts.trips_in_window, counts.patterns, counts.trips_on_representative_patterns), (4, 3, 3));
    let defaults = imported.city.defaults();
    assert_eq!((defaults.routes, defaults.min_stops, defaults.max_stops), (Some(1), Some(3), Some(3)));
}

#[test]
fn one_way_patterns_are_kept_and_gaps_filled() {
    let trips = ["a 0 07:00 1 3 4", "a 1 07:00 4 9 1", "b 0 07:00 9 2 9", "c 0 07:00 5 4 3 4 5"];
    let imported = run(&[feed("gaps", &trips)], &[], &ImportConfig::default()).unwrap();
    // Out and back of a are the same once filled in; c turns round at 3 and is its own way back.
    assert_eq!(told(&imported, &imported.existing), ["a 1=2=3=4", "c 5=4=3"]);
    let counts = &imported.report.feeds[0];
    assert_eq!((counts.filled_in, counts.stops_outside.as_slice()), (3, &["9".to_owned()][..]));
    assert_eq!(counts.patterns_skipped.len(), 1);
    assert_eq!(counts.patterns_skipped[0].route, "b");
    let one_way =
        run(&[feed("one-way", &["a 0 07:00 1 2 3", "a 1 07:00 3 2"])], &[], &ImportConfig::default());
    let one_way = one_way.unwrap();
    assert_eq!(told(&one_way, &one_way.existing), ["a out 1>2>3", "a back 3>2"]);
}

#[test]
fn a_fixed_feed_keeps_its_times_and_tells_directions_apart_by_itself() {
    let metro = feed("metro", &["rail - 07:00 9 1 3 5", "rail - 07:20 5 3 1 9", "rail - 08:00 1 3 5"]);
    let imported = run(&[], &[metro], &ImportConfig::default()).unwrap();
    assert_eq!(told(&imported, &imported.fixed), ["rail 5=3=1"]);
    assert_eq!(imported.fixed.routes[0].legs_out(), [Seconds(600), Seconds(600)]);
    assert!(imported.existing.routes.is_empty());
    // Two trips one way and one the other in two hours.
    assert_eq!(imported.fixed.routes[0].frequency(), Some(Frequency::Every(80.0)));
    // Once in thirty hours is not a headway: a day is the longest.
    let config = ImportConfig { window: Some((0, 30 * 3600)), ..ImportConfig::default() };
    let rare = run(&[feed("rare", &["a 0 07:00 1 2"])], &[], &config).unwrap();
    assert_eq!(rare.existing.routes[0].frequency(), Some(Frequency::Every(1440.0)));
    assert_eq!(rare.headways, [("a".to_owned(), 1440.0)]);
}

#[test]
fn kinds_of_vehicles_can_be_fixed_and_networks_read_back() {
    let mixed = feed("mixed", &["rail 0 07:00 1 5", "bus 0 07:00 1 2 3", "bus 1 07:00 3 2 1"]);
    let config = ImportConfig { fixed_route_types: vec![1, 2], ..ImportConfig::default() };
    let imported = run(&[mixed], &[], &config).unwrap();
    assert_eq!(told(&imported, &imported.existing), ["bus 1=2=3"]);
    assert_eq!(told(&imported, &imported.fixed), ["rail 1>5"]);
    for network in [&imported.existing, &imported.fixed] {
        let json = network_to_json(&imported.city, network);
        assert_eq!(
            parse_network(&imported.city, &TextFile::new(Path::new("n.json"), json)).unwrap(),
            *network
        );
    }
}

#[test]
fn day_and_window_are_chosen_or_asked_for() {
    // Nothing runs from seven to nine: the busiest two hours are taken, also past midnight.
    let night = feed("night", &["a 0 24:30 1 2", "a 0 25:10 1 2", "a 0 12:00 1 2"]);
    let imported = run(std::slice::from_ref(&night), &[], &ImportConfig::default()).unwrap();
    assert_eq!(imported.report.settings.window, Some((24 * 3600, 26 * 3600)));
    assert_eq!(imported.report.day.as_deref(), Some("2026-01-01"), "the first weekday, a Thursday");
    let date = parse_date("2027-01-01").ok();
    let error = run(&[night], &[], &ImportConfig { date, ..ImportConfig::default() }).unwrap_err();
    assert!(error.to_string().contains("the feeds cover 2026-01-01 to 2026-12-31"), "{error}");
}
