//! Runs with a fault or a change between them are never averaged.

use serde_json::json;

use super::*;

/// A run of the published problem of Mandl's city.
fn run(seed: u64) -> Record {
    let settings = json!({
        "city": "blake3-a", "method": "lc", "alpha": 0.5, "routes": 6, "min-stops": 2, "max-stops": 8,
        "transfer-penalty": 5.0, "samples": 100, "seed": seed, "fixed": null, "policies": "seed-{seed}",
        "operating": { "headway": null },
    });
    Record {
        city: "mandl".into(),
        label: "LC-100".into(),
        method: "lc".into(),
        seed,
        city_hash: benchmark_cities()[0].fingerprint.clone(),
        model_hash: Some(format!("blake3-{seed:06}")),
        settings: settings.to_string(),
        ..Record::default()
    }
}

/// The same run with one setting changed.
fn with(record: Record, name: &str, value: serde_json::Value) -> Record {
    let mut settings: serde_json::Value = serde_json::from_str(&record.settings).unwrap();
    settings[name] = value;
    Record { settings: settings.to_string(), ..record }
}

fn check(records: Vec<Record>, expected: &[(&str, &str)]) {
    let named = distinguish(records);
    let names: Vec<(&str, &str)> =
        named.iter().map(|record| (record.city.as_str(), record.label.as_str())).collect();
    assert_eq!(names, expected);
}

#[test]
fn runs_that_differ_in_seed_and_policy_of_the_seed_are_alike() {
    check(vec![run(1), run(2), run(3)], &[("mandl", "LC-100"); 3]);
}

#[test]
fn names_of_benchmark_problems_follow_from_their_content() {
    let copy = Record { city: "../copy-of-mandl (transfers 5 min)".into(), ..run(2) };
    let penalty = with(with(run(1), "transfer-penalty", 4.5.into()), "max-stops", 9.into());
    let fixed = with(run(1), "fixed", "blake3-metro".into());
    check(
        vec![run(1), copy, penalty, fixed],
        &[
            ("mandl", "LC-100"),
            ("mandl", "LC-100"),
            ("mandl (MAX 9, transfers 4.5 min)", "LC-100"),
            ("mandl (fixed routes)", "LC-100"),
        ],
    );
    let metros = ["blake3-metro1", "blake3-metro2"].map(|metro| with(run(1), "fixed", metro.into()));
    let named = distinguish(metros.to_vec());
    assert_ne!(named[0].city, named[1].city);
}

#[test]
fn another_city_with_the_name_of_a_benchmark_says_so() {
    let other = Record { city_hash: "blake3-0123456789".into(), ..run(1) };
    let third = Record { city_hash: "blake3-abcdef6789".into(), ..run(1) };
    check(vec![other.clone()], &[("mandl (another city of this name)", "LC-100")]);
    check(
        vec![run(1), other, third],
        &[
            ("mandl", "LC-100"),
            ("mandl (another city of this name, city 012345)", "LC-100"),
            ("mandl (another city of this name, city abcdef)", "LC-100"),
        ],
    );
}

#[test]
fn a_city_that_was_edited_or_has_other_limits_is_another_row() {
    let town = |hash: &str| Record { city: "town".into(), city_hash: hash.into(), ..run(1) };
    let before = town("blake3-0123456789");
    check(vec![before.clone()], &[("town", "LC-100")]);
    check(
        vec![before.clone(), town("blake3-abcdef6789")],
        &[("town (city 012345)", "LC-100"), ("town (city abcdef)", "LC-100")],
    );
    check(
        vec![before.clone(), with(before, "max-stops", 9.into())],
        &[("town (MAX 8)", "LC-100"), ("town (MAX 9)", "LC-100")],
    );
}

#[test]
fn a_label_that_stands_for_two_settings_says_what_differs() {
    let samples = with(run(1), "samples", 7.into());
    check(vec![run(1), samples], &[("mandl", "LC-100, 100 samples"), ("mandl", "LC-100, 7 samples")]);
    // In another city too: rows of tables run across cities.
    let town = Record { city: "town".into(), city_hash: "blake3-0123456789".into(), ..run(1) };
    check(
        vec![run(1), with(town, "cover-demand", true.into())],
        &[("mandl", "LC-100, without cover demand"), ("town", "LC-100, cover demand")],
    );
    let timed = |threads| Record { threads, budget_seconds: Some(5.0), ..run(1) };
    check(vec![timed(1), timed(2)], &[("mandl", "LC-100, 1 thread"), ("mandl", "LC-100, 2 threads")]);
}

#[test]
fn two_families_of_policies_are_two_rows() {
    let mine = Record { model_hash: Some("blake3-mine2".into()), ..run(2) };
    let mine = with(mine, "policies", "/mine/{seed}".into());
    check(vec![run(1), mine], &[("mandl", "LC-100, seed-{seed}"), ("mandl", "LC-100, /mine/{seed}")]);
}

#[test]
fn policies_that_were_replaced_are_not_averaged() {
    let replaced = Record { model_hash: Some("blake3-another".into()), ..run(1) };
    check(
        vec![run(1), run(2), replaced],
        &[
            ("mandl", "LC-100, policy 000001"),
            ("mandl", "LC-100, policy 000002"),
            ("mandl", "LC-100, policy anothe"),
        ],
    );
}

#[test]
fn one_policy_for_all_seeds_is_compared_by_content() {
    let single = |seed, hash: &str| {
        let record = Record { model_hash: Some(hash.into()), ..run(seed) };
        with(record, "policies", "/mine/best".into())
    };
    check(vec![single(1, "blake3-aaaaaa1"), single(2, "blake3-aaaaaa1")], &[("mandl", "LC-100"); 2]);
    check(
        vec![single(1, "blake3-aaaaaa1"), single(2, "blake3-bbbbbb1")],
        &[("mandl", "LC-100, policy aaaaaa"), ("mandl", "LC-100, policy bbbbbb")],
    );
}
