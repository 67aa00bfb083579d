//! The mutation stage: every network is changed on its own, so that the number of threads does not matter.

use routewright_eval::Evaluator;
use routewright_model::{NodeId, Problem};

use super::EvolutionVariant;
use crate::heuristics::{Candidate, Outcome};
use crate::parallel::for_each_part;
use crate::{DesignedRoute, Draw, RouteSet, Seed};

/// A network of the population and its scratch space.
pub(super) struct Member<'p> {
    pub(super) routes: RouteSet,
    pub(super) cost: f64,
    evaluator: Evaluator<'p>,
}

/// All mutations of one round.
pub(super) struct MutationStage<'a> {
    pub(super) problem: &'a Problem,
    pub(super) variant: &'a EvolutionVariant,
    pub(super) seed: Seed,
    /// Number of its first mutation, counted over the whole run.
    pub(super) first_round: u32,
    /// For each mutation and network, whether it gets the first heuristic.
    pub(super) gets_first: Vec<Vec<bool>>,
}

impl<'p> Member<'p> {
    pub(super) fn new(problem: &'p Problem, routes: RouteSet, cost: f64) -> Self {
        Self { routes, cost, evaluator: Evaluator::new(problem) }
    }

    /// Replaces a route if that costs less.
    fn try_route(&mut self, problem: &Problem, route: usize, stops: &[NodeId]) {
        let candidate = DesignedRoute::new(&problem.city, stops);
        self.evaluator.keep(self.routes.lines_without(route));
        if let Some(cost) = self.evaluator.cost_with(candidate.line(), self.cost)
            && cost < self.cost
        {
            self.cost = cost;
            self.routes.routes[route] = candidate;
        }
    }
}

impl MutationStage<'_> {
    /// Changes every network; the number of networks scored.
    pub(super) fn run(&self, members: &mut [Member<'_>], threads: usize) -> u64 {
        for_each_part(members, threads, |first, part| self.mutate(part, first)).into_iter().sum()
    }

    /// Changes some networks, of which the first has the number `offset`.
    fn mutate(&self, members: &mut [Member<'_>], offset: usize) -> u64 {
        let mut scored = 0;
        for (round, gets_first) in (self.first_round..).zip(&self.gets_first) {
            for (heuristic, is_first) in [(&self.variant.first, true), (&self.variant.second, false)] {
                let chosen: Vec<usize> =
                    (0..members.len()).filter(|at| gets_first[offset + at] == is_first).collect();
                let mut candidates: Vec<Candidate<'_>> = chosen
                    .iter()
                    .map(|&at| {
                        let draw = Draw::Mutation { round, member: (offset + at) as u16 };
                        Candidate::new(&members[at].routes, self.seed.rng(draw))
                    })
                    .collect();
                heuristic.mutate(self.problem, &mut candidates);
                let outcomes: Vec<Outcome> = candidates.into_iter().map(|done| done.outcome).collect();
                for (at, outcome) in chosen.into_iter().zip(outcomes) {
                    if let Outcome::Replace { route, stops } = outcome {
                        members[at].try_route(self.problem, route, &stops);
                        scored += 1;
                    }
                }
            }
        }
        scored
    }
}
