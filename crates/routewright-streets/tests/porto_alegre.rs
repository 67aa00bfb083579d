//! The streets of a real city and today's lines on them, read from outside the repository.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use routewright_io::{Feed, read_gtfs, read_osm};
use routewright_streets::geometry::{heading, metres_between};
use routewright_streets::{CourseChecker, FootMap, Router, SiteFinder, StopSite, Streets};

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

/// The places of the stops of every pattern of a feed, without those within 150 metres of the stop before.
fn patterns(feed: &Feed) -> BTreeSet<Vec<u32>> {
    let place = |stop: u32| [feed.stops[stop as usize].lon, feed.stops[stop as usize].lat];
    let mut patterns = BTreeSet::new();
    for trip in &feed.trips {
        let mut stops: Vec<u32> = Vec::new();
        for call in feed.calls(trip) {
            if stops.last().is_none_or(|&last| metres_between(place(last), place(call.stop)) >= 150.0) {
                stops.push(call.stop);
            }
        }
        patterns.insert(stops);
    }
    patterns
}

#[test]
fn todays_lines_can_be_laid_out() {
    let Some(folder) = outside("cities/porto-alegre") else { return };
    let (streets, counts) = Streets::from_osm(&read_osm(&folder.join("poa_osm.pbf")).unwrap(), &[], 1.0);
    assert!(counts.usable_pieces as f64 > 0.85 * counts.pieces as f64, "{counts:?}");
    assert!(counts.unusable_kilometres < 0.15 * counts.kilometres, "{counts:?}");
    let feed = read_gtfs(&folder.join("poa_eptc.zip")).unwrap();
    let finder = SiteFinder::new(&streets);
    let checker = CourseChecker::new(streets.parts());
    let mut router = Router::new(&streets);
    let mut detours = Vec::new();
    for stops in patterns(&feed) {
        let places: Vec<[f64; 2]> = stops
            .iter()
            .map(|&stop| [feed.stops[stop as usize].lon, feed.stops[stop as usize].lat])
            .collect();
        let site = |at: usize| {
            let [before, after] = [at.saturating_sub(1), (at + 1).min(places.len() - 1)];
            let along = [before, after].map(|at| streets.plane().metres(places[at]));
            finder.site_of_stops(&[(places[at], Some(heading(along[0], along[1])))], 100.0)
        };
        let all: Vec<Option<StopSite>> = (0..places.len()).map(site).collect();
        // The longest part of the line on the map.
        let (mut run, mut first) = (0..0, 0);
        for at in 0..=all.len() {
            if all.get(at).is_none_or(Option::is_none) {
                run = if at - first > run.len() { first..at } else { run };
                first = at + 1;
            }
        }
        if run.len() < 5 {
            continue;
        }
        let sites: Vec<&StopSite> = all[run.clone()].iter().flatten().collect();
        let course = router.lay_out(&sites).expect("usable pieces can be reached");
        assert_eq!(checker.check(&course.points()), []);
        let straight: f64 = places[run].windows(2).map(|leg| metres_between(leg[0], leg[1])).sum();
        detours.push(course.metres() / straight);
    }
    assert!(detours.len() > 150, "{}", detours.len());
    detours.sort_by(f64::total_cmp);
    // Stops along a street are straight ahead of each other; where a site is on the wrong side of a street, the line
    // would go round the block.
    let median = detours[detours.len() / 2];
    assert!(median > 1.0 && median < 1.2, "{median}");
}

#[test]
fn people_walk_across_the_city() {
    let Some(folder) = outside("cities/porto-alegre") else { return };
    let map = FootMap::new(&read_osm(&folder.join("poa_osm.pbf")).unwrap());
    let feed = read_gtfs(&folder.join("poa_eptc.zip")).unwrap();
    let stops: Vec<[f64; 2]> = feed.stops.iter().map(|stop| [stop.lon, stop.lat]).collect();
    let walks = map.walks(&stops, &stops, 800.0);
    let (mut pairs, mut detours) = (0, 0.0);
    for (from, found) in walks.iter().enumerate() {
        assert!(
            found.contains(&(from, 0.0)) || found.iter().any(|&(to, metres)| to == from && metres < 300.0)
        );
        for &(to, metres) in found {
            let straight = metres_between(stops[from], stops[to]);
            assert!(metres <= 800.0 && metres > straight * 0.999 - 0.1, "{metres} {straight}");
            if straight > 300.0 {
                (pairs, detours) = (pairs + 1, detours + metres / straight);
            }
        }
    }
    assert!(pairs > 10_000, "{pairs}");
    let mean = detours / f64::from(pairs);
    assert!(mean > 1.1 && mean < 1.5, "{mean}");
}
