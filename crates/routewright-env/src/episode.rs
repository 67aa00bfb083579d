//! Episodes played to their end.

use std::collections::HashMap;

use rand::{Rng, RngExt};
use routewright_model::{NodeId, Problem};

use crate::choose::{draw_by_score, draw_halt};
use crate::{ConstructionOptions, Decision, HaltChoice, PathAction, Policy, Scores, State, Step};

/// How often a route is restarted that ended with too few stops or repeats another.
const RETRIES: u32 = 20;
/// How often after that in a network that needs it, and by how much the temperature rises each time: a confident policy
/// builds the same route over and over.
const HOTTER_RETRIES: u32 = 20;
const HOTTER: f64 = 1.5;

/// Builds a network from nothing.
///
/// Deviation from the paper: a route that ended with fewer than MIN stops, or, where routes are to be
/// distinct, repeats another, is discarded and restarted, up to 20 times, and 20 times more at temperatures that
/// rise until all paths are about equally likely; the next such route stays, and the cost penalises it. There are fewer
/// than S routes only if none can be built at all: no two terminals have a shortest path of at most MAX stops.
pub fn construct(
    problem: &Problem,
    options: ConstructionOptions,
    policy: &dyn Policy,
    rng: &mut impl Rng,
) -> Vec<Vec<NodeId>> {
    construct_while(problem, options, policy, rng, &|| true)
}

/// As [`construct`], but ends with the routes that are finished once `keep_going` says no. It is asked for every route
/// that is built, those that are discarded included.
pub fn construct_while(
    problem: &Problem,
    options: ConstructionOptions,
    policy: &dyn Policy,
    rng: &mut impl Rng,
    keep_going: &dyn Fn() -> bool,
) -> Vec<Vec<NodeId>> {
    let state = State::new(problem, options);
    let mut episode = [Episode { keep_going, ..Episode::new(state, RETRIES + HOTTER_RETRIES, rng) }];
    play(&mut episode, policy);
    let [episode] = episode;
    episode.state.into_finished()
}

/// Builds several networks from nothing, one for each source of random numbers, scoring their decisions together. Each is
/// the one that [`construct`] builds.
pub fn construct_many(
    problem: &Problem,
    options: ConstructionOptions,
    policy: &dyn Policy,
    rngs: &mut [impl Rng],
) -> Vec<Vec<Vec<NodeId>>> {
    let episode = |rng| Episode::new(State::new(problem, options), RETRIES + HOTTER_RETRIES, rng);
    let mut episodes: Vec<_> = rngs.iter_mut().map(episode).collect();
    play(&mut episodes, policy);
    episodes.into_iter().map(|episode| episode.state.into_finished()).collect()
}

/// Builds one more route for a network that has these: the paper's neural heuristic, and with
/// [`UniformPolicy`](crate::UniformPolicy) its random twin.
///
/// `None` if every try had too few stops or repeated another route where that is unwanted.
pub fn rebuild_route<'a>(
    problem: &Problem,
    options: ConstructionOptions,
    policy: &dyn Policy,
    others: impl Iterator<Item = &'a [NodeId]>,
    rng: &mut impl Rng,
) -> Option<Vec<NodeId>> {
    let jobs = vec![Rebuild { others: others.collect(), rng }];
    rebuild_routes(problem, options, policy, jobs).pop().expect("one answer for each job")
}

/// A network that gets one more route.
#[derive(Debug)]
pub struct Rebuild<'a, R> {
    /// The routes it has.
    pub others: Vec<&'a [NodeId]>,
    /// Its random numbers.
    pub rng: &'a mut R,
}

/// Builds one route for each network, as [`rebuild_route`] does, scoring them together.
pub fn rebuild_routes<R: Rng>(
    problem: &Problem,
    options: ConstructionOptions,
    policy: &dyn Policy,
    jobs: Vec<Rebuild<'_, R>>,
) -> Vec<Option<Vec<NodeId>>> {
    let mut episodes: Vec<_> = jobs
        .into_iter()
        .map(|job| {
            let state = State::with_finished(problem, options, job.others.into_iter());
            Episode::new(state.for_one_more(), RETRIES, job.rng)
        })
        .collect();
    play(&mut episodes, policy);
    let answer = |episode: Episode<'_, '_, R>| {
        let new = episode.state.into_finished().pop();
        if episode.is_flawed { None } else { new }
    };
    episodes.into_iter().map(answer).collect()
}

/// A network under construction and its random numbers.
struct Episode<'r, 'p, R> {
    state: State<'p>,
    rng: &'r mut R,
    /// How often the route in progress was restarted, and how often any may be.
    retries: u32,
    most_retries: u32,
    /// The scores of the route in progress, for the next try.
    said: Said,
    keep_going: &'r dyn Fn() -> bool,
    /// Whether a route with too few stops, or one that repeats another, had to stay, or a route could not be built.
    is_flawed: bool,
}

