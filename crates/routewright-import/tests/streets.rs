//! Links and their times, on streets small enough to check by hand.

use routewright_import::{ImportConfig, ImportError, Imported, Sources, import};
use routewright_io::{
    OsmStreets, OsmWay, TextFile, WeightColumns, Zones, parse_gateways, parse_trips, parse_zones,
};
use routewright_model::{City, Period, Seconds};

/// At the equator, a hundredth of a degree is 1111.95 metres either way.
const STEP: f64 = 0.01;

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

fn run(zones: &Zones, streets: &OsmStreets, config: &ImportConfig) -> Result<Imported, ImportError> {
    import(&Sources::new(zones, streets), config, &mut |_| {})
}

/// Seconds of a link, if there is one.
fn link(city: &City, from: &str, to: &str) -> Option<u32> {
    city.link_time(city.node_named(from).unwrap(), city.node_named(to).unwrap()).map(|time| time.0)
}

#[test]
fn a_link_takes_length_over_speed() {
    // Residential without a limit: 30 km/h. 1111.95 m / (30 / 3.6 m/s) = 133.4 s.
    // Primary with a limit of 60: 1111.95 / (60 / 3.6) = 66.7 s.
    let zones = zones("a 0 0, b 1 0, c 2 0");
    let streets = streets(&["0 0 - 1 0: highway=residential", "1 0 - 2 0: highway=primary maxspeed=60"]);
    let city = run(&zones, &streets, &ImportConfig::default()).unwrap().city;
    assert_eq!([link(&city, "a", "b"), link(&city, "b", "a")], [Some(133); 2]);
    assert_eq!([link(&city, "b", "c"), link(&city, "c", "b")], [Some(67); 2]);
    assert_eq!(link(&city, "a", "c"), None, "b lies between them");
    // Half as fast again: 200.2 s.
    let slow = ImportConfig { congestion: 1.5, ..ImportConfig::default() };
    assert_eq!(link(&run(&zones, &streets, &slow).unwrap().city, "a", "b"), Some(200));
}

#[test]
fn a_city_says_how_people_walk_and_when_they_travel() {
    // 0.4 steps are 444.78 m straight, 578.2 m on foot, 7.709 minutes; a whole step is too far.
    let zones = zones("a 0 0, b 0.4 0, c 1.4 0");
    let streets = streets(&["0 0 - 0.4 0 - 1.4 0: highway=residential"]);
    let imported = run(&zones, &streets, &ImportConfig::default()).unwrap();
    let service = imported.city.service();
    assert_eq!((service.dwell, service.layover), (Some(Seconds(18)), Some(Seconds(180))));
    let walks: Vec<_> =
        imported.city.walks().iter().map(|w| (w.from.index(), w.to.index(), w.time.0)).collect();
    assert_eq!(walks, [(0, 1, 463), (1, 0, 463)]);
    let report = &imported.report;
    assert_eq!((report.walks.pairs, report.walks.nodes_without), (1, 1));
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
    // A block of one step: a to b along the one-way, b to a round the other three sides.
    let zones = zones("a 0 0, b 1 0");
    let streets = streets(&[
        "0 0 - 1 0: highway=residential oneway=yes",
        "1 0 - 1 1 - 0 1 - 0 0: highway=residential oneway=yes",
    ]);
    let winding = ImportConfig { detour: 3.5, ..ImportConfig::default() };
    let imported = run(&zones, &streets, &winding).unwrap();
    assert_eq!(link(&imported.city, "a", "b"), Some(133));
    // Three times 1111.95 m (the side in the north is shorter by less than a metre) at 30 km/h: 400.3 s.
    assert_eq!(link(&imported.city, "b", "a"), Some(400));
    let back = imported.links.iter().find(|link| link.from == 1).unwrap();
    assert!((back.metres - 3.0 * 1111.95).abs() < 1.0, "{}", back.metres);
    assert_eq!(back.shape, [[STEP, 0.0], [STEP, STEP], [0.0, STEP], [0.0, 0.0]]);
    // Against the drawn direction, everything is the other way about.
    let mut turned = streets.clone();
    for way in &mut turned.ways {
        std::sync::Arc::make_mut(&mut way.tags)[1].1 = "-1".into();
    }
    let city = run(&zones, &turned, &winding).unwrap().city;
    assert_eq!((link(&city, "a", "b"), link(&city, "b", "a")), (Some(400), Some(133)));
}

