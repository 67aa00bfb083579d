//! The quality of a policy on cities it was not trained on.

use std::sync::Arc;

use rayon::prelude::*;
use routewright_env::{ConstructionOptions, Policy, construct};
use routewright_eval::Evaluator;
use routewright_model::{Alpha, Direction, Network, Problem, Route};

use crate::TrainConfig;
use crate::episode_sampler::EpisodeSampler;
use crate::metrics::ValidationCosts;
use crate::seed::{Draw, Seed};

/// Held-out cities, each with every alpha of [`ValidationCosts::ALPHAS`]. Cities are not augmented, and constructions
/// use the same random numbers every time.
pub(crate) struct Validation {
    problems: Vec<Problem>,
    options: ConstructionOptions,
    seed: Seed,
    /// Constructions per problem; the best of them counts.
    constructions: u32,
}

impl Validation {
    pub(crate) fn new(config: &TrainConfig, sampler: &EpisodeSampler) -> Self {
        let count = config.validation_cities.min(sampler.cities.held_out_count());
        let problems = (0..count).flat_map(|at| {
            let city = sampler.cities.held_out(at);
            let mut rng = Seed(config.data_seed).rng(Draw::HeldOut { city: at });
            let limits = sampler.draw_limits(city.node_count(), &mut rng);
            let city = Arc::new(sampler.draw_demand(city, &mut rng));
            ValidationCosts::ALPHAS.map(|alpha| {
                let alpha = Alpha::new(alpha).expect("the alphas lie between 0 and 1");
                Problem::new(city.clone(), limits, alpha)
            })
        });
        // As in a search, no route is repeated.
        let options = ConstructionOptions { distinct: true, ..sampler.options };
        Self {
            problems: problems.collect(),
            options,
            seed: Seed(config.data_seed),
            constructions: config.best_of,
        }
    }

    /// Mean cost of the best construction on each problem. `None` if it was stopped.
    pub(crate) fn costs(
        &self,
        policy: &dyn Policy,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<ValidationCosts> {
        let cost = |(at, problem): (usize, &Problem)| {
            let mut rng = self.seed.rng(Draw::Validation { construction: at as u32 });
            let mut build = || cost_of(problem, &construct(problem, self.options, policy, &mut rng));
            (!is_stopped()).then(|| (0..self.constructions).map(|_| build()).fold(f64::INFINITY, f64::min))
        };
        let costs: Option<Vec<f64>> = self.problems.par_iter().enumerate().map(cost).collect();
        let costs = costs?;
        let alphas = ValidationCosts::ALPHAS.len();
        let share = 1.0 / (costs.len() / alphas) as f64;
        let by_alpha = std::array::from_fn(|alpha| {
            costs.iter().skip(alpha).step_by(alphas).map(|cost| share * cost).sum::<f64>()
        });
        Some(ValidationCosts { by_alpha, mean: by_alpha.iter().sum::<f64>() / alphas as f64 })
    }
}

fn cost_of(problem: &Problem, routes: &[Vec<routewright_model::NodeId>]) -> f64 {
    let route = |stops: &Vec<_>| {
        Route::on_links(&problem.city, "", stops.clone(), Direction::BothWays).expect("episodes follow links")
    };
    let network: Network = routes.iter().map(route).collect();
    Evaluator::new(problem).score(&network).cost
}
