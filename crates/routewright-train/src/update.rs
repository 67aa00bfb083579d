//! Learning from what was played.

use rayon::prelude::*;
use routewright_policy::{Kernel, Net, Workspace};

use crate::adam::{Adam, AdamConfig};
use crate::choice::log_softmax;
use crate::lesson::Lesson;
use crate::objective::Objective;
use crate::question::choice_scores;
use crate::value::ValueNet;

/// Parts that a minibatch is split into. Each is summed up in order, then all of them in order: so sums do not
/// depend on the number of threads. More threads than this find nothing to do.
const PARTS: usize = 16;
/// Weights that one thread sums up at a time.
const STRETCH: usize = 4096;

/// Means over the lessons of an update.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Learned {
    pub(crate) entropy: f64,
    pub(crate) clip_share: f64,
    pub(crate) divergence: f64,
    pub(crate) value_loss: f64,
    /// Mean length of the policy's gradient.
    pub(crate) gradient: f64,
}

/// The nets under training and their optimisers.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    pub(crate) policy: Net,
    pub(crate) policy_adam: Adam,
    pub(crate) value: ValueNet,
    pub(crate) value_adam: Adam,
}

/// How it is learned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) objective: Objective,
    pub(crate) policy: AdamConfig,
    pub(crate) value: AdamConfig,
    pub(crate) minibatch: usize,
    pub(crate) kernel: Kernel,
}

impl Learner {
    /// Goes once through the lessons in the order given, a step of the optimisers for each minibatch. `None`
    /// if it was stopped; the nets are then somewhere on the way.
    pub(crate) fn learn(
        &mut self,
        lessons: &[Lesson<'_>],
        order: &[u32],
        method: &Method,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Learned> {
        let mut parts: Vec<Part> = (0..PARTS).map(|_| Part::new(self)).collect();
        let mut policy_gradient = vec![0.0; self.policy.parameters().len()];
        let mut value_gradient = vec![0.0; self.value.weights().len()];
        let (mut sums, mut lengths, mut steps) = (Learned::default(), 0.0, 0.0);
        for minibatch in order.chunks(method.minibatch) {
            if is_stopped() {
                return None;
            }
            let share = 1.0 / minibatch.len() as f32;
            let size = minibatch.len().div_ceil(PARTS);
            parts.par_iter_mut().enumerate().for_each(|(at, part)| {
                let first = (at * size).min(minibatch.len());
                let last = (first + size).min(minibatch.len());
                part.study(self, lessons, &minibatch[first..last], share, method);
            });
            sum_up(&mut policy_gradient, &parts, |part| &part.policy_gradient);
            sum_up(&mut value_gradient, &parts, |part| &part.value_gradient);
            parts.iter().for_each(|part| sums.add(&part.sums));
            let weights = self.policy.parameters_mut();
            lengths += f64::from(self.policy_adam.step(weights, &policy_gradient, &method.policy));
            self.value_adam.step(self.value.weights_mut(), &value_gradient, &method.value);
            steps += 1.0;
        }
        let count = order.len() as f64;
        Some(Learned {
            entropy: sums.entropy / count,
            clip_share: sums.clip_share / count,
            divergence: sums.divergence / count,
            value_loss: sums.value_loss / count,
            gradient: lengths / steps,
        })
    }
}

impl Learned {
    fn add(&mut self, other: &Self) {
        self.entropy += other.entropy;
        self.clip_share += other.clip_share;
        self.divergence += other.divergence;
        self.value_loss += other.value_loss;
    }
}

/// Room for one part of a minibatch.
struct Part {
    policy_gradient: Vec<f32>,
    value_gradient: Vec<f32>,
    workspace: Workspace,
    scores: Vec<f32>,
    logs: Vec<f32>,
    slopes: Vec<f32>,
    sums: Learned,
}

impl Part {
    fn new(learner: &Learner) -> Self {
        Self {
            policy_gradient: vec![0.0; learner.policy.parameters().len()],
            value_gradient: vec![0.0; learner.value.weights().len()],
            workspace: Workspace::default(),
            scores: Vec::new(),
            logs: Vec::new(),
            slopes: Vec::new(),
            sums: Learned::default(),
        }
    }

    /// Gradients and figures of some lessons, each weighing `share`.
    fn study(
        &mut self,
        learner: &Learner,
        lessons: &[Lesson<'_>],
        which: &[u32],
        share: f32,
        method: &Method,
    ) {
        self.policy_gradient.fill(0.0);
        self.value_gradient.fill(0.0);
        self.sums = Learned::default();
        for &at in which {
            let lesson = &lessons[at as usize];
            self.study_policy(learner, lesson, share, method);
            let Some(value) = &lesson.value else { continue };
            let said =
                learner.value.add_gradient(&value.input, value.target, share, &mut self.value_gradient);
            self.sums.value_loss += f64::from(said - value.target).powi(2);
        }
    }

    fn study_policy(&mut self, learner: &Learner, lesson: &Lesson<'_>, share: f32, method: &Method) {
        let Self { policy_gradient, workspace, scores, logs, slopes, sums, .. } = self;
        let observation = lesson.observation;
        let judge = |scores: &mut [f32]| {
            choice_scores(observation, logs).copy_from_slice(scores);
            log_softmax(logs);
            slopes.resize(logs.len(), 0.0);
            let judged = method.objective.judge(logs, &lesson.taken, slopes);
            sums.entropy += f64::from(judged.entropy);
            sums.divergence += f64::from(judged.divergence);
            sums.clip_share += f64::from(u8::from(judged.is_clipped));
            let of_net = &slopes[slopes.len() - scores.len()..];
            scores.iter_mut().zip(of_net).for_each(|(score, slope)| *score = slope * share);
            !Objective::is_settled(slopes)
        };
        learner.policy.add_gradient_by(method.kernel, observation, workspace, scores, policy_gradient, judge);
    }
}

/// gradient = the sum of the parts' gradients, in order of the parts.
fn sum_up(gradient: &mut [f32], parts: &[Part], of: impl Fn(&Part) -> &[f32] + Sync) {
    gradient.par_chunks_mut(STRETCH).enumerate().for_each(|(at, stretch)| {
        let first = at * STRETCH;
        stretch.fill(0.0);
        for part in parts {
            let other = &of(part)[first..first + stretch.len()];
            stretch.iter_mut().zip(other).for_each(|(sum, slope)| *sum += slope);
        }
    });
}
