//! The trainer: a training run, iteration by iteration.

use rayon::{ThreadPool, ThreadPoolBuilder};
use routewright_policy::Net;
use serde_json::{Value, json};

use crate::adam::Adam;
use crate::environment::Environment;
use crate::episode_sampler::EpisodeSampler;
use crate::iteration::Iteration;
use crate::metrics::{Metrics, ValidationCosts};
use crate::prepare::fit;
use crate::seed::Draw;
use crate::update::Learner;
use crate::validate::Validation;
use crate::value::{ValueNet, ValueScale};
use crate::{Recorded, TrainConfig, TrainError};

/// Trains a policy, one iteration at a time.
///
/// The result depends only on the [`TrainConfig`] and the policy training started from, if any: not on the number of
/// threads, nor on whether the run was interrupted and [restored](Trainer::restore).
pub struct Trainer {
    pub(crate) config: TrainConfig,
    pub(crate) sampler: EpisodeSampler,
    pub(crate) scale: ValueScale,
    pub(crate) state: TrainerState,
    validation: Validation,
    pool: ThreadPool,
}

/// Everything that an iteration changes.
#[derive(Clone)]
pub(crate) struct TrainerState {
    /// Iterations done.
    pub(crate) iteration: u32,
    pub(crate) learner: Learner,
    pub(crate) environments: Vec<Environment>,
    pub(crate) metrics: Vec<Metrics>,
    pub(crate) best: Option<Best>,
    /// Costs of the random policy on the held-out cities.
    pub(crate) random: Option<ValidationCosts>,
    /// The training history of the policy this run started from, if any.
    pub(crate) parent: Option<Value>,
}

/// The weights with the lowest cost on held-out cities.
#[derive(Clone)]
pub(crate) struct Best {
    pub(crate) iteration: u32,
    pub(crate) costs: ValidationCosts,
    pub(crate) weights: Vec<f32>,
}

impl Trainer {
    /// Sets up a run. This takes a second or two: normalisers are fitted to random episodes.
    ///
    /// # Errors
    /// The settings are invalid, or threads cannot be started.
    pub fn new(config: TrainConfig, threads: usize) -> Result<Self, TrainError> {
        Self::start(config, None, threads)
    }

    /// Continues training a policy. It keeps its architecture and normalisers; optimiser and value net start fresh.
    ///
    /// # Errors
    /// As for [`Trainer::new`].
    pub fn from_net(config: TrainConfig, parent: Net, threads: usize) -> Result<Self, TrainError> {
        let architecture = parent.architecture().clone();
        Self::start(TrainConfig { architecture, ..config }, Some(parent), threads)
    }

    fn start(config: TrainConfig, parent: Option<Net>, threads: usize) -> Result<Self, TrainError> {
        config.check()?;
        let sampler = EpisodeSampler::new(&config)?;
        let pool = pool(threads)?;
        let (normalisers, scale) = pool.install(|| fit(&sampler, config.gamma));
        let mut rng = sampler.seed.rng(Draw::Weights);
        let fresh = Net::new(config.architecture.clone(), normalisers, &mut rng);
        let value = ValueNet::new(&mut rng);
        // An unknown history is not the same as no parent.
        let known = |training: &Value| if training.is_null() { json!({}) } else { training.clone() };
        let history = parent.as_ref().map(|parent| known(parent.training()));
        let policy = parent.unwrap_or(fresh);
        let state = TrainerState {
            iteration: 0,
            learner: Learner {
                policy_adam: Adam::new(policy.parameters().len()),
                policy,
                value_adam: Adam::new(value.weights().len()),
                value,
            },
            environments: (0..config.batch).map(Environment::new).collect(),
            metrics: Vec::new(),
            best: None,
            random: None,
            parent: history,
        };
        Ok(Self::assemble(config, sampler, scale, state, pool))
    }

    pub(crate) fn assemble(
        config: TrainConfig,
        sampler: EpisodeSampler,
        scale: ValueScale,
        state: TrainerState,
        pool: ThreadPool,
    ) -> Self {
        let validation = Validation::new(&config, &sampler);
        Self { config, sampler, scale, state, validation, pool }
    }

    /// Its settings.
    pub fn config(&self) -> &TrainConfig {
        &self.config
    }

    /// Changes the number of iterations of the run.
    ///
    /// # Errors
    /// More iterations are done already.
    pub fn set_iterations(&mut self, iterations: u32) -> Result<(), TrainError> {
        if iterations < self.state.iteration {
            return Err(TrainError::IterationsDone { asked: iterations, done: self.state.iteration });
        }
        self.config.iterations = iterations;
        self.config.check()
    }

    /// Iterations done.
    pub fn iteration(&self) -> u32 {
        self.state.iteration
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        !self.state.metrics.is_empty() && self.state.iteration >= self.config.iterations
    }

    /// One row per iteration so far. The first is iteration 0: the validation of the policy before training.
    pub fn metrics(&self) -> &[Metrics] {
        &self.state.metrics
    }

    /// Costs of the random policy on the held-out cities; known after the first call of [`Trainer::advance`].
    pub fn random_costs(&self) -> Option<ValidationCosts> {
        self.state.random
    }

    /// The iteration with the lowest cost on the held-out cities, and its costs.
    pub fn best(&self) -> Option<(u32, ValidationCosts)> {
        self.state.best.as_ref().map(|best| (best.iteration, best.costs))
    }

    /// The current policy, with its training history.
    pub fn last_net(&self) -> Net {
        let validation = self.state.metrics.last().and_then(|row| row.validation);
        let mut net = self.state.learner.policy.clone();
        net.set_training(self.history(self.state.iteration, validation));
        net
    }

    /// The policy with the lowest cost on the held-out cities, with its training history.
    pub fn best_net(&self) -> Option<Net> {
        let best = self.state.best.as_ref()?;
        let mut net = self.state.learner.policy.clone();
        net.parameters_mut().copy_from_slice(&best.weights);
        net.set_training(self.history(best.iteration, Some(best.costs)));
        Some(net)
    }

    fn history(&self, iteration: u32, validation: Option<ValidationCosts>) -> Value {
        let mut history = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "config": self.config,
            "iteration": iteration,
            "validation": validation,
            "random-policy": self.state.random,
        });
        if let Some(parent) = &self.state.parent {
            history["from"] = parent.clone();
        }
        history
    }

    /// Runs the next iteration; the first call validates the initial policy and the random one instead.
    ///
    /// `None` if it was stopped in the middle; the trainer is then as before the call.
    pub fn advance(&mut self, is_stopped: &(dyn Fn() -> bool + Sync)) -> Option<&Metrics> {
        self.advance_with(None, is_stopped)
    }

    /// As [`Trainer::advance`], with rollouts that were collected elsewhere by [`RolloutOrder::collect`]: the result is
    /// the same. One for each environment, in order.
    pub(crate) fn advance_with(
        &mut self,
        rollouts: Option<&[Recorded]>,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<&Metrics> {
        let before = self.state.clone();
        let Self { config, sampler, scale, state, validation, pool } = self;
        let run = Iteration { config, sampler, scale, validation, is_stopped };
        let done = pool.install(|| match state.metrics.is_empty() {
            true => run.validate_before_training(state),
            false => run.run(state, rollouts),
        });
        if done.is_none() {
            self.state = before;
            return None;
        }
        self.state.metrics.last()
    }
}

/// A thread pool of our own, so that exactly as many threads are used as the caller allows.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, TrainError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| TrainError::Threads(error.to_string()))
}
