//! The street graph: directed pieces of street, and which piece may follow which.

use std::collections::HashMap;

use crate::geometry::{Plane, heading, metres_between, turn_between};
use crate::{TurnKind, strong_components};

/// A turn of more than [`TURN_DEGREES`] at a corner takes this long: braking, looking, and going on.
pub(crate) const TURN_MILLISECONDS: u32 = 5_000;
/// Smaller bends cost nothing.
pub(crate) const TURN_DEGREES: f64 = 45.0;
/// No bus turns more sharply at a corner.
pub(crate) const SHARPEST_DEGREES: f64 = 150.0;

/// Traffic slows nobody down below this, in kilometres per hour: where buses are slower without traffic, in streets of
/// people who walk, they are so with it.
const SLOWEST: f64 = 12.0;

/// A directed piece of street: an index into [`Streets::pieces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceId(pub u32);

impl PieceId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A street as it was mapped.
#[derive(Clone, Debug, PartialEq)]
pub struct Street {
    /// Its number in OpenStreetMap; parts of one way share it.
    pub way: i64,
    /// Indices of its corners, two or more, in the direction it was drawn.
    pub corners: Vec<u32>,
    /// How fast buses drive without traffic.
    pub kilometres_per_hour: f64,
    /// Whether buses may drive in the direction it was drawn,
    pub forward: bool,
    /// and against it.
    pub backward: bool,
    /// Whether a stop may lie on it.
    pub may_stop: bool,
}

/// A turn restriction at a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BannedTurn {
    /// The way vehicles come from, by its number in OpenStreetMap.
    pub from_way: i64,
    /// The corner where it applies.
    pub via: u32,
    /// The way that must not, or must, be taken.
    pub to_way: i64,
    /// Which of the two.
    pub kind: TurnKind,
}

/// All that a street graph is built from.
#[derive(Clone, Debug, PartialEq)]
pub struct StreetParts {
    /// Longitude and latitude of every corner.
    pub corners: Vec<[f64; 2]>,
    /// Streets along them.
    pub streets: Vec<Street>,
    /// Turn restrictions.
    pub turns: Vec<BannedTurn>,
    /// Driving takes this many times as long as at the streets' speeds, but no street gets slower than 12 km/h by it.
    pub congestion: f64,
}

/// A straight piece of street in one direction, between two neighbouring corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Corner it starts at.
    pub from: u32,
    /// Corner it ends at. A vehicle that stops on the piece stops there.
    pub to: u32,
    /// Index of its street.
    pub street: u32,
    /// Length.
    pub metres: f64,
    /// Driving time with congestion, without turns.
    pub milliseconds: u32,
    /// Degrees clockwise from north.
    pub heading: f64,
    /// Whether every other usable piece can be reached from it, and it from them, without a turn on the spot.
    pub is_usable: bool,
    /// Whether it is usable and a stop may lie on it.
    pub may_stop: bool,
}

/// A piece that may follow another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The piece.
    pub piece: PieceId,
    /// The time to turn into it and drive along it.
    pub milliseconds: u32,
}

/// Streets open to buses, as a directed graph of pieces.
///
/// Invariant: pieces are sorted by their two corners, and no two have the same; what follows a piece starts where
/// it ends, is not its reverse, and breaks no turn restriction.
#[derive(Clone, Debug, PartialEq)]
pub struct Streets {
    parts: StreetParts,
    plane: Plane,
    pieces: Vec<Piece>,
    /// The first piece of each corner.
    starts: Vec<u32>,
    next: Vec<Next>,
    /// The first entry of `next` of each piece.
    next_starts: Vec<u32>,
}

impl Streets {
    /// Builds the graph.
    ///
    /// # Panics
    /// A street or a turn names a corner that is not there.
    pub fn new(parts: StreetParts) -> Self {
        let lats = || parts.corners.iter().map(|corner| corner[1]);
        let middle = (lats().fold(f64::INFINITY, f64::min) + lats().fold(f64::NEG_INFINITY, f64::max)) / 2.0;
        let plane = Plane::around(if middle.is_finite() { middle } else { 0.0 });
        let pieces = pieces_of(&parts, &plane);
        let mut starts = vec![0; parts.corners.len() + 1];
        pieces.iter().for_each(|piece| starts[piece.from as usize + 1] += 1);
        (0..parts.corners.len()).for_each(|at| starts[at + 1] += starts[at]);
        let mut streets = Self { parts, plane, pieces, starts, next: Vec::new(), next_starts: vec![0] };
        streets.join();
        streets.mark_usable();
        streets
    }

    /// What the graph was built from.
    pub fn parts(&self) -> &StreetParts {
        &self.parts
    }

    /// The flat map on which distances and headings are measured.
    pub fn plane(&self) -> &Plane {
        &self.plane
    }

