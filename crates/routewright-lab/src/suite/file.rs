//! The form of a suite file.

use routewright_io::{InputError, TextFile};
use toml::Spanned;

use crate::LabError;

/// A suite file as it is written. Lists of a method stand before those of the suite.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SuiteFile {
    pub(super) about: String,
    pub(super) cities: Spanned<Vec<Spanned<String>>>,
    pub(super) alphas: Spanned<Vec<Spanned<f64>>>,
    pub(super) seeds: Spanned<Vec<u64>>,
    #[serde(default)]
    pub(super) problem: ProblemOptions,
    #[serde(default)]
    pub(super) synthetic: Vec<Synthetic>,
    #[serde(default)]
    pub(super) methods: Vec<MethodEntry>,
    #[serde(default)]
    pub(super) scaled: ScaledLists,
}

/// What is asked of every network; the city's own values where nothing is said.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ProblemOptions {
    pub(super) routes: Option<u32>,
    pub(super) min_stops: Option<u32>,
    pub(super) max_stops: Option<u32>,
    pub(super) transfer_penalty: Option<f64>,
    pub(super) fixed: Option<String>,
}

/// A made-up city, named in `cities`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Synthetic {
    pub(super) name: String,
    pub(super) kind: Spanned<String>,
    pub(super) nodes: usize,
    pub(super) seed: u64,
    pub(super) routes: Option<u32>,
    pub(super) min_stops: Option<u32>,
    pub(super) max_stops: Option<u32>,
}

/// A method, its budget, and how it differs from the defaults of `design`.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MethodEntry {
    pub(super) method: Spanned<MethodName>,
    pub(super) label: Option<String>,
    pub(super) seconds: Option<f64>,
    pub(super) iterations: Option<u64>,
    pub(super) samples: Option<u32>,
    pub(super) threads: Option<u32>,
    pub(super) chains: Option<u32>,
    pub(super) init: Option<String>,
    pub(super) extension: Option<String>,
    pub(super) model: Option<String>,
    pub(super) temperature: Option<f32>,
    pub(super) kernel: Option<String>,
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

/// Lists of the scaled-down twin, where they are shorter.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ScaledLists {
    pub(super) cities: Option<Vec<Spanned<String>>>,
    pub(super) alphas: Option<Vec<Spanned<f64>>>,
    pub(super) seeds: Option<Vec<u64>>,
}

/// A method in the scaled-down twin.
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

/// The methods of `design`, by the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MethodName {
    /// Routewright's own search.
    Anneal,
    /// Evolution with shortest-path routes.
    Ea,
    /// Evolution with routes rebuilt by a policy.
    Nea,
    /// Evolution with routes rebuilt by a policy alone.
    All1Nea,
    /// Evolution with routes rebuilt at random.
    RcEa,
    /// The best of many networks built by a policy.
    Lc,
    /// The best of many networks built at random.
    Rc,
}

impl MethodName {
    /// As `design` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Anneal => "anneal",
            Self::Ea => "ea",
            Self::Nea => "nea",
            Self::All1Nea => "all1-nea",
            Self::RcEa => "rc-ea",
            Self::Lc => "lc",
            Self::Rc => "rc",
        }
    }

    /// Whether its budget is a number of networks.
    pub(super) fn draws_samples(self) -> bool {
        matches!(self, Self::Lc | Self::Rc)
    }
}

/// Reads the form; values are checked elsewhere.
pub(super) fn parse(file: &TextFile) -> Result<SuiteFile, LabError> {
    toml::from_str(&file.text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        LabError::Suite(vec![InputError {
            path: file.path.clone(),
            line: line_of(&file.text, start),
            code: "suite-001",
            problem: error.message().lines().next().unwrap_or("cannot be understood").into(),
            help: "a suite has about, cities, alphas, seeds, [[methods]] and may have [problem], [[synthetic]] and \
                   [scaled]; docs/benchmarking.md shows one"
                .into(),
        }])
    })
}

/// The line of a byte, counted from 1.
pub(super) fn line_of(text: &str, place: usize) -> u64 {
    let before = &text.as_bytes()[..place.min(text.len())];
    1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64
}
