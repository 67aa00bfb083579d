//! The TNTP form of road networks: `…_net.tntp`, `…_trips.tntp` and perhaps the places of the nodes.
//!
//! Positions beyond degrees lie on a plane, in metres or feet: lengths and times of the links tell which.
//! Free-flow times are taken as minutes. Every node may be a terminal. The tag that keeps cars from driving
//! through zones is ignored: buses stop there.

mod files;
mod places;
mod rows;
mod units;

use std::collections::BTreeSet;
use std::path::Path;

use routewright_model::{City, Coordinates, Defaults, Position, ServiceDefaults};

pub use files::TntpFiles;
pub(crate) use files::{is_net_file, is_tntp_file};

use crate::draft::{Draft, Origin, TimeUnit};
use crate::error::{At, Problems};
use crate::show::shown;
use crate::{CityNote, CityReading, InputErrors, TextFile};
use places::Places;
use rows::{Metadata, rows};

/// Reads a TNTP city: one of its files, or a folder that contains one network.
///
/// # Errors
/// Everything wrong with its files; see `docs/errors.md`.
pub fn read_tntp(path: &Path) -> Result<City, InputErrors> {
    Ok(read_with_notes(path)?.city)
}

/// Reads a TNTP city and reports what was changed.
pub(crate) fn read_with_notes(path: &Path) -> Result<CityReading, InputErrors> {
    parse_with_notes(&TntpFiles::read(path)?)
}

/// Checks the files of a TNTP city. Without places its nodes lie on a circle.
///
/// # Errors
/// Everything wrong with the files; see `docs/errors.md`.
pub fn parse_tntp(files: &TntpFiles) -> Result<City, InputErrors> {
    Ok(parse_with_notes(files)?.city)
}

fn parse_with_notes(files: &TntpFiles) -> Result<CityReading, InputErrors> {
    let mut problems = Problems::default();
    let metadata = Metadata::read(&files.net, &mut problems);
    let links = links(&files.net, &metadata, &mut problems);
    let numbers: BTreeSet<u32> = links.iter().flat_map(|link| [link.from, link.to]).collect();
    metadata.check_counts(&files.net, numbers.len(), links.len(), &mut problems);
    if numbers.len() > City::MOST_NODES {
        return problems.or(()).and(Err(too_many(files.net.whole(), numbers.len() as u64)));
    }
    let mut places = match &files.places {
        Some(file) => Places::read(file, &mut problems),
        None => Places::on_a_circle(&numbers),
    };
    let mut note = None;
    if files.places.is_some() && places.coordinates() == Coordinates::Metres {
        let unit = units::plane_unit(&files.net, &links, &places);
        places.scale(unit.metres);
        let in_feet = unit.metres != 1.0;
        note = Some(CityNote::PlanarPositions { in_feet, because: unit.because });
    }

    let nodes = files.places.as_ref().unwrap_or(&files.net);
    let origin = Origin {
        nodes: &files.net.path,
        links: &files.net.path,
        demand: &files.trips.path,
        can_have_walks: false,
    };
    let mut draft = Draft::new(&files.name, places.coordinates(), origin);
    draft.problems = problems;
    for number in numbers {
        let place = places.of(number);
        if place.is_none() {
            let problem = format!("the position of node {number} is missing");
            draft.problems.add(nodes.whole(), "tntp-010", problem, "add it, or leave out the file");
        }
        draft.add_node(files.net.whole(), &number.to_string(), place.or(Some(Position::default())), true);
    }
    let mut draft = draft.end_nodes()?;
    for link in links {
        let (from, to) = (link.from.to_string(), link.to.to_string());
        draft.add_link(files.net.at(link.line), &from, &to, link.time, TimeUnit::Minutes);
    }
    add_trips(&mut draft, &files.trips);
    let mut reading = draft.finish(Defaults::default(), ServiceDefaults::default())?;
    reading.notes.extend(note);
    Ok(reading)
}

/// A line of the network, its time not yet checked.
struct NetLink<'a> {
    line: u64,
    from: u32,
    to: u32,
    length: &'a str,
    time: &'a str,
}

