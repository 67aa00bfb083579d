//! `routewright bench` as people and scripts use it: a suite that is killed and resumed, the report, exports.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Eight runs of about a second on two cores, some by the clock and some by rounds.
const SUITE: &str = r#"
about = "test"
cities = ["mandl", "town"]
alphas = [0.5]
seeds = [1, 2]

[[synthetic]]
name = "town"
kind = "4-grid"
nodes = 12
seed = 3
routes = 4
min-stops = 2
max-stops = 6

[[methods]]
method = "rc-ea"
iterations = 60
samples = 10

[[methods]]
method = "anneal"
seconds = 1
"#;

/// A folder of its own for one test, removed at the end.
struct Folder(PathBuf, #[allow(dead_code, reason = "held to be dropped")] tempfile::TempDir);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            tempfile::Builder::new().prefix(&format!("routewright-bench-{name}-")).tempdir().unwrap();
        fs::write(folder.path().join("mine.toml"), SUITE).unwrap();
        Self(folder.path().to_owned(), folder)
    }

    fn start(&self, arguments: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_routewright"))
            .current_dir(&self.0)
            // No outside data, whatever lies beside the folder for temporary files.
            .env("ROUTEWRIGHT_DATA", self.0.join("no-data"))
            .arg("bench")
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn bench(&self, arguments: &[&str]) -> Output {
        self.start(arguments).wait_with_output().unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.bench(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {told}"))
    }

    fn runs(&self) -> Vec<Value> {
        self.json(&["list", "--json"])["runs"].as_array().unwrap().clone()
    }
}

#[test]
fn a_suite_that_is_killed_again_and_again_ends_with_each_run_once() {
    let folder = Folder::new("killed");
    let mut kills = 0;
    // Each attempt gets a little further; the last one is left alone.
    for _ in 0..3 {
        let mut child = folder.start(&["run", "mine.toml", "--quiet"]);
        let deadline = Instant::now() + Duration::from_millis(900);
        while Instant::now() < deadline && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            kills += 1;
        }
        child.wait().unwrap();
    }
    assert!(kills > 0, "nothing was killed");
    let done = folder.json(&["run", "mine.toml", "--quiet", "--json"]);
    assert_eq!((&done["runs"], &done["missing"]), (&8.into(), &0.into()), "{done}");
    let runs = folder.runs();
    let mut cells: Vec<String> =
        runs.iter().map(|run| format!("{} {} {}", run["city"], run["label"], run["seed"])).collect();
    cells.sort();
    cells.dedup();
    assert_eq!((runs.len(), cells.len()), (8, 8));
    assert!(!folder.0.join("bench/runs.sqlite.work").exists());
    let again = folder.json(&["run", "mine.toml", "--quiet", "--json"]);
    assert_eq!((&again["ran"], &again["in_store_before"]), (&0.into(), &8.into()), "{again}");

    // A run by rounds that was stored is what its command gives.
    let run = runs.iter().find(|run| run["method"] == "rc-ea" && run["city"] == "mandl").unwrap();
    let arguments: Vec<&str> = run["command"].as_str().unwrap().split(' ').skip(1).collect();
    let output = Command::new(env!("CARGO_BIN_EXE_routewright"))
        .current_dir(&folder.0)
        .args(arguments)
        .args(["--json", "--quiet"])
        .output()
        .unwrap();
    let designed: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(designed["cost"], run["cost"]);

    let report = folder.json(&["report", "--json"]);
    assert_eq!(report["runs"], 8);
    let page = fs::read_to_string(folder.0.join("bench/report/index.html")).unwrap();
    for run in &runs {
        let command = run["command"].as_str().unwrap().split("--alpha").next().unwrap();
        assert!(page.contains(command), "{command}");
    }
    let csv = folder.bench(&["export"]);
    assert_eq!(
        String::from_utf8(csv.stdout).unwrap().lines().filter(|line| line.contains("blake3-")).count(),
        8
    );
    assert!(folder.bench(&["export", "--format", "parquet", "--out", "runs.parquet"]).status.success());
    let parquet = fs::read(folder.0.join("runs.parquet")).unwrap();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
}

