//! What has to be known before training begins: the spread of all inputs.

use rayon::prelude::*;
use routewright_policy::Normalisers;

use crate::advantage::{Discount, Outcome};
use crate::environment::{Environment, Player};
use crate::stage::Stage;
use crate::trajectory::Trajectory;
use crate::value::{INPUTS, Scale};

/// Environments that are looked at. Each goes through several cities.
const ENVIRONMENTS: u32 = 128;

/// Fits normalisers of the policy and the value net to episodes of the random policy.
///
/// The paper normalises over its data set; the features of a state depend on the network built so far, so
/// that takes episodes.
pub(crate) fn fit(stage: &Stage, gamma: f32) -> (Normalisers, Scale) {
    let trajectories: Vec<Trajectory> = (0..ENVIRONMENTS)
        .into_par_iter()
        .map(|index| Environment::new(index).play(stage, Player::Uniform, 0))
        .collect();
    let steps = trajectories.iter().flat_map(|trajectory| &trajectory.steps);
    let normalisers = Normalisers::fit(steps.clone().map(|step| &step.observation));
    let inputs: Vec<[f32; INPUTS]> = steps.map(|step| step.value_input).collect();
    let returns: Vec<f32> = trajectories.iter().flat_map(|trajectory| returns(trajectory, gamma)).collect();
    (normalisers, Scale::fit(&inputs, &returns))
}

/// The discounted return after each decision, of episodes that were played to their end.
fn returns(trajectory: &Trajectory, gamma: f32) -> Vec<f32> {
    let finished = trajectory.steps.iter().rposition(|step| step.ends).map_or(0, |last| last + 1);
    let outcome =
        |step: &crate::trajectory::Decided| Outcome { reward: step.reward, value: 0.0, ends: step.ends };
    let outcomes: Vec<Outcome> = trajectory.steps[..finished].iter().map(outcome).collect();
    // Without a value net, and trusting what was seen alone, the advantage is the return.
    Discount { gamma, lambda: 1.0 }.advantages(&outcomes, 0.0)
}
