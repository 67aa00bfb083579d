//! The reward of a construction step.

use routewright_eval::{Evaluator, Line};
use routewright_model::{NodeId, Problem, Seconds, Timing};

use crate::State;

/// Follows an episode and computes by how much each step lowered the cost.
///
/// R_t = C'(R_t ∪ {r_t}) − C'(R_t+1 ∪ {r_t+1}), where C' is the unified cost without the term for routes of
/// the wrong length (F_s), the paper's equation of the reward.
///
/// Settled here: the constant part of the penalty, 0.1 [any violation], counts in C' only while pairs with
/// demand are unserved. A network with too few routes, before the last one is finished, is not held against any step.
pub struct Rewards<'p> {
    problem: &'p Problem,
    evaluator: Evaluator<'p>,
    legs: Vec<[Vec<Seconds>; 2]>,
    cost: f64,
}

impl<'p> Rewards<'p> {
    /// Rewards of the steps that follow this state.
    pub fn new(state: &State<'p>) -> Self {
        let problem = state.problem();
        let mut rewards =
            Self { problem, evaluator: Evaluator::new(problem), legs: Vec::new(), cost: f64::INFINITY };
        rewards.cost = rewards.cost_of(state);
        rewards
    }

    /// The cost of the last state seen (C').
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The reward of the step that led to this state from the last one seen.
    pub fn after(&mut self, state: &State<'p>) -> f64 {
        let before = self.cost;
        self.cost = self.cost_of(state);
        before - self.cost
    }

    fn cost_of(&mut self, state: &State<'p>) -> f64 {
        let (problem, limits) = (self.problem, self.problem.limits);
        let in_progress = (!state.route().is_empty()).then_some(state.route());
        let routes: Vec<&[NodeId]> = state.finished().iter().map(Vec::as_slice).chain(in_progress).collect();
        self.legs.resize_with(routes.len(), Default::default);
        for (stops, [out, back]) in routes.iter().zip(&mut self.legs) {
            problem.city.legs_along(stops, out, back);
        }
        let lines = routes.iter().zip(&self.legs).map(|(stops, [out, back])| Line {
            stops,
            legs_out: out,
            legs_back: Some(back),
            timing: Timing::Links,
            is_way_back: false,
        });
        let score = self.evaluator.score_lines(lines);

        let excess = |stops: &&[NodeId]| {
            limits.min_stops().saturating_sub(stops.len()).max(stops.len().saturating_sub(limits.max_stops()))
        };
        let excess: usize = routes.iter().map(excess).sum();
        let excess_share = excess as f64 / (limits.routes() as f64 * limits.max_stops() as f64);
        let ends = routes.iter().flat_map(|stops| [stops[0], stops[stops.len() - 1]]);
        let bad_shape = excess > 0
            || routes.len() != limits.routes()
            || ends.into_iter().any(|end| !problem.city.node(end).terminal);
        let constant = if bad_shape && score.unserved_pairs == 0 { 0.1 } else { 0.0 };
        score.cost - problem.violation_weight * (excess_share + constant)
    }
}
