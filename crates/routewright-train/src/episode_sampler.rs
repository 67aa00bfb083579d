//! The problems that episodes solve.

use std::sync::Arc;

use rand::{Rng, RngExt};
use routewright_env::ConstructionOptions;
use routewright_model::{Alpha, City, Limits, Problem};

use crate::augment::{Augmentation, with_uneven_demand};
use crate::seed::{Draw, Seed};
use crate::{CitySet, TrainConfig, TrainError};

/// Samples the problems of a training run: city, augmentation, limits and alpha of each episode; and how episodes are
/// run.
#[derive(Clone, Debug)]
pub(crate) struct EpisodeSampler {
    pub(crate) seed: Seed,
    pub(crate) cities: CitySet,
    limits: Limits,
    /// Whether each episode draws its own limits and demand instead.
    varied: bool,
    pub(crate) options: ConstructionOptions,
    /// Decisions per environment and iteration.
    pub(crate) horizon: usize,
    /// Environments that run the same episodes.
    pub(crate) group: u32,
    /// Routes that a group rebuilds after each episode.
    pub(crate) rebuilds: u32,
}

impl EpisodeSampler {
    pub(crate) fn new(config: &TrainConfig) -> Result<Self, TrainError> {
        Ok(Self {
            seed: Seed(config.seed),
            cities: config.city_set()?,
            limits: config.limits()?,
            varied: config.varied,
            options: config.construction(),
            horizon: config.horizon as usize,
            group: config.group,
            rebuilds: config.rebuilds,
        })
    }

    /// The problem of an environment's episode. The same numbers give the same problem.
    pub(crate) fn problem(&self, environment: u32, episode: u32) -> Problem {
        let mut rng = self.seed.rng(Draw::Episode { environment, episode });
        let city = self.cities.training(rng.random_range(0..self.cities.training_count()));
        let city = Augmentation::draw(&mut rng).apply(&city);
        let city = self.draw_demand(city, &mut rng);
        let alpha = draw_alpha(&mut rng);
        let limits = self.draw_limits(city.node_count(), &mut rng);
        Problem::new(Arc::new(city), limits, alpha)
    }

    /// The city, with demand drawn for this episode if episodes are varied.
    pub(crate) fn draw_demand(&self, city: City, rng: &mut impl Rng) -> City {
        if self.varied { with_uneven_demand(&city, rng) } else { city }
    }

    /// The limits on routes and stops in a city of this many nodes.
    pub(crate) fn draw_limits(&self, node_count: usize, rng: &mut impl Rng) -> Limits {
        if !self.varied {
            return self.limits;
        }
        // Proportions of real networks; on a logarithmic scale, so that doubling is as likely as halving.
        let mut share = |of: usize, from: f64, to: f64| {
            of as f64 * libm::exp2(rng.random_range(libm::log2(from)..libm::log2(to)))
        };
        let max_stops = (share(node_count, 0.18, 0.7).round() as usize).clamp(4.min(node_count), node_count);
        let min_stops = (share(max_stops, 0.1, 0.55).round() as usize).max(2);
        // Enough routes to serve every node, with some to spare.
        let least = 1.3 * node_count as f64 / (max_stops as f64 - 1.0);
        let routes = share(node_count, 0.18, 0.7).max(least).ceil() as usize;
        Limits::new(routes, min_stops, max_stops).expect("MIN is 2 or more, and MAX no less than MIN")
    }
}

/// Zero, one, or uniform between them, each in a third of all cases.
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
    fn episodes_follow_from_their_numbers() {
        let sampler =
            EpisodeSampler::new(&TrainConfig { nodes: 8, cities: 50, ..TrainConfig::default() }).unwrap();
        let parts = |environment, episode| sampler.problem(environment, episode).city.to_parts();
        assert_eq!(parts(3, 1), parts(3, 1));
        assert_ne!(parts(3, 1).nodes, parts(3, 2).nodes);
        assert_ne!(parts(3, 1).nodes, parts(4, 1).nodes);
    }
}
