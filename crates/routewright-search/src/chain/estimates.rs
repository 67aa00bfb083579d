//! Changes of a route in a large city: tried on a sample of the trips around it, measured once by the trips from a part of
//! all nodes, and scored exactly together with those of other routes.

use rand::RngExt;
use routewright_eval::Glance;

use super::task::Charges;
use super::{Chain, Drawn, Effort, Listener, in_turn};
use crate::DesignedRoute;
use crate::moves::below;

/// Networks are measured by the trips from every so manyth node before they are scored by all.
const ORIGINS_EVERY: usize = 4;

/// How much worse than estimated a network may be, as a share of the estimated change.
const SLACK: f64 = 0.5;

impl Chain<'_> {
    /// Takes out routes one after the other and changes each by estimated costs. What comes of it is scored, and undone if
    /// the cost is not as estimated. False where costs cannot be estimated: in small cities, and where riders do not count.
    pub(super) fn anneal_by_estimates(
        &mut self,
        temperature: f64,
        effort: Effort,
        listener: &mut impl Listener,
    ) -> bool {
        if !self.is_large() || !self.evaluator.counts_riders() {
            return false;
        }
        if !self.stand() {
            return true;
        }
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
            self.settle(out, before, temperature);
        }
        self.score_round(listener);
        true
    }

    /// Makes the evaluator ready to exchange routes of the network that it is at, by the trips from some nodes.
    fn stand(&mut self) -> bool {
        let Some(sampler) = &self.task.sampler else { return false };
        let origins = sampler.origins(ORIGINS_EVERY, self.rng.random());
        self.part_cost = self.evaluator.stand(self.routes.lines(), origins).cost;
        true
    }

    /// Scores the network as it is now by all trips.
    fn score_round(&mut self, listener: &mut impl Listener) {
        self.evaluations += 1;
        let score = self.evaluator.score_once(self.routes.lines(), f64::INFINITY).expect("there is no limit");
        listener.scored(&score, &self.routes, (0, &self.routes.routes[0]));
        self.candidate_charges.clone_from(&self.charges);
        let cost = score.cost + self.charges.total();
        self.accept(cost);
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

    /// Measures the network as it is now by the trips from some nodes. The route stays if the cost is about as estimated.
    fn settle(
        &mut self,
        out: usize,
        (route, cost, charges): (DesignedRoute, f64, Charges),
        temperature: f64,
    ) {
        let change = std::mem::replace(&mut self.cost, cost) - cost;
        self.candidate_charges = std::mem::replace(&mut self.charges, charges);
        if self.routes.routes[out] == route {
            return;
        }
        let limit = self.limit(temperature).max(cost + change + SLACK * change.abs());
        let charged = self.candidate_charges.total() - self.charges.total();
        // What the network may cost by these trips alone.
        let most = self.part_cost + (limit - cost) - charged;
        self.evaluations += 1;
        match self.evaluator.exchange(route.line(), self.routes.routes[out].line(), most) {
            Some(score) if score.cost <= most => {
                self.evaluator.settle();
                self.cost = cost + (score.cost - self.part_cost) + charged;
                self.part_cost = score.cost;
                std::mem::swap(&mut self.charges, &mut self.candidate_charges);
            }
            _ => {
                self.evaluator.exchange_back();
                self.routes.routes[out] = route;
            }
        }
    }
}