fn links<'a>(file: &'a TextFile, metadata: &Metadata, problems: &mut Problems) -> Vec<NetLink<'a>> {
    let mut links = Vec::new();
    for (line, row) in rows(file) {
        let values: Vec<&str> = row.trim_end_matches([';', ' ', '\t']).split_whitespace().collect();
        let [from, to, _capacity, length, time, ..] = values[..] else {
            let problem = format!("the link has {} values, but five or more are needed", values.len());
            let help = "give init node, term node, capacity, length and free-flow time";
            problems.add(file.at(line), "tntp-004", problem, help);
            continue;
        };
        let ends = [from, to].map(|text| {
            let number = text.parse().ok().filter(|&number| metadata.may_hold(number));
            if number.is_none() {
                let problem = format!("{} is not the number of a node", shown(text));
                let help = "nodes are numbered from 1 to the <NUMBER OF NODES>";
                problems.add(file.at(line), "tntp-005", problem, help);
            }
            number
        });
        if let [Some(from), Some(to)] = ends {
            links.push(NetLink { line, from, to, length, time });
        }
    }
    links
}

fn add_trips(draft: &mut Draft, file: &TextFile) {
    let mut origin = None;
    for (line, row) in rows(file) {
        let at = file.at(line);
        let word = row.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("origin") {
            origin = Some(canonical(row[word.len()..].trim()));
            continue;
        }
        let Some(from) = &origin else {
            let problem = "trips come before any origin";
            draft.problems.add(at, "tntp-008", problem, "put a line such as `Origin 1` before them");
            continue;
        };
        for item in row.split(';').map(str::trim).filter(|item| !item.is_empty()) {
            let Some((to, trips)) = item.split_once(':') else {
                let problem = format!("{} is not of the form `node : trips`", shown(item));
                let help = "separate a node from its trips by a colon and end each pair with a semicolon";
                draft.problems.add(at, "tntp-007", problem, help);
                continue;
            };
            let trips = trips.trim();
            if trips.parse() != Ok(0.0) {
                draft.add_demand(at, from, &canonical(to.trim()), trips);
            }
        }
    }
}

/// A node's number as the network writes it: `07` is `7`.
fn canonical(text: &str) -> String {
    text.parse::<u32>().map_or_else(|_| text.to_owned(), |number| number.to_string())
}

fn too_many(at: At, count: u64) -> InputErrors {
    let problem = format!("{count} nodes are more than the {} a city may have", City::MOST_NODES);
    InputErrors::one(at, "city-011", problem, "merge nodes, or plan a part of the city")
}

#[cfg(test)]
mod tests {
    use routewright_model::Seconds;

    use super::*;

    const NET: &str = "<NUMBER OF NODES> 3\t\n<NUMBER OF LINKS> 4\n<ORIGINAL HEADER>~ a b ;\n\
                       <END OF METADATA>\n\n~ init term capacity length time ;\n\
                       \t1\t2\t9\t1\t1.5\t0.15\t;\n2 1 9 1 2;\n2 3 9 1 3 ;\n3 2 9 1 4 ;\n";
    const TRIPS: &str = "<NUMBER OF ZONES> 3\n<END OF METADATA>\nOrigin \t1 \n 1 : 0.0; 2 : 5.0;\n\
                         3: 7;\n\norigin 3\n 01 : 2 ;";

    fn files(net: &str, trips: &str, places: Option<(&str, &str)>) -> TntpFiles {
        TntpFiles {
            name: "town".into(),
            net: TextFile::new("town_net.tntp", net),
            trips: TextFile::new("town_trips.tntp", trips),
            places: places.map(|(path, text)| TextFile::new(path, text)),
        }
    }

    fn problems(files: &TntpFiles) -> Vec<String> {
        let errors = parse_tntp(files).unwrap_err();
        errors.listed().iter().map(|e| format!("{}:{}: {}", e.path.display(), e.line, e.problem)).collect()
    }

    #[test]
    fn links_and_trips_make_a_city() {
        let city = parse_tntp(&files(NET, TRIPS, None)).unwrap();
        assert_eq!((city.node_count(), city.links().count(), city.total_demand()), (3, 4, 14.0));
        assert_eq!(city.longest_drive(), Seconds(6 * 60));
        assert_eq!(city.coordinates(), Coordinates::Metres);
        assert!(city.nodes().iter().all(|node| node.terminal));
    }

    #[test]
    fn places_come_from_either_kind_of_file() {
        let table = "Node X Y ;\n3 3.5 0 ;\n1 1 0;\n2 2 -1\n9 9 9 ;";
        let city = parse_tntp(&files(NET, TRIPS, Some(("town_node.tntp", table)))).unwrap();
        assert_eq!(city.nodes()[1].position, Position { x: 2.0, y: -1.0 });
        assert_eq!(city.coordinates(), Coordinates::Degrees);
        let feature = |id: u32| {
            format!(
                "{{\"type\":\"Feature\",\"properties\":{{\"id\":{id}}},\
                 \"geometry\":{{\"type\":\"Point\",\"coordinates\":[{id}00,1]}}}}"
            )
        };
        let map = format!("{{\"features\":[{},\n{},\n{}]}}", feature(1), feature(2), feature(3));
        let city = parse_tntp(&files(NET, TRIPS, Some(("town_nodes.geojson", &map)))).unwrap();
        assert_eq!(city.nodes()[2].position, Position { x: 300.0, y: 1.0 });
        assert_eq!(city.coordinates(), Coordinates::Metres);
    }

