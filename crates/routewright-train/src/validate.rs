//! How good a policy is on cities that it was not trained on.

use std::sync::Arc;

use rayon::prelude::*;
use routewright_env::{ConstructionOptions, Policy, construct};
use routewright_eval::Evaluator;
use routewright_model::{Alpha, Direction, Network, Problem, Route};

use crate::TrainConfig;
use crate::metrics::ValidationCosts;
use crate::seed::{Draw, Seed};
use crate::stage::Stage;

/// Held-out cities, each with every alpha of [`ValidationCosts::ALPHAS`]. They are as they were made, and the
/// random numbers of the constructions are the same every time.
pub(crate) struct Validation {
    problems: Vec<Problem>,
    options: ConstructionOptions,
    seed: Seed,
    /// Constructions on each, of which the best counts.
    constructions: u32,
}

impl Validation {
    pub(crate) fn new(config: &TrainConfig, stage: &Stage) -> Self {
        let count = config.validation_cities.min(stage.cities.held_out_count());
        let problems = (0..count).flat_map(|at| {
            let city = stage.cities.held_out(at);
            let mut rng = Seed(config.data_seed).rng(Draw::HeldOut { city: at });
            let limits = stage.draw_limits(city.node_count(), &mut rng);
            let city = Arc::new(stage.draw_demand(city, &mut rng));
            ValidationCosts::ALPHAS.map(|alpha| {
                let alpha = Alpha::new(alpha).expect("the alphas lie between 0 and 1");
                Problem::new(city.clone(), limits, alpha)
            })
        });
        // Networks are built as a search builds them: no route twice.
        let options = ConstructionOptions { distinct: true, ..stage.options };
        Self {
            problems: problems.collect(),
            options,
            seed: Seed(config.data_seed),
            constructions: config.best_of,
        }
    }

    /// Mean costs of one construction each, or of the best of as many as training is about. `None` if it was stopped.
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
