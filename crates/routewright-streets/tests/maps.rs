//! Courses, sites and the checker on maps small enough to follow by hand.

mod support;

use routewright_streets::{
    Fault, PieceId, Router, SiteFinder, StopSite, StreetParts, Streets, TurnKind, check_course,
};
use support::{STEP, ban, osm, piece, place, places, site};

/// Two blocks: two streets east, three north, all two-way, a step apart. In one block alone nobody could change from
/// driving round it one way to the other without turning on the spot.
const BLOCK: [&str; 5] = [
    "0 0 - 1 0 - 2 0: highway=residential",
    "0 1 - 1 1 - 2 1: highway=residential",
    "0 0 - 0 1: highway=residential",
    "2 0 - 2 1: highway=residential",
    "1 0 - 1 1: highway=residential",
];

fn faults(parts: &StreetParts, line: &str) -> Vec<Fault> {
    check_course(parts, &places(line)).into_iter().map(|finding| finding.fault).collect()
}

/// Steps along the streets, to a tenth.
fn steps(metres: f64) -> f64 {
    (metres / 11.12).round() / 10.0
}

#[test]
fn a_line_back_must_go_round_the_block() {
    let (streets, counts) = Streets::from_osm(&osm(&BLOCK), &[], 1.0);
    assert_eq!((counts.pieces, counts.usable_pieces), (2 * 14, 2 * 14), "every step is two pieces long");
    let mut router = Router::new(&streets);
    // East along the southern street, then back to where one came from: only round the block.
    let [a, b] = [site(&streets, "0 0", "1 0"), site(&streets, "1 0", "2 0")];
    let course = router.lay_out(&[&a, &b, &a]).unwrap();
    assert_eq!(course.legs.iter().map(|leg| steps(leg.metres)).collect::<Vec<_>>(), [1.0, 5.0]);
    assert_eq!(course.points()[0], place("1 0"));
    assert_eq!(check_course(streets.parts(), &course.points()), []);
    // With both directions at every stop, the way back takes the other side of the street after a turn somewhere.
    let finder = SiteFinder::new(&streets);
    let [a, b] = ["0.5 0", "1.5 0"].map(|at| finder.site_near(place(at), 50.0).unwrap());
    let line = router.lay_out_both_ways(&[&a, &b]).unwrap();
    assert!(steps(line.out.metres()) <= 1.0 && steps(line.back.metres()) <= 1.0);
    assert!(steps(line.turn_at_last.metres) >= 4.0, "the empty vehicle turns round the block");
}

#[test]
fn times_are_those_of_streets_and_turns() {
    // 30 km/h: 13.343 s a step; congestion doubles it; two turns of five seconds.
    let (streets, _) = Streets::from_osm(&osm(&BLOCK), &[], 2.0);
    let [a, b] = [site(&streets, "1 0", "2 0"), site(&streets, "2 1", "1 1")];
    let course = Router::new(&streets).lay_out(&[&a, &b]).unwrap();
    assert_eq!(steps(course.metres()), 2.0);
    assert!((course.milliseconds() as f64 - (4.0 * 13_343.4 + 10_000.0)).abs() < 10.0, "{course:?}");
}

#[test]
fn a_dead_end_without_a_place_to_turn_is_not_used() {
    let mut ways = BLOCK.to_vec();
    ways.push("2 0 - 3 0: highway=residential");
    let (streets, counts) = Streets::from_osm(&osm(&ways), &[], 1.0);
    assert_eq!(counts.pieces - counts.usable_pieces, 4);
    assert!((counts.unusable_kilometres - 2.0 * 0.1112).abs() < 1e-3);
    let finder = SiteFinder::new(&streets);
    assert_eq!(finder.site_near(place("3 0"), 90.0), None);
    // A loop at its end makes it usable.
    ways.push("3 0 - 3.2 0.1 - 3.4 0 - 3.2 -0.1 - 3 0: highway=residential oneway=yes");
    let (_, counts) = Streets::from_osm(&osm(&ways), &[], 1.0);
    assert_eq!(counts.pieces, counts.usable_pieces);
}

