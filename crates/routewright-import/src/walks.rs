//! Ways on foot along streets and footways.

use std::collections::BTreeMap;

use routewright_model::{NodeId, Seconds, Walk};
use routewright_streets::{FootMap, geometry};
use serde::Serialize;

/// People walk this many metres in a minute (4.5 km/h).
const METRES_PER_MINUTE: f64 = 75.0;
/// Across country, ways are this much longer than the straight line.
const DETOUR: f64 = 1.3;
/// A zone without a stop within reach is joined to the nearest one, at most so many metres away on foot.
const FARTHEST_METRES: f64 = 5000.0;

/// Ways on foot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WalkCounts {
    /// Pairs of nodes that one can walk between.
    pub pairs: usize,
    /// Minutes of the longest one.
    pub longest_minutes: f64,
    /// Production of zones with a stop within reach.
    pub people_near_stops: f64,
    /// Zones without one: they are joined to the nearest stop all the same.
    pub zones_far: usize,
    /// Their production.
    pub people_far: f64,
}

/// A node as walkers see it.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// Longitude and latitude of every door: all stops of a place, or the one point of a zone.
    pub(crate) doors: Vec<[f64; 2]>,
    pub(crate) is_stop: bool,
    pub(crate) is_zone: bool,
    /// Production of the zone, if it is one.
    pub(crate) people: f64,
    /// Whether it is a zone and no stop, so that walking is the only way to it.
    pub(crate) needs_walk: bool,
}

/// Walks between all nodes at most so many metres apart, each once; the same time both ways. A zone out of reach of every
/// stop is joined to the nearest.
pub(crate) fn walks(foot: &FootMap, spots: &[Spot], most_metres: f64) -> (Vec<Walk>, WalkCounts) {
    let all: Vec<usize> = (0..spots.len()).collect();
    let reached = match most_metres > 0.0 {
        true => metres_between(foot, spots, &all, &all, most_metres),
        false => vec![BTreeMap::new(); spots.len()],
    };
    let mut counts = WalkCounts::default();
    let mut walks: Vec<(usize, usize, f64)> = Vec::new();
    let mut far = Vec::new();
    for (from, spot) in spots.iter().enumerate() {
        let near = &reached[from];
        walks.extend(near.range(from + 1..).map(|(&to, &metres)| (from, to, metres)));
        let has_stop = spot.is_stop || near.keys().any(|&to| spots[to].is_stop);
        if has_stop {
            counts.people_near_stops += spot.people;
        } else if spot.is_zone {
            counts.zones_far += 1;
            counts.people_far += spot.people;
        }
        if spot.needs_walk && near.keys().all(|&to| to == from || !spots[to].is_stop) {
            far.push(from);
        }
    }
    let stops: Vec<usize> = (0..spots.len()).filter(|&at| spots[at].is_stop).collect();
    for (&from, near) in far.iter().zip(metres_between(foot, spots, &far, &stops, FARTHEST_METRES)) {
        let nearest = near.into_iter().filter(|&(to, _)| to != from).min_by(|a, b| a.1.total_cmp(&b.1));
        let (to, metres) = nearest.unwrap_or_else(|| straight(spots, from, &stops));
        walks.push((from.min(to), from.max(to), metres));
    }
    walks.sort_by_key(|&(from, to, _)| (from, to));
    walks.dedup_by_key(|&mut (from, to, _)| (from, to));
    let to_walk = |&(from, to, metres): &(usize, usize, f64)| {
        let time =
            Seconds::from_minutes(metres / METRES_PER_MINUTE).expect("settings keep walks far below a day");
        Walk { from: NodeId::new(from), to: NodeId::new(to), time: time.max(Seconds(1)) }
    };
    let walks: Vec<Walk> = walks.iter().map(to_walk).collect();
    counts.pairs = walks.len();
    counts.longest_minutes = walks.iter().map(|walk| walk.time).max().unwrap_or_default().minutes();
    (walks, counts)
}

/// The stop nearest to a spot that no path leads to, across country.
fn straight(spots: &[Spot], from: usize, stops: &[usize]) -> (usize, f64) {
    let metres = |to: usize| DETOUR * geometry::metres_between(spots[from].doors[0], spots[to].doors[0]);
    let others = stops.iter().filter(|&&to| to != from).map(|&to| (to, metres(to)));
    others.min_by(|a, b| a.1.total_cmp(&b.1)).expect("a city has stops")
}

