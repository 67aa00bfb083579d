//! `routewright compare`: plans beside today's network.

mod scratch;

use scratch::Folder;
use serde_json::{Value, json};

const PLAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mandl-service.json");
const SIX_ROUTES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mandl-six-routes.txt");
const TODAY: &str = r#"{"routes": [{"name": "red", "stops": [1, 2, 3, 6, 8], "headway_minutes": 10},
    {"name": "blue", "stops": [9, 15, 7, 10], "headway_minutes": 20},
    {"name": "green", "stops": [5, 4, 12, 11], "headway_minutes": 15}]}"#;

/// Mandl's city as a folder with today's network and zones.
fn town(name: &str) -> Folder {
    let folder = Folder::new(name);
    assert_eq!(folder.run("city convert mandl --out town").0, 0);
    folder.write("town/existing.json", TODAY);
    let zones: String = (1..=15).map(|at| format!("{at},{},{},{}\n", 10 * at, at % 4, 100)).collect();
    folder.write("town/zones.csv", &format!("id,jobs,schools,people\n{zones}"));
    folder.write("town/import.json", r#"{"day": "2019-04-15", "demand": {"source": "gravity"}}"#);
    folder
}

#[test]
fn plans_are_judged_beside_today_and_written_as_a_page() {
    let folder = town("compare");
    let (status, _, stderr) = folder
        .run("design town --start town/existing.json --freeze blue --vehicles 12 --iterations 2 --quiet --out plan");
    // 12 vehicles are too few for all riders: the plan is written all the same.
    assert_eq!(status, 1, "{stderr}");
    let words = format!("compare town Best={PLAN} plan --cost-per-hour 50 --out council");
    let (status, table, stderr) = folder.run(&words);
    assert_eq!(status, 0, "{stderr}");
    assert!(stderr.contains("open council/compare.html in a browser"), "{stderr}");
    assert_eq!(folder.files("council"), ["compare.csv", "compare.html", "compare.json"]);
    let found: Value = serde_json::from_str(&folder.read("council/compare.json")).unwrap();
    let names: Vec<&Value> =
        found["networks"].as_array().unwrap().iter().map(|network| &network["name"]).collect();
    assert_eq!(names, ["Today", "Best", "plan"]);
    // As `evaluate` judges them.
    for (at, network) in [(0, "town/existing.json"), (1, PLAN), (2, "plan")] {
        let (_, text, _) = folder.run(&format!("evaluate town {network} --json"));
        let alone: Value = serde_json::from_str(&text).unwrap();
        let compared = &found["networks"][at];
        for figure in ["mean_min", "vehicles", "unserved_trips", "overloaded_legs", "vehicle_hours"] {
            assert_eq!(compared["service"][figure], alone["service"][figure], "{network} {figure}");
        }
        let jobs = &compared["access"]["jobs"];
        assert_eq!(jobs["within_30_min_percent"], alone["access"]["jobs_within_30_min_percent"]);
        assert!(compared["access"]["schools"]["within_60_min_percent"].as_f64().unwrap() > 0.0);
    }
    assert_eq!(found["networks"][1]["cost_per_hour"], json!(3800.0));
    assert_eq!(found["networks"][2]["frozen"], json!(["blue"]));
    let fates = found["networks"][2]["todays_lines"]["lines"].as_array().unwrap();
    assert_eq!((&fates[1]["line"], &fates[1]["fate"]), (&json!("blue"), &json!("kept")));
    assert!(table.contains("Vehicles in service") && table.contains("today's lines:"), "{table}");
    let page = folder.read("council/compare.html");
    for wanted in [
        "the timetable of 2019-04-15",
        "gravity model",
        "routewright design town",
        "schools, ",
        "76 vehicles, 67 more than today",
        "frozen",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    assert_eq!(folder.read("council/compare.csv").lines().count(), 15);
}

#[test]
fn without_headways_the_papers_figures_are_compared_and_it_is_said() {
    let folder = town("compare-paper");
    let (status, text, stderr) = folder.run(&format!("compare town {SIX_ROUTES} --json --out page"));
    assert_eq!(status, 0, "{stderr}");
    let told = "compared by the paper's figures: 6 routes of mandl-six-routes, such as 1, do not say how often they run";
    assert!(stderr.contains(told), "{stderr}");
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&found["judged_by"], &found["out"]), (&json!("paper"), &json!("page")));
    assert!(found["networks"][1]["paper"]["cp_min"].as_f64().unwrap() > 10.0);
    assert!(folder.read("page/compare.html").contains("Not every line says how often it runs"));
    let (_, text, _) = folder.run(&format!("compare town {SIX_ROUTES} --headway 10 --json --out page"));
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["judged_by"], "service");
    let (status, _, stderr) = folder.run(&format!("compare town {SIX_ROUTES} --capacity 80 --out page"));
    assert!(status == 2 && stderr.contains("no service figures"), "{stderr}");
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let folder = town("compare-wrong");
    for (words, told) in [
        (format!("compare mandl {PLAN}"), "name the file of today's network with --today"),
        ("compare town nothing.json".to_owned(), "nothing.json"),
        (format!("compare town {PLAN} {PLAN} {PLAN} {PLAN} {PLAN}"), "5 plans are too many"),
        ("compare town".to_owned(), "PLAN"),
        (format!("compare town {PLAN} --capacity 0"), "--capacity must be"),
    ] {
        let (status, _, stderr) = folder.run(&words);
        assert!(status == 2 && stderr.contains(told), "{words}: {stderr}");
    }
    // The same plan twice gets two names.
    let (status, text, _) = folder.run(&format!("compare town {PLAN} {PLAN} --json --out page"));
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &found["networks"][2]["name"]), (0, &json!("mandl-service (2)")));
}
