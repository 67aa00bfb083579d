//! Many networks instead of one: the Pareto front between riders' time and operating cost.
//!
//! A few chains go up and down over weights of riders against operator, from one end of the front to the other and
//! back, while the temperature falls. At each weight a chain continues from the better of two networks: the one it
//! brings along from the weight before, and the one that was left here. Every network that a chain scores on its way
//! and that nothing known dominates is kept, so that the front is filled between the weights as well.
//! `docs/front.md` reports what each part contributes.

mod area;
mod compromise;
mod config;
mod finds;
mod hypervolume;
mod staircase;
mod state;
mod weighting;

use std::sync::Arc;

use routewright_eval::{Evaluator, Score, is_same_cost};
use routewright_model::{Alpha, Problem};

use crate::chain::{Chains, Effort, Share, Task};
use crate::moves::{MoveCount, Moves};
use crate::{RestoreError, RouteSet, Search, SearchError, Seed, Snapshot, Start};
use area::dominated_area;
pub use compromise::{closest_to_ideal, knee};
pub use config::FrontConfig;
use finds::Finds;
pub use hypervolume::hypervolume;
use staircase::Staircase;
pub use staircase::Trade;
use state::{Course, SavedPoint, SavedWeighting, State, Walk};
use weighting::{Extent, Weighting};

/// Changes that are scored to measure what one costs at a weight.
const SAMPLES: usize = 512;
/// What the temperature of the opening falls to, as a share of what it begins with.
const OPENING_FALL: f64 = 0.1;
/// Minutes² by which the measure of progress is scaled, to be of the order of one.
const AREA_SCALE: f64 = 1e4;

/// The search for a front.
///
/// It has no single best network. Its [`Search::best_cost`] falls whenever the front grows: it is 1 / (1 + A), where A
/// is the largest area so far that the front dominated in the plane of 1 / mean trip time and 1 / driving time. It is 1
/// while no network keeps all constraints, and cannot be compared between problems.
pub struct Front<'p> {
    problem: &'p Problem,
    config: FrontConfig,
    chains: Chains<'p>,
    /// For each chain, where it is.
    walks: Vec<Walk>,
    weightings: Vec<Weighting>,
    known: Staircase<RouteSet>,
    course: Course,
}

impl<'p> Front<'p> {
    /// A search before its first round; one that is cancelled while it starts has a single chain at least.
    ///
    /// # Errors
    /// Nothing is left to design, or no legal route exists.
    pub fn new(
        problem: &'p Problem,
        config: FrontConfig,
        seed: Seed,
        start: Start,
    ) -> Result<Self, SearchError> {
        let task = task(problem, &config, &start)?;
        let mut chains = Chains::new(&task, config.chains, seed, start.routes.as_ref())?;
        let weightings = Weighting::spread(config.weights, config.steepness);
        let extent = Extent::unknown(problem);
        let walks = chains.iter_mut().enumerate().map(|(number, chain)| {
            let place = config.place(number, 0.0);
            // Where the operator alone counts, no trip has to be computed: that end is found quickly.
            let is_last = place + 1 == weightings.len();
            let alpha = extent.alpha(if is_last { 0.0 } else { weightings[place].riders });
            chain.set_alpha(alpha);
            Walk { place: None, scale: 0.0, alpha: alpha.value() }
        });
        let walks = walks.collect();
        let descent_left = (4 * problem.limits.routes() as u32).div_ceil(config.visits(problem));
        let course = Course { descent_left, opened: 0.0, extent, area: 0.0 };
        let known = Staircase::default();
        let mut search = Self { problem, config, chains, walks, weightings, known, course };
        search.keep_present();
        search.measure();
        Ok(search)
    }

