//! `routewright design` as people and scripts meet it: output, files, exit status, ctrl-c, resuming.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;

mod scratch;

#[cfg(unix)]
use scratch::signal;
use scratch::{Folder, Output, wait};

/// Files that every run leaves behind.
const FILES: [&str; 7] =
    ["map.svg", "network.geojson", "network.json", "report.html", "run.toml", "summary.json", "trace.csv"];

fn design(folder: &Folder, arguments: &[&str]) -> Output {
    wait(start(folder, arguments))
}

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    folder.start(&[&["design"], arguments].concat())
}

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mandl-six-routes.txt");
    path.to_string_lossy().into_owned()
}

#[test]
fn results_name_the_policy_that_built_them() {
    let folder = Folder::new("policy-named");
    let build = |model: &str| {
        let output = design(
            &folder,
            &["mandl", "--method", "lc", "--samples", "2", "--model", model, "--out", "run", "--force"],
        );
        assert_eq!(output.status, 0, "{}", output.stderr);
        let page = fs::read_to_string(folder.path("run/report.html")).unwrap();
        let summary = fs::read_to_string(folder.path("run/summary.json")).unwrap();
        (output.stdout, page, serde_json::from_str::<Value>(&summary).unwrap()["model"].clone())
    };
    for model in ["seed-2", "attention-1"] {
        let (table, page, named) = build(model);
        let words = format!("lc with policy {model}");
        assert!(table.contains(&words) && page.contains(&words), "{table}");
        assert_eq!(named, model);
    }
}

#[test]
fn json_is_one_object_with_fixed_keys() {
    let folder = Folder::new("json");
    for method in ["anneal", "ea", "rc-ea", "rc", "lc", "nea", "all1-nea"] {
        let output =
            design(&folder, &["mandl", "--method", method, "--iterations", "3", "--seed", "4", "--json"]);
        assert_eq!(output.status, 0, "{method}: {}", output.stderr);
        let value = output.json();
        for key in [
            "cost",
            "cp_min",
            "co_min",
            "d0",
            "d1",
            "d2",
            "dun",
            "unserved_pairs",
            "routes",
            "alpha",
            "seconds",
            "evaluations",
            "seed",
        ] {
            assert!(value[key].is_number(), "{key} of {method}");
        }
        assert_eq!(value["method"], method);
        assert_eq!((&value["routes"], &value["seed"], &value["alpha"]), (&6.into(), &4.into(), &0.5.into()));
        assert!(value["violations"].as_array().unwrap().is_empty());
        let network = value["network"].as_array().unwrap();
        assert_eq!(network.len(), 6);
        assert!(network.iter().all(|route| route.as_array().unwrap().iter().all(Value::is_string)));
    }
    // No folder unless one is asked for.
    assert!(folder.files(".").is_empty());
}

