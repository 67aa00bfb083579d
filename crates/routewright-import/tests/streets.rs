//! Links, turns and walks on streets small enough to check by hand.

use routewright_import::{ImportConfig, ImportError, Imported, Sources, StopSource, import};
use routewright_io::{
    OsmStop, OsmStreets, OsmWay, TextFile, WeightColumns, Zones, parse_gateways, parse_trips, parse_zones,
};
use routewright_model::{City, Period, Seconds};

/// At the equator, a hundredth of a degree is 1111.95 metres either way: 133.4 seconds at 30 km/h.
const STEP: f64 = 0.01;

/// A street round a block of five steps by one. Places of zones and stops are corners, so that vehicles stop there.
const RING: &str = "0 0 - 1 0 - 2 0 - 3 0 - 4 0 - 5 0 - 5 1 - 0 1 - 0 0: highway=residential";
/// Another block beside it, round which a bus turns back.
const BLOCK: &str = "5 0 - 6 0 - 6 1 - 5 1: highway=residential";

/// Zones at whole steps, such as `a 0 0`, a line each; ten people and ten jobs in each.
fn zones(text: &str) -> Zones {
    let rows = text.split(", ").map(|zone| {
        let parts: Vec<&str> = zone.split(' ').collect();
        let degrees = |part: &str| part.parse::<f64>().unwrap() * STEP;
        format!("{},{},{},10,10\n", parts[0], degrees(parts[1]), degrees(parts[2]))
    });
    let table = format!("id,lon,lat,people,jobs\n{}", rows.collect::<String>());
    let columns = WeightColumns { productions: Some("people"), attractions: Some("jobs") };
    parse_zones(&TextFile::new("zones.csv", table), columns).unwrap()
}

/// Ways between places at whole steps, such as `0 0 - 1 0: highway=residential`.
fn streets(ways: &[&str]) -> OsmStreets {
    let mut streets = OsmStreets::default();
    for (id, way) in (1..).zip(ways) {
        let (line, tags) = way.split_once(": ").unwrap();
        let mut places = Vec::new();
        for place in line.split(" - ") {
            let (x, y) = place.split_once(' ').unwrap();
            let place = [x, y].map(|part| part.parse::<f64>().unwrap() * STEP);
            let at = streets.places.iter().position(|other| *other == place).unwrap_or_else(|| {
                streets.places.push(place);
                streets.places.len() - 1
            });
            places.push(at as u32);
        }
        let tags = tags.split(' ').map(|tag| tag.split_once('=').unwrap());
        let tags = tags.map(|(key, value)| (key.into(), value.into())).collect();
        streets.ways.push(OsmWay { id, places, tags });
    }
    streets
}

/// Stops of OpenStreetMap such as `7 1 0 Market`: number, place in steps, perhaps a name.
fn stops(list: &[&str]) -> Vec<OsmStop> {
    let stop = |text: &&str| {
        let parts: Vec<&str> = text.split(' ').collect();
        let degrees = |part: &str| part.parse::<f64>().unwrap() * STEP;
        let name = parts.get(3).map(|name| (*name).to_owned());
        OsmStop { id: parts[0].parse().unwrap(), lon: degrees(parts[1]), lat: degrees(parts[2]), name }
    };
    list.iter().map(stop).collect()
}

/// Empty streets, so that a link takes its length over its speed.
fn plain() -> ImportConfig {
    ImportConfig { congestion: Some(1.0), ..ImportConfig::default() }
}

fn run(zones: &Zones, streets: &OsmStreets, config: &ImportConfig) -> Result<Imported, ImportError> {
    import(&Sources::new(zones, streets), config, &mut |_| {})
}

/// Seconds of a link, if there is one.
fn link(city: &City, from: &str, to: &str) -> Option<u32> {
    city.link_time(city.node_named(from).unwrap(), city.node_named(to).unwrap()).map(|time| time.0)
}

/// Seconds lost at `via` by a line that comes from one stop and goes to another.
fn turn(city: &City, from: &str, via: &str, to: &str) -> u32 {
    let [from, via, to] = [from, via, to].map(|name| city.node_named(name).unwrap());
    city.turn_time(from, via, to).0
}

