//! One environment: an episode under way, and another whenever it ends.

use routewright_env::{PathAction, Rewards, State, Step};
use routewright_model::Problem;
use routewright_policy::{Kernel, Net, Observation, Observer, Workspace};

use crate::choice::{draw, log_softmax};
use crate::question::{answer, choice_scores, next_question};
use crate::seed::Draw;
use crate::stage::Stage;
use crate::trajectory::{Decided, Trajectory};
use crate::value::CityFacts;

/// Where an environment stands: which episode it plays, and what was chosen in it so far.
///
/// That is all: the episode follows from its number, and the state from the choices. So an environment is
/// saved in a few bytes.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Environment {
    index: u32,
    episode: u32,
    choices: Vec<u32>,
}

/// Who decides.
#[derive(Clone, Copy)]
pub(crate) enum Player<'a> {
    /// Every choice is as likely as any other.
    Uniform,
    /// A policy net.
    Net(&'a Net, Kernel),
}

impl Environment {
    /// At the start of its first episode.
    pub(crate) fn new(index: u32) -> Self {
        Self { index, ..Self::default() }
    }

    /// Plays on until as many decisions were made as the horizon has.
    ///
    /// Decisions that are forced are none of the policy's: no step is counted or discounted for them, and what
    /// they bring is credited to the last real decision before them.
    pub(crate) fn play(&mut self, stage: &Stage, player: Player<'_>, iteration: u32) -> Trajectory {
        let mut rng = stage.seed.rng(Draw::Decisions { iteration, environment: self.index });
        let mut trajectory = Trajectory::with_capacity(stage.horizon);
        let mut desk = Desk::default();
        while trajectory.steps.len() < stage.horizon {
            let problem = stage.problem(self.index, self.episode);
            let is_over = self.play_episode(&problem, stage, player, &mut trajectory, &mut desk, &mut rng);
            if is_over {
                self.episode += 1;
                self.choices.clear();
            }
        }
        trajectory
    }

    /// Plays to the end of the episode or to the horizon; whether it was the former.
    fn play_episode(
        &mut self,
        problem: &Problem,
        stage: &Stage,
        player: Player<'_>,
        trajectory: &mut Trajectory,
        desk: &mut Desk,
        rng: &mut rand_chacha::ChaCha8Rng,
    ) -> bool {
        let mut state = State::new(problem, stage.options);
        let mut rewards = Rewards::new(&state);
        let first_cost = rewards.cost();
        next_question(&mut state, &mut desk.actions);
        for &choice in &self.choices {
            answer(&mut state, &desk.actions, choice);
            next_question(&mut state, &mut desk.actions);
        }
        rewards.after(&state);
        let facts = CityFacts::new(&problem.city, problem.alpha.value());
        let mut observer = Observer::new(problem);
        loop {
            let observation = observer.observe(Step { state: &state, actions: &desk.actions });
            let value_input = facts.with_state(observation.global());
            if trajectory.steps.len() == stage.horizon {
                trajectory.after = Some(value_input);
                return false;
            }
            desk.weigh(player, trajectory.steps.last().map(|step| &step.observation), &observation);
            let choice = draw(&desk.logs, rng);
            answer(&mut state, &desk.actions, choice);
            self.choices.push(choice);
            let goes_on = next_question(&mut state, &mut desk.actions);
            trajectory.steps.push(Decided {
                observation,
                choice,
                log_probability: desk.logs[choice as usize],
                reward: rewards.after(&state) as f32,
                ends: !goes_on,
                value_input,
            });
            if !goes_on {
                trajectory.returns.push(first_cost - rewards.cost());
                trajectory.costs.push(rewards.cost());
                return true;
            }
        }
    }
}

/// Room that is used again and again.
#[derive(Default)]
struct Desk {
    actions: Vec<PathAction>,
    /// The logarithms of the probabilities of all choices.
    logs: Vec<f32>,
    workspace: Workspace,
}

impl Desk {
    /// Fills in the probabilities. `previous` is the observation weighed last, if there was one.
    fn weigh(&mut self, player: Player<'_>, previous: Option<&Observation>, observation: &Observation) {
        match player {
            Player::Uniform => {
                self.logs.clear();
                self.logs.resize(if self.actions.is_empty() { 2 } else { self.actions.len() }, 0.0);
            }
            Player::Net(net, kernel) => {
                let scores = choice_scores(observation, &mut self.logs);
                net.score_after(kernel, previous, observation, &mut self.workspace, scores);
            }
        }
        log_softmax(&mut self.logs);
    }
}
