//! `routewright train` and `routewright model` as people and scripts meet them.

use std::fs;

use serde_json::Value;

mod scratch;

use scratch::{Folder, Output, wait};

/// Settings small enough for a test.
const SMALL: [&str; 18] = [
    "--iterations",
    "2",
    "--batch",
    "3",
    "--horizon",
    "10",
    "--cities",
    "30",
    "--nodes",
    "6",
    "--routes",
    "2",
    "--max-stops",
    "5",
    "--validation-cities",
    "2",
    "--minibatch",
    "16",
];

fn run(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = wait(folder.start(arguments));
    (status, stdout, stderr)
}

fn train(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    run(folder, &[&["train"], &SMALL[..], arguments].concat())
}

#[test]
fn training_leaves_weights_curves_and_figures() {
    let folder = Folder::new("files");
    let (status, stdout, stderr) = train(&folder, &["--out", "run"]);
    assert_eq!(status, 0, "{stderr}");
    assert!(stdout.starts_with("2 of 2 iterations in") && stdout.contains("alpha 0.5"), "{stdout}");
    assert!(stderr.contains("wrote run; open run/training.html in a browser"), "{stderr}");
    let mut files: Vec<_> =
        fs::read_dir(folder.0.join("run")).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    let expected = [
        "best.safetensors",
        "checkpoint.safetensors",
        "last.safetensors",
        "metrics.csv",
        "training.html",
        "training.json",
    ];
    assert_eq!(files, expected);
    assert_eq!(folder.read("run/metrics.csv").lines().count(), 4);
    let page = folder.read("run/training.html");
    assert!(page.contains("Cost on held-out cities") && !page.contains("NaN"));
    for outside in ["<script", "src=", "href=", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    let summary: Value = serde_json::from_str(&folder.read("run/training.json")).unwrap();
    assert_eq!(summary["finished"], true);
    assert_eq!(summary["config"]["max-stops"], 5);

    let (status, stdout, stderr) = run(&folder, &["model", "info", "run/best.safetensors", "--json"]);
    assert_eq!(status, 0, "{stderr}");
    let info: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(info["training"]["config"]["horizon"], 10);
    assert!(info["training"]["validation"]["mean"].as_f64().unwrap() > 0.0);
    let (_, stdout, _) = run(&folder, &["model", "info", "run/last.safetensors"]);
    assert!(stdout.contains("5 layers of 4 heads, width 64") && stdout.contains("cost on held-out cities"));
}

#[test]
fn a_resumed_run_ends_with_the_weights_of_one_left_alone() {
    let folder = Folder::new("resume");
    assert_eq!(train(&folder, &["--out", "alone", "--quiet", "--threads", "1"]).0, 0);
    assert_eq!(train(&folder, &["--out", "parts", "--quiet", "--iterations", "1"]).0, 2, "given twice");
    let short: Vec<&str> =
        ["train", "--iterations", "1"].into_iter().chain(SMALL[2..].iter().copied()).collect();
    assert_eq!(run(&folder, &[&short[..], &["--out", "parts", "--quiet"]].concat()).0, 0);
    let (status, _, stderr) = run(&folder, &["train", "--resume", "parts", "--iterations", "2", "--quiet"]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let last_row = |name: &str| {
        let text = folder.read(name);
        let row: Vec<String> = text.lines().last().unwrap().split(',').take(14).map(String::from).collect();
        row
    };
    assert_eq!(last_row("alone/metrics.csv"), last_row("parts/metrics.csv"));
}

#[test]
fn faults_are_told_with_status_2() {
    let folder = Folder::new("faults");
    let check = |arguments: &[&str], expected: &str| {
        let (status, _, stderr) = run(&folder, arguments);
        assert!(stderr.contains(expected), "{arguments:?}: {stderr}");
        assert_eq!(status, 2, "{arguments:?}: {stderr}");
    };
    check(&["train", "--gamma", "1.5"], "gamma must lie between 0 and 1, but is 1.5");
    check(&["train", "--batch", "0"], "batch must lie between 1 and 65536, but is 0");
    check(&["train", "--cities", "1"], "cities must be 2 or more");
    check(
        &["train", "--min-stops", "9", "--max-stops", "3"],
        "min-stops (9) must not be more than max-stops (3)",
    );
    check(&["train", "--inputs", "all"], "[possible values: paper, extended]");
    check(
        &["train", "--resume", "nowhere"],
        "name the folder of a training run that was interrupted or killed",
    );
    check(&["model", "info", "nothing.safetensors"], "nothing.safetensors");
    fs::write(folder.0.join("bad.safetensors"), "no weights").unwrap();
    check(&["model", "info", "bad.safetensors"], "not a complete safetensors file");
    assert_eq!(train(&folder, &["--out", "run", "--quiet"]).0, 0);
    check(&["train", "--resume", "run", "--batch", "4"], "the run to resume has --batch 3, not 4");
    check(&["train", "--resume", "run", "--iterations", "1"], "2 iterations are done already");
    check(&["train", "--best-of", "8"], "best-of cannot exceed group: set group to 8 or more as well");
    check(&["train", "--rebuilds", "8"], "rebuilds need a group");
    check(&["train", "--from", "seed-9"], "seed-9: no such file\n  help: built-in policies are default");
    check(&["train", "--from", "seed-1", "--layers", "2"], "cannot be used with");
    check(
        &["train", "--from", "run/best.safetensors", "--out", "run"],
        "the policy to train further is in run, which this run would replace",
    );
    assert!(folder.0.join("run/best.safetensors").exists());
    let further = ["--from", "run/best.safetensors", "--group", "3", "--best-of", "3", "--rebuilds", "1"];
    assert_eq!(train(&folder, &[&further[..], &["--out", "further", "--quiet"]].concat()).0, 0);
    let (status, stdout, _) = run(&folder, &["model", "info", "further/last.safetensors"]);
    assert_eq!(status, 0);
    assert!(stdout.contains("started from a policy that was itself\ntrained by version"), "{stdout}");
}
