//! A real city, read from outside the repository.

use std::path::{Path, PathBuf};

use routewright_import::{ImportConfig, Imported, Sources, import};
use routewright_io::{WeightColumns, read_gtfs, read_osm, read_zones};
use routewright_model::Seconds;
use routewright_model::geography::EARTH_RADIUS;

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

fn porto_alegre(config: &ImportConfig) -> Option<Imported> {
    let folder = outside("cities/porto-alegre")?;
    let columns = WeightColumns { productions: Some("population"), attractions: Some("jobs") };
    let zones = read_zones(&folder.join("poa_hexgrid.csv"), columns).unwrap();
    let streets = read_osm(&folder.join("poa_osm.pbf")).unwrap();
    let buses = [read_gtfs(&folder.join("poa_eptc.zip")).unwrap()];
    let metro = [read_gtfs(&folder.join("poa_trensurb.zip")).unwrap()];
    let sources = Sources { feeds: &buses, fixed_feeds: &metro, ..Sources::new(&zones, &streets) };
    Some(import(&sources, config, &mut |_| {}).unwrap())
}

/// Metres between two places, by the arc of a great circle.
fn arc(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (a, b) = (a.map(f64::to_radians), b.map(f64::to_radians));
    let half = |x: f64, y: f64| ((y - x) / 2.0).sin().powi(2);
    2.0 * EARTH_RADIUS * (half(a[1], b[1]) + a[1].cos() * b[1].cos() * half(a[0], b[0])).sqrt().asin()
}

#[test]
fn a_city_and_its_networks_come_out() {
    let Some(imported) = porto_alegre(&ImportConfig::default()) else { return };
    let Imported { city, existing, fixed, report, .. } = &imported;
    // 1227 hexagons, some of them without a street; a city that was built holds together.
    assert_eq!(report.zones.zones, 1227);
    assert!(city.node_count() > 1150, "{}", city.node_count());
    assert_eq!(city.node_count() + report.zones.isolated.len(), 1227);
    // Every one of the 800,000 people travels once and comes back.
    assert!((city.total_demand() / 2.0 - 811_711.0).abs() < 1_000.0, "{}", city.total_demand());

    // Link times: each is its street length at some speed between a walk and the top speed of a bus. A second
    // is rounding; crossing to the other side of the street adds up to fifteen at either end.
    for link in &imported.links {
        let seconds = f64::from(link.time.0);
        assert!(seconds + 1.0 >= link.metres / (90.0 / 3.6), "{link:?}");
        assert!(seconds <= link.metres / (10.0 / 3.6) + 31.0, "{link:?}");
        let drawn: f64 = link.shape.windows(2).map(|leg| arc(leg[0], leg[1])).sum();
        assert!(drawn <= link.metres * 1.01 + 1.0 && drawn > link.metres * 0.9 - 10.0, "{drawn} {link:?}");
    }

    // In the busiest two hours 112 bus routes run; all follow links, as `design --start` needs.
    assert_eq!(report.feeds[0].routes, 112);
    assert!(existing.routes.len() >= 90, "{}", existing.routes.len());
    assert!(existing.routes.iter().all(|route| !route.has_own_times()));
    assert!(existing.repeated_routes().is_empty());
    // The metro has four stations in the area: Mercado to Rodoviaria takes two minutes, to Farrapos seven or so.
    assert_eq!((fixed.routes.len(), fixed.routes[0].stop_count()), (1, 4));
    let minutes = fixed.routes[0].time_out();
    assert!(Seconds(5 * 60) < minutes && minutes < Seconds(10 * 60), "{minutes:?}");
    assert_eq!(report.feeds[1].stops_outside.len(), 20);
}

#[test]
fn zones_taken_together_keep_their_people_and_routes() {
    let Some(whole) = porto_alegre(&ImportConfig::default()) else { return };
    let config = ImportConfig { merge_metres: Some(400.0), ..ImportConfig::default() };
    let Some(merged) = porto_alegre(&config) else { return };
    let people = |imported: &Imported| imported.zones.iter().map(|zone| zone.production).sum::<f64>();
    assert!((people(&whole) - people(&merged)).abs() < 1e-6 * people(&whole));
    // A zone and its six neighbours 322 metres away at most become one.
    let (before, after) = (whole.city.node_count(), merged.city.node_count());
    assert!(after > before / 7 && after < before / 2, "{after} of {before}");
    assert_eq!(after + merged.report.zones.merged, before);
    assert!(merged.existing.routes.len() > whole.existing.routes.len() * 9 / 10);
}
