//! Settings of a training run.

use routewright_env::{ConstructionOptions, Extension};
use routewright_model::Limits;
use routewright_policy::Architecture;

use crate::{CitySet, TrainError};

/// All settings of a training run; the defaults are the published ones. With the policy to start from, if any, they
/// determine the final weights.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct TrainConfig {
    /// Seed of weights, episodes and decisions.
    pub seed: u64,
    /// Seed of the cities. Runs with different seeds share their cities unless this differs too.
    pub data_seed: u64,
    /// Iterations of rollouts and updates.
    pub iterations: u32,
    /// Environments run in parallel.
    pub batch: u32,
    /// Decisions per environment and iteration.
    pub horizon: u32,
    /// Environments that run the same episodes to their ends and are compared with each other. With 1, advantages come
    /// from the value net, as published.
    pub group: u32,
    /// Advantages of a group: with K of 2 or more, what a network adds to the best of K; with 1, its rank.
    pub best_of: u32,
    /// Routes that a group rebuilds after each episode, one at a time, in its best network; decisions on a route share the
    /// advantage of the resulting network.
    pub rebuilds: u32,
    /// Decisions per optimiser step. The paper gives a single batch size, used for this too.
    pub minibatch: u32,
    /// Cities in the data set, including held-out ones.
    pub cities: u32,
    /// Nodes of a city (n).
    pub nodes: u32,
    /// Routes of a network (S).
    pub routes: u32,
    /// Fewest stops of a route (MIN).
    pub min_stops: u32,
    /// Most stops of a route (MAX).
    pub max_stops: u32,
    /// Whether episodes vary: cities of half to twice the nodes given here, limits in proportion to the city, and uneven
    /// demand. Otherwise all have the nodes and limits given here.
    pub varied: bool,
    /// The architecture of the policy net.
    pub architecture: Architecture,
    /// Which paths may extend a route.
    pub extension: Extension,
    /// Learning rate of the policy.
    pub learning_rate: f32,
    /// Whether both learning rates decay linearly, to a twentieth in the last iteration.
    pub falling_rates: bool,
    /// L2 decay of the policy's weights.
    pub weight_decay: f32,
    /// Learning rate of the value net.
    pub value_learning_rate: f32,
    /// L2 decay of the value net's weights.
    pub value_weight_decay: f32,
    /// Discount per decision.
    pub gamma: f32,
    /// Smoothing of the advantages (generalised advantage estimation).
    pub lambda: f32,
    /// Clip range of the probability ratio (epsilon).
    pub clip: f32,
    /// Weight of the entropy bonus.
    pub entropy: f32,
    /// Gradients are clipped to this norm.
    pub longest_gradient: f32,
    /// Whether advantages are normalised to zero mean and unit variance in each iteration.
    pub normalise_advantages: bool,
    /// Iterations from one validation to the next.
    pub validate_every: u32,
    /// Most held-out cities in a validation.
    pub validation_cities: u32,
}

impl Default for TrainConfig {
    fn default() -> Self {
        Self {
            seed: 1,
            data_seed: 1,
            iterations: 200,
            batch: 256,
            horizon: 120,
            group: 1,
            best_of: 1,
            rebuilds: 0,
            minibatch: 256,
            cities: CitySet::PAPER_COUNT,
            nodes: 20,
            routes: 10,
            min_stops: 2,
            max_stops: 12,
            varied: false,
            architecture: Architecture::default(),
            extension: Extension::Neighbour,
            learning_rate: 0.0016,
            falling_rates: false,
            weight_decay: 8.4e-4,
            value_learning_rate: 5e-4,
            value_weight_decay: 0.01,
            gamma: 0.95,
            lambda: 0.95,
            clip: 0.2,
            entropy: 0.0,
            longest_gradient: 0.5,
            normalise_advantages: false,
            validate_every: 10,
            validation_cities: 128,
        }
    }
}

impl TrainConfig {
    const MOST_REBUILDS: u32 = 1 << 16;

    /// The limits on routes and stops.
    ///
    /// # Errors
    /// The limits contradict each other.
    pub fn limits(&self) -> Result<Limits, TrainError> {
        let [routes, min, max] = [self.routes, self.min_stops, self.max_stops].map(|count| count as usize);
        Ok(Limits::new(routes, min, max)?)
    }

    /// The data set of cities.
    ///
    /// # Errors
    /// There are too few cities, or too few or too many nodes.
    pub fn city_set(&self) -> Result<CitySet, TrainError> {
        if self.cities < 2 {
            return Err(TrainError::FewCities(self.cities));
        }
        let nodes = self.nodes as usize;
        let sizes = if self.varied { nodes.div_ceil(2).max(2)..=2 * nodes } else { nodes..=nodes };
        Ok(CitySet::new(self.cities, sizes, self.data_seed)?)
    }

