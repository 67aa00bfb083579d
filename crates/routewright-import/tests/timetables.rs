//! Today's network out of small feeds.

use std::path::Path;

use routewright_import::{ImportConfig, ImportError, Imported, Kind, Sources, StopSource, import};
use routewright_io::{
    Feed, OsmStop, OsmStreets, OsmWay, TextFile, WeightColumns, Zones, network_to_json, parse_date,
    parse_network, parse_zones, read_gtfs,
};
use routewright_model::{Direction, Frequency, Network, Route, Seconds};

/// Five zones in a row, a hundredth of a degree (1112 m) apart, on a street with a block at either end to turn round.
fn sources() -> (Zones, OsmStreets) {
    let rows: String = (1..=5).map(|at| format!("z{at},{},0,1,1\n", f64::from(at) * 0.01)).collect();
    let table = TextFile::new("zones.csv", format!("id,lon,lat,people,jobs\n{rows}"));
    let columns = WeightColumns { productions: Some("people"), attractions: Some("jobs") };
    let mut places: Vec<[f64; 2]> = (1..=5).map(|at| [f64::from(at) * 0.01, 0.0]).collect();
    places.extend([[0.07, 0.0], [0.07, 0.01], [0.06, 0.01], [0.06, 0.0]]);
    places.extend([[0.0, 0.0], [0.0, 0.01], [-0.01, 0.01], [-0.01, 0.0]]);
    let way = |id: i64, places: Vec<u32>| OsmWay {
        id,
        places,
        tags: [("highway".into(), "residential".into())].into(),
    };
    let ways =
        vec![way(1, vec![9, 0, 1, 2, 3, 4, 8]), way(2, vec![8, 5, 6, 7, 8]), way(3, vec![9, 10, 11, 12, 9])];
    (parse_zones(&table, columns).unwrap(), OsmStreets { places, ways, ..OsmStreets::default() })
}

