//! Training itself.

use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use routewright_env::UniformPolicy;
use routewright_policy::{Kernel, Net, NeuralPolicy};
use serde_json::{Value, json};

use crate::adam::{Adam, AdamConfig};
use crate::advantage::Discount;
use crate::environment::{Environment, Player};
use crate::lesson::{Judge, lessons};
use crate::metrics::{Metrics, ValidationCosts};
use crate::objective::Objective;
use crate::prepare::fit;
use crate::seed::{Draw, shuffle};
use crate::stage::Stage;
use crate::trajectory::Trajectory;
use crate::update::{Learner, Method};
use crate::validate::Validation;
use crate::value::{Scale, ValueNet};
use crate::{TrainConfig, TrainError};

/// Trains a policy, an iteration at a time.
///
/// What comes out depends on the [`TrainConfig`], and the policy it began with if there was one, alone: not on the number of threads, and not on whether the
/// run was interrupted and [restored](Trainer::restore) on the way.
pub struct Trainer {
    pub(crate) config: TrainConfig,
    pub(crate) stage: Stage,
    pub(crate) scale: Scale,
    pub(crate) standing: Standing,
    validation: Validation,
    pool: ThreadPool,
}

/// Everything that an iteration changes.
#[derive(Clone)]
pub(crate) struct Standing {
    /// Iterations done.
    pub(crate) iteration: u32,
    pub(crate) learner: Learner,
    pub(crate) environments: Vec<Environment>,
    pub(crate) metrics: Vec<Metrics>,
    pub(crate) best: Option<Best>,
    /// What the random policy costs on the held-out cities.
    pub(crate) random: Option<ValidationCosts>,
    /// How the policy was trained that this run began with, if with any.
    pub(crate) parent: Option<Value>,
}

/// The weights with the lowest cost on held-out cities.
#[derive(Clone)]
pub(crate) struct Best {
    pub(crate) iteration: u32,
    pub(crate) costs: ValidationCosts,
    pub(crate) weights: Vec<f32>,
}

/// The kernel that training runs on.
pub(crate) const KERNEL: Kernel = Kernel::Fast;

impl Trainer {
    /// Sets everything up: takes a second or two, in which random episodes are looked at.
    ///
    /// # Errors
    /// The settings make no sense, or there are no threads to be had.
    pub fn new(config: TrainConfig, threads: usize) -> Result<Self, TrainError> {
        Self::begin(config, None, threads)
    }

    /// Trains a policy further. It keeps its shape and its normalisers; optimiser and value net begin anew.
    ///
    /// # Errors
    /// As for [`Trainer::new`].
    pub fn from_net(config: TrainConfig, parent: Net, threads: usize) -> Result<Self, TrainError> {
        let architecture = parent.architecture().clone();
        Self::begin(TrainConfig { architecture, ..config }, Some(parent), threads)
    }

