//! Routewright's own search: simulated annealing of routes, on several chains that exchange networks.
//!
//! A chain takes one route out, keeps the trip times over the others, and tries many changes of that route
//! against them, each scored exactly; then the next route. Changes that cost more are accepted with a
//! probability that falls with the temperature; the temperature falls from a share of what a typical change
//! costs in this very network to a small part of it. `docs/search.md` reports what each part contributes.

mod config;
mod heats;
mod least;
mod others;

use std::sync::Arc;

use routewright_model::Problem;

use crate::chain::{ChainState, Chains, Effort, Share, Task};
use crate::moves::{MoveCount, Moves, RoutePool};
use crate::snapshot::check_cost;
use crate::{
    ChangePrice, CostTerm, Exchange, NetworkSearch, RestoreError, RouteSet, Search, SearchError, Seed,
    Snapshot, Start,
};
pub use config::AnnealConfig;
use heats::Heats;
use least::{Least, Riders};

/// Changes that are drawn to measure what one costs.
const SAMPLES: usize = 2048;

/// Times that every route is taken out before the temperature is set.
const WARM_UP_VISITS: u32 = 4;

/// Fewest routes taken out in a round in a large city.
const LARGE_CITY_VISITS: u32 = 16;

/// Share of the run that the descent at its beginning may take.
const LONGEST_WARM_UP: f64 = 0.05;

/// Simulated annealing of routes.
pub struct Anneal<'p> {
    problem: &'p Problem,
    config: AnnealConfig,
    chains: Chains<'p>,
    best: RouteSet,
    best_cost: f64,
    course: Course,
    /// Routes of the short annealings.
    pool: RoutePool,
    /// Whether the run is divided into several annealings: it starts from nothing.
    may_restart: bool,
    /// Whether a network of fewest route minutes may be looked for by its proof.
    may_prove: bool,
    /// Where it meets searches that run elsewhere.
    exchange: Option<Exchange>,
    /// Share of a longer run that was over when this one began.
    begin: f64,
}

/// How far the search is, besides its chains.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
struct Course {
    /// Rounds of plain descent left before the temperature is set.
    warm_up_left: u32,
    /// What a typical change costs, in units of the unified cost; 0 before it is known.
    scale: f64,
    /// Share of the run when the warm-up began.
    first: Option<f64>,
    heats: Heats,
    least: Least,
    riders: Option<Riders>,
    /// Exchanges between chains that are done.
    exchanges: u32,
    /// Rounds that chains worked on one network.
    rounds: u32,
}

/// [`Snapshot::state`] of this search.
#[derive(serde::Serialize, serde::Deserialize)]
struct State {
    course: Course,
    pool: Vec<Vec<Vec<u32>>>,
    chains: Vec<ChainState>,
}

impl<'p> Anneal<'p> {
    /// A search before its first round; one that is cancelled while it starts has a single chain at least. Where change has a price, it is charged against the routes of the start.
    ///
    /// # Errors
    /// Nothing is left to design, or no legal route exists.
    pub fn new(
        problem: &'p Problem,
        config: AnnealConfig,
        seed: Seed,
        start: Start,
    ) -> Result<Self, SearchError> {
        let task = task(problem, &config, &start)?;
        let chains = Chains::new(&task, config.chains, seed, start.routes.as_ref())?;
        // Every route is taken out a few times before the temperature is set.
        let warm_up_left = (WARM_UP_VISITS * task.route_count() as u32).div_ceil(config.visits(problem));
        let course = Course { warm_up_left, ..Course::default() };
        let (best, best_cost) = (RouteSet::default(), f64::INFINITY);
        let pool = RoutePool::new(&problem.city, Vec::new());
        let (may_restart, may_prove) = (may_restart(problem, &start, &chains), may_prove(&task, &start));
        let (exchange, begin) = (start.exchange.clone(), start.begin.clamp(0.0, 1.0));
        let mut search = Self {
            problem,
            config,
            chains,
            best,
            best_cost,
            course,
            pool,
            may_restart,
            may_prove,
            exchange,
            begin,
        };
        search.keep_best();
        Ok(search)
    }

