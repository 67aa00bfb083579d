//! Fastest ways along streets, from one corner to a few others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::StreetMap;

/// A fastest way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Way {
    pub(crate) milliseconds: u32,
    pub(crate) metres: f64,
    /// Corners on it, both ends included.
    pub(crate) corners: Vec<u32>,
}

/// Where a place meets the streets: corners, and the milliseconds between each and the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) corners: Vec<(u32, u32)>,
}

/// Buffers for searches on one map, reused from one to the next.
#[derive(Debug)]
pub(crate) struct Searcher<'map> {
    map: &'map StreetMap,
    best: Vec<u32>,
    before: Vec<u32>,
    touched: Vec<u32>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
}

const UNREACHED: u32 = u32::MAX;

/// A sum of times that is never [`UNREACHED`], however long.
fn longer(time: u32, more: u32) -> u32 {
    time.saturating_add(more).min(UNREACHED - 1)
}

impl<'map> Searcher<'map> {
    pub(crate) fn new(map: &'map StreetMap) -> Self {
        let n = map.corner_count();
        Self {
            map,
            best: vec![UNREACHED; n],
            before: vec![UNREACHED; n],
            touched: Vec::new(),
            queue: BinaryHeap::new(),
        }
    }

    /// The fastest way from a place to each target; `None` where it cannot be reached. Among equally fast ways
    /// the one over corners with smaller numbers is taken.
    pub(crate) fn ways(&mut self, from: &Access, targets: &[&Access]) -> Vec<Option<Way>> {
        self.clear();
        // Corners of the targets: corner, target, milliseconds from there to the place itself.
        let mut doors: Vec<(u32, usize, u32)> = Vec::new();
        for (target, access) in targets.iter().enumerate() {
            doors.extend(access.corners.iter().map(|&(corner, time)| (corner, target, time)));
        }
        doors.sort_unstable();
        let mut best: Vec<(u32, u32)> = vec![(UNREACHED, UNREACHED); targets.len()];
        for &(corner, time) in &from.corners {
            let time = longer(time, 0);
            if time < self.best[corner as usize] {
                self.reach(corner, time, UNREACHED);
            }
        }
        while let Some(Reverse((time, at))) = self.queue.pop() {
            if self.best[at as usize] != time {
                continue;
            }
            if best.iter().all(|(known, _)| *known <= time) {
                break;
            }
            let first = doors.partition_point(|door| door.0 < at);
            for &(_, target, more) in doors[first..].iter().take_while(|door| door.0 == at) {
                best[target] = best[target].min((longer(time, more), at));
            }
            for edge in self.map.from(at as usize) {
                let reached = longer(time, edge.milliseconds);
                let known = self.best[edge.to as usize];
                if reached < known {
                    self.reach(edge.to, reached, at);
                } else if reached == known && edge.milliseconds > 0 {
                    let before = &mut self.before[edge.to as usize];
                    // A corner of the start needs nothing before it.
                    if *before != UNREACHED {
                        *before = (*before).min(at);
                    }
                }
            }
        }
        best.into_iter().map(|(time, corner)| (time != UNREACHED).then(|| self.way(time, corner))).collect()
    }

    fn reach(&mut self, corner: u32, time: u32, before: u32) {
        if self.best[corner as usize] == UNREACHED {
            self.touched.push(corner);
        }
        self.best[corner as usize] = time;
        self.before[corner as usize] = before;
        self.queue.push(Reverse((time, corner)));
    }

    fn way(&self, milliseconds: u32, target: u32) -> Way {
        let mut corners = vec![target];
        let mut metres = 0.0;
        let mut at = target;
        while self.before[at as usize] != UNREACHED {
            let before = self.before[at as usize];
            let edges = self.map.from(before as usize);
            let edge = edges.iter().find(|edge| edge.to == at).expect("ways follow edges");
            metres += f64::from(edge.metres);
            corners.push(before);
            at = before;
        }
        corners.reverse();
        Way { milliseconds, metres, corners }
    }

    fn clear(&mut self) {
        for corner in self.touched.drain(..) {
            self.best[corner as usize] = UNREACHED;
            self.before[corner as usize] = UNREACHED;
        }
        self.queue.clear();
    }
}
