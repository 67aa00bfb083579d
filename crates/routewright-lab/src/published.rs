//! What the literature reports, from the data files of this crate.

use std::sync::LazyLock;

use crate::Box2;

const PUBLISHED: &str = include_str!("../data/published.csv");
const CITIES: &str = include_str!("../data/cities.csv");

/// A published result.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct Published {
    /// Benchmark city.
    pub city: String,
    /// Riders' time against operating cost.
    pub alpha: f64,
    /// Authors and year, or the paper's name of a method.
    pub method: String,
    /// Iterations, where they are known: `IT=400`.
    pub budget: Option<String>,
    /// `best`, or `mean of ten`.
    pub kind: String,
    /// Unified cost.
    pub cost: Option<f64>,
    /// Its standard deviation over ten seeds.
    pub cost_deviation: Option<f64>,
    /// Mean trip, minutes.
    pub cp_min: Option<f64>,
    /// Route time, minutes.
    pub co_min: Option<f64>,
    /// Percent of trips without a transfer.
    pub d0: Option<f64>,
    /// With one.
    pub d1: Option<f64>,
    /// With two.
    pub d2: Option<f64>,
    /// With more, or no trip.
    pub dun: Option<f64>,
    /// Where it is printed.
    pub source: String,
}

/// What is known of a benchmark city.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct BenchmarkCity {
    /// Its name.
    pub city: String,
    /// No network has a shorter mean trip, minutes.
    pub cp_bound_min: f64,
    /// No network has a lower route time, minutes.
    pub co_bound_min: f64,
    cp_from: f64,
    cp_to: f64,
    co_from: f64,
    co_to: f64,
    /// Hypervolume of all published fronts together.
    pub published_hypervolume: f64,
}

impl BenchmarkCity {
    /// The box that hypervolumes are measured in.
    pub fn within(&self) -> Box2 {
        Box2 { cp: (self.cp_from, self.cp_to), co: (self.co_from, self.co_to) }
    }
}

/// Every published result, by city and alpha.
pub fn published() -> &'static [Published] {
    static ROWS: LazyLock<Vec<Published>> = LazyLock::new(|| rows(PUBLISHED));
    &ROWS
}

/// The benchmark cities, from small to large.
pub fn benchmark_cities() -> &'static [BenchmarkCity] {
    static ROWS: LazyLock<Vec<BenchmarkCity>> = LazyLock::new(|| rows(CITIES));
    &ROWS
}

fn rows<T: serde::de::DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().collect::<Result<_, _>>().expect("the data of this crate is well-formed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_a_source_and_is_possible() {
        assert_eq!(published().len(), 120);
        for row in published() {
            assert!(
                !row.source.is_empty() && ["best", "mean of ten"].contains(&row.kind.as_str()),
                "{row:?}"
            );
            let city = benchmark_cities().iter().find(|city| city.city == row.city).unwrap();
            assert!(row.cost.is_some() || row.cp_min.is_some(), "{row:?}");
            // The last printed digit may be rounded.
            assert!(row.cp_min.is_none_or(|cp| cp > city.cp_bound_min - 0.01), "{row:?}");
            assert!(row.co_min.is_none_or(|co| co >= city.co_bound_min), "{row:?}");
            assert!(row.cost_deviation.is_some() == row.cost.is_some(), "{row:?}");
        }
    }
}