#[test]
fn a_winding_link_is_left_out_only_where_the_city_holds_together_without_it() {
    // c lies beside a and b, but its street leads far round: a - c and b - c both wind. One of each stays.
    let zones = zones("a 0 0, b 1 0, c 0.5 0.5");
    let streets =
        streets(&["0 0 - 1 0: highway=residential", "1 0 - 6 0 - 6 0.5 - 0.5 0.5: highway=residential"]);
    let imported = run(&zones, &streets, &ImportConfig::default()).unwrap();
    assert_eq!(imported.report.links.winding, 2);
    assert_eq!(imported.city.links().count(), 4);
    // 5 + 0.5 + 5.5 steps = 11 x 133.4 s.
    assert_eq!(link(&imported.city, "b", "c"), Some(1468));
}

#[test]
fn what_is_cut_off_is_reported() {
    // d has a street of its own that leads nowhere; e has none; f's street is private.
    let zones = zones("a 0 0, b 1 0, d 5 5, e 9 9, f 3 0");
    let streets = streets(&[
        "0 0 - 1 0: highway=residential",
        "5 5 - 6 5: highway=residential oneway=yes",
        "1 0 - 3 0: highway=residential access=private",
        "0 0 - 0 1: highway=footway",
    ]);
    let report = run(&zones, &streets, &ImportConfig::default()).unwrap().report;
    let isolated: Vec<&str> = report.zones.isolated.iter().map(|zone| zone.id.as_str()).collect();
    assert_eq!(isolated, ["d", "e", "f"]);
    assert_eq!((report.streets.open_ways, report.streets.no_access), (2, 1));
    assert_eq!(report.streets.not_streets["footway"], 1);
    assert_eq!(report.streets.unreachable_corners, 2);
    assert!((report.streets.unreachable_kilometres - 1.11).abs() < 0.02);
}

#[test]
fn zones_far_from_all_streets_are_an_error() {
    let streets = streets(&["50 50 - 51 50: highway=residential"]);
    let error = run(&zones("a 0 0, b 1 0"), &streets, &ImportConfig::default()).unwrap_err();
    assert!(matches!(error, ImportError::ZonesOffStreets { kept: 0, all: 2, .. }), "{error}");
    let paths = self::streets(&["0 0 - 1 0: highway=footway"]);
    let error = run(&zones("a 0 0, b 1 0"), &paths, &ImportConfig::default()).unwrap_err();
    assert!(matches!(error, ImportError::NoStreets));
}

#[test]
fn trips_outside_go_through_the_nearest_gateway() {
    let zones = zones("a 0 0, b 1 0, c 2 0");
    let streets = streets(&["-1 0 - 0 0 - 1 0 - 2 0: highway=residential"]);
    let trips = "from,to,trips\na,b,5\na,sea,2\nc,sea,3\nsea,land,9\nb,b,1\nland,a,4\n";
    let trips = parse_trips(&TextFile::new("od.csv", trips)).unwrap();
    let gateways = "place,gateway,lon,lat\nsea,west,-0.01,0\nsea,c,,\n";
    let gateways = parse_gateways(&TextFile::new("gateways.csv", gateways)).unwrap();
    let sources = Sources { trips: Some(&trips), gateways: &gateways, ..Sources::new(&zones, &streets) };
    let imported = import(&sources, &ImportConfig::default(), &mut |_| {}).unwrap();
    let city = &imported.city;
    let demand =
        |from: &str, to: &str| city.demand(city.node_named(from).unwrap(), city.node_named(to).unwrap());
    assert_eq!((city.node_count(), demand("a", "b"), demand("a", "west")), (4, 5.0, 2.0));
    let counts = &imported.report.demand;
    // c's trips to the sea go through c itself: they stay within the node. From land no gateway leads.
    assert_eq!((counts.within_nodes, counts.outside, counts.through_gateways), (4.0, 13.0, 5.0));
    let lost = Sources { trips: None, ..sources };
    let no_weights = Zones {
        zones: zones
            .zones
            .iter()
            .cloned()
            .map(|mut zone| {
                zone.production = 0.0;
                zone.attraction = 0.0;
                zone
            })
            .collect(),
        ..Zones::default()
    };
    let error = import(&Sources { zones: &no_weights, ..lost }, &ImportConfig::default(), &mut |_| {});
    assert!(matches!(error, Err(ImportError::NoDemandSource)));
}

#[test]
fn links_of_over_a_day_are_refused() {
    // 170 degrees at 5 km/h take 157 days: more milliseconds than 32 bits hold.
    let zones = zones("a 0 0, b 17000 0");
    let streets = streets(&["0 0 - 17000 0: highway=residential maxspeed=5"]);
    let error = run(&zones, &streets, &ImportConfig::default()).unwrap_err();
    assert!(error.to_string().starts_with("driving from zone a to zone b takes over a day"), "{error}");
    let error = run(&zones, &streets, &ImportConfig { congestion: 1e5, ..ImportConfig::default() });
    assert!(matches!(error, Err(ImportError::Setting { name: "congestion", .. })));
}
