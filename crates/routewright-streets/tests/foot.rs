//! Walks on maps small enough to measure by hand.

mod support;

use routewright_streets::FootMap;
use support::{osm, place};

/// Whole metres of the walks from each place to each other.
fn walks(ways: &[&str], from: &[&str], to: &[&str], most: f64) -> Vec<Vec<(usize, u32)>> {
    let [from, to] = [from, to].map(|list| list.iter().map(|at| place(at)).collect::<Vec<_>>());
    let found = FootMap::new(&osm(ways)).walks(&from, &to, most);
    let whole = |list: Vec<(usize, f64)>| list.into_iter().map(|(at, metres)| (at, metres.round() as u32));
    found.into_iter().map(|list| whole(list).collect()).collect()
}

const STREETS: [&str; 3] = [
    // A hook: 4 steps east, then 2 north and 4 back west; one-way makes no difference on foot.
    "0 0 - 4 0 - 4 2 - 0 2: highway=residential oneway=yes",
    // Nobody walks along the motorway that would be the short way.
    "0 0 - 0 2: highway=motorway",
    // A platform that joins nothing.
    "2.5 1 - 3 1: highway=platform",
];

#[test]
fn walks_follow_streets() {
    // A step is 111.2 metres. Straight bits of a tenth of a step at either end.
    let to = ["1 0.1", "0 2", "3 0", "2.75 1"];
    assert_eq!(
        walks(&STREETS, &["0 0.1"], &to, 2000.0),
        [vec![
            (0, 111 + 22), // both are beside the street
            (1, 1112 + 11),
            (2, 334 + 11),
            (3, 306 + 11 + 111), // from the platform straight to the street
        ]]
    );
    assert_eq!(walks(&STREETS, &["0 0.1", "4 1"], &to, 350.0)[0], [(0, 133), (2, 345)]);
    // Back and forth it is as far.
    assert_eq!(walks(&STREETS, &["0 2"], &["0 0.1"], 2000.0), [[(0, 1123)]]);
}

#[test]
fn two_places_on_one_street_are_as_far_apart_as_they_are() {
    assert_eq!(walks(&STREETS, &["1 0"], &["1.5 0", "0.5 0", "1 0"], 500.0), [[(0, 56), (1, 56), (2, 0)]]);
}

#[test]
fn off_the_map_the_straight_line_counts_with_a_detour() {
    // From 4 steps off the map: 445 metres straight, 578 with the detour; two places off the map likewise.
    assert_eq!(walks(&STREETS, &["1 -4"], &["1 0", "2 -4", "0 2"], 800.0), [[(0, 578), (1, 145)]]);
    assert_eq!(walks(&STREETS, &["1 0"], &["1 -4"], 800.0), [[(0, 578)]]);
    assert_eq!(walks(&["0 0 - 1 0: highway=motorway"], &["0 0"], &["1 0"], 800.0), [[(0, 145)]]);
}
