//! Chains that work on one network together, each on routes of its own, and put what they found together.
//!
//! In a large city a chain changes few of its routes in a round, and two chains seldom change what the other relies
//! on. So nearly all their changes hold side by side, and many chains find as much as one in many times the time.

use super::{Chain, Chains};
use crate::DesignedRoute;
use crate::parallel::for_each_part;

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
    /// Puts the changes of all chains together, which started the round at the same network of cost `before`, each on its
    /// share of the routes. All continue from there. A change may cost `slack` more than expected.
    pub(crate) fn put_together(&mut self, shares: &[Share], before: f64, slack: f64, threads: usize) {
        // Neighbours join, then neighbouring pairs, and so on.
        let mut step = 1;
        while step < self.len() {
            let mut groups: Vec<(&mut [Chain<'_>], &[Share])> =
                self.chunks_mut(2 * step).zip(shares.chunks(2 * step)).collect();
            for_each_part(&mut groups, threads, |_, groups| {
                for (chains, shares) in groups.iter_mut().filter(|(chains, _)| chains.len() > step) {
                    let (mine, theirs) = chains.split_at_mut(step);
                    mine[0].absorb(&theirs[0], &shares[step..], before, slack);
                }
            });
            step *= 2;
        }
        let (first, others) = self.split_at_mut(1);
        others.iter_mut().for_each(|chain| chain.take_over(&first[0]));
    }
}

impl Chain<'_> {
    /// Takes over what another chain changed in these shares, as far as it holds beside the changes made here.
    fn absorb(&mut self, other: &Chain<'_>, shares: &[Share], before: f64, slack: f64) {
        let count = self.routes.routes.len();
        let places =
            shares.iter().flat_map(|share| (0..share.count(count)).map(|number| share.place(number)));
        let is_changed = |place: &usize| self.routes.routes[*place] != other.routes.routes[*place];
        let changed: Vec<usize> = places.filter(is_changed).collect();
        let promised = other.cost - before;
        // Half of what was promised is enough to take all at once.
        let allowed = if promised < 0.0 { promised / 2.0 } else { promised + slack };
        self.take_routes(&other.routes.routes, &changed, allowed);
    }

    /// Takes over all of these routes if that changes the cost by no more than allowed; else the halves that lower it.
    fn take_routes(&mut self, from: &[DesignedRoute], places: &[usize], allowed: f64) {
        if places.is_empty() {
            return;
        }
        let mut swapped: Vec<DesignedRoute> = places.iter().map(|&place| from[place].clone()).collect();
        for (route, &place) in swapped.iter_mut().zip(places) {
            std::mem::swap(route, &mut self.routes.routes[place]);
        }
        let is_new = |&place: &usize| !self.routes.has_line(self.routes.routes[place].stops(), place);
        if !self.task.distinct || places.iter().all(is_new) {
            self.evaluations += 1;
            self.candidate_charges = self.task.charges(&self.routes);
            let cost = self.exact_cost() + self.candidate_charges.total();
            if cost - self.cost <= allowed {
                self.accept(cost);
                return;
            }
        }
        for (route, &place) in swapped.into_iter().zip(places) {
            self.routes.routes[place] = route;
        }
        if places.len() > 1 {
            let (one, two) = places.split_at(places.len() / 2);
            self.take_routes(from, one, 0.0);
            self.take_routes(from, two, 0.0);
        }
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