/// The scores a policy gave to a route in progress, by its stops so far. A confident policy builds an unwanted route over
/// and over.
#[derive(Default)]
struct Said {
    paths: HashMap<Vec<NodeId>, (Vec<PathAction>, Vec<f32>)>,
    halts: HashMap<Vec<NodeId>, f32>,
}

fn play<R: Rng>(episodes: &mut [Episode<'_, '_, R>], policy: &dyn Policy) {
    if policy.is_uniform() {
        episodes.iter_mut().for_each(Episode::play_uniformly);
    } else {
        play_by_scores(episodes, policy);
    }
}

fn play_by_scores<R: Rng>(episodes: &mut [Episode<'_, '_, R>], policy: &dyn Policy) {
    let mut scores = Scores::default();
    loop {
        let questions = |(at, episode): (usize, &mut Episode<'_, '_, R>)| Some((at, episode.question()?));
        let asked: Vec<(usize, Vec<PathAction>)> =
            episodes.iter_mut().enumerate().filter_map(questions).collect();
        if asked.is_empty() {
            return;
        }
        let steps: Vec<Step<'_>> =
            asked.iter().map(|(at, actions)| Step { state: &episodes[*at].state, actions }).collect();
        scores.restart(&steps);
        policy.score(&steps, &mut scores);
        for (step, (at, actions)) in asked.into_iter().enumerate() {
            episodes[at].answer(actions, scores.paths(step), scores.halt(step));
        }
    }
}

impl<'r, 'p, R: Rng> Episode<'r, 'p, R> {
    fn new(state: State<'p>, most_retries: u32, rng: &'r mut R) -> Self {
        let said = Said::default();
        Self { state, rng, retries: 0, most_retries, said, keep_going: &|| true, is_flawed: false }
    }

    fn temperature(&self) -> f64 {
        (RETRIES..self.retries).map(|_| HOTTER).product()
    }

    /// Plays to the end without listing the legal actions: halting and continuing are equally likely where both are
    /// allowed, and so are all paths. A route that should continue but cannot be extended halts.
    fn play_uniformly(&mut self) {
        while self.state.decision() != Decision::Over {
            let mut next = self.state.draw_path_action(self.rng);
            if next.is_none() {
                self.give_up();
                return;
            }
            while let Some(path) = next {
                self.state.extend(&path);
                let halts = !self.state.must_grow() && self.rng.random_bool(0.5);
                next = if halts { None } else { self.state.draw_path_action(self.rng) };
                if next.is_some() {
                    self.state.go_on();
                }
            }
            self.finish_route();
        }
    }

    /// Plays up to the next decision that the policy has not scored yet. The paths to choose from, or none if the question
    /// is whether to halt; `None` if the episode is over.
    fn question(&mut self) -> Option<Vec<PathAction>> {
        let mut actions = Vec::new();
        loop {
            match self.state.decision() {
                Decision::Over => return None,
                Decision::Extend => {
                    let temperature = self.temperature();
                    if let Some((actions, scores)) = self.said.paths.get(self.state.route()) {
                        self.state.extend(&actions[draw_by_score(scores, temperature, self.rng)]);
                        continue;
                    }
                    self.state.path_actions(&mut actions);
                    if !actions.is_empty() {
                        return Some(actions);
                    }
                    self.give_up();
                }
                Decision::Halt => match self.state.halt_choice() {
                    HaltChoice::MustHalt => self.finish_route(),
                    HaltChoice::MustContinue => self.state.go_on(),
                    HaltChoice::Either => match self.said.halts.get(self.state.route()) {
                        Some(&halt) => self.halt_or_go_on(halt),
                        None => return Some(actions),
                    },
                },
            }
        }
    }

    fn answer(&mut self, actions: Vec<PathAction>, paths: &[f32], halt: f32) {
        let route = self.state.route().to_vec();
        match self.state.decision() {
            Decision::Extend => {
                let temperature = self.temperature();
                self.state.extend(&actions[draw_by_score(paths, temperature, self.rng)]);
                self.said.paths.insert(route, (actions, paths.to_vec()));
            }
            Decision::Halt => {
                self.said.halts.insert(route, halt);
                self.halt_or_go_on(halt);
            }
            Decision::Over => unreachable!("only episodes under way ask"),
        }
    }

    fn halt_or_go_on(&mut self, halt: f32) {
        if draw_halt(halt, self.temperature(), self.rng) { self.finish_route() } else { self.state.go_on() }
    }

    /// Finishes the route, or restarts it if it is not wanted.
    fn finish_route(&mut self) {
        let is_short = self.state.route().len() < self.state.problem().limits.min_stops();
        let is_unwanted = is_short || self.state.options().distinct && self.state.repeats_a_route();
        if is_unwanted && self.retries < self.most_retries {
            self.retries += 1;
            self.state.abandon_route();
        } else {
            self.is_flawed |= is_unwanted;
            self.retries = 0;
            self.said = Said::default();
            self.state.halt();
        }
        if !(self.keep_going)() {
            self.give_up();
        }
    }

