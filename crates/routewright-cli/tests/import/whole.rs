//! A town from its files to a design.

use crate::town::{IMPORT, town};

#[test]
fn the_folder_serves_evaluate_and_design() {
    let folder = town("whole");
    let (status, stdout, stderr) = folder.run(IMPORT);
    assert_eq!((status, stdout.as_str()), (0, ""), "{stderr}");
    // Twenty corners of the ring, three stations, 25 zones.
    assert!(stderr.contains("town: 23 stop places from 23 stops of the feeds, 25 zones, "), "{stderr}");
    // Two blocks within the ring are too far from it, and from the metro.
    assert!(stderr.contains("92.0 % of people live within 800 m of a stop"), "{stderr}");
    assert!(stderr.contains("a usual factor, since too few lines"), "{stderr}");
    assert!(stderr.contains("assumed: these are the trips of a whole weekday, 208 per hour"), "{stderr}");
    assert!(
        stderr.contains("today (Monday 2026-03-02, 07:00 to 09:00): 2 lines to redesign, 1 fixed"),
        "{stderr}"
    );

    // Stops have names, zones are near them.
    let nodes = folder.read("town/nodes.csv");
    assert!(nodes.contains("s00,Corner 0 0,") || nodes.contains(",Corner 0 0"), "{nodes}");
    assert!(nodes.contains("near Corner"), "{nodes}");
    let zones = folder.read("town/zones.csv");
    assert!(zones.starts_with("id,people,jobs,schools\n") && zones.contains("\nz00,100,20,1\n"), "{zones}");

    // Line 7 both ways, two minutes a leg; the ring whole, and back where it began.
    let existing: serde_json::Value = serde_json::from_str(&folder.read("town/existing.json")).unwrap();
    let [seven, ring] = [&existing["routes"][0], &existing["routes"][1]];
    assert_eq!((seven["name"].as_str(), seven["headway_minutes"].as_f64()), (Some("7"), Some(20.0)));
    assert_eq!(seven["leg_minutes"].as_array().unwrap().len(), 5);
    assert!(seven["leg_minutes"].as_array().unwrap().iter().all(|leg| leg == 2));
    let stops = ring["stops"].as_array().unwrap();
    assert_eq!((stops.len(), &stops[0], ring["one_way"].as_bool()), (21, &stops[20], Some(true)));
    let fixed: serde_json::Value = serde_json::from_str(&folder.read("town/fixed.json")).unwrap();
    assert_eq!(fixed["routes"][0]["leg_minutes"], serde_json::json!([3, 3]));
    let lines: serde_json::Value = serde_json::from_str(&folder.read("town/lines.json")).unwrap();
    assert_eq!(lines["lines"][0]["agency"]["name"], "Town Buses");
    assert_eq!(lines["lines"].as_array().unwrap().len(), 3);

    let (status, stdout, stderr) =
        folder.run("evaluate town town/existing.json --fixed town/fixed.json --json");
    assert!(status <= 1, "{stderr}");
    let figures: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    // Twenty minutes round and two rests, every 20 minutes; forty minutes and a rest, every 30.
    assert_eq!(figures["service"]["vehicles"].as_u64(), Some(4), "{stdout}");

    let (status, _, stderr) = folder.run(
        "design town --vehicles today --start town/existing.json --fixed town/fixed.json --iterations 200 --out plan --quiet",
    );
    assert!(status <= 1, "{stderr}");
    assert!(folder.read("plan/network.json").contains("drive_minutes"));

    let (status, _, stderr) = folder.run(IMPORT);
    assert_eq!(status, 1, "{stderr}");
    assert!(stderr.contains("already contains a city"), "{stderr}");
    let (status, stdout, stderr) =
        folder.run(&format!("{IMPORT} --force --json --stops zones --period morning --period-hours 2"));
    assert_eq!(status, 0, "{stderr}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((report["zones"]["nodes"].as_u64(), report["stops"].is_null()), (Some(25), true));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&folder.read("town/import.json")).unwrap(), report);
    let (_, info, _) = folder.run("city info town --json");
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!((&info["period"], info["period_hours"].as_f64()), (&"morning".into(), Some(2.0)));
    let (status, _, stderr) = folder.run(&format!("{IMPORT} --force --period morning"));
    assert!(status == 2 && stderr.contains("help: give --period-hours as well"), "{stderr}");
}

#[test]
fn what_is_wrong_with_the_files_is_told() {
    let folder = town("wrong");
    let check = |expected: &str| {
        let (status, stdout, stderr) = folder.run(IMPORT);
        assert_eq!((status, stdout.as_str()), (2, ""), "{stderr}");
        assert!(stderr.contains(expected) && stderr.contains("help: "), "{stderr}");
        assert!(!folder.0.join("town").exists(), "nothing is written");
    };
    let whole = std::fs::read(folder.0.join("streets.osm.pbf")).unwrap();
    std::fs::write(folder.0.join("streets.osm.pbf"), &whole[..whole.len() - 3]).unwrap();
    check("streets.osm.pbf: ends in the middle of a block");
    std::fs::write(folder.0.join("streets.osm.pbf"), whole).unwrap();
    std::fs::remove_file(folder.0.join("bus/stop_times.txt")).unwrap();
    check("bus: has no stop_times.txt [gtfs-003]");
    folder.write("zones.csv", "id,lon,lat,people,jobs\na,,0,50,5\nb,0.01,0,20,5\n");
    check("zones.csv:2: zone a has no position in degrees [zone-002]");
}
