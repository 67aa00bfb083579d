//! A small town to import: a grid of streets, zones between them, a bus, a circular bus and a metro.

use routewright::io::osm_sample;

use crate::scratch::Folder;

/// Streets each way.
pub const SIDE: i64 = 6;
/// Degrees between two of them: about 445 m.
pub const STEP: f64 = 0.004;

/// Degrees east of a column of corners.
pub fn lon(column: i64) -> f64 {
    10.0 + STEP * column as f64
}

/// Degrees north of a row of corners.
pub fn lat(row: i64) -> f64 {
    STEP * row as f64
}

/// The command that imports the town.
pub const IMPORT: &str = "city import --zones zones.csv --osm streets.osm.pbf --productions people --attractions jobs \
                          --gtfs bus --fixed-gtfs metro --out town";

/// All files of the town.
pub fn town(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("zones.csv", &zones(lon, lat));
    streets(&folder);
    buses(&folder, "bus", lon, lat);
    metro(&folder);
    folder
}

/// A zone in the middle of every block: 100 people each, and jobs in the east.
pub fn zones(lon: impl Fn(i64) -> f64, lat: impl Fn(i64) -> f64) -> String {
    let mut text = String::from("id,lon,lat,people,jobs,schools\n");
    for row in 0..SIDE - 1 {
        for column in 0..SIDE - 1 {
            let place = [lon(column) + STEP / 2.0, lat(row) + STEP / 2.0];
            let (jobs, schools) = (20 * (column + 1), i64::from(row == column));
            text += &format!("z{column}{row},{:.5},{:.5},100,{jobs},{schools}\n", place[0], place[1]);
        }
    }
    text
}

/// Two-way streets along rows and columns; the second row leads east only, the third west only.
fn streets(folder: &Folder) {
    let id = |column: i64, row: i64| 1 + column + SIDE * row;
    let mut nodes = Vec::new();
    for row in 0..SIDE {
        nodes.extend((0..SIDE).map(|column| (id(column, row), lon(column), lat(row))));
    }
    let mut ways = Vec::new();
    for line in 0..SIDE {
        let mut tags = vec![("highway", "secondary"), ("maxspeed", "40")];
        ways.push((200 + line, (0..SIDE).map(|row| id(line, row)).collect::<Vec<_>>(), tags.clone()));
        match line {
            1 => tags.push(("oneway", "yes")),
            2 => tags.push(("oneway", "-1")),
            _ => {}
        }
        ways.push((100 + line, (0..SIDE).map(|column| id(column, line)).collect::<Vec<_>>(), tags));
    }
    std::fs::write(folder.0.join("streets.osm.pbf"), osm_sample::pbf(&nodes, &ways)).unwrap();
}

/// Line 7 along the first row and back, every 20 minutes; line C round the town, every half hour. Stops lie at
/// corners of the outer streets, and are called by them.
pub fn buses(folder: &Folder, name: &str, lon: impl Fn(i64) -> f64, lat: impl Fn(i64) -> f64) {
    let put = |table: &str, text: &str| folder.write(&format!("{name}/{table}"), text);
    let ring = ring();
    let mut stops = String::from("stop_id,stop_name,stop_lat,stop_lon\n");
    for (column, row) in &ring[..ring.len() - 1] {
        stops += &format!("s{column}{row},Corner {column} {row},{:.5},{:.5}\n", lat(*row), lon(*column));
    }
    put("stops.txt", &stops);
    put(
        "agency.txt",
        "agency_id,agency_name,agency_url,agency_timezone\nt,Town Buses,https://town.example,Europe/Oslo\n",
    );
    put(
        "routes.txt",
        "route_id,agency_id,route_short_name,route_long_name,route_type\nr7,t,7,Front Street,3\nrc,t,C,Ring,3\n",
    );
    put("calendar.txt", CALENDAR);
    let (mut trips, mut times) =
        (String::from("route_id,service_id,trip_id,direction_id\n"), String::from(TIMES));
    let mut add = |route: &str, direction: usize, start: u32, stops: &[(i64, i64)]| {
        let trip = format!("{route}-{direction}-{start}");
        trips += &format!("{route},week,{trip},{direction}\n");
        for (at, (column, row)) in stops.iter().enumerate() {
            let time = clock(start + 2 * at as u32);
            times += &format!("{trip},{time},{time},s{column}{row},{}\n", at + 1);
        }
    };
    let street: Vec<(i64, i64)> = (0..SIDE).map(|column| (column, 0)).collect();
    let back: Vec<(i64, i64)> = street.iter().rev().copied().collect();
    for start in (6 * 60..12 * 60).step_by(20) {
        add("r7", 0, start, &street);
        add("r7", 1, start + 5, &back);
    }
    for start in (6 * 60..12 * 60).step_by(30) {
        add("rc", 0, start, &ring);
    }
    put("trips.txt", &trips);
    put("stop_times.txt", &times);
}

/// Corners of the outer streets, once round and back to the first.
pub fn ring() -> Vec<(i64, i64)> {
    let last = SIDE - 1;
    let mut corners: Vec<(i64, i64)> = (0..last).map(|at| (at, 0)).collect();
    corners.extend((0..last).map(|at| (last, at)));
    corners.extend((0..last).map(|at| (last - at, last)));
    corners.extend((0..last).map(|at| (0, last - at)));
    corners.push((0, 0));
    corners
}

fn metro(folder: &Folder) {
    let put = |table: &str, text: &str| folder.write(&format!("metro/{table}"), text);
    let station = |at: i64| format!("m{at},Station {at},{:.5},{:.5}\n", lat(at) + 0.001, lon(at) + 0.001);
    put(
        "stops.txt",
        &format!("stop_id,stop_name,stop_lat,stop_lon\n{}{}{}", station(0), station(2), station(4)),
    );
    put("routes.txt", "route_id,route_short_name,route_type\nm,M,1\n");
    put("calendar.txt", CALENDAR);
    let (mut trips, mut times) =
        (String::from("route_id,service_id,trip_id,direction_id\n"), String::from(TIMES));
    for start in (6 * 60..12 * 60).step_by(10) {
        for (direction, stations) in [[0, 2, 4], [4, 2, 0]].iter().enumerate() {
            trips += &format!("m,week,m-{direction}-{start},{direction}\n");
            for (at, station) in stations.iter().enumerate() {
                let time = clock(start + 3 * at as u32);
                times += &format!("m-{direction}-{start},{time},{time},m{station},{}\n", at + 1);
            }
        }
    }
    put("trips.txt", &trips);
    put("stop_times.txt", &times);
}

pub const CALENDAR: &str = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n\
                            week,1,1,1,1,1,0,0,20260302,20260626\n";
const TIMES: &str = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n";

fn clock(minutes: u32) -> String {
    format!("{:02}:{:02}:00", minutes / 60, minutes % 60)
}
