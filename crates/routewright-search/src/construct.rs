//! The best of many constructed networks: the paper's RC-k and LC-k.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use routewright_env::{ConstructionOptions, Policy, UniformPolicy, construct};
use routewright_eval::Evaluator;
use routewright_model::Problem;

use crate::plan::Path;
use crate::run::{RestoreError, Search, Snapshot};
use crate::{Draw, Plan, Seed};

/// Networks built in a round.
const ROUND: u32 = 16;

/// What [`Construct`] builds, and how many.
pub struct ConstructConfig {
    /// Name of the search, such as `"rc"`.
    pub name: &'static str,
    /// Who builds: they take turns, network by network.
    pub policies: Vec<Box<dyn Policy>>,
    /// How.
    pub options: ConstructionOptions,
    /// Networks built in all (k).
    pub samples: NonZeroU32,
}

impl ConstructConfig {
    /// The paper's RC-k: `samples` networks built at random.
    pub fn random(options: ConstructionOptions, samples: NonZeroU32) -> Self {
        Self { name: "rc", policies: vec![Box::new(UniformPolicy)], options, samples }
    }

    /// The paper's LC-k: `samples` networks built by a policy, or by several that take turns.
    ///
    /// # Panics
    /// There is no policy.
    pub fn learned<P: Policy + 'static>(
        policies: impl IntoIterator<Item = P>,
        options: ConstructionOptions,
        samples: NonZeroU32,
    ) -> Self {
        let boxed = |policy| Box::new(policy) as Box<dyn Policy>;
        let policies: Vec<_> = policies.into_iter().map(boxed).collect();
        assert!(!policies.is_empty(), "somebody has to build");
        Self { name: "lc", policies, options, samples }
    }
}

/// Builds networks from nothing and keeps the best, the earliest among equals.
///
/// The first is built at once, others sixteen a round. When all are built further rounds do nothing: end the
/// run after [`Construct::rounds`], or when [`Construct::is_done`].
pub struct Construct<'p> {
    problem: &'p Problem,
    config: ConstructConfig,
    seed: Seed,
    /// Networks built.
    built: u32,
    best: Plan,
    best_cost: f64,
    /// One for each thread, made when first needed.
    evaluators: Vec<Evaluator<'p>>,
}

impl<'p> Construct<'p> {
    /// A search that has built its first network.
    pub fn new(problem: &'p Problem, config: ConstructConfig, seed: Seed) -> Self {
        let mut search = Self {
            problem,
            config,
            seed,
            built: 0,
            best: Plan::default(),
            best_cost: f64::INFINITY,
            evaluators: Vec::new(),
        };
        search.build(1, 1, &|| true);
        search
    }

    /// Goes on from a snapshot, with the settings and the seed it was made with.
    ///
    /// # Errors
    /// The snapshot is of another search or another city.
    pub fn restore(
        problem: &'p Problem,
        config: ConstructConfig,
        seed: Seed,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        if snapshot.method != config.name {
            return Err(RestoreError::Method {
                expected: config.name.into(),
                found: snapshot.method.clone(),
            });
        }
        let damaged = |reason: String| RestoreError::Damaged(reason);
        let (built, best_cost) = (snapshot.state.split_once(' '))
            .and_then(|(built, cost)| Some((built.parse().ok()?, cost.parse().ok()?)))
            .ok_or_else(|| damaged("it does not say how many networks were built".into()))?;
        let best =
            Plan::from_indices(&problem.city, &snapshot.best).map_err(|error| damaged(error.to_string()))?;
        let best_cost = f64::from_bits(best_cost);
        Ok(Self { problem, config, seed, built, best, best_cost, evaluators: Vec::new() })
    }

    /// Rounds it takes to build all networks.
    pub fn rounds(&self) -> u64 {
        (self.config.samples.get() - 1).div_ceil(ROUND).into()
    }

    /// Whether all networks are built.
    pub fn is_done(&self) -> bool {
        self.built >= self.config.samples.get()
    }

    /// A round that takes up no further network once it should not go on.
    pub fn advance_while(&mut self, threads: usize, goes_on: &(dyn Fn() -> bool + Sync)) {
        let missing = self.config.samples.get().saturating_sub(self.built);
        if missing > 0 {
            self.build(missing.min(ROUND), threads, goes_on);
        }
    }

    /// Builds up to that many more. Threads take the next network whenever they are done with one: some take many times
    /// as long as others.
    fn build(&mut self, count: u32, threads: usize, goes_on: &(dyn Fn() -> bool + Sync)) {
        let end = self.built + count;
        let threads = threads.clamp(1, count as usize);
        let (problem, config, seed) = (self.problem, &self.config, self.seed);
        while self.evaluators.len() < threads {
            self.evaluators.push(Evaluator::new(problem));
        }
        let next = AtomicU32::new(self.built);
        let build_some = |evaluator: &mut Evaluator<'_>| {
            let mut best: Option<Built> = None;
            while goes_on() {
                let sample = next.fetch_add(1, Ordering::Relaxed);
                if sample >= end {
                    break;
                }
                let built = Built::new(problem, config, seed, sample, evaluator);
                if best.as_ref().is_none_or(|best| built.is_better_than(best)) {
                    best = Some(built);
                }
            }
            best
        };
        let found: Vec<Option<Built>> = std::thread::scope(|scope| {
            let (own, others) = self.evaluators[..threads].split_first_mut().expect("there is a thread");
            let workers: Vec<_> =
                others.iter_mut().map(|evaluator| scope.spawn(|| build_some(evaluator))).collect();
            let own = build_some(own);
            let others =
                workers.into_iter().map(|worker| worker.join().expect("construction does not panic"));
            others.chain([own]).collect()
        });
        self.built = next.into_inner().min(end);
        let best = found.into_iter().flatten().reduce(|a, b| if b.is_better_than(&a) { b } else { a });
        if let Some(best) = best.filter(|best| best.cost < self.best_cost) {
            self.best_cost = best.cost;
            self.best = best.plan;
        }
    }
}

impl Search for Construct<'_> {
    fn name(&self) -> &'static str {
        self.config.name
    }

    fn advance(&mut self, _progress: f64, threads: usize) {
        self.advance_while(threads, &|| true);
    }

    fn best(&self) -> &Plan {
        &self.best
    }

    fn best_cost(&self) -> f64 {
        self.best_cost
    }

    fn evaluations(&self) -> u64 {
        self.built.into()
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            method: self.name().into(),
            evaluations: self.evaluations(),
            best_cost: self.best_cost,
            best: self.best.to_indices(),
            // The cost as bits: text would round it.
            state: format!("{} {}", self.built, self.best_cost.to_bits()),
        }
    }
}

/// A network of its number.
struct Built {
    cost: f64,
    sample: u32,
    plan: Plan,
}

impl Built {
    fn new(
        problem: &Problem,
        config: &ConstructConfig,
        seed: Seed,
        sample: u32,
        evaluator: &mut Evaluator<'_>,
    ) -> Self {
        let policy = &config.policies[sample as usize % config.policies.len()];
        let mut rng = seed.rng(Draw::Construction { sample });
        let routes = construct(problem, config.options, policy, &mut rng);
        let plan = Plan { paths: routes.iter().map(|stops| Path::new(&problem.city, stops)).collect() };
        Self { cost: evaluator.score_lines(plan.lines()).cost, sample, plan }
    }

    /// Cheaper, or as cheap and earlier.
    fn is_better_than(&self, other: &Self) -> bool {
        self.cost.total_cmp(&other.cost).then(self.sample.cmp(&other.sample)).is_lt()
    }
}
