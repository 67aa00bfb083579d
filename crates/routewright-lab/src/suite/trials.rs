//! From a suite to the runs it asks for.

use std::path::{Path, PathBuf};

use toml::Spanned;

use super::Selection;
use super::file::{MethodEntry, MethodName, ProblemOptions, SuiteFile, Synthetic};

/// What an evolution begins with where nothing is said: the best of so many.
const USUAL_SAMPLES: u32 = 100;
/// Stands for the seed of a run in its options, so that each may have a policy of its own.
const SEED: &str = "{seed}";

/// A run that a suite asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Name of the method with its budget: `NEA IT=400`.
    pub label: String,
    /// What the city is called.
    pub city_name: String,
    /// Where it comes from.
    pub city: CitySource,
    /// The search.
    pub method: MethodName,
    /// Riders' time against operating cost.
    pub alpha: f64,
    /// Of the random numbers.
    pub seed: u64,
    /// Seconds it may take, where that is its budget.
    pub seconds: Option<f64>,
    /// Threads it uses.
    pub threads: usize,
    /// What `design` is told besides city, alpha, method, seed and threads.
    pub options: Vec<String>,
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
    /// Made up.
    Synthetic(SyntheticCity),
}

/// A city made up for a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntheticCity {
    /// What it is called.
    pub name: String,
    /// How streets are laid out.
    pub kind: String,
    /// Number of nodes.
    pub nodes: usize,
    /// Of its random numbers.
    pub seed: u64,
}

impl Trial {
    /// For people: `mandl NEA IT=400 alpha 0.5 seed 1`.
    pub fn name(&self) -> String {
        format!("{} {} alpha {} seed {}", self.city_name, self.label, self.alpha, self.seed)
    }

    /// The arguments of `design` for a city at a path.
    pub fn design_arguments(&self, city: &str) -> Vec<String> {
        let (alpha, seed, threads) =
            (self.alpha.to_string(), self.seed.to_string(), self.threads.to_string());
        let pairs = [
            ("--alpha", alpha.as_str()),
            ("--method", self.method.name()),
            ("--seed", &seed),
            ("--threads", &threads),
        ];
        let fixed = pairs.iter().flat_map(|(option, value)| [(*option).to_owned(), (*value).to_owned()]);
        std::iter::once(city.to_owned()).chain(fixed).chain(self.options.iter().cloned()).collect()
    }
}

/// Every trial, those that are asked for twice once.
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
                // Fewer where a method says so: it has its reasons.
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
                let trial = trial(suite, folder, entry, city, selection.scaled);
                let own = |option: &String| option.replace(SEED, &seed.to_string());
                let options = trial.options.iter().map(own).collect();
                let trial = Trial { alpha: *alpha.get_ref(), seed: *seed, options, ..trial };
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
    let synthetic = suite.synthetic.iter().find(|synthetic| synthetic.name == city);
    let small = scaled.then_some(&entry.scaled);
    let seconds = small.and_then(|small| small.seconds).or(entry.seconds);
    let iterations = small.and_then(|small| small.iterations).or(entry.iterations);
    let samples = small.and_then(|small| small.samples).or(entry.samples);
    let label = match (&entry.label, scaled) {
        (Some(label), false) => label.clone(),
        _ => label(entry, seconds, iterations, samples),
    };
    Trial {
        label,
        city_name: city_name(suite, city),
        city: match synthetic {
            Some(Synthetic { name, kind, nodes, seed, .. }) => CitySource::Synthetic(SyntheticCity {
                name: name.clone(),
                kind: kind.get_ref().clone(),
                nodes: *nodes,
                seed: *seed,
            }),
            None => CitySource::Named { name: city.to_owned(), folder: folder.to_path_buf() },
        },
        method,
        alpha: 0.5,
        seed: 1,
        seconds,
        threads: entry.threads.unwrap_or(1) as usize,
        options: options(suite, entry, synthetic, (seconds, iterations, samples)),
    }
}

