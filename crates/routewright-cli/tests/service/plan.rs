//! `design --vehicles`: what it prints and writes, and that every limit holds.

use routewright::model::City;
use serde_json::Value;

use super::plans::{design, lines, planned, vehicles};
use super::scratch::Folder;

/// What the object `service` has for sure.
const KEYS: [&str; 10] = [
    "mean_min",
    "total_min",
    "riding_min",
    "waiting_min",
    "walking_min",
    "changes",
    "unserved_trips",
    "vehicles",
    "peak_load",
    "overloaded_legs",
];

#[test]
fn a_plan_is_what_evaluate_says_of_its_network() {
    let folder = Folder::new("plan-figures");
    let output = planned(&folder, "mandl --vehicles 20 --iterations 3 --json --out plan");
    let plan = output.json();
    assert_eq!(plan["method"], "service");
    let service = &plan["service"];
    assert!(KEYS.iter().all(|key| service[key].is_number()), "{service}");
    let found = lines(&folder, "plan");
    assert!(vehicles(&found) <= 20 && service["vehicles"] == vehicles(&found), "{service}");
    for line in &found {
        // No dwell and no layover in Mandl's city.
        let round_trip = 2.0 * line.minutes(&City::mandl());
        assert_eq!(line.vehicles, (round_trip / line.headway - 1e-9).ceil() as u64, "{line:?}");
    }
    let (_, text, stderr) = folder.run("evaluate mandl plan/network.json --json");
    let scored: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{stderr}"));
    let saved: Value = serde_json::from_str(&folder.read("plan/summary.json")).unwrap();
    for key in KEYS {
        let figure = service[key].as_f64().unwrap();
        for other in [&scored, &saved] {
            let other = other["service"][key].as_f64().unwrap();
            assert!((figure - other).abs() <= 1e-9 * figure.abs().max(1.0), "{key}: {figure} {other}");
        }
    }
    let parts = ["riding_min", "waiting_min", "walking_min"].map(|key| service[key].as_f64().unwrap());
    let unserved = 120.0 * service["unserved_trips"].as_f64().unwrap();
    let sum = parts.iter().sum::<f64>() + 5.0 * service["changes"].as_f64().unwrap() + unserved;
    assert!((sum - service["total_min"].as_f64().unwrap()).abs() < 1e-6 * sum, "{service}");
    // People see the same.
    let table = planned(&folder, "mandl --vehicles 20 --iterations 3 --out table").stdout;
    let mean = service["mean_min"].as_f64().unwrap();
    assert!(
        table.starts_with(&format!("service, by optimal strategies: {mean:.3} min per trip, 20 vehicles\n")),
        "{table}"
    );
    assert_eq!(folder.read("plan/network.json"), folder.read("table/network.json"));
}

#[test]
fn a_seed_decides_and_the_number_of_threads_does_not() {
    let folder = Folder::new("plan-threads");
    for headways in ["any", "4,8,16"] {
        let network = |out: &str, words: &str| {
            let words = format!(
                "mandl --vehicles 30 --headway-choices {headways} --iterations 3 --quiet --force --out {out} {words}"
            );
            planned(&folder, &words);
            folder.read(&format!("{out}/network.json"))
        };
        let one = network("one", "--threads 1");
        assert_eq!(network("two", "--threads 2"), one);
        assert_ne!(network("other", "--seed 2"), one);
        // Nothing is said of time, so nothing but the seed decides.
        assert!(folder.read("one/run.toml").contains("reproducible = true"));
    }
}

#[test]
fn headways_come_from_the_list_or_from_whole_vehicles() {
    let folder = Folder::new("plan-headways");
    planned(&folder, "mandl --vehicles 24 --headway-choices 20,4,11 --iterations 2 --out list");
    let found = lines(&folder, "list");
    assert!(found.iter().all(|line| [4.0, 11.0, 20.0].contains(&line.headway)), "{found:?}");
    planned(
        &folder,
        "mandl --vehicles 24 --headway-choices any --dwell 0.5 --layover 2 --iterations 2 --out any",
    );
    for line in lines(&folder, "any") {
        let way = line.minutes(&City::mandl()) + 0.5 * line.stops.len() as f64 + 2.0;
        assert!((line.headway - 2.0 * way / line.vehicles as f64).abs() < 1e-9, "{line:?}");
    }
    assert_eq!(vehicles(&lines(&folder, "any")), 24);
    // Fewer vehicles than lines that the limits allow: one line with all of them.
    planned(&folder, "mandl --vehicles 4 --headway-choices 1 --iterations 2 --out one");
    assert!(vehicles(&lines(&folder, "one")) <= 4);
}

#[test]
fn limits_of_lines_hold() {
    let (folder, city) = (Folder::new("plan-limits"), City::mandl());
    let limits = "--routes 4 --min-stops 3 --max-stops 6 --max-minutes 20 --max-detour 1.2 --dwell 0.4";
    for (seed, start) in [(1, ""), (2, ""), (3, "")] {
        let words = format!("mandl --vehicles 25 {limits} {start} --iterations 2 --seed {seed} --out {seed}");
        planned(&folder, &words);
        let found = lines(&folder, &seed.to_string());
        assert!((1..=4).contains(&found.len()) && vehicles(&found) <= 25, "{found:?}");
        for (at, line) in found.iter().enumerate() {
            assert!((3..=6).contains(&line.stops.len()), "{line:?}");
            assert!(line.minutes(&city) + 0.4 * line.stops.len() as f64 <= 20.0 + 1e-9, "{line:?}");
            assert!(line.stops.len() <= 3 || line.detour(&city) <= 1.2 + 1e-9, "{line:?}");
            let mut back = line.stops.clone();
            back.reverse();
            let repeats = |other: &super::plans::Line| other.stops == line.stops || other.stops == back;
            assert!(!found[..at].iter().any(repeats), "{found:?}");
        }
    }
    // The rules decide something: without them lines are longer.
    planned(&folder, "mandl --vehicles 25 --iterations 2 --out free");
    assert!(lines(&folder, "free").iter().any(|line| line.minutes(&city) > 20.0));
}

#[test]
fn a_full_vehicle_is_named_and_ends_with_status_1() {
    let folder = Folder::new("plan-full");
    let full = design(&folder, "mandl --vehicles 3 --iterations 1 --out plan");
    assert_eq!(full.status, 1, "{}", full.stderr);
    assert!(full.stdout.contains("legs with more than 62.5 riders in a vehicle"), "{}", full.stdout);
    assert!(full.stderr.contains("help: some vehicles are too full"), "{}", full.stderr);
    let roomy = design(&folder, "mandl --vehicles 3 --capacity 5000 --iterations 1 --out roomy");
    assert_eq!(roomy.status, 0, "{}", roomy.stderr);
    assert!(folder.read("plan/report.html").contains("vehicles"));
}