    /// Resumes a search from a snapshot as if it had never stopped, with the settings and the start that it had.
    ///
    /// # Errors
    /// The snapshot is of another method, city or problem.
    pub fn restore(
        problem: &'p Problem,
        config: FrontConfig,
        start: &Start,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        snapshot.check_method("front")?;
        let state: State = serde_json::from_str(&snapshot.state)?;
        let city = &problem.city;
        let mut chains = Chains::restore(&task(problem, &config, start)?, config.chains, state.chains)?;
        let mut weightings = Weighting::spread(config.weights, config.steepness);
        let is_known = |walk: &Walk| walk.place.is_none_or(|place| place < weightings.len());
        if state.weightings.len() != weightings.len()
            || state.walks.len() != chains.len()
            || !state.walks.iter().all(is_known)
            || !state.course.extent.is_valid()
        {
            return Err(RestoreError::Damaged("its weights or chains are not those of the settings".into()));
        }
        for (chain, walk) in chains.iter_mut().zip(&state.walks) {
            let alpha = Alpha::new(walk.alpha).map_err(|error| RestoreError::Damaged(error.to_string()))?;
            chain.set_alpha(alpha);
        }
        for (saved, weighting) in state.weightings.iter().zip(&mut weightings) {
            saved.restore(city, weighting)?;
        }
        let mut known = Staircase::default();
        let mut evaluator = Evaluator::new(problem);
        for saved in &state.known {
            let (claimed, routes) = saved.point(city)?;
            let is_true = trade(&evaluator.score_lines(routes.lines())).is_some_and(|found| {
                found.driven == claimed.driven
                    && is_same_cost(city, found.passenger_minutes, claimed.passenger_minutes)
            });
            if !is_true || routes.routes.len() != problem.limits.routes() {
                return Err(RestoreError::Damaged("a network is not what it is said to be".into()));
            }
            known.add(claimed, routes);
        }
        Ok(Self { problem, config, chains, walks: state.walks, weightings, known, course: state.course })
    }

    /// The Pareto-optimal networks found, by rising driving time and so by falling trip time. No more than asked for.
    pub fn points(&self) -> Vec<(Trade, RouteSet)> {
        let mut known = self.known.clone();
        known.thin(self.config.points);
        known.into_steps()
    }

    /// The number of Pareto-optimal networks known, and the outermost of them: the one with the least driving time,
    /// and the one with the shortest trips.
    pub fn extent(&self) -> Option<(usize, [Trade; 2])> {
        let steps = self.known.steps();
        Some((steps.len(), [steps.first()?.0, steps.last()?.0]))
    }

    /// Plain descent; at its end the temperature of the opening is set by what changes cost there.
    fn descend(&mut self, threads: usize) {
        let effort = self.effort();
        let is_last = self.course.descent_left == 1;
        let scales = self.chains.run(threads, |_, chain| {
            chain.anneal(0.0, effort, &mut ());
            if is_last {
                chain.measure_worsening(SAMPLES);
            }
            chain.worsening()
        });
        let Some(scales) = scales else { return };
        if is_last {
            self.walks.iter_mut().zip(scales).for_each(|(walk, scale)| walk.scale = scale);
        }
        self.course.descent_left -= 1;
        self.keep_present();
    }

    /// Each chain anneals for its first weight, so that the extent of the front becomes known.
    fn look_for_ends(&mut self, done: f64, threads: usize) {
        let effort = self.effort();
        let heat = self.config.hot * libm::pow(OPENING_FALL, done);
        let walks = &self.walks;
        let done =
            self.chains.run(threads, |at, chain| chain.anneal(heat * walks[at].scale, effort, &mut ()));
        if done.is_some() {
            self.keep_present();
        }
    }

    /// A round at the weights where the chains are now.
    fn sweep(&mut self, done: f64, threads: usize) {
        for number in 0..self.chains.len() {
            self.enter(number, self.config.place(number, done));
        }
        let effort = self.effort();
        let heat = self.config.heat(done);
        let (known, distinct, walks) = (self.known.bare(), self.config.distinct, &self.walks);
        let results = self.chains.run(threads, |at, chain| {
            let mut scale = walks[at].scale;
            if scale == 0.0 {
                chain.measure_worsening(SAMPLES);
                scale = chain.worsening();
            }
            let mut finds = Finds::new(&known, distinct);
            chain.anneal(heat * scale, effort, &mut finds);
            (scale, finds.into_found())
        });
        let Some(results) = results else { return };
        for (walk, (scale, found)) in self.walks.iter_mut().zip(results) {
            walk.scale = scale;
            if let Some(place) = walk.place {
                self.weightings[place].scale = scale;
            }
            for (trade, routes) in found {
                self.known.add(trade, routes);
            }
        }
    }

