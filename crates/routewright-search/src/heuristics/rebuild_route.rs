//! A route taken out and rebuilt: the paper's neural heuristic, and its random twin.

use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, Policy, Rebuild, UniformPolicy, rebuild_routes};
use routewright_model::Problem;

use super::{Candidate, Heuristic, Outcome, draw_index};
use crate::DesignedRoute;

/// Takes out a random route and has a policy build another in its place; of several policies one, at random.
#[derive(Clone, Debug)]
pub struct RebuildRoute<P> {
    /// The policies that build; one at least.
    pub policies: Vec<P>,
    /// How routes are built.
    pub options: ConstructionOptions,
}

impl RebuildRoute<UniformPolicy> {
    /// Builds at random.
    pub fn at_random(options: ConstructionOptions) -> Self {
        Self { policies: vec![UniformPolicy], options }
    }
}

impl<P: Policy> Heuristic for RebuildRoute<P> {
    fn name(&self) -> &'static str {
        "rebuild"
    }

    fn mutate(&self, problem: &Problem, candidates: &mut [Candidate<'_>]) {
        let mut work: Vec<_> = self.policies.iter().map(|_| (Vec::new(), Vec::new())).collect();
        for Candidate { routes: present, rng, outcome } in candidates.iter_mut() {
            if present.routes.is_empty() {
                continue;
            }
            let route = draw_index(present.routes.len(), rng);
            let (routes, jobs) = match work.len() {
                1 => &mut work[0],
                several => &mut work[draw_index(several, rng)],
            };
            let others = present.routes.iter().enumerate().filter(|(at, _)| *at != route);
            let others = others.map(|(_, other): (_, &DesignedRoute)| other.stops()).collect();
            routes.push((route, outcome));
            jobs.push(Rebuild::<ChaCha8Rng> { others, rng });
        }
        for (policy, (routes, jobs)) in self.policies.iter().zip(work) {
            let answers = rebuild_routes(problem, self.options, policy, jobs);
            for ((route, outcome), answer) in routes.into_iter().zip(answers) {
                if let Some(stops) = answer {
                    *outcome = Outcome::Replace { route, stops };
                }
            }
        }
    }
}