/// A feed of trips such as `bus 0 08:00 1 2 3`: route, direction, start, stops; ten minutes a leg, every day of
/// the year 2026. Routes that start with `rail` are of type 2, those with `extra` run on 10 June only.
///
/// Stops 1 to 5 lie at the zones, 2b is 111 m beyond 2, and 9 far away.
fn feed(name: &str, trips: &[&str]) -> Feed {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let put = |table: &str, text: String| std::fs::write(folder.join(table), text).unwrap();
    let stop = |at: &str| {
        let lon = match at {
            "9" => 0.5,
            "2b" => 0.021,
            _ => at.parse::<f64>().unwrap() * 0.01,
        };
        format!("{at},Stop {at},0.0001,{lon}\n")
    };
    put(
        "stops.txt",
        "stop_id,stop_name,stop_lat,stop_lon\n".to_owned()
            + &["1", "2", "2b", "3", "4", "5", "9"].map(stop).concat(),
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
         daily,1,1,1,1,1,1,1,20260101,20261231\nonce,1,1,1,1,1,1,1,20260610,20260610\n"
            .into(),
    );
    let (mut trip_rows, mut time_rows) = (String::new(), String::new());
    for (number, trip) in trips.iter().enumerate() {
        let parts: Vec<&str> = trip.split(' ').collect();
        let direction = if parts[1] == "-" { "" } else { parts[1] };
        let service = if parts[0].starts_with("extra") { "once" } else { "daily" };
        trip_rows += &format!("{},{service},{number},{direction}\n", parts[0]);
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

/// Name and stops: `a 1=2` both ways, `a 1>2` one way, `a 1>2 | 2>3>1` with an own way back.
fn told(imported: &Imported, network: &Network) -> Vec<String> {
    let names = |stops: &[routewright_model::NodeId], arrow: &str| {
        let names: Vec<&str> = stops.iter().map(|&stop| imported.city.node(stop).name.as_str()).collect();
        names.join(arrow)
    };
    let name = |route: &Route| match (route.own_back(), route.direction()) {
        (Some(back), _) => {
            format!("{} {} | {}", route.name(), names(route.stops(), ">"), names(&back.stops, ">"))
        }
        (None, Direction::OneWay) => format!("{} {}", route.name(), names(route.stops(), ">")),
        (None, _) => format!("{} {}", route.name(), names(route.stops(), "=")),
    };
    network.routes.iter().map(name).collect()
}

#[test]
fn the_most_frequent_pattern_stands_for_its_route() {
    let trips =
        ["a 0 07:00 1 2 3", "a 0 07:30 1 2 3", "a 0 08:00 1 2", "a 1 07:10 3 2 1", "a 0 10:00 1 2 3 4"];
    let imported = run(&[feed("frequent", &trips)], &[], &ImportConfig::default()).unwrap();
    assert_eq!(told(&imported, &imported.existing), ["a 1=2=3"]);
    // As the timetable says, not as the streets would allow.
    assert_eq!(imported.existing.routes[0].legs_out(), [Seconds(600); 2]);
    // Three trips out and one back in two hours: 120 minutes over a mean of two.
    assert_eq!(imported.headways, [("a".to_owned(), 60.0)]);
    assert_eq!(imported.existing.routes[0].frequency(), Some(Frequency::Every(60.0)));
    let counts = &imported.report.feeds[0];
    assert_eq!((counts.trips_in_window, counts.patterns, counts.trips_on_representative_patterns), (4, 3, 3));
    let defaults = imported.city.defaults();
    assert_eq!((defaults.routes, defaults.min_stops, defaults.max_stops), (Some(1), Some(3), Some(3)));
    // Stop 4 is a place although the line of the window does not reach it; zones are near the stops.
    let labels: Vec<&str> = imported.city.nodes().iter().map(|node| node.label()).collect();
    let stops = ["Stop 1", "Stop 2", "Stop 3", "Stop 4"];
    let zones = ["near Stop 1", "near Stop 2", "near Stop 3", "near Stop 4", "near Stop 4"];
    assert_eq!(labels, [&stops[..], &zones[..]].concat());
    let counts = imported.report.stops.as_ref().unwrap();
    assert_eq!((counts.source, counts.places, counts.off_streets.len()), (StopSource::Feed, 4, 0));
}

#[test]
fn lines_are_kept_as_they_run() {
    let trips = [
        "a 0 07:00 1 3 4",
        "a 1 07:00 4 9 1",
        "b 0 07:00 9 2 9",
        "c 0 07:00 5 4 3 4 5",
        "d 0 07:00 1 2 3 1",
        "e 0 07:00 3 4",
    ];
    let imported = run(&[feed("as-they-run", &trips)], &[], &ImportConfig::default()).unwrap();
    let expected = ["a 1>3>4 | 4>1", "c 5>4>3>4>5", "d 1>2>3>1", "e 3>4"];
    assert_eq!(told(&imported, &imported.existing), expected);
    // Past a stop outside, time goes on.
    assert_eq!(imported.existing.routes[0].own_back().unwrap().legs, [Seconds(1200)]);
    let network = &imported.report.network;
    assert_eq!((network.one_way, network.circular, network.own_ways_back), (3, 2, 1));
    let counts = &imported.report.feeds[0];
    assert_eq!(counts.stops_outside, ["9"]);
    assert_eq!(counts.lines_skipped.len(), 1);
    assert_eq!(
        (counts.lines_skipped[0].route.as_str(), counts.lines_skipped[0].reason.as_str()),
        ("b", "all its stops in the area are one place")
    );
    // Whole lines know the stops outside as well.
    let a = imported.lines.line_named("a").unwrap();
    let nodes: Vec<Option<&str>> = a.ways[1].stops.iter().map(|stop| stop.node.as_deref()).collect();
    assert_eq!(nodes, [Some("4"), None, Some("1")]);
    assert_eq!(a.ways[1].seconds, [0, 600, 1200]);
    assert!(imported.lines.line_named("d").unwrap().is_circular());
}

#[test]
fn stops_close_together_count_as_the_one_used_most() {
    let trips = ["a 0 07:00 1 2b 3", "a 0 07:30 1 2b 3", "b 0 07:00 1 2 3"];
    let close = run(&[feed("close", &trips)], &[], &ImportConfig::default()).unwrap();
    assert_eq!(told(&close, &close.existing), ["a 1>2b>3", "b 1>2b>3"]);
    let counts = close.report.stops.as_ref().unwrap();
    assert_eq!((counts.stops, counts.places), (4, 3));
    let apart = ImportConfig { stop_spacing: 100.0, ..ImportConfig::default() };
    let apart = run(&[feed("apart", &trips)], &[], &apart).unwrap();
    assert_eq!(told(&apart, &apart.existing), ["a 1>2b>3", "b 1>2>3"]);
}

#[test]
fn a_fixed_feed_keeps_its_times_and_tells_directions_apart_by_itself() {
    let metro = feed("metro", &["rail - 07:00 9 1 3 5", "rail - 07:20 5 3 1 9", "rail - 08:00 1 3 5"]);
    let imported = run(&[], &[metro], &ImportConfig::default()).unwrap();
    // Without a feed to redesign, every zone is a stop.
    assert_eq!(told(&imported, &imported.fixed), ["rail z5=z3=z1"]);
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
fn rail_stays_unless_somebody_asks_and_buses_can_stay() {
    let mixed = || [feed("mixed", &["rail 0 07:00 1 5", "bus 0 07:00 1 2 3", "bus 1 07:00 3 2 1"])];
    let imported = run(&mixed(), &[], &ImportConfig::default()).unwrap();
    assert_eq!(told(&imported, &imported.existing), ["bus 1=2=3"]);
    assert_eq!(told(&imported, &imported.fixed), ["rail 1>5"]);
    // 5 is a station: nothing on the street stops there, and it need not lie on one.
    let station = imported.city.node_named("5").unwrap();
    assert!(imported.streets.sites[station.index()].is_none());
    assert!(imported.city.links_from(station).is_empty());
    for network in [&imported.existing, &imported.fixed] {
        let json = network_to_json(&imported.city, network);
        assert_eq!(
            parse_network(&imported.city, &TextFile::new(Path::new("n.json"), json)).unwrap(),
            *network
        );
    }
    let rail: Kind = "rail".parse().unwrap();
    let redesign = ImportConfig { redesign_route_types: vec![rail], ..ImportConfig::default() };
    let imported = run(&mixed(), &[], &redesign).unwrap();
    assert_eq!(told(&imported, &imported.existing), ["bus 1=2=3", "rail 1>5"]);
    let station = imported.city.node_named("5").unwrap();
    assert!(imported.streets.sites[station.index()].is_some());
    // Buses that stay stop on streets all the same, where other lines may stop as well.
    let keep = ImportConfig { fixed_route_types: vec![Kind::numbered(3)], ..ImportConfig::default() };
    let imported = run(&mixed(), &[], &keep).unwrap();
    assert_eq!(told(&imported, &imported.fixed), ["bus 1=2=3", "rail 1>5"]);
    let stop = imported.city.node_named("2").unwrap();
    assert!(imported.streets.sites[stop.index()].is_some() && imported.existing.routes.is_empty());
}

#[test]
fn feeds_of_one_name_are_told_apart() {
    let buses = feed("gtfs", &["a 0 07:00 1 2 3", "b 0 07:00 2 9"]);
    let metro = feed("gtfs", &["rail 0 07:00 1 5 9"]);
    let imported = run(&[buses], &[metro], &ImportConfig::default()).unwrap();
    let counts: Vec<_> = imported
        .report
        .feeds
        .iter()
        .map(|feed| (feed.role.as_str(), feed.stops, feed.stops_outside.len(), feed.lines_skipped.len()))
        .collect();
    assert_eq!(counts, [("redesign", 4, 1, 1), ("fixed", 3, 1, 0)]);
}

#[test]
fn lines_run_on_stops_of_openstreetmap_where_there_are_any() {
    let (zones, mut streets) = sources();
    let stop = |id: i64, lon: f64, name: &str| OsmStop { id, lon, lat: 0.0, name: Some(name.into()) };
    streets.stops = vec![stop(1, 0.0101, "Quay"), stop(2, 0.0199, "Bank"), stop(3, 0.05, "Mill")];
    let feeds = [feed("osm", &["a 0 07:00 1 2 3", "a 1 07:00 3 2 1", "rail 0 07:00 1 5"])];
    let sources = Sources { feeds: &feeds, ..Sources::new(&zones, &streets) };
    let config = ImportConfig { stops: Some(StopSource::Osm), ..ImportConfig::default() };
    let imported = import(&sources, &config, &mut |_| {}).unwrap();
    // Near stop 3 of the feed OpenStreetMap has none; the station at 5 is no bus stop.
    assert_eq!(told(&imported, &imported.existing), ["a osm1=osm2=3"]);
    assert_eq!(told(&imported, &imported.fixed), ["rail osm1>5"]);
    assert!(imported.city.node_named("osm3").is_some());
}

#[test]
fn day_and_window_are_chosen_or_asked_for() {
    // Nothing runs from seven to nine: the busiest two hours are taken, also past midnight.
    let night = feed("night", &["a 0 24:30 1 2", "a 0 25:10 1 2", "a 0 12:00 1 2"]);
    let imported = run(std::slice::from_ref(&night), &[], &ImportConfig::default()).unwrap();
    assert_eq!(imported.report.settings.window, Some((24 * 3600, 26 * 3600)));
    let day = imported.report.day.unwrap();
    assert_eq!((day.date.as_str(), day.weekday.as_str()), ("2026-01-01", "Thursday"), "the first weekday");
    let date = parse_date("2027-01-01").ok();
    let error = run(std::slice::from_ref(&night), &[], &ImportConfig { date, ..ImportConfig::default() });
    let error = error.unwrap_err().to_string();
    assert!(error.contains("the feeds cover 2026-01-01 to 2026-12-31"), "{error}");
    let config = ImportConfig { window: Some((6 * 3600, 7 * 3600)), ..ImportConfig::default() };
    let error = run(&[night], &[], &config).unwrap_err().to_string();
    assert!(
        error.contains(
            "3 trips run on that day; the busiest hours of the lines to redesign are 24:00 to 26:00"
        ),
        "{error}"
    );
}

#[test]
fn a_normal_weekday_is_preferred_to_a_special_one() {
    let trips = ["a 0 07:00 1 2", "extra 0 07:00 1 3", "extra 0 07:30 1 3"];
    let imported = run(&[feed("normal", &trips)], &[], &ImportConfig::default()).unwrap();
    assert_eq!(told(&imported, &imported.existing), ["a 1>2"]);
    let day = imported.report.day.unwrap();
    assert_eq!((day.trips, day.given), (1, false));
    let busiest = &day.others[0];
    assert_eq!((busiest.date.as_str(), busiest.trips), ("2026-06-10", 3));
    let date = parse_date("2026-06-10").ok();
    let special =
        run(&[feed("special", &trips)], &[], &ImportConfig { date, ..ImportConfig::default() }).unwrap();
    assert_eq!(told(&special, &special.existing), ["a 1>2", "extra 1>3"]);
    assert!(special.report.day.unwrap().given);
}

#[test]
fn a_feed_of_which_nothing_runs_is_not_lost_in_silence() {
    let feeds = [feed("morning", &["a 0 07:00 1 2"]), feed("evening", &["b 0 19:00 2 3", "b 0 19:30 2 3"])];
    let error = run(&feeds, &[], &ImportConfig::default()).unwrap_err().to_string();
    assert!(error.starts_with("no trip of evening starts on 2026-01-01 within the window"), "{error}");
    assert!(error.contains("its busiest hours that day are 18:00 to 20:00"), "{error}");
    let config = ImportConfig { accept_losses: true, ..ImportConfig::default() };
    assert_eq!(run(&feeds, &[], &config).unwrap().existing.routes.len(), 1);
}

#[test]
fn a_feed_of_another_city_is_refused() {
    let elsewhere = feed("elsewhere", &["a 0 07:00 1 2"]);
    let (mut zones, mut streets) = sources();
    zones.zones.iter_mut().for_each(|zone| zone.lon += 20.0);
    streets.places.iter_mut().for_each(|place| place[0] += 20.0);
    let feeds = [elsewhere];
    let sources = Sources { feeds: &feeds, ..Sources::new(&zones, &streets) };
    let error = import(&sources, &ImportConfig::default(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, ImportError::Elsewhere { .. }), "{error}");
    assert!(error.to_string().starts_with("the stops of elsewhere lie around"), "{error}");
}