#[test]
fn turn_restrictions_are_kept() {
    let map = osm(&BLOCK);
    let free = Streets::from_osm(&map, &[], 1.0).0;
    // From way 1 (southern street) into way 4 (eastern one) at its end: no left turn.
    let (streets, counts) = Streets::from_osm(&map, &[ban(&map, 1, "2 0", 4, TurnKind::No)], 1.0);
    assert_eq!(counts.turns, 1);
    let next = |streets: &Streets| streets.next(piece(streets, "1 0", "2 0")).len();
    assert_eq!((next(&free), next(&streets)), (1, 0));
    assert!(faults(free.parts(), "0 0 - 2 0 - 2 1").is_empty());
    assert_eq!(faults(streets.parts(), "0 0 - 2 0 - 2 1"), [Fault::BannedTurn]);
    assert!(faults(streets.parts(), "2 1 - 2 0 - 0 0").is_empty(), "the other way is allowed");
}

#[test]
fn a_turn_that_must_be_taken_leaves_no_other() {
    let map = osm(&BLOCK);
    let (streets, _) = Streets::from_osm(&map, &[ban(&map, 1, "1 0", 5, TurnKind::Only)], 1.0);
    let onto: Vec<i64> = streets
        .next(piece(&streets, "0 0", "1 0"))
        .iter()
        .map(|next| streets.parts().streets[streets.piece(next.piece).street as usize].way)
        .collect();
    assert_eq!(onto, [5]);
    assert_eq!(faults(streets.parts(), "0 0 - 2 0"), [Fault::BannedTurn]);
    assert!(faults(streets.parts(), "0 0 - 1 0 - 1 1").is_empty());
    // Where the way that must be taken is closed to buses, the sign does not apply to them.
    let (streets, _) = Streets::from_osm(&map, &[ban(&map, 1, "1 0", 99, TurnKind::Only)], 1.0);
    assert_eq!(streets.next(piece(&streets, "0 0", "1 0")).len(), 2);
}

#[test]
fn one_way_pairs_have_a_stop_in_each_direction() {
    // East on the southern street, west on the northern one; joined at both ends.
    let (streets, _) = Streets::from_osm(
        &osm(&[
            "0 0 - 1 0 - 2 0: highway=primary oneway=yes",
            "2 1 - 1 1 - 0 1: highway=primary oneway=yes",
            "0 1 - 0 0: highway=residential",
            "2 0 - 2 1: highway=residential",
        ]),
        &[],
        1.0,
    );
    let finder = SiteFinder::new(&streets);
    let site = finder.site_near(place("1 0"), 50.0).unwrap();
    let headings: Vec<f64> = site.anchors().iter().map(|&at| streets.piece(at).heading.round()).collect();
    assert_eq!(headings, [90.0, 270.0]);
    let stops = [(place("1 0.1"), Some(80.0))];
    let same = finder.site_of_stops(&stops, 100.0).unwrap();
    assert_eq!(same.anchors(), site.anchors());
    // A heading that no street within reach has: the nearest street all the same.
    let odd = finder.site_of_stops(&[(place("1 0.1"), Some(270.0))], 100.0).unwrap();
    assert_eq!(streets.piece(odd.anchors()[0]).heading.round(), 90.0);
    assert_eq!(finder.site_of_stops(&[(place("1 9"), None)], 100.0), None);
    // Against either street is the wrong way.
    assert_eq!(faults(streets.parts(), "2 0 - 0 0"), [Fault::WrongWay]);
    assert_eq!(faults(streets.parts(), "0 0 - 2 0 - 2 1 - 0 1 - 0 0"), []);
}

