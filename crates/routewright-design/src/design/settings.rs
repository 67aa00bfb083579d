//! Everything that decides which network a run finds.

use std::path::{Path, PathBuf};

use routewright_env::Extension;
use routewright_model::{Network, Problem};
use routewright_policy::{Net, Temperature};
use routewright_search::{AnnealConfig, EvolutionConfig, ServiceConfig};

use super::choices::{Init, KernelChoice, Method};
use super::options::DesignOptions;
use crate::stop::check_seconds;
use crate::{
    Choice, Error, Inputs, OperatingOptions, PlanningOptions, ProblemOptions, Result, ServiceSettings,
};

const ANNEAL_SECONDS: f64 = 20.0;
const EVOLUTION_ITERATIONS: u64 = 400;
const SAMPLES: u32 = 100;
/// Chains of a search at most.
pub(crate) const MOST_CHAINS: u64 = 4096;
/// The highest price of a changed stop: far more than any network costs.
const MOST_PRICE: f64 = 1e6;

/// The settings of a run in full, defaults filled in; what `run.toml` and `state.json` hold.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// Built-in name, or absolute path.
    pub city: String,
    /// How networks are searched for.
    pub method: Method,
    /// Weight of riders' time against operating cost.
    pub alpha: f64,
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
    /// Rounds without a better network after which the run ends.
    pub no_improvement: Option<u64>,
    /// Networks that are built, where some are.
    pub samples: Option<u32>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Whether the same route may come twice.
    pub no_distinct: bool,
    /// Whether routes are built so that all demand gets connected.
    pub cover_demand: bool,
    /// File of the start network.
    pub start: Option<PathBuf>,
    /// File of the fixed network.
    pub fixed: Option<PathBuf>,
    /// Routes of the start that stay, by name.
    pub freeze: Vec<String>,
    /// What an evolution starts from.
    pub init: Option<Init>,
    /// Which shortest paths may extend a route, where routes are built.
    pub extension: Option<Extension>,
    /// The policy, where one builds routes: built-in name, or absolute path.
    pub model: Option<String>,
    /// Softmax temperature of the policy; several in turn if there is none.
    pub temperature: Option<f32>,
    /// Arithmetic of the policy.
    pub kernel: Option<KernelChoice>,
    /// Of method anneal.
    pub anneal: Option<AnnealConfig>,
    /// Of the evolutionary methods.
    pub evolution: Option<EvolutionConfig>,
    /// Of a service plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceSettings>,
    /// How the network is operated, for the report.
    pub operating: OperatingOptions,
}

impl Settings {
    /// The method, and the policy where one builds routes, for people.
    pub(crate) fn found_by(&self) -> String {
        let method = self.method.name();
        let name = |model: &String| match Path::new(model).file_name() {
            Some(name) => name.to_string_lossy().into_owned(),
            None => model.clone(),
        };
        match self.model.as_ref().map(name) {
            Some(policy) => format!("{method} with policy {policy}"),
            None => method.to_owned(),
        }
    }