    /// Resumes a search from a snapshot as if it had never stopped, with the settings and the start that it had.
    ///
    /// # Errors
    /// The snapshot is of another method, city or problem.
    pub fn restore(
        problem: &'p Problem,
        config: AnnealConfig,
        start: &Start,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        snapshot.check_method("anneal")?;
        let state: State = serde_json::from_str(&snapshot.state)?;
        let task = task(problem, &config, start)?;
        let mut chains = Chains::restore(&task, config.chains, state.chains)?;
        let best = RouteSet::from_indices(&problem.city, &snapshot.best)?;
        if best.routes.len() != task.route_count() {
            return Err(RestoreError::Damaged("its best network has another number of routes".into()));
        }
        check_cost(chains[0].cost_of(&best), snapshot.best_cost)?;
        let pool = RoutePool::from_indices(&problem.city, &state.pool)?;
        let pool = if state.course.least.has_pool { pool.proven() } else { pool };
        let (may_restart, may_prove) = (may_restart(problem, start, &chains), may_prove(&task, start));
        let (best_cost, course) = (snapshot.best_cost, state.course);
        let (exchange, begin) = (start.exchange.clone(), start.begin.clamp(0.0, 1.0));
        let mut search = Self {
            problem,
            config,
            chains,
            best,
            best_cost,
            course,
            pool,
            may_restart,
            may_prove,
            exchange,
            begin,
        };
        search.share_pool();
        if search.course.riders.is_some() {
            search.weigh_riders();
        }
        Ok(search)
    }

    /// Plain descent before the temperature is set. In a large city it may take longer than the whole run.
    fn warm_up(&mut self, progress: f64, threads: usize) {
        let effort = self.effort();
        let is_done = match self.is_team() {
            true => self.work_together(0.0, effort, threads),
            false => self.chains.run(threads, |_, chain| chain.anneal(0.0, effort, &mut ())).is_some(),
        };
        if is_done {
            let first = self.course.first.unwrap_or(progress);
            let is_over = progress - first > LONGEST_WARM_UP * (1.0 - first);
            self.course.warm_up_left = if is_over { 0 } else { self.course.warm_up_left - 1 };
        }
    }

    /// Sets the temperature by what changes cost.
    fn measure(&mut self, progress: f64, threads: usize) {
        if self.chains.run(threads, |_, chain| chain.measure_worsening(SAMPLES)).is_some() {
            let worsening = self.chains.iter().map(|chain| libm::log(chain.worsening()));
            self.course.scale = libm::exp(worsening.sum::<f64>() / self.chains.len() as f64);
            let spent = progress - self.course.first.unwrap_or(progress);
            let most = if self.may_restart && !self.course.least.has_pool { self.config.heats } else { 0 };
            self.course.heats = Heats::plan(most, (progress, self.end()), self.warm_up_visits(), spent);
        }
    }

    /// Times that every route was taken out in whole rounds of the warm-up.
    fn warm_up_visits(&self) -> f64 {
        let (routes, visits) =
            (self.chains[0].routes().routes.len() as u32, self.config.visits(self.problem));
        f64::from((WARM_UP_VISITS * routes).div_ceil(visits) * visits) / f64::from(routes)
    }

    /// Puts the best routes of all chains into the pool and starts them anew. False if it was cut short.
    fn next_heat(&mut self, due: u32, threads: usize) -> bool {
        let Some(starts) = self.chains.run(threads, |_, chain| chain.construct()) else { return false };
        for (chain, start) in self.chains.iter_mut().zip(starts.into_iter().flatten()) {
            if let Some(exchange) = &self.exchange {
                exchange.finish(chain.best().clone());
            }
            self.pool.add(chain.best().clone());
            chain.move_to(&start);
            chain.forget_best();
        }
        self.course.heats.now = due;
        self.share_pool();
        true
    }

    /// Lets chains draw from the pool in the last annealing, and from routes found by proof at once.
    fn share_pool(&mut self) {
        if self.course.least.has_pool || self.course.heats.short > 0 && self.course.heats.is_last() {
            let pool = Arc::new(self.pool.clone());
            self.chains.iter_mut().for_each(|chain| chain.set_pool(pool.clone()));
        }
    }

    /// From time to time the better half of the chains replaces the worse half.
    fn exchange(&mut self, progress: f64) {
        let due = self.config.exchanges_due(progress);
        if due <= self.course.exchanges || self.chains.len() < 2 {
            return;
        }
        self.course.exchanges = due;
        self.chains.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        let keep = self.chains.len().div_ceil(2);
        let (better, worse) = self.chains.split_at_mut(keep);
        for (from, to) in better.iter().zip(worse) {
            to.take_over(from);
        }
    }

    fn keep_best(&mut self) {
        for chain in self.chains.iter() {
            if chain.best_cost() < self.best_cost {
                self.best_cost = chain.best_cost();
                self.best.clone_from(chain.best());
            }
        }
    }

    fn effort(&self) -> Effort {
        let (visits, tries, pairs) = (self.config.visits(self.problem), self.config.tries, self.config.pairs);
        let effort = Effort { visits, tries, pairs, share: Share::ALL };
        match self.chains[0].is_large() {
            false => effort,
            // A change of two routes is scored from scratch: in a large city that takes as long as a visit.
            true => Effort { visits: visits.max(LARGE_CITY_VISITS), pairs: 0, ..effort },
        }
    }

