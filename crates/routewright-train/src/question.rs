//! The decisions of an episode that are left to a policy.

use routewright_env::{Decision, HaltChoice, PathAction, State};
use routewright_policy::Observation;

use crate::choice::HALT;

/// Goes on to where a policy is needed, through decisions that are forced. Writes down the paths to choose
/// from, none if the question is whether to halt. `false` if the episode is over.
pub(crate) fn next_question(state: &mut State<'_>, actions: &mut Vec<PathAction>) -> bool {
    actions.clear();
    loop {
        match state.decision() {
            Decision::Over => return false,
            Decision::Extend => {
                state.path_actions(actions);
                assert!(!actions.is_empty(), "a synthetic city always has a path to begin a route with");
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

/// Takes a choice: one of the paths, or [`HALT`] or 0, to go on.
pub(crate) fn answer(state: &mut State<'_>, actions: &[PathAction], choice: u32) {
    match state.decision() {
        Decision::Extend => state.extend(&actions[choice as usize]),
        Decision::Halt if choice == HALT => state.halt(),
        Decision::Halt => state.go_on(),
        Decision::Over => unreachable!("only episodes under way have questions"),
    }
}

/// Makes room for a score of every choice, all zero: the paths, or going on and [`HALT`]. Returns the place of
/// those that a net gives.
pub(crate) fn choice_scores<'a>(observation: &Observation, scores: &'a mut Vec<f32>) -> &'a mut [f32] {
    let is_halt = observation.decision() == Decision::Halt;
    let first = if is_halt { HALT as usize } else { 0 };
    scores.clear();
    scores.resize(first + observation.score_count(), 0.0);
    &mut scores[first..]
}
