//! Methods compared run by run: the same city, alpha and seed.

use std::collections::BTreeMap;

use routewright_report::{Cell as Field, LabTable};

use super::Findings;
use super::show::{duration, percent};
use crate::{Record, sign_test};

/// Fewest pairs that say anything.
const FEWEST_PAIRS: usize = 5;
/// Costs that differ by a smaller share are equal: sums in another order differ by as much.
const SAME: f64 = 1e-9;

/// The runs that two methods have in common.
#[derive(Default)]
struct Duel<'a> {
    pairs: Vec<(&'a Record, &'a Record)>,
}

impl Findings {
    /// Every two methods on the cities, alphas and seeds that both have runs for.
    pub(super) fn head_to_head(&self) -> Option<LabTable> {
        let mut rows = Vec::new();
        for (at, other) in self.labels.iter().enumerate() {
            for label in &self.labels[at + 1..] {
                let duel = self.duel(label, other);
                if duel.pairs.len() >= FEWEST_PAIRS {
                    rows.push((false, duel.fields(label, other)));
                }
            }
        }
        let columns = [
            "method",
            "against",
            "pairs",
            "better",
            "worse",
            "equal",
            "better in cities",
            "mean difference",
            "p",
            "time per run",
            "time, other",
        ];
        (!rows.is_empty()).then(|| LabTable {
            slug: "head-to-head".into(),
            title: "Every two methods on the same problems".into(),
            note: "Pairs are runs of the same city, alpha and seed; lower costs are better. The mean difference is that of \
                   the costs, as a share of the other method's. p is the chance of a split at least as uneven if both \
                   methods were equally good (two-sided sign test over pairs). A city counts as better where the mean cost \
                   over its pairs is lower. Pairs of one city are not independent: many cities say more than many seeds. \
                   Times are seconds of search; methods with different times are not compared fairly."
                .into(),
            columns: columns.map(str::to_owned).to_vec(),
            name_columns: 2,
            rows,
        })
    }

    fn duel(&self, label: &str, other: &str) -> Duel<'_> {
        let key = |run: &Record| (run.city.clone(), run.alpha.to_bits(), run.seed);
        let of = |label: &str| -> BTreeMap<_, &Record> {
            self.records.iter().filter(|run| run.label == label).map(|run| (key(run), run)).collect()
        };
        let others = of(other);
        let pairs = of(label).into_iter().filter_map(|(key, run)| Some((run, *others.get(&key)?)));
        Duel { pairs: pairs.collect() }
    }
}

impl Duel<'_> {
    fn fields(&self, label: &str, other: &str) -> Vec<Field> {
        let count = self.pairs.len();
        let is_equal =
            |(run, other): &&(&Record, &Record)| (run.cost - other.cost).abs() <= SAME * other.cost.abs();
        let equal = self.pairs.iter().filter(is_equal).count();
        let better = self.pairs.iter().filter(|pair| !is_equal(pair) && pair.0.cost < pair.1.cost).count();
        let worse = count - equal - better;
        let mean = |figure: &dyn Fn(&(&Record, &Record)) -> f64| {
            self.pairs.iter().map(figure).sum::<f64>() / count as f64
        };
        let ratio = mean(&|(run, other)| run.cost / other.cost);
        let (won, cities) = self.cities();
        let texts = [
            count.to_string(),
            better.to_string(),
            worse.to_string(),
            equal.to_string(),
            format!("{won} of {cities}"),
            percent(ratio, 1.0),
            probability(sign_test(better, worse)),
            duration(mean(&|(run, _)| run.seconds)),
            duration(mean(&|(_, other)| other.seconds)),
        ];
        [label.to_owned(), other.to_owned()].into_iter().chain(texts).map(Field::plain).collect()
    }

    /// In how many of the cities the mean cost is lower.
    fn cities(&self) -> (usize, usize) {
        let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        for (run, other) in &self.pairs {
            let sum = sums.entry(&run.city).or_default();
            *sum = (sum.0 + run.cost, sum.1 + other.cost);
        }
        let won = sums.values().filter(|(ours, theirs)| *ours < theirs * (1.0 - SAME)).count();
        (won, sums.len())
    }
}

/// Two digits that count.
fn probability(p: f64) -> String {
    match p {
        0.1.. => format!("{p:.2}"),
        0.001.. => format!("{p:.3}"),
        _ => "< 0.001".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(city: &str, label: &str, seed: u64, cost: f64) -> Record {
        Record {
            city: city.into(),
            city_hash: format!("blake3-{city}"),
            label: label.into(),
            method: if label == "new" { "anneal" } else { "ea" }.into(),
            settings: serde_json::json!({"method": label, "seed": seed}).to_string(),
            alpha: 0.5,
            seed,
            cost,
            seconds: 2.0,
            ..Record::default()
        }
    }

    #[test]
    fn pairs_are_runs_of_the_same_city_alpha_and_seed() {
        let mut records = Vec::new();
        for seed in 1..=3 {
            // Better in one city with every seed, worse in another, level in the third.
            for (city, cost) in [("a", 0.9), ("b", 1.2), ("c", 1.0)] {
                records.push(run(city, "new", seed, cost));
                records.push(run(city, "old", seed, 1.0));
            }
        }
        // No partner, so they do not count.
        records.push(run("a", "new", 9, 0.1));
        records.push(run("d", "old", 1, 0.1));
        let table = Findings::new(records, Default::default()).head_to_head().unwrap();
        let rows: Vec<Vec<&str>> =
            table.rows.iter().map(|(_, row)| row.iter().map(|field| field.text.as_str()).collect()).collect();
        assert_eq!(rows, [["new", "old", "9", "3", "3", "3", "1 of 3", "+3.33 %", "1.00", "2.0 s", "2.0 s"]]);
    }

    #[test]
    fn few_pairs_say_nothing() {
        let records = vec![run("a", "new", 1, 0.9), run("a", "old", 1, 1.0)];
        assert!(Findings::new(records, Default::default()).head_to_head().is_none());
    }
}
