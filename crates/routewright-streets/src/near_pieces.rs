//! The pieces of street near a place.

use std::collections::HashMap;

use crate::geometry::to_segment;
use crate::{Piece, PieceId, Streets};

/// Side of a square in metres.
const SQUARE: f64 = 100.0;

/// Pieces sorted into squares.
#[derive(Debug)]
pub(crate) struct NearPieces<'a> {
    streets: &'a Streets,
    squares: HashMap<(i64, i64), Vec<u32>>,
}

impl<'a> NearPieces<'a> {
    /// The pieces that `is_wanted`.
    pub(crate) fn new(streets: &'a Streets, is_wanted: impl Fn(&Piece) -> bool) -> Self {
        let mut squares: HashMap<(i64, i64), Vec<u32>> = HashMap::new();
        for (id, piece) in (0..).zip(streets.pieces()).filter(|(_, piece)| is_wanted(piece)) {
            let [a, b] = ends(streets, piece);
            for square in covered([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]) {
                squares.entry(square).or_default().push(id);
            }
        }
        Self { streets, squares }
    }

    /// Pieces within so many metres of a place of the streets' plane and how far they are, nearest first.
    pub(crate) fn within(&self, place: [f64; 2], metres: f64) -> Vec<(PieceId, f64)> {
        let squares = covered(place.map(|at| at - metres), place.map(|at| at + metres));
        let mut ids: Vec<u32> =
            squares.flat_map(|square| self.squares.get(&square).into_iter().flatten()).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        let away = |id: u32| {
            let [a, b] = ends(self.streets, &self.streets.pieces()[id as usize]);
            (PieceId(id), to_segment(place, a, b))
        };
        let mut found: Vec<(PieceId, f64)> =
            ids.into_iter().map(away).filter(|(_, away)| *away <= metres).collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        found
    }
}

/// Both ends of a piece on the plane.
pub(crate) fn ends(streets: &Streets, piece: &Piece) -> [[f64; 2]; 2] {
    [piece.from, piece.to].map(|corner| streets.plane().metres(streets.corner(corner)))
}

fn covered(least: [f64; 2], most: [f64; 2]) -> impl Iterator<Item = (i64, i64)> {
    let square = |at: f64| (at / SQUARE).floor() as i64;
    let (low, high) = (least.map(square), most.map(square));
    (low[0]..=high[0]).flat_map(move |x| (low[1]..=high[1]).map(move |y| (x, y)))
}
