//! Plans that start from a network: today's vehicles, frozen and fixed routes, a price on change.

use routewright::model::City;
use serde_json::Value;

use super::plans::{START, lines, planned, vehicles};
use super::scratch::Folder;

#[test]
fn todays_vehicles_are_not_exceeded() {
    let folder = Folder::new("plan-today");
    folder.write("start.json", START);
    // 30, 34 and 48 minutes out and back: 3, 2 and 4 vehicles, or by the file of headways 3, 4 and 4.
    for (words, most) in [("", 9), ("--headways headways.csv", 11)] {
        folder.write("headways.csv", "route,headway_minutes\nblue,10\n");
        let words = format!(
            "mandl --vehicles today --start start.json --iterations 2 --json --force --out plan {words}"
        );
        let plan = planned(&folder, &words).json();
        let before = &plan["start"]["service"];
        let found = lines(&folder, "plan");
        assert_eq!(before["vehicles"], most, "{before}");
        assert!(vehicles(&found) <= most && found.len() <= 3, "{found:?}");
        let mean = |service: &Value| service["mean_min"].as_f64().unwrap();
        assert!(mean(&plan["service"]) < mean(before), "{plan}");
        assert!(folder.read("plan/run.toml").contains(&format!("vehicles = {most}\n")));
    }
    let words = "mandl --vehicles today --start start.json --cost-per-hour 50 --iterations 2 --out table";
    let table = planned(&folder, words).stdout;
    assert!(table.contains("cost per hour: 450\n"), "{table}");
    assert!(table.contains("against the start: mean trip "), "{table}");
    assert!(table.contains("vehicles 9 -> 9"), "{table}");
}

#[test]
fn no_distinct_makes_no_difference_as_its_note_says() {
    let folder = Folder::new("plan-distinct");
    let again = r#"}, {"name": "again", "stops": ["5", "4", "12", "11"], "headway_minutes": 15}]}"#;
    let start = START.replace("}]}", again);
    folder.write("start.json", &start);
    let words = "mandl --vehicles 9 --start start.json --change-price 1000 --iterations 2";
    planned(&folder, &format!("{words} --out plain"));
    let output = planned(&folder, &format!("{words} --no-distinct --out other"));
    assert!(output.stderr.contains("--no-distinct has no effect"), "{}", output.stderr);
    assert_eq!(folder.read("plain/network.json"), folder.read("other/network.json"));
}

#[test]
fn frozen_routes_stay_as_they_are_and_take_their_vehicles() {
    let folder = Folder::new("plan-frozen");
    folder.write("start.json", START);
    planned(&folder, "mandl --vehicles 8 --start start.json --freeze blue,green --iterations 2 --out plan");
    let found = lines(&folder, "plan");
    assert!(vehicles(&found) <= 8, "{found:?}");
    for (name, stops, headway, count) in [("blue", "9 15 7 10", 20.0, 2), ("green", "5 4 12 11", 15.0, 4)] {
        let line = found.iter().find(|line| line.name == name).unwrap();
        assert_eq!((line.stops.join(" ").as_str(), line.headway, line.vehicles), (stops, headway, count));
    }
    assert!(found.len() == 3 && vehicles(&found[..1]) <= 2, "{found:?}");
}

#[test]
fn a_high_price_on_change_keeps_every_stop() {
    let folder = Folder::new("plan-price");
    folder.write("start.json", START);
    let words = "mandl --vehicles today --start start.json --iterations 2";
    let plan = planned(&folder, &format!("{words} --change-price 1000 --json --out kept")).json();
    assert_eq!((&plan["changed_stops"], &plan["change_charge"]), (&0.into(), &0.0.into()));
    let names: Vec<String> = lines(&folder, "kept").iter().map(|line| line.stops.join(" ")).collect();
    assert_eq!(names, ["1 2 3 6 8", "9 15 7 10", "5 4 12 11"]);
    // At a low price some stops are worth changing, and they are charged.
    let plan = planned(&folder, &format!("{words} --change-price 0.5 --json --out near")).json();
    let stops = plan["changed_stops"].as_f64().unwrap();
    assert!(stops > 0.0 && plan["change_charge"] == 0.5 * stops, "{plan}");
}

#[test]
fn fixed_lines_are_used_but_not_counted() {
    let folder = Folder::new("plan-fixed");
    folder.write(
        "metro.json",
        r#"[{"name": "M", "stops": [1, 6, 10, 14], "leg_minutes": [4, 3, 3], "headway_minutes": 3}]"#,
    );
    let words = "mandl --vehicles 10 --iterations 2 --json";
    let with = planned(&folder, &format!("{words} --fixed metro.json --out plan")).json();
    let without = planned(&folder, words).json();
    let service = &with["service"];
    assert_eq!((&service["vehicles"], &service["fixed_vehicles"]), (&10.into(), &7.into()));
    let metro = service["lines"].as_array().unwrap().iter().find(|line| line["line"] == "M").unwrap();
    assert!(metro["is_fixed"] == true && metro["boardings"].as_f64().unwrap() > 1000.0, "{metro}");
    assert!(lines(&folder, "plan").iter().all(|line| line.name != "M"));
    let mean = |plan: &Value| plan["service"]["mean_min"].as_f64().unwrap();
    assert!(mean(&with) < mean(&without));
}

#[test]
fn lines_of_today_that_break_the_rules_are_named_and_cut_down() {
    let folder = Folder::new("plan-rules");
    folder.write("start.json", START);
    let words = "mandl --vehicles today --start start.json --max-minutes 16 --iterations 2";
    let output = planned(&folder, &format!("{words} --change-price 1000 --out kept"));
    let told = "the start breaks --max-minutes or --max-detour with line blue and 1 more";
    assert!(output.stderr.contains(told), "{}", output.stderr);
    // As much of each as may stay.
    assert_eq!(lines(&folder, "kept").len(), 3);
    planned(&folder, &format!("{words} --out plan"));
    for line in lines(&folder, "kept").into_iter().chain(lines(&folder, "plan")) {
        assert!(line.minutes(&City::mandl()) <= 16.0, "{line:?}");
    }
}
