//! `routewright front` as people and scripts meet it: output, files, exit status, ctrl-c.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};

use serde_json::Value;

mod scratch;

use scratch::{Folder, Output, wait};

fn start(folder: &Folder, arguments: &[&str]) -> Child {
    folder.start(&[&["front"], arguments].concat())
}

fn front(folder: &Folder, arguments: &[&str]) -> Output {
    wait(start(folder, arguments))
}

#[test]
fn json_is_one_object_whose_points_are_scored_and_undominated() {
    let folder = Folder::new("json");
    let arguments = ["mandl", "--iterations", "20", "--seed", "4", "--json", "--points", "15"];
    let output = front(&folder, &arguments);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let value = output.json();
    assert_eq!((&value["method"], &value["routes"], &value["seed"]), (&"front".into(), &6.into(), &4.into()));
    let points = value["points"].as_array().unwrap();
    assert!((5..=15).contains(&points.len()), "{}", points.len());
    let pair = |point: &Value| [point["cp_min"].as_f64().unwrap(), point["co_min"].as_f64().unwrap()];
    for two in points.windows(2) {
        let (one, two) = (pair(&two[0]), pair(&two[1]));
        assert!(one[0] < two[0] && one[1] > two[1]);
    }
    for pick in ["knee", "topsis"] {
        let pick = &value["picks"][pick];
        let point = &points[pick["point"].as_u64().unwrap() as usize];
        assert_eq!(pair(pick), pair(point));
    }
    // A network is what `evaluate` says it is.
    let network: Vec<Vec<String>> = serde_json::from_value(points[3]["network"].clone()).unwrap();
    let text: Vec<String> = network.iter().map(|route| route.join("-")).collect();
    fs::write(folder.0.join("network.txt"), text.join("\n")).unwrap();
    let scored = Command::new(env!("CARGO_BIN_EXE_routewright"))
        .current_dir(&folder.0)
        .args(["evaluate", "mandl", "network.txt", "--json"])
        .output()
        .unwrap();
    let scored: Value = serde_json::from_slice(&scored.stdout).unwrap();
    for (again, said) in pair(&scored).into_iter().zip(pair(&points[3])) {
        assert!((again - said).abs() < 1e-9, "{again} is not {said}");
    }
    assert_eq!(scored["violations"].as_array().unwrap().len(), 0);
    // The same with one thread, and no folder unless one is asked for.
    let one = front(&folder, &[&arguments[..], &["--threads", "1"]].concat()).json();
    assert_eq!(one["points"], value["points"]);
    assert!(!folder.0.join("out").exists());
}

