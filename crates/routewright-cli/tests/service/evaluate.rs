//! What `evaluate` tells of a service.

use serde_json::{Value, json};

use super::scratch::Folder;

const ARBEX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mandl-service.json");
const SIX_ROUTES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mandl-six-routes.txt");

fn service(folder: &Folder, arguments: &str) -> Value {
    let (_, text, stderr) = folder.run(&format!("evaluate {arguments} --json"));
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{stderr}"));
    value["service"].clone()
}

fn is_near(value: &Value, published: f64) -> bool {
    (value.as_f64().unwrap() - published).abs() <= 0.1
}

#[test]
fn the_published_service_of_mandl_comes_out() {
    let folder = Folder::new("service-published");
    let found = service(&folder, &format!("mandl {ARBEX}"));
    assert!(is_near(&found["total_min"], 185_109.9), "{found}");
    assert!(is_near(&found["riding_min"], 157_752.5), "{found}");
    assert!(is_near(&found["waiting_min"], 24_218.4), "{found}");
    assert!(is_near(&found["changes"], 627.8), "{found}");
    assert_eq!((&found["vehicles"], &found["overloaded_legs"]), (&json!(76), &json!(0)));
    assert!(found["peak_load"].as_f64().unwrap() <= 62.5);
    assert_eq!((&found["unserved_trips"], &found["walking_min"]), (&json!(0.0), &json!(0.0)));
    assert!(is_near(&found["mean_min"], 11.889), "{found}");
    let found = service(&folder, &format!("mandl {ARBEX} --wait-factor 1"));
    assert!(is_near(&found["total_min"], 207_916.9), "{found}");
    assert!(is_near(&found["waiting_min"], 44_150.3), "{found}");
    // Ten routes where the literature's problem has six, but no vehicle is overloaded.
    let (status, table, _) = folder.run(&format!("evaluate mandl {ARBEX}"));
    assert_eq!(status, 0);
    for part in [
        "constraints of the literature's problem",
        "service, by optimal strategies: 11.889 min per trip, 76 vehicles\n",
        "  waiting          1.56 min\n",
        "  riding           10.13 min\n",
        "no vehicle holds more than 62.5 riders\n",
    ] {
        assert!(table.contains(part), "{part}\n{table}");
    }
}

#[test]
fn headways_of_the_file_come_first_then_the_routes_own_then_the_common_one() {
    let folder = Folder::new("service-headways");
    let waits = |headway: u32| {
        let found = service(&folder, &format!("mandl {SIX_ROUTES} --headway {headway}"));
        (found["mean_min"].as_f64().unwrap(), found["vehicles"].as_u64().unwrap())
    };
    let (often, rarely) = (waits(3), waits(60));
    assert!(often.0 + 10.0 < rarely.0 && often.1 > 5 * rarely.1, "{often:?} {rarely:?}");
    folder.write(
        "some.json",
        r#"{"routes": [{"name": "a", "stops": ["1", "2"], "headway_minutes": 10}, {"name": "b", "stops": ["2", "3"]},
            {"name": "c", "stops": ["3", "6"], "headway_minutes": 10}]}"#,
    );
    folder.write("headways.csv", "route,headway_minutes\nc,7.5\n");
    let found = service(&folder, "mandl some.json --headway 20 --headways headways.csv");
    let headways: Vec<&Value> =
        found["lines"].as_array().unwrap().iter().map(|line| &line["headway_minutes"]).collect();
    assert_eq!(headways, [&json!(10.0), &json!(20.0), &json!(7.5)]);
    // One route does not say how often it runs.
    let (_, text, notes) = folder.run("evaluate mandl some.json --headways headways.csv --json");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap().get("service"), None);
    assert!(notes.contains("no service figures: route b does not say how often it runs"), "{notes}");
    let (status, _, stderr) = folder.run("evaluate mandl some.json --capacity 80");
    assert!(status == 2 && stderr.contains("route b") && stderr.contains("give --headway"), "{stderr}");
    // The paper's problem is told as before.
    let (_, text, notes) = folder.run(&format!("evaluate mandl {SIX_ROUTES} --json"));
    assert!(!text.contains("service") && notes.is_empty(), "{text}{notes}");
}

