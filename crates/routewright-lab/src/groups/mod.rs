//! Which runs may be averaged: those that agree in everything but their seed.

mod facts;
mod names;
mod words;

use crate::{BenchmarkCity, Record, benchmark_cities};

use facts::{Facts, Values};
use names::{Named, Style, names};

/// Names cities and methods by what was really run, so that runs of one city, label and alpha differ in their
/// seed alone.
///
/// - A run of a benchmark problem of the literature has the benchmark's name, whatever its city was called. No
///   other run has: one with other limits is `mandl (MAX 9)`, one of a city that is only called Mandl is
///   `mandl (another city of this name)`.
/// - Cities and labels that stand for several problems or settings say what differs, in words where that is
///   short, else by a fingerprint.
pub fn distinguish(mut records: Vec<Record>) -> Vec<Record> {
    let facts = Facts::of(&records);
    let pairs = || records.iter().zip(&facts);
    let cities: Vec<Named<'_>> = pairs().map(|(record, facts)| city(record, &facts.problem)).collect();
    let labels: Vec<Named<'_>> = pairs()
        .map(|(record, facts)| Named { base: &record.label, words: Vec::new(), values: &facts.method })
        .collect();
    let (cities, labels) = (names(&cities, Style::Brackets), names(&labels, Style::Commas));
    for ((record, city), label) in records.iter_mut().zip(cities).zip(labels) {
        (record.city, record.label) = (city, label);
    }
    records
}

/// The name of a city before it is compared with others.
fn city<'a>(record: &'a Record, problem: &'a Values) -> Named<'a> {
    let known = benchmark_cities().iter().find(|known| known.fingerprint == record.city_hash);
    if let Some(known) = known {
        return Named { base: &known.city, words: unusual(known, problem), values: problem };
    }
    let is_taken = benchmark_cities().iter().any(|known| known.city == record.city);
    let words = is_taken.then(|| "another city of this name".to_owned());
    Named { base: &record.city, words: words.into_iter().collect(), values: problem }
}

/// How a problem differs from the published one of its city.
fn unusual(known: &BenchmarkCity, problem: &Values) -> Vec<String> {
    let usual = [
        ("routes", Some(known.routes.to_string())),
        ("min-stops", Some(known.min_stops.to_string())),
        ("max-stops", Some(known.max_stops.to_string())),
        ("transfer-penalty", Some(known.transfer_penalty_min.to_string())),
    ];
    let differs = |(name, usual): &(&str, Option<String>)| problem.get(*name) != usual.as_ref();
    let numbers = usual.iter().filter(|setting| differs(setting));
    let numbers = numbers.map(|(name, _)| words::words(name, problem.get(*name).map(String::as_str)));
    numbers.chain(problem.contains_key("fixed").then(|| "fixed routes".to_owned())).collect()
}

#[cfg(test)]
mod tests;
