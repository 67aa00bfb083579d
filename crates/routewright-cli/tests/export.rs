//! `routewright export`, and operations in `evaluate` and `design`, as people and scripts meet them.

use std::fs;

use serde_json::{Value, json};

mod scratch;

use scratch::Folder;

/// One-way ways of an agency that leave the links or come back, a pair that is one line, and two lines of ours.
const TODAY: &str = r#"{"routes": [
    {"name": "T1", "stops": ["1", "6", "8", "10"], "leg_minutes": [15, 2.5, 8], "one_way": true},
    {"name": "T1 back", "stops": ["10", "8", "6", "1"], "leg_minutes": [8, 2.5, 15], "one_way": true},
    {"name": "ring", "stops": ["2", "3", "6", "4", "2"], "leg_minutes": [2, 3, 4, 3], "one_way": true},
    {"name": "keep", "stops": ["9", "15", "7", "10", "11", "12"]},
    {"name": "south", "stops": ["5", "4", "12"]},
    {"name": "east", "stops": ["13", "14", "10"]}]}"#;

#[test]
fn a_feed_is_a_folder_or_a_file() {
    let folder = Folder::new("feed");
    folder.write("today.json", TODAY);
    folder.write("headways.csv", "route,headway_minutes\nring,7.5\ngone,3\n");
    let (status, stdout, stderr) = folder.run(
        "export mandl today.json --gtfs feed --geojson map.json --headway 20 --headways headways.csv \
         --first-day 2026-03-01 --start-time 05:30 --end-time 24:30",
    );
    assert_eq!((status, stdout.as_str()), (0, ""), "{stderr}");
    assert!(
        stderr.contains("around 0° N, 0° E") && stderr.contains("headway of gone is not used"),
        "{stderr}"
    );
    let frequencies = folder.read("feed/frequencies.txt");
    assert!(frequencies.contains("ring out,05:30:00,24:30:00,450,0"), "{frequencies}");
    assert!(frequencies.contains("keep back,05:30:00,24:30:00,1200,0"), "{frequencies}");
    assert!(folder.read("feed/stop_times.txt").contains("T1 out,05:47:30,05:47:30,8,3,"));
    assert!(folder.read("feed/calendar.txt").ends_with("20260301,20270228\n"));
    let map: Value = serde_json::from_str(&folder.read("map.json")).unwrap();
    assert_eq!(map["features"][0]["properties"]["name"], "T1");

    assert_eq!(folder.run("export mandl today.json --gtfs feed.zip --quiet").0, 0);
    assert!(fs::read(folder.0.join("feed.zip")).unwrap().starts_with(b"PK"));
    let (status, _, stderr) =
        folder.run("export mandl today.json --gtfs x.zip --start-time 9:00 --end-time 8:00");
    assert!(status == 2 && stderr.contains("help: change --end-time"), "{stderr}");
    let (status, _, stderr) = folder.run("export mandl today.json --gtfs x.zip --timezone BRT");
    assert!(status == 2 && stderr.contains("such as America/Sao_Paulo"), "{stderr}");
    for zone in ["America/Sao_Paulo", "Etc/GMT+3", "UTC"] {
        let line = format!("export mandl today.json --gtfs y.zip --timezone {zone}");
        assert_eq!(folder.run(&line).0, 0, "{zone}");
    }
    assert_eq!(folder.run("export mandl today.json").0, 2);
    assert!(!folder.0.join("x.zip").exists());
}

/// Every route is new, or keeps most stops of the line of today whose name it has.
fn check_names(routes: &[Value]) {
    let today: Value = serde_json::from_str(TODAY).unwrap();
    let mut new = 0;
    for route in routes {
        let line = today["routes"].as_array().unwrap().iter().find(|line| line["name"] == route["name"]);
        let Some(line) = line else {
            new += 1;
            assert_eq!(route["name"], format!("N{new}"));
            continue;
        };
        let stops = line["stops"].as_array().unwrap();
        let kept = stops.iter().filter(|stop| route["stops"].as_array().unwrap().contains(stop)).count();
        assert!(2 * kept > stops.len(), "{route} {line}");
    }
}