    /// All pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// A piece.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.index()]
    }

    /// Longitude and latitude of a corner.
    pub fn corner(&self, corner: u32) -> [f64; 2] {
        self.parts.corners[corner as usize]
    }

    /// Where vehicles stop on a piece: longitude and latitude of its end.
    pub fn stop_place(&self, id: PieceId) -> [f64; 2] {
        self.corner(self.piece(id).to)
    }

    /// The piece from one corner to another.
    pub fn find(&self, from: u32, to: u32) -> Option<PieceId> {
        let first = self.starts[from as usize];
        let at = self.starting_at(from).iter().position(|piece| piece.to == to)?;
        Some(PieceId(first + at as u32))
    }

    /// The same piece in the other direction, if it may be driven.
    pub fn reverse(&self, id: PieceId) -> Option<PieceId> {
        let piece = self.piece(id);
        self.find(piece.to, piece.from)
    }

    /// Pieces that may follow a piece, with the time to turn into them and drive along them.
    pub fn next(&self, id: PieceId) -> &[Next] {
        &self.next[self.next_starts[id.index()] as usize..self.next_starts[id.index() + 1] as usize]
    }

    fn starting_at(&self, corner: u32) -> &[Piece] {
        &self.pieces[self.starts[corner as usize] as usize..self.starts[corner as usize + 1] as usize]
    }

    /// Finds out which piece may follow which.
    fn join(&mut self) {
        let bans = Bans::new(&self.parts);
        let (mut next, mut next_starts) = (Vec::with_capacity(3 * self.pieces.len()), vec![0]);
        for piece in &self.pieces {
            let first = self.starts[piece.to as usize];
            let starting = self.starting_at(piece.to);
            for (id, after) in (first..).zip(starting) {
                let turn = turn_between(piece.heading, after.heading);
                let is_sharp = turn > SHARPEST_DEGREES && piece.metres > 0.0 && after.metres > 0.0;
                if after.to == piece.from || is_sharp || bans.forbid(&self.parts, piece, after, starting) {
                    continue;
                }
                let turning = if turn > TURN_DEGREES { TURN_MILLISECONDS } else { 0 };
                let milliseconds = after.milliseconds.saturating_add(turning);
                next.push(Next { piece: PieceId(id), milliseconds });
            }
            next_starts.push(next.len() as u32);
        }
        (self.next, self.next_starts) = (next, next_starts);
    }

    /// Usable is the largest part, by length, in which every piece can be reached from every other.
    fn mark_usable(&mut self) {
        let parts = strong_components(self.pieces.len(), |at| {
            self.next(PieceId(at as u32)).iter().map(|next| next.piece.index())
        });
        let mut sizes = vec![0.0; parts.iter().max().map_or(0, |most| most + 1)];
        let mut counts = vec![0_usize; sizes.len()];
        for (&part, piece) in parts.iter().zip(&self.pieces) {
            sizes[part] += piece.metres;
            counts[part] += 1;
        }
        // A part of one piece is one that leads nowhere: nothing follows itself.
        let several = (0..sizes.len()).filter(|&part| counts[part] > 1);
        let largest = several.max_by(|&a, &b| f64::total_cmp(&sizes[a], &sizes[b]).then(b.cmp(&a)));
        for (&part, piece) in parts.iter().zip(&mut self.pieces) {
            piece.is_usable = Some(part) == largest;
            piece.may_stop = piece.is_usable && self.parts.streets[piece.street as usize].may_stop;
        }
    }
}

/// Both directions of all streets where they may be driven, sorted by their corners. Where two streets join the
/// same corners, the faster one counts.
fn pieces_of(parts: &StreetParts, plane: &Plane) -> Vec<Piece> {
    let places: Vec<[f64; 2]> = parts.corners.iter().map(|&corner| plane.metres(corner)).collect();
    let mut pieces = Vec::new();
    for (street, way) in (0..).zip(&parts.streets) {
        for ends in way.corners.windows(2).filter(|ends| ends[0] != ends[1]) {
            let metres = metres_between(parts.corners[ends[0] as usize], parts.corners[ends[1] as usize]);
            let seconds = metres / (speed(way.kilometres_per_hour, parts.congestion) / 3.6);
            let mut push = |from: u32, to: u32| {
                pieces.push(Piece {
                    from,
                    to,
                    street,
                    metres,
                    milliseconds: (seconds * 1000.0).round() as u32,
                    heading: heading(places[from as usize], places[to as usize]),
                    is_usable: false,
                    may_stop: false,
                });
            };
            if way.forward {
                push(ends[0], ends[1]);
            }
            if way.backward {
                push(ends[1], ends[0]);
            }
        }
    }
    pieces.sort_by_key(|piece| (piece.from, piece.to, piece.milliseconds, piece.street));
    pieces.dedup_by_key(|piece| (piece.from, piece.to));
    pieces
}

/// Kilometres per hour in traffic.
fn speed(without_traffic: f64, congestion: f64) -> f64 {
    (without_traffic / congestion).max(without_traffic.min(SLOWEST))
}

/// Turn restrictions by the way and corner they apply to.
struct Bans(HashMap<(i64, u32), Vec<(i64, TurnKind)>>);

impl Bans {
    fn new(parts: &StreetParts) -> Self {
        let mut bans: HashMap<(i64, u32), Vec<(i64, TurnKind)>> = HashMap::new();
        for turn in &parts.turns {
            assert!((turn.via as usize) < parts.corners.len(), "turns are at corners");
            bans.entry((turn.from_way, turn.via)).or_default().push((turn.to_way, turn.kind));
        }
        Self(bans)
    }

    /// Whether `after`, one of the pieces that start where `piece` ends, must not be taken. A ban from a way into
    /// itself means turning round, which is never done anyway; going straight on is allowed. A way that must be
    /// taken but cannot be is ignored.
    fn forbid(&self, parts: &StreetParts, piece: &Piece, after: &Piece, starting: &[Piece]) -> bool {
        let way = |piece: &Piece| parts.streets[piece.street as usize].way;
        let Some(turns) = self.0.get(&(way(piece), piece.to)) else { return false };
        let to = way(after);
        let can_be_taken =
            |must: i64| starting.iter().any(|other| way(other) == must && other.to != piece.from);
        turns.iter().any(|&(named, kind)| match kind {
            TurnKind::No => named == to && to != way(piece),
            TurnKind::Only => named != to && can_be_taken(named) && !turns.contains(&(to, TurnKind::Only)),
        })
    }
}
