//! The search for a service: lines, headways and vehicles, annealed together.
//!
//! As [`crate::Anneal`] it takes one line out, keeps the times over the others, and tries many changes of that line
//! against them; riders are modelled by sections. In between, vehicles change hands, and lines come and go, are split and joined. Loads
//! are worked out only for changes that riders would accept. The best service of each round is judged by optimal
//! strategies, and the best judged one is the result. `docs/service.md` reports what each part contributes.

mod chain;
mod config;
mod front;
mod lines;
mod problem;
mod split;
mod state;
mod task;
mod wide;

use std::sync::Arc;

use routewright_eval::strategies::Judge;

use crate::moves::{Counts, MoveCount};
use crate::parallel::for_each_item;
use crate::snapshot::check_cost;
use crate::{Draw, NetworkSearch, RestoreError, RouteSet, Search, SearchError, Seed, Snapshot, Start};
use chain::{Chain, Effort};
pub use config::ServiceConfig;
pub use front::{ServiceFront, ServicePoint};
use lines::Service;
pub use problem::{HeadwayChoices, LineRules, ServiceProblem};
use state::{ChainState, LineState};
use task::Task;
pub use task::changed_stops;

/// Changes that are drawn to measure what one costs.
const SAMPLES: usize = 2048;
/// Cities up to this size work out loads for every change.
const LOADS_PER_CHANGE: usize = 64;
/// The least share of capacity that sections are held to.
const LEAST_ROOM: f64 = 0.8;

/// Simulated annealing of a service.
pub struct ServiceAnneal<'p> {
    task: Arc<Task<'p>>,
    config: ServiceConfig,
    chains: Vec<Chain<'p>>,
    judge: Judge,
    best: Service,
    /// The same for those who ask.
    best_routes: RouteSet,
    best_cost: f64,
    /// The best of a round that was cut short, if it is better still. A search that is resumed knows nothing of it.
    shown: Option<(RouteSet, f64)>,
    course: Course,
    is_cancelled: bool,
}

/// How far the search is, besides its chains.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Course {
    /// Rounds of plain descent left before the temperature is set.
    warm_up_left: u32,
    /// What a typical change costs, in minutes of a mean trip; 0 before it is known.
    scale: f64,
    /// Exchanges between chains that are done.
    exchanges: u32,
    /// Rounds until services are judged again.
    rounds_to_judgement: u32,
}

/// Where a chain was, its best service and what that cost.
type SavedChain = (chain::Position, Service, f64);

fn saved(chain: &Chain<'_>) -> SavedChain {
    (chain.at.clone(), chain.best.clone(), chain.best_cost)
}

/// Where a search was.
struct Mark {
    chains: Vec<SavedChain>,
    course: Course,
    /// The best service, the same for those who ask, and its cost.
    best: (Service, RouteSet, f64),
}

/// [`Snapshot::state`] of this search.
#[derive(serde::Serialize, serde::Deserialize)]
struct State {
    course: Course,
    best: Vec<LineState>,
    chains: Vec<ChainState>,
}

impl<'p> ServiceAnneal<'p> {
    /// A search before its first round.
    ///
    /// # Errors
    /// Nothing is left to design, or no legal line exists.
    pub fn new(
        problem: &'p ServiceProblem,
        config: ServiceConfig,
        seed: Seed,
        start: Start,
    ) -> Result<Self, SearchError> {
        Self::with_stream(problem, config, seed, &start, 0)
    }

    /// A search whose chains are numbered from `first`, so that it draws other numbers than searches beside it.
    fn with_stream(
        problem: &'p ServiceProblem,
        config: ServiceConfig,
        seed: Seed,
        start: &Start,
        first: u32,
    ) -> Result<Self, SearchError> {
        let task = Arc::new(Task::new(problem, &config, start)?);
        let mut chains = Vec::new();
        for number in 0..config.chains.max(1) as u32 {
            let mut rng = seed.rng(Draw::Chain { chain: first + number });
            let service = task.first(&mut rng, start.routes.as_ref())?;
            chains.push(Chain::new(task.clone(), rng, service));
            if task.interrupt.is_asked() {
                break;
            }
        }
        let visits = config.visits(problem.city().node_count());
        let warm_up_left = (4 * task.most_lines as u32).div_ceil(visits);
        let course = Course { warm_up_left, scale: 0.0, exchanges: 0, rounds_to_judgement: 0 };
        let is_cancelled = task.interrupt.is_asked();
        let mut search = Self {
            judge: Judge::new(problem.city(), &problem.model),
            task,
            config,
            chains,
            best: Service::default(),
            best_routes: RouteSet::default(),
            best_cost: f64::INFINITY,
            shown: None,
            course,
            is_cancelled,
        };
        search.judge_all();
        Ok(search)
    }