    fn give_up(&mut self) {
        self.is_flawed = true;
        self.state.give_up();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::{Arc, Mutex};

    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use routewright_model::{Alpha, Limits, Seconds};
    use routewright_synth::grid_city;

    use super::*;

    /// Likes other paths in every state, and remembers what it was asked.
    #[derive(Default)]
    struct Moody {
        asked: Mutex<Vec<(usize, Vec<NodeId>, bool)>>,
    }

    impl Policy for Moody {
        fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
            for (at, step) in steps.iter().enumerate() {
                let (finished, route) = (step.state.finished(), step.state.route());
                let stops = finished.iter().flatten().chain(route);
                let mood = stops.fold(finished.len(), |mood, stop| (31 * mood + stop.index()) % 9973);
                for (score, action) in scores.paths_mut(at).iter_mut().zip(step.actions) {
                    *score = ((mood + 7 * action.from.index() + 5 * action.to.index()) % 13) as f32;
                }
                *scores.halt_mut(at) = (mood % 5) as f32 - 2.0;
                let is_halt = step.state.decision() == Decision::Halt;
                self.asked.lock().unwrap().push((finished.len(), route.to_vec(), is_halt));
            }
        }
    }

    #[test]
    fn what_a_policy_said_is_good_for_the_route_under_way_and_no_other() {
        let limits = Limits::new(8, 3, 4).unwrap();
        let problem = Problem::new(Arc::new(grid_city(3, 2, Seconds(60))), limits, Alpha::new(0.5).unwrap());
        let options = ConstructionOptions { distinct: true, ..ConstructionOptions::default() };
        let (mut with_memory, mut without) = (0, 0);
        for seed in 0..40 {
            let moody = Moody::default();
            let found = construct(&problem, options, &moody, &mut ChaCha8Rng::seed_from_u64(seed));
            let asked = moody.asked.into_inner().unwrap();
            assert_eq!(asked.iter().collect::<BTreeSet<_>>().len(), asked.len(), "nothing is asked twice");
            with_memory += asked.len();

            let moody = Moody::default();
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let retries = RETRIES + HOTTER_RETRIES;
            let mut episode = Episode::new(State::new(&problem, options), retries, rng);
            let mut scores = Scores::default();
            while let Some(actions) = episode.question() {
                let steps = [Step { state: &episode.state, actions: &actions }];
                scores.restart(&steps);
                moody.score(&steps, &mut scores);
                episode.answer(actions, scores.paths(0), scores.halt(0));
                episode.said = Said::default();
            }
            assert_eq!(found, episode.state.into_finished());
            without += moody.asked.into_inner().unwrap().len();
        }
        assert!(with_memory < without, "routes were begun anew");
    }

    #[test]
    fn networks_built_side_by_side_are_those_built_alone() {
        let limits = Limits::new(5, 3, 4).unwrap();
        let problem = Problem::new(Arc::new(grid_city(3, 3, Seconds(60))), limits, Alpha::new(0.5).unwrap());
        let options = ConstructionOptions::default();
        let rng = ChaCha8Rng::seed_from_u64;
        let mut rngs: Vec<ChaCha8Rng> = (0..12).map(rng).collect();
        let together = construct_many(&problem, options, &Moody::default(), &mut rngs);
        let alone = |seed| construct(&problem, options, &Moody::default(), &mut rng(seed));
        assert_eq!(together, (0..12).map(alone).collect::<Vec<_>>());
    }

    /// Never in doubt: the first path it is shown, and halting.
    struct Stubborn;

    impl Policy for Stubborn {
        fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
            for at in 0..steps.len() {
                scores.paths_mut(at).iter_mut().zip(0..).for_each(|(score, at)| *score = -60.0 * at as f32);
                *scores.halt_mut(at) = 60.0;
            }
        }
    }

    #[test]
    fn a_policy_that_is_sure_of_itself_still_builds_distinct_routes() {
        let limits = Limits::new(6, 2, 3).unwrap();
        let problem = Problem::new(Arc::new(grid_city(4, 3, Seconds(60))), limits, Alpha::new(0.0).unwrap());
        let options = ConstructionOptions { distinct: true, ..ConstructionOptions::default() };
        for seed in 0..20 {
            let routes = construct(&problem, options, &Stubborn, &mut ChaCha8Rng::seed_from_u64(seed));
            let either_way = |stops: &Vec<NodeId>| {
                let back: Vec<NodeId> = stops.iter().rev().copied().collect();
                back.min(stops.clone())
            };
            assert_eq!(routes.iter().map(either_way).collect::<BTreeSet<_>>().len(), 6, "{routes:?}");
        }
    }
}