#[test]
fn a_day_has_periods_and_stops_have_names() {
    let folder = Folder::new("periods");
    assert_eq!(folder.run("city convert mandl --out town").0, 0);
    let nodes = folder.read("town/nodes.csv");
    let (head, rows) = nodes.split_once('\n').unwrap();
    let named = |row: &str| format!("{row},Stop {}\n", row.split(',').next().unwrap());
    if !head.split(',').any(|column| column == "name") {
        folder.write(
            "town/nodes.csv",
            &format!("{head},name\n{}", rows.lines().map(named).collect::<String>()),
        );
    }
    folder.write("plan.json", r#"[{"name": "a", "stops": [1, 2, 3], "headway_minutes": 10}]"#);
    let export = "export town plan.json --gtfs feed --dwell 0.5 --contact plan@example.org";
    let (status, _, stderr) =
        folder.run(&format!("{export} --periods 5:00-7:00=2,7:00-9:00=1,19:00-25:00=1.5"));
    assert_eq!(status, 0, "{stderr}");
    let frequencies = folder.read("feed/frequencies.txt");
    for row in
        ["a out,05:00:00,07:00:00,1200,0", "a out,07:00:00,09:00:00,600,0", "a back,19:00:00,25:00:00,900,0"]
    {
        assert!(frequencies.contains(row), "{frequencies}");
    }
    assert!(folder.read("feed/stop_times.txt").contains("a out,05:08:00,05:08:30,2,2,"));
    assert!(folder.read("feed/feed_info.txt").contains("plan@example.org"));
    for (words, told) in [
        ("--periods 7:00-9:00=1,8:00-10:00=2", "overlaps the one that ends at 09:00:00"),
        ("--periods 7-9", "such as 7:00-9:00=1.5"),
        ("--periods 7:00-9:00 --start-time 6:00", "cannot be used with"),
        ("--contact nobody", "give an e-mail address or a web page"),
        ("--dwell long", "give minutes, such as 0.5"),
    ] {
        let words = if words.starts_with("--periods") {
            export.to_owned() + " " + words
        } else {
            format!("export town plan.json --gtfs x {words}")
        };
        let (status, _, stderr) = folder.run(&words);
        assert!(status == 2 && stderr.contains(told), "{words}: {stderr}");
    }
}

#[test]
fn operations_are_told_when_asked_for() {
    let folder = Folder::new("operations");
    folder.write("today.json", TODAY);
    let (_, plain, _) = folder.run("evaluate mandl today.json --json");
    assert_eq!(serde_json::from_str::<Value>(&plain).unwrap().get("operations"), None);
    let (_, text, _) =
        folder.run("evaluate mandl today.json --headway 10 --layover 2 --cost-per-hour 50 --json");
    let value: Value = serde_json::from_str(&text).unwrap();
    let operations = &value["operations"];
    // 25.5 + 2 minutes of T1 every 10: three vehicles; 2 * (32 + 2) of keep: seven.
    let vehicles: Vec<&Value> =
        operations["routes"].as_array().unwrap().iter().map(|route| &route["vehicles"]).collect();
    assert_eq!(vehicles, [&json!(3), &json!(3), &json!(2), &json!(7), &json!(4), &json!(3)]);
    assert_eq!((&operations["vehicles"], &operations["cost_per_hour"]), (&json!(22), &json!(1100.0)));
    assert_eq!(value["co_two_way_min"], operations["co_two_way_min"]);
    let (_, table, _) = folder.run("evaluate mandl today.json --cost-per-hour 50");
    assert!(table.contains("operations: ") && table.contains("round trip"), "{table}");
    assert_eq!(folder.run("evaluate mandl today.json --headway 0").0, 2);
}

#[test]
fn an_agency_network_is_improved_and_frozen_routes_stay() {
    let folder = Folder::new("improve");
    folder.write("today.json", TODAY);
    let (status, stdout, stderr) = folder.run(
        "design mandl --start today.json --freeze keep,ring --change-price 0.001 --iterations 4 --headway 12 --out out --json",
    );
    assert_eq!(status, 0, "{stderr}");
    let value: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&value["routes"], &value["violations"]), (&json!(6), &json!([])));
    assert_eq!(value["network"][4], json!(["2", "3", "6", "4", "2"]));
    assert_eq!(value["network"][5], json!(["9", "15", "7", "10", "11", "12"]));
    assert!(
        value["changed_stops"].as_u64().unwrap() > 0 && value["operations"]["vehicles"].as_u64() > Some(0)
    );
    let network: Value = serde_json::from_str(&folder.read("out/network.json")).unwrap();
    let routes = network["routes"].as_array().unwrap();
    let names: Vec<&str> = routes.iter().map(|route| route["name"].as_str().unwrap()).collect();
    assert_eq!(names[4..], ["ring", "keep"]);
    check_names(&routes[..4]);
    assert_eq!(network["routes"][4]["leg_minutes"], json!([2, 3, 4, 3]));
    // What was written is what was counted.
    let (_, text, _) = folder.run("evaluate mandl out/network.json --json");
    let again: Value = serde_json::from_str(&text).unwrap();
    assert!((again["cost"].as_f64().unwrap() - value["cost"].as_f64().unwrap()).abs() < 1e-9);
    let report = folder.read("out/report.html");
    for part in ["Today against proposed", "Cost per hour", "live-map", "data-show=\"2\""] {
        assert!(report.contains(part), "{part}");
    }

    let (status, _, stderr) = folder.run("design mandl --start today.json --freeze nothing --json");
    assert!(status == 2 && stderr.contains("is not a route of the start"), "{stderr}");
    let (status, _, stderr) = folder.run("design mandl --start today.json --change-price 1 --method ea");
    assert!(status == 2 && stderr.contains("needs method anneal"), "{stderr}");
}