/// Seconds on foot between two nodes, if one can walk.
fn walk(city: &City, from: &str, to: &str) -> Option<u32> {
    let [from, to] = [from, to].map(|name| city.node_named(name).unwrap());
    city.walks().iter().find(|walk| (walk.from, walk.to) == (from, to)).map(|walk| walk.time.0)
}

#[test]
fn a_link_takes_length_over_speed() {
    // Residential without a limit: 30 km/h. 1111.95 m / (30 / 3.6 m/s) = 133.4 s.
    // Primary with a limit of 60: 1111.95 / (60 / 3.6) = 66.7 s.
    let zones = zones("a 1 0, b 2 0, c 3 0");
    let streets = streets(&[
        "0 0 - 1 0 - 2 0: highway=residential",
        "2 0 - 3 0 - 4 0: highway=primary maxspeed=60",
        "4 0 - 4 1 - 0 1 - 0 0: highway=residential",
        "4 0 - 5 0 - 5 1 - 4 1: highway=residential",
    ]);
    let city = run(&zones, &streets, &plain()).unwrap().city;
    assert_eq!([link(&city, "a", "b"), link(&city, "b", "a")], [Some(133); 2]);
    assert_eq!([link(&city, "b", "c"), link(&city, "c", "b")], [Some(67); 2]);
    assert_eq!(link(&city, "a", "c"), None, "b lies between them");
    // Half as slow again: 200.2 s. Without a timetable, driving takes 1.3 times as long: 173.5 s.
    let slow = ImportConfig { congestion: Some(1.5), ..plain() };
    assert_eq!(link(&run(&zones, &streets, &slow).unwrap().city, "a", "b"), Some(200));
    let usual = run(&zones, &streets, &ImportConfig::default()).unwrap();
    assert_eq!(link(&usual.city, "a", "b"), Some(173));
    assert_eq!((usual.report.congestion.factor, usual.report.congestion.source.as_str()), (1.3, "usual"));
}

#[test]
fn a_city_says_how_people_walk_and_when_they_travel() {
    // 0.4 steps are 444.78 m along the street: 5.93 minutes at 4.5 km/h. A whole step is too far.
    let zones = zones("a 1 0, b 1.4 0, c 2.4 0");
    let streets = streets(&["0 0 - 1 0 - 1.4 0 - 2.4 0 - 5 0 - 5 1 - 0 1 - 0 0: highway=residential", BLOCK]);
    let imported = run(&zones, &streets, &plain()).unwrap();
    let service = imported.city.service();
    assert_eq!((service.dwell, service.layover), (Some(Seconds(18)), Some(Seconds(180))));
    let walks: Vec<_> =
        imported.city.walks().iter().map(|w| (w.from.index(), w.to.index(), w.time.0)).collect();
    assert_eq!(walks, [(0, 1, 356), (1, 0, 356)]);
    let report = &imported.report;
    assert_eq!((report.walks.pairs, report.walks.zones_far), (1, 0), "every zone is a stop");
    // Ten people in each of three zones go out and come back: 60 trips of a day.
    assert_eq!(service.period.as_ref().map(|period| period.hours), Some(24.0));
    assert!(
        report.period.assumed && (report.period.trips_per_hour - 2.5).abs() < 1e-4,
        "{:?}",
        report.period
    );
    let config = ImportConfig {
        walk_metres: 0.0,
        period: Some("peak".into()),
        period_hours: Some(2.0),
        ..ImportConfig::default()
    };
    let imported = run(&zones, &streets, &config).unwrap();
    assert_eq!(imported.city.service().period, Some(Period { name: "peak".into(), hours: 2.0 }));
    assert!(imported.city.walks().is_empty() && !imported.report.period.assumed);
    let config = ImportConfig { period_hours: None, ..config };
    assert!(matches!(run(&zones, &streets, &config), Err(ImportError::PeriodWithoutHours(_))));
}

