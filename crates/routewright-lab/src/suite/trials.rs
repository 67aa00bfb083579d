//! From a suite to the runs it asks for.

use std::path::{Path, PathBuf};

use routewright_design::{Choice, DesignOptions, Method, ProblemOptions};
use toml::Spanned;

use super::Selection;
use super::file::{MethodEntry, ScaledMethod, SuiteFile, Synthetic};

/// Constructions that an evolution takes the best of by default.
const USUAL_SAMPLES: u32 = 100;
/// More constructions than any time allows.
const MOST_SAMPLES: u32 = 1_000_000_000;
/// Stands for the seed of a run in the name of its policy, so that each seed may have its own.
const SEED: &str = "{seed}";
/// Policies of the built-in suites, which labels do not name.
const USUAL_POLICIES: &str = "seed-{seed}";

/// A run that a suite asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Name of the method with its budget: `NEA IT=400`.
    pub label: String,
    /// What the city is called.
    pub city_name: String,
    /// Where it comes from.
    pub city: CitySource,
    /// Threads it uses.
    pub threads: usize,
    /// Policy as the suite names it, with `{seed}` where each seed has its own; none where no policy is asked.
    pub policies: Option<String>,
    /// What is asked of the run; the city is filled in once it is found.
    pub options: DesignOptions,
}

/// Where a city comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum CitySource {
    /// A built-in name, the name of a benchmark city, or a path.
    Named {
        /// As the suite names it.
        name: String,
        /// Relative paths start here.
        folder: PathBuf,
    },
    /// Generated from a seed.
    Synthetic(SyntheticCity),
}

/// A synthetic city of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntheticCity {
    /// What it is called.
    pub name: String,
    /// Street layout.
    pub kind: String,
    /// Number of nodes.
    pub nodes: usize,
    /// Seed of its random numbers.
    pub seed: u64,
}

impl Trial {
    /// For people: `mandl NEA IT=400 alpha 0.5 seed 1`.
    pub fn name(&self) -> String {
        format!("{} {} alpha {} seed {}", self.city_name, self.label, self.alpha(), self.seed())
    }

    /// Weight of riders' time against operating cost.
    pub fn alpha(&self) -> f64 {
        self.options.problem.alpha.unwrap_or(0.5)
    }

    /// Seed of the random numbers.
    pub fn seed(&self) -> u64 {
        self.options.seed.unwrap_or(1)
    }

    /// Seconds it may take, where that is its budget.
    pub fn seconds(&self) -> Option<f64> {
        self.options.seconds
    }
}

/// Every trial, without duplicates.
pub(super) fn expand(suite: &SuiteFile, folder: &Path, selection: &Selection) -> Vec<Trial> {
    let scaled = |list: &Option<Vec<Spanned<String>>>| list.clone().filter(|_| selection.scaled);
    let scaled_alphas = |list: &Option<Vec<Spanned<f64>>>| list.clone().filter(|_| selection.scaled);
    let scaled_seeds = |list: &Option<Vec<u64>>| list.clone().filter(|_| selection.scaled);
    let suite_cities = scaled(&suite.scaled.cities).unwrap_or_else(|| suite.cities.get_ref().clone());
    let suite_alphas = scaled_alphas(&suite.scaled.alphas).unwrap_or_else(|| suite.alphas.get_ref().clone());
    let suite_seeds = scaled_seeds(&suite.scaled.seeds).unwrap_or_else(|| suite.seeds.get_ref().clone());
    let mut trials: Vec<Trial> = Vec::new();
    // In the order of the suite's cities; a method may name others.
    let mut cities: Vec<String> = suite_cities.iter().map(|city| city.get_ref().clone()).collect();
    let entries: Vec<_> = suite
        .methods
        .iter()
        .map(|entry| {
            let own = scaled(&entry.scaled.cities).or(entry.cities.clone());
            let own_cities = own.unwrap_or_else(|| suite_cities.clone());
            let alphas = scaled_alphas(&entry.scaled.alphas).or(entry.alphas.clone());
            let seeds = scaled_seeds(&entry.scaled.seeds).or(entry.seeds.clone());
            let names: Vec<String> = own_cities.into_iter().map(Spanned::into_inner).collect();
            for name in &names {
                if !cities.contains(name) {
                    cities.push(name.clone());
                }
            }
            let seeds = match (&selection.seeds, seeds) {
                // A method with seeds of its own runs no others.
                (Some(asked), Some(own)) => own.into_iter().filter(|seed| asked.contains(seed)).collect(),
                (Some(asked), None) => asked.clone(),
                (None, own) => own.unwrap_or_else(|| suite_seeds.clone()),
            };
            (entry, names, alphas.unwrap_or_else(|| suite_alphas.clone()), seeds)
        })
        .collect();
    for city in &cities {
        for (entry, own_cities, alphas, seeds) in &entries {
            if !own_cities.contains(city) {
                continue;
            }
            for (alpha, seed) in alphas.iter().flat_map(|alpha| seeds.iter().map(move |seed| (alpha, seed))) {
                let mut trial = trial(suite, folder, entry, city, selection.scaled);
                trial.options.problem.alpha = Some(*alpha.get_ref());
                trial.options.seed = Some(*seed);
                name_policy(&mut trial, folder);
                if !trials.contains(&trial) {
                    trials.push(trial);
                }
            }
        }
    }
    trials
}

