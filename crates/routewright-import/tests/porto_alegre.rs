//! A real city, read from outside the repository.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use routewright_import::{ImportConfig, Imported, Sources, StopSource, import};
use routewright_io::{Feed, OsmStreets, WeightColumns, Zones, parse_date, read_gtfs, read_osm, read_zones};
use routewright_model::geography::{EARTH_RADIUS, metres_between};
use routewright_model::{Route, Seconds};
use routewright_streets::{CityStreets, Router, StopSite};

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

struct Data {
    zones: Zones,
    streets: OsmStreets,
    buses: [Feed; 1],
    metro: [Feed; 1],
}

impl Data {
    fn import(&self, config: &ImportConfig) -> Imported {
        let sources = Sources {
            feeds: &self.buses,
            fixed_feeds: &self.metro,
            ..Sources::new(&self.zones, &self.streets)
        };
        import(&sources, config, &mut |_| {}).unwrap()
    }
}

fn read() -> Option<Data> {
    let folder = outside("cities/porto-alegre")?;
    let columns = WeightColumns { productions: Some("population"), attractions: Some("jobs") };
    Some(Data {
        zones: read_zones(&folder.join("poa_hexgrid.csv"), columns).unwrap(),
        streets: read_osm(&folder.join("poa_osm.pbf")).unwrap(),
        buses: [read_gtfs(&folder.join("poa_eptc.zip")).unwrap()],
        metro: [read_gtfs(&folder.join("poa_trensurb.zip")).unwrap()],
    })
}

/// The data, and the city with all defaults; read and imported once for all tests.
fn porto_alegre() -> Option<&'static (Data, Imported)> {
    static CITY: OnceLock<Option<(Data, Imported)>> = OnceLock::new();
    let city = CITY.get_or_init(|| {
        let data = read()?;
        let imported = data.import(&ImportConfig::default());
        Some((data, imported))
    });
    city.as_ref()
}

