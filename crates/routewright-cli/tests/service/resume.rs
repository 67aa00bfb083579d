//! Plans that are interrupted, killed and resumed.
#![cfg(unix)]

use std::time::Duration;

use super::plans::{design, lines, planned, vehicles};
use super::scratch::{Folder, signal, wait};

const RUN: &str = "mandl --vehicles 30 --iterations 60 --seed 3 --quiet";

#[test]
fn a_killed_plan_goes_on_to_the_same_end() {
    let folder = Folder::new("plan-killed");
    planned(&folder, &format!("{RUN} --out whole"));
    for (name, signal_name, after) in [("killed", "-KILL", 0), ("interrupted", "-INT", 300)] {
        let words = format!("design {RUN} --out {name}");
        let child = folder.start(&words.split_whitespace().collect::<Vec<_>>());
        folder.await_file(&format!("{name}/state.json"));
        std::thread::sleep(Duration::from_millis(after));
        signal(&child, signal_name);
        // On a fast machine the run may be over by now.
        if !matches!(wait(child).status, 0 | 1) {
            planned(&folder, &format!("--resume {name} --threads 1 --vehicles 30 --quiet"));
        }
        assert_eq!(folder.read(&format!("{name}/network.json")), folder.read("whole/network.json"), "{name}");
        let again = design(&folder, &format!("--resume {name}"));
        assert!(again.status == 2 && again.stderr.contains("has no run to resume"), "{}", again.stderr);
    }
}

#[test]
fn ctrl_c_saves_the_best_and_other_settings_do_not_resume_it() {
    let folder = Folder::new("plan-interrupted");
    folder.write("start.json", super::plans::START);
    folder.write("metro.json", r#"[{"name": "M", "stops": [1, 14], "leg_minutes": [4]}]"#);
    folder.write("headways.csv", "route,headway_minutes\nred,10\n");
    let words = "design mandl --vehicles today --start start.json --fixed metro.json --headway 6 --layover 2 \
                 --headways headways.csv --seconds 60 --out plan --json";
    let child = folder.start(&words.split_whitespace().collect::<Vec<_>>());
    folder.await_file("plan/state.json");
    signal(&child, "-INT");
    let output = wait(child);
    assert_eq!(output.status, 130, "{}", output.stderr);
    assert_eq!(output.json()["interrupted"], true);
    let found = lines(&folder, "plan");
    assert!(!found.is_empty() && vehicles(&found) <= 10, "{found:?}");
    assert!(folder.read("plan/report.html").contains("</html>"));
    for (words, message) in [
        ("--vehicles 21", "--vehicles 10, not 21"),
        ("--headway-choices any", "--headway-choices 5,6,7.5,10,12,15,20,30,60, not any"),
        ("--capacity 80", "--capacity 50.0, not 80.0"),
        ("--wait-factor 0.7", "--wait-factor 0.5, not 0.7"),
        ("--period-hours 2", "--period-hours 1.0, not 2.0"),
        ("--layover 4", "--layover 2.0, not 4.0"),
        ("--headway 7", "--headway 6.0, not 7.0"),
        ("--chains 7", "--chains"),
        ("--max-minutes 30", "--max-minutes not given, not 30.0"),
        ("--change-price 1", "--change-price 0.0, not 1.0"),
        ("--max-stops 7", "--max-stops 8, not 7"),
    ] {
        let other = design(&folder, &format!("--resume plan {words}"));
        assert_eq!(other.status, 2, "{words}: {}", other.stderr);
        assert!(other.stderr.contains(&format!("the run to resume has {message}")), "{}", other.stderr);
    }
    folder.write("headways.csv", "route,headway_minutes\nred,7\n");
    let other = design(&folder, "--resume plan");
    assert!(
        other.status == 2 && other.stderr.contains("the file of headways is not what"),
        "{}",
        other.stderr
    );
}
