//! Walks along streets and paths.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use rayon::prelude::*;
use routewright_io::OsmStreets;

use crate::foot_rules::may_walk;
use crate::geometry::{Plane, distance, metres_between};
use crate::strong_components;

/// A place farther than this from any path is off the map.
const SNAP_METRES: f64 = 150.0;
/// Walks to and from places off the map are this much longer than the straight line.
const DETOUR: f64 = 1.3;
/// Paths that join nothing else, such as platforms and walks in yards, count only from this length on, in metres.
const SMALLEST_PART: f64 = 2_000.0;
/// Side of a square of the index in metres.
const SQUARE: f64 = 100.0;

/// Streets and paths that people may walk on, in both directions.
#[derive(Clone, Debug)]
pub struct FootMap {
    plane: Plane,
    /// On the plane.
    corners: Vec<[f64; 2]>,
    paths: Vec<Path>,
    /// The first entry of `next` of each corner.
    starts: Vec<u32>,
    /// Corners that can be walked to, and the metres.
    next: Vec<(u32, f64)>,
    squares: HashMap<(i64, i64), Vec<u32>>,
}

/// A straight piece of path.
#[derive(Clone, Copy, Debug)]
struct Path {
    ends: [u32; 2],
    metres: f64,
}

/// Where a place meets the map.
#[derive(Clone, Copy, Debug)]
struct Door {
    path: u32,
    /// How far along the path, in metres.
    along: f64,
    /// How far away from it.
    away: f64,
}

impl FootMap {
    /// The ways of an extract that people may walk on.
    pub fn new(osm: &OsmStreets) -> Self {
        let lats = || osm.places.iter().map(|place| place[1]);
        let middle = (lats().fold(f64::INFINITY, f64::min) + lats().fold(f64::NEG_INFINITY, f64::max)) / 2.0;
        let plane = Plane::around(if middle.is_finite() { middle } else { 0.0 });
        let mut corner_of = vec![u32::MAX; osm.places.len()];
        let (mut corners, mut paths) = (Vec::new(), Vec::new());
        for way in osm.ways.iter().filter(|way| may_walk(way)) {
            for ends in way.places.windows(2).filter(|ends| ends[0] != ends[1]) {
                let [a, b] = [ends[0], ends[1]].map(|place| {
                    let corner = &mut corner_of[place as usize];
                    if *corner == u32::MAX {
                        *corner = corners.len() as u32;
                        corners.push(plane.metres(osm.places[place as usize]));
                    }
                    *corner
                });
                let metres = metres_between(osm.places[ends[0] as usize], osm.places[ends[1] as usize]);
                paths.push(Path { ends: [a, b], metres });
            }
        }
        let mut map =
            Self { plane, corners, paths, starts: Vec::new(), next: Vec::new(), squares: HashMap::new() };
        map.join();
        map.leave_out_islands();
        map.join();
        map.sort_into_squares();
        map
    }

    /// How many corners the map has.
    pub fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Length of all paths.
    pub fn metres(&self) -> f64 {
        self.paths.iter().map(|path| path.metres).sum()
    }

    /// For each place of the one list, the places of the other within so many metres on foot, by their indices,
    /// and the metres. Places are longitudes and latitudes. The straight bits from a place to the nearest path are
    /// included; to and from places off the map it is 1.3 times the straight line.
    pub fn walks(&self, from: &[[f64; 2]], to: &[[f64; 2]], most_metres: f64) -> Vec<Vec<(usize, f64)>> {
        let on_plane = |places: &[[f64; 2]]| -> Vec<([f64; 2], Option<Door>)> {
            let place = |&place: &[f64; 2]| (self.plane.metres(place), self.door(self.plane.metres(place)));
            places.par_iter().map(place).collect()
        };
        let (from, to) = (on_plane(from), on_plane(to));
        let targets = Targets::new(self, &to);
        let search = || Search::new(self.corners.len(), to.len());
        from.par_iter()
            .map_init(search, |search, (place, door)| {
                search.walks(self, *place, *door, &to, &targets, most_metres)
            })
            .collect()
    }

