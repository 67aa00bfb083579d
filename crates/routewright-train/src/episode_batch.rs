//! Many construction episodes side by side, for learners of other programs.

use rayon::prelude::*;
use routewright_env::ConstructionOptions;
use routewright_model::{Alpha, Problem};
use routewright_policy::{ConstructionEpisode, IllegalChoice};

use crate::episode_sampler::EpisodeSampler;
use crate::{TrainConfig, TrainError};

/// Where episodes get their problems.
pub enum EpisodeSource {
    /// The same every time.
    Fixed(Box<Problem>),
    /// Synthetic cities, another one each time, as in training; of a size that never changes.
    Synthetic(SyntheticSource),
}

/// Problems of synthetic cities. Each follows from the seed, the environment and the number of its episode.
pub struct SyntheticSource {
    config: TrainConfig,
    alpha: Option<Alpha>,
}

impl EpisodeSource {
    /// Synthetic cities with the nodes, limits and number of cities of a training configuration. Without an alpha each
    /// episode draws its own.
    ///
    /// # Errors
    /// A setting is out of range.
    pub fn synthetic(config: TrainConfig, alpha: Option<Alpha>) -> Result<Self, TrainError> {
        let config = TrainConfig { varied: false, ..config };
        config.check()?;
        Ok(Self::Synthetic(SyntheticSource { config, alpha }))
    }

    /// Nodes of every city.
    pub fn node_count(&self) -> usize {
        match self {
            Self::Fixed(problem) => problem.city.node_count(),
            Self::Synthetic(source) => source.config.nodes as usize,
        }
    }

    /// The problem of an episode.
    pub fn problem(&self, seed: u64, environment: u32, episode: u32) -> Problem {
        match self {
            Self::Fixed(problem) => (**problem).clone(),
            Self::Synthetic(SyntheticSource { config, alpha }) => {
                let config = TrainConfig { seed, ..config.clone() };
                let sampler = EpisodeSampler::new(&config).expect("settings were checked");
                let problem = sampler.problem(environment, episode);
                Problem { alpha: alpha.unwrap_or(problem.alpha), ..problem }
            }
        }
    }
}

/// What came of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The fall in cost.
    pub reward: f64,
    /// Whether the episode is over.
    pub is_over: bool,
    /// The cost of the network so far (C').
    pub cost: f64,
}

/// Episodes side by side. One that is over is replaced by the next one at its next step, whatever the choice.
pub struct EpisodeBatch {
    source: EpisodeSource,
    options: ConstructionOptions,
    seed: u64,
    slots: Vec<Slot>,
}

struct Slot {
    /// Number of the episode.
    number: u32,
    episode: ConstructionEpisode,
}

impl EpisodeBatch {
    /// So many episodes, each at its first decision.
    pub fn new(source: EpisodeSource, options: ConstructionOptions, count: usize, seed: u64) -> Self {
        let mut batch = Self { source, options, seed, slots: Vec::new() };
        batch.restart(count, seed);
        batch
    }

    /// Starts all episodes anew.
    pub fn reset(&mut self, seed: u64) {
        self.restart(self.slots.len(), seed);
    }

    fn restart(&mut self, count: usize, seed: u64) {
        self.seed = seed;
        let (source, options) = (&self.source, self.options);
        let start = |at: usize| Slot { number: 0, episode: begin(source, options, seed, at, 0) };
        self.slots = (0..count).into_par_iter().map(start).collect();
    }

    /// Where problems come from.
    pub fn source(&self) -> &EpisodeSource {
        &self.source
    }

    /// The episodes.
    pub fn episodes(&self) -> impl ExactSizeIterator<Item = &ConstructionEpisode> {
        self.slots.iter().map(|slot| &slot.episode)
    }

