//! Mistakes that planners make, each with the message that helps.

use crate::scratch::Folder;
use crate::town::{IMPORT, STEP, buses, lat, lon, town, zones};

/// The import fails with status 2, its first line says `what`, and nothing is written.
#[track_caller]
fn refused(folder: &Folder, command: &str, what: &str, help: &str) {
    let (status, stdout, stderr) = folder.run(command);
    assert_eq!((status, stdout.as_str()), (2, ""), "{stderr}");
    let first = stderr.lines().next().unwrap_or_default();
    assert!(first.contains(what), "{stderr}");
    assert!(stderr.contains("help: ") && stderr.contains(help), "{stderr}");
    assert!(stderr.lines().count() <= 6, "one finding, told once: {stderr}");
    assert!(!folder.0.join("town/nodes.csv").exists(), "nothing is written");
}

/// The command line itself is wrong.
#[track_caller]
fn misused(folder: &Folder, command: &str, what: &str) {
    let (status, stdout, stderr) = folder.run(command);
    assert_eq!((status, stdout.as_str()), (2, ""), "{stderr}");
    assert!(stderr.lines().next().unwrap_or_default().contains(what), "{stderr}");
}

#[track_caller]
fn accepted(folder: &Folder, command: &str) -> String {
    let (status, _, stderr) = folder.run(command);
    assert_eq!(status, 0, "{stderr}");
    stderr
}

#[test]
fn half_the_zones_outside_the_street_map() {
    let folder = town("outside");
    let far: String = zones(|column| lon(column) + 8.0 * STEP, lat)
        .lines()
        .skip(1)
        .map(|row| format!("far-{row}\n"))
        .collect();
    folder.write("zones.csv", &(zones(lon, lat) + &far));
    refused(&folder, IMPORT, "2,500 of 5,000 (50.0 %) people", "--accept-losses");
    let told = accepted(&folder, &format!("{IMPORT} --accept-losses"));
    assert!(told.contains("left out: 25 isolated zones"), "{told}");
}

#[test]
fn a_feed_of_another_city() {
    let folder = town("elsewhere");
    buses(&folder, "bus", |column| lon(column) + 40.0, |row| lat(row) + 20.0);
    refused(&folder, IMPORT, "the stops of bus lie around latitude 20.01, longitude 50.01", "same city");
}

#[test]
fn swapped_coordinates() {
    let folder = town("swapped");
    let swapped: String = zones(lon, lat).replacen("id,lon,lat", "id,lat,lon", 1);
    folder.write("zones.csv", &swapped);
    refused(&folder, IMPORT, "the zones lie around latitude 10.01, longitude 0.01", "swapped");
    folder.write("zones.csv", &zones(lon, lat));
    let stops = folder.read("bus/stops.txt").replacen("stop_lat,stop_lon", "stop_lon,stop_lat", 1);
    folder.write("bus/stops.txt", &stops);
    refused(&folder, IMPORT, "the stops of bus lie around", "swapped");
}

#[test]
fn stops_far_from_every_zone() {
    let folder = town("far-stops");
    // Within ten kilometres of the town, but beyond any walk.
    buses(&folder, "bus", |column| lon(column) + 12.0 * STEP, lat);
    refused(&folder, IMPORT, "0 stops of the feeds lie in the area", "--stops zones");
}

#[test]
fn days_and_windows_without_trips() {
    let folder = town("empty-window");
    refused(
        &folder,
        &format!("{IMPORT} --window 20:00-21:00"),
        "no trip of the feeds starts on 2026-03-02",
        "choose another --window",
    );
    refused(
        &folder,
        &format!("{IMPORT} --date 2025-01-01"),
        "no trip of the feeds starts on 2025-01-01",
        "2026-03-02 to 2026-06-26",
    );
    misused(&folder, &format!("{IMPORT} --date 16/10/2019"), "write it as 2026-01-31");
    misused(&folder, &format!("{IMPORT} --window 9:00-7:00"), "the earlier first, such as 07:00-09:00");
    std::fs::remove_file(folder.0.join("bus/calendar.txt")).unwrap();
    refused(&folder, IMPORT, "bus: has neither calendar.txt nor calendar_dates.txt", "complete feed");
}

#[test]
fn a_spreadsheet_with_semicolons_and_decimal_commas() {
    let folder = town("semicolons");
    let text: String = zones(lon, lat).replace(',', ";").replace('.', ",");
    folder.write("zones.csv", &format!("\u{feff}{}", text.replace('\n', "\r\n")));
    accepted(&folder, IMPORT);
}