#[test]
fn one_way_streets_are_driven_round() {
    // A block of two steps by a half: a to b along its front, b to a round the other sides.
    let zones = zones("a 0.5 0, b 1.5 0");
    let block = "0 0 - 0.5 0 - 1.5 0 - 2 0 - 2 0.5 - 0 0.5 - 0 0: highway=residential oneway=";
    let imported = run(&zones, &streets(&[&format!("{block}yes")]), &plain()).unwrap();
    assert_eq!(link(&imported.city, "a", "b"), Some(133));
    // Four steps, 534 s, and four corners.
    let back = imported.links.iter().find(|link| link.from == 1).unwrap();
    assert!((back.metres - 4.0 * 1111.95).abs() < 1.0, "{}", back.metres);
    assert!((540..=560).contains(&back.time.0), "{:?}", back.time);
    let corners = [[1.5, 0.0], [2.0, 0.0], [2.0, 0.5], [0.0, 0.5], [0.0, 0.0], [0.5, 0.0]];
    for (at, corner) in back.shape.iter().zip(corners) {
        assert!((0..2).all(|axis| (at[axis] - corner[axis] * STEP).abs() < 1e-6), "{:?}", back.shape);
    }
    assert_eq!(back.shape.len(), corners.len());
    // Neither way would be kept if the city held together without it.
    assert_eq!((imported.report.links.winding, imported.report.links.lopsided), (1, 1));
    // Against the drawn direction, everything is the other way about.
    let turned = run(&zones, &streets(&[&format!("{block}-1")]), &plain()).unwrap().city;
    assert_eq!(link(&turned, "b", "a"), Some(133));
    assert!(link(&turned, "a", "b") > Some(540));
}

#[test]
fn a_winding_link_is_left_out_only_where_the_city_holds_together_without_it() {
    // c lies beside a and b, but its street leads far round; both ends of the street have a block to turn at.
    let zones = zones("a 1.5 0, b 2.5 0, c 2 0.5");
    let streets = streets(&[
        "1 0 - 1.5 0 - 2.5 0 - 6 0 - 6 0.5 - 2 0.5 - 1 0.5: highway=residential",
        "1 0 - 0 0 - 0 -1 - 1 -1 - 1 0: highway=residential",
        "1 0.5 - 0 0.5 - 0 1 - 1 1 - 1 0.5: highway=residential",
    ]);
    let imported = run(&zones, &streets, &plain()).unwrap();
    let counts = &imported.report.links;
    // From a to c leads past b, and back; b and c wind.
    assert_eq!((counts.winding, counts.passing, counts.links), (2, 2, 4));
    assert_eq!(link(&imported.city, "a", "c"), None);
    // 3.5 + 0.5 + 4 steps, 1067 s, and two corners.
    let time = link(&imported.city, "b", "c").unwrap();
    assert!((1070..=1085).contains(&time), "{time}");
}

#[test]
fn a_turn_costs_where_a_line_would_have_to_turn_round() {
    // b lies behind the crossing that leads to d: coming from a, a bus goes round the block.
    let zones = zones("a 1 0, b 3 0, c 4 0.5, d 2 0.5");
    let streets = streets(&[
        "0 0 - 1 0 - 2 0 - 3 0 - 4 0 - 4 0.5 - 4 1 - 2 1 - 0 1 - 0 0: highway=residential",
        "2 0 - 2 0.5 - 2 1: highway=residential",
    ]);
    let imported = run(&zones, &streets, &plain()).unwrap();
    let city = &imported.city;
    assert!(link(city, "a", "b").is_some() && link(city, "b", "d").is_some(), "{:?}", imported.report.links);
    assert_eq!((turn(city, "a", "b", "c"), turn(city, "c", "b", "a"), turn(city, "c", "b", "d")), (0, 0, 0));
    // 4.5 steps instead of 1.5, 400 s, and corners on the way.
    let lost = turn(city, "a", "b", "d");
    assert!((395..=430).contains(&lost), "{lost}");
}

