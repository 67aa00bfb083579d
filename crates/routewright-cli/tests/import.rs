//! `city import` as people and scripts meet it.

use routewright::io::osm_sample;

mod scratch;

use scratch::Folder;

/// Four zones in a row a kilometre apart on one street, trips, a bus and a metro.
fn town(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write(
        "zones.csv",
        "id,lon,lat,people,jobs\na,0,0,50,5\nb,0.01,0,20,5\nc,0.02,0,10,5\nd,0.03,0,5,90\n",
    );
    let nodes: Vec<(i64, f64, f64)> = (0..4).map(|at| (at + 1, at as f64 * 0.01, 0.0)).collect();
    let street = (10, vec![1, 2, 3, 4], vec![("highway", "secondary"), ("maxspeed", "40")]);
    std::fs::write(folder.0.join("streets.osm.pbf"), osm_sample::pbf(&nodes, &[street])).unwrap();
    feed(
        &folder,
        "bus",
        "3",
        "1,06:50:00,06:50:00,a,1\n1,,,b,2\n1,07:00:00,07:00:00,c,3\n2,07:30:00,07:30:00,a,1\n\
                                 2,,,b,2\n2,07:40:00,07:40:00,c,3\n",
    );
    feed(
        &folder,
        "metro",
        "1",
        "1,07:00:00,07:00:00,a,1\n1,07:04:00,07:04:00,d,2\n2,08:00:00,08:00:00,d,1\n\
                                   2,08:04:00,08:04:00,a,2\n",
    );
    folder
}

fn feed(folder: &Folder, name: &str, kind: &str, times: &str) {
    folder.write(
        &format!("{name}/stops.txt"),
        "stop_id,stop_lat,stop_lon\na,0,0\nb,0,0.01\nc,0,0.02\nd,0,0.03\n",
    );
    folder.write(&format!("{name}/routes.txt"), &format!("route_id,route_type\n{name},{kind}\n"));
    folder.write(
        &format!("{name}/trips.txt"),
        &format!("route_id,service_id,trip_id\n{name},w,1\n{name},w,2\n"),
    );
    folder.write(&format!("{name}/calendar_dates.txt"), "service_id,date,exception_type\nw,20260304,1\n");
    folder.write(
        &format!("{name}/stop_times.txt"),
        &format!("trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{times}"),
    );
}

const IMPORT: &str = "city import --zones zones.csv --osm streets.osm.pbf --productions people --attractions jobs \
                      --gtfs bus --fixed-gtfs metro --out town";

