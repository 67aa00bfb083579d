//! One environment: a running episode, and the next one whenever it ends.

use rand::RngExt;
use routewright_env::{PathAction, State};

use crate::decision::{advance_to_decision, apply_choice, choice_count};
use crate::episode_sampler::EpisodeSampler;
use crate::rollout::{Actor, EpisodeContext, EpisodeKind, RecordedChoice, Rollout};
use crate::seed::Draw;
use crate::trajectory::Trajectory;

/// The state of an environment: the number of its episode, and the choices made in it so far.
///
/// The episode follows from its number, and its state from the choices, so an environment is saved in a few bytes.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Environment {
    index: u32,
    episode: u32,
    choices: Vec<u32>,
}

impl Environment {
    /// At the start of its first episode.
    pub(crate) fn new(index: u32) -> Self {
        Self { index, ..Self::default() }
    }

    /// Runs until the policy has made as many decisions as the horizon allows.
    ///
    /// Forced moves are not credited to the policy: they are neither counted nor discounted, and their reward goes to
    /// the last real decision.
    pub(crate) fn roll_out(
        &mut self,
        sampler: &EpisodeSampler,
        actor: Actor<'_>,
        iteration: u32,
        recorded: Option<Vec<RecordedChoice>>,
    ) -> Trajectory {
        let mut rollout = self.start_rollout(sampler, iteration, recorded);
        while rollout.trajectory.transitions.len() < sampler.horizon {
            let problem = sampler.problem(self.index, self.episode);
            let context = EpisodeContext::new(&problem, actor, sampler.horizon);
            let state = State::new(&problem, sampler.options);
            if rollout.run(&context, EpisodeKind::Network, state, &mut self.choices).is_some() {
                self.episode += 1;
            }
        }
        rollout.trajectory
    }

    /// Runs the episodes of the first environment in all environments of a group, each to its end, until they have
    /// made as many decisions together as all their horizons allow.
    ///
    /// After each episode the group takes the best of its networks and rebuilds one route of it, the same in every
    /// environment, as often as the sampler's `rebuilds`; each improvement becomes the network to rebuild next.
    pub(crate) fn roll_out_group(
        group: &mut [Self],
        sampler: &EpisodeSampler,
        actor: Actor<'_>,
        iteration: u32,
        recorded: Option<Vec<Vec<RecordedChoice>>>,
    ) -> Vec<Trajectory> {
        let leader = group[0].index;
        let horizon = group.len() * sampler.horizon;
        let mut rng = sampler.seed.rng(Draw::Rebuilds { iteration, environment: leader });
        let mut recorded = recorded.map(Vec::into_iter);
        let mut members: Vec<(&mut Self, Rollout)> = group
            .iter_mut()
            .map(|environment| {
                let recorded = recorded.as_mut().and_then(Iterator::next);
                let rollout = environment.start_rollout(sampler, iteration, recorded);
                (environment, rollout)
            })
            .collect();
        let decisions = |members: &[(&mut Self, Rollout)]| -> usize {
            members.iter().map(|(_, rollout)| rollout.trajectory.transitions.len()).sum()
        };
        while decisions(&members) < horizon {
            let problem = sampler.problem(leader, members[0].0.episode);
            let context = EpisodeContext::new(&problem, actor, usize::MAX);
            let mut best_built = |kind: EpisodeKind, state: State<'_>| {
                let build = |(environment, rollout): &mut (&mut Self, Rollout)| {
                    let built = rollout.run(&context, kind, state.clone(), &mut environment.choices);
                    built.expect("episodes of a group have no horizon")
                };
                let built = members.iter_mut().map(build);
                built.min_by(|a, b| a.cost.total_cmp(&b.cost)).expect("a group has members")
            };
            let mut best = best_built(EpisodeKind::Network, State::new(&problem, sampler.options));
            for _ in 0..sampler.rebuilds {
                let removed = rng.random_range(0..best.routes.len() as u32) as usize;
                let others = best.routes.iter().enumerate().filter(|(at, _)| *at != removed);
                let others = others.map(|(_, route)| route.as_slice());
                let state = State::with_finished(&problem, sampler.options, others);
                let rebuilt = best_built(EpisodeKind::Route, state);
                if rebuilt.cost < best.cost {
                    best = rebuilt;
                }
            }
            members.iter_mut().for_each(|(environment, _)| environment.episode += 1);
        }
        members.into_iter().map(|(_, rollout)| rollout.trajectory).collect()
    }

    /// What is wrong with an environment read from a file, if anything: the one at place `index` of a run that has
    /// done this many iterations.
    pub(crate) fn fault(&self, sampler: &EpisodeSampler, index: u32, iteration: u32) -> Option<String> {
        // Every episode takes one decision or more.
        let most_episodes = u64::from(iteration) * sampler.horizon as u64;
        if self.index != index || u64::from(self.episode) > most_episodes {
            return Some(format!("environment {index} does not fit the run"));
        }
        let is_legal = (sampler.group == 1 || self.choices.is_empty()) && self.can_replay(sampler);
        (!is_legal).then(|| format!("the choices of environment {index} do not fit its episode"))
    }

    /// Whether every choice is one that its episode offers, and the episode continues after the last.
    fn can_replay(&self, sampler: &EpisodeSampler) -> bool {
        let problem = sampler.problem(self.index, self.episode);
        let mut state = State::new(&problem, sampler.options);
        let mut actions: Vec<PathAction> = Vec::new();
        advance_to_decision(&mut state, &mut actions);
        self.choices.iter().all(|&choice| {
            (choice as usize) < choice_count(&actions) && {
                apply_choice(&mut state, &actions, choice);
                advance_to_decision(&mut state, &mut actions)
            }
        })
    }

    fn start_rollout(
        &self,
        sampler: &EpisodeSampler,
        iteration: u32,
        recorded: Option<Vec<RecordedChoice>>,
    ) -> Rollout {
        let rng = sampler.seed.rng(Draw::Decisions { iteration, environment: self.index });
        let rollout = Rollout::new(2 * sampler.horizon, rng);
        match recorded {
            Some(recorded) => rollout.repeating(recorded),
            None => rollout,
        }
    }
}
