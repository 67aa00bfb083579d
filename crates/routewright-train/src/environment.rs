//! One environment: an episode under way, and another whenever it ends.

use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, PathAction, Rewards, State, Step};
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
            let table = Table { problem: &problem, options: stage.options, player, horizon: stage.horizon };
            self.play_episode(&table, &mut trajectory, &mut desk, &mut rng);
        }
        trajectory
    }

    /// Plays the episodes of the first environment in all of them, each to its end, until they made as many
    /// decisions as their horizons have together.
    pub(crate) fn play_together(
        group: &mut [Self],
        stage: &Stage,
        player: Player<'_>,
        iteration: u32,
    ) -> Vec<Trajectory> {
        let leader = group[0].index;
        let horizon = group.len() * stage.horizon;
        let mut seats: Vec<_> = group
            .iter_mut()
            .map(|environment| {
                let rng = stage.seed.rng(Draw::Decisions { iteration, environment: environment.index });
                (environment, Trajectory::with_capacity(2 * stage.horizon), Desk::default(), rng)
            })
            .collect();
        while seats.iter().map(|(_, trajectory, ..)| trajectory.steps.len()).sum::<usize>() < horizon {
            let problem = stage.problem(leader, seats[0].0.episode);
            let table = Table { problem: &problem, options: stage.options, player, horizon: usize::MAX };
            for (environment, trajectory, desk, rng) in &mut seats {
                environment.play_episode(&table, trajectory, desk, rng);
            }
        }
        seats.into_iter().map(|(_, trajectory, ..)| trajectory).collect()
    }

    /// Plays to the end of the episode, and the next one is its turn, or to the horizon.
    fn play_episode(
        &mut self,
        table: &Table<'_>,
        trajectory: &mut Trajectory,
        desk: &mut Desk,
        rng: &mut ChaCha8Rng,
    ) {
        let &Table { problem, options, player, horizon } = table;
        let mut state = State::new(problem, options);
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
            if trajectory.steps.len() == horizon {
                trajectory.after = Some(value_input);
                return;
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
                self.episode += 1;
                self.choices.clear();
                return;
            }
        }
    }
}

/// What an episode is played on.
struct Table<'a> {
    problem: &'a Problem,
    options: ConstructionOptions,
    player: Player<'a>,
    /// Decisions after which it is cut off.
    horizon: usize,
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
