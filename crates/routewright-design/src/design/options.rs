//! The options of a design run.

use std::path::PathBuf;

use routewright_env::Extension;
use routewright_policy::Net;
use routewright_search::moves::{MoveOdds, PairMoveOdds};

use super::choices::{Init, KernelChoice, Method};
use crate::inputs::{absolute, absolute_city};
use crate::{Choice, InputNames, OperatingOptions, PlanningOptions, ProblemOptions, built_in_model};

/// What somebody asks of a design run; what is left open has a default.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct DesignOptions {
    /// Built-in name or path of the city.
    pub city: String,
    /// What is asked of the network.
    pub problem: ProblemOptions,
    /// How networks are searched for; [`Method::Anneal`] by default.
    pub method: Option<Method>,
    /// Seconds the run may take; 20 by default for anneal.
    pub seconds: Option<f64>,
    /// Rounds the run may take; 400 by default for evolution.
    pub iterations: Option<u64>,
    /// Rounds without a better network after which the run ends.
    pub no_improvement: Option<u64>,
    /// Networks to build (rc, lc), or to take the best of before an evolution; 100 by default.
    pub samples: Option<u32>,
    /// Seed of the random numbers; 1 by default.
    pub seed: Option<u64>,
    /// Chains of anneal; by default 2, or one per thread where the budget is a time.
    pub chains: Option<u32>,
    /// Odds of the moves of anneal that change one route.
    pub moves: Option<MoveOdds>,
    /// Odds of the moves of anneal that change two routes.
    pub pair_moves: Option<PairMoveOdds>,
    /// A network to start from and to compare with.
    pub start: Option<PathBuf>,
    /// Routes of the start, by name, that stay as they are.
    pub freeze: Vec<String>,
    /// Cost added per stop that a route gains or loses against the start.
    pub change_price: Option<f64>,
    /// Whether routes are built so that all demand gets connected.
    pub cover_demand: bool,
    /// Whether the same route may come twice.
    pub no_distinct: bool,
    /// What an evolution starts from.
    pub init: Option<Init>,
    /// Which shortest paths may extend a route that is built.
    pub extension: Option<Extension>,
    /// Built-in name or path of the policy.
    pub model: Option<String>,
    /// Softmax temperature of the policy.
    pub temperature: Option<f32>,
    /// Arithmetic of the policy.
    pub kernel: Option<KernelChoice>,
    /// How the network is operated: for the report, and for a service how often today's routes run.
    pub operating: OperatingOptions,
    /// What a service may look like, where one is planned.
    pub planning: PlanningOptions,
}

impl DesignOptions {
    /// The method asked for, or the default.
    pub fn method(&self) -> Method {
        let implied = if self.planning.is_asked() { Method::Service } else { Method::default() };
        self.method.unwrap_or(implied)
    }

    /// What an evolution starts from, unless it is given a network: the best of many, as published.
    pub(crate) fn init(&self, has_start: bool) -> Option<Init> {
        let published = if self.method() == Method::RcEa { Init::Rc } else { Init::Lc };
        (self.method().evolves() && !has_start).then(|| self.init.unwrap_or(published))
    }

    /// The policy that builds routes, if one does: a built-in name or a path.
    pub fn model(&self) -> Option<String> {
        self.model_for(self.start.is_some())
    }

    pub(crate) fn model_for(&self, has_start: bool) -> Option<String> {
        let asks = self.method().needs_policy() || self.init(has_start) == Some(Init::Lc);
        asks.then(|| self.model.clone().unwrap_or_else(|| Net::DEFAULT.to_owned()))
    }

    /// Where the inputs are. `model` is what [`DesignOptions::model`] says.
    pub fn names<'a>(&'a self, model: Option<&'a str>) -> InputNames<'a> {
        let (start, fixed) = (self.start.as_deref(), self.problem.fixed.as_deref());
        InputNames { city: &self.city, start, fixed, model }
    }

