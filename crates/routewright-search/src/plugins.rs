//! What a library user adds to a search.

use std::fmt;
use std::sync::Arc;

use crate::CostTerm;
use crate::moves::{Move, PairMove};

/// Moves and cost terms beyond those of the library. The default adds none.
#[derive(Clone, Default)]
pub struct Plugins {
    /// Moves of one route, with odds beside those of [`MoveOdds`](crate::moves::MoveOdds).
    pub moves: Vec<(Arc<dyn Move>, u32)>,
    /// Moves of two routes, with odds beside those of [`PairMoveOdds`](crate::moves::PairMoveOdds).
    pub pair_moves: Vec<(Arc<dyn PairMove>, u32)>,
    /// Terms added to the unified cost.
    pub terms: Vec<Arc<dyn CostTerm>>,
}

impl Plugins {
    /// Adds a move of one route.
    pub fn with_move(mut self, added: impl Move + 'static, odds: u32) -> Self {
        self.moves.push((Arc::new(added), odds));
        self
    }

    /// Adds a move of two routes.
    pub fn with_pair_move(mut self, added: impl PairMove + 'static, odds: u32) -> Self {
        self.pair_moves.push((Arc::new(added), odds));
        self
    }

    /// Adds a term to the cost.
    pub fn with_term(mut self, added: impl CostTerm + 'static) -> Self {
        self.terms.push(Arc::new(added));
        self
    }
}

impl fmt::Debug for Plugins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<_> = self.moves.iter().map(|(added, odds)| (added.name(), odds)).collect();
        let pair_moves: Vec<_> = self.pair_moves.iter().map(|(added, odds)| (added.name(), odds)).collect();
        let terms: Vec<_> = self.terms.iter().map(|term| term.name()).collect();
        f.debug_struct("Plugins")
            .field("moves", &moves)
            .field("pair_moves", &pair_moves)
            .field("terms", &terms)
            .finish()
    }
}