    /// The nearest path.
    fn door(&self, place: [f64; 2]) -> Option<Door> {
        let reach = (SNAP_METRES / SQUARE).ceil() as i64;
        let (x, y) = square(place);
        let mut best: Option<(u32, Door)> = None;
        for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
            for &path in self.squares.get(&(x + dx, y + dy)).into_iter().flatten() {
                let door = self.door_at(place, path);
                let is_nearer = best.is_none_or(|(known, best)| {
                    door.away < best.away || (door.away == best.away && path < known)
                });
                if door.away <= SNAP_METRES && is_nearer {
                    best = Some((path, door));
                }
            }
        }
        best.map(|(_, door)| door)
    }

    fn door_at(&self, place: [f64; 2], path: u32) -> Door {
        let Path { ends, metres } = self.paths[path as usize];
        let [a, b] = ends.map(|corner| self.corners[corner as usize]);
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let square = dx * dx + dy * dy;
        let share = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / square;
        let share = if square == 0.0 { 0.0 } else { share.clamp(0.0, 1.0) };
        let away = distance(place, [a[0] + share * dx, a[1] + share * dy]);
        Door { path, along: share * metres, away }
    }

    /// Both ends of the path of a door, and the metres from the place to them.
    fn ways_out(&self, door: &Door) -> [(u32, f64); 2] {
        let Path { ends, metres } = self.paths[door.path as usize];
        [(ends[0], door.away + door.along), (ends[1], door.away + metres - door.along)]
    }

    fn join(&mut self) {
        self.starts = vec![0; self.corners.len() + 1];
        for corner in self.paths.iter().flat_map(|path| path.ends) {
            self.starts[corner as usize + 1] += 1;
        }
        (0..self.corners.len()).for_each(|at| self.starts[at + 1] += self.starts[at]);
        let mut free = self.starts.clone();
        self.next = vec![(0, 0.0); 2 * self.paths.len()];
        for path in &self.paths {
            for (from, to) in [(path.ends[0], path.ends[1]), (path.ends[1], path.ends[0])] {
                self.next[free[from as usize] as usize] = (to, path.metres);
                free[from as usize] += 1;
            }
        }
    }

    fn next(&self, corner: u32) -> &[(u32, f64)] {
        &self.next[self.starts[corner as usize] as usize..self.starts[corner as usize + 1] as usize]
    }

    /// Removes small parts that join nothing else; the largest always stays.
    fn leave_out_islands(&mut self) {
        let parts = strong_components(self.corners.len(), |at| {
            self.next(at as u32).iter().map(|(to, _)| *to as usize)
        });
        let mut sizes = vec![0.0_f64; parts.iter().max().map_or(0, |most| most + 1)];
        self.paths.iter().for_each(|path| sizes[parts[path.ends[0] as usize]] += path.metres);
        let least = sizes.iter().copied().fold(0.0, f64::max).min(SMALLEST_PART);
        self.paths.retain(|path| sizes[parts[path.ends[0] as usize]] >= least);
    }

    fn sort_into_squares(&mut self) {
        for (at, path) in (0..).zip(&self.paths) {
            let [a, b] = path.ends.map(|corner| self.corners[corner as usize]);
            let low = square([a[0].min(b[0]), a[1].min(b[1])]);
            let high = square([a[0].max(b[0]), a[1].max(b[1])]);
            for x in low.0..=high.0 {
                (low.1..=high.1).for_each(|y| self.squares.entry((x, y)).or_default().push(at));
            }
        }
    }
}

fn square(place: [f64; 2]) -> (i64, i64) {
    ((place[0] / SQUARE).floor() as i64, (place[1] / SQUARE).floor() as i64)
}