    #[test]
    fn positions_in_feet_become_metres_and_are_noted() {
        // Links of a mile, in feet of a state plane; lengths in miles.
        let table = "1 690309 1976022 ;\n2 695589 1976022 ;\n3 700869 1976022 ;";
        let read = |net: &str, table: &str| {
            parse_with_notes(&files(net, TRIPS, Some(("town_node.tntp", table)))).unwrap()
        };
        let reading = read(NET, table);
        let [a, b] = [0, 1].map(|node| reading.city.nodes()[node].position);
        assert!((b.x - a.x - 1609.344).abs() < 1e-6 && (a.y - 1_976_022.0 * 0.3048).abs() < 1e-6);
        assert_eq!(
            reading.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "positions of nodes are not degrees; they were taken as feet: links are as long as the lengths in miles say"
            ]
        );
        let metres = "1 0 0 ;\n2 1500 0 ;\n3 3000 0 ;";
        assert_eq!(
            read(NET, metres).notes[0].to_string(),
            "positions of nodes are not degrees; they were taken as metres: links are as long as the lengths in miles say"
        );
        let far = "1 0 0 ;\n2 1500000 0 ;\n3 3000000 0 ;";
        assert_eq!(
            read(NET, far).notes[0].to_string(),
            "positions of nodes are not degrees and their unit is not known; they were taken as metres"
        );
        let stated = NET.replace("9\t1\t1.5", "9\t600\t1.5").replace("9 1 ", "9 600 ");
        let stated = stated.replace("capacity length time", "capacity Length (ft) time");
        assert_eq!(
            read(&stated, "1 0 0 ;\n2 580 0 ;\n3 1160 0 ;").notes[0].to_string(),
            "positions of nodes are not degrees; they were taken as feet: links are as long as the lengths in feet say"
        );
        let degrees = "1 -96.7 43.6 ;\n2 -96.71 43.6 ;\n3 -96.72 43.6 ;";
        assert!(read(NET, degrees).notes.is_empty());
    }

    #[test]
    fn faults_are_named_with_their_lines() {
        let net = "<NUMBER OF NODES> 3\n<END OF METADATA>\n1 2 9 1 x ;\n2 4 9 1 1 ;\n2 1 9 ;\n3 1 9 1 1;\n\
                   3 1 9 1 1 ;";
        let trips = "1 : 3;\nOrigin 1\n2 ; 3 : -1; 8 : 1;";
        let places = "1 0 0 ;\n2 0 x ;\n3 0";
        assert_eq!(
            problems(&files(net, trips, Some(("town_node.tntp", places)))),
            [
                "town_net.tntp:4: 4 is not the number of a node",
                "town_net.tntp:5: the link has 3 values, but five or more are needed",
                "town_node.tntp:2: 2 0 x is not a node's number and position",
                "town_node.tntp:3: 3 0 is not a node's number and position",
                "town_node.tntp:0: the position of node 2 is missing",
                "town_node.tntp:0: the position of node 3 is missing",
                "town_net.tntp:3: the time from 1 to 2 is x, which is not a number",
                "town_net.tntp:7: the link from 3 to 1 is already defined in line 6",
                "town_trips.tntp:1: trips come before any origin",
                "town_trips.tntp:3: 2 is not of the form `node : trips`",
                "town_trips.tntp:3: demand from 1 to 3 is -1, but trips cannot be negative",
                "town_trips.tntp:3: node 8 is not in town_net.tntp",
            ]
        );
    }

    #[test]
    fn claims_are_checked_not_believed() {
        let claim = |count: &str| NET.replace("<NUMBER OF NODES> 3", &format!("<NUMBER OF NODES> {count}"));
        assert_eq!(
            problems(&files(&claim("4000000000"), TRIPS, None))[0],
            "town_net.tntp:1: 4000000000 nodes are more than the 10000 a city may have"
        );
        assert_eq!(
            problems(&files(&claim("4"), TRIPS, None)),
            ["town_net.tntp:0: 4 nodes are announced, but the links name 3"]
        );
        assert_eq!(
            problems(&files(&claim("many"), TRIPS, None)),
            ["town_net.tntp:1: <NUMBER OF NODES> is many, which is not a whole number"]
        );
    }
}