#[test]
fn tables_in_other_habits() {
    let folder = town("habits");
    let text = zones(lon, lat);
    folder.write("zones.csv", &text.replacen("id,lon,lat,people", "ID,Lon,LAT,People", 1));
    accepted(&folder, IMPORT);
    std::fs::remove_dir_all(folder.0.join("town")).unwrap();
    let latin: Vec<u8> = text.replacen("z00", "zé", 1).chars().map(|letter| letter as u8).collect();
    std::fs::write(folder.0.join("zones.csv"), latin).unwrap();
    accepted(&folder, IMPORT);
}

#[test]
fn an_empty_table_of_trips() {
    let folder = town("no-trips");
    folder.write("od.csv", "from,to,trips\n");
    let command = "city import --zones zones.csv --osm streets.osm.pbf --od od.csv --gtfs bus --out town";
    refused(&folder, command, "od.csv", "");
    let (_, _, stderr) = folder.run(command);
    assert!(!stderr.contains("zone ids"), "{stderr}");
    folder.write("od.csv", "from,to,trips\nz00,z11,90\nz00,elsewhere,10\nq,z00,5\n");
    refused(
        &folder,
        command,
        "15 of 105 (14.3 %) trips start or end at places that are neither zones nor gateways",
        "--accept-losses",
    );
}

#[test]
fn geojson_by_another_id_and_in_another_system() {
    let folder = town("geojson");
    let import = IMPORT.replace("zones.csv", "zones.geojson");
    let mut features = Vec::new();
    for (at, row) in zones(lon, lat).lines().skip(1).enumerate() {
        let cells: Vec<&str> = row.split(',').collect();
        features.push(format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"fid\":{at},\"people\":{},\"jobs\":{}}},\"geometry\":{{\"type\":\"Point\",\
             \"coordinates\":[{},{}]}}}}",
            cells[3], cells[4], cells[1], cells[2]
        ));
    }
    let collection = |crs: &str, features: &[String]| {
        format!("{{\"type\":\"FeatureCollection\",{crs}\"features\":[{}]}}", features.join(","))
    };
    folder.write("zones.geojson", &collection("", &features));
    accepted(&folder, &import);
    assert!(folder.read("town/import.md").contains("fid"), "{}", folder.read("town/import.md"));
    std::fs::remove_dir_all(folder.0.join("town")).unwrap();
    // Without anything that could be an id.
    let bare: Vec<String> = features.iter().map(|feature| feature.replace("\"fid\"", "\"height\"")).collect();
    folder.write("zones.geojson", &collection("", &bare));
    refused(&folder, &import, "zones.geojson", "id");
    // Metres of UTM zone 32 north: ten degrees east is a degree east of its middle.
    let metres: Vec<String> = (0..25)
        .map(|at| {
            let (column, row) = (at % 5, at / 5);
            let (x, y) = (611_500.0 + 445.0 * column as f64, 220.0 + 442.0 * row as f64);
            format!(
                "{{\"type\":\"Feature\",\"properties\":{{\"id\":\"z{column}{row}\",\"people\":100,\"jobs\":10}},\"geometry\":\
                 {{\"type\":\"Point\",\"coordinates\":[{x},{y}]}}}}"
            )
        })
        .collect();
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::32632\"}},";
    folder.write("zones.geojson", &collection(crs, &metres));
    accepted(&folder, &import);
    std::fs::remove_dir_all(folder.0.join("town")).unwrap();
    folder.write("zones.geojson", &collection("", &metres));
    refused(&folder, &import, "zones.geojson", "EPSG");
}

#[test]
fn a_file_that_is_no_table() {
    let folder = town("gpkg");
    let mut bytes = b"SQLite format 3\0".to_vec();
    bytes.resize(4096, 0);
    std::fs::write(folder.0.join("zones.gpkg"), bytes).unwrap();
    let (status, _, stderr) = folder.run(&IMPORT.replace("zones.csv", "zones.gpkg"));
    assert!(status == 2 && !stderr.contains("no column"), "{stderr}");
}

