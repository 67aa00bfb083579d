//! What is to be learned from every decision that was made.

use rayon::prelude::*;
use routewright_policy::Observation;

use crate::advantage::{Discount, Outcome, against_group, beyond_group};
use crate::objective::Taken;
use crate::trajectory::{Decided, Trajectory};
use crate::value::{INPUTS, Scale, ValueNet};

/// One decision as the update needs it.
pub(crate) struct Lesson<'a> {
    pub(crate) observation: &'a Observation,
    pub(crate) taken: Taken,
    /// What it teaches the value net, where that is in use.
    pub(crate) value: Option<ValueLesson>,
}

/// What the value net is told, normalised, and what it should say.
pub(crate) struct ValueLesson {
    pub(crate) input: [f32; INPUTS],
    pub(crate) target: f32,
}

/// Who says how good decisions were.
#[derive(Clone, Copy)]
pub(crate) enum Judge<'a> {
    /// What came of them, against what the value net expected.
    Value { net: &'a ValueNet, scale: &'a Scale, discount: Discount },
    /// The whole network, against those that others of the group built for the same problem; with `best_of` 2 or more by
    /// what it adds to the best of so many.
    Group { size: usize, best_of: usize },
}

/// Turns trajectories into lessons.
pub(crate) fn lessons<'a>(
    trajectories: &'a [Trajectory],
    judge: &Judge<'_>,
    normalise: bool,
) -> Vec<Lesson<'a>> {
    let mut lessons: Vec<Lesson<'a>> = match *judge {
        Judge::Value { net, scale, discount } => {
            let lessons = |trajectory| by_value(trajectory, net, scale, discount);
            trajectories.par_iter().flat_map_iter(lessons).collect()
        }
        Judge::Group { size, best_of } => {
            trajectories.chunks(size).flat_map(|group| by_group(group, best_of)).collect()
        }
    };
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

/// Lessons from generalised advantages, and the returns that the value net is to learn.
fn by_value<'a>(
    trajectory: &'a Trajectory,
    net: &ValueNet,
    scale: &Scale,
    discount: Discount,
) -> Vec<Lesson<'a>> {
    let normalised = |input: &[f32; INPUTS]| {
        let mut input = *input;
        scale.normalise(&mut input);
        input
    };
    let value = |input: &[f32; INPUTS]| scale.to_return(net.value(input));
    let inputs: Vec<_> = trajectory.steps.iter().map(|step| normalised(&step.value_input)).collect();
    let outcome = |(step, input): (&Decided, &[f32; INPUTS])| Outcome {
        reward: step.reward,
        value: value(input),
        ends: step.ends,
    };
    let outcomes: Vec<Outcome> = trajectory.steps.iter().zip(&inputs).map(outcome).collect();
    let next_value = trajectory.after.as_ref().map_or(0.0, |input| value(&normalised(input)));
    let advantages = discount.advantages(&outcomes, next_value);
    let steps = trajectory.steps.iter().zip(inputs).zip(outcomes).zip(advantages);
    steps
        .map(|(((step, input), outcome), advantage)| {
            let value = ValueLesson { input, target: scale.of_return(outcome.value + advantage) };
            Lesson { value: Some(value), ..lesson(step, advantage) }
        })
        .collect()
}

/// Lessons of a group: every decision of an episode, or on a route rebuilt, is as good as the network it ended with.
fn by_group(group: &[Trajectory], best_of: usize) -> Vec<Lesson<'_>> {
    let episodes = group[0].ends.len();
    let advantages: Vec<Vec<f32>> = (0..episodes)
        .map(|episode| {
            let costs: Vec<f64> = group.iter().map(|member| member.ends[episode]).collect();
            if best_of == 1 { against_group(&costs) } else { beyond_group(&costs, best_of) }
        })
        .collect();
    let mut lessons = Vec::new();
    for (member, trajectory) in group.iter().enumerate() {
        let episodes = trajectory.steps.split_inclusive(|step| step.ends);
        for (steps, advantages) in episodes.zip(&advantages) {
            lessons.extend(steps.iter().map(|step| lesson(step, advantages[member])));
        }
    }
    lessons
}

fn lesson(step: &Decided, advantage: f32) -> Lesson<'_> {
    let taken = Taken { choice: step.choice, log_probability: step.log_probability, advantage };
    Lesson { observation: &step.observation, taken, value: None }
}
