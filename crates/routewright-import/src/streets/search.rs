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

/// Room for searches on one map, kept from one to the next.
#[derive(Debug)]
pub(crate) struct Searcher<'map> {
    map: &'map StreetMap,
    best: Vec<u32>,
    before: Vec<u32>,
    touched: Vec<u32>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
}

const UNREACHED: u32 = u32::MAX;

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

    /// The fastest way from a corner to each target; `None` where no way leads. Among equally fast ways the
    /// one over corners of smaller number is taken.
    pub(crate) fn ways(&mut self, from: u32, targets: &[u32]) -> Vec<Option<Way>> {
        self.clear();
        let mut left: Vec<u32> = targets.to_vec();
        left.sort_unstable();
        left.dedup();
        self.reach(from, 0, UNREACHED);
        while let Some(Reverse((time, at))) = self.queue.pop() {
            if self.best[at as usize] != time {
                continue;
            }
            if let Ok(found) = left.binary_search(&at) {
                left.remove(found);
                if left.is_empty() {
                    break;
                }
            }
            for edge in self.map.from(at as usize) {
                let reached = time.saturating_add(edge.milliseconds);
                let known = self.best[edge.to as usize];
                if reached < known {
                    self.reach(edge.to, reached, at);
                } else if reached == known && edge.to != from && edge.milliseconds > 0 {
                    let before = &mut self.before[edge.to as usize];
                    *before = (*before).min(at);
                }
            }
        }
        targets.iter().map(|&target| self.way(from, target)).collect()
    }

    fn reach(&mut self, corner: u32, time: u32, before: u32) {
        if self.best[corner as usize] == UNREACHED {
            self.touched.push(corner);
        }
        self.best[corner as usize] = time;
        self.before[corner as usize] = before;
        self.queue.push(Reverse((time, corner)));
    }

    fn way(&self, from: u32, target: u32) -> Option<Way> {
        let milliseconds = self.best[target as usize];
        if milliseconds == UNREACHED {
            return None;
        }
        let mut corners = vec![target];
        let mut metres = 0.0;
        let mut at = target;
        while at != from {
            let before = self.before[at as usize];
            let edges = self.map.from(before as usize);
            let edge = edges.iter().find(|edge| edge.to == at).expect("ways follow edges");
            metres += f64::from(edge.metres);
            corners.push(before);
            at = before;
        }
        corners.reverse();
        Some(Way { milliseconds, metres, corners })
    }

    fn clear(&mut self) {
        for corner in self.touched.drain(..) {
            self.best[corner as usize] = UNREACHED;
            self.before[corner as usize] = UNREACHED;
        }
        self.queue.clear();
    }
}