#[test]
fn kinds_of_lines_by_name() {
    let folder = town("kinds");
    let told = accepted(&folder, &IMPORT.replace("--fixed-gtfs metro", "--gtfs metro"));
    assert!(told.contains("2 lines to redesign, 1 fixed"), "{told}");
    assert!(told.contains("lines that stay as they are: 1 of kind metro; --redesign-route-types"), "{told}");
    std::fs::remove_dir_all(folder.0.join("town")).unwrap();
    misused(
        &folder,
        &format!("{IMPORT} --fixed-route-types zeppelin"),
        "'zeppelin' is no kind of vehicle; give a GTFS number, or one of tram, metro",
    );
    accepted(&folder, &format!("{IMPORT} --fixed-route-types bus,metro"));
    assert!(!folder.0.join("town/existing.json").exists());
}

#[test]
fn a_holiday_is_not_the_day() {
    let folder = town("holiday");
    // The last weekday has one trip more than all others.
    let dates = "service_id,date,exception_type\nextra,20260626,1\n";
    folder.write("bus/calendar_dates.txt", dates);
    folder.write("bus/trips.txt", &(folder.read("bus/trips.txt") + "r7,extra,x,0\n"));
    let times = folder.read("bus/stop_times.txt") + "x,07:00:00,07:00:00,s00,1\nx,07:02:00,07:02:00,s10,2\n";
    folder.write("bus/stop_times.txt", &times);
    let told = accepted(&folder, IMPORT);
    assert!(told.contains("today (Monday 2026-03-02, 07:00 to 09:00)"), "{told}");
    assert!(told.contains("the weekday with the most trips (2026-06-26)"), "{told}");
}

#[test]
fn a_feed_with_faulty_rows() {
    let folder = town("faulty");
    let calendar = folder.read("bus/calendar.txt");
    let row = calendar.lines().nth(1).unwrap().to_owned();
    folder.write("bus/calendar.txt", &format!("{calendar}{row}\n"));
    let trips = folder.read("bus/trips.txt") + "nowhere,week,bad1,0\nr7,week,bad2,0\n";
    folder.write("bus/trips.txt", &trips);
    let times = folder.read("bus/stop_times.txt")
        + "bad1,07:00:00,07:00:00,s00,1\nbad1,07:02:00,07:02:00,s10,2\nbad2,07:30:00,07:30:00,s00,1\nbad2,07:10:00,07:10:00,s10,2\n";
    folder.write("bus/stop_times.txt", &times);
    folder.write("bus/pathways.txt", "\u{0}not a table");
    accepted(&folder, IMPORT);
    let report = folder.read("town/import.md");
    assert!(report.contains("bad1") && report.contains("bad2"), "{report}");
    // More than half of all trips: the feed means nothing.
    let broken: String = folder
        .read("bus/trips.txt")
        .lines()
        .enumerate()
        .map(|(at, row)| {
            if at > 0 {
                row.replacen("r7,", "r8,", 1).replacen("rc,", "r9,", 1) + "\n"
            } else {
                format!("{row}\n")
            }
        })
        .collect();
    folder.write("bus/trips.txt", &broken);
    std::fs::remove_dir_all(folder.0.join("town")).unwrap();
    let (status, _, stderr) = folder.run(IMPORT);
    assert_eq!(status, 2, "{stderr}");
    let first = stderr.lines().next().unwrap_or_default();
    assert!(
        first.contains("bus: none of its 50 trips can be used; commonest reason: trips of an unknown route"),
        "{stderr}"
    );
    assert!(stderr.contains("bus/trips.txt:2: ") && stderr.lines().count() < 15, "the first cases: {stderr}");
    assert!(!folder.0.join("town").exists());
}

#[test]
fn a_feed_that_loses_many_of_its_trips() {
    let folder = town("lossy");
    let trips = folder.read("bus/trips.txt");
    let broken = |(at, row): (usize, &str)| match at % 8 {
        7 => row.replacen("r7,", "r8,", 1).replacen("rc,", "r8,", 1) + "\n",
        _ => format!("{row}\n"),
    };
    folder.write("bus/trips.txt", &trips.lines().enumerate().map(broken).collect::<String>());
    let what = "trips of bus cannot be used, most of them trips of an unknown route (trips.txt:";
    refused(&folder, IMPORT, what, "--accept-losses");
    let told = accepted(&folder, &format!("{IMPORT} --accept-losses"));
    assert!(told.contains("faulty trips of feeds"), "{told}");
}

#[test]
fn the_same_feed_twice() {
    let folder = town("twice");
    let command = format!("{IMPORT} --gtfs bus");
    refused(&folder, &command, "bus and bus have the same stops and trips", "--accept-losses");
}