fn trial(suite: &SuiteFile, folder: &Path, entry: &MethodEntry, city: &str, scaled: bool) -> Trial {
    let method = *entry.method.get_ref();
    let synthetic = suite.synthetic.iter().find(|synthetic| synthetic.name.get_ref() == city);
    let small = scaled.then_some(&entry.scaled);
    let (seconds, iterations) = match small {
        // Seconds instead of iterations, or the other way round: never both.
        Some(ScaledMethod { seconds, iterations, .. }) if seconds.is_some() || iterations.is_some() => {
            (*seconds, *iterations)
        }
        _ => (entry.seconds, entry.iterations),
    };
    let samples = small.and_then(|small| small.samples).or(entry.samples);
    // Construction for a time: as many networks as it takes.
    let samples = samples.or((method.draws_samples() && seconds.is_some()).then_some(MOST_SAMPLES));
    let options = DesignOptions {
        problem: problem(suite, folder, city, synthetic),
        method: Some(method),
        seconds,
        iterations,
        samples,
        chains: entry.chains,
        init: entry.init,
        extension: entry.extension,
        model: entry.model.clone(),
        temperature: entry.temperature,
        kernel: entry.kernel,
        cover_demand: entry.cover_demand,
        no_distinct: entry.no_distinct,
        ..DesignOptions::default()
    };
    let label = match (&entry.label, scaled) {
        (Some(label), false) => label.clone(),
        _ => label(&options, entry.threads),
    };
    Trial {
        label,
        city_name: city.to_owned(),
        city: match synthetic {
            Some(Synthetic { name, kind, nodes, seed, .. }) => CitySource::Synthetic(SyntheticCity {
                name: name.get_ref().clone(),
                kind: kind.get_ref().clone(),
                nodes: *nodes,
                seed: *seed,
            }),
            None => CitySource::Named { name: city.to_owned(), folder: folder.to_path_buf() },
        },
        threads: entry.threads.unwrap_or(1) as usize,
        policies: options.model(),
        options,
    }
}

/// Puts the seed into the name of the policy. Files are looked for beside the suite first.
fn name_policy(trial: &mut Trial, folder: &Path) {
    let seed = trial.seed().to_string();
    let Some(model) = &mut trial.options.model else { return };
    *model = model.replace(SEED, &seed);
    let beside = folder.join(&*model);
    if beside.exists() {
        *model = beside.display().to_string();
        trial.policies = trial.policies.as_ref().map(|name| folder.join(name).display().to_string());
    }
}

/// What is asked of every network. A city may have limits of its own; a fixed network is looked for beside the suite
/// first.
fn problem(suite: &SuiteFile, folder: &Path, city: &str, synthetic: Option<&Synthetic>) -> ProblemOptions {
    let mut all = suite.problem.as_ref().map(Spanned::get_ref).cloned().unwrap_or_default();
    if let Some(beside) = all.fixed.as_ref().map(|fixed| folder.join(fixed)).filter(|path| path.exists()) {
        all.fixed = Some(beside);
    }
    let limits = suite.limits.iter().find(|limits| limits.city.get_ref() == city);
    let limits = limits.map(|limits| (limits.routes, limits.min_stops, limits.max_stops));
    let (routes, min_stops, max_stops) =
        synthetic.map(|city| (city.routes, city.min_stops, city.max_stops)).or(limits).unwrap_or_default();
    ProblemOptions { routes, min_stops, max_stops, ..ProblemOptions::default() }.or(&all)
}

/// `LC-40k`, `NEA IT=400`, `EA IT=100/10` (from the best of 10 instead of 100), `anneal 60 s`; then every setting
/// that is not the usual one.
fn label(options: &DesignOptions, threads: Option<u32>) -> String {
    let method = options.method();
    let name = match method {
        Method::Anneal => "anneal",
        Method::Ea => "EA",
        Method::Nea => "NEA",
        Method::All1Nea => "all-1 NEA",
        Method::RcEa => "RC-EA",
        Method::Lc => "LC",
        Method::Rc => "RC",
        Method::Service => "service",
    };
    let samples = options.samples;
    let mut label = match (options.seconds, options.iterations, samples) {
        (Some(seconds), ..) if method.draws_samples() => format!("{name} {seconds} s"),
        (.., Some(samples)) if method.draws_samples() && samples >= 1000 && samples % 1000 == 0 => {
            format!("{name}-{}k", samples / 1000)
        }
        (.., Some(samples)) if method.draws_samples() => format!("{name}-{samples}"),
        (Some(seconds), ..) => format!("{name} {seconds} s"),
        (_, Some(iterations), _) => format!("{name} IT={iterations}"),
        _ => name.to_owned(),
    };
    if let Some(samples) = samples.filter(|samples| !method.draws_samples() && *samples != USUAL_SAMPLES) {
        label.push_str(&format!("/{samples}"));
    }
    let unusual = [
        threads.filter(|threads| *threads > 1).map(|threads| format!("{threads} threads")),
        options.chains.map(|chains| format!("{chains} chains")),
        options.init.map(|init| format!("from {}", init.name())),
        options.extension.map(|extension| extension.name().to_owned()),
        options.model().filter(|model| model != USUAL_POLICIES),
        options.temperature.map(|temperature| format!("T={temperature}")),
        options.kernel.map(|kernel| kernel.name().to_owned()),
        options.cover_demand.then(|| "cover".to_owned()),
        options.no_distinct.then(|| "not distinct".to_owned()),
    ];
    for word in unusual.into_iter().flatten() {
        label.push_str(", ");
        label.push_str(&word);
    }
    label
}
