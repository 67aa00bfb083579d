//! Fastest ways along pieces of street, with buffers that are used again from one search to the next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{PieceId, Streets};

/// A way that a vehicle may drive from the end of one piece to the end of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Driving time, turns included.
    pub milliseconds: u32,
    /// Length.
    pub metres: f64,
    /// The pieces after the one it starts on, up to the one it ends on; none if that is the same.
    pub pieces: Vec<PieceId>,
}

/// Searches on the streets of one city. Keep one per worker: buffers are sized once.
#[derive(Debug)]
pub struct Router<'a> {
    pub(crate) streets: &'a Streets,
    best: Vec<u32>,
    before: Vec<u32>,
    touched: Vec<u32>,
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    is_target: Vec<bool>,
}

pub(crate) const UNREACHED: u32 = u32::MAX;

impl<'a> Router<'a> {
    /// For the streets of a city.
    pub fn new(streets: &'a Streets) -> Self {
        let n = streets.pieces().len();
        Self {
            streets,
            best: vec![UNREACHED; n],
            before: vec![UNREACHED; n],
            touched: Vec::new(),
            queue: BinaryHeap::new(),
            is_target: vec![false; n],
        }
    }

    /// Drives from the ends of pieces, each with a head start of so many milliseconds, until all targets are
    /// reached or nothing else is within `most` milliseconds. [`Router::time`] and [`Router::way`] say what was found.
    /// Among equally fast ways the choice depends on the streets alone.
    pub fn search(
        &mut self,
        from: impl IntoIterator<Item = (PieceId, u32)>,
        targets: impl IntoIterator<Item = PieceId> + Clone,
        most: u32,
    ) {
        self.clear();
        let mut open = 0_usize;
        for target in targets.clone() {
            open += usize::from(!std::mem::replace(&mut self.is_target[target.index()], true));
        }
        for (piece, time) in from {
            self.reach(piece.0, time.min(UNREACHED - 1), UNREACHED);
        }
        let streets = self.streets;
        while let Some(Reverse((time, at))) = self.queue.pop() {
            if self.best[at as usize] != time {
                continue;
            }
            if time > most {
                self.queue.push(Reverse((time, at)));
                break;
            }
            if self.is_target[at as usize] {
                self.is_target[at as usize] = false;
                open -= 1;
                if open == 0 {
                    break;
                }
            }
            for next in streets.next(PieceId(at)) {
                let reached = time.saturating_add(next.milliseconds).min(UNREACHED - 1);
                self.reach(next.piece.0, reached, at);
            }
        }
        // Times that are not final, because the search ended, do not count.
        while let Some(Reverse((_, at))) = self.queue.pop() {
            if self.is_target[at as usize] {
                self.best[at as usize] = UNREACHED;
            }
        }
        targets.into_iter().for_each(|target| self.is_target[target.index()] = false);
    }

    /// The fastest time to the end of a target of the last search, head start included.
    pub fn time(&self, target: PieceId) -> Option<u32> {
        Some(self.best[target.index()]).filter(|&time| time != UNREACHED)
    }

    /// The fastest way to a target of the last search, and the piece it starts on.
    pub fn way(&self, target: PieceId) -> Option<(PieceId, Way)> {
        let time = self.time(target)?;
        let (mut pieces, mut metres, mut at) = (Vec::new(), 0.0, target);
        while self.before[at.index()] != UNREACHED {
            metres += self.streets.piece(at).metres;
            pieces.push(at);
            at = PieceId(self.before[at.index()]);
        }
        pieces.reverse();
        Some((at, Way { milliseconds: time - self.best[at.index()], metres, pieces }))
    }

    /// The fastest ways from any of the anchors of a site, or from one alone, to every anchor of every target within
    /// `most` milliseconds: an entry per target and anchor.
    pub fn ways(
        &mut self,
        from: &[PieceId],
        targets: &[&crate::StopSite],
        most: u32,
    ) -> Vec<Vec<Option<Way>>> {
        let anchors = targets.iter().flat_map(|site| site.anchors().iter().copied());
        self.search(from.iter().map(|&piece| (piece, 0)), anchors, most);
        let way = |&anchor: &PieceId| self.way(anchor).map(|(_, way)| way);
        targets.iter().map(|site| site.anchors().iter().map(way).collect()).collect()
    }

    fn reach(&mut self, piece: u32, time: u32, before: u32) {
        let best = &mut self.best[piece as usize];
        if time >= *best {
            return;
        }
        if *best == UNREACHED {
            self.touched.push(piece);
        }
        *best = time;
        self.before[piece as usize] = before;
        self.queue.push(Reverse((time, piece)));
    }

    fn clear(&mut self) {
        for piece in self.touched.drain(..) {
            self.best[piece as usize] = UNREACHED;
            self.before[piece as usize] = UNREACHED;
        }
        self.queue.clear();
    }
}
