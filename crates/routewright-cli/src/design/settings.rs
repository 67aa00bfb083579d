//! Everything that decides which network a run finds.

use std::path::{Path, PathBuf};

use routewright::env::Extension;
use routewright::model::{Limits, Seconds};
use routewright::policy::Net;
use routewright::search::{AnnealConfig, EvolutionConfig};
use routewright::{Network, Problem};

use super::args::Args;
use super::inputs::Inputs;
use super::method::{Init, Method};
use super::start::split;
use crate::construction::KernelChoice;
use crate::exit::UsageError;
use crate::model::is_built_in;
use crate::problem::ProblemArgs;
use crate::service::ServiceArgs;

const ANNEAL_SECONDS: f64 = 20.0;
const EVOLUTION_ITERATIONS: u64 = 400;
const SAMPLES: u32 = 100;

/// The settings of a run in full, defaults filled in; what `run.toml` and `state.json` hold.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Settings {
    /// Built-in name, or path from the root.
    pub city: String,
    pub method: Method,
    pub alpha: f64,
    pub routes: usize,
    pub min_stops: usize,
    pub max_stops: usize,
    pub transfer_penalty_minutes: f64,
    pub seconds: Option<f64>,
    pub iterations: Option<u64>,
    pub samples: Option<u32>,
    pub seed: u64,
    pub distinct: bool,
    pub cover_demand: bool,
    pub start: Option<PathBuf>,
    pub fixed: Option<PathBuf>,
    /// Routes of the start that stay, by name.
    pub freeze: Vec<String>,
    /// What an evolution begins with.
    pub init: Option<Init>,
    /// Where routes are built.
    pub extension: Option<Extension>,
    /// Where a policy builds them: built-in name, or path from the root.
    pub model: Option<String>,
    pub temperature: Option<f32>,
    pub kernel: Option<KernelChoice>,
    /// Of method anneal.
    pub anneal: Option<AnnealConfig>,
    /// Of the evolutionary methods.
    pub evolution: Option<EvolutionConfig>,
    /// How the network is run, for the report.
    pub service: ServiceArgs,
}

impl Settings {
    /// Fills in what the command line leaves open.
    pub fn new(args: &Args, inputs: &Inputs) -> anyhow::Result<(Self, Problem)> {
        let method = args.method.unwrap_or(Method::Anneal);
        if let Some(seconds) = args.seconds.filter(|seconds| !seconds.is_finite() || *seconds <= 0.0) {
            return Err(UsageError(format!("--seconds must be more than 0, but is {seconds}")).into());
        }
        if let Some(temperature) = args.temperature.filter(|t| !t.is_finite() || *t <= 0.0) {
            return Err(UsageError(format!("--temperature must be more than 0, but is {temperature}")).into());
        }
        check_change(args, method)?;
        let init = init(args);
        let asks_policy = inputs.net.is_some();
        let trained_with = inputs.net.as_ref().and_then(|net| trained_extension(net));
        let builds_routes = init.is_some() || method.builds_routes();
        let unlimited = args.seconds.is_none() && args.iterations.is_none();
        let limits = args.problem.limits_to_design(&inputs.city, inputs.start.as_ref())?;
        let mut problem = args.problem.problem(inputs.city.clone(), limits, inputs.fixed.clone())?;
        problem.frozen = frozen(inputs, &args.freeze)?;
        if problem.designed_routes() == 0 {
            let problem =
                "--freeze leaves no route to design\n  help: freeze fewer, or ask for more --routes";
            return Err(UsageError(problem.into()).into());
        }
        let settings = Self {
            city: absolute_city(args.city.as_deref().unwrap_or_default()),
            method,
            alpha: problem.alpha.value(),
            routes: limits.routes(),
            min_stops: limits.min_stops(),
            max_stops: limits.max_stops(),
            transfer_penalty_minutes: problem.transfer_penalty.minutes(),
            seconds: args.seconds.or((unlimited && method == Method::Anneal).then_some(ANNEAL_SECONDS)),
            iterations: args.iterations.or((unlimited && method.evolves()).then_some(EVOLUTION_ITERATIONS)),
            samples: (method.draws_samples() || init.is_some()).then_some(args.samples.unwrap_or(SAMPLES)),
            seed: args.seed.unwrap_or(1),
            distinct: !args.no_distinct,
            cover_demand: args.cover_demand,
            start: args.start.as_deref().map(absolute),
            fixed: args.problem.fixed.as_deref().map(absolute),
            freeze: args.freeze.clone(),
            init,
            extension: builds_routes
                .then(|| args.extension.map(Extension::from).or(trained_with).unwrap_or_default()),
            model: model(args),
            temperature: args.temperature.filter(|_| asks_policy),
            kernel: asks_policy.then_some(args.kernel.unwrap_or_default()),
            anneal: (method == Method::Anneal).then(|| anneal_config(args)),
            evolution: method.evolves().then(EvolutionConfig::default),
            service: ServiceArgs {
                headways: args.service.headways.as_deref().map(absolute),
                ..args.service.clone()
            },
        };
        Ok((settings, problem))
    }

