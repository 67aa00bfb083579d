//! A feed read back by other hands than the writer's is the network it was made of.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use routewright_io::{
    FeedContent, FeedError, FeedOptions, LinkShapes, TextFile, gtfs_feed, parse_link_shapes, parse_network,
    write_gtfs_feed,
};
use routewright_model::geography::METRES_PER_DEGREE;
use routewright_model::{City, Headways, Network, NodeId, Route, Seconds};

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
        agency_name: "Town, \"the\" agency".into(),
        agency_url: "https://example.org".into(),
        timezone: "America/Sao_Paulo".into(),
        language: "pt".into(),
        days: ("2026-03-01".parse().unwrap(), "2026-12-31".parse().unwrap()),
        service: (Seconds(6 * 3600), Seconds(23 * 3600 + 1800)),
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
    let content = FeedContent { city, network, fixed, link_shapes };
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
    let content = FeedContent { city: &city, network: &network, fixed: &fixed, link_shapes: &link_shapes };
    assert!(matches!(gtfs_feed(&content, &options()), Err(FeedError::OffEarth { .. })));
    let late = FeedOptions { service: (Seconds(3600), Seconds(3600)), ..options() };
    let told = gtfs_feed(&content, &late).unwrap_err().to_string();
    assert_eq!(told, "service ends at 01:00:00, which is not after its start at 01:00:00");
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