#[test]
fn people_get_a_table_a_page_and_every_network() {
    let folder = Folder::new("folder");
    let output = front(&folder, &["mandl", "--iterations", "20", "--weights", "3,1"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert!(output.stdout.starts_with("mandl: "), "{}", output.stdout);
    assert!(
        output.stdout.contains("<- ") && output.stdout.contains("TOPSIS, weights 3:1"),
        "{}",
        output.stdout
    );
    assert!(output.stderr.contains("out/mandl-front-seed1/front.html"), "{}", output.stderr);
    let out = "out/mandl-front-seed1";
    let saved: Value = serde_json::from_str(&folder.read(&format!("{out}/front.json"))).unwrap();
    let count = saved["points"].as_array().unwrap().len();
    assert_eq!(folder.files(&format!("{out}/networks")).len(), 2 * count);
    assert_eq!(folder.read(&format!("{out}/front.csv")).lines().count(), count + 1);
    assert!(folder.read(&format!("{out}/networks/001.geojson")).contains("LineString"));
    assert!(folder.read(&format!("{out}/front.html")).contains("<h2>knee</h2>"));
    assert!(folder.read(&format!("{out}/run.toml")).contains("reproducible = true"));
    // A smaller front leaves nothing of the larger one.
    let smaller = ["mandl", "--iterations", "20", "--points", "3", "--quiet", "--out", out];
    let refused = front(&folder, &smaller);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("holds a finished run"), "{}", refused.stderr);
    let output = front(&folder, &[&smaller[..], &["--force"]].concat());
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    assert_eq!(folder.files(&format!("{out}/networks")).len(), 6);
}

#[test]
fn weights_draw_the_compromise_to_their_side() {
    let folder = Folder::new("weights");
    let picked = |weights: &str| {
        let arguments = ["mandl", "--iterations", "20", "--json", "--weights", weights];
        front(&folder, &arguments).json()["picks"]["topsis"]["point"].as_u64().unwrap()
    };
    assert!(picked("9,1") < picked("1,9"));
}

#[test]
fn a_start_counts() {
    let folder = Folder::new("start");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mandl-six-routes.txt");
    let arguments = ["mandl", "--iterations", "1", "--json", "--start", &example.to_string_lossy()];
    let value = front(&folder, &arguments).json();
    let scored = Command::new(env!("CARGO_BIN_EXE_routewright"))
        .args(["evaluate", "mandl", &example.to_string_lossy(), "--json"])
        .output()
        .unwrap();
    let scored: Value = serde_json::from_slice(&scored.stdout).unwrap();
    let is_as_good = |point: &Value| {
        ["cp_min", "co_min"]
            .iter()
            .all(|key| point[key].as_f64().unwrap() <= scored[key].as_f64().unwrap() + 1e-9)
    };
    assert!(value["points"].as_array().unwrap().iter().any(is_as_good));
    // It is a point of its own: in the figures, the table and the plot.
    let arguments = ["mandl", "--iterations", "1", "--out", "page", "--start", &example.to_string_lossy()];
    let table = front(&folder, &arguments).stdout;
    assert!(table.lines().any(|line| line.trim_start().starts_with("today ")), "{table}");
    let found: Value = serde_json::from_str(&folder.read("page/front.json")).unwrap();
    let today = found["today"]["cp_min"].as_f64().unwrap();
    let page = folder.read("page/front.html");
    for wanted in
        ["The cross is today: mean trip", "class=\"today\"", "<th>today</th>", &format!("{today:.2}")]
    {
        assert!(page.contains(wanted), "{wanted}");
    }
}

#[test]
fn no_feasible_network_is_said() {
    let folder = Folder::new("infeasible");
    let limits = ["mandl", "--iterations", "2", "--routes", "1", "--min-stops", "2", "--max-stops", "3"];
    let output = front(&folder, &limits);
    assert_eq!(output.status, 1, "{}", output.stderr);
    assert!(output.stdout.contains("no network was found"), "{}", output.stdout);
    let output = front(&folder, &[&limits[..], &["--json"]].concat());
    assert_eq!(output.status, 1);
    assert_eq!(output.json()["points"], Value::Array(Vec::new()));
}

#[test]
fn wrong_options_are_refused_before_the_search() {
    let folder = Folder::new("wrong");
    let cases: [(&[&str], &str); 6] = [
        (&[], "required"),
        (&["nowhere"], "does not exist"),
        (&["mandl", "--seconds", "0"], "--seconds must be more than 0"),
        (&["mandl", "--weights", "1"], "riders first"),
        (&["mandl", "--weights", "0,0"], "more than 0"),
        (&["mandl", "--start", "nowhere.txt"], "does not exist"),
    ];
    for (arguments, message) in cases {
        let output = front(&folder, arguments);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments:?}: {}", output.stderr);
        assert!(output.stderr.contains(message), "{message}: {}", output.stderr);
    }
    assert!(!folder.0.join("out").exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_front_so_far() {
    let folder = Folder::new("interrupt");
    let child = start(&folder, &["mandl", "--seconds", "60", "--out", "plan", "--json"]);
    while !folder.0.join("plan/run.toml").exists() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    let output = wait(child);
    assert_eq!(output.status, 130, "{}", output.stderr);
    let value = output.json();
    assert_eq!(value["interrupted"], true);
    assert!(!value["points"].as_array().unwrap().is_empty());
    assert!(folder.read("plan/run.toml").contains("finished = false"));
    assert!(folder.0.join("plan/networks/001.json").exists() && folder.0.join("plan/front.html").exists());
}
