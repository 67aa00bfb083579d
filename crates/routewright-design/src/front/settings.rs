//! Options and settings of a front.

use std::path::PathBuf;

use routewright_model::{Network, Problem};
use routewright_search::FrontConfig;

use super::service::resolved;
use crate::design::{MOST_CHAINS, chain_count, check_change_price, check_counts, check_start};
use crate::inputs::{absolute, absolute_city};
use crate::stop::check_seconds;
use crate::{
    Error, OperatingOptions, PlanningOptions, ProblemOptions, Result, ServiceSettings, VehicleRange,
};

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
    /// Networks to keep at most; 200 by default. Of services: how many numbers of vehicles there are, 12 by default.
    pub points: Option<u32>,
    /// Seed of the random numbers; 1 by default.
    pub seed: Option<u64>,
    /// Chains; by default 2, or one per thread where the budget is a time.
    pub chains: Option<u32>,
    /// A network to start from; services are compared with it.
    pub start: Option<PathBuf>,
    /// Routes of the start, by name, that stay as they are in every service.
    pub freeze: Vec<String>,
    /// Mean perceived minutes added per stop that a route gains or loses against the start.
    pub change_price: Option<f64>,
    /// Whether the same route may come twice.
    pub no_distinct: bool,
    /// Weights of riders and operator when a compromise is picked; equal by default.
    pub weights: Option<[f64; 2]>,
    /// From how many to how many vehicles. Given, services are planned: lines, headways and vehicles.
    pub vehicles: Option<VehicleRange>,
    /// What services may look like; the vehicles are those of the range.
    pub planning: PlanningOptions,
    /// How often the routes of the start and the fixed ones run.
    pub operating: OperatingOptions,
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
    /// Routes of the start that stay, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub freeze: Vec<String>,
    /// Whether the same route may come twice.
    pub no_distinct: bool,
    /// Of the search, by the paper's costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<FrontConfig>,
    /// How often the routes of the start and the fixed ones run.
    #[serde(default)]
    pub operating: OperatingOptions,
    /// Of services.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceSettings>,
    /// From how many to how many vehicles, where services are planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vehicles: Option<VehicleRange>,
    /// Numbers of vehicles, rising, where services are planned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vehicle_counts: Vec<u32>,
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
            freeze: if a.freeze.is_empty() { b.freeze } else { a.freeze },
            change_price: a.change_price.or(b.change_price),
            no_distinct: a.no_distinct || b.no_distinct,
            weights: a.weights.or(b.weights),
            vehicles: a.vehicles.or(b.vehicles),
            planning: a.planning.or(&b.planning),
            operating: a.operating.or(&b.operating),
        }
    }

    /// The first option that has a meaning for services alone, if one is given.
    fn needs_vehicles(&self) -> Option<String> {
        let own = [
            ("--freeze", !self.freeze.is_empty()),
            ("--change-price", self.change_price.is_some()),
            ("--headway", self.operating.headway.is_some()),
            ("--headways", self.operating.headways.is_some()),
            ("--layover", self.operating.layover.is_some()),
        ];
        let own = own.iter().find(|(_, is_given)| *is_given).map(|(name, _)| (*name).to_owned());
        own.or_else(|| self.planning.needs_vehicles())
    }
}

impl FrontSettings {
    /// Settings that a resumed run may have otherwise: inputs, which are compared by content, and what only
    /// picks among the networks found.
    pub(super) const MAY_DIFFER: [&'static str; 6] =
        ["city", "start", "fixed", "weights", "operating.headways", "operating.cost-per-hour"];

    /// Fills in what the options leave open. `start` says how often its routes run, where that is known.
    ///
    /// # Errors
    /// An option is out of range, or has no meaning without vehicles.
    pub fn resolve(
        options: &FrontOptions,
        problem: &Problem,
        start: Option<&Network>,
        threads: usize,
    ) -> Result<Self> {
        check_seconds(options.seconds)?;
        check_change_price(options.change_price)?;
        if let Some(option) = options.needs_vehicles().filter(|_| options.vehicles.is_none()) {
            let help = "give --vehicles A..B to plan services, or leave it out";
            return Err(Error::settings(format!("{option} needs a range of vehicles"), help));
        }
        check_start(start.is_some(), &options.freeze, options.change_price)?;
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
        let service = options.vehicles.map(|range| resolved(options, range, problem, start)).transpose()?;
        let front = service.is_none().then(|| {
            let usual = FrontConfig::default();
            let chains = chain_count(options.chains, options.iterations, usual.chains, threads);
            let points = options.points.unwrap_or(POINTS) as usize;
            FrontConfig { distinct: !options.no_distinct, points, chains, ..usual }
        });
        let (service, vehicle_counts) = service.unzip();
        let layover = service.as_ref().map(|service| service.layover).or(options.operating.layover);
        let headways = options.operating.headways.as_ref().map(absolute);
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
            freeze: options.freeze.clone(),
            vehicles: vehicle_counts.as_deref().and_then(VehicleRange::of),
            vehicle_counts: vehicle_counts.unwrap_or_default(),
            no_distinct: options.no_distinct,
            front,
            operating: OperatingOptions { layover, headways, ..options.operating.clone() },
            service,
        })
    }

    /// The options that ask for these very settings.
    pub fn options(&self) -> FrontOptions {
        let (front, service) = (self.front.as_ref(), self.service.as_ref());
        let search = service.map(|service| &service.search);
        let points = front.map_or(self.vehicle_counts.len(), |front| front.points);
        let chains = front.map(|front| front.chains).or(search.map(|search| search.chains));
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
            points: Some(points as u32),
            seed: Some(self.seed),
            chains: chains.map(|chains| chains as u32),
            start: self.start.clone(),
            freeze: self.freeze.clone(),
            change_price: search.map(|search| search.change_price),
            no_distinct: self.no_distinct,
            weights: Some(self.weights),
            vehicles: self.vehicles,
            planning: service.map_or_else(PlanningOptions::default, |service| PlanningOptions {
                vehicles: None,
                ..service.options()
            }),
            operating: self.operating.clone(),
        }
    }

    /// How networks are searched for, in a word.
    pub fn method(&self) -> &'static str {
        if self.service.is_some() { "service-front" } else { "front" }
    }

    /// Notes about options that have no effect.
    pub(super) fn idle_options(&self, given: &FrontOptions) -> Vec<String> {
        let mut notes = Vec::new();
        let is_service = self.service.is_some();
        if given.problem.alpha.is_some() {
            notes.push("--alpha has no effect here; a front has networks for every alpha".to_owned());
        }
        let idle = [
            ("--weights", given.weights.is_some() && is_service),
            ("--no-distinct", given.no_distinct && is_service),
            ("--cost-per-hour", given.operating.cost_per_hour.is_some()),
        ];
        let idle = idle.iter().filter(|(_, is_idle)| *is_idle);
        notes.extend(idle.map(|(option, _)| format!("{option} has no effect on this front")));
        notes
    }

    /// Whether a run to its end finds the same networks every time.
    pub fn is_reproducible(&self) -> bool {
        self.seconds.is_none()
    }
}