    /// Resumes a search from a snapshot as if it had never stopped, with the settings and the start that it had.
    ///
    /// # Errors
    /// The snapshot is of another method, city or problem.
    pub fn restore(
        problem: &'p ServiceProblem,
        config: ServiceConfig,
        start: &Start,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        snapshot.check_method("service")?;
        let state: State = serde_json::from_str(&snapshot.state)?;
        let task = Arc::new(Task::new(problem, &config, start)?);
        let restore = |state| Chain::restore(task.clone(), state);
        let chains = state.chains.into_iter().map(restore).collect::<Result<Vec<_>, _>>()?;
        if chains.len() != config.chains.max(1) {
            return Err(RestoreError::Damaged("it has another number of chains".into()));
        }
        let best = state::service(&task, &state.best)?;
        let mut search = Self {
            judge: Judge::new(problem.city(), &problem.model),
            best_routes: best.to_routes(problem),
            task,
            config,
            chains,
            best,
            best_cost: snapshot.best_cost,
            shown: None,
            course: state.course,
            is_cancelled: false,
        };
        let best = search.best.clone();
        check_cost(search.judged_cost(&best).0, snapshot.best_cost)?;
        Ok(search)
    }

    /// The cost of a service by strategies, and riders above capacity.
    fn judged_cost(&mut self, service: &Service) -> (f64, f64) {
        let problem = self.task.problem;
        let routes = service.to_routes(problem).to_network(problem.city());
        let mut lines = problem.model.lines(&routes);
        lines.extend(self.task.frozen_lines.iter().cloned());
        let ours = lines.len();
        lines.extend(self.task.fixed_lines.iter().cloned());
        let verdict = self.judge.assess(&lines, ours);
        let trips = problem.trips_per_hour();
        let minutes = (verdict.perceived_minutes + problem.overload_price * verdict.overload) / trips;
        (minutes + self.task.charge(service), verdict.overload)
    }

    /// Judges the best service of every chain, and gives chains more or less room for loads.
    fn judge_all(&mut self) {
        for at in 0..self.chains.len() {
            let service = std::mem::take(&mut self.chains[at].best);
            let (cost, overload) = self.judged_cost(&service);
            if cost < self.best_cost {
                self.best_cost = cost;
                self.best.clone_from(&service);
                self.best_routes = service.to_routes(self.task.problem);
            }
            let chain = &mut self.chains[at];
            chain.best = service;
            // Strategies spread riders otherwise than sections do.
            let room = if overload > 1e-6 { chain.at.room * 0.995 } else { chain.at.room * 1.001 };
            chain.set_room(room.clamp(LEAST_ROOM, 1.0));
        }
    }

    /// Judges the best service of every chain for those who ask, and leaves no trace in what a snapshot holds.
    fn show_best(&mut self) {
        for at in 0..self.chains.len() {
            let service = self.chains[at].best.clone();
            let cost = self.judged_cost(&service).0;
            if cost < self.best_cost() {
                self.shown = Some((service.to_routes(self.task.problem), cost));
            }
        }
    }