#[test]
fn what_is_cut_off_is_reported_and_much_of_it_refused() {
    // d has a street of its own that leads nowhere; e has none; f's street is private.
    let zones = zones("a 1 0, b 2 0, d 5 5, e 9 9, f 7 0");
    let streets = streets(&[
        RING,
        BLOCK,
        "5 5 - 6 5: highway=residential oneway=yes",
        "6 0 - 7 0: highway=residential access=private",
        "0 0 - 0 -1: highway=footway",
    ]);
    let error = run(&zones, &streets, &plain()).unwrap_err();
    let told = error.to_string();
    assert!(matches!(error, ImportError::Losses(_)), "{told}");
    assert!(told.starts_with("30 of 50 (60.0 %) people"), "{told}");
    assert!(told.ends_with("--accept-losses"), "{told}");
    let report = run(&zones, &streets, &ImportConfig { accept_losses: true, ..plain() }).unwrap().report;
    let isolated: Vec<&str> = report.zones.isolated.iter().map(|zone| zone.id.as_str()).collect();
    assert_eq!(isolated, ["d", "e", "f"]);
    assert_eq!((report.streets.open_ways, report.streets.no_access), (3, 1));
    assert_eq!(report.streets.not_streets["footway"], 1);
    assert!((report.streets.unusable_kilometres - 1.11).abs() < 0.02, "{:?}", report.streets);
}

#[test]
fn streets_elsewhere_too_far_or_closed_are_an_error() {
    let square = |x: i32| {
        let far = x + 1;
        streets(&[&format!("{x} 0 - {far} 0 - {far} 1 - {x} 1 - {x} 0: highway=residential")])
    };
    let zones = zones("a 0 0, b 1 0");
    let error = run(&zones, &square(50), &plain()).unwrap_err();
    let told = error.to_string();
    assert!(matches!(error, ImportError::Elsewhere { .. }), "{told}");
    assert!(
        told.starts_with("the zones lie around latitude 0.00, longitude 0.01, but the streets"),
        "{told}"
    );
    assert!(told.contains("same city"), "{told}");
    let mut turned = square(50);
    turned.places.iter_mut().for_each(|place| place.reverse());
    let zones_there = self::zones("a 50 0, b 51 0");
    let told = run(&zones_there, &turned, &plain()).unwrap_err().to_string();
    assert!(told.contains("latitude and longitude are swapped"), "{told}");
    // Within ten kilometres, but not near.
    let error = run(&zones, &square(7), &plain()).unwrap_err();
    assert!(matches!(error, ImportError::ZonesOffStreets { kept: 0, all: 2, .. }), "{error}");
    // A path is no street, and on a street with two dead ends no bus can turn.
    for way in ["0 0 - 1 0: highway=footway", "0 0 - 1 0: highway=residential"] {
        let error = run(&zones, &streets(&[way]), &plain()).unwrap_err();
        assert!(matches!(error, ImportError::NoStreets), "{error}");
    }
}

#[test]
fn trips_outside_go_through_the_nearest_gateway() {
    let zones = zones("a 2 0, b 3 0, c 4 0");
    let streets = streets(&[RING, BLOCK]);
    let trips = "from,to,trips\na,b,95\na,sea,2\nc,sea,3\nsea,land,1\nb,b,1\nland,a,4\n";
    let trips = parse_trips(&TextFile::new("od.csv", trips)).unwrap();
    let gateways = "place,gateway,lon,lat\nsea,west,0.01,0\nsea,c,,\n";
    let gateways = parse_gateways(&TextFile::new("gateways.csv", gateways)).unwrap();
    let sources = Sources { trips: Some(&trips), gateways: &gateways, ..Sources::new(&zones, &streets) };
    let imported = import(&sources, &plain(), &mut |_| {}).unwrap();
    let city = &imported.city;
    let demand =
        |from: &str, to: &str| city.demand(city.node_named(from).unwrap(), city.node_named(to).unwrap());
    assert_eq!((city.node_count(), demand("a", "b"), demand("a", "west")), (4, 95.0, 2.0));
    let counts = &imported.report.demand;
    // c's trips to the sea go through c itself: they stay within the node. From land no gateway leads.
    assert_eq!((counts.within_nodes, counts.outside, counts.through_gateways), (4.0, 5.0, 5.0));
    assert_eq!(counts.outside_places[0], ("land".to_owned(), 5.0));
    // More than a twentieth is too much to lose.
    let few = parse_trips(&TextFile::new("od.csv", "from,to,trips\na,b,9\na,land,1\n")).unwrap();
    let told = import(&Sources { trips: Some(&few), ..sources }, &plain(), &mut |_| {}).unwrap_err();
    assert!(told.to_string().starts_with("1 of 10 (10.0 %) trips start or end at places"), "{told}");
    let lost = Sources { trips: None, ..sources };
    let mut no_weights = zones.clone();
    no_weights.zones.iter_mut().for_each(|zone| (zone.production, zone.attraction) = (0.0, 0.0));
    let error = import(&Sources { zones: &no_weights, ..lost }, &plain(), &mut |_| {});
    assert!(matches!(error, Err(ImportError::NoDemandSource)));
}