#[test]
fn options_say_what_riders_mind_and_vehicles_hold() {
    let folder = Folder::new("service-options");
    let plain = service(&folder, &format!("mandl {ARBEX}"));
    let slow = service(&folder, &format!("mandl {ARBEX} --dwell 0.5 --layover 3 --period-hours 2"));
    assert_eq!((&slow["model"]["dwell_min"], &slow["model"]["layover_min"]), (&json!(0.5), &json!(3.0)));
    assert_eq!((&slow["trips"], &slow["vehicles"]), (&json!(7785.0), &plain["vehicles"]));
    assert!(slow["mean_min"].as_f64().unwrap() > plain["mean_min"].as_f64().unwrap() + 1.0);
    let full = service(&folder, &format!("mandl {ARBEX} --capacity 40 --load-factor 1"));
    let overloaded = full["overloaded"].as_array().unwrap();
    assert_eq!(full["overloaded_legs"], json!(overloaded.len()));
    assert_eq!(overloaded[0]["riders_per_vehicle"], full["peak_load"]);
    let (status, table, _) =
        folder.run(&format!("evaluate mandl {ARBEX} --routes 10 --capacity 40 --load-factor 1"));
    assert_eq!(status, 1);
    assert!(table.contains("all constraints of the literature's problem are met\n"), "{table}");
    assert!(table.contains(&format!("{} legs with more than 40 riders", overloaded.len())), "{table}");
    assert!(table.contains(&format!("  and {} more\n", overloaded.len() - 5)), "{table}");
    let impatient = service(&folder, &format!("mandl {ARBEX} --give-up 15 --wait-weight 2"));
    assert!(impatient["unserved_trips"].as_f64().unwrap() > 0.0);
    assert!(impatient["mean_min"].as_f64().unwrap() < 15.0);
    for (wrong, option) in [
        ("--capacity 0", "--capacity"),
        ("--load-factor -1", "--load-factor"),
        ("--wait-weight -0.1", "--wait-weight"),
        ("--walk-weight NaN", "--walk-weight"),
        ("--wait-factor inf", "--wait-factor"),
        ("--give-up 0", "--give-up"),
        ("--dwell -1", "--dwell"),
        ("--period-hours 0", "--period-hours"),
    ] {
        let (status, _, stderr) = folder.run(&format!("evaluate mandl {ARBEX} {wrong}"));
        assert!(status == 2 && stderr.contains(&format!("{option} must be")), "{wrong}: {stderr}");
    }
}

#[test]
fn demand_needs_a_period() {
    let folder = Folder::new("service-period");
    assert_eq!(folder.run("city convert mandl --out town").0, 0);
    let settings = folder.read("town/city.toml");
    let without: String =
        settings.lines().filter(|line| !line.starts_with("period")).collect::<Vec<_>>().join("\n");
    assert_ne!(settings.trim(), without.trim());
    folder.write("town/city.toml", &without);
    // The network alone: a note. Asked for: an error.
    let (status, text, notes) = folder.run(&format!("evaluate town {ARBEX} --routes 10 --json"));
    assert_eq!((status, serde_json::from_str::<Value>(&text).unwrap().get("service")), (0, None));
    assert!(notes.contains("add period-hours to city.toml"), "{notes}");
    for asked in ["--capacity 60", "--headway 10"] {
        let (status, _, stderr) = folder.run(&format!("evaluate town {ARBEX} {asked}"));
        assert!(status == 2 && stderr.contains("add period-hours to city.toml"), "{asked}: {stderr}");
    }
    let found = service(&folder, &format!("town {ARBEX} --period-hours 1"));
    assert!(is_near(&found["total_min"], 185_109.9), "{found}");
}
