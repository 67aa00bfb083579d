//! The best of many constructed networks: the paper's RC-k and LC-k.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use routewright_env::{ConstructionOptions, Policy, UniformPolicy, construct, construct_many};
use routewright_eval::Evaluator;
use routewright_model::{NodeId, Problem};

use crate::legal::LegalRoutes;
use crate::moves::Rules;
use crate::parallel::for_each_item;
use crate::snapshot::check_cost;
use crate::{Draw, Interrupt, NetworkSearch, RestoreError, RouteSet, Search, SearchError, Seed, Snapshot};

/// Networks built in a round.
const ROUND: u32 = 16;

/// What [`Construct`] builds, and how many.
pub struct ConstructConfig {
    /// Name of the search, such as `"rc"`.
    pub name: &'static str,
    /// Who builds; several policies take turns, network by network.
    pub policies: Vec<Box<dyn Policy>>,
    /// How networks are built.
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
        assert!(!policies.is_empty(), "construction needs a policy");
        Self { name: "lc", policies, options, samples }
    }
}

/// Builds networks from nothing and keeps the best, the earliest among equals.
///
/// The first is built by the constructor, the others sixteen per round. When all are built, further rounds do
/// nothing: end the run after [`Construct::rounds`], or when [`Construct::is_done`].
pub struct Construct<'p> {
    problem: &'p Problem,
    config: ConstructConfig,
    seed: Seed,
    /// Networks built.
    built: u32,
    best: RouteSet,
    best_cost: f64,
    legal: LegalRoutes<'p>,
    /// One for each thread, made when first needed.
    evaluators: Vec<Evaluator<'p>>,
    interrupt: Interrupt,
}

impl<'p> Construct<'p> {
    /// A search that has built its first network.
    ///
    /// # Errors
    /// There is no legal route.
    pub fn new(problem: &'p Problem, config: ConstructConfig, seed: Seed) -> Result<Self, SearchError> {
        let mut search = Self {
            problem,
            config,
            seed,
            built: 0,
            best: RouteSet::default(),
            best_cost: f64::INFINITY,
            legal: legal_routes(problem),
            evaluators: Vec::new(),
            interrupt: Interrupt::default(),
        };
        search.build(1, 1, &|| true)?;
        Ok(search)
    }

    /// Resumes a search from a snapshot, with the settings and the seed that it had.
    ///
    /// # Errors
    /// The snapshot is of another search or another city.
    pub fn restore(
        problem: &'p Problem,
        config: ConstructConfig,
        seed: Seed,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        snapshot.check_method(config.name)?;
        let (built, best_cost) = (snapshot.state.split_once(' '))
            .and_then(|(built, cost)| Some((built.parse().ok()?, cost.parse().ok()?)))
            .ok_or_else(|| RestoreError::Damaged("the number of networks built is missing".into()))?;
        let best = RouteSet::from_indices(&problem.city, &snapshot.best)?;
        let best_cost = f64::from_bits(best_cost);
        check_cost(Evaluator::new(problem).score_lines(best.lines()).cost, best_cost)?;
        let (legal, evaluators, interrupt) = (legal_routes(problem), Vec::new(), Interrupt::default());
        Ok(Self { problem, config, seed, built, best, best_cost, legal, evaluators, interrupt })
    }

    /// Begins no further network once it is asked to end, in the middle of a round as well: for runs that have a time. In
    /// others a round is whole, so that a resumed run builds the same networks.
    #[must_use]
    pub fn ending_when(mut self, interrupt: Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Rounds it takes to build all networks.
    pub fn rounds(&self) -> u64 {
        (self.config.samples.get() - 1).div_ceil(ROUND).into()
    }

    /// Whether all networks are built.
    pub fn is_done(&self) -> bool {
        self.built >= self.config.samples.get()
    }

    /// A round that begins no further network once `keep_going` says no.
    pub fn advance_while(&mut self, threads: usize, keep_going: &(dyn Fn() -> bool + Sync)) {
        let missing = self.config.samples.get().saturating_sub(self.built);
        if missing > 0 {
            let built = self.build(missing.min(ROUND), threads, keep_going);
            // If one of these networks lacks legal routes and none is found to complete it, it is skipped: a first
            // network exists.
            built.ok();
        }
    }

    /// Builds up to that many more. Each thread takes the next network when it has finished one: some take many times
    /// as long as others.
    ///
    /// # Errors
    /// A network lacks legal routes and none was found.
    fn build(
        &mut self,
        count: u32,
        threads: usize,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), SearchError> {
        let end = self.built + count;
        let threads = threads.clamp(1, count as usize);
        let (problem, config, seed, legal) = (self.problem, &self.config, self.seed, &self.legal);
        while self.evaluators.len() < threads {
            self.evaluators.push(Evaluator::new(problem));
        }
        if config.policies.iter().any(Policy::prefers_batches) {
            return self.build_side_by_side(end, keep_going);
        }
        let next = AtomicU32::new(self.built);
        let build_some = |evaluator: &mut Evaluator<'_>| {
            let mut best: Option<Built> = None;
            let mut lacking = Ok(());
            while keep_going() {
                let sample = next.fetch_add(1, Ordering::Relaxed);
                if sample >= end {
                    break;
                }
                match Built::new(problem, config, seed, sample, legal, evaluator) {
                    Err(error) => lacking = Err(error),
                    Ok(built) if best.as_ref().is_some_and(|best| !built.is_better_than(best)) => {}
                    Ok(built) => best = Some(built),
                }
            }
            (best, lacking)
        };
        let found =
            for_each_item(&mut self.evaluators[..threads], threads, |_, evaluator| build_some(evaluator));
        self.built = next.into_inner().min(end);
        let (found, lacking): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        self.keep_best(found.into_iter().flatten());
        lacking.into_iter().collect()
    }