    /// Rules of the episodes: the paper's, in which routes may repeat.
    pub(crate) fn construction(&self) -> ConstructionOptions {
        ConstructionOptions { extension: self.extension, cover_demand: false, distinct: false }
    }

    /// Checks all settings.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<(), TrainError> {
        self.limits()?;
        self.city_set()?;
        self.architecture.check()?;
        if self.min_stops > self.nodes {
            return Err(TrainError::LongRoutes { min_stops: self.min_stops, nodes: self.nodes });
        }
        if self.rebuilds > 0 && self.group == 1 {
            return Err(TrainError::LonelyRebuilds);
        }
        if self.best_of > self.group {
            return Err(TrainError::SmallGroup { best_of: self.best_of });
        }
        let rest = self.batch % self.group.max(1);
        if rest > 0 && rest < self.best_of {
            return Err(TrainError::ShortGroup { rest, best_of: self.best_of });
        }
        let counts = [
            ("iterations", self.iterations, 1 << 24),
            ("batch", self.batch, 1 << 16),
            ("horizon", self.horizon, 1 << 16),
            ("group", self.group, self.batch),
            ("best-of", self.best_of, 1 << 16),
            ("minibatch", self.minibatch, 1 << 24),
            ("validate-every", self.validate_every, 1 << 24),
            ("validation-cities", self.validation_cities, 1 << 16),
        ];
        for (option, value, most) in counts {
            if !(1..=most).contains(&value) {
                return Err(TrainError::Count { option, value, most });
            }
        }
        if self.rebuilds > Self::MOST_REBUILDS {
            let (option, value, most) = ("rebuilds", self.rebuilds, Self::MOST_REBUILDS);
            return Err(TrainError::Count { option, value, most });
        }
        let most = f32::MAX;
        let numbers = [
            ("learning-rate", self.learning_rate, f32::MIN_POSITIVE, 1.0),
            ("value-learning-rate", self.value_learning_rate, f32::MIN_POSITIVE, 1.0),
            ("weight-decay", self.weight_decay, 0.0, 1.0),
            ("value-weight-decay", self.value_weight_decay, 0.0, 1.0),
            ("gamma", self.gamma, 0.0, 1.0),
            ("lambda", self.lambda, 0.0, 1.0),
            ("clip", self.clip, f32::MIN_POSITIVE, 1.0),
            ("entropy", self.entropy, 0.0, 10.0),
            ("longest-gradient", self.longest_gradient, f32::MIN_POSITIVE, most),
        ];
        for (option, value, least, most) in numbers {
            if !(least..=most).contains(&value) {
                return Err(TrainError::Number { option, value, least, most });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error message for the defaults with one change.
    fn fault(change: impl FnOnce(&mut TrainConfig)) -> String {
        let mut config = TrainConfig::default();
        change(&mut config);
        config.check().unwrap_err().to_string()
    }

    #[test]
    fn the_published_settings_pass() {
        TrainConfig::default().check().unwrap();
    }

    #[test]
    fn errors_name_the_option_and_its_range() {
        let lonely = "rebuilds need a group: set group to 2 or more as well";
        assert_eq!(fault(|c| c.rebuilds = 1), lonely);
        let small = "best-of cannot exceed group: set group to 8 or more as well";
        assert_eq!(fault(|c| (c.best_of, c.group) = (8, 4)), small);
        let short =
            "the last group has only 6 environments, fewer than best-of (8): make batch a multiple of group";
        assert_eq!(fault(|c| (c.best_of, c.group, c.batch) = (8, 10, 256)), short);
        assert_eq!(fault(|c| c.gamma = 1.5), "gamma must lie between 0 and 1, but is 1.5");
        assert_eq!(
            fault(|c| c.learning_rate = f32::NAN),
            "learning-rate must be more than 0 and at most 1, but is NaN"
        );
        assert_eq!(fault(|c| c.batch = 0), "batch must lie between 1 and 65536, but is 0");
        assert_eq!(fault(|c| c.cities = 1), "cities must be 2 or more, one of them held out, but is 1");
        assert!(fault(|c| c.nodes = 1).contains("a city has 2 to"));
        assert!(fault(|c| c.max_stops = 1).contains("min-stops (2) must not be more than max-stops (1)"));
        assert_eq!(
            fault(|c| (c.min_stops, c.max_stops) = (30, 40)),
            "min-stops (30) must not exceed the nodes of a city (20)"
        );
    }

    #[test]
    fn settings_read_back_the_same() {
        let config = TrainConfig { entropy: 0.01, nodes: 30, ..TrainConfig::default() };
        let text = serde_json::to_string(&config).unwrap();
        assert!(text.contains("\"min-stops\":2") && text.contains("\"extension\":\"neighbour\""), "{text}");
        assert_eq!(serde_json::from_str::<TrainConfig>(&text).unwrap(), config);
    }
}