/// Where the targets meet the map.
struct Targets {
    /// By corner: targets, and the metres from the corner to them.
    by_corner: HashMap<u32, Vec<(u32, f64)>>,
    /// By path: targets on it.
    by_path: HashMap<u32, Vec<u32>>,
    /// Targets off the map.
    off: Vec<u32>,
}

impl Targets {
    fn new(map: &FootMap, to: &[([f64; 2], Option<Door>)]) -> Self {
        let mut targets = Self { by_corner: HashMap::new(), by_path: HashMap::new(), off: Vec::new() };
        for (at, (_, door)) in (0..).zip(to) {
            let Some(door) = door else {
                targets.off.push(at);
                continue;
            };
            targets.by_path.entry(door.path).or_default().push(at);
            for (corner, metres) in map.ways_out(door) {
                targets.by_corner.entry(corner).or_default().push((at, metres));
            }
        }
        targets
    }
}

/// Buffers of one worker.
struct Search {
    metres: Vec<f64>,
    touched: Vec<u32>,
    queue: BinaryHeap<Open>,
    found: Vec<f64>,
    found_at: Vec<u32>,
}

impl Search {
    fn new(corners: usize, targets: usize) -> Self {
        Self {
            metres: vec![f64::INFINITY; corners],
            touched: Vec::new(),
            queue: BinaryHeap::new(),
            found: vec![f64::INFINITY; targets],
            found_at: Vec::new(),
        }
    }

    fn walks(
        &mut self,
        map: &FootMap,
        place: [f64; 2],
        door: Option<Door>,
        to: &[([f64; 2], Option<Door>)],
        targets: &Targets,
        most: f64,
    ) -> Vec<(usize, f64)> {
        match door {
            None => {
                for (at, (other, _)) in (0..).zip(to) {
                    self.find(at, DETOUR * distance(place, *other), most);
                }
            }
            Some(door) => {
                for &at in &targets.off {
                    self.find(at, DETOUR * distance(place, to[at as usize].0), most);
                }
                for &at in targets.by_path.get(&door.path).into_iter().flatten() {
                    let other = to[at as usize].1.expect("targets on a path are on the map");
                    self.find(at, door.away + other.away + (door.along - other.along).abs(), most);
                }
                for (corner, metres) in map.ways_out(&door) {
                    self.reach(corner, metres, most);
                }
                self.spread(map, targets, most);
            }
        }
        self.touched.drain(..).for_each(|corner| self.metres[corner as usize] = f64::INFINITY);
        self.found_at.sort_unstable();
        let found = &mut self.found;
        let take = |at: u32| (at as usize, std::mem::replace(&mut found[at as usize], f64::INFINITY));
        self.found_at.drain(..).map(take).collect()
    }

    fn spread(&mut self, map: &FootMap, targets: &Targets, most: f64) {
        while let Some(Open { metres, corner }) = self.queue.pop() {
            if metres > self.metres[corner as usize] {
                continue;
            }
            for &(at, more) in targets.by_corner.get(&corner).into_iter().flatten() {
                self.find(at, metres + more, most);
            }
            for &(to, more) in map.next(corner) {
                self.reach(to, metres + more, most);
            }
        }
    }

    fn reach(&mut self, corner: u32, metres: f64, most: f64) {
        let known = &mut self.metres[corner as usize];
        if metres > most || metres >= *known {
            return;
        }
        if known.is_infinite() {
            self.touched.push(corner);
        }
        *known = metres;
        self.queue.push(Open { metres, corner });
    }

    fn find(&mut self, target: u32, metres: f64, most: f64) {
        let known = &mut self.found[target as usize];
        if metres > most || metres >= *known {
            return;
        }
        if known.is_infinite() {
            self.found_at.push(target);
        }
        *known = metres;
    }
}

/// A corner to go on from; the nearest is the greatest, as the heap wants it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Open {
    metres: f64,
    corner: u32,
}

impl Eq for Open {}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        other.metres.total_cmp(&self.metres).then(other.corner.cmp(&self.corner))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
