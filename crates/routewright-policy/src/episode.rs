//! Construction episodes that own their problem: what environments of other programs step through.

use routewright_env::{ConstructionOptions, Decision, End, HaltChoice, PathAction, Rewards, State, Step};
use routewright_model::{NodeId, Problem};
use self_cell::self_cell;

use crate::{EpisodeTracker, Observation};

/// An episode of the paper's decision process with its observations and rewards.
///
/// Choices are numbered the same in every state of a city with n nodes: `(end · n + from) · n + to` adds the shortest
/// path between two nodes to the first (`end` 0) or the last (`end` 1) stop of the route, 2n² continues the route and
/// 2n² + 1 halts it. [`ConstructionEpisode::write_mask`] says which are legal. Forced moves are made at once; their
/// reward belongs to the choice before them.
pub struct ConstructionEpisode {
    cell: EpisodeCell,
}

/// The number of a choice that is not legal now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choice {0} is not legal in this state\n  help: choose where the action mask is 1")]
pub struct IllegalChoice(pub usize);

self_cell!(
    struct EpisodeCell {
        owner: Problem,
        #[not_covariant]
        dependent: Play,
    }
);

struct Play<'p> {
    state: State<'p>,
    rewards: Rewards<'p>,
    tracker: EpisodeTracker<'p>,
    actions: Vec<PathAction>,
    observation: Observation,
}

impl ConstructionEpisode {
    /// An episode at its first decision.
    pub fn new(problem: Problem, options: ConstructionOptions) -> Self {
        Self { cell: EpisodeCell::new(problem, |problem| Play::new(problem, options)) }
    }

    /// Choices in all, legal or not, in a city of so many nodes.
    pub fn choice_count(node_count: usize) -> usize {
        2 * node_count * node_count + 2
    }

    /// The problem it solves.
    pub fn problem(&self) -> &Problem {
        self.cell.borrow_owner()
    }

    /// What is seen of the decision that is due.
    pub fn observe<R>(&self, look: impl FnOnce(&Observation) -> R) -> R {
        self.cell.with_dependent(|_, play| look(&play.observation))
    }

    /// Whether all routes are finished, or no route can be started.
    pub fn is_over(&self) -> bool {
        self.cell.with_dependent(|_, play| play.is_over())
    }

    /// The finished routes and the one in progress.
    pub fn routes(&self) -> Vec<Vec<NodeId>> {
        self.cell.with_dependent(|_, play| {
            let in_progress = (!play.state.route().is_empty()).then(|| play.state.route().to_vec());
            play.state.finished().iter().cloned().chain(in_progress).collect()
        })
    }

    /// The cost of the network so far (C').
    pub fn cost(&self) -> f64 {
        self.cell.with_dependent(|_, play| play.rewards.cost())
    }

    /// Marks legal choices with 1 and all others with 0.
    ///
    /// # Panics
    /// `mask` does not have a place for every choice.
    pub fn write_mask(&self, mask: &mut [i8]) {
        let n = self.problem().city.node_count();
        assert_eq!(mask.len(), Self::choice_count(n), "a place for every choice");
        mask.fill(0);
        self.cell.with_dependent(|_, play| match play.state.decision() {
            Decision::Extend => play.actions.iter().for_each(|action| mask[number(n, action)] = 1),
            Decision::Halt => mask[2 * n * n..].fill(1),
            Decision::Over => {}
        });
    }

    /// The numbers of the legal choices, in the order of the observation's paths.
    pub fn choices(&self) -> Vec<usize> {
        let n = self.problem().city.node_count();
        self.cell.with_dependent(|_, play| match play.state.decision() {
            Decision::Extend => play.actions.iter().map(|action| number(n, action)).collect(),
            Decision::Halt => vec![2 * n * n, 2 * n * n + 1],
            Decision::Over => Vec::new(),
        })
    }

    /// Makes a choice, and the forced moves after it. Returns the reward.
    ///
    /// # Errors
    /// The choice is not legal.
    pub fn step(&mut self, choice: usize) -> Result<f64, IllegalChoice> {
        self.cell.with_dependent_mut(|_, play| play.step(choice))
    }
}

impl<'p> Play<'p> {
    fn new(problem: &'p Problem, options: ConstructionOptions) -> Self {
        let state = State::new(problem, options);
        let mut tracker = EpisodeTracker::new(problem);
        let observation = tracker.observe(Step { state: &state, actions: &[] });
        let rewards = Rewards::new(&state);
        let mut play = Self { state, rewards, tracker, actions: Vec::new(), observation };
        play.advance();
        play
    }

    fn is_over(&self) -> bool {
        match self.state.decision() {
            Decision::Over => true,
            Decision::Extend => self.actions.is_empty(),
            Decision::Halt => false,
        }
    }

    fn step(&mut self, choice: usize) -> Result<f64, IllegalChoice> {
        let n = self.state.problem().city.node_count();
        match self.state.decision() {
            Decision::Extend => {
                let action = self.actions.iter().find(|action| number(n, action) == choice);
                let action = *action.ok_or(IllegalChoice(choice))?;
                self.state.extend(&action);
            }
            Decision::Halt if choice == 2 * n * n => self.state.go_on(),
            Decision::Halt if choice == 2 * n * n + 1 => self.state.halt(),
            Decision::Halt | Decision::Over => return Err(IllegalChoice(choice)),
        }
        self.advance();
        Ok(self.rewards.after(&self.state))
    }

    /// Makes forced moves up to the next decision, and observes it.
    fn advance(&mut self) {
        self.actions.clear();
        loop {
            match self.state.decision() {
                Decision::Over => break,
                Decision::Extend => {
                    self.state.path_actions(&mut self.actions);
                    break;
                }
                Decision::Halt => match self.state.halt_choice() {
                    HaltChoice::MustHalt => self.state.halt(),
                    HaltChoice::MustContinue => self.state.go_on(),
                    HaltChoice::Either => break,
                },
            }
        }
        self.observation = self.tracker.observe(Step { state: &self.state, actions: &self.actions });
    }
}

/// The number of a path among all choices.
fn number(n: usize, action: &PathAction) -> usize {
    let end = usize::from(action.end == End::Last);
    (end * n + action.from.index()) * n + action.to.index()
}