#[test]
fn the_folder_serves_evaluate_and_design() {
    let folder = town("whole");
    let (status, stdout, stderr) = folder.run(IMPORT);
    assert_eq!((status, stdout.as_str()), (0, ""), "{stderr}");
    assert!(stderr.contains("town: 4 nodes, 6 links, 0 walks, "), "{stderr}");
    // 85 people go out and come back.
    assert!(
        stderr.contains("assumed: these are the trips of a whole weekday, 7 per hour on average"),
        "{stderr}"
    );
    assert!(stderr.contains("1 routes, 1 of them one-way, 1 fixed"), "{stderr}");
    // 1111.95 m at 40 km/h: 100.1 s, or 1.6667 minutes.
    assert!(folder.read("town/links.csv").contains("a,b,1.6667\n"));
    assert!(folder.read("town/zones.csv").contains("\na,50,5\n"));
    // One bus within two hours, and the metro once each way.
    assert_eq!(folder.read("town/headways.csv"), "route,headway_minutes\nbus,120\nmetro,120\n");
    assert!(
        folder.read("town/existing.json").contains("\"stops\": [\"a\", \"b\", \"c\"], \"one_way\": true")
    );
    assert!(folder.read("town/existing.json").contains("\"headway_minutes\": 120}"));
    assert!(folder.read("town/fixed.json").contains("\"leg_minutes\": [4], \"headway_minutes\": 120}"));
    assert!(folder.read("town/city.toml").ends_with(
        "period = \"whole weekday\"\nperiod-hours = 24.0\ndwell-minutes = 0.3\nlayover-minutes = 3.0\n"
    ));
    let shapes: serde_json::Value = serde_json::from_str(&folder.read("town/link-shapes.geojson")).unwrap();
    assert_eq!(shapes["features"][0]["properties"]["from"], "a");
    assert_eq!(shapes["features"][0]["geometry"]["coordinates"][1][0], 0.01);
    assert!(folder.read("town/import.md").contains("timetable of 2026-03-04"));

    let (_, stdout, _) = folder.run("evaluate town town/existing.json --fixed town/fixed.json --json");
    let figures: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    // The bus runs one way: from b and c, nothing leads back.
    assert!(figures["unserved_pairs"].as_u64().unwrap() > 0);
    let (status, stdout, stderr) = folder.run(
        "design town --start town/existing.json --fixed town/fixed.json --cover-demand --max-stops 4 --iterations 50 --json",
    );
    assert_eq!(status, 0, "{stderr}");
    let figures: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((figures["routes"].as_u64(), figures["unserved_pairs"].as_u64()), (Some(1), Some(0)));

    let (status, _, stderr) = folder.run(IMPORT);
    assert_eq!(status, 1, "{stderr}");
    assert!(stderr.contains("already contains a city"), "{stderr}");
    let walking = "--walk-metres 1500 --period morning --period-hours 2";
    let (status, _, stderr) = folder.run(&format!("{IMPORT} --force {walking}"));
    assert_eq!(status, 0, "{stderr}");
    assert!(
        stderr.contains("3 walks, ") && stderr.contains("period: morning (2 hours), 85 trips per hour"),
        "{stderr}"
    );
    // 1111.95 m straight are 1445.5 m on foot, at 75 m a minute.
    assert_eq!(folder.read("town/walks.csv"), "from,to,minutes\na,b,19.2667\nb,c,19.2667\nc,d,19.2667\n");
    let (_, info, _) = folder.run("city info town");
    for row in [
        "  walks                  6 directed, the longest 19.27 min\n",
        "  period                 morning (2 hours), 85 trips per hour\n",
        "  time at a stop         0.3 min\n",
        "  rest at an end         3 min\n",
    ] {
        assert!(info.contains(row), "{info}");
    }
    let (_, info, _) = folder.run("city info town --json");
    let info: serde_json::Value = serde_json::from_str(&info).unwrap();
    assert_eq!((info["walks"].as_u64(), info["period_hours"].as_f64()), (Some(6), Some(2.0)));
    assert_eq!((info["dwell_min"].as_f64(), info["layover_min"].as_f64()), (Some(0.3), Some(3.0)));
    assert_eq!((&info["period"], &info["zones_without_streets"]), (&"morning".into(), &0.into()));
    let (status, _, stderr) = folder.run(&format!("{IMPORT} --force --period morning"));
    assert!(status == 2 && stderr.contains("help: give --period-hours as well"), "{stderr}");

    let (status, stdout, _) = folder.run(&format!("{IMPORT} --force --json"));
    assert!(!folder.0.join("town/walks.csv").exists(), "these were walks of the city before");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((status, report["zones"]["nodes"].as_u64()), (0, Some(4)));
    assert_eq!(serde_json::from_str::<serde_json::Value>(&folder.read("town/import.json")).unwrap(), report);
}

#[test]
fn a_city_on_foot_is_described() {
    let folder = Folder::new("on-foot");
    folder.write("foot/nodes.csv", "id,lat,lon\n1,0,0\n2,0,0.01\n3,0.002,0\n");
    folder.write("foot/links.csv", "from,to,travel_time\n1,2,4\n2,1,4\n");
    folder.write("foot/demand.csv", "from,to,demand\n1,2,10\n3,2,5\n");
    folder.write("foot/walks.csv", "from,to,minutes\n3,1,4\n");
    let (status, info, stderr) = folder.run("city info foot");
    assert_eq!(status, 0, "{stderr}");
    assert!(info.contains("  without streets        1 nodes, reached on foot\n"), "{info}");
    assert!(info.contains("  period                 not stated; "), "{info}");
    let (_, info, _) = folder.run("city info mandl");
    assert!(
        info.contains("  period                 one hour, as published, 15570 trips per hour\n"),
        "{info}"
    );
    folder.write("foot/walks.csv", "from,to,minutes\n3,7,4\n3,1,x\n");
    let (status, _, stderr) = folder.run("city info foot");
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains("foot/walks.csv:2: node 7 is not in foot/nodes.csv [city-013]"), "{stderr}");
    assert!(
        stderr.contains("foot/walks.csv:3: the walk from 3 to 1 takes x, which is not a number [city-030]")
    );
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
    folder.write(
        "bus/stop_times.txt",
        "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n1,a,1,12:00:00,noon\n",
    );
    check("bus/stop_times.txt:2: departure_time of trip 1 is noon, which is not a time [gtfs-007]");
    folder.write("zones.csv", "id,lon,lat,people,jobs\na,,0,50,5\nb,0.01,0,20,5\n");
    check("zones.csv:2: zone a has no position in degrees [zone-002]");
    let (status, _, stderr) = folder.run(&format!("{IMPORT} --window 9:00-7:00"));
    assert!(status == 2 && stderr.contains("the earlier first"), "{stderr}");
}