    /// Lets every chain work, on at most `threads` threads. False if the search was cancelled: chains are then where
    /// they were.
    fn run(&mut self, threads: usize, work: impl Fn(&mut Chain<'p>) + Sync) -> bool {
        let before: Vec<_> = self.chains.iter().map(saved).collect();
        for_each_item(&mut self.chains, threads, |_, chain| work(chain));
        self.is_cancelled = self.chains.iter().any(|chain| chain.is_cancelled);
        if self.is_cancelled {
            self.show_best();
            self.return_chains(before);
        }
        !self.is_cancelled
    }

    /// Plain descent; at its end the temperature is set by what changes cost there.
    fn warm_up(&mut self, threads: usize) -> bool {
        let effort = self.effort();
        let is_last = self.course.warm_up_left == 1;
        let is_done = self.run(threads, |chain| {
            chain.anneal(0.0, effort);
            if is_last {
                chain.measure_worsening(SAMPLES);
            }
        });
        if is_done {
            self.course.warm_up_left -= 1;
            let worsening = self.chains.iter().map(|chain| libm::log(chain.worsening));
            self.course.scale = libm::exp(worsening.sum::<f64>() / self.chains.len() as f64);
        }
        is_done
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

    /// The service of the chain that does best.
    fn leading(&self) -> Service {
        let best = self.chains.iter().min_by(|a, b| a.cost().total_cmp(&b.cost()));
        best.map(|chain| chain.at.service.clone()).unwrap_or_default()
    }

    /// Moves the worst chain to a service, made to keep to the vehicles, if that is better.
    fn adopt(&mut self, service: &Service) {
        let mut service = service.clone();
        self.task.shrink(&mut service);
        let worst = self.chains.iter_mut().max_by(|a, b| a.cost().total_cmp(&b.cost()));
        let Some(chain) = worst.filter(|_| !service.lines.is_empty()) else { return };
        let before = chain.at.clone();
        chain.at.service = service;
        chain.score_again();
        match chain.cost() < before.price.total() {
            true => chain.note_best(),
            false => chain.return_to(before),
        }
    }

    /// Where the search is, to return to.
    fn mark(&self) -> Mark {
        let best = (self.best.clone(), self.best_routes.clone(), self.best_cost);
        Mark { chains: self.chains.iter().map(saved).collect(), course: self.course, best }
    }

    /// Undoes everything since a mark; a better service that was found is shown all the same.
    fn return_to(&mut self, mark: Mark) {
        let shown = (self.best().clone(), self.best_cost());
        self.return_chains(mark.chains);
        self.course = mark.course;
        (self.best, self.best_routes, self.best_cost) = mark.best;
        self.shown = (shown.1 < self.best_cost).then_some(shown);
    }

    fn return_chains(&mut self, chains: Vec<SavedChain>) {
        for (chain, (at, best, best_cost)) in self.chains.iter_mut().zip(chains) {
            chain.return_to(at);
            (chain.best, chain.best_cost) = (best, best_cost);
        }
    }

    fn effort(&self) -> Effort {
        let nodes = self.task.problem.city().node_count();
        let (visits, wide) = (self.config.visits(nodes), self.config.wide(nodes));
        Effort { visits, tries: self.config.tries(nodes), wide, loads_per_change: nodes <= LOADS_PER_CHANGE }
    }

    /// Rounds between two judgements: one in small cities, where strategies take no time.
    fn judgement_pace(&self) -> u32 {
        let n = self.task.problem.city().node_count() as u32;
        (n * n / 5000).clamp(1, 64)
    }
}

impl Search for ServiceAnneal<'_> {
    fn name(&self) -> &'static str {
        "service"
    }

    fn advance(&mut self, progress: f64, threads: usize) {
        let is_done = if self.course.warm_up_left > 0 {
            self.warm_up(threads)
        } else {
            let temperature = self.course.scale * self.config.heat(progress);
            let effort = self.effort();
            let is_done = self.run(threads, |chain| chain.anneal(temperature, effort));
            if is_done {
                self.exchange(progress);
            }
            is_done
        };
        if !is_done {
            return;
        }
        self.course.rounds_to_judgement = match self.course.rounds_to_judgement {
            0 => {
                self.judge_all();
                self.judgement_pace() - 1
            }
            left => left - 1,
        };
    }

    fn conclude(&mut self) {
        self.show_best();
    }

    fn best_cost(&self) -> f64 {
        self.shown.as_ref().map_or(self.best_cost, |shown| shown.1)
    }

    fn evaluations(&self) -> u64 {
        self.chains.iter().map(|chain| chain.at.evaluations).sum()
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    fn move_counts(&self) -> Vec<MoveCount> {
        let sum = |at: usize| {
            let mut sum = Counts::default();
            self.chains.iter().for_each(|chain| sum.add(chain.at.counts[at]));
            sum
        };
        Chain::names(&self.task).into_iter().enumerate().map(|(at, name)| sum(at).named(name)).collect()
    }

    fn snapshot(&self) -> Snapshot {
        let state = State {
            course: self.course,
            best: state::lines(&self.best),
            chains: self.chains.iter().map(Chain::state).collect(),
        };
        Snapshot {
            method: self.name().into(),
            evaluations: self.evaluations(),
            best_cost: self.best_cost,
            best: self.best_routes.to_indices(),
            state: serde_json::to_string(&state).expect("plain data has a text form"),
        }
    }
}

impl NetworkSearch for ServiceAnneal<'_> {
    fn best(&self) -> &RouteSet {
        self.shown.as_ref().map_or(&self.best_routes, |shown| &shown.0)
    }
}
