//! Changes of a route in a large city: many are tried on a sample of the trips around it, and what comes of them is scored
//! exactly, by what the exchange of the route changes.

use rand::RngExt;
use routewright_eval::Glance;

use super::task::Charges;
use super::{Chain, Drawn, Effort, Listener, in_turn};
use crate::DesignedRoute;
use crate::moves::below;

/// Changed routes up to which the trips of a network follow from those of another: beyond, all are computed anew.
const MOST_EXCHANGES: usize = 12;

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
        self.stand();
        for _ in 0..effort.visits {
            if self.is_asked_to_end() {
                break;
            }
            let count = effort.share.count(self.routes.routes.len());
            let out = effort.share.place(below(&mut self.rng, count));
            let before = (self.routes.routes[out].clone(), self.cost, self.charges.clone());
            self.evaluator.keep(self.routes.lines_without(out));
            self.tried.clear();
            let Some(glance) = self.glance_at(out) else { break };
            in_turn(effort.tries, || self.try_estimate(out, &glance, temperature));
            self.settle(out, before, temperature, listener);
        }
        true
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

    /// Scores the network as it is now. The route stays if the cost is accepted: beyond what the changes were accepted for,
    /// or beyond the cost before where they were thought to lower it.
    fn settle(
        &mut self,
        out: usize,
        (route, cost, charges): (DesignedRoute, f64, Charges),
        temperature: f64,
        listener: &mut impl Listener,
    ) {
        let change = std::mem::replace(&mut self.cost, cost) - cost;
        self.candidate_charges = std::mem::replace(&mut self.charges, charges);
        if self.routes.routes[out] == route {
            return;
        }
        let limit = self.limit(temperature) + change.max(0.0);
        let charge = self.candidate_charges.total();
        self.evaluations += 1;
        match self.evaluator.exchange(route.line(), self.routes.routes[out].line(), limit - charge) {
            Some(score) if score.cost + charge <= limit => {
                self.evaluator.settle();
                self.standing[out].clone_from(&self.routes.routes[out]);
                listener.scored(&score, &self.routes, (out, &self.routes.routes[out]));
                self.accept(score.cost + charge);
            }
            _ => {
                self.evaluator.exchange_back();
                self.routes.routes[out] = route;
            }
        }
    }
}
