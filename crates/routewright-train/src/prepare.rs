//! What must be known before training starts: the mean and deviation of all inputs.

use rayon::prelude::*;
use routewright_policy::Normalisers;

use crate::advantage::{Discount, StepOutcome};
use crate::environment::Environment;
use crate::episode_sampler::EpisodeSampler;
use crate::rollout::Actor;
use crate::trajectory::{Trajectory, Transition};
use crate::value::{INPUTS, ValueScale};

/// Environments to sample. Each runs through several cities.
const ENVIRONMENTS: u32 = 128;

/// Fits the normalisers of the policy and of the value net to episodes of the random policy.
///
/// The paper normalises over its data set; the features of a state depend on the network built so far, so
/// episodes have to be run.
pub(crate) fn fit(sampler: &EpisodeSampler, gamma: f32) -> (Normalisers, ValueScale) {
    let trajectories: Vec<Trajectory> = (0..ENVIRONMENTS)
        .into_par_iter()
        .map(|index| Environment::new(index).roll_out(sampler, Actor::Uniform, 0, None))
        .collect();
    let steps = trajectories.iter().flat_map(|trajectory| &trajectory.transitions);
    let normalisers = Normalisers::fit(steps.clone().map(|step| &step.observation));
    let inputs: Vec<[f32; INPUTS]> = steps.map(|step| step.value_input).collect();
    let returns: Vec<f32> = trajectories.iter().flat_map(|trajectory| returns(trajectory, gamma)).collect();
    (normalisers, ValueScale::fit(&inputs, &returns))
}

/// The discounted return after each decision, for episodes that ran to their end.
fn returns(trajectory: &Trajectory, gamma: f32) -> Vec<f32> {
    let last = trajectory.transitions.iter().rposition(|step| step.is_terminal);
    let finished = last.map_or(0, |last| last + 1);
    let outcome =
        |step: &Transition| StepOutcome { reward: step.reward, value: 0.0, is_terminal: step.is_terminal };
    let outcomes: Vec<StepOutcome> = trajectory.transitions[..finished].iter().map(outcome).collect();
    // With zero values and lambda 1 the advantage is the return.
    Discount { gamma, lambda: 1.0 }.advantages(&outcomes, 0.0)
}