#[test]
fn results_say_how_far_they_are_from_the_least_possible() {
    let folder = Folder::new("gaps");
    let words = ["mandl", "--alpha", "0", "--iterations", "300", "--seed", "1", "--quiet"];
    let output = design(&folder, &[&words[..], &["--out", "plan"]].concat());
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(
        output.stdout.contains("lower bound        63.00000 min; C_o is the least possible\n"),
        "{}",
        output.stdout
    );
    assert!(
        folder.read("plan/report.html").contains("the least possible; sum of one-way route times; 126 min")
    );
    let saved: Value = serde_json::from_str(&folder.read("plan/summary.json")).unwrap();
    let again = design(&folder, &[&words[..], &["--json"]].concat()).json();
    for found in [&saved, &again] {
        assert_eq!((&found["co_min"], &found["co_lower_bound_min"]), (&63.0.into(), &63.0.into()));
        assert_eq!(found["co_gap_percent"], 0.0);
        let [cp, bound, gap] =
            ["cp_min", "cp_lower_bound_min", "cp_gap_percent"].map(|key| found[key].as_f64().unwrap());
        assert!((gap - 100.0 * (cp / bound - 1.0)).abs() < 1e-9 && gap > 0.0, "{found}");
    }
    // Bounds hold for the literature's problem: all routes are designed, and nothing is there before.
    folder.write("metro.json", r#"[["1", "2", "3"]]"#);
    let start =
        design(&folder, &["mandl", "--start", "plan", "--freeze", "1", "--iterations", "1", "--json"]);
    let fixed = design(&folder, &["mandl", "--fixed", "metro.json", "--iterations", "1", "--json"]);
    for output in [start, fixed] {
        assert_eq!(output.status, 0, "{}", output.stderr);
        let found = output.json();
        assert!(
            ["co_lower_bound_min", "cp_gap_percent", "co_gap_percent"]
                .iter()
                .all(|key| found.get(key).is_none())
        );
    }
}

#[test]
fn people_get_a_table_and_a_folder() {
    let folder = Folder::new("folder");
    let output = design(&folder, &["mandl", "--iterations", "5", "--alpha", "1"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.stdout.starts_with("mandl: 6 routes, 15 nodes\n"), "{}", output.stdout);
    assert!(output.stderr.contains("out/mandl-anneal-seed1/report.html"), "{}", output.stderr);
    let out = "out/mandl-anneal-seed1";
    assert_eq!(folder.files(out), FILES);
    let summary: Value = serde_json::from_str(&folder.read(&format!("{out}/summary.json"))).unwrap();
    let trace = folder.read(&format!("{out}/trace.csv"));
    assert!(trace.starts_with("seconds,evaluations,cost,cp_min,co_min\n"));
    let last: Vec<f64> =
        trace.lines().last().unwrap().split(',').map(|field| field.parse().unwrap()).collect();
    assert!((last[2] - summary["cost"].as_f64().unwrap()).abs() < 1e-9);
    assert!((last[3] - summary["cp_min"].as_f64().unwrap()).abs() < 1e-9);
    let run = folder.read(&format!("{out}/run.toml"));
    for line in ["reproducible = true", "iterations = 5", "alpha = 1.0", "max-stops = 8", "city = \"blake3-"]
    {
        assert!(run.contains(line), "{line} in {run}");
    }
    assert!(folder.read(&format!("{out}/report.html")).contains("<h1>mandl</h1>"));
    // The folder is as good as its network, which reads back and costs what was said.
    let network = folder.path(out);
    let scored = Command::new(env!("CARGO_BIN_EXE_routewright"))
        .args(["evaluate", "mandl", &network, "--alpha", "1", "--json"])
        .output()
        .unwrap();
    let scored: Value = serde_json::from_slice(&scored.stdout).unwrap();
    assert!((scored["cost"].as_f64().unwrap() - summary["cost"].as_f64().unwrap()).abs() < 1e-9);
    // A second run replaces nothing; a time limit cannot be repeated.
    let quiet = design(&folder, &["mandl", "--seconds", "0.05", "--quiet"]);
    assert_eq!((quiet.status, quiet.stderr.as_str()), (0, ""));
    assert!(folder.read(&format!("{out}-2/run.toml")).contains("reproducible = false"));
    assert_eq!(folder.read(&format!("{out}/run.toml")), run);
}

#[test]
fn same_seed_same_network_at_any_number_of_threads() {
    let folder = Folder::new("threads");
    for method in ["anneal", "ea", "rc-ea", "rc", "lc", "nea", "all1-nea"] {
        let network = |threads: &str, seed: &str| {
            let output = design(
                &folder,
                &[
                    "mandl",
                    "--method",
                    method,
                    "--iterations",
                    "4",
                    "--seed",
                    seed,
                    "--threads",
                    threads,
                    "--json",
                ],
            );
            output.json()["network"].clone()
        };
        let one = network("1", "7");
        assert_eq!(one, network("2", "7"), "{method}");
        assert_eq!(one, network("5", "7"), "{method}");
    }
}

#[test]
fn no_feasible_network_is_said_and_written() {
    let folder = Folder::new("infeasible");
    let limits = ["--routes", "1", "--min-stops", "2", "--max-stops", "3"];
    let output = design(&folder, &[&["mandl", "--iterations", "2", "--out", "plan"][..], &limits].concat());
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert!(output.stdout.contains("pairs of nodes with demand are not connected"), "{}", output.stdout);
    assert_eq!(folder.files("plan"), FILES);
    assert!(folder.read("plan/report.html").contains("one constraint is broken"));
}

#[test]
fn a_start_is_improved_or_kept_and_compared_with() {
    let folder = Folder::new("start");
    let scored = Command::new(env!("CARGO_BIN_EXE_routewright"))
        .args(["evaluate", "mandl", &example(), "--json"])
        .output()
        .unwrap();
    let scored: Value = serde_json::from_slice(&scored.stdout).unwrap();
    for method in ["anneal", "ea"] {
        let arguments = [
            "mandl",
            "--start",
            &example(),
            "--method",
            method,
            "--iterations",
            "2",
            "--out",
            "o",
            "--force",
            "--json",
        ];
        let output = design(&folder, &arguments);
        assert_eq!(output.status, 0, "{}", output.stderr);
        assert!(output.json()["cost"].as_f64() <= scored["cost"].as_f64());
        assert!(folder.read("o/report.html").contains("Today against proposed"));
    }
    // The start says how many routes there are.
    let two = folder.write("two.txt", "1-2-3-6-8-10\n10-11-12-4\n");
    let output = design(&folder, &["mandl", "--start", &two, "--iterations", "1", "--json"]);
    assert_eq!(output.json()["routes"], 2);
}

#[test]
fn fixed_routes_serve_riders_for_nothing() {
    let folder = Folder::new("fixed");
    let arguments = ["mandl", "--iterations", "3", "--alpha", "1", "--json"];
    let without = design(&folder, &arguments).json();
    let metro = folder.write(
        "metro.json",
        r#"{"routes": [{"name": "M", "stops": ["1", "6", "10", "13"], "leg_minutes": [2, 2, 2]}]}"#,
    );
    let with = design(&folder, &[&arguments[..], &["--fixed", &metro, "--out", "o"]].concat()).json();
    assert!(with["cp_min"].as_f64() < without["cp_min"].as_f64());
    assert_eq!(with["routes"], 6);
    assert!(folder.read("o/report.html").contains("beside 1 fixed route"));
}

#[test]
fn routes_are_distinct_unless_told_otherwise() {
    let folder = Folder::new("distinct");
    let short =
        ["mandl", "--iterations", "3", "--alpha", "0", "--min-stops", "2", "--max-stops", "8", "--json"];
    let network = design(&folder, &[&short[..], &["--routes", "8"]].concat()).json()["network"].clone();
    let mut lines: Vec<Vec<String>> = serde_json::from_value(network).unwrap();
    for line in &mut lines {
        if line.first() > line.last() {
            line.reverse();
        }
    }
    lines.sort();
    assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "{lines:?}");
    assert_eq!(design(&folder, &[&short[..], &["--no-distinct"]].concat()).status, 0);
}

#[test]
fn wrong_options_are_refused_before_the_search() {
    let folder = Folder::new("wrong");
    folder.write("row/nodes.csv", "id,lat,lon,terminal\n1,0,0,1\n2,0,1,1\n3,0,2,1\n");
    folder.write("row/links.csv", "from,to,travel_time\n1,2,5\n2,1,5\n2,3,4\n3,2,4\n");
    folder.write("row/demand.csv", "from,to,demand\n1,3,10\n3,1,10\n");
    let cases: [(&[&str], &str); 13] = [
        (&[], "required"),
        (&["nowhere"], "does not exist"),
        (&["row"], "--routes, --min-stops and --max-stops"),
        (&["mandl", "--alpha", "2"], "alpha"),
        (&["mandl", "--seconds", "0"], "--seconds must be more than 0"),
        (&["mandl", "--seconds", "1", "--iterations", "1"], "cannot be used with"),
        (&["mandl", "--iterations", "0"], "--iterations"),
        (&["mandl", "--method", "magic"], "possible values"),
        (&["mandl", "--method", "nea", "--model", "nowhere"], "nowhere"),
        (&["mandl", "--method", "lc", "--temperature", "0"], "--temperature must be between"),
        (&["mandl", "--method", "lc", "--temperature", "nan"], "--temperature must be between"),
        (&["mandl", "--start", "nowhere.txt"], "does not exist"),
        (&["--resume", "nowhere"], "no such folder"),
    ];
    for (arguments, message) in cases {
        let output = design(&folder, arguments);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments:?}: {}", output.stderr);
        assert!(output.stderr.starts_with("error: "), "{}", output.stderr);
        assert!(output.stderr.contains(message), "{message}: {}", output.stderr);
    }
    assert!(!folder.0.join("out").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_found_out_at_once() {
    let folder = Folder::new("unwritable");
    let file = folder.write("file", "");
    let began = Instant::now();
    let output = design(&folder, &["mandl", "--seconds", "30", "--out", &format!("{file}/plan")]);
    assert_eq!((output.status, output.stdout.as_str()), (1, ""));
    assert!(output.stderr.contains("choose another folder"), "{}", output.stderr);
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[cfg(unix)]
#[test]
fn a_folder_that_fails_during_the_run_loses_nothing() {
    let folder = Folder::new("failing");
    let child = start(&folder, &["mandl", "--seconds", "1.5", "--out", "plan"]);
    folder.await_file("plan/state.json");
    fs::rename(folder.path("plan"), folder.path("gone")).unwrap();
    folder.write("plan", "a file is in the way");
    let output = wait(child);
    assert_eq!(output.status, 1, "{}", output.stderr);
    let network = &output.stdout[output.stdout.find('{').expect("the network is printed")..];
    let network: Value = serde_json::from_str(network).unwrap();
    assert_eq!(network["routes"].as_array().unwrap().len(), 6);
    assert!(output.stderr.contains("warning: the run is not saved"), "{}", output.stderr);
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_best_and_the_run_can_go_on() {
    for (name, signal_name) in [("interrupt", "-INT"), ("terminate", "-TERM")] {
        let folder = Folder::new(name);
        let child = start(&folder, &["mandl", "--seconds", "60", "--out", "plan", "--json"]);
        folder.await_file("plan/state.json");
        signal(&child, signal_name);
        let output = wait(child);
        assert_eq!(output.status, 130, "{}", output.stderr);
        assert_eq!(output.json()["interrupted"], true);
        assert!(FILES.iter().all(|file| folder.files("plan").contains(&(*file).to_owned())));
        assert!(folder.0.join("plan/state.json").exists());
        // A run is not resumed with other settings.
        let other = design(&folder, &["mandl", "--resume", "plan", "--alpha", "0.9"]);
        assert_eq!(other.status, 2);
        assert!(other.stderr.contains("--alpha 0.5, not 0.9"), "{}", other.stderr);
    }
}

#[cfg(unix)]
#[test]
fn an_evolution_can_be_ended_before_it_begins() {
    let folder = Folder::new("opening");
    let arguments = ["mandl", "--method", "nea", "--samples", "10000000", "--iterations", "2"];
    let child = start(&folder, &[&arguments[..], &["--out", "plan"]].concat());
    folder.await_file("plan/run.toml");
    std::thread::sleep(Duration::from_millis(200));
    signal(&child, "-INT");
    let output = wait(child);
    assert_eq!(output.status, 130, "{}", output.stderr);
    // The best is there, but a run that started from too few networks is not resumed.
    assert_eq!(folder.files("plan"), FILES);
    assert!(output.stderr.contains("while networks to start from were built"), "{}", output.stderr);
    // Time counts from the beginning.
    let short = design(&folder, &[&arguments[..5], &["--seconds", "0.3", "--json"]].concat());
    assert_eq!(short.status, 0, "{}", short.stderr);
    assert!(short.json()["seconds"].as_f64().unwrap() < 10.0);
}

#[test]
fn results_do_not_replace_what_they_start_from() {
    let folder = Folder::new("apart");
    assert_eq!(design(&folder, &["mandl", "--iterations", "2", "--out", "plan", "--quiet"]).status, 0);
    for start in ["plan", "./plan/network.json"] {
        let output = design(&folder, &["mandl", "--start", start, "--iterations", "2", "--out", "plan"]);
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains("is in plan, where results go"), "{}", output.stderr);
    }
    let beside = design(&folder, &["mandl", "--start", "plan", "--iterations", "2", "--out", "next"]);
    assert_eq!(beside.status, 0, "{}", beside.stderr);
}

#[test]
fn a_finished_plan_is_replaced_only_by_force() {
    let folder = Folder::new("force");
    let words = ["mandl", "--iterations", "1", "--out", "plan", "--quiet"];
    assert_eq!(design(&folder, &words).status, 0);
    let before = folder.read("plan/run.toml");
    let refused = design(&folder, &[&words[..], &["--seed", "2"]].concat());
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let told = "error: plan holds a finished run\n  help: choose another folder with --out, or replace the run with --force\n";
    assert_eq!(refused.stderr, told);
    assert_eq!(folder.read("plan/run.toml"), before);
    let forced = design(&folder, &[&words[..], &["--seed", "2", "--force"]].concat());
    assert_eq!(forced.status, 0, "{}", forced.stderr);
    assert!(folder.read("plan/run.toml").contains("seed = 2"));
}

#[test]
fn mistakes_end_before_the_search() {
    let folder = Folder::new("mistakes");
    for name in ["stops.txt", "stop_times.txt"] {
        folder.write(&format!("feed/{name}"), "");
    }
    let routes: Vec<String> = (0..25).map(|at| format!("[\"x{at}\", \"y{at}\"]")).collect();
    folder.write("other.json", &format!("[{}]", routes.join(",")));
    for (words, told) in [
        ("mandl --routes 500", "500 routes are too many for a city with 15 nodes on streets"),
        ("mandl --min-stops 16 --max-stops 20", "give --min-stops 15 or less"),
        ("mandl --start feed", "feed is a GTFS feed, not a network"),
        ("mandl --start other.json", "25 routes have stops that city mandl does not have"),
        ("mandl --fixed other.json", "25 routes have stops that city mandl does not have"),
        ("mandl --fleet 30", "a similar argument exists: '--vehicles'"),
        ("mandl --force", "--out"),
    ] {
        let output = design(&folder, &words.split(' ').collect::<Vec<_>>());
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{words}: {}", output.stderr);
        assert!(output.stderr.contains(told), "{words}: {}", output.stderr);
        assert!(
            !output.stderr.contains("other.json") || output.stderr.lines().count() == 2,
            "{}",
            output.stderr
        );
    }
    let capped = design(&folder, &["mandl", "--max-stops", "99", "--iterations", "1", "--json"]);
    assert_eq!(capped.status, 0);
    assert!(
        capped.stderr.contains("--max-stops 99 means 15: a route stops at each of the 15"),
        "{}",
        capped.stderr
    );
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_to_the_same_end() {
    for (method, rounds) in [("ea", "300"), ("rc-ea", "300"), ("nea", "12"), ("anneal", "150")] {
        let folder = Folder::new(&format!("killed-{method}"));
        let arguments = ["mandl", "--method", method, "--iterations", rounds, "--seed", "3", "--quiet"];
        let left_alone = design(&folder, &[&arguments[..], &["--out", "whole"]].concat());
        assert_eq!(left_alone.status, 0, "{}", left_alone.stderr);
        // Killed at its beginning, interrupted in its midst.
        for (name, signal_name, after) in [("killed", "-KILL", 0), ("interrupted", "-INT", 60)] {
            let child = start(&folder, &[&arguments[..], &["--out", name]].concat());
            folder.await_file(&format!("{name}/state.json"));
            std::thread::sleep(Duration::from_millis(after));
            signal(&child, signal_name);
            // On a fast machine the run may be over by now.
            if wait(child).status != 0 {
                // The same options again change nothing.
                let resumed = match signal_name {
                    "-KILL" => design(&folder, &["--resume", name, "--threads", "1"]),
                    _ => {
                        design(&folder, &[&arguments[..], &["--resume", name, "--model", "default"]].concat())
                    }
                };
                assert_eq!(resumed.status, 0, "{method}: {}", resumed.stderr);
            }
            let network = folder.read(&format!("{name}/network.json"));
            assert_eq!(network, folder.read("whole/network.json"), "{method}, {name}");
            assert_eq!(folder.files(name), FILES);
            assert!(folder.read(&format!("{name}/run.toml")).contains("reproducible = true"));
            let finished = design(&folder, &["--resume", name]);
            assert_eq!(finished.status, 2);
            assert!(finished.stderr.contains("has no run to resume"), "{}", finished.stderr);
        }
    }
}