#[test]
fn the_gravity_model_prefers_what_is_near() {
    let zones = zones("a 1 0, b 2 0, c 3 0, d 4 0");
    let city = run(&zones, &streets(&[RING, BLOCK]), &plain()).unwrap().city;
    let demand =
        |from: &str, to: &str| city.demand(city.node_named(from).unwrap(), city.node_named(to).unwrap());
    assert!((city.total_demand() - 80.0).abs() < 0.01, "{}", city.total_demand());
    assert!(demand("a", "b") > demand("a", "d") && demand("a", "d") > 0.0);
    let one_way = ImportConfig {
        gravity: routewright_import::GravityConfig { return_share: 0.0, ..Default::default() },
        ..plain()
    };
    let city = run(&zones, &streets(&[RING, BLOCK]), &one_way).unwrap().city;
    assert!((city.total_demand() - 40.0).abs() < 0.01, "{}", city.total_demand());
}

#[test]
fn merged_zones_keep_their_people_and_trips() {
    // a2 lies 222 m from a.
    let zones = zones("a 1 0, b 3 0, a2 1.2 0");
    let streets = streets(&[RING, BLOCK]);
    let trips = parse_trips(&TextFile::new("od.csv", "from,to,trips\na,b,5\na2,b,7\na,a2,1\n")).unwrap();
    let sources = Sources { trips: Some(&trips), ..Sources::new(&zones, &streets) };
    let config = ImportConfig { merge_metres: Some(300.0), ..plain() };
    let imported = import(&sources, &config, &mut |_| {}).unwrap();
    let city = &imported.city;
    assert_eq!((city.node_count(), imported.report.zones.merged), (2, 1));
    assert_eq!(city.demand(city.node_named("a").unwrap(), city.node_named("b").unwrap()), 12.0);
    assert_eq!(imported.report.demand.within_nodes, 1.0);
    assert_eq!(imported.zones.iter().map(|(_, zone)| zone.production).sum::<f64>(), 30.0);
}

