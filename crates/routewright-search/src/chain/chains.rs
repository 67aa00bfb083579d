//! Several chains side by side.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use rayon::prelude::*;

use super::{Chain, ChainState, Position, Task};
use crate::moves::{Counts, MoveCount};
use crate::parallel::for_each_item;
use crate::{Draw, RestoreError, RouteSet, SearchError, Seed};

/// The chains of a search. Each has random numbers of its own, so that its result depends neither on the others nor on
/// the number of threads.
pub(crate) struct Chains<'p> {
    chains: Vec<Chain<'p>>,
    are_cancelled: bool,
}

impl<'p> Chains<'p> {
    /// Chains that start from a network, or each from a random one that reaches everybody where the limits allow it.
    pub(crate) fn new(
        task: &Arc<Task<'p>>,
        count: usize,
        seed: Seed,
        start: Option<&RouteSet>,
    ) -> Result<Self, SearchError> {
        let chain = |number: u32| {
            let routes = start.cloned().unwrap_or_else(|| {
                let mut rng = seed.rng(Draw::Construction { sample: number });
                task.construct(&mut rng)
            });
            Chain::new(task.clone(), seed.rng(Draw::Chain { chain: number }), routes, start.is_none())
        };
        let mut chains = vec![chain(0)?];
        let others = (1..count.max(1) as u32).into_par_iter();
        let others = others.map(|number| (!task.interrupt.is_asked()).then(|| chain(number)).transpose());
        for chain in others.collect::<Result<Vec<_>, _>>()? {
            let Some(chain) = chain else { return Ok(Self { chains, are_cancelled: true }) };
            chains.push(chain);
        }
        // It may have been asked while the last chain started; that chain is not what it should be then.
        Ok(Self { chains, are_cancelled: task.interrupt.is_asked() })
    }

    /// Chains as they were saved.
    pub(crate) fn restore(
        task: &Arc<Task<'p>>,
        count: usize,
        states: Vec<ChainState>,
    ) -> Result<Self, RestoreError> {
        let chains = states.into_iter().map(|state| Chain::restore(task.clone(), state));
        let chains = chains.collect::<Result<Vec<_>, _>>()?;
        match chains.len() == count.max(1) {
            true => Ok(Self { chains, are_cancelled: false }),
            false => Err(RestoreError::Damaged("it has another number of chains".into())),
        }
    }

    /// What [`Chains::restore`] needs.
    pub(crate) fn states(&self) -> Vec<ChainState> {
        self.chains.iter().map(Chain::state).collect()
    }

    /// Counters of each move, summed over all chains.
    pub(crate) fn move_counts(&self) -> Vec<MoveCount> {
        let task = &self.chains[0].task;
        let sum = |at: usize| {
            let mut sum = Counts::default();
            self.chains.iter().for_each(|chain| sum.add(chain.counts()[at]));
            sum
        };
        task.moves.names().enumerate().map(|(at, name)| sum(at).named(name)).collect()
    }

    /// Networks scored on all chains.
    pub(crate) fn evaluations(&self) -> u64 {
        self.chains.iter().map(Chain::evaluations).sum()
    }

    /// Lets every chain work, on at most `threads` threads. Results are in the order of the chains. `None` if the
    /// search was cancelled: chains are then where they were, but for the best networks that they found.
    pub(crate) fn run<R: Send>(
        &mut self,
        threads: usize,
        work: impl Fn(usize, &mut Chain<'p>) -> R + Sync,
    ) -> Option<Vec<R>> {
        if !self.chains[0].task.interrupt.is_possible() {
            return Some(for_each_item(&mut self.chains, threads, work));
        }
        let before: Vec<Position> = self.chains.iter().map(Chain::position).collect();
        let results = for_each_item(&mut self.chains, threads, work);
        self.are_cancelled = self.chains.iter().any(|chain| chain.is_cancelled);
        if !self.are_cancelled {
            return Some(results);
        }
        self.chains.iter_mut().zip(before).for_each(|(chain, before)| chain.return_to(before));
        None
    }

    /// Takes note that the search was cancelled between rounds.
    pub(crate) fn cancel(&mut self) {
        self.are_cancelled = true;
    }

    /// Whether the search was cancelled.
    pub(crate) fn are_cancelled(&self) -> bool {
        self.are_cancelled
    }
}

impl<'p> Deref for Chains<'p> {
    type Target = [Chain<'p>];

    fn deref(&self) -> &[Chain<'p>] {
        &self.chains
    }
}

impl DerefMut for Chains<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.chains
    }
}