    /// Whether chains work on one network: in large cities, with routes enough for all of them, where scores take long.
    fn is_team(&self) -> bool {
        let count = self.chains.len();
        let counts_riders = self.problem.alpha.value() > 0.0;
        count > 1
            && counts_riders
            && self.chains[0].is_large()
            && self.chains[0].routes().routes.len() >= 4 * count
    }

    /// A round of all chains on one network, at first the best of theirs. False if it was cut short.
    fn work_together(&mut self, temperature: f64, effort: Effort, threads: usize) -> bool {
        if self.course.rounds == 0 {
            self.chains.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
        }
        // Every route has its turn on every chain.
        let (turn, of) = (self.course.rounds as usize, self.chains.len());
        let shares: Vec<Share> = (0..of).map(|at| Share { first: (at + turn) % of, of }).collect();
        let is_done = self.chains.work_together(temperature, effort, &shares, threads);
        self.course.rounds += u32::from(is_done);
        is_done
    }

    /// A round, at this share of the run.
    fn play_round(&mut self, progress: f64, threads: usize) {
        if self.look_for_least(progress) {
            return self.keep_best();
        }
        self.course.first.get_or_insert(progress);
        if self.is_time_for_riders(progress) {
            return self.help_riders(progress, threads);
        }
        if self.course.warm_up_left > 0 {
            self.warm_up(progress, threads);
        } else if self.course.scale == 0.0 {
            self.measure(progress, threads);
        } else {
            let due = self.course.heats.due(progress);
            if due != self.course.heats.now && !self.next_heat(due, threads) {
                return;
            }
            let progress = self.course.heats.progress(progress);
            let temperature =
                self.course.scale * self.config.heat(self.problem, progress, self.chains[0].is_large());
            let effort = self.effort();
            if self.is_team() {
                self.work_together(temperature, effort, threads);
            } else {
                let done = self.chains.run(threads, |_, chain| chain.anneal(temperature, effort, &mut ()));
                if done.is_some() && self.course.heats.is_last() {
                    self.exchange(progress);
                }
            }
        }
        self.keep_best();
    }
}

impl Search for Anneal<'_> {
    fn name(&self) -> &'static str {
        "anneal"
    }

    fn advance(&mut self, progress: f64, threads: usize) {
        self.meet_others();
        self.play_round(self.begin + (1.0 - self.begin) * progress, threads);
        self.tell_others();
    }

    fn best_cost(&self) -> f64 {
        self.best_cost
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
        let (pool, chains) = (self.pool.to_indices(), self.chains.states());
        let state = State { course: self.course, pool, chains };
        Snapshot {
            method: self.name().into(),
            evaluations: self.evaluations(),
            best_cost: self.best_cost,
            best: self.best.to_indices(),
            state: serde_json::to_string(&state).expect("plain data has a text form"),
        }
    }
}

impl NetworkSearch for Anneal<'_> {
    fn best(&self) -> &RouteSet {
        &self.best
    }
}

fn task<'p>(
    problem: &'p Problem,
    config: &AnnealConfig,
    start: &Start,
) -> Result<Arc<Task<'p>>, SearchError> {
    let priced = start.routes.as_ref().filter(|_| config.change_price > 0.0);
    let change = priced.map(|routes| ChangePrice::new(&problem.city, routes, config.change_price));
    let change = change.map(|change| Arc::new(change) as Arc<dyn CostTerm>);
    let terms = change.into_iter().chain(start.plugins.terms.iter().cloned()).collect();
    let moves = Moves::new(&config.moves, &config.pair_moves, config.pool_odds, &start.plugins)?;
    Ok(Arc::new(Task::new(problem, config.distinct, start, moves, terms)?))
}

/// Short annealings that start anew are of use where networks have routes in common, which they have not where riders' time
/// alone counts, and where there is nothing to start from.
fn may_restart(problem: &Problem, start: &Start, chains: &Chains<'_>) -> bool {
    problem.alpha.value() < 1.0 && start.routes.is_none() && !chains[0].is_large()
}

/// The proof knows route minutes alone, of routes that all may be designed.
fn may_prove(task: &Task<'_>, start: &Start) -> bool {
    let is_operators = task.problem.alpha.value() == 0.0 && !task.has_terms();
    let is_free =
        task.frozen.routes.is_empty() && task.problem.fixed.routes.is_empty() && start.routes.is_none();
    is_operators && is_free && task.distinct
}
