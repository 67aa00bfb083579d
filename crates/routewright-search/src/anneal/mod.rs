//! Routewright's own search: simulated annealing of routes, on several chains that exchange networks.
//!
//! A chain takes one route out, keeps the trip times over the others, and tries many changes of that route
//! against them, each scored exactly; then the next route. Changes that cost more are accepted with a
//! probability that falls with the temperature; the temperature falls from a share of what a typical change
//! costs in this very network to a small part of it. `docs/search.md` tells what each part brought.

pub(crate) mod chain;
mod config;
mod tried;

use std::sync::Arc;

use routewright_env::{ConstructionOptions, UniformPolicy, construct};
use routewright_model::Problem;

use crate::moves::CheapRoutes;
use crate::run::{RestoreError, Search, Snapshot};
use crate::{ChangePrice, Draw, Plan, Seed};
use chain::{Chain, ChainState, Ground};
pub use config::AnnealConfig;

/// Changes that are drawn to find out what one costs.
const SAMPLES: usize = 2048;

/// The search.
pub struct Anneal<'p> {
    problem: &'p Problem,
    config: AnnealConfig,
    chains: Vec<Chain<'p>>,
    best: Plan,
    best_cost: f64,
    course: Course,
    change: Option<Arc<ChangePrice>>,
}

/// How far the search is, besides its chains.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Course {
    /// Rounds of plain descent left before the temperature is set.
    warm_up_left: u32,
    /// What a typical change costs, in units of the unified cost; 0 before it is known.
    scale: f64,
    /// Exchanges between chains that are done.
    exchanges: u32,
}

/// [`Snapshot::state`] of this search.
#[derive(serde::Serialize, serde::Deserialize)]
struct State {
    course: Course,
    chains: Vec<ChainState>,
    /// The network that changes are priced against, where they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Vec<Vec<u32>>>,
}

impl<'p> Anneal<'p> {
    /// A search that starts from a network, or from random routes that cover the demand. Where change has a price, it
    /// is the start that the price holds against.
    pub fn new(problem: &'p Problem, config: AnnealConfig, seed: Seed, start: Option<Plan>) -> Self {
        let cheap = Arc::new(CheapRoutes::new(problem));
        let change = start
            .as_ref()
            .filter(|_| config.change_price > 0.0)
            .map(|start| Arc::new(ChangePrice::new(&problem.city, start, config.change_price)));
        let options = ConstructionOptions {
            cover_demand: true,
            distinct: config.distinct,
            ..ConstructionOptions::default()
        };
        let chains: Vec<_> = (0..config.chains.max(1) as u32)
            .map(|chain| {
                let plan = start.clone().unwrap_or_else(|| {
                    let mut rng = seed.rng(Draw::Construction { sample: chain });
                    let routes = construct(problem, options, &UniformPolicy, &mut rng);
                    Plan::from_stops(&problem.city, &routes)
                });
                let rng = seed.rng(Draw::Chain { chain });
                Chain::new(Ground::new(problem, &cheap, config.distinct, &change), rng, plan)
            })
            .collect();
        // Every route is taken out a few times before the temperature is set.
        let warm_up_left = (4 * problem.designed_routes() as u32).div_ceil(config.visits(problem));
        let course = Course { warm_up_left, scale: 0.0, exchanges: 0 };
        let (best, best_cost) = (Plan::default(), f64::INFINITY);
        let mut search = Self { problem, config, chains, best, best_cost, course, change };
        search.keep_best();
        search
    }

    /// Goes on from a snapshot, as if it had never been laid down.
    ///
    /// # Errors
    /// The snapshot is of another method, city or problem.
    pub fn restore(
        problem: &'p Problem,
        config: AnnealConfig,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        if snapshot.method != "anneal" {
            let (expected, found) = ("anneal".into(), snapshot.method.clone());
            return Err(RestoreError::Method { expected, found });
        }
        let damaged = |problem: &dyn std::fmt::Display| RestoreError::Damaged(problem.to_string());
        let state: State = serde_json::from_str(&snapshot.state).map_err(|error| damaged(&error))?;
        let cheap = Arc::new(CheapRoutes::new(problem));
        let start = state.start.as_deref().map(|start| Plan::from_indices(&problem.city, start));
        let start = start.transpose().map_err(|error| damaged(&error))?;
        let change =
            start.map(|start| Arc::new(ChangePrice::new(&problem.city, &start, config.change_price)));
        let chains = state
            .chains
            .into_iter()
            .map(|chain| Chain::restore(Ground::new(problem, &cheap, config.distinct, &change), chain))
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| damaged(&error))?;
        if chains.len() != config.chains.max(1) {
            return Err(damaged(&"it has another number of chains"));
        }
        let best = Plan::from_indices(&problem.city, &snapshot.best).map_err(|error| damaged(&error))?;
        Ok(Self {
            problem,
            config,
            chains,
            best,
            best_cost: snapshot.best_cost,
            course: state.course,
            change,
        })
    }

    /// Runs every chain for a round, on as many threads as there are.
    fn run_chains(&mut self, threads: usize, work: impl Fn(&mut Chain<'p>) + Sync) {
        let share = self.chains.len().div_ceil(threads.clamp(1, self.chains.len()));
        if share == self.chains.len() {
            return self.chains.iter_mut().for_each(work);
        }
        std::thread::scope(|scope| {
            for chains in self.chains.chunks_mut(share) {
                scope.spawn(|| chains.iter_mut().for_each(&work));
            }
        });
    }

    /// Plain descent; at its end the temperature is set by what changes cost there.
    fn warm_up(&mut self, threads: usize) {
        let (visits, tries) = (self.config.visits(self.problem), self.config.tries);
        let pairs = self.config.pairs;
        let is_last = self.course.warm_up_left == 1;
        self.run_chains(threads, |chain| {
            chain.anneal(0.0, visits, tries, pairs);
            if is_last {
                chain.measure_worsening(SAMPLES);
            }
        });
        self.course.warm_up_left -= 1;
        let worsening = self.chains.iter().map(|chain| libm::log(chain.worsening()));
        self.course.scale = libm::exp(worsening.sum::<f64>() / self.chains.len() as f64);
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
        for chain in &self.chains {
            if chain.best_cost() < self.best_cost {
                self.best_cost = chain.best_cost();
                self.best.clone_from(chain.best());
            }
        }
    }
}

impl Search for Anneal<'_> {
    fn name(&self) -> &'static str {
        "anneal"
    }

    fn advance(&mut self, progress: f64, threads: usize) {
        if self.course.warm_up_left > 0 {
            self.warm_up(threads);
        } else {
            let temperature = self.course.scale * self.config.heat(self.problem, progress);
            let (visits, tries) = (self.config.visits(self.problem), self.config.tries);
            let pairs = self.config.pairs;
            self.run_chains(threads, |chain| chain.anneal(temperature, visits, tries, pairs));
            self.exchange(progress);
        }
        self.keep_best();
    }

    fn best(&self) -> &Plan {
        &self.best
    }

    fn best_cost(&self) -> f64 {
        self.best_cost
    }

    fn evaluations(&self) -> u64 {
        self.chains.iter().map(Chain::evaluations).sum()
    }

    fn snapshot(&self) -> Snapshot {
        let state = State {
            course: self.course,
            chains: self.chains.iter().map(Chain::state).collect(),
            start: self.change.as_ref().map(|change| change.start_indices()),
        };
        Snapshot {
            method: self.name().into(),
            evaluations: self.evaluations(),
            best_cost: self.best_cost,
            best: self.best.to_indices(),
            state: serde_json::to_string(&state).expect("plain data has a text form"),
        }
    }
}