#[test]
fn access_is_shown_alike_where_people_and_jobs_are_known() {
    let folder = Folder::new("access");
    assert_eq!(folder.run("city convert mandl --out town").0, 0);
    folder.write("town/zones.csv", "id,people,jobs\n1,100,0\n2,0,50\n15,100,50\n");
    let (status, stdout, stderr) = folder.run("design town --iterations 2 --headway 20 --out out --json");
    assert_eq!(status, 0, "{stderr}");
    let report = folder.read("out/report.html");
    assert!(report.contains("People in a served zone</th><td class=\"number\">100.0 %</td>"));
    assert!(report.contains("Jobs within 30 min, door to door") && !report.contains(">Today<"));
    // Half of a headway of 20 minutes.
    assert!(report.contains("10 min of walking and 10 min of waiting (half a headway)"), "{report}");
    let access = serde_json::from_str::<Value>(&stdout).unwrap()["access"].clone();
    assert_eq!(access["people_served_percent"], json!(100.0));
    assert_eq!((&access["walking_min"], &access["waiting_min"]), (&json!(10.0), &json!(10.0)));
    let summary: Value = serde_json::from_str(&folder.read("out/summary.json")).unwrap();
    assert_eq!(summary["access"], access);
    let within = format!("{:.1} %", access["jobs_within_30_min_percent"].as_f64().unwrap());
    assert!(report.contains(&format!("door to door</th><td class=\"number\">{within}</td>")), "{within}");
    // The same of the same network, if nobody says how often its routes run.
    let evaluate = |arguments: &str| folder.run(&format!("evaluate town {arguments}")).1;
    let found: Value = serde_json::from_str(&evaluate("out/network.json --json")).unwrap();
    assert_eq!(found["access"]["people_served_percent"], json!(100.0));
    assert!(evaluate("out/network.json").contains("access, with 10 min of walking and 7.5 min of waiting"));
    // Otherwise by what trips really take.
    let found: Value = serde_json::from_str(&evaluate("out/network.json --headway 60 --json")).unwrap();
    assert_eq!(found["access"]["people_served_percent"], json!(100.0));
    assert_eq!(found["access"].get("waiting_min"), None);
    let often: Value = serde_json::from_str(&evaluate("out/network.json --headway 2 --json")).unwrap();
    let within = |value: &Value| value["access"]["jobs_within_30_min_percent"].as_f64().unwrap();
    assert!(within(&often) > within(&found), "{often} {found}");
    let table = evaluate("out/network.json --headway 20");
    assert!(table.contains("access, with the walking and waiting that each trip takes:\n"), "{table}");
    let (_, text, _) = folder.run("evaluate mandl out/network.json --json");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap().get("access"), None);
}
