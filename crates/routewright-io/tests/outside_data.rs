//! Cities of the literature, read from outside the repository.

use std::path::{Path, PathBuf};

use routewright_io::{
    Feed, format_city_folder, parse_city_folder, read_city, read_gtfs, read_network, read_osm,
};
use routewright_model::{City, Coordinates, Seconds};

/// A folder of other people's data. `None`, with a message, where it is not at hand.
fn outside(folder: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("ROUTEWRIGHT_DATA").map_or(beside, PathBuf::from);
    let path = root.join(folder);
    if path.exists() {
        return Some(path);
    }
    let required = std::env::var("ROUTEWRIGHT_REQUIRE_DATA").is_ok_and(|value| value == "1");
    assert!(!required, "{} is not there, but ROUTEWRIGHT_REQUIRE_DATA=1", path.display());
    eprintln!("skipped: {} is not there", path.display());
    None
}

fn read(path: &Path) -> City {
    read_city(path.to_str().unwrap()).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn benchmark_cities_have_the_published_bounds() {
    let Some(folder) = outside("benchmarks") else { return };
    let cities = [
        ("mandl1", 15, 10.0058, 33, (6, 2, 8)),
        ("mumford0", 30, 13.0121, 26, (12, 2, 15)),
        ("mumford1", 70, 19.2695, 44, (15, 10, 30)),
        ("mumford2", 110, 22.1689, 53, (56, 10, 22)),
        ("mumford3", 127, 24.7453, 61, (60, 12, 25)),
    ];
    for (name, nodes, bound, longest, limits) in cities {
        let city = read(&folder.join(name));
        assert_eq!((city.name(), city.node_count()), (name, nodes));
        assert!((city.mean_drive_minutes() - bound).abs() < 5e-5, "{name}: {}", city.mean_drive_minutes());
        assert_eq!(city.longest_drive(), Seconds(longest * 60), "{name}");
        let defaults = city.defaults();
        let limits = (Some(limits.0), Some(limits.1), Some(limits.2));
        assert_eq!((defaults.routes, defaults.min_stops, defaults.max_stops), limits, "{name}");
        assert!(city.is_symmetric());
        let again = parse_city_folder(&format_city_folder(&city).unwrap()).unwrap();
        assert_eq!(again.to_parts(), city.to_parts());
    }
}

#[test]
fn mandl_from_files_is_the_built_in_one() {
    let Some(folder) = outside("benchmarks/mandl1") else { return };
    let (read, built_in) = (read(&folder).to_parts(), City::mandl().to_parts());
    assert_eq!(
        (read.links, read.demand, read.defaults),
        (built_in.links, built_in.demand, built_in.defaults)
    );
}

#[test]
fn terminals_are_read() {
    let Some(folder) = outside("benchmarks/ceder1") else { return };
    let city = read(&folder);
    assert_eq!(city.defaults(), Default::default());
    assert!(city.nodes().iter().any(|node| node.terminal) && city.nodes().iter().any(|node| !node.terminal));
}

#[test]
fn tntp_cities_are_read() {
    let Some(folder) = outside("cities/tntp") else { return };
    for (name, nodes, links, trips) in [("SiouxFalls", 24, 76, 360_600.0), ("Anaheim", 416, 914, 104_694.4)] {
        let city = read(&folder.join(format!("{name}_net.tntp")));
        assert_eq!((city.name(), city.node_count(), city.links().count()), (name, nodes, links));
        assert!((city.total_demand() + city.trips_within_nodes() - trips).abs() < 0.05, "{name}");
        assert_eq!(city.coordinates(), Coordinates::Degrees);
        assert!(city.nodes().iter().all(|node| node.position.y > 30.0 && node.position.x < -90.0));
    }
    let several = read_city(folder.to_str().unwrap()).unwrap_err();
    assert_eq!(several.listed()[0].code, "tntp-001");
    assert!(several.to_string().contains("Anaheim_net.tntp and SiouxFalls_net.tntp"));
}

#[test]
fn published_route_sets_are_read() {
    let Some(folder) = outside("published/mandl-solutions") else { return };
    let city = City::mandl();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let network = read_network(&city, &path).unwrap_or_else(|errors| panic!("{errors}"));
        assert!(network.routes.len() >= 4, "{}", path.display());
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn feeds_are_read_with_agencies_and_courses() {
    let Some(folder) = outside("cities/porto-alegre") else { return };
    let read = |name: &str| read_gtfs(&folder.join(name)).unwrap_or_else(|errors| panic!("{errors}"));
    let told = |feed: &Feed| {
        let with_course = feed.trips.iter().filter(|trip| feed.shape(trip).is_some()).count();
        let agency = feed.agency(&feed.routes[0]).map(|agency| agency.name.clone()).unwrap_or_default();
        let issues: Vec<String> = feed.issues.iter().map(ToString::to_string).collect();
        (
            feed.routes.len(),
            feed.stops.len(),
            feed.trips.len(),
            feed.shape_count(),
            with_course,
            agency,
            issues,
        )
    };
    let (buses, trains) = (read("poa_eptc.zip"), read("poa_trensurb.zip"));
    let eptc = "Empresa Publica de Transportes e Circulação".to_owned();
    assert_eq!(told(&buses), (115, 3986, 2374, 201, 2374, eptc, vec![]));
    // The table of agencies has a blank in its header, and its only line does not end.
    assert_eq!(told(&trains), (2, 24, 1248, 3, 1248, "TRENSURB".into(), vec![]));
}

#[test]
fn extracts_are_read_with_stops() {
    let Some(folder) = outside("cities/porto-alegre") else { return };
    let streets = read_osm(&folder.join("poa_osm.pbf")).unwrap_or_else(|errors| panic!("{errors}"));
    let named = streets.stops.iter().filter(|stop| stop.name.is_some()).count();
    let with_foot = streets.ways.iter().filter(|way| !way.tag("foot").is_empty()).count();
    assert_eq!((streets.ways.len(), with_foot, streets.stops.len(), named), (15886, 2171, 1058, 253));
    // The only relations of this extract are areas.
    assert_eq!((streets.turns.len(), streets.turns_by_way), (0, 0));
}
