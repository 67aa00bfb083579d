//! The runs of a store beside the literature.

mod cells;
mod cost_tables;
mod files;
mod fronts;
mod gaps;
mod head_to_head;
mod hypervolumes;
mod league_tables;
mod over_time;
mod show;
mod trade_off;

use std::collections::BTreeMap;

use crate::{BenchmarkCity, Record, benchmark_cities, distinguish};

pub(crate) use cells::Cell;
pub use files::report_files;

/// Points of published fronts by city: mean trip and route time, minutes.
pub type Fronts = BTreeMap<String, Vec<(f64, f64)>>;

/// All runs, by city, alpha and method.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Under names that tell different problems and settings apart; only benchmark problems have the name of a
    /// benchmark.
    records: Vec<Record>,
    fronts: Fronts,
    /// Benchmark cities first, in their order, then others by name.
    cities: Vec<String>,
    /// Methods with their budgets, in the order of reports.
    labels: Vec<String>,
}

impl Findings {
    /// Groups runs that differ in their seed alone. Published fronts are drawn where they are available.
    pub fn new(records: Vec<Record>, fronts: Fronts) -> Self {
        let records = distinguish(records);
        let mut cities: Vec<String> = Vec::new();
        let mut labels: Vec<(String, String)> = Vec::new();
        for record in &records {
            if !cities.contains(&record.city) {
                cities.push(record.city.clone());
            }
            let label = (record.method.clone(), record.label.clone());
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        cities.sort_by_key(|city| (rank(city), city.clone()));
        labels.sort_by_key(|(method, label)| (method_rank(method), show::natural_key(label)));
        let labels = labels.into_iter().map(|(_, label)| label).collect();
        Self { records, fronts, cities, labels }
    }

    /// How many runs there are.
    pub fn run_count(&self) -> usize {
        self.records.len()
    }

    /// Runs of a city, alpha and method, if there are any.
    pub(crate) fn cell(&self, city: &str, alpha: f64, label: &str) -> Option<Cell<'_>> {
        let fits = |record: &&Record| record.city == city && record.alpha == alpha && record.label == label;
        Cell::new(self.records.iter().filter(fits).collect())
    }

    /// Every cell of a city, by alpha, then by method.
    pub(crate) fn cells_of(&self, city: &str) -> Vec<Cell<'_>> {
        let alphas = self.alphas(city);
        let pairs = alphas.iter().flat_map(|alpha| self.labels.iter().map(move |label| (*alpha, label)));
        pairs.filter_map(|(alpha, label)| self.cell(city, alpha, label)).collect()
    }

    /// The alphas that a city has runs for.
    pub(crate) fn alphas(&self, city: &str) -> Vec<f64> {
        let mut alphas: Vec<f64> =
            self.records.iter().filter(|record| record.city == city).map(|record| record.alpha).collect();
        alphas.sort_by(f64::total_cmp);
        alphas.dedup();
        alphas
    }

    /// Number of a method's colour and shape, the same on every plot.
    pub(crate) fn look(&self, label: &str) -> usize {
        self.labels.iter().position(|other| other == label).unwrap_or(0)
    }
}

/// What is known of a city, where it is a benchmark with its published limits.
pub(crate) fn benchmark(city: &str) -> Option<&'static BenchmarkCity> {
    benchmark_cities().iter().find(|benchmark| benchmark.city == city)
}

fn rank(city: &str) -> usize {
    benchmark_cities().iter().position(|benchmark| benchmark.city == city).unwrap_or(usize::MAX)
}

/// Construction, then evolution, then our own search.
fn method_rank(method: &str) -> usize {
    let order = ["rc", "lc", "ea", "nea", "all1-nea", "rc-ea", "anneal"];
    order.iter().position(|other| *other == method).unwrap_or(order.len())
}
