//! Published results, from the data files of this crate.

use std::sync::LazyLock;

use crate::Box2;

const PUBLISHED: &str = include_str!("../data/published.csv");
const CITIES: &str = include_str!("../data/cities.csv");

/// A published result.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct Published {
    /// Benchmark city.
    pub city: String,
    /// Weight of riders' time against operating cost.
    pub alpha: f64,
    /// Authors and year, or the name of a method in the paper.
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
    /// With more, or unserved.
    pub dun: Option<f64>,
    /// Where it is printed.
    pub source: String,
}

/// Facts about a benchmark city and its published problem.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct BenchmarkCity {
    /// Its name.
    pub city: String,
    /// Fingerprint of its content ([`city_fingerprint`](routewright_design::city_fingerprint)).
    pub fingerprint: String,
    /// Published number of routes (S).
    pub routes: usize,
    /// Published fewest stops of a route (MIN).
    pub min_stops: usize,
    /// Published most stops of a route (MAX).
    pub max_stops: usize,
    /// Published cost of a transfer to a rider, minutes.
    pub transfer_penalty_min: f64,
    /// Lower bound of the mean trip, minutes.
    pub cp_bound_min: f64,
    /// Lower bound of the route time of networks whose routes all differ, minutes.
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
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use routewright_design::{Bound, ProblemOptions, city_fingerprint};
    use routewright_io::read_city;
    use routewright_model::Problem;

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

    #[test]
    fn fingerprints_limits_and_bounds_are_those_of_the_benchmark_cities() {
        let root = std::env::var_os("ROUTEWRIGHT_DATA")
            .map_or(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
        let required = std::env::var("ROUTEWRIGHT_REQUIRE_DATA").is_ok_and(|value| value == "1");
        for known in benchmark_cities() {
            let path = root.join("benchmarks").join(&known.city);
            let name = match known.city.as_str() {
                "mandl" => "mandl",
                _ if path.is_dir() => path.to_str().unwrap(),
                _ => {
                    assert!(!required, "{} is not there, but ROUTEWRIGHT_REQUIRE_DATA=1", path.display());
                    eprintln!("skipped: {} is not there", path.display());
                    continue;
                }
            };
            let city = read_city(name).unwrap();
            assert_eq!(city_fingerprint(&city), known.fingerprint, "{}", known.city);
            let defaults = city.defaults();
            let limits = [defaults.routes, defaults.min_stops, defaults.max_stops];
            assert_eq!(limits, [known.routes, known.min_stops, known.max_stops].map(Some), "{}", known.city);
            assert_eq!(Problem::TRANSFER_PENALTY.minutes(), known.transfer_penalty_min);
            assert!((city.mean_drive_minutes() - known.cp_bound_min).abs() < 1e-4, "{}", known.city);
            // The bounds of the larger cities take long.
            if known.routes < 50 {
                let bound = Bound::of(&Arc::new(city), &ProblemOptions::default(), 600.0).unwrap();
                assert_eq!(bound.route_minutes.unwrap().minutes, known.co_bound_min, "{}", known.city);
            }
        }
    }
}
