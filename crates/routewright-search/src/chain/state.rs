//! Chains as data: saved and restored, or returned to where they were.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;

use super::Chain;
use super::task::{Charges, Task};
use crate::moves::Counts;
use crate::{RestoreError, RouteSet};

/// Where a chain was before a round: what [`Chain::return_to`] needs.
pub(super) struct Position {
    rng: ChaCha8Rng,
    routes: RouteSet,
    charges: Charges,
    cost: f64,
    evaluations: u64,
    counts: Vec<Counts>,
}

/// What [`Chain::restore`] needs.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct ChainState {
    rng: ChaCha8Rng,
    routes: Vec<Vec<u32>>,
    best: Vec<Vec<u32>>,
    evaluations: u64,
    /// Counters of each move.
    moves: Vec<(String, Counts)>,
}

impl<'p> Chain<'p> {
    /// A chain as it was saved.
    ///
    /// # Errors
    /// Its routes are not legal, or it had other moves.
    pub(super) fn restore(task: Arc<Task<'p>>, state: ChainState) -> Result<Self, RestoreError> {
        let city = &task.problem.city;
        let [routes, best] = [&state.routes, &state.best].map(|routes| RouteSet::from_indices(city, routes));
        let (routes, best) = (routes?, best?);
        let is_legal = |set: &RouteSet| {
            set.routes.len() == task.route_count()
                && set.routes.iter().all(|route| task.context.rules.allow(route.stops()))
        };
        if !is_legal(&routes) || !is_legal(&best) {
            return Err(RestoreError::Damaged("its routes do not keep the limits".into()));
        }
        if !state.moves.iter().map(|(name, _)| name.as_str()).eq(task.moves.names()) {
            return Err(RestoreError::Damaged("it has other moves".into()));
        }
        let mut chain = Self::with_networks(task, state.rng, routes, best, state.evaluations);
        chain.counts = state.moves.into_iter().map(|(_, counts)| counts).collect();
        Ok(chain)
    }

    /// What [`Chain::restore`] needs.
    pub(super) fn state(&self) -> ChainState {
        ChainState {
            rng: self.rng.clone(),
            routes: self.routes.to_indices(),
            best: self.best.to_indices(),
            evaluations: self.evaluations,
            moves: self.task.moves.names().map(str::to_owned).zip(self.counts.iter().copied()).collect(),
        }
    }

    pub(super) fn position(&self) -> Position {
        Position {
            rng: self.rng.clone(),
            routes: self.routes.clone(),
            charges: self.charges.clone(),
            cost: self.cost,
            evaluations: self.evaluations,
            counts: self.counts.clone(),
        }
    }

    /// Undoes everything since, but for the best network.
    pub(super) fn return_to(&mut self, position: Position) {
        let Position { rng, routes, charges, cost, evaluations, counts } = position;
        (self.rng, self.routes, self.charges) = (rng, routes, charges);
        (self.cost, self.evaluations, self.counts) = (cost, evaluations, counts);
    }
}