/// Metres on foot from each of some spots to those of others within reach, between their nearest doors.
fn metres_between(
    foot: &FootMap,
    spots: &[Spot],
    from: &[usize],
    to: &[usize],
    most_metres: f64,
) -> Vec<BTreeMap<usize, f64>> {
    let doors = |spots_at: &[usize]| -> (Vec<usize>, Vec<[f64; 2]>) {
        spots_at.iter().flat_map(|&at| spots[at].doors.iter().map(move |&door| (at, door))).unzip()
    };
    let ((_, from_places), (to_spots, to_places)) = (doors(from), doors(to));
    let mut by_door = foot.walks(&from_places, &to_places, most_metres).into_iter();
    let nearest = |&at: &usize| {
        let mut nearest: BTreeMap<usize, f64> = BTreeMap::new();
        for (door, metres) in by_door.by_ref().take(spots[at].doors.len()).flatten() {
            let known = nearest.entry(to_spots[door]).or_insert(f64::INFINITY);
            *known = known.min(metres);
        }
        nearest
    };
    from.iter().map(nearest).collect()
}

#[cfg(test)]
mod tests {
    use routewright_io::{OsmStreets, OsmWay};

    use super::*;

    /// A street from 0 to 4 hundredths of a degree east (1112 m each) that turns back a hundredth farther north.
    fn foot() -> FootMap {
        let tags = [("highway".into(), "residential".into())].into();
        let places = vec![[0.0, 0.0], [0.04, 0.0], [0.04, 0.01], [0.0, 0.01]];
        let ways = vec![OsmWay { id: 1, places: vec![0, 1, 2, 3], tags }];
        FootMap::new(&OsmStreets { places, ways, ..OsmStreets::default() })
    }

    fn stop(doors: &[[f64; 2]]) -> Spot {
        Spot { doors: doors.to_vec(), is_stop: true, is_zone: false, people: 0.0, needs_walk: false }
    }

    fn zone(place: [f64; 2], people: f64) -> Spot {
        Spot { doors: vec![place], is_stop: false, is_zone: true, people, needs_walk: true }
    }

    fn told(walks: &[Walk]) -> Vec<(usize, usize, u32)> {
        walks.iter().map(|walk| (walk.from.index(), walk.to.index(), walk.time.0)).collect()
    }

    #[test]
    fn people_walk_to_the_nearest_door() {
        let spots = [stop(&[[0.0, 0.0], [0.005, 0.0]]), zone([0.01, 0.0], 7.0)];
        let (walks, counts) = walks(&foot(), &spots, 800.0);
        // 556 m to the second door.
        assert_eq!(told(&walks), [(0, 1, 445)]);
        assert_eq!((counts.people_near_stops, counts.zones_far, counts.people_far), (7.0, 0, 0.0));
        assert!((counts.longest_minutes - 445.0 / 60.0).abs() < 1e-9);
    }

    #[test]
    fn zones_out_of_reach_are_joined_to_the_nearest_stop() {
        // 2.5 hundredths along the street, and two that are near it across the block but far along the street.
        let spots = [
            stop(&[[0.0, 0.0]]),
            stop(&[[0.01, 0.0]]),
            zone([0.035, 0.0], 1.0),
            zone([0.0, 0.01], 2.0),
            zone([0.0, 0.0995], 4.0),
        ];
        let (found, counts) = walks(&foot(), &spots, 800.0);
        let found = told(&found);
        assert_eq!((found.len(), counts.pairs, counts.zones_far, counts.people_far), (3, 3, 3, 7.0));
        // 2780 m at 75 m a minute.
        assert_eq!(found[2], (1, 2, 2224));
        // Nine hundredths along the street are more than anybody is expected to walk: 1.3 times 1112 m across.
        assert_eq!(found[0], (0, 3, 1156));
        // Off the map: 1.3 times 11064 m, which is longer than any walk along streets.
        assert_eq!((found[1].0, found[1].1), (0, 4));
        assert!((11_500..=11_520).contains(&found[1].2), "{found:?}");
        let (none, _) = walks(&foot(), &spots[..3], 0.0);
        assert_eq!(told(&none), [(1, 2, 2224)], "a zone is not cut off even where nobody walks");
    }
}
