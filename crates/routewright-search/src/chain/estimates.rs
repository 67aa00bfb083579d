//! Changes of a route in a large city: tried on a sample of the trips, and scored exactly once at the end of the visit.

use rand::RngExt;
use routewright_eval::Glance;

use super::{Chain, Listener, in_turn};

/// Changes are cheap to estimate beside taking the route out: this many times as many are tried.
const MORE_TRIES: u32 = 3;
/// How much worse than estimated a network may be, as a share of the estimated change.
const SLACK: f64 = 0.5;

impl Chain<'_> {
    /// A sample of the trips to measure changes of a route by. `None` in small cities, and where riders do not count.
    pub(super) fn glance_at(&mut self, out: usize, unified: f64) -> Option<Glance> {
        let task = &self.task;
        let route = &self.routes.routes[out];
        let nodes = task.sampler.as_ref()?.draw(task.context.city(), route.stops(), || self.rng.random());
        self.evaluator.glance(&nodes, route.line(), unified)
    }

    /// Anneals a route by estimated costs. What comes of it is scored, and undone if the cost is not as estimated.
    pub(super) fn change_by_estimates(
        &mut self,
        out: usize,
        glance: &Glance,
        temperature: f64,
        tries: u32,
        listener: &mut impl Listener,
    ) {
        let (before, cost, charges) = (self.routes.routes[out].clone(), self.cost, self.charges.clone());
        let mut last = None;
        in_turn(tries * MORE_TRIES, || {
            let Some(kind) = self.draft_change(out) else { return false };
            if self.try_estimate(out, glance, temperature) {
                last = Some(kind);
            }
            true
        });
        let estimated = std::mem::replace(&mut self.cost, cost);
        self.candidate_charges = std::mem::replace(&mut self.charges, charges);
        let Some(kind) = last.filter(|_| self.routes.routes[out] != before) else {
            self.routes.routes[out] = before;
            return;
        };
        let change = estimated - cost;
        let limit = self.limit(temperature).max(cost + change + SLACK * change.abs());
        let charge = self.candidate_charges.total();
        self.count_scored(kind);
        match self.evaluator.score_within(self.routes.routes[out].line(), limit - charge) {
            Some(score) if score.cost + charge <= limit => {
                listener.scored(&score, &self.routes, (out, &self.routes.routes[out]));
                self.count_accepted(kind, score.cost + charge);
                self.accept(score.cost + charge);
            }
            _ => self.routes.routes[out] = before,
        }
    }

    /// Changes the route to the draft if its estimated cost is accepted.
    fn try_estimate(&mut self, out: usize, glance: &Glance, temperature: f64) -> bool {
        let limit = self.limit(temperature);
        let known = self.tried.cost_of(&self.drafts[0]);
        if known.is_some_and(|cost| cost > limit) {
            return false;
        }
        let candidate = &mut self.candidates[0];
        candidate.set(self.task.context.city(), &self.drafts[0]);
        let (charges, replaced) = (&mut self.candidate_charges, [(out, &*candidate)]);
        self.task.charges_after(&self.routes, &self.charges, &replaced, charges);
        let charge = charges.total();
        if let Some(screen) = self.screen.filter(|_| known.is_none())
            && !self.evaluator.is_promising(&screen, candidate.line(), limit - charge)
        {
            return false;
        }
        let cost = known.or_else(|| {
            let cost = self.evaluator.estimate_within(glance, candidate.line(), limit - charge)? + charge;
            self.tried.note(&self.drafts[0], cost);
            Some(cost)
        });
        let Some(cost) = cost.filter(|&cost| cost <= limit) else { return false };
        std::mem::swap(&mut self.routes.routes[out], &mut self.candidates[0]);
        std::mem::swap(&mut self.charges, &mut self.candidate_charges);
        self.cost = cost;
        true
    }
}