    /// Makes a choice in every episode.
    ///
    /// # Errors
    /// A choice is not legal; other episodes may have advanced.
    ///
    /// # Panics
    /// There is not one choice per episode.
    pub fn step(&mut self, choices: &[usize]) -> Result<Vec<Outcome>, IllegalChoice> {
        assert_eq!(choices.len(), self.slots.len(), "one choice per episode");
        let (source, options, seed) = (&self.source, self.options, self.seed);
        let step = |(at, (slot, &choice)): (usize, (&mut Slot, &usize))| {
            if slot.episode.is_over() {
                slot.number += 1;
                slot.episode = begin(source, options, seed, at, slot.number);
                return Ok(Outcome { cost: slot.episode.cost(), ..Outcome::default() });
            }
            let reward = slot.episode.step(choice)?;
            Ok(Outcome { reward, is_over: slot.episode.is_over(), cost: slot.episode.cost() })
        };
        self.slots.par_iter_mut().zip(choices).enumerate().map(step).collect()
    }

    /// Lets many threads look at the episodes, each with a place of its own to write to.
    pub fn for_each<T: Send>(&mut self, places: Vec<T>, look: impl Fn(&ConstructionEpisode, T) + Sync) {
        self.slots.par_iter_mut().zip(places).for_each(|(slot, place)| look(&slot.episode, place));
    }
}

fn begin(
    source: &EpisodeSource,
    options: ConstructionOptions,
    seed: u64,
    environment: usize,
    number: u32,
) -> ConstructionEpisode {
    ConstructionEpisode::new(source.problem(seed, environment as u32, number), options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> TrainConfig {
        TrainConfig { nodes: 8, routes: 3, min_stops: 2, max_stops: 5, cities: 40, ..TrainConfig::default() }
    }

    #[test]
    fn rewards_add_up_to_the_fall_in_cost_and_episodes_follow_each_other() {
        let source = EpisodeSource::synthetic(config(), None).unwrap();
        let mut batch = EpisodeBatch::new(source, ConstructionOptions::default(), 3, 5);
        let first: Vec<f64> = batch.episodes().map(ConstructionEpisode::cost).collect();
        let (mut gained, mut ends) = (vec![0.0; 3], vec![None; 3]);
        let mut starts = first.clone();
        for round in 0..200 {
            let choices: Vec<usize> = batch
                .episodes()
                .map(|episode| {
                    episode.choices().get(round % 2).or(episode.choices().first()).copied().unwrap_or(0)
                })
                .collect();
            let was_over: Vec<bool> = batch.episodes().map(ConstructionEpisode::is_over).collect();
            for (at, outcome) in batch.step(&choices).unwrap().into_iter().enumerate() {
                if was_over[at] {
                    (gained[at], starts[at]) = (0.0, outcome.cost);
                    continue;
                }
                gained[at] += outcome.reward;
                assert!((starts[at] - gained[at] - outcome.cost).abs() < 1e-9);
                if outcome.is_over {
                    ends[at] = Some(outcome.cost);
                }
            }
        }
        assert!(ends.iter().all(Option::is_some), "every environment finished an episode");
    }

    #[test]
    fn a_mask_has_as_many_ones_as_there_are_choices() {
        let source = EpisodeSource::synthetic(config(), Alpha::new(0.5).ok()).unwrap();
        let n = source.node_count();
        let mut batch = EpisodeBatch::new(source, ConstructionOptions::default(), 1, 1);
        for _ in 0..30 {
            let episode = batch.episodes().next().unwrap();
            let choices = episode.choices();
            let mut mask = vec![9; ConstructionEpisode::choice_count(n)];
            episode.write_mask(&mut mask);
            assert!(choices.iter().all(|&choice| mask[choice] == 1));
            assert_eq!(mask.iter().filter(|&&legal| legal == 1).count(), choices.len());
            if let Some(illegal) = mask.iter().position(|&legal| legal == 0).filter(|_| !episode.is_over()) {
                assert_eq!(batch.step(&[illegal]), Err(IllegalChoice(illegal)));
            }
            batch.step(&[choices.first().copied().unwrap_or(0)]).unwrap();
        }
    }
}
