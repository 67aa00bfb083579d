//! What a chain comes across.

use routewright_eval::Score;

use super::staircase::{Staircase, Trade};
use crate::Plan;
use crate::plan::Path;

/// Notes networks that nothing known before the round dominates, and nothing noted since.
pub(crate) struct Finds {
    known: Staircase<()>,
    found: Staircase<Plan>,
    distinct: bool,
}

impl Finds {
    /// Begins anew with what is known. Says whether no two routes may serve the same stops.
    pub(super) fn new(known: Staircase<()>, distinct: bool) -> Self {
        Self { known, found: Staircase::default(), distinct }
    }

    /// Takes note of a plan with one path replaced, if nothing is as good.
    pub(crate) fn offer(&mut self, score: &Score, plan: &Plan, (out, path): (usize, &Path)) {
        if !score.is_feasible || score.passenger_minutes.is_nan() {
            return;
        }
        let trade = Trade { passenger_minutes: score.passenger_minutes, driven: score.driven };
        if self.known.lacks(trade) && self.found.lacks(trade) {
            let mut plan = plan.clone();
            plan.paths[out].clone_from(path);
            // Moves add no route twice, but a network to start from may have had one.
            if !self.distinct || plan.has_distinct_lines() {
                self.found.add(trade, plan);
            }
        }
    }

    /// What was found.
    pub(super) fn into_found(self) -> Vec<(Trade, Plan)> {
        self.found.into_steps()
    }
}
