//! Learning from what was played.

use rayon::prelude::*;
use routewright_policy::{Kernel, Net, Observation, Workspace};

use crate::adam::{Adam, AdamConfig};
use crate::advantage::{Discount, Outcome};
use crate::choice::log_softmax;
use crate::objective::{Objective, Taken};
use crate::question::choice_scores;
use crate::trajectory::Trajectory;
use crate::value::{INPUTS, Scale, ValueNet};

/// Parts that a minibatch is split into. Each is summed up in order, then all of them in order: so sums do not
/// depend on the number of threads. More threads than this find nothing to do.
const PARTS: usize = 16;
/// Weights that one thread sums up at a time.
const STRETCH: usize = 4096;

/// One decision as the update needs it.
pub(crate) struct Lesson<'a> {
    observation: &'a Observation,
    taken: Taken,
    /// What the value net is told, normalised, and what it should say.
    value_input: [f32; INPUTS],
    value_target: f32,
}

/// Turns trajectories into lessons: values, advantages, and the returns that the value net is to learn.
pub(crate) fn lessons<'a>(
    trajectories: &'a [Trajectory],
    value_net: &ValueNet,
    scale: &Scale,
    discount: Discount,
    normalise: bool,
) -> Vec<Lesson<'a>> {
    let mut lessons: Vec<Lesson<'a>> = trajectories
        .par_iter()
        .flat_map_iter(|trajectory| lessons_of(trajectory, value_net, scale, discount))
        .collect();
    if normalise {
        let count = lessons.len() as f64;
        let mean = lessons.iter().map(|lesson| f64::from(lesson.taken.advantage)).sum::<f64>() / count;
        let square = |lesson: &Lesson<'_>| (f64::from(lesson.taken.advantage) - mean).powi(2);
        let deviation = (lessons.iter().map(square).sum::<f64>() / count).sqrt().max(1e-8);
        for lesson in &mut lessons {
            lesson.taken.advantage = ((f64::from(lesson.taken.advantage) - mean) / deviation) as f32;
        }
    }
    lessons
}

fn lessons_of<'a>(
    trajectory: &'a Trajectory,
    value_net: &ValueNet,
    scale: &Scale,
    discount: Discount,
) -> Vec<Lesson<'a>> {
    let normalised = |input: &[f32; INPUTS]| {
        let mut input = *input;
        scale.normalise(&mut input);
        input
    };
    let value = |input: &[f32; INPUTS]| scale.to_return(value_net.value(input));
    let inputs: Vec<_> = trajectory.steps.iter().map(|step| normalised(&step.value_input)).collect();
    let outcome = |(step, input): (&crate::trajectory::Decided, &[f32; INPUTS])| Outcome {
        reward: step.reward,
        value: value(input),
        ends: step.ends,
    };
    let outcomes: Vec<Outcome> = trajectory.steps.iter().zip(&inputs).map(outcome).collect();
    let next_value = trajectory.after.as_ref().map_or(0.0, |input| value(&normalised(input)));
    let advantages = discount.advantages(&outcomes, next_value);
    let steps = trajectory.steps.iter().zip(inputs).zip(outcomes).zip(advantages);
    steps
        .map(|(((step, value_input), outcome), advantage)| Lesson {
            observation: &step.observation,
            taken: Taken { choice: step.choice, log_probability: step.log_probability, advantage },
            value_input,
            value_target: scale.of_return(outcome.value + advantage),
        })
        .collect()
}

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
            let gradient = &mut self.value_gradient;
            let value = learner.value.add_gradient(&lesson.value_input, lesson.value_target, share, gradient);
            self.sums.value_loss += f64::from(value - lesson.value_target).powi(2);
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
