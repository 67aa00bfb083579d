//! Networks that searches on other machines found, and those they may have from this one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::RouteSet;

/// A network and its cost.
pub type Known = (RouteSet, f64);

/// Where a search meets others that run elsewhere: they leave networks, and look at how this one stands. Clones are
/// the same place. [`Anneal`](crate::Anneal) looks in once per round; results then depend on who came when.
///
/// ```
/// use routewright_search::{Exchange, Start};
///
/// let exchange = Exchange::default();
/// let start = Start { exchange: Some(exchange.clone()), ..Start::default() };
/// assert!(exchange.now().is_none(), "the search has not begun");
/// # let _ = start;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Exchange(Arc<Mutex<Desk>>);

#[derive(Debug, Default)]
struct Desk {
    arrivals: Arrivals,
    now: Option<Known>,
    best: Option<Known>,
    finished: Vec<RouteSet>,
}

/// What others left.
#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    /// A network to continue from, if it is better.
    pub network: Option<RouteSet>,
    /// Networks whose routes are worth a try.
    pub pool: Vec<RouteSet>,
}

impl Exchange {
    /// Leaves a network to continue from. The search takes it if it is better than its own; an earlier one that it has
    /// not seen is replaced.
    pub fn offer(&self, network: RouteSet) {
        self.desk().arrivals.network = Some(network);
    }

    /// Leaves networks that others finished short annealings with: their routes join the pool.
    pub fn share(&self, networks: impl IntoIterator<Item = RouteSet>) {
        self.desk().arrivals.pool.extend(networks);
    }

    /// The network that the search is at.
    pub fn now(&self) -> Option<Known> {
        self.desk().now.clone()
    }

    /// The best network so far.
    pub fn best(&self) -> Option<Known> {
        self.desk().best.clone()
    }

    /// Networks that the search finished short annealings with since this was last asked.
    pub fn take_finished(&self) -> Vec<RouteSet> {
        std::mem::take(&mut self.desk().finished)
    }

    pub(crate) fn take_arrivals(&self) -> Arrivals {
        std::mem::take(&mut self.desk().arrivals)
    }

    pub(crate) fn publish(&self, (now, cost): (&RouteSet, f64), (best, best_cost): (&RouteSet, f64)) {
        let mut desk = self.desk();
        desk.now = Some((now.clone(), cost));
        if desk.best.as_ref().is_none_or(|(_, known)| best_cost < *known) {
            desk.best = Some((best.clone(), best_cost));
        }
    }

    pub(crate) fn finish(&self, network: RouteSet) {
        self.desk().finished.push(network);
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