/// Metres between two places, by the arc of a great circle.
fn arc(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (a, b) = (a.map(f64::to_radians), b.map(f64::to_radians));
    let half = |x: f64, y: f64| ((y - x) / 2.0).sin().powi(2);
    2.0 * EARTH_RADIUS * (half(a[1], b[1]) + a[1].cos() * b[1].cos() * half(a[0], b[0])).sqrt().asin()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[test]
fn a_city_and_its_networks_come_out() {
    let Some((_, imported)) = porto_alegre() else { return };
    let Imported { city, existing, fixed, report, .. } = imported;
    assert_eq!(report.zones.zones, 1227);
    let stops = report.stops.as_ref().unwrap();
    assert_eq!(stops.source, StopSource::Feed);
    assert_eq!(city.node_count(), stops.places + report.zones.zone_nodes);
    assert!(stops.stops > 3 * stops.places / 2, "{} places of {} stops", stops.places, stops.stops);
    // Every one of the 800,000 people travels once and comes back.
    assert!((city.total_demand() / 2.0 - 811_711.0).abs() < 2_000.0, "{}", city.total_demand());
    // In the morning 112 bus routes run, all with times of their own and none lost.
    assert_eq!(report.feeds[0].routes, 112);
    assert_eq!(existing.routes.len(), 112, "{:?}", report.feeds[0].lines_skipped);
    assert!(existing.routes.iter().all(Route::has_own_times));
    // The metro has four stations in the area: Mercado to Rodoviaria takes two minutes, to Farrapos seven or so.
    assert_eq!((fixed.routes.len(), fixed.routes[0].stop_count()), (1, 4));
    let minutes = fixed.routes[0].time_out();
    assert!(Seconds(5 * 60) < minutes && minutes < Seconds(10 * 60), "{minutes:?}");
    assert_eq!(report.feeds[1].stops_outside.len(), 20);
}

#[test]
fn links_follow_streets_at_the_speed_of_buses() {
    let Some((_, imported)) = porto_alegre() else { return };
    let found = &imported.report.congestion;
    assert_eq!(found.source, "timetable");
    assert!((1.0..=3.0).contains(&found.factor) && found.ways_compared > 50, "{found:?}");
    // Along the streets, today's lines are as long as their shapes.
    let ratio = found.metres_over_shape.unwrap();
    assert!((0.95..=1.05).contains(&ratio), "{found:?}");
    for link in &imported.links {
        let drawn: f64 = link.shape.windows(2).map(|leg| arc(leg[0], leg[1])).sum();
        assert!(drawn <= link.metres * 1.01 + 1.0 && drawn > link.metres * 0.9 - 10.0, "{drawn} {link:?}");
    }
    let speed = |link: &routewright_import::StreetLink| link.metres / f64::from(link.time.0) * 3.6;
    let speeds: Vec<f64> = imported.links.iter().map(speed).collect();
    assert!(speeds.iter().all(|&speed| speed <= 60.0));
    // Some short links cost more than driving: every line would have to turn round before or after them.
    let usual = speeds.iter().filter(|&&speed| speed >= 5.0).count();
    assert!(usual * 100 > speeds.len() * 92, "{usual} of {}", speeds.len());
    let middle = median(speeds);
    assert!((10.0..=25.0).contains(&middle), "{middle} km/h");
}

#[test]
fn lines_can_be_driven_at_the_speed_of_buses_from_stop_to_stop() {
    let Some((_, imported)) = porto_alegre() else { return };
    let CityStreets { streets, sites } = &imported.streets;
    let mut router = Router::new(streets);
    let mut legs = 0;
    for pattern in imported.existing.routes.iter().flat_map(Route::patterns) {
        let stops: Option<Vec<&StopSite>> =
            pattern.stops.iter().map(|stop| sites.get(stop.index())?.as_ref()).collect();
        let Some(course) = stops.and_then(|stops| router.lay_out(&stops)) else { continue };
        for leg in course.legs {
            let speed = leg.metres / f64::from(leg.milliseconds) * 3600.0;
            assert!((8.0..=45.0).contains(&speed), "{} m in {} ms", leg.metres, leg.milliseconds);
            legs += 1;
        }
    }
    assert!(legs > 2000, "{legs}");
}

#[test]
fn lines_are_as_long_and_take_as_long_as_today() {
    let Some((_, imported)) = porto_alegre() else { return };
    let city = &imported.city;
    let mut ratios = Vec::new();
    for line in imported.lines.lines.iter().filter(|line| !line.is_fixed) {
        let route = imported.existing.routes.iter().find(|route| route.name() == line.name).unwrap();
        let patterns = route.patterns();
        for way in &line.ways {
            let Some((nodes, legs)) = way.course_within(city) else { continue };
            let metres: f64 =
                legs.iter().flat_map(|leg| leg.windows(2)).map(|part| metres_between(part[0], part[1])).sum();
            if way.stops.iter().all(|stop| stop.node.is_some()) {
                ratios.push(metres / way.metres());
            }
            let pattern = patterns.iter().find(|pattern| pattern.stops == nodes).unwrap();
            let inside = |stop: &routewright_io::LineStop| stop.node.is_some();
            let first = way.stops.iter().position(inside).unwrap();
            let last = way.stops.iter().rposition(inside).unwrap();
            let scheduled = f64::from(way.seconds[last] - way.seconds[first]);
            let runs = f64::from(pattern.legs.iter().map(|leg| leg.0).sum::<u32>());
            let away = (runs - scheduled).abs();
            assert!(away <= 60.0_f64.max(0.05 * scheduled), "{}: {runs} s, not {scheduled}", line.name);
        }
    }
    assert!(ratios.len() > 50, "{}", ratios.len());
    let ratio = median(ratios);
    assert!((0.95..=1.05).contains(&ratio), "{ratio}");
}

#[test]
fn circular_lines_end_where_they_start() {
    let Some((_, imported)) = porto_alegre() else { return };
    for name in ["T9", "C1", "C3"] {
        let routes = imported.existing.routes.iter();
        let found: Vec<&Route> = routes.filter(|route| route.name() == name).collect();
        assert_eq!(found.len(), 1, "{name}");
        assert_eq!(found[0].stops().first(), found[0].stops().last(), "{name}");
        assert!(found[0].stop_count() > 10, "{name}");
    }
}

#[test]
fn people_near_stops_are_those_within_a_walk() {
    let Some((data, imported)) = porto_alegre() else { return };
    let report = &imported.report;
    let day = parse_date(&report.day.as_ref().unwrap().date).unwrap();
    let mut stops = Vec::new();
    for feed in data.buses.iter().chain(&data.metro) {
        let mut used: Vec<u32> = Vec::new();
        for trip in feed.trips.iter().filter(|trip| feed.services[trip.service as usize].runs_on(day)) {
            used.extend(feed.calls(trip).iter().map(|call| call.stop));
        }
        used.sort_unstable();
        used.dedup();
        let place = |stop: u32| [feed.stops[stop as usize].lon, feed.stops[stop as usize].lat];
        stops.extend(used.into_iter().map(place));
    }
    // Streets make a way about 1.3 times as long as the straight line.
    let is_near = |place: [f64; 2]| stops.iter().any(|&stop| arc(place, stop) <= 800.0 / 1.3);
    let zones = &data.zones.zones;
    let all: f64 = zones.iter().map(|zone| zone.production).sum();
    let near: f64 =
        zones.iter().filter(|zone| is_near([zone.lon, zone.lat])).map(|zone| zone.production).sum();
    let found = report.walks.people_near_stops;
    assert!((found - near).abs() < 0.02 * all, "{found:.0} on foot, {near:.0} straight, of {all:.0}");
}

#[test]
fn a_line_loses_time_where_it_turns_round() {
    let Some((_, imported)) = porto_alegre() else { return };
    let city = &imported.city;
    assert!(!city.turns().is_empty() && city.turns().iter().all(|turn| turn.time > Seconds(0)));
    // Where today's lines go on from stop to stop, most turns cost nothing.
    let (mut free, mut all) = (0, 0);
    for pattern in imported.existing.routes.iter().flat_map(Route::patterns) {
        for stops in pattern.stops.windows(3) {
            let [from, via, to] = [stops[0], stops[1], stops[2]];
            let are_links = city.link_time(from, via).is_some() && city.link_time(via, to).is_some();
            if from != to && are_links {
                all += 1;
                free += usize::from(city.turn_time(from, via, to) == Seconds(0));
            }
        }
    }
    assert!(all > 1000 && free * 3 > all * 2, "{free} of {all}");
}

#[test]
fn zones_taken_together_keep_their_people_and_lines() {
    let Some((data, whole)) = porto_alegre() else { return };
    let merged = data.import(&ImportConfig { merge_metres: Some(400.0), ..ImportConfig::default() });
    let people = |imported: &Imported| imported.zones.iter().map(|(_, zone)| zone.production).sum::<f64>();
    assert!((people(whole) - people(&merged)).abs() < 1e-6 * people(whole));
    // A zone and its six neighbours 322 metres away at most become one.
    let (before, after) = (whole.report.zones.zone_nodes, merged.report.zones.zone_nodes);
    assert!(after > before / 7 && after < before / 2, "{after} of {before}");
    assert_eq!(merged.existing.routes.len(), whole.existing.routes.len());
}

#[test]
fn lines_that_leave_the_area_are_named_with_what_they_lose() {
    let Some((_, imported)) = porto_alegre() else { return };
    let cut = &imported.report.network.cut;
    assert!(cut.len() > 30 && cut.len() < imported.existing.routes.len(), "{}", cut.len());
    for line in cut {
        let route = imported.existing.routes.iter().find(|route| route.name() == line.line).unwrap();
        let inside: f64 =
            route.patterns().iter().flat_map(|pattern| pattern.legs.clone()).map(Seconds::minutes).sum();
        assert!((inside - line.minutes_within).abs() < 1.0, "{line:?} {inside}");
        assert!(line.minutes_within < 0.9 * line.minutes, "{line:?}");
    }
    let lost = |line: &routewright_import::CutLine| line.minutes - line.minutes_within;
    assert!(cut.is_sorted_by(|a, b| lost(a) >= lost(b)));
}
