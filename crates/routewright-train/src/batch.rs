//! The training samples of an iteration: every decision with its advantage.

use rayon::prelude::*;
use routewright_policy::Observation;

use crate::advantage::{Discount, StepOutcome, best_of_advantages, rank_advantages};
use crate::objective::TakenAction;
use crate::trajectory::{Trajectory, Transition};
use crate::value::{INPUTS, ValueNet, ValueScale};

/// One decision as the update needs it.
pub(crate) struct Sample<'a> {
    pub(crate) observation: &'a Observation,
    pub(crate) taken: TakenAction,
    /// The target of the value net, where that is in use.
    pub(crate) value: Option<ValueTarget>,
}

/// A normalised input of the value net, and the value it should predict.
pub(crate) struct ValueTarget {
    pub(crate) input: [f32; INPUTS],
    pub(crate) target: f32,
}

/// How advantages are estimated.
#[derive(Clone, Copy)]
pub(crate) enum AdvantageEstimator<'a> {
    /// Generalised advantage estimation: rewards against what the value net expected.
    Value { net: &'a ValueNet, scale: &'a ValueScale, discount: Discount },
    /// The whole network, against those the rest of the group built for the same problem: by rank, or with `best_of`
    /// 2 or more by what it adds to the best of that many.
    Group { size: usize, best_of: usize },
}

/// Turns trajectories into samples.
pub(crate) fn samples<'a>(
    trajectories: &'a [Trajectory],
    estimator: &AdvantageEstimator<'_>,
    normalise: bool,
) -> Vec<Sample<'a>> {
    let mut samples: Vec<Sample<'a>> = match *estimator {
        AdvantageEstimator::Value { net, scale, discount } => {
            let samples = |trajectory| value_samples(trajectory, net, scale, discount);
            trajectories.par_iter().flat_map_iter(samples).collect()
        }
        AdvantageEstimator::Group { size, best_of } => {
            trajectories.chunks(size).flat_map(|group| group_samples(group, best_of)).collect()
        }
    };
    if normalise {
        let count = samples.len() as f64;
        let mean = samples.iter().map(|sample| f64::from(sample.taken.advantage)).sum::<f64>() / count;
        let square = |sample: &Sample<'_>| (f64::from(sample.taken.advantage) - mean).powi(2);
        let deviation = (samples.iter().map(square).sum::<f64>() / count).sqrt().max(1e-8);
        for sample in &mut samples {
            sample.taken.advantage = ((f64::from(sample.taken.advantage) - mean) / deviation) as f32;
        }
    }
    samples
}

/// Samples with generalised advantages, and the returns as targets of the value net.
fn value_samples<'a>(
    trajectory: &'a Trajectory,
    net: &ValueNet,
    scale: &ValueScale,
    discount: Discount,
) -> Vec<Sample<'a>> {
    let normalised = |input: &[f32; INPUTS]| {
        let mut input = *input;
        scale.normalise(&mut input);
        input
    };
    let value = |input: &[f32; INPUTS]| scale.to_return(net.value(input));
    let transitions = &trajectory.transitions;
    let inputs: Vec<_> = transitions.iter().map(|step| normalised(&step.value_input)).collect();
    let outcome = |(step, input): (&Transition, &[f32; INPUTS])| StepOutcome {
        reward: step.reward,
        value: value(input),
        is_terminal: step.is_terminal,
    };
    let outcomes: Vec<StepOutcome> = transitions.iter().zip(&inputs).map(outcome).collect();
    let next_value = trajectory.next_value_input.as_ref().map_or(0.0, |input| value(&normalised(input)));
    let advantages = discount.advantages(&outcomes, next_value);
    let steps = transitions.iter().zip(inputs).zip(outcomes).zip(advantages);
    steps
        .map(|(((step, input), outcome), advantage)| {
            let value = ValueTarget { input, target: scale.of_return(outcome.value + advantage) };
            Sample { value: Some(value), ..sample(step, advantage) }
        })
        .collect()
}

/// Samples of a group: all decisions of an episode, or on a rebuilt route, share the advantage of its final network.
fn group_samples(group: &[Trajectory], best_of: usize) -> Vec<Sample<'_>> {
    let episodes = group[0].final_costs.len();
    let advantages: Vec<Vec<f32>> = (0..episodes)
        .map(|episode| {
            let costs: Vec<f64> = group.iter().map(|member| member.final_costs[episode]).collect();
            if best_of == 1 { rank_advantages(&costs) } else { best_of_advantages(&costs, best_of) }
        })
        .collect();
    let mut samples = Vec::new();
    for (member, trajectory) in group.iter().enumerate() {
        let episodes = trajectory.transitions.split_inclusive(|step| step.is_terminal);
        for (steps, advantages) in episodes.zip(&advantages) {
            samples.extend(steps.iter().map(|step| sample(step, advantages[member])));
        }
    }
    samples
}

fn sample(step: &Transition, advantage: f32) -> Sample<'_> {
    let taken = TakenAction { choice: step.choice, log_probability: step.log_probability, advantage };
    Sample { observation: &step.observation, taken, value: None }
}
