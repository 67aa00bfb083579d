//! A city whose zones have no streets: people walk to the bus.

use serde_json::Value;

use super::plans::{design, lines, planned};
use super::scratch::Folder;

/// Four stops in a row, and three zones beside them where everybody lives: z1 by a, z2 by d, z3 between b and c.
fn town(folder: &Folder) {
    folder.write(
        "town/nodes.csv",
        "id,lat,lon\na,0,0\nb,0,0.01\nc,0,0.02\nd,0,0.03\nz1,0.002,0\nz2,0.002,0.03\nz3,0.002,0.015\n",
    );
    folder.write("town/links.csv", "from,to,travel_time\na,b,2\nb,a,2\nb,c,2\nc,b,2\nc,d,2\nd,c,2\n");
    folder.write("town/demand.csv", "from,to,demand\nz1,z2,40\nz2,z1,40\nz1,z3,20\nz3,z2,20\nb,z2,5\n");
    folder.write("town/walks.csv", "from,to,minutes\nz1,a,3\nz2,d,3\nz3,b,4\nz3,c,4\n");
    folder.write("town/city.toml", "period = \"peak hour\"\nperiod-hours = 1\n");
}

#[test]
fn everybody_walks_to_the_bus() {
    let folder = Folder::new("walking");
    town(&folder);
    let output = planned(&folder, "town --vehicles 5 --iterations 2 --json --out plan");
    assert_eq!(output.status, 0, "{}", output.stderr);
    let plan = output.json();
    let service = &plan["service"];
    assert_eq!(service["unserved_trips"], 0.0, "{service}");
    // Three minutes at each end from z1 to z2, and at least that elsewhere; b needs no walk to the bus.
    assert!(service["walking_min"].as_f64().unwrap() >= 80.0 * 6.0 + 40.0 * 7.0 + 5.0 * 3.0, "{service}");
    assert!(service["riding_min"].as_f64().unwrap() > 0.0);
    for line in lines(&folder, "plan") {
        assert!(line.stops.iter().all(|stop| "abcd".contains(stop.as_str())), "{line:?}");
    }
    let (status, text, stderr) = folder.run("evaluate town plan/network.json --json");
    assert_eq!(status, 0, "{stderr}");
    let scored: Value = serde_json::from_str(&text).unwrap();
    for key in ["mean_min", "walking_min", "peak_load"] {
        let [one, other] = [service, &scored["service"]].map(|service| service[key].as_f64().unwrap());
        assert!((one - other).abs() < 1e-9, "{key}: {one} {other}");
    }
    // People read of the service alone; the paper's figures mean nothing here.
    let (status, table, _) = folder.run("evaluate town plan/network.json");
    assert!(status == 0 && table.starts_with("service, by optimal strategies: "), "{table}");
    folder.write("silent.json", r#"[["a", "b", "c", "d"]]"#);
    let (status, _, notes) = folder.run("evaluate town silent.json");
    assert!(status == 1 && notes.contains("can only be reached on foot"), "{notes}");
    assert!(notes.contains("give --headway to see the service"), "{notes}");
    assert_eq!(folder.run("evaluate town silent.json --headway 10").0, 0);
    assert_eq!(folder.run("evaluate town silent.json --headway 60 --capacity 10").0, 1);
    let (status, text, _) = folder.run("city info town");
    assert!(status == 0 && text.contains("3 nodes, reached on foot"), "{text}");
}

#[test]
fn the_papers_problem_refuses_a_city_where_people_must_walk() {
    let folder = Folder::new("walking-refused");
    town(&folder);
    let told = "node z1 and 2 others can only be reached on foot, and by the paper's cost nobody walks";
    let limits = "--routes 2 --min-stops 2 --max-stops 4 --iterations 1";
    for method in ["anneal", "ea", "rc-ea", "rc", "lc", "nea", "all1-nea"] {
        let output = design(&folder, &format!("town --method {method} {limits}"));
        assert_eq!(output.status, 2, "{method}: {}", output.stderr);
        assert!(output.stderr.contains(told), "{method}: {}", output.stderr);
        assert!(output.stderr.contains("--vehicles N"), "{method}: {}", output.stderr);
    }
    // Before anything else is asked for.
    assert!(design(&folder, "town").stderr.contains(told));
    for words in [&*format!("front town {limits}"), "front town"] {
        let (status, _, stderr) = folder.run(words);
        assert!(status == 2 && stderr.contains(told), "{words}: {stderr}");
    }
}
