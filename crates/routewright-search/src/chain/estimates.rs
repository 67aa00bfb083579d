//! Changes of a route in a large city: many are tried on a sample of the trips around it, and what comes of them is scored
//! exactly, by what the exchange of the route changes.

use rand::RngExt;
use routewright_eval::Glance;

use super::{Chain, Drawn, Effort, Listener, in_turn};
use crate::DesignedRoute;
use crate::moves::below;

/// Changed routes up to which the trips of a network follow from those of another: beyond, all are computed anew.
const MOST_EXCHANGES: usize = 12;

/// A route that a chain would change.
pub(super) struct Proposal {
    /// Its place in the network.
    pub(super) out: usize,
    route: DesignedRoute,
    /// What that changes the cost by, as estimated, and how much more it may: by Metropolis' rule.
    change: f64,
    leeway: f64,
}

impl Chain<'_> {
    /// Takes out routes one after the other and changes each by estimated costs. What comes of it is scored, and undone if
    /// that is not accepted. False where costs cannot be estimated: in small cities, and where riders do not count.
    pub(super) fn anneal_by_estimates(
        &mut self,
        temperature: f64,
        effort: Effort,
        listener: &mut impl Listener,
    ) -> bool {
        if !self.is_large() || !self.evaluator.counts_riders() {
            return false;
        }
        for _ in 0..effort.visits {
            if self.is_asked_to_end() {
                break;
            }
            if let Some(proposal) = self.propose(temperature, effort) {
                self.settle(proposal, listener);
            }
        }
        true
    }

    /// Takes out a route and changes it by estimated costs. Afterwards all is as before.
    pub(super) fn propose(&mut self, temperature: f64, effort: Effort) -> Option<Proposal> {
        let count = effort.share.count(self.routes.routes.len());
        let out = effort.share.place(below(&mut self.rng, count));
        let (route, cost, charges) = (self.routes.routes[out].clone(), self.cost, self.charges.clone());
        self.evaluator.keep(self.routes.lines_without(out));
        self.tried.clear();
        let glance = self.glance_at(out)?;
        in_turn(effort.tries, || self.try_estimate(out, &glance, temperature));
        let change = std::mem::replace(&mut self.cost, cost) - cost;
        self.charges = charges;
        let proposed = std::mem::replace(&mut self.routes.routes[out], route);
        let is_change = proposed != self.routes.routes[out];
        is_change.then(|| Proposal { out, route: proposed, change, leeway: self.limit(temperature) - cost })
    }

    /// Makes the evaluator ready to exchange routes of the network that it is at.
    pub(super) fn stand(&mut self) {
        let routes = &self.routes.routes;
        let is_changed = |place: &usize| self.standing.get(*place) != Some(&routes[*place]);
        let changed: Vec<usize> = (0..routes.len()).filter(is_changed).collect();
        if self.standing.len() != routes.len() || changed.len() > MOST_EXCHANGES {
            self.evaluator.stand(self.routes.lines());
            self.standing.clone_from(routes);
            return;
        }
        for place in changed {
            let others = self.standing.iter().enumerate().filter(|(other, _)| *other != place);
            self.evaluator.keep(others.map(|(_, route)| route.line()));
            self.evaluator.exchange(self.standing[place].line(), routes[place].line(), f64::INFINITY);
            self.evaluator.settle();
            self.standing[place].clone_from(&routes[place]);
        }
    }

    /// A sample of the trips to measure changes of a route by.
    fn glance_at(&mut self, out: usize) -> Option<Glance> {
        let (task, unified) = (&self.task, self.unified_cost());
        let route = &self.routes.routes[out];
        let nodes = task.sampler.as_ref()?.draw(task.context.city(), route.stops(), || self.rng.random());
        self.evaluator.glance(&nodes, route.line(), unified)
    }

    /// Changes a route if the estimated cost is accepted. False if no change was legal.
    fn try_estimate(&mut self, out: usize, glance: &Glance, temperature: f64) -> bool {
        let Drawn { kind, limit, known, charge } = match self.draw_candidate(out, temperature) {
            Ok(drawn) => drawn,
            Err(is_legal) => return is_legal,
        };
        let candidate = &self.candidates[0];
        let cost = known.or_else(|| {
            let cost = self.evaluator.estimate_within(glance, candidate.line(), limit - charge)? + charge;
            self.tried.note(&self.drafts[0], cost);
            Some(cost)
        });
        if let Some(cost) = cost.filter(|&cost| cost <= limit) {
            self.count_accepted(kind, cost);
            std::mem::swap(&mut self.routes.routes[out], &mut self.candidates[0]);
            std::mem::swap(&mut self.charges, &mut self.candidate_charges);
            self.cost = cost;
        }
        true
    }

    /// Scores the network with a route changed. The change stays if it costs what it was accepted for, or where it was
    /// thought to lower the cost no more than before, and not much more than that. False if it does not stay.
    pub(super) fn settle(&mut self, proposal: Proposal, listener: &mut impl Listener) -> bool {
        let Proposal { out, route, change, leeway } = proposal;
        if self.task.distinct && self.routes.has_line(route.stops(), out) {
            return false;
        }
        self.stand();
        let limit = self.cost + leeway + change.max(0.0);
        let charges = &mut self.candidate_charges;
        self.task.charges_after(&self.routes, &self.charges, &[(out, &route)], charges);
        let charge = charges.total();
        self.evaluations += 1;
        self.evaluator.keep(self.routes.lines_without(out));
        let old = self.routes.routes[out].line();
        match self.evaluator.exchange(old, route.line(), limit - charge) {
            Some(score) if score.cost + charge <= limit => {
                self.evaluator.settle();
                listener.scored(&score, &self.routes, (out, &route));
                self.standing[out].clone_from(&route);
                self.routes.routes[out] = route;
                self.accept(score.cost + charge);
                true
            }
            _ => {
                self.evaluator.exchange_back();
                false
            }
        }
    }
}