    /// Settings that a resumed run may have otherwise: inputs, which are compared by content, and what only
    /// the report shows. Riders of a service wait as long as the headway says.
    pub(crate) fn may_differ(&self) -> Vec<&'static str> {
        let shown = ["operating.headways", "operating.layover", "operating.cost-per-hour"];
        let headway = self.service.is_none().then_some("operating.headway");
        ["city", "start", "fixed", "model"].into_iter().chain(shown).chain(headway).collect()
    }

    /// Fills in what the options leave open. `problem` is what [`ProblemOptions::to_design`] made of them.
    ///
    /// # Errors
    /// An option is out of range or does not go with the method.
    pub fn resolve(
        options: &DesignOptions,
        problem: &Problem,
        inputs: &Inputs,
        threads: usize,
    ) -> Result<Self> {
        let method = options.method();
        check(options, method)?;
        let options = options.with_absolute_paths();
        let has_start = inputs.start.is_some();
        check_start(has_start, &options.freeze, options.change_price)?;
        let init = options.init(has_start);
        let asks_policy = inputs.net.is_some();
        let trained_with = inputs.net.as_ref().and_then(|net| trained_extension(net));
        let builds_routes = init.is_some() || method.builds_routes();
        let unlimited = options.seconds.is_none() && options.iterations.is_none();
        let limits = problem.limits;
        let start = inputs.start.as_ref().map(|start| options.operating.timed(start)).transpose()?;
        let service = (method == Method::Service).then(|| {
            let (planning, search) = (&options.planning, service_config(&options, threads));
            ServiceSettings::resolve(planning, &options.operating, problem, start.as_ref(), search)
        });
        Ok(Self {
            method,
            alpha: problem.alpha.value(),
            routes: limits.routes(),
            min_stops: limits.min_stops(),
            max_stops: limits.max_stops(),
            transfer_penalty: problem.transfer_penalty.minutes(),
            seconds: options.seconds.or((unlimited && method.anneals()).then_some(ANNEAL_SECONDS)),
            iterations: options
                .iterations
                .or((unlimited && method.evolves()).then_some(EVOLUTION_ITERATIONS)),
            no_improvement: options.no_improvement,
            samples: (method.draws_samples() || init.is_some()).then_some(options.samples.unwrap_or(SAMPLES)),
            seed: options.seed.unwrap_or(1),
            no_distinct: options.no_distinct,
            cover_demand: options.cover_demand,
            init,
            extension: builds_routes.then(|| options.extension.or(trained_with).unwrap_or_default()),
            model: options.model_for(has_start),
            temperature: options.temperature.filter(|_| asks_policy),
            kernel: asks_policy.then_some(options.kernel.unwrap_or_default()),
            anneal: (method == Method::Anneal).then(|| anneal_config(&options, threads)),
            evolution: method.evolves().then(EvolutionConfig::default),
            service: service.transpose()?,
            city: options.city,
            start: options.start,
            fixed: options.problem.fixed,
            freeze: options.freeze,
            operating: options.operating,
        })
    }

    /// The options that ask for these very settings.
    pub fn options(&self) -> DesignOptions {
        let anneal = self.anneal.as_ref();
        let service = self.service.as_ref().map(|service| &service.search);
        DesignOptions {
            city: self.city.clone(),
            problem: ProblemOptions {
                alpha: Some(self.alpha),
                routes: Some(self.routes),
                min_stops: Some(self.min_stops),
                max_stops: Some(self.max_stops),
                transfer_penalty: Some(self.transfer_penalty),
                fixed: self.fixed.clone(),
            },
            method: Some(self.method),
            seconds: self.seconds,
            iterations: self.iterations,
            no_improvement: self.no_improvement,
            samples: self.samples,
            seed: Some(self.seed),
            chains: anneal
                .map(|anneal| anneal.chains as u32)
                .or(service.map(|service| service.chains as u32)),
            moves: anneal.map(|anneal| anneal.moves).or(service.map(|service| service.moves)),
            pair_moves: anneal.map(|anneal| anneal.pair_moves).or(service.map(|service| service.pair_moves)),
            start: self.start.clone(),
            freeze: self.freeze.clone(),
            change_price: anneal
                .map(|anneal| anneal.change_price)
                .or(service.map(|service| service.change_price)),
            cover_demand: self.cover_demand,
            no_distinct: self.no_distinct,
            init: self.init,
            extension: self.extension,
            model: self.model.clone(),
            temperature: self.temperature,
            kernel: self.kernel,
            operating: self.operating.clone(),
            planning: self.service.as_ref().map_or_else(PlanningOptions::default, ServiceSettings::options),
        }
    }

    /// Whether a run to its end finds the same network every time.
    pub fn is_reproducible(&self) -> bool {
        self.seconds.is_none()
    }

    /// Notes about options that have no effect with the method.
    pub(crate) fn idle_options(&self, given: &DesignOptions) -> Vec<String> {
        let (method, asks_policy) = (self.method, self.model.is_some());
        let idle = [
            ("--samples", given.samples.is_some() && self.samples.is_none()),
            ("--chains", given.chains.is_some() && !method.anneals()),
            ("--init", given.init.is_some() && self.init.is_none()),
            ("--extension", given.extension.is_some() && self.extension.is_none()),
            ("--cover-demand", given.cover_demand && self.extension.is_none()),
            ("--alpha", given.problem.alpha.is_some() && method == Method::Service),
            ("--no-distinct", given.no_distinct && method == Method::Service),
            ("--start", given.start.is_some() && method.draws_samples()),
            ("--model", given.model.is_some() && !asks_policy),
            ("--temperature", given.temperature.is_some() && !asks_policy),
            ("--kernel", given.kernel.is_some() && !asks_policy),
        ];
        let idle = idle.into_iter().filter(|(_, is_idle)| *is_idle);
        idle.map(|(option, _)| format!("{option} has no effect with method {}", method.name())).collect()
    }
}