    /// Moves a chain to a weight.
    fn enter(&mut self, number: usize, place: usize) {
        let (chain, walk) = (&mut self.chains[number], &mut self.walks[number]);
        if walk.place == Some(place) {
            return;
        }
        let present = trade(&chain.score()).map(|trade| (trade, chain.routes().clone()));
        let extent = &mut self.course.extent;
        extent.update(&self.known);
        if let (Some(from), Some(_)) = (walk.place, &present) {
            self.weightings[from].left.clone_from(&present);
        }
        let weighting = &self.weightings[place];
        let cost = |(trade, _): &&(Trade, RouteSet)| extent.cost(*trade, weighting.riders);
        let choices = present.iter().chain(&weighting.left);
        let best = choices.min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let alpha = extent.alpha(weighting.riders);
        chain.set_alpha(alpha);
        chain.forget_best();
        if let Some((_, routes)) = best {
            chain.move_to(routes);
        }
        *walk = Walk { place: Some(place), scale: weighting.scale, alpha: alpha.value() };
    }

    /// Keeps the networks that the chains are at, where nothing known is as good.
    fn keep_present(&mut self) {
        for chain in self.chains.iter_mut() {
            let routes = chain.routes().clone();
            let is_legal = !self.config.distinct || routes.has_distinct_lines();
            if let Some(trade) = trade(&chain.score()).filter(|_| is_legal) {
                self.known.add(trade, routes);
            }
        }
    }

    /// Measures whether the front grew.
    fn measure(&mut self) {
        self.course.area = self.course.area.max(dominated_area(&self.known));
    }

    fn effort(&self) -> Effort {
        let (visits, tries, pairs) = (self.config.visits(self.problem), self.config.tries, self.config.pairs);
        Effort { visits, tries, pairs, share: Share::ALL }
    }
}

impl Search for Front<'_> {
    fn name(&self) -> &'static str {
        "front"
    }

    fn advance(&mut self, progress: f64, threads: usize) {
        if self.course.descent_left > 0 {
            self.descend(threads);
        } else if progress < self.config.opening {
            self.look_for_ends(progress / self.config.opening, threads);
        } else {
            let opened = self.course.opened;
            self.sweep((progress - opened) / (1.0 - opened), threads);
        }
        if self.is_cancelled() {
            return;
        }
        if self.walks.iter().all(|walk| walk.place.is_none()) {
            self.course.opened = progress;
        }
        if self.known.len() > 4 * self.config.points {
            self.known.thin(2 * self.config.points);
        }
        self.measure();
    }

    fn best_cost(&self) -> f64 {
        1.0 / (1.0 + AREA_SCALE * self.course.area)
    }

    fn evaluations(&self) -> u64 {
        self.chains.evaluations()
    }

    fn is_cancelled(&self) -> bool {
        self.chains.are_cancelled()
    }

    fn move_counts(&self) -> Vec<MoveCount> {
        self.chains.move_counts()
    }

    fn snapshot(&self) -> Snapshot {
        let state = State {
            course: self.course,
            walks: self.walks.clone(),
            chains: self.chains.states(),
            weightings: self.weightings.iter().map(SavedWeighting::new).collect(),
            known: self.known.steps().iter().map(SavedPoint::new).collect(),
        };
        Snapshot {
            method: self.name().into(),
            evaluations: self.evaluations(),
            best_cost: self.best_cost(),
            best: Vec::new(),
            state: serde_json::to_string(&state).expect("plain data has a text form"),
        }
    }
}

fn task<'p>(problem: &'p Problem, config: &FrontConfig, start: &Start) -> Result<Arc<Task<'p>>, SearchError> {
    if !start.plugins.terms.is_empty() {
        return Err(SearchError::TermsOnFront);
    }
    let moves = Moves::new(&config.moves, &config.pair_moves, 0, &start.plugins)?;
    Ok(Arc::new(Task::new(problem, config.distinct, start, moves, Vec::new())?))
}

/// What a network is to riders and operator, if it keeps all constraints.
fn trade(score: &Score) -> Option<Trade> {
    let Score { passenger_minutes, driven, .. } = *score;
    (score.is_feasible && passenger_minutes.is_finite()).then_some(Trade { passenger_minutes, driven })
}
