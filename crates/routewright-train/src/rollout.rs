//! Episodes run by an actor, transition by transition.

use rand_chacha::ChaCha8Rng;
use routewright_env::{PathAction, Rewards, State, Step};
use routewright_model::{NodeId, Problem};
use routewright_policy::{EpisodeTracker, Kernel, Net, Observation, Workspace};

use crate::choice::{draw, log_softmax};
use crate::decision::{advance_to_decision, apply_choice, choice_count, choice_scores};
use crate::trajectory::{Trajectory, Transition};
use crate::value::CityFacts;

/// A decision made elsewhere: the choice and its log-probability.
pub(crate) type RecordedChoice = (u32, f32);

/// Who makes the decisions.
#[derive(Clone, Copy)]
pub(crate) enum Actor<'a> {
    /// Chooses uniformly.
    Uniform,
    /// Chooses by the scores of a policy net.
    Net(&'a Net, Kernel),
}

/// What an episode builds.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum EpisodeKind {
    /// A whole network.
    Network,
    /// One route of a network.
    Route,
}

/// The problem of an episode and how it is run; shared by all rollouts of a group.
pub(crate) struct EpisodeContext<'a> {
    problem: &'a Problem,
    actor: Actor<'a>,
    /// Decisions in a trajectory after which the episode is cut off.
    horizon: usize,
    /// Cloned for every rollout: clones share what they know of the city.
    tracker: EpisodeTracker<'a>,
}

impl<'a> EpisodeContext<'a> {
    pub(crate) fn new(problem: &'a Problem, actor: Actor<'a>, horizon: usize) -> Self {
        Self { problem, actor, horizon, tracker: EpisodeTracker::new(problem) }
    }
}

/// A finished network and its cost (C').
pub(crate) struct BuiltNetwork {
    pub(crate) routes: Vec<Vec<NodeId>>,
    pub(crate) cost: f64,
}

/// The trajectory that an environment collects in an iteration, with its random numbers and scratch space.
pub(crate) struct Rollout {
    pub(crate) trajectory: Trajectory,
    rng: ChaCha8Rng,
    scratch: Scratch,
    /// Decisions made elsewhere, to be made again.
    recorded: Option<std::vec::IntoIter<RecordedChoice>>,
}

impl Rollout {
    pub(crate) fn new(capacity: usize, rng: ChaCha8Rng) -> Self {
        let trajectory = Trajectory::with_capacity(capacity);
        Self { trajectory, rng, scratch: Scratch::default(), recorded: None }
    }

    /// Makes these decisions instead of asking the actor.
    pub(crate) fn repeating(self, recorded: Vec<RecordedChoice>) -> Self {
        Self { recorded: Some(recorded.into_iter()), ..self }
    }

    /// Replays the choices made so far, then runs the episode to its end and clears them. `None` if the horizon cut
    /// it off; `choices` then holds all choices up to there.
    pub(crate) fn run(
        &mut self,
        context: &EpisodeContext<'_>,
        kind: EpisodeKind,
        mut state: State<'_>,
        choices: &mut Vec<u32>,
    ) -> Option<BuiltNetwork> {
        let &EpisodeContext { problem, actor, horizon, .. } = context;
        let Self { trajectory, rng, scratch, recorded } = self;
        let mut rewards = Rewards::new(&state);
        let first_cost = rewards.cost();
        advance_to_decision(&mut state, &mut scratch.actions);
        for &choice in &*choices {
            apply_choice(&mut state, &scratch.actions, choice);
            advance_to_decision(&mut state, &mut scratch.actions);
        }
        rewards.after(&state);
        let facts = CityFacts::new(&problem.city, problem.alpha.value());
        let mut tracker = context.tracker.clone();
        loop {
            let observation = tracker.observe(Step { state: &state, actions: &scratch.actions });
            let value_input = facts.with_state(observation.global());
            if trajectory.transitions.len() == horizon {
                trajectory.next_value_input = Some(value_input);
                return None;
            }
            let previous = trajectory.transitions.last().map(|transition| &transition.observation);
            let (choice, log_probability) = match recorded {
                Some(recorded) => recorded
                    .next()
                    .filter(|&(choice, _)| (choice as usize) < choice_count(&scratch.actions))
                    .expect("recorded decisions are those of this environment"),
                None => {
                    scratch.compute_log_probabilities(actor, previous, &observation);
                    let choice = draw(&scratch.log_probabilities, rng);
                    (choice, scratch.log_probabilities[choice as usize])
                }
            };
            apply_choice(&mut state, &scratch.actions, choice);
            choices.push(choice);
            let is_running = advance_to_decision(&mut state, &mut scratch.actions);
            trajectory.transitions.push(Transition {
                observation,
                choice,
                log_probability,
                reward: rewards.after(&state) as f32,
                is_terminal: !is_running,
                value_input,
            });
            if !is_running {
                break;
            }
        }
        choices.clear();
        let cost = rewards.cost();
        trajectory.final_costs.push(cost);
        if kind == EpisodeKind::Network {
            trajectory.returns.push(first_cost - cost);
            trajectory.episode_costs.push(cost);
        }
        Some(BuiltNetwork { routes: state.finished().to_vec(), cost })
    }
}

/// Buffers that are reused from decision to decision.
#[derive(Default)]
struct Scratch {
    actions: Vec<PathAction>,
    log_probabilities: Vec<f32>,
    workspace: Workspace,
}

impl Scratch {
    /// Computes the log-probabilities of all choices. `previous` is the observation scored before this one, if any.
    fn compute_log_probabilities(
        &mut self,
        actor: Actor<'_>,
        previous: Option<&Observation>,
        observation: &Observation,
    ) {
        match actor {
            Actor::Uniform => {
                self.log_probabilities.clear();
                self.log_probabilities.resize(choice_count(&self.actions), 0.0);
            }
            Actor::Net(net, kernel) => {
                let scores = choice_scores(observation, &mut self.log_probabilities);
                net.score_after(kernel, previous, observation, &mut self.workspace, scores);
            }
        }
        log_softmax(&mut self.log_probabilities);
    }
}
