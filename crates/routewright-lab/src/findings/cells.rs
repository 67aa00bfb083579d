//! Runs that differ in their seed alone.

use routewright_design::{Choice, Method};

use super::benchmark;
use crate::{Published, Record, Spread, published, spread};

/// Runs of one city, alpha and method; at least one.
#[derive(Clone, Debug)]
pub(crate) struct Cell<'a> {
    pub(crate) runs: Vec<&'a Record>,
}

impl<'a> Cell<'a> {
    /// `None` without runs.
    pub(crate) fn new(runs: Vec<&'a Record>) -> Option<Self> {
        (!runs.is_empty()).then_some(Self { runs })
    }

    /// What the runs have in common, in any of them.
    pub(crate) fn first(&self) -> &'a Record {
        self.runs[0]
    }

    pub(crate) fn spread(&self, figure: impl Fn(&Record) -> f64) -> Spread {
        spread(self.runs.iter().map(|run| figure(run))).expect("a cell has runs")
    }

    /// Mean trips; none where some run serves nobody.
    pub(crate) fn cp(&self) -> Option<Spread> {
        let figures: Option<Vec<f64>> = self.runs.iter().map(|run| run.cp_min).collect();
        spread(figures?)
    }

    /// Runs whose network breaks constraints.
    pub(crate) fn broken(&self) -> usize {
        self.runs.iter().filter(|run| !run.violations.is_empty()).count()
    }

    /// Whether the runs may be marked against these published results: their budget must be a published one.
    /// Methods whose budget no publication counts, such as anneal, may always.
    pub(crate) fn may_be_marked(&self, mut published: impl Iterator<Item = &'static Published>) -> bool {
        let run = self.first();
        let (iterations, samples) = (run.whole_setting("iterations"), run.whole_setting("samples"));
        match Method::named(&run.method) {
            // All of them start from the best of 100 constructions.
            Some(method) if method.evolves() => {
                let budget = iterations.map(|iterations| format!("IT={iterations}"));
                samples == Some(100) && budget.is_some() && published.any(|row| row.budget == budget)
            }
            Some(method) if method.draws_samples() => {
                let mut budgets = published.filter_map(|row| row.method.strip_prefix("LC-")).peekable();
                budgets.peek().is_none() || budgets.any(|budget| budget.parse().ok() == samples)
            }
            _ => true,
        }
    }

    /// The paper's cost of the same method in the same cell.
    pub(crate) fn paper_cost(&self) -> Option<&'static Published> {
        let run = self.first();
        let name = paper_name(&run.method)?;
        costs(&run.city, run.alpha).find(|row| row.method == name)
    }

    /// The lowest cost of any method in the paper's table.
    pub(crate) fn best_paper_cost(&self) -> Option<f64> {
        let run = self.first();
        costs(&run.city, run.alpha).filter_map(|row| row.cost).reduce(f64::min)
    }

    /// No network has fewer route minutes; known for the published problems, if all routes have to differ.
    pub(crate) fn co_bound(&self) -> Option<f64> {
        let run = self.first();
        benchmark(&run.city).filter(|_| !run.may_repeat_routes()).map(|city| city.co_bound_min)
    }

    /// No network costs less than this.
    pub(crate) fn cost_bound(&self) -> Option<f64> {
        let run = self.first();
        let operator = self.co_bound().map(|bound| 2.0 * bound / run.routes as f64);
        let riders = run.alpha * run.cp_bound_min;
        let operator = if run.alpha == 1.0 { 0.0 } else { (1.0 - run.alpha) * operator? };
        Some((riders + operator) / run.longest_drive_min)
    }
}

/// Rows of the paper's table of costs.
pub(crate) fn costs(city: &str, alpha: f64) -> impl Iterator<Item = &'static Published> {
    published().iter().filter(move |row| row.city == city && row.alpha == alpha && row.cost.is_some())
}

/// Rows with mean trip and route time.
pub(crate) fn figures(city: &str, alpha: f64) -> impl Iterator<Item = &'static Published> {
    published()
        .iter()
        .filter(move |row| row.city == city && row.alpha == alpha && row.co_min.or(row.cp_min).is_some())
}

/// What the paper's table of costs calls a method.
fn paper_name(method: &str) -> Option<&'static str> {
    match method {
        "lc" => Some("LC-100"),
        "ea" => Some("EA"),
        "nea" => Some("NEA"),
        _ => None,
    }
}
