//! The decisions of an episode that are left to a policy.

use routewright_env::{Decision, HaltChoice, PathAction, State};
use routewright_policy::Observation;

use crate::choice::HALT;

/// Advances to the next decision a policy has to make, through forced moves. Lists the paths to choose from, none if
/// the decision is whether to halt. `false` if the episode is over.
pub(crate) fn advance_to_decision(state: &mut State<'_>, actions: &mut Vec<PathAction>) -> bool {
    actions.clear();
    loop {
        match state.decision() {
            Decision::Over => return false,
            Decision::Extend => {
                state.path_actions(actions);
                assert!(!actions.is_empty(), "a synthetic city always has a path to start a route with");
                return true;
            }
            Decision::Halt => match state.halt_choice() {
                HaltChoice::MustHalt => state.halt(),
                HaltChoice::MustContinue => state.go_on(),
                HaltChoice::Either => return true,
            },
        }
    }
}

/// The number of choices at a decision with these paths: one per path, or continuing and halting.
pub(crate) fn choice_count(actions: &[PathAction]) -> usize {
    if actions.is_empty() { 2 } else { actions.len() }
}

/// Applies a choice: the index of a path, or [`HALT`], or 0 to continue.
pub(crate) fn apply_choice(state: &mut State<'_>, actions: &[PathAction], choice: u32) {
    match state.decision() {
        Decision::Extend => state.extend(&actions[choice as usize]),
        Decision::Halt if choice == HALT => state.halt(),
        Decision::Halt => state.go_on(),
        Decision::Over => unreachable!("an episode that is over has no decisions"),
    }
}

/// Resizes `scores` to one zero per choice and returns the part that a net fills in: all paths, or [`HALT`].
pub(crate) fn choice_scores<'a>(observation: &Observation, scores: &'a mut Vec<f32>) -> &'a mut [f32] {
    let is_halt = observation.decision() == Decision::Halt;
    let first = if is_halt { HALT as usize } else { 0 };
    scores.clear();
    scores.resize(first + observation.score_count(), 0.0);
    &mut scores[first..]
}