    /// As [`Construct::build`], with the decisions of all networks of a policy scored together.
    fn build_side_by_side(
        &mut self,
        end: u32,
        keep_going: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), SearchError> {
        let (problem, config, seed, first) = (self.problem, &self.config, self.seed, self.built);
        let (mut found, mut lacking) = (Vec::new(), Ok(()));
        if !keep_going() {
            return lacking;
        }
        for (turn, policy) in config.policies.iter().enumerate() {
            let is_turn = |sample: &u32| *sample as usize % config.policies.len() == turn;
            let samples: Vec<u32> = (first..end).filter(is_turn).collect();
            let mut rngs: Vec<_> =
                samples.iter().map(|&sample| seed.rng(Draw::Construction { sample })).collect();
            let networks = construct_many(problem, config.options, policy, &mut rngs);
            for (sample, routes) in samples.into_iter().zip(networks) {
                match Built::complete(problem, sample, &routes, &self.legal, &mut self.evaluators[0]) {
                    Err(error) => lacking = Err(error),
                    Ok(built) => found.push(built),
                }
            }
        }
        self.built = end;
        self.keep_best(found);
        lacking
    }

    fn keep_best(&mut self, found: impl IntoIterator<Item = Built>) {
        let best = found.into_iter().reduce(|a, b| if b.is_better_than(&a) { b } else { a });
        if let Some(best) = best.filter(|best| best.cost < self.best_cost) {
            self.best_cost = best.cost;
            self.best = best.routes;
        }
    }
}

impl Search for Construct<'_> {
    fn name(&self) -> &'static str {
        self.config.name
    }

    fn advance(&mut self, _progress: f64, threads: usize) {
        let interrupt = self.interrupt.clone();
        self.advance_while(threads, &|| !interrupt.is_asked());
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

impl NetworkSearch for Construct<'_> {
    fn best(&self) -> &RouteSet {
        &self.best
    }
}

fn legal_routes(problem: &Problem) -> LegalRoutes<'_> {
    LegalRoutes::new(Rules::new(problem), problem.limits.routes())
}

/// A network and the number of its construction.
struct Built {
    cost: f64,
    sample: u32,
    routes: RouteSet,
}

impl Built {
    fn new(
        problem: &Problem,
        config: &ConstructConfig,
        seed: Seed,
        sample: u32,
        legal: &LegalRoutes<'_>,
        evaluator: &mut Evaluator<'_>,
    ) -> Result<Self, SearchError> {
        let policy = &config.policies[sample as usize % config.policies.len()];
        let mut rng = seed.rng(Draw::Construction { sample });
        let routes = construct(problem, config.options, policy, &mut rng);
        Self::complete(problem, sample, &routes, legal, evaluator)
    }

    /// Adds routes where some are missing, and scores.
    fn complete(
        problem: &Problem,
        sample: u32,
        routes: &[Vec<NodeId>],
        legal: &LegalRoutes<'_>,
        evaluator: &mut Evaluator<'_>,
    ) -> Result<Self, SearchError> {
        let mut routes = RouteSet::from_stops(&problem.city, routes);
        legal.complete(&mut routes, problem.limits.routes(), |_| false)?;
        Ok(Self { cost: evaluator.score_lines(routes.lines()).cost, sample, routes })
    }

    /// Cheaper, or as cheap and earlier.
    fn is_better_than(&self, other: &Self) -> bool {
        self.cost.total_cmp(&other.cost).then(self.sample.cmp(&other.sample)).is_lt()
    }
}