#[test]
fn a_run_resumes_from_its_checkpoint_or_says_that_it_starts_over() {
    let folder = Folder::new("midst");
    let suite = "about = 'test'\ncities = ['mandl']\nalphas = [1]\nseeds = [2]\n[[methods]]\nmethod = 'nea'\n\
                 model = 'seed-{seed}'\niterations = 400\nsamples = 4\n";
    fs::write(folder.0.join("one.toml"), suite).unwrap();
    for (store, damaged) in [("whole.sqlite", false), ("damaged.sqlite", true)] {
        let run = ["run", "one.toml", "--quiet", "--store", store];
        let mut child = folder.start(&run);
        let work = folder.0.join(format!("{store}.work"));
        let state = loop {
            let kept = fs::read_dir(&work).ok().and_then(|mut runs| runs.next()?.ok());
            match kept.map(|run| run.path().join("state.json")).filter(|state| state.is_file()) {
                Some(state) => break state,
                None => assert!(child.try_wait().unwrap().is_none(), "the run was over before it was killed"),
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        child.kill().unwrap();
        child.wait().unwrap();
        // A resumed run remembers the time it took before.
        let mut kept: Value = serde_json::from_slice(&fs::read(&state).unwrap()).unwrap();
        kept["seconds-used"] = 1000.into();
        fs::write(&state, if damaged { "{".to_owned() } else { kept.to_string() }).unwrap();
        let output = folder.bench(&run);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{told}");
        assert_eq!(told.contains("note: mandl NEA IT=400/4 alpha 1 seed 2: starts over"), damaged, "{told}");
        let runs = folder.json(&["list", "--json", "--store", store])["runs"].take();
        assert_eq!(runs[0]["seconds"].as_f64().unwrap() > 1000.0, !damaged, "{runs}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_remedy() {
    let folder = Folder::new("wrong");
    let refused = |arguments: &[&str], part: &str| {
        let output = folder.bench(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(part), "{told}");
    };
    refused(&["run", "nothing"], "help: name a TOML file, or one of quick, baseline");
    refused(&["report"], "bench/runs.sqlite holds no results");
    refused(&["run", "baseline", "--scaled"], "RenatoArbex/TransitNetworkDesign");
    fs::write(folder.0.join("bad.toml"), SUITE.replace("[0.5]", "[0.5,\n 7]")).unwrap();
    refused(&["run", "bad.toml"], "bad.toml:5: alpha is 7");
    fs::write(folder.0.join("bad.toml"), SUITE.replace("samples = 10", "extension = \"magic\"")).unwrap();
    refused(&["run", "bad.toml"], "bad.toml:19: unknown variant `magic`");
    refused(&["run", "bad.toml"], "[suite-001]");
    let limits = "routes = 4\nmin-stops = 2\nmax-stops = 6\n";
    fs::write(folder.0.join("bad.toml"), SUITE.replace(limits, "")).unwrap();
    refused(&["run", "bad.toml"], "help: add routes, min-stops and max-stops to its [[synthetic]] table");
    fs::write(folder.0.join("bad.toml"), SUITE.replace("name = \"town\"", "name = \"mandl\"")).unwrap();
    refused(&["run", "bad.toml"], "bad.toml:8: a synthetic city cannot be called \"mandl\"");
    refused(&["export", "--format", "parquet", "--store", "bench/runs.sqlite"], "--out");
}

#[test]
fn only_runs_that_differ_in_their_seed_are_averaged() {
    let folder = Folder::new("groups");
    let suite = "about = 'test'\ncities = ['mandl']\nalphas = [0.5]\nseeds = [1, 2]\n[problem]\n\
                 transfer-penalty = 5\nmax-stops = 8\n[[methods]]\nmethod = 'rc'\nsamples = 2\nlabel = 'mine'\n";
    for (file, text) in [
        ("usual.toml", suite.to_owned()),
        ("longer.toml", suite.replace("max-stops = 8", "max-stops = 9")),
        ("more.toml", suite.replace("samples = 2", "samples = 3")),
    ] {
        fs::write(folder.0.join(file), text).unwrap();
        assert!(folder.bench(&["run", file, "--quiet"]).status.success());
    }
    let list = String::from_utf8(folder.bench(&["list"]).stdout).unwrap();
    for (city, label) in [("mandl", "2 samples"), ("mandl", "3 samples"), ("mandl (MAX 9)", "2 samples")] {
        let line = format!("{city} alpha 0.5 mine, {label}");
        let found = list.lines().find(|found| found.trim_start().starts_with(&line));
        assert!(found.is_some_and(|found| found.contains(" 2 runs, cost ")), "{line}\n{list}");
    }
    assert!(folder.bench(&["report"]).status.success());
    let costs = fs::read_to_string(folder.0.join("bench/report/costs-alpha-0.5.csv")).unwrap();
    assert!(costs.starts_with("method,Mandl,Mandl (MAX 9)\n"), "{costs}");
    assert!(costs.contains("\npaper: EA IT=400,0.549 ± 0.008,–\n"), "{costs}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_gracefully() {
    let folder = Folder::new("interrupt");
    let child = folder.start(&["run", "mine.toml"]);
    // A run is under way, and ctrl-c is listened to, once there is work.
    let deadline = Instant::now() + Duration::from_secs(60);
    while !folder.0.join("bench/runs.sqlite.work").exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("interrupted; run the same command to resume"), "{told}");
    let done = folder.json(&["run", "mine.toml", "--quiet", "--json"]);
    assert_eq!((&done["missing"], &done["interrupted"]), (&0.into(), &false.into()), "{done}");
    assert_eq!(folder.runs().len(), 8);
}