#[test]
fn roundabouts_are_driven_one_way() {
    // A roundabout between the ends of two streets; half of a ring is longer than the other half is forbidden.
    let (streets, _) = Streets::from_osm(
        &osm(&[
            "2 0 - 2.2 0.3 - 2.5 0.4 - 2.8 0.3 - 3 0 - 2.8 -0.3 - 2.5 -0.4 - 2.2 -0.3 - 2 0: \
             highway=primary junction=roundabout",
            "0 0 - 1 0 - 2 0: highway=primary",
            "3 0 - 4 0: highway=primary",
            "0 0 - 0 3 - 4 3 - 4 0: highway=primary",
        ]),
        &[],
        1.0,
    );
    let [west, east] = [site(&streets, "1 0", "2 0"), site(&streets, "3 0", "4 0")];
    let course = Router::new(&streets).lay_out(&[&west, &east]).unwrap();
    // Clockwise, because the ring was drawn so: by the north.
    assert!(course.points().iter().any(|point| point[1] > 0.0003));
    assert!(course.points().iter().all(|point| point[1] > -1e-6));
    assert_eq!(check_course(streets.parts(), &course.points()), []);
    let wrong = "1 0 - 2 0 - 2.2 -0.3 - 2.5 -0.4 - 2.8 -0.3 - 3 0 - 4 0";
    assert!(faults(streets.parts(), wrong).contains(&Fault::WrongWay));
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let (streets, _) = Streets::from_osm(&osm(&BLOCK), &[], 1.0);
    let faults = |line: &str| faults(streets.parts(), line);
    assert_eq!(faults("0 0 - 2 0 - 2 1 - 0 1 - 0 0 - 1 0"), []);
    assert_eq!(faults("0 0 - 1 0 - 0 0"), [Fault::TurnOnTheSpot]);
    assert_eq!(faults("0 0 - 1 0 - 1 0.02 - 0 0.02"), [Fault::TurnOnTheSpot], "even a little rounder");
    assert_eq!(faults("0 0 - 0.5 0 - 0.5 1 - 0 1"), [Fault::OffStreet], "no street leads north there");
    assert_eq!(faults("5 5 - 6 5"), [Fault::OffStreet]);
    // A bridge over the southern street.
    let mut ways = BLOCK.to_vec();
    ways.push("0.7 -1 - 0.7 0.7: highway=primary");
    let (streets, _) = Streets::from_osm(&osm(&ways), &[], 1.0);
    let found = check_course(streets.parts(), &places("0 0 - 0.7 0 - 0.7 0.5"));
    assert_eq!(found.iter().map(|finding| finding.fault).collect::<Vec<_>>(), [Fault::Jump]);
    assert!((found[0].place[0] - 0.0007).abs() < 0.0002, "{found:?}");
}

#[test]
fn traffic_slows_nobody_below_a_crawl() {
    let speed = |tags: &str, congestion: f64| {
        let ways = [format!("0 0 - 1 0 - 1 1 - 0 1 - 0 0: {tags}")];
        let streets = Streets::from_osm(&osm(&[ways[0].as_str()]), &[], congestion).0;
        let piece = streets.pieces()[0];
        (piece.metres / f64::from(piece.milliseconds) * 3600.0).round()
    };
    assert_eq!(speed("highway=residential", 2.0), 15.0);
    assert_eq!(speed("highway=residential", 4.0), 12.0);
    assert_eq!(speed("highway=living_street", 1.0), 10.0);
    assert_eq!(speed("highway=living_street", 4.0), 10.0);
}

#[test]
fn places_do_not_stop_at_one_spot() {
    let (streets, _) = Streets::from_osm(
        &osm(&[
            "0 0 - 8 0: highway=primary",
            "0 0 - 0 4 - 8 4 - 8 0: highway=primary",
            "8 0 - 9 0 - 9 4 - 8 4: highway=primary",
        ]),
        &[],
        1.0,
    );
    let finder = SiteFinder::new(&streets);
    let site = |stops: &[&str]| {
        let stops: Vec<([f64; 2], Option<f64>)> =
            stops.iter().map(|stop| (place(stop), Some(90.0))).collect();
        finder.site_of_stops(&stops, 50.0)
    };
    let middles = [place("2 0"), place("6 0")];
    let apart = |sites: [Option<StopSite>; 2]| {
        let mut sites = sites;
        finder.keep_apart(&mut sites, &middles);
        sites.map(|site| {
            let anchors = site.unwrap().anchors().to_vec();
            let step = |at: &PieceId| {
                let heading = streets.piece(*at).heading.round();
                (heading, (streets.stop_place(*at)[0] / STEP * 10.0).round() / 10.0)
            };
            anchors.iter().map(step).collect::<Vec<_>>()
        })
    };
    // Each place has a stop of its own, and one on the same piece as the other's, which is nearer to the second.
    let [a, b] = apart([site(&["2 0", "3.9 0"]), site(&["6 0", "4.1 0"])]);
    assert_eq!(a, [(90.0, 2.1), (270.0, 2.1)]);
    assert_eq!(b, [(90.0, 6.4), (90.0, 4.3), (270.0, 6.4), (270.0, 4.3)]);
    // Where the only stop of a place is at the other's, it moves to the middle of its place.
    let [a, b] = apart([site(&["4.1 0"]), site(&["3.9 0"])]);
    assert_eq!(a, [(90.0, 2.1), (270.0, 2.1)]);
    assert_eq!(b, [(90.0, 4.3), (270.0, 4.3)]);
}
