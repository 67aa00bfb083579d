//! Annealing beside searches that run elsewhere.

use super::Anneal;
use crate::exchange::Arrivals;
use crate::{Exchange, RouteSet};

impl Anneal<'_> {
    /// Takes what searches elsewhere left: routes for the pool, and a network where it is better than one of a chain.
    pub(super) fn meet_others(&mut self) {
        let Some(Arrivals { network, pool }) = self.exchange.as_ref().map(Exchange::take_arrivals) else {
            return;
        };
        let count = self.best.routes.len();
        let fits = |routes: &RouteSet| routes.routes.len() == count;
        let pool: Vec<RouteSet> = pool.into_iter().filter(|_| self.may_restart).filter(fits).collect();
        if !pool.is_empty() {
            pool.into_iter().for_each(|routes| self.pool.add(routes));
            self.share_pool();
        }
        let is_settled = self.course.riders.is_some() || !self.course.heats.is_last();
        let Some(network) = network.filter(|network| fits(network) && !is_settled) else { return };
        let is_large = self.chains[0].is_large();
        let worst = self.chains.iter_mut().max_by(|a, b| a.cost().total_cmp(&b.cost()));
        let chain = if is_large { self.chains.first_mut() } else { worst };
        if let Some(chain) = chain
            && chain.cost_of(&network) < chain.cost()
        {
            chain.move_to(&network);
        }
    }

    /// Shows searches elsewhere how this one stands.
    pub(super) fn tell_others(&self) {
        let best = self.chains.iter().min_by(|a, b| a.cost().total_cmp(&b.cost()));
        if let (Some(exchange), Some(chain)) = (&self.exchange, best) {
            exchange.publish((chain.routes(), chain.cost()), (&self.best, self.best_cost));
        }
    }
}