    /// The problem these settings were made for.
    pub fn problem(&self, inputs: &Inputs) -> anyhow::Result<Problem> {
        let limits = Limits::new(self.routes, self.min_stops, self.max_stops)?;
        let args = ProblemArgs {
            alpha: Some(self.alpha),
            transfer_penalty: Some(self.transfer_penalty_minutes),
            ..ProblemArgs::default()
        };
        let mut problem = args.problem(inputs.city.clone(), limits, inputs.fixed.clone())?;
        problem.frozen = frozen(inputs, &self.freeze)?;
        Ok(problem)
    }

    /// Whether a run to its end finds the same network every time.
    pub fn is_reproducible(&self) -> bool {
        self.seconds.is_none()
    }

    /// Options of a resumed run must say the same as those it was started with, or nothing. Inputs may be called by other
    /// names now: what is in them is compared elsewhere. What does nothing with the method may say anything.
    ///
    /// # Errors
    /// The first option that says something else.
    pub fn check_same(&self, args: &Args) -> Result<(), UsageError> {
        let problem = &args.problem;
        let penalty = problem.transfer_penalty.and_then(Seconds::from_minutes).map(Seconds::minutes);
        let temperature = args.temperature.filter(|_| self.model.is_some());
        let anneal = self.anneal.as_ref();
        let (chains, price) = (anneal.map(|anneal| anneal.chains), anneal.map(|anneal| anneal.change_price));
        let (init, extension) = (args.init.map(Init::name), args.extension.map(Extension::from));
        let pairs = [
            ("--method", said(args.method.map(Method::name)), said(Some(self.method.name()))),
            ("--alpha", said(problem.alpha), said(Some(self.alpha))),
            ("--routes", said(problem.routes), said(Some(self.routes))),
            ("--min-stops", said(problem.min_stops), said(Some(self.min_stops))),
            ("--max-stops", said(problem.max_stops), said(Some(self.max_stops))),
            ("--transfer-penalty", said(penalty), said(Some(self.transfer_penalty_minutes))),
            ("--seconds", said(args.seconds), said(self.seconds)),
            ("--iterations", said(args.iterations), said(self.iterations)),
            ("--samples", said(args.samples.filter(|_| self.samples.is_some())), said(self.samples)),
            ("--seed", said(args.seed), said(Some(self.seed))),
            ("--chains", said(args.chains.filter(|_| chains.is_some())), said(chains)),
            ("--freeze", said_list(&args.freeze), said_list(&self.freeze)),
            ("--change-price", said(args.change_price), said(price)),
            ("--init", said(init.filter(|_| self.init.is_some())), said(self.init.map(Init::name))),
            (
                "--extension",
                said_debug(extension.filter(|_| self.extension.is_some())),
                said_debug(self.extension),
            ),
            ("--temperature", said(temperature), said(self.temperature)),
            ("--kernel", said_debug(args.kernel.filter(|_| self.kernel.is_some())), said_debug(self.kernel)),
            ("--cover-demand", said_flag(args.cover_demand), said_flag(self.cover_demand)),
            ("--no-distinct", said_flag(args.no_distinct), said_flag(!self.distinct)),
        ];
        match pairs.into_iter().find(|(_, given, kept)| given.is_some() && given != kept) {
            None => Ok(()),
            Some((option, given, kept)) => Err(UsageError(format!(
                "the run to resume has {option} {}, not {}\n  help: leave the option out, or start a new run without \
                 --resume",
                kept.as_deref().unwrap_or("not given"),
                given.unwrap_or_default()
            ))),
        }
    }

    /// Calls inputs what the command line calls them now, where it does.
    pub fn rename_inputs(&mut self, args: &Args) {
        if let Some(city) = &args.city {
            self.city = absolute_city(city);
        }
        if let Some(model) = args.model.as_deref().filter(|_| self.model.is_some()) {
            self.model = Some(absolute_model(model));
        }
        for (given, kept) in [(&args.start, &mut self.start), (&args.problem.fixed, &mut self.fixed)] {
            if let Some(path) = given {
                *kept = Some(absolute(path));
            }
        }
    }
}

