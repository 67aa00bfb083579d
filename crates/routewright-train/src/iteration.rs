//! One iteration of training: rollouts, update, validation.

use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use routewright_env::UniformPolicy;
use routewright_policy::{Kernel, NeuralPolicy};

use crate::adam::AdamConfig;
use crate::advantage::Discount;
use crate::batch::{AdvantageEstimator, samples};
use crate::environment::Environment;
use crate::episode_sampler::EpisodeSampler;
use crate::metrics::{Metrics, ValidationCosts};
use crate::objective::Objective;
use crate::rollout::Actor;
use crate::seed::{Draw, shuffle};
use crate::trainer::{Best, TrainerState};
use crate::trajectory::Trajectory;
use crate::update::UpdateConfig;
use crate::validate::Validation;
use crate::value::ValueScale;
use crate::{Recorded, TrainConfig};

/// The kernel that training runs on.
pub(crate) const KERNEL: Kernel = Kernel::Fast;

/// What an iteration needs and does not change.
pub(crate) struct Iteration<'a> {
    pub(crate) config: &'a TrainConfig,
    pub(crate) sampler: &'a EpisodeSampler,
    pub(crate) scale: &'a ValueScale,
    pub(crate) validation: &'a Validation,
    pub(crate) is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Iteration<'_> {
    /// Validates the random policy and the initial one. `None` if it was stopped.
    pub(crate) fn validate_before_training(&self, state: &mut TrainerState) -> Option<()> {
        let started = Instant::now();
        state.random = Some(self.validation.costs(&UniformPolicy, self.is_stopped)?);
        let none = f64::NAN;
        let mut row = Metrics {
            mean_return: none,
            mean_cost: none,
            entropy: none,
            clip_share: none,
            divergence: none,
            value_loss: none,
            gradient: none,
            ..Metrics::default()
        };
        row.validation = Some(self.validate(state)?);
        row.validation_seconds = started.elapsed().as_secs_f64();
        state.metrics.push(row);
        Some(())
    }

    /// Runs rollouts, updates the nets and, every few iterations, validates them. `None` if it was stopped.
    pub(crate) fn run(&self, state: &mut TrainerState, rollouts: Option<&[Recorded]>) -> Option<()> {
        let started = Instant::now();
        state.iteration += 1;
        let trajectories = self.collect_trajectories(state, rollouts)?;
        let collected = Instant::now();
        let mut row = self.update(state, &trajectories)?;
        let updated = Instant::now();
        row.iteration = state.iteration;
        let is_last = row.iteration == self.config.iterations;
        if is_last || row.iteration.is_multiple_of(self.config.validate_every) {
            row.validation = Some(self.validate(state)?);
            row.validation_seconds = updated.elapsed().as_secs_f64();
        }
        row.rollout_seconds = (collected - started).as_secs_f64();
        row.update_seconds = (updated - collected).as_secs_f64();
        state.metrics.push(row);
        Some(())
    }

    fn collect_trajectories(
        &self,
        state: &mut TrainerState,
        rollouts: Option<&[Recorded]>,
    ) -> Option<Vec<Trajectory>> {
        let TrainerState { iteration, learner, environments, .. } = state;
        let actor = Actor::Net(&learner.policy, KERNEL);
        let group = self.config.group as usize;
        let roll_out = |(at, members): (usize, &mut [Environment])| {
            let recorded = rollouts.map(|rollouts| &rollouts[at * group..][..members.len()]);
            (!(self.is_stopped)()).then(|| roll_out(members, self.sampler, actor, *iteration, recorded))
        };
        let groups = environments.par_chunks_mut(group).enumerate();
        let trajectories: Option<Vec<Vec<Trajectory>>> = groups.map(roll_out).collect();
        Some(trajectories?.into_iter().flatten().collect())
    }

    fn update(&self, state: &mut TrainerState, trajectories: &[Trajectory]) -> Option<Metrics> {
        let config = self.config;
        let discount = Discount { gamma: config.gamma, lambda: config.lambda };
        let learner = &mut state.learner;
        let estimator = match config.group {
            1 => AdvantageEstimator::Value { net: &learner.value, scale: self.scale, discount },
            size => AdvantageEstimator::Group { size: size as usize, best_of: config.best_of as usize },
        };
        let samples = samples(trajectories, &estimator, config.normalise_advantages);
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        shuffle(&mut order, &mut self.sampler.seed.rng(Draw::Shuffle { iteration: state.iteration }));
        let stats =
            learner.update(&samples, &order, &update_config(config, state.iteration), self.is_stopped)?;
        let returns: Vec<f64> =
            trajectories.iter().flat_map(|trajectory| &trajectory.returns).copied().collect();
        let costs = trajectories.iter().flat_map(|trajectory| &trajectory.episode_costs);
        let episodes = returns.len() as f64;
        Some(Metrics {
            mean_return: returns.iter().sum::<f64>() / episodes,
            mean_cost: costs.sum::<f64>() / episodes,
            episodes: returns.len() as u32,
            decisions: samples.len() as u32,
            entropy: stats.entropy,
            clip_share: stats.clip_share,
            divergence: stats.divergence,
            value_loss: stats.value_loss,
            gradient: stats.gradient,
            ..Metrics::default()
        })
    }

    /// Computes the costs on held-out cities and keeps the weights if they are the best so far.
    fn validate(&self, state: &mut TrainerState) -> Option<ValidationCosts> {
        let policy = NeuralPolicy::new(Arc::new(state.learner.policy.clone())).with_kernel(KERNEL);
        let costs = self.validation.costs(&policy, self.is_stopped)?;
        if state.best.as_ref().is_none_or(|best| costs.mean < best.costs.mean) {
            let weights = state.learner.policy.parameters().to_vec();
            state.best = Some(Best { iteration: state.iteration, costs, weights });
        }
        Some(costs)
    }
}

/// The trajectories of the environments of a group.
pub(crate) fn roll_out(
    members: &mut [Environment],
    sampler: &EpisodeSampler,
    actor: Actor<'_>,
    iteration: u32,
    recorded: Option<&[Recorded]>,
) -> Vec<Trajectory> {
    let recorded = recorded.map(|all| all.iter().map(|one| one.0.clone()).collect::<Vec<_>>());
    match sampler.group {
        1 => {
            let recorded = recorded.and_then(|all| all.into_iter().next());
            vec![members[0].roll_out(sampler, actor, iteration, recorded)]
        }
        _ => Environment::roll_out_group(members, sampler, actor, iteration, recorded),
    }
}

fn update_config(config: &TrainConfig, iteration: u32) -> UpdateConfig {
    let done = f64::from(iteration) / f64::from(config.iterations);
    let rate = if config.falling_rates { (1.0 - done).max(0.05) as f32 } else { 1.0 };
    let longest_gradient = config.longest_gradient;
    UpdateConfig {
        objective: Objective { clip: config.clip, entropy: config.entropy },
        policy: AdamConfig {
            learning_rate: rate * config.learning_rate,
            weight_decay: config.weight_decay,
            longest_gradient,
        },
        value: AdamConfig {
            learning_rate: rate * config.value_learning_rate,
            weight_decay: config.value_weight_decay,
            longest_gradient,
        },
        minibatch: config.minibatch as usize,
        kernel: KERNEL,
    }
}