    /// The same options with paths that hold from every folder. Built-in names stay.
    #[must_use]
    pub fn with_absolute_paths(&self) -> Self {
        let mut options = self.clone();
        options.city = absolute_city(&self.city);
        if let Some(model) = self.model.as_ref().filter(|model| !built_in_model(model)) {
            options.model = Some(absolute(&model.into()).display().to_string());
        }
        for path in [&mut options.start, &mut options.problem.fixed, &mut options.operating.headways] {
            *path = path.as_ref().map(absolute);
        }
        options
    }

    /// These options, and the others where these are silent.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        let (a, b) = (self.clone(), others.clone());
        let city = if a.city.is_empty() { b.city } else { a.city };
        let freeze = if a.freeze.is_empty() { b.freeze } else { a.freeze };
        Self {
            city,
            problem: a.problem.or(&b.problem),
            method: a.method.or(b.method),
            seconds: a.seconds.or(b.seconds),
            iterations: a.iterations.or(b.iterations),
            no_improvement: a.no_improvement.or(b.no_improvement),
            samples: a.samples.or(b.samples),
            seed: a.seed.or(b.seed),
            chains: a.chains.or(b.chains),
            moves: a.moves.or(b.moves),
            pair_moves: a.pair_moves.or(b.pair_moves),
            start: a.start.or(b.start),
            freeze,
            change_price: a.change_price.or(b.change_price),
            cover_demand: a.cover_demand || b.cover_demand,
            no_distinct: a.no_distinct || b.no_distinct,
            init: a.init.or(b.init),
            extension: a.extension.or(b.extension),
            model: a.model.or(b.model),
            temperature: a.temperature.or(b.temperature),
            kernel: a.kernel.or(b.kernel),
            operating: a.operating.or(&b.operating),
            planning: a.planning.or(&b.planning),
        }
    }

    /// The words of the command line that asks for this, after `routewright`. Odds of moves have no option there.
    pub fn arguments(&self) -> Vec<String> {
        fn said(value: Option<impl ToString>) -> Option<String> {
            value.map(|value| value.to_string())
        }
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let (problem, operating) = (&self.problem, &self.operating);
        let values = [
            ("--alpha", said(problem.alpha)),
            (
                "--method",
                self.method
                    .filter(|&method| method != Method::Service)
                    .map(|method| method.name().to_owned()),
            ),
            ("--seed", said(self.seed)),
            ("--seconds", said(self.seconds)),
            ("--iterations", said(self.iterations)),
            ("--no-improvement", said(self.no_improvement)),
            ("--samples", said(self.samples)),
            ("--chains", said(self.chains)),
            ("--init", self.init.map(|init| init.name().to_owned())),
            ("--extension", self.extension.map(|extension| extension.name().to_owned())),
            ("--model", self.model.clone()),
            ("--temperature", said(self.temperature)),
            ("--kernel", self.kernel.map(|kernel| kernel.name().to_owned())),
            ("--routes", said(problem.routes)),
            ("--min-stops", said(problem.min_stops)),
            ("--max-stops", said(problem.max_stops)),
            ("--transfer-penalty", said(problem.transfer_penalty)),
            ("--fixed", path(&problem.fixed)),
            ("--start", path(&self.start)),
            ("--freeze", (!self.freeze.is_empty()).then(|| self.freeze.join(","))),
            ("--change-price", said(self.change_price)),
            ("--headway", said(operating.headway)),
            ("--headways", path(&operating.headways)),
            ("--layover", said(operating.layover)),
            ("--cost-per-hour", said(operating.cost_per_hour)),
        ];
        let flags = [("--cover-demand", self.cover_demand), ("--no-distinct", self.no_distinct)];
        let values =
            values.into_iter().filter_map(|(option, value)| Some([option.to_owned(), value?])).flatten();
        let flags = flags.iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned());
        let planning = self.planning.arguments();
        ["design".to_owned(), self.city.clone()]
            .into_iter()
            .chain(values)
            .chain(planning)
            .chain(flags)
            .collect()
    }
}
