//! The update of the nets from the samples of an iteration.

use rayon::prelude::*;
use routewright_policy::{Kernel, Net, Workspace};

use crate::adam::{Adam, AdamConfig};
use crate::batch::Sample;
use crate::choice::log_softmax;
use crate::decision::choice_scores;
use crate::objective::Objective;
use crate::value::ValueNet;

/// Shards of a minibatch. Each is summed in order, then all of them in order, so sums do not depend on the number of
/// threads. More threads than this stay idle.
const SHARDS: usize = 16;
/// Weights that one thread sums at a time.
const CHUNK: usize = 4096;

/// Means over all samples of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct UpdateStats {
    pub(crate) entropy: f64,
    pub(crate) clip_share: f64,
    pub(crate) divergence: f64,
    pub(crate) value_loss: f64,
    /// Mean norm of the policy's gradient.
    pub(crate) gradient: f64,
}

/// The nets in training and their optimisers.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    pub(crate) policy: Net,
    pub(crate) policy_adam: Adam,
    pub(crate) value: ValueNet,
    pub(crate) value_adam: Adam,
}

/// Settings of an update.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UpdateConfig {
    pub(crate) objective: Objective,
    pub(crate) policy: AdamConfig,
    pub(crate) value: AdamConfig,
    pub(crate) minibatch: usize,
    pub(crate) kernel: Kernel,
}

impl Learner {
    /// Makes one pass over the samples in the given order, one optimiser step per minibatch. `None` if it was stopped;
    /// the nets are then partly updated.
    pub(crate) fn update(
        &mut self,
        samples: &[Sample<'_>],
        order: &[u32],
        config: &UpdateConfig,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<UpdateStats> {
        let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::new(self)).collect();
        let mut policy_gradient = vec![0.0; self.policy.parameters().len()];
        let mut value_gradient = vec![0.0; self.value.weights().len()];
        let (mut sums, mut lengths, mut steps) = (UpdateStats::default(), 0.0, 0.0);
        for minibatch in order.chunks(config.minibatch) {
            if is_stopped() {
                return None;
            }
            let share = 1.0 / minibatch.len() as f32;
            let size = minibatch.len().div_ceil(SHARDS);
            shards.par_iter_mut().enumerate().for_each(|(at, shard)| {
                let first = (at * size).min(minibatch.len());
                let last = (first + size).min(minibatch.len());
                shard.accumulate(self, samples, &minibatch[first..last], share, config);
            });
            sum_shards(&mut policy_gradient, &shards, |shard| &shard.policy_gradient);
            sum_shards(&mut value_gradient, &shards, |shard| &shard.value_gradient);
            shards.iter().for_each(|shard| sums.add(&shard.sums));
            let weights = self.policy.parameters_mut();
            lengths += f64::from(self.policy_adam.step(weights, &policy_gradient, &config.policy));
            self.value_adam.step(self.value.weights_mut(), &value_gradient, &config.value);
            steps += 1.0;
        }
        let count = order.len() as f64;
        Some(UpdateStats {
            entropy: sums.entropy / count,
            clip_share: sums.clip_share / count,
            divergence: sums.divergence / count,
            value_loss: sums.value_loss / count,
            gradient: lengths / steps,
        })
    }
}

impl UpdateStats {
    fn add(&mut self, other: &Self) {
        self.entropy += other.entropy;
        self.clip_share += other.clip_share;
        self.divergence += other.divergence;
        self.value_loss += other.value_loss;
    }
}

/// Gradients, figures and scratch space of one shard of a minibatch.
struct Shard {
    policy_gradient: Vec<f32>,
    value_gradient: Vec<f32>,
    workspace: Workspace,
    scores: Vec<f32>,
    log_probabilities: Vec<f32>,
    slopes: Vec<f32>,
    sums: UpdateStats,
}

impl Shard {
    fn new(learner: &Learner) -> Self {
        Self {
            policy_gradient: vec![0.0; learner.policy.parameters().len()],
            value_gradient: vec![0.0; learner.value.weights().len()],
            workspace: Workspace::default(),
            scores: Vec::new(),
            log_probabilities: Vec::new(),
            slopes: Vec::new(),
            sums: UpdateStats::default(),
        }
    }

    /// Computes gradients and figures of some samples, each with weight `share`.
    fn accumulate(
        &mut self,
        learner: &Learner,
        samples: &[Sample<'_>],
        which: &[u32],
        share: f32,
        config: &UpdateConfig,
    ) {
        self.policy_gradient.fill(0.0);
        self.value_gradient.fill(0.0);
        self.sums = UpdateStats::default();
        for &at in which {
            let sample = &samples[at as usize];
            self.accumulate_policy(learner, sample, share, config);
            let Some(value) = &sample.value else { continue };
            let predicted =
                learner.value.add_gradient(&value.input, value.target, share, &mut self.value_gradient);
            self.sums.value_loss += f64::from(predicted - value.target).powi(2);
        }
    }

    fn accumulate_policy(
        &mut self,
        learner: &Learner,
        sample: &Sample<'_>,
        share: f32,
        config: &UpdateConfig,
    ) {
        let Self { policy_gradient, workspace, scores, log_probabilities, slopes, sums, .. } = self;
        let observation = sample.observation;
        let score_gradient = |scores: &mut [f32]| {
            choice_scores(observation, log_probabilities).copy_from_slice(scores);
            log_softmax(log_probabilities);
            slopes.resize(log_probabilities.len(), 0.0);
            let terms = config.objective.evaluate(log_probabilities, &sample.taken, slopes);
            sums.entropy += f64::from(terms.entropy);
            sums.divergence += f64::from(terms.divergence);
            sums.clip_share += f64::from(u8::from(terms.is_clipped));
            let of_net = &slopes[slopes.len() - scores.len()..];
            scores.iter_mut().zip(of_net).for_each(|(score, slope)| *score = slope * share);
            !Objective::is_zero(slopes)
        };
        let (net, kernel) = (&learner.policy, config.kernel);
        net.add_gradient_by(kernel, observation, workspace, scores, policy_gradient, score_gradient);
    }
}

/// Sets the gradient to the sum of the shards' gradients, added in order.
fn sum_shards(gradient: &mut [f32], shards: &[Shard], of: impl Fn(&Shard) -> &[f32] + Sync) {
    gradient.par_chunks_mut(CHUNK).enumerate().for_each(|(at, chunk)| {
        let first = at * CHUNK;
        chunk.fill(0.0);
        for shard in shards {
            let other = &of(shard)[first..first + chunk.len()];
            chunk.iter_mut().zip(other).for_each(|(sum, slope)| *sum += slope);
        }
    });
}