fn options(
    suite: &SuiteFile,
    entry: &MethodEntry,
    synthetic: Option<&Synthetic>,
    (seconds, iterations, samples): (Option<f64>, Option<u64>, Option<u32>),
) -> Vec<String> {
    let problem = &suite.problem;
    let limit = |own: Option<Option<u32>>, all: Option<u32>| own.flatten().or(all).map(text);
    let values = [
        ("--seconds", seconds.map(text)),
        ("--iterations", iterations.map(text)),
        ("--samples", samples.map(text)),
        ("--chains", entry.chains.map(text)),
        ("--init", entry.init.clone()),
        ("--extension", entry.extension.clone()),
        ("--model", entry.model.clone()),
        ("--temperature", entry.temperature.map(text)),
        ("--kernel", entry.kernel.clone()),
        ("--routes", limit(synthetic.map(|city| city.routes), problem.routes)),
        ("--min-stops", limit(synthetic.map(|city| city.min_stops), problem.min_stops)),
        ("--max-stops", limit(synthetic.map(|city| city.max_stops), problem.max_stops)),
        ("--transfer-penalty", problem.transfer_penalty.map(text)),
        ("--fixed", problem.fixed.clone()),
    ];
    let flags = [("--cover-demand", entry.cover_demand), ("--no-distinct", entry.no_distinct)];
    let values = values.into_iter().filter_map(|(option, value)| Some([option.to_owned(), value?])).flatten();
    values.chain(flags.iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned())).collect()
}

/// `LC-40k`, `NEA IT=400`, `EA IT=100/10` (from the best of 10 instead of 100), `anneal 60 s`; then whatever is
/// not as usual, so that runs of the same label are alike.
fn label(entry: &MethodEntry, seconds: Option<f64>, iterations: Option<u64>, samples: Option<u32>) -> String {
    let method = *entry.method.get_ref();
    let name = match method {
        MethodName::Anneal => "anneal",
        MethodName::Ea => "EA",
        MethodName::Nea => "NEA",
        MethodName::All1Nea => "all-1 NEA",
        MethodName::RcEa => "RC-EA",
        MethodName::Lc => "LC",
        MethodName::Rc => "RC",
    };
    let mut label = match (seconds, iterations, samples) {
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
        entry.threads.filter(|threads| *threads > 1).map(|threads| format!("{threads} threads")),
        entry.chains.map(|chains| format!("{chains} chains")),
        entry.init.as_ref().map(|init| format!("from {init}")),
        entry.extension.clone(),
        entry.model.clone().filter(|model| !model.contains(SEED)),
        entry.temperature.map(|temperature| format!("T={temperature}")),
        entry.kernel.clone(),
        entry.cover_demand.then(|| "cover".to_owned()),
        entry.no_distinct.then(|| "not distinct".to_owned()),
    ];
    for word in unusual.into_iter().flatten() {
        label.push_str(", ");
        label.push_str(&word);
    }
    label
}

/// A city that is asked for something else than usual has another name: its figures stand beside no others.
fn city_name(suite: &SuiteFile, city: &str) -> String {
    let ProblemOptions { routes, min_stops, max_stops, transfer_penalty, fixed } = &suite.problem;
    let unusual = [
        routes.map(|routes| format!("{routes} routes")),
        min_stops.map(|stops| format!("MIN {stops}")),
        max_stops.map(|stops| format!("MAX {stops}")),
        transfer_penalty.map(|minutes| format!("transfers {minutes} min")),
        fixed.as_ref().map(|fixed| format!("beside {fixed}")),
    ];
    let words: Vec<String> = unusual.into_iter().flatten().collect();
    if words.is_empty() { city.to_owned() } else { format!("{city} ({})", words.join(", ")) }
}

fn text(value: impl ToString) -> String {
    value.to_string()
}
