//! Options and settings of a front.

use std::path::PathBuf;

use routewright_model::Problem;
use routewright_search::FrontConfig;

use crate::design::{MOST_CHAINS, chain_count, check_counts};
use crate::inputs::{absolute, absolute_city};
use crate::stop::check_seconds;
use crate::{Error, ProblemOptions, Result};

const SECONDS: f64 = 60.0;
const POINTS: u32 = 200;

/// What somebody asks of a front; what is left open has a default.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct FrontOptions {
    /// Built-in name or path of the city.
    pub city: String,
    /// What is asked of the networks; alpha has no effect.
    pub problem: ProblemOptions,
    /// Seconds the run may take; 60 by default.
    pub seconds: Option<f64>,
    /// Rounds the run may take.
    pub iterations: Option<u64>,
    /// Networks to keep at most; 200 by default.
    pub points: Option<u32>,
    /// Seed of the random numbers; 1 by default.
    pub seed: Option<u64>,
    /// Chains; by default 2, or one per thread where the budget is a time.
    pub chains: Option<u32>,
    /// A network to start from.
    pub start: Option<PathBuf>,
    /// Whether the same route may come twice.
    pub no_distinct: bool,
    /// Weights of riders and operator when a compromise is picked; equal by default.
    pub weights: Option<[f64; 2]>,
}

/// The settings of a front in full, defaults filled in.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FrontSettings {
    /// Built-in name, or absolute path.
    pub city: String,
    /// Number of routes (S).
    pub routes: usize,
    /// Fewest stops of a route (MIN).
    pub min_stops: usize,
    /// Most stops of a route (MAX).
    pub max_stops: usize,
    /// Cost of a transfer to a rider, minutes.
    pub transfer_penalty: f64,
    /// Seconds the run may take.
    pub seconds: Option<f64>,
    /// Rounds the run may take.
    pub iterations: Option<u64>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// File of the start network.
    pub start: Option<PathBuf>,
    /// File of the fixed network.
    pub fixed: Option<PathBuf>,
    /// Weights of riders and operator when a compromise is picked.
    pub weights: [f64; 2],
    /// Of the search.
    pub front: FrontConfig,
}

impl FrontOptions {
    /// These options, and the others where these are silent.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        let (a, b) = (self.clone(), others.clone());
        Self {
            city: if a.city.is_empty() { b.city } else { a.city },
            problem: a.problem.or(&b.problem),
            seconds: a.seconds.or(b.seconds),
            iterations: a.iterations.or(b.iterations),
            points: a.points.or(b.points),
            seed: a.seed.or(b.seed),
            chains: a.chains.or(b.chains),
            start: a.start.or(b.start),
            no_distinct: a.no_distinct || b.no_distinct,
            weights: a.weights.or(b.weights),
        }
    }
}

impl FrontSettings {
    /// Settings that a resumed run may have otherwise: inputs, which are compared by content, and what only
    /// picks among the networks found.
    pub(super) const MAY_DIFFER: [&'static str; 4] = ["city", "start", "fixed", "weights"];

    /// Fills in what the options leave open.
    ///
    /// # Errors
    /// An option is out of range.
    pub fn resolve(options: &FrontOptions, problem: &Problem, threads: usize) -> Result<Self> {
        check_seconds(options.seconds)?;
        check_counts(&[
            ("--iterations", options.iterations, 1, i64::MAX as u64),
            ("--points", options.points.map(u64::from), 2, 10_000),
            ("--chains", options.chains.map(u64::from), 1, MOST_CHAINS),
            ("--seed", options.seed, 0, i64::MAX as u64),
        ])?;
        let weights = options.weights.unwrap_or([1.0, 1.0]);
        if weights.iter().any(|weight| !weight.is_finite() || *weight < 0.0) || weights == [0.0, 0.0] {
            let problem = format!("--weights cannot be {},{}", weights[0], weights[1]);
            return Err(Error::settings(problem, "weights are 0 or more, and one of them is more than 0"));
        }
        let seconds = match options.iterations {
            None => options.seconds.or(Some(SECONDS)),
            Some(_) => options.seconds,
        };
        let usual = FrontConfig::default();
        let chains = chain_count(options.chains, options.iterations, usual.chains, threads);
        let points = options.points.unwrap_or(POINTS) as usize;
        let limits = problem.limits;
        Ok(Self {
            city: absolute_city(&options.city),
            routes: limits.routes(),
            min_stops: limits.min_stops(),
            max_stops: limits.max_stops(),
            transfer_penalty: problem.transfer_penalty.minutes(),
            seconds,
            iterations: options.iterations,
            seed: options.seed.unwrap_or(1),
            start: options.start.as_ref().map(absolute),
            fixed: options.problem.fixed.as_ref().map(absolute),
            weights,
            front: FrontConfig { distinct: !options.no_distinct, points, chains, ..usual },
        })
    }

    /// The options that ask for these very settings.
    pub fn options(&self) -> FrontOptions {
        FrontOptions {
            city: self.city.clone(),
            problem: ProblemOptions {
                alpha: None,
                routes: Some(self.routes),
                min_stops: Some(self.min_stops),
                max_stops: Some(self.max_stops),
                transfer_penalty: Some(self.transfer_penalty),
                fixed: self.fixed.clone(),
            },
            seconds: self.seconds,
            iterations: self.iterations,
            points: Some(self.front.points as u32),
            seed: Some(self.seed),
            chains: Some(self.front.chains as u32),
            start: self.start.clone(),
            no_distinct: !self.front.distinct,
            weights: Some(self.weights),
        }
    }

    /// Whether a run to its end finds the same networks every time.
    pub fn is_reproducible(&self) -> bool {
        self.seconds.is_none()
    }
}