/// Refuses values out of range, and options that only annealing has.
fn check(options: &DesignOptions, method: Method) -> Result<()> {
    check_seconds(options.seconds)?;
    check_counts(&[
        ("--iterations", options.iterations, 1, i64::MAX as u64),
        ("--no-improvement", options.no_improvement, 1, i64::MAX as u64),
        ("--samples", options.samples.map(u64::from), 1, u64::from(u32::MAX)),
        ("--chains", options.chains.map(u64::from), 1, MOST_CHAINS),
        ("--seed", options.seed, 0, i64::MAX as u64),
    ])?;
    if let Some(error) = options.temperature.and_then(|value| Temperature::new(value).err()) {
        return Err(Error::Settings(format!("--{error}")));
    }
    check_change_price(options.change_price)?;
    let only_anneal =
        [("--change-price", options.change_price.is_some()), ("--freeze", !options.freeze.is_empty())];
    if let Some((option, _)) = only_anneal.iter().find(|(_, is_given)| *is_given && !method.anneals()) {
        return Err(Error::Settings(format!("{option} needs method anneal, not {}", method.name())));
    }
    if let Some(option) = options.planning.needs_vehicles() {
        let help = "give --vehicles N to plan a service, or leave it out";
        return Err(Error::settings(format!("{option} needs a number of vehicles"), help));
    }
    match (options.planning.is_asked(), method == Method::Service) {
        (true, false) => {
            let problem = format!("--vehicles plans a service, which method {} cannot", method.name());
            Err(Error::settings(problem, "leave out --method"))
        }
        (false, true) => {
            Err(Error::settings("method service needs a number of vehicles", "give --vehicles N"))
        }
        _ => Ok(()),
    }
}

/// Refuses prices of a changed stop that are out of range.
pub(crate) fn check_change_price(price: Option<f64>) -> Result<()> {
    match price.filter(|price| !(0.0..=MOST_PRICE).contains(price)) {
        Some(price) => {
            Err(Error::Settings(format!("--change-price must be between 0 and {MOST_PRICE}, but is {price}")))
        }
        None => Ok(()),
    }
}

/// Refuses options that compare with a start where there is none.
pub(crate) fn check_start(has_start: bool, freeze: &[String], change_price: Option<f64>) -> Result<()> {
    let price = change_price.unwrap_or(0.0);
    let needs_start = [("--freeze", !freeze.is_empty()), ("--change-price", price > 0.0)];
    match needs_start.iter().find(|(_, needs_start)| *needs_start && !has_start) {
        Some((option, _)) => {
            Err(Error::Settings(format!("{option} needs a network to start from: give --start")))
        }
        None => Ok(()),
    }
}

/// As [`anneal_config`], for a service.
fn service_config(options: &DesignOptions, threads: usize) -> ServiceConfig {
    let config = ServiceConfig::default();
    ServiceConfig {
        change_price: options.change_price.unwrap_or(0.0),
        chains: chain_count(options.chains, options.iterations, config.chains, threads),
        moves: options.moves.unwrap_or(config.moves),
        pair_moves: options.pair_moves.unwrap_or(config.pair_moves),
        ..config
    }
}

/// Refuses numbers out of range: each with its option, value, least and most.
pub(crate) fn check_counts(counts: &[(&str, Option<u64>, u64, u64)]) -> Result<()> {
    let is_wrong = |count: u64, least: u64, most: u64| !(least..=most).contains(&count);
    match counts
        .iter()
        .find(|(_, count, least, most)| count.is_some_and(|count| is_wrong(count, *least, *most)))
    {
        Some((option, count, least, most)) => Err(Error::Settings(format!(
            "{option} must be between {least} and {most}, but is {}",
            count.unwrap_or_default()
        ))),
        None => Ok(()),
    }
}

/// How routes were extended when the policy was trained.
fn trained_extension(net: &Net) -> Option<Extension> {
    serde_json::from_value(net.training()["config"]["extension"].clone()).ok()
}

/// Without a number of chains: one per thread where the budget is a time, since the result depends on the
/// machine then anyway; the same everywhere where it is a number of rounds.
fn anneal_config(options: &DesignOptions, threads: usize) -> AnnealConfig {
    let change_price = options.change_price.unwrap_or(0.0);
    let config = AnnealConfig { distinct: !options.no_distinct, change_price, ..AnnealConfig::default() };
    let chains = chain_count(options.chains, options.iterations, config.chains, threads);
    let (moves, pair_moves) =
        (options.moves.unwrap_or(config.moves), options.pair_moves.unwrap_or(config.pair_moves));
    AnnealConfig { chains, moves, pair_moves, ..config }
}

/// The number of chains: as asked for; else the usual number, and with a time limit one per thread at least.
pub(crate) fn chain_count(
    chains: Option<u32>,
    iterations: Option<u64>,
    usual: usize,
    threads: usize,
) -> usize {
    match chains {
        Some(chains) => chains as usize,
        None if iterations.is_none() => usual.max(threads),
        None => usual,
    }
}

/// The routes of a start that stay as they are, by name.
pub(crate) fn frozen(start: Option<&Network>, names: &[String]) -> Result<Network> {
    match start {
        Some(start) if !names.is_empty() => Ok(super::start::split(start, names)?.1),
        _ => Ok(Network::default()),
    }
}
