//! What episodes are about.

use std::sync::Arc;

use rand::{Rng, RngExt};
use routewright_env::ConstructionOptions;
use routewright_model::{Alpha, Limits, Problem};

use crate::augment::Augmentation;
use crate::seed::{Draw, Seed};
use crate::{CitySet, TrainConfig, TrainError};

/// Sets up the episodes of a training run: which city, how it is changed, which alpha.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) seed: Seed,
    pub(crate) cities: CitySet,
    pub(crate) limits: Limits,
    pub(crate) options: ConstructionOptions,
    /// Decisions of each environment in an iteration.
    pub(crate) horizon: usize,
}

impl Stage {
    pub(crate) fn new(config: &TrainConfig) -> Result<Self, TrainError> {
        Ok(Self {
            seed: Seed(config.seed),
            cities: config.city_set()?,
            limits: config.limits()?,
            options: config.construction(),
            horizon: config.horizon as usize,
        })
    }

    /// What an episode of an environment is about. The same numbers give the same problem.
    pub(crate) fn problem(&self, environment: u32, episode: u32) -> Problem {
        let mut rng = self.seed.rng(Draw::Episode { environment, episode });
        let city = self.cities.training(rng.random_range(0..self.cities.training_count()));
        let city = Augmentation::draw(&mut rng).apply(&city);
        Problem::new(Arc::new(city), self.limits, draw_alpha(&mut rng))
    }
}

/// Zero, one, or anything between, each in a third of all cases.
fn draw_alpha(rng: &mut impl Rng) -> Alpha {
    let value = match rng.random_range(0..3u32) {
        0 => 0.0,
        1 => 1.0,
        _ => rng.random::<f64>(),
    };
    Alpha::new(value).expect("draws lie between 0 and 1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphas_are_extreme_in_two_thirds_of_the_episodes() {
        let mut rng = Seed(1).rng(Draw::Weights);
        let alphas: Vec<f64> = (0..3000).map(|_| draw_alpha(&mut rng).value()).collect();
        let share = |test: &dyn Fn(f64) -> bool| alphas.iter().filter(|a| test(**a)).count() as f64 / 3000.0;
        assert!((share(&|a| a == 0.0) - 1.0 / 3.0).abs() < 0.03);
        assert!((share(&|a| a == 1.0) - 1.0 / 3.0).abs() < 0.03);
        assert!((share(&|a| 0.0 < a && a < 0.5) - 1.0 / 6.0).abs() < 0.03);
    }

    #[test]
    fn episodes_are_their_numbers() {
        let stage = Stage::new(&TrainConfig { nodes: 8, cities: 50, ..TrainConfig::default() }).unwrap();
        let parts = |environment, episode| stage.problem(environment, episode).city.to_parts();
        assert_eq!(parts(3, 1), parts(3, 1));
        assert_ne!(parts(3, 1).nodes, parts(3, 2).nodes);
        assert_ne!(parts(3, 1).nodes, parts(4, 1).nodes);
    }
}