    fn begin(config: TrainConfig, parent: Option<Net>, threads: usize) -> Result<Self, TrainError> {
        config.check()?;
        let stage = Stage::new(&config)?;
        let pool = pool(threads)?;
        let (normalisers, scale) = pool.install(|| fit(&stage, config.gamma));
        let mut rng = stage.seed.rng(Draw::Weights);
        let fresh = Net::new(config.architecture.clone(), normalisers, &mut rng);
        let value = ValueNet::new(&mut rng);
        // Not known is another thing than none.
        let known = |training: &Value| if training.is_null() { json!({}) } else { training.clone() };
        let history = parent.as_ref().map(|parent| known(parent.training()));
        let policy = parent.unwrap_or(fresh);
        let standing = Standing {
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
        Ok(Self::assemble(config, stage, scale, standing, pool))
    }

    pub(crate) fn assemble(
        config: TrainConfig,
        stage: Stage,
        scale: Scale,
        standing: Standing,
        pool: ThreadPool,
    ) -> Self {
        let validation = Validation::new(&config, &stage);
        Self { config, stage, scale, standing, validation, pool }
    }

    /// Its settings.
    pub fn config(&self) -> &TrainConfig {
        &self.config
    }

    /// Changes how many iterations the run has: nothing else depends on that.
    ///
    /// # Errors
    /// More are done already.
    pub fn set_iterations(&mut self, iterations: u32) -> Result<(), TrainError> {
        if iterations < self.standing.iteration {
            return Err(TrainError::IterationsDone { asked: iterations, done: self.standing.iteration });
        }
        self.config.iterations = iterations;
        self.config.check()
    }

    /// Iterations done.
    pub fn iteration(&self) -> u32 {
        self.standing.iteration
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        !self.standing.metrics.is_empty() && self.standing.iteration >= self.config.iterations
    }

    /// A row for each iteration so far. The first is of iteration 0: the policy as it began, validated.
    pub fn metrics(&self) -> &[Metrics] {
        &self.standing.metrics
    }

    /// What the random policy costs on the held-out cities; known after the first call of
    /// [`Trainer::advance`].
    pub fn random_costs(&self) -> Option<ValidationCosts> {
        self.standing.random
    }

    /// The iteration that did best on the held-out cities, and what it cost there.
    pub fn best(&self) -> Option<(u32, ValidationCosts)> {
        self.standing.best.as_ref().map(|best| (best.iteration, best.costs))
    }

    /// The policy as it is now, with its history.
    pub fn last_net(&self) -> Net {
        let validation = self.standing.metrics.last().and_then(|row| row.validation);
        let mut net = self.standing.learner.policy.clone();
        net.set_training(self.history(self.standing.iteration, validation));
        net
    }

    /// The policy that did best on the held-out cities, with its history.
    pub fn best_net(&self) -> Option<Net> {
        let best = self.standing.best.as_ref()?;
        let mut net = self.standing.learner.policy.clone();
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
            "random-policy": self.standing.random,
        });
        if let Some(parent) = &self.standing.parent {
            history["from"] = parent.clone();
        }
        history
    }

    /// Does the next iteration, or, at first, validates the policy as it is and the random one.
    ///
    /// `None` if it was stopped in the middle; then it is as if it had not begun.
    pub fn advance(&mut self, is_stopped: &(dyn Fn() -> bool + Sync)) -> Option<&Metrics> {
        let before = self.standing.clone();
        let Self { config, stage, scale, standing, validation, pool } = self;
        let run = Run { config, stage, scale, validation, is_stopped };
        let done = pool.install(|| match standing.metrics.is_empty() {
            true => run.look(standing),
            false => run.iterate(standing),
        });
        if done.is_none() {
            self.standing = before;
            return None;
        }
        self.standing.metrics.last()
    }
}

/// Threads of our own, so that as many are used as were asked for.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, TrainError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| TrainError::Threads(error.to_string()))
}

/// What an iteration needs and does not change.
struct Run<'a> {
    config: &'a TrainConfig,
    stage: &'a Stage,
    scale: &'a Scale,
    validation: &'a Validation,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
}

