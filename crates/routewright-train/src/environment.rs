//! One environment: an episode under way, and another whenever it ends.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_env::{PathAction, Rewards, State, Step};
use routewright_model::{NodeId, Problem};
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
        let mut seat = self.sit_down(stage, iteration);
        while seat.trajectory.steps.len() < stage.horizon {
            let problem = stage.problem(self.index, self.episode);
            let table = Table::new(&problem, player, stage.horizon);
            if self.play_on(&table, Task::Whole, State::new(&problem, stage.options), &mut seat).is_some() {
                self.episode += 1;
            }
        }
        seat.trajectory
    }

    /// Plays the episodes of the first environment in all of them, each to its end, until they made as many
    /// decisions as their horizons have together. After each episode they take the best of their networks and rebuild
    /// a route of it, all the same one, as often as the stage has it; whenever that made it better they go on from there.
    pub(crate) fn play_together(
        group: &mut [Self],
        stage: &Stage,
        player: Player<'_>,
        iteration: u32,
    ) -> Vec<Trajectory> {
        let leader = group[0].index;
        let horizon = group.len() * stage.horizon;
        let mut rng = stage.seed.rng(Draw::Rebuilds { iteration, environment: leader });
        let mut seats: Vec<(&mut Self, Seat)> = group
            .iter_mut()
            .map(|environment| {
                let seat = environment.sit_down(stage, iteration);
                (environment, seat)
            })
            .collect();
        while seats.iter().map(|(_, seat)| seat.trajectory.steps.len()).sum::<usize>() < horizon {
            let problem = stage.problem(leader, seats[0].0.episode);
            let table = Table::new(&problem, player, usize::MAX);
            let mut play = |task: Task, state: State<'_>| {
                let build = |(environment, seat): &mut (&mut Self, Seat)| {
                    environment.play_on(&table, task, state.clone(), seat).expect("nothing cuts it off")
                };
                let built = seats.iter_mut().map(build);
                built.min_by(|a, b| a.cost.total_cmp(&b.cost)).expect("a group has members")
            };
            let mut best = play(Task::Whole, State::new(&problem, stage.options));
            for _ in 0..stage.rebuilds {
                let removed = rng.random_range(0..best.routes.len() as u32) as usize;
                let others = best.routes.iter().enumerate().filter(|(at, _)| *at != removed);
                let others = others.map(|(_, route)| route.as_slice());
                let rebuilt = play(Task::Rebuild, State::with_finished(&problem, stage.options, others));
                if rebuilt.cost < best.cost {
                    best = rebuilt;
                }
            }
            seats.iter_mut().for_each(|(environment, _)| environment.episode += 1);
        }
        seats.into_iter().map(|(_, seat)| seat.trajectory).collect()
    }

    fn sit_down(&self, stage: &Stage, iteration: u32) -> Seat {
        let rng = stage.seed.rng(Draw::Decisions { iteration, environment: self.index });
        Seat { trajectory: Trajectory::with_capacity(2 * stage.horizon), desk: Desk::default(), rng }
    }

    /// Plays from a state to the end; `None` if the horizon came before that.
    fn play_on(
        &mut self,
        table: &Table<'_>,
        task: Task,
        mut state: State<'_>,
        seat: &mut Seat,
    ) -> Option<Built> {
        let &Table { problem, player, horizon, .. } = table;
        let Seat { trajectory, desk, rng } = seat;
        let mut rewards = Rewards::new(&state);
        let first_cost = rewards.cost();
        next_question(&mut state, &mut desk.actions);
        for &choice in &self.choices {
            answer(&mut state, &desk.actions, choice);
            next_question(&mut state, &mut desk.actions);
        }
        rewards.after(&state);
        let facts = CityFacts::new(&problem.city, problem.alpha.value());
        let mut observer = table.observer.clone();
        loop {
            let observation = observer.observe(Step { state: &state, actions: &desk.actions });
            let value_input = facts.with_state(observation.global());
            if trajectory.steps.len() == horizon {
                trajectory.after = Some(value_input);
                return None;
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
                break;
            }
        }
        self.choices.clear();
        let cost = rewards.cost();
        trajectory.ends.push(cost);
        if task == Task::Whole {
            trajectory.returns.push(first_cost - cost);
            trajectory.costs.push(cost);
        }
        Some(Built { routes: state.finished().to_vec(), cost })
    }
}

/// What is played on.
struct Table<'a> {
    problem: &'a Problem,
    player: Player<'a>,
    /// Decisions after which it is cut off.
    horizon: usize,
    /// Copied for everyone who plays: what it knows of the city is shared.
    observer: Observer<'a>,
}

impl<'a> Table<'a> {
    fn new(problem: &'a Problem, player: Player<'a>, horizon: usize) -> Self {
        Self { problem, player, horizon, observer: Observer::new(problem) }
    }
}

/// What is to be built.
#[derive(Clone, Copy, PartialEq)]
enum Task {
    /// A network: an episode.
    Whole,
    /// One route of a network.
    Rebuild,
}

/// What an environment has before it while it plays.
struct Seat {
    trajectory: Trajectory,
    desk: Desk,
    rng: ChaCha8Rng,
}

/// A network, and what it costs (C').
struct Built {
    routes: Vec<Vec<NodeId>>,
    cost: f64,
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