/// Only annealing knows how to stay close to a network.
fn check_change(args: &Args, method: Method) -> Result<(), UsageError> {
    if let Some(price) = args.change_price.filter(|price| !price.is_finite() || *price < 0.0) {
        return Err(UsageError(format!("--change-price must be 0 or more, but is {price}")));
    }
    let options = [("--change-price", args.change_price.is_some()), ("--freeze", !args.freeze.is_empty())];
    match options.iter().find(|(_, is_given)| *is_given && method != Method::Anneal) {
        Some((option, _)) => Err(UsageError(format!("{option} needs method anneal, not {}", method.name()))),
        None => Ok(()),
    }
}

/// Routes of the start that stay as they are.
fn frozen(inputs: &Inputs, names: &[String]) -> Result<Network, UsageError> {
    let start = inputs.start.as_ref().filter(|_| !names.is_empty());
    Ok(start
        .map(|start| split(start, names))
        .transpose()?
        .map_or_else(Network::default, |(_, frozen)| frozen))
}

/// Evolution begins with the best of many networks, unless it is given one.
fn init(args: &Args) -> Option<Init> {
    let method = args.method.unwrap_or(Method::Anneal);
    let published = if method == Method::RcEa { Init::Rc } else { Init::Lc };
    (method.evolves() && args.start.is_none()).then(|| args.init.unwrap_or(published))
}

/// The policy that builds routes, if one does.
pub fn model(args: &Args) -> Option<String> {
    let method = args.method.unwrap_or(Method::Anneal);
    let name = || args.model.as_deref().map_or_else(|| Net::DEFAULT.to_owned(), absolute_model);
    (method.needs_policy() || init(args) == Some(Init::Lc)).then(name)
}

/// How routes were extended when the policy was trained.
fn trained_extension(net: &Net) -> Option<Extension> {
    serde_json::from_value(net.training()["config"]["extension"].clone()).ok()
}

/// Without `--chains`: one a thread where the budget is a time, for then the result depends on the machine
/// anyway; the same everywhere where it is a number of rounds.
fn anneal_config(args: &Args) -> AnnealConfig {
    let change_price = args.change_price.unwrap_or(0.0);
    let config = AnnealConfig { distinct: !args.no_distinct, change_price, ..AnnealConfig::default() };
    let chains = match args.chains {
        Some(chains) => chains as usize,
        None if args.iterations.is_none() => config.chains.max(args.thread_count()),
        None => config.chains,
    };
    AnnealConfig { chains, ..config }
}

fn said(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

fn said_debug(value: Option<impl std::fmt::Debug>) -> Option<String> {
    value.map(|value| format!("{value:?}"))
}

fn said_list(values: &[String]) -> Option<String> {
    (!values.is_empty()).then(|| values.join(","))
}

fn said_flag(flag: bool) -> Option<String> {
    flag.then(|| "given".to_owned())
}

/// A path that means the same from every folder.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// Built-in names stay as they are; a file or folder that is there wins over them.
fn absolute_city(city: &str) -> String {
    let path = Path::new(city);
    if path.exists() { absolute(path).display().to_string() } else { city.to_owned() }
}

/// Built-in names stay as they are.
fn absolute_model(model: &Path) -> String {
    let built_in = model.to_str().filter(|name| is_built_in(name));
    built_in.map_or_else(|| absolute(model).display().to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::InputNames;

    fn args(options: &str) -> Args {
        Args::from_words(std::iter::once("mandl").chain(options.split(' '))).unwrap()
    }

    fn settings(args: &Args) -> Settings {
        let model = model(args);
        let names = InputNames { city: "mandl", start: None, fixed: None, model: model.as_deref() };
        Settings::new(args, &Inputs::read(&names).unwrap()).unwrap().0
    }

    #[test]
    fn options_given_again_are_the_same_with_every_method() {
        let options = [
            "--model seed-2",
            "--temperature 0.3",
            "--kernel scalar",
            "--samples 7",
            "--chains 3",
            "--init rc",
            "--init lc",
            "--extension neighbour",
            "--cover-demand",
            "--iterations 9",
        ];
        for method in ["anneal", "ea", "rc-ea", "rc", "lc", "nea", "all1-nea"] {
            for option in options {
                let args = args(&format!("--method {method} {option}"));
                if let Err(error) = settings(&args).check_same(&args) {
                    panic!("{method} {option}: {error}");
                }
            }
        }
    }

    #[test]
    fn options_that_differ_are_refused() {
        for (first, then) in [
            ("--method nea", "--temperature 0.3"),
            ("--method nea --samples 7", "--samples 8"),
            ("--method ea --init rc", "--init lc"),
            ("--chains 3 --iterations 2", "--chains 4"),
            ("--method rc", "--cover-demand"),
        ] {
            assert!(settings(&args(first)).check_same(&args(then)).is_err(), "{first}, then {then}");
        }
    }
}