impl Run<'_> {
    /// Validates the random policy and the one that training begins with.
    fn look(&self, standing: &mut Standing) -> Option<()> {
        let started = Instant::now();
        standing.random = Some(self.validation.costs(&UniformPolicy, self.is_stopped)?);
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
        row.validation = Some(self.validate(standing)?);
        row.validation_seconds = started.elapsed().as_secs_f64();
        standing.metrics.push(row);
        Some(())
    }

    /// Plays, learns and, now and then, validates.
    fn iterate(&self, standing: &mut Standing) -> Option<()> {
        let started = Instant::now();
        standing.iteration += 1;
        let trajectories = self.play(standing)?;
        let played = Instant::now();
        let mut row = self.learn(standing, &trajectories)?;
        let learned = Instant::now();
        row.iteration = standing.iteration;
        let is_last = row.iteration == self.config.iterations;
        if is_last || row.iteration.is_multiple_of(self.config.validate_every) {
            row.validation = Some(self.validate(standing)?);
            row.validation_seconds = learned.elapsed().as_secs_f64();
        }
        row.rollout_seconds = (played - started).as_secs_f64();
        row.update_seconds = (learned - played).as_secs_f64();
        standing.metrics.push(row);
        Some(())
    }

    fn play(&self, standing: &mut Standing) -> Option<Vec<Trajectory>> {
        let Standing { iteration, learner, environments, .. } = standing;
        let player = Player::Net(&learner.policy, KERNEL);
        let play = |group: &mut [Environment]| {
            (!(self.is_stopped)()).then(|| match self.config.group {
                1 => vec![group[0].play(self.stage, player, *iteration)],
                _ => Environment::play_together(group, self.stage, player, *iteration),
            })
        };
        let groups = environments.par_chunks_mut(self.config.group as usize);
        let trajectories: Option<Vec<Vec<Trajectory>>> = groups.map(play).collect();
        Some(trajectories?.into_iter().flatten().collect())
    }

    fn learn(&self, standing: &mut Standing, trajectories: &[Trajectory]) -> Option<Metrics> {
        let config = self.config;
        let discount = Discount { gamma: config.gamma, lambda: config.lambda };
        let learner = &mut standing.learner;
        let judge = match config.group {
            1 => Judge::Value { net: &learner.value, scale: self.scale, discount },
            size => Judge::Group { size: size as usize, best_of: config.best_of as usize },
        };
        let lessons = lessons(trajectories, &judge, config.normalise_advantages);
        let mut order: Vec<u32> = (0..lessons.len() as u32).collect();
        shuffle(&mut order, &mut self.stage.seed.rng(Draw::Shuffle { iteration: standing.iteration }));
        let learned =
            learner.learn(&lessons, &order, &method(config, standing.iteration), self.is_stopped)?;
        let returns: Vec<f64> =
            trajectories.iter().flat_map(|trajectory| &trajectory.returns).copied().collect();
        let costs = trajectories.iter().flat_map(|trajectory| &trajectory.costs);
        let episodes = returns.len() as f64;
        Some(Metrics {
            mean_return: returns.iter().sum::<f64>() / episodes,
            mean_cost: costs.sum::<f64>() / episodes,
            episodes: returns.len() as u32,
            decisions: lessons.len() as u32,
            entropy: learned.entropy,
            clip_share: learned.clip_share,
            divergence: learned.divergence,
            value_loss: learned.value_loss,
            gradient: learned.gradient,
            ..Metrics::default()
        })
    }

    /// Costs on held-out cities; weights that did better than all before are kept.
    fn validate(&self, standing: &mut Standing) -> Option<ValidationCosts> {
        let policy = NeuralPolicy::new(Arc::new(standing.learner.policy.clone())).with_kernel(KERNEL);
        let costs = self.validation.costs(&policy, self.is_stopped)?;
        if standing.best.as_ref().is_none_or(|best| costs.mean < best.costs.mean) {
            let weights = standing.learner.policy.parameters().to_vec();
            standing.best = Some(Best { iteration: standing.iteration, costs, weights });
        }
        Some(costs)
    }
}

fn method(config: &TrainConfig, iteration: u32) -> Method {
    let done = f64::from(iteration) / f64::from(config.iterations);
    let heat = if config.falling_rates { (1.0 - done).max(0.05) as f32 } else { 1.0 };
    let longest_gradient = config.longest_gradient;
    Method {
        objective: Objective { clip: config.clip, entropy: config.entropy },
        policy: AdamConfig {
            learning_rate: heat * config.learning_rate,
            weight_decay: config.weight_decay,
            longest_gradient,
        },
        value: AdamConfig {
            learning_rate: heat * config.value_learning_rate,
            weight_decay: config.value_weight_decay,
            longest_gradient,
        },
        minibatch: config.minibatch as usize,
        kernel: KERNEL,
    }
}
