//! What is compared.

use std::path::{Path, PathBuf};

use crate::{OperatingOptions, ProblemOptions, ServiceOptions};

/// Which plans are compared, and how they are judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompareOptions {
    /// Built-in name or path of the city.
    pub city: String,
    /// Plans: network files or folders of design runs, each with a name in front if it has the form `NAME=PATH`.
    pub plans: Vec<String>,
    /// Today's network; `existing.json` of the city folder by default.
    pub today: Option<PathBuf>,
    /// Transfer penalty and fixed lines; `fixed.json` of the city folder by default.
    pub problem: ProblemOptions,
    /// How often vehicles run and what they cost.
    pub operating: OperatingOptions,
    /// What riders mind and what vehicles hold.
    pub service: ServiceOptions,
}

impl CompareOptions {
    /// Plans in a comparison, at most.
    pub const MOST_PLANS: usize = 4;

    /// Where today's network is, if it is known.
    pub(super) fn todays_file(&self) -> Option<PathBuf> {
        self.today.clone().or_else(|| self.city_file("existing.json"))
    }

    /// Where the fixed lines are, if there are any.
    pub(super) fn fixed_file(&self) -> Option<PathBuf> {
        self.problem.fixed.clone().or_else(|| self.city_file("fixed.json"))
    }

    fn city_file(&self, name: &str) -> Option<PathBuf> {
        Some(Path::new(&self.city).join(name)).filter(|path| path.is_file())
    }
}
