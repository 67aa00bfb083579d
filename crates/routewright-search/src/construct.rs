//! The best of many constructed networks: the paper's RC-k and LC-k.

use std::num::NonZeroU32;
use std::ops::Range;

use routewright_env::{ConstructionOptions, Policy, UniformPolicy, construct_many};
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
        search.build(1, 1);
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

    /// Builds some more networks.
    fn build(&mut self, count: u32, threads: usize) {
        let share = count.div_ceil(u32::try_from(threads.max(1)).unwrap_or(u32::MAX));
        let (first, end) = (self.built, self.built + count);
        let shares: Vec<Range<u32>> =
            (first..end).step_by(share as usize).map(|from| from..end.min(from + share)).collect();
        let (problem, config, seed) = (self.problem, &self.config, self.seed);
        while self.evaluators.len() < shares.len() {
            self.evaluators.push(Evaluator::new(problem));
        }
        let found: Vec<(f64, Plan)> = std::thread::scope(|scope| {
            let mut work = shares.into_iter().zip(&mut self.evaluators);
            let own = work.next();
            let workers: Vec<_> = work
                .map(|(share, evaluator)| scope.spawn(|| best_of(problem, config, seed, share, evaluator)))
                .collect();
            let own = own.map(|(share, evaluator)| best_of(problem, config, seed, share, evaluator));
            let others =
                workers.into_iter().map(|worker| worker.join().expect("construction does not panic"));
            own.into_iter().chain(others).collect()
        });
        self.built = end;
        for (cost, plan) in found {
            if cost < self.best_cost {
                self.best_cost = cost;
                self.best = plan;
            }
        }
    }
}

impl Search for Construct<'_> {
    fn name(&self) -> &'static str {
        self.config.name
    }

    fn advance(&mut self, _progress: f64, threads: usize) {
        let missing = self.config.samples.get().saturating_sub(self.built);
        if missing > 0 {
            self.build(missing.min(ROUND), threads);
        }
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

/// Builds the networks of these numbers and finds the best, the earliest among equals.
fn best_of(
    problem: &Problem,
    config: &ConstructConfig,
    seed: Seed,
    samples: Range<u32>,
    evaluator: &mut Evaluator<'_>,
) -> (f64, Plan) {
    let turns = config.policies.len();
    let built = config.policies.iter().enumerate().flat_map(|(turn, policy)| {
        let samples: Vec<u32> = samples.clone().filter(|&sample| sample as usize % turns == turn).collect();
        let rng = |&sample: &u32| seed.rng(Draw::Construction { sample });
        let mut rngs: Vec<_> = samples.iter().map(rng).collect();
        samples.into_iter().zip(construct_many(problem, config.options, policy, &mut rngs))
    });
    let scored = built.map(|(sample, routes)| {
        let plan = Plan { paths: routes.iter().map(|stops| Path::new(&problem.city, stops)).collect() };
        (evaluator.score_lines(plan.lines()).cost, sample, plan)
    });
    let (cost, _, plan) =
        scored.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).expect("a share is not empty");
    (cost, plan)
}
