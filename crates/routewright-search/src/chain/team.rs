//! Chains that work on one network together, each on routes of its own.
//!
//! In a large city most of the work of a change is to find it, by estimates. That is done side by side; what is found is
//! scored exactly and taken or left one after the other, with all threads at one score. `docs/scaling.md` tells how much
//! several threads bring.

use super::state::Position;
use super::{Chain, Chains, Effort};
use crate::parallel::for_each_item;

/// The routes that one of several chains may change: every `of`-th, from the place `first` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) first: usize,
    pub(crate) of: usize,
}

impl Share {
    /// All of them.
    pub(crate) const ALL: Self = Self { first: 0, of: 1 };

    /// How many of so many routes it has.
    pub(super) fn count(self, routes: usize) -> usize {
        routes.saturating_sub(self.first).div_ceil(self.of)
    }

    /// The place of one of them.
    pub(super) fn place(self, number: usize) -> usize {
        self.first + number * self.of
    }
}

impl Chains<'_> {
    /// Lets all chains change one network, that of the first: each proposes a change of a route of its share, and one after
    /// the other they are scored and taken. So many times; false if it was cut short, which undoes all.
    pub(crate) fn work_together(
        &mut self,
        temperature: f64,
        effort: Effort,
        shares: &[Share],
        threads: usize,
    ) -> bool {
        let before: Vec<Position> = self.iter().map(Chain::position).collect();
        self[0].evaluator.set_threads(threads);
        let (first, others) = self.split_at_mut(1);
        others.iter_mut().for_each(|chain| chain.take_over(&first[0]));
        for _ in 0..effort.visits {
            let proposals = for_each_item(self, threads, |at, chain| {
                let effort = Effort { share: shares[at], ..effort };
                if chain.is_asked_to_end() { None } else { chain.propose(temperature, effort) }
            });
            if self.iter().any(|chain| chain.is_cancelled) {
                break;
            }
            let (first, others) = self.split_at_mut(1);
            for proposal in proposals.into_iter().flatten() {
                let out = proposal.out;
                if first[0].settle(proposal, &mut ()) {
                    others.iter_mut().for_each(|chain| chain.take_route(&first[0], out));
                }
            }
        }
        self[0].evaluator.set_threads(1);
        let is_done = !self.iter().any(|chain| chain.is_cancelled);
        if !is_done {
            self.iter_mut().zip(before).for_each(|(chain, before)| chain.return_to(before));
            self.cancel();
        }
        is_done
    }
}

impl Chain<'_> {
    /// Takes over a route that is all that another chain's network differs by.
    fn take_route(&mut self, other: &Chain<'_>, place: usize) {
        self.routes.routes[place].clone_from(&other.routes.routes[place]);
        self.charges.clone_from(&other.charges);
        self.cost = other.cost;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_hold_every_route_once() {
        for (routes, of) in [(10, 3), (3, 4), (144, 16), (1, 1)] {
            let shares = (0..of).map(|first| Share { first, of });
            let places = shares.flat_map(|share| (0..share.count(routes)).map(move |at| share.place(at)));
            let mut places: Vec<usize> = places.collect();
            places.sort_unstable();
            assert_eq!(places, (0..routes).collect::<Vec<_>>());
        }
    }
}
