//! The form of a suite file.

use routewright_design::{Init, KernelChoice, Method, ProblemOptions};
use routewright_env::Extension;
use routewright_io::{InputError, TextFile};
use toml::Spanned;

use crate::LabError;

/// A suite file as it is written. Lists of a method take precedence over those of the suite.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SuiteFile {
    pub(super) about: String,
    pub(super) cities: Spanned<Vec<Spanned<String>>>,
    pub(super) alphas: Spanned<Vec<Spanned<f64>>>,
    pub(super) seeds: Spanned<Vec<u64>>,
    /// Limits and penalty for all cities; by default each city's own.
    pub(super) problem: Option<Spanned<ProblemOptions>>,
    #[serde(default)]
    pub(super) synthetic: Vec<Synthetic>,
    /// Limits of cities that say none themselves.
    #[serde(default)]
    pub(super) limits: Vec<CityLimits>,
    #[serde(default)]
    pub(super) methods: Vec<MethodEntry>,
    #[serde(default)]
    pub(super) scaled: ScaledLists,
}

/// A synthetic city, named in `cities`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Synthetic {
    pub(super) name: Spanned<String>,
    pub(super) kind: Spanned<String>,
    pub(super) nodes: usize,
    pub(super) seed: u64,
    pub(super) routes: Option<usize>,
    pub(super) min_stops: Option<usize>,
    pub(super) max_stops: Option<usize>,
}

/// Limits of one of the cities.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CityLimits {
    pub(super) city: Spanned<String>,
    pub(super) routes: Option<usize>,
    pub(super) min_stops: Option<usize>,
    pub(super) max_stops: Option<usize>,
}

/// A method, its budget, and how it differs from the defaults of `design`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MethodEntry {
    pub(super) method: Spanned<Method>,
    pub(super) label: Option<String>,
    pub(super) seconds: Option<f64>,
    pub(super) iterations: Option<u64>,
    pub(super) samples: Option<u32>,
    pub(super) threads: Option<u32>,
    pub(super) chains: Option<u32>,
    pub(super) init: Option<Init>,
    pub(super) extension: Option<Extension>,
    pub(super) model: Option<String>,
    pub(super) temperature: Option<f32>,
    pub(super) kernel: Option<KernelChoice>,
    #[serde(default)]
    pub(super) cover_demand: bool,
    #[serde(default)]
    pub(super) no_distinct: bool,
    pub(super) cities: Option<Vec<Spanned<String>>>,
    pub(super) alphas: Option<Vec<Spanned<f64>>>,
    pub(super) seeds: Option<Vec<u64>>,
    #[serde(default)]
    pub(super) scaled: ScaledMethod,
}

/// Lists of the scaled-down version, where they are shorter.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ScaledLists {
    pub(super) cities: Option<Vec<Spanned<String>>>,
    pub(super) alphas: Option<Vec<Spanned<f64>>>,
    pub(super) seeds: Option<Vec<u64>>,
}

/// A method in the scaled-down version.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ScaledMethod {
    pub(super) seconds: Option<f64>,
    pub(super) iterations: Option<u64>,
    pub(super) samples: Option<u32>,
    pub(super) cities: Option<Vec<Spanned<String>>>,
    pub(super) alphas: Option<Vec<Spanned<f64>>>,
    pub(super) seeds: Option<Vec<u64>>,
}

/// Reads the form; values are checked elsewhere.
pub(super) fn parse(file: &TextFile) -> Result<SuiteFile, LabError> {
    toml::from_str(&file.text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        LabError::Suite(vec![InputError {
            path: file.path.clone(),
            line: line_of(&file.text, start),
            code: "suite-001",
            problem: error.message().lines().next().unwrap_or("invalid TOML").into(),
            help: "a suite has about, cities, alphas, seeds, [[methods]] and may have [problem], [[synthetic]], \
                   [[limits]] and [scaled]; docs/benchmarking.md shows one"
                .into(),
        }])
    })
}

/// The line of a byte, counted from 1.
pub(super) fn line_of(text: &str, place: usize) -> u64 {
    let before = &text.as_bytes()[..place.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64
}
