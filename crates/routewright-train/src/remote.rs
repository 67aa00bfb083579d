//! Rollouts that are collected elsewhere, on other processes or machines.
//!
//! An order says which environments to run with which weights; what comes back is every choice and its probability, a
//! few bytes each. The trainer repeats the choices, which needs no net, and learns from them: training gives the same
//! weights as without help.

use routewright_policy::Net;

use crate::environment::Environment;
use crate::episode_sampler::EpisodeSampler;
use crate::iteration::{KERNEL, roll_out};
use crate::metrics::Metrics;
use crate::rollout::{Actor, RecordedChoice};
use crate::{TrainConfig, TrainError, Trainer};

/// The decisions of one environment in an iteration.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Recorded(pub(crate) Vec<RecordedChoice>);

/// Environments to run, without the weights to run them with.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct RolloutOrder {
    config: TrainConfig,
    iteration: u32,
    environments: Vec<Environment>,
}

impl RolloutOrder {
    /// Runs the environments with these weights: what each of them decided.
    ///
    /// # Errors
    /// The settings are invalid.
    pub fn collect(&self, net: &Net) -> Result<Vec<Recorded>, TrainError> {
        let sampler = EpisodeSampler::new(&self.config)?;
        let mut environments = self.environments.clone();
        let groups = environments.chunks_mut(self.config.group.max(1) as usize);
        let trajectories =
            groups.flat_map(|group| roll_out(group, &sampler, Actor::Net(net, KERNEL), self.iteration, None));
        let recorded = trajectories.map(|trajectory| {
            let choice =
                |transition: &crate::trajectory::Transition| (transition.choice, transition.log_probability);
            Recorded(trajectory.transitions.iter().map(choice).collect())
        });
        Ok(recorded.collect())
    }
}

impl Trainer {
    /// Orders for the rollouts of the next iteration, split into up to so many parts; none if the next step of training
    /// needs no rollouts.
    pub fn rollout_orders(&self, parts: usize) -> Vec<RolloutOrder> {
        if self.is_done() || self.metrics().is_empty() {
            return Vec::new();
        }
        let group = self.config.group.max(1) as usize;
        let groups = self.state.environments.len().div_ceil(group);
        let size = groups.div_ceil(parts.max(1)) * group;
        let order = |environments: &[Environment]| RolloutOrder {
            config: self.config.clone(),
            iteration: self.state.iteration + 1,
            environments: environments.to_vec(),
        };
        self.state.environments.chunks(size).map(order).collect()
    }

    /// Runs the next iteration with rollouts that were ordered by [`Trainer::rollout_orders`], in the order of the
    /// orders. `None` if it was stopped in the middle; the trainer is then as before the call.
    ///
    /// # Errors
    /// These are not the rollouts of this iteration.
    pub fn advance_by(
        &mut self,
        rollouts: &[Recorded],
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<&Metrics>, TrainError> {
        let needed = if self.metrics().is_empty() { 0 } else { self.state.environments.len() };
        if rollouts.len() != needed {
            return Err(TrainError::Rollouts { given: rollouts.len(), needed });
        }
        Ok(match needed {
            0 => self.advance(is_stopped),
            _ => self.advance_with(Some(rollouts), is_stopped),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_with_help_gives_the_same_weights() {
        for (group, rebuilds) in [(1, 0), (2, 3)] {
            let config = TrainConfig {
                iterations: 2,
                batch: 5 - 5 % group,
                group,
                rebuilds,
                horizon: 12,
                nodes: 7,
                routes: 3,
                cities: 30,
                validation_cities: 2,
                ..TrainConfig::default()
            };
            let mut alone = Trainer::new(config.clone(), 1).unwrap();
            while !alone.is_done() {
                alone.advance(&|| false);
            }
            let mut helped = Trainer::new(config, 1).unwrap();
            assert!(helped.rollout_orders(2).is_empty(), "validation comes first");
            while !helped.is_done() {
                let orders = helped.rollout_orders(2);
                let net = helped.last_net();
                let sent = |order: &RolloutOrder| -> RolloutOrder {
                    serde_json::from_str(&serde_json::to_string(order).unwrap()).unwrap()
                };
                let rollouts: Vec<Recorded> =
                    orders.iter().flat_map(|order| sent(order).collect(&net).unwrap()).collect();
                helped.advance_by(&rollouts, &|| false).unwrap();
            }
            assert_eq!(helped.last_net().parameters(), alone.last_net().parameters());
            assert!(helped.advance_by(&[Recorded::default()], &|| false).is_err());
        }
    }
}