#[test]
fn stops_of_openstreetmap_are_taken_together_and_zones_walk_to_them() {
    let zones = zones("near 1.5 0, far 4 1, empty 3.5 0");
    let mut zones = zones;
    (zones.zones[2].production, zones.zones[2].attraction) = (0.0, 0.0);
    // The first two are 111 m apart; the one with a name gives it.
    let stops = stops(&["11 1 0", "12 1.1 0 Market", "13 3 0 Mill"]);
    let streets = OsmStreets {
        stops,
        ..streets(&["0 0 - 1 0 - 1.1 0 - 3 0 - 5 0 - 5 1 - 0 1 - 0 0: highway=residential", BLOCK])
    };
    let imported = run(&zones, &streets, &plain()).unwrap();
    let city = &imported.city;
    let names: Vec<&str> = city.nodes().iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["osm12", "osm13", "near", "far"]);
    let labels: Vec<&str> = city.nodes().iter().map(|node| node.label()).collect();
    assert_eq!(labels, ["Market", "Mill", "near Market", "near Mill"]);
    let counts = imported.report.stops.as_ref().unwrap();
    assert_eq!((counts.source, counts.stops, counts.places, counts.outside), (StopSource::Osm, 3, 2, 0));
    assert_eq!(imported.report.zones.empty, 1);
    // Zones have no links; 0.4 steps to the stop nearer by: 444.78 m, 5.93 minutes.
    assert_eq!(city.links().count(), 2);
    assert_eq!(walk(city, "near", "osm12"), Some(356));
    assert_eq!(walk(city, "near", "osm13"), None);
    // Round the block to the nearest stop: 1 + 1 + 2 steps, 59.3 minutes.
    let far = walk(city, "far", "osm13").unwrap();
    assert!((3550..=3562).contains(&far), "{far}");
    let walks = &imported.report.walks;
    assert_eq!((walks.people_near_stops, walks.zones_far, walks.people_far), (10.0, 1, 10.0));

    // Without taking them together there are three, and two stops are a short walk apart.
    let apart = run(&zones, &streets, &ImportConfig { stop_spacing: 50.0, ..plain() }).unwrap();
    assert_eq!(apart.report.stops.unwrap().places, 3);
    assert_eq!(walk(&apart.city, "osm11", "osm12"), Some(89));

    // Zones as stops on request; feeds or stops that are not there cannot be asked for.
    let all = run(&zones, &streets, &ImportConfig { stops: Some(StopSource::Zones), ..plain() }).unwrap();
    assert!(all.report.stops.is_none() && all.city.node_named("osm12").is_none());
    let feed = run(&zones, &streets, &ImportConfig { stops: Some(StopSource::Feed), ..plain() });
    assert!(matches!(feed, Err(ImportError::NoStops(told)) if told.contains("no feed to take stops from")));
    let bare = OsmStreets { stops: Vec::new(), ..streets };
    let osm = run(&zones, &bare, &ImportConfig { stops: Some(StopSource::Osm), ..plain() });
    assert!(matches!(osm, Err(ImportError::NoStops(told)) if told.contains("contains no bus stops")));
}

#[test]
fn stops_out_of_reach_of_everybody_are_an_error() {
    // Both stops lie within 5 km of the zones, beyond any walk, and in the area of an empty zone.
    let mut zones = zones("a 1 1, b 2 1, park 1.5 0, pond 3 0");
    for zone in &mut zones.zones[2..] {
        (zone.production, zone.attraction) = (0.0, 0.0);
    }
    let streets = OsmStreets { stops: stops(&["1 1.5 0 Park", "2 3 0 Pond"]), ..streets(&[RING, BLOCK]) };
    let error = run(&zones, &streets, &plain()).unwrap_err();
    assert!(error.to_string().starts_with("only 0.0 % of people live within 800 m"), "{error}");
    let imported = run(&zones, &streets, &ImportConfig { accept_losses: true, ..plain() }).unwrap();
    assert_eq!(imported.report.walks.zones_far, 2);
}

#[test]
fn links_of_over_a_day_are_refused() {
    // 400 steps at 10 km/h take 44 hours; 12,000 of them more milliseconds than 32 bits hold.
    for length in [400, 12_000] {
        let zones = zones(&format!("a 1 0, b {} 0", 1 + length));
        let street = format!(
            "0 0 - 1 0 - {0} 0 - {1} 0 - {1} 1 - 0 1 - 0 0: highway=residential maxspeed=5",
            1 + length,
            2 + length
        );
        let streets = streets(&[&street]);
        let slow = ImportConfig { congestion: Some(100.0), ..plain() };
        let error = run(&zones, &streets, &slow).unwrap_err();
        assert!(error.to_string().starts_with("driving from a to b takes over a day"), "{error}");
    }
    let error = run(
        &zones("a 1 0, b 2 0"),
        &streets(&[RING, BLOCK]),
        &ImportConfig { congestion: Some(1e5), ..plain() },
    );
    assert!(matches!(error, Err(ImportError::Setting { name: "congestion", .. })));
}
