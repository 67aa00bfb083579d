//! The program as people and scripts meet it: output, messages, exit status.

use std::path::Path;
use std::process::Command;

mod scratch;

use scratch::{Folder, Output};

/// Three nodes in a row; node 3 is not a terminal.
fn city(folder: &Folder) -> String {
    folder.write("row/nodes.csv", "id,lat,lon,terminal\n1,0,0,1\n2,0,1,1\n3,0,2,0\n");
    folder.write("row/links.csv", "from,to,travel_time\n1,2,5\n2,1,5\n2,3,4\n3,2,4\n");
    folder.write("row/demand.csv", "from,to,demand\n1,2,10\n2,1,10\n1,3,5\n3,1,5\n");
    folder.path("row")
}

fn run(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_routewright")).args(arguments).output().unwrap();
    Output {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn example() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mandl-six-routes.txt");
    path.to_string_lossy().into_owned()
}

#[test]
fn evaluate_prints_a_table() {
    let output = run(&["evaluate", "mandl", &example()]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    assert_eq!(
        output.stdout,
        "mandl: 6 routes, 15 nodes\n  \
           mean trip (C_p)      10.54399 min\n    \
             lower bound        10.00578 min; C_p is at most 5.38 % above the least possible\n  \
           route minutes (C_o)  169.00000 min one way\n    \
             all directions     338.00000 min\n  \
           transfers            91.14 % none, 8.86 % one, 0.00 % two\n    \
             more, or no trip   0.00 %\n  \
           unserved pairs       0\n  \
           cost (C)             1.01329 at alpha 0.5\n\
         all constraints are met\n"
    );
    assert_eq!(output.stderr, "");
}

#[test]
fn evaluate_prints_one_json_object() {
    let output = run(&["evaluate", "mandl", &example(), "--json", "--alpha", "1"]);
    assert_eq!(output.status, 0);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!(value["co_min"], 169.0);
    assert_eq!(value["violations"], serde_json::json!([]));
    assert!((value["cost"].as_f64().unwrap() - value["cp_min"].as_f64().unwrap() / 33.0).abs() < 1e-12);
    for key in
        ["cp_min", "d0", "d1", "d2", "dun", "unserved_pairs", "routes", "alpha", "seconds", "evaluations"]
    {
        assert!(value[key].is_number(), "{key}");
    }
    assert!(value["method"].is_string() && value.get("seed").is_some());
}

#[test]
fn broken_constraints_are_named_and_scored() {
    let folder = Folder::new("constraints");
    let network = folder.write("network.txt", "1-2\n2-3\n1-2-3\n");
    let output = run(&[
        "evaluate",
        &city(&folder),
        &network,
        "--routes",
        "2",
        "--min-stops",
        "2",
        "--max-stops",
        "2",
        "--json",
    ]);
    assert_eq!(output.status, 1);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!(
        value["violations"],
        serde_json::json!([
            "the number of routes is 3, but 2 are asked for",
            "route 2 ends at node 3, where no route may start or end",
            "route 3 has 3 stops, more than the 2 allowed",
            "route 3 ends at node 3, where no route may start or end",
        ])
    );
    // alpha 1/2: trips take 5 min (20 trips) and 9 min (10 trips), T_max 9; routes 18 min out and 18 back over
    // two routes; one stop too many over 2 * 2, and a violation.
    let expected = 0.5 * (190.0 / 30.0 / 9.0) + 0.5 * (36.0 / 18.0) + 5.0 * (1.0 / 4.0 + 0.1);
    assert!((value["cost"].as_f64().unwrap() - expected).abs() < 1e-12, "{value}");
}

#[test]
fn unserved_demand_is_a_violation() {
    let folder = Folder::new("unserved");
    let network = folder.write("network.txt", "1-2\n");
    let output = run(&["evaluate", &city(&folder), &network]);
    assert_eq!(output.status, 1);
    assert!(
        output.stdout.contains("- 2 pairs of nodes with demand are not connected\n"),
        "{}",
        output.stdout
    );
    // Unserved trips count twice the longest drive.
    let json = run(&["evaluate", &city(&folder), &network, "--json", "--alpha", "1"]);
    let value: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let expected = (20.0 * 5.0 + 10.0 * 18.0) / 30.0 / 9.0 + 5.0 * (2.0 / 4.0 + 0.1);
    assert!((value["cost"].as_f64().unwrap() - expected).abs() < 1e-12);
}

#[test]
fn fixed_routes_carry_riders_and_cost_nothing() {
    let folder = Folder::new("fixed");
    let network = folder.write("network.txt", "1-2\n");
    let metro = folder.write(
        "metro.json",
        r#"{"routes": [{"name": "M", "stops": ["1", "3"], "leg_minutes": [2], "one_way": false}]}"#,
    );
    let output = run(&["evaluate", &city(&folder), &network, "--fixed", &metro, "--json"]);
    assert_eq!(output.status, 0, "{}", output.stdout);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!(value["co_min"], 5.0);
    assert!((value["cp_min"].as_f64().unwrap() - (20.0 * 5.0 + 10.0 * 2.0) / 30.0).abs() < 1e-12);
}

#[test]
fn wrong_input_is_refused_with_file_line_and_help() {
    let folder = Folder::new("wrong");
    let city = city(&folder);
    let network = folder.write("network.txt", "1-2\n1-3\n2-1-2\n");
    let output = run(&["evaluate", &city, &network, "--map", &folder.path("map.svg")]);
    assert_eq!((output.status, output.stdout.as_str()), (2, ""));
    let expected = format!(
        "error: {network}:2: route 2: no link leads from node 1 to node 3 [net-004]\n  \
         help: no street connects them directly: name the stops between them, such as 1-2-3\n\
         {network}:3: route 3: the route stops at node 2 twice [net-005]\n  \
         help: stop there once, or give leg_minutes if the route really returns\n"
    );
    assert_eq!(output.stderr, expected);
    assert!(!Path::new(&folder.path("map.svg")).exists());

    for arguments in [
        vec!["evaluate", "nowhere", &network],
        vec!["evaluate", &city, "nowhere.txt"],
        vec!["evaluate", "mandl", &network, "--alpha", "1.5"],
        vec!["evaluate", "mandl", &network, "--alpha", "x"],
        vec!["city", "generate", "--nodes", "1", "--out", "nowhere"],
        vec!["city", "info"],
    ] {
        let output = run(&arguments);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(output.stderr.starts_with("error: "), "{}", output.stderr);
    }
}

#[test]
fn cities_are_generated_converted_and_described() {
    let folder = Folder::new("cities");
    let (made, copy) = (folder.path("made"), folder.path("copy"));
    assert_eq!(
        run(&["city", "generate", "--kind", "8-grid", "--nodes", "12", "--seed", "3", "--out", &made]).status,
        0
    );
    assert_eq!(run(&["city", "convert", &made, "--out", &copy]).status, 0);
    let describe = |path: &str| run(&["city", "info", path, "--json"]).stdout;
    assert_eq!(describe(&made), describe(&copy));
    let value: serde_json::Value = serde_json::from_str(&describe(&made)).unwrap();
    assert_eq!((&value["nodes"], &value["symmetric"]), (&12.into(), &true.into()));
    // A second time the folder is there: refused, unless told otherwise.
    assert_eq!(run(&["city", "convert", "mandl", "--out", &copy]).status, 1);
    assert_eq!(describe(&made), describe(&copy));
    assert_eq!(run(&["city", "convert", "mandl", "--out", &copy, "--force"]).status, 0);
    let value: serde_json::Value = serde_json::from_str(&describe(&copy)).unwrap();
    assert_eq!((&value["t_max_min"], &value["routes"]), (&33.0.into(), &6.into()));
}

#[test]
fn bounds_of_route_minutes_are_computed() {
    let output = run(&["city", "info", "mandl", "--bounds", "--json"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!(
        (&value["co_lower_bound_min"], &value["co_lower_bound"]["is_optimum"]),
        (&63.0.into(), &true.into())
    );
    let output = run(&["city", "info", "mandl", "--bounds", "--routes", "4", "--max-stops", "10"]);
    assert!(output.stdout.contains("4 routes of 2 to 10"), "{}", output.stdout);
    // Without limits, with impossible ones, or without --bounds.
    let folder = Folder::new("bounds");
    let made = folder.path("made");
    assert_eq!(run(&["city", "generate", "--nodes", "12", "--out", &made]).status, 0);
    for (arguments, told) in [
        (vec!["city", "info", &made, "--bounds"], "give --routes, --min-stops and --max-stops"),
        (vec!["city", "info", "mandl", "--bounds", "--routes", "1"], "fewer than the 14 nodes with trips"),
        (vec!["city", "info", "mandl", "--bounds", "--min-stops", "16"], "16"),
        (vec!["city", "info", "mandl", "--bounds", "--seconds", "0"], "--seconds must be more than 0"),
        (vec!["city", "info", "mandl", "--routes", "4"], "--bounds"),
    ] {
        let output = run(&arguments);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(output.stderr.contains(told), "{}", output.stderr);
    }
}

#[test]
fn a_map_is_drawn() {
    let folder = Folder::new("map");
    let map = folder.path("map.svg");
    assert_eq!(run(&["evaluate", "mandl", &example(), "--map", &map]).status, 0);
    let svg = std::fs::read_to_string(&map).unwrap();
    assert!(svg.starts_with("<svg") || svg.starts_with("<?xml"), "{}", &svg[..60]);
    assert!(svg.contains("mean trip 10.54 min"));
}
