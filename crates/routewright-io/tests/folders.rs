//! Finding, reading and writing files on disk.

use std::fs;
use std::path::{Path, PathBuf};

use routewright_io::{
    Overwrite, WriteError, read_city, read_city_folder, read_network, write_city_folder,
    write_text_atomically,
};
use routewright_model::{City, NodeId, Seconds, Walk};

/// An empty folder of the test's own.
fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn fill(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// What reading says, without the path of the test's folder.
fn told(folder: &Path, file: &str) -> String {
    let path = if file.is_empty() { folder.into() } else { folder.join(file) };
    let text = read_city(path.to_str().unwrap()).unwrap_err().to_string();
    text.replace(&format!("{}/", folder.display()), "").replace(&folder.display().to_string(), "here")
}

const NODES: &str = "id,lat,lon\n1,0,0\n2,0,1\n";
const LINKS: &str = "from,to,travel_time\n1,2,4\n2,1,4\n";
const DEMAND: &str = "from,to,demand\n1,2,10\n";
const NET: &str = "1 2 0 0 4 ;\n2 1 0 0 4 ;\n";
const TRIPS: &str = "Origin 1\n2 : 10;\n";

#[test]
fn a_written_city_is_read_back_and_not_overwritten_by_accident() {
    let folder = empty_folder("written").join("new");
    let city = City::mandl();
    write_city_folder(&city, &folder, Overwrite::Refuse).unwrap();
    assert_eq!(read_city(folder.to_str().unwrap()).unwrap().to_parts(), city.to_parts());

    let again = write_city_folder(&city, &folder, Overwrite::Refuse);
    assert!(matches!(again, Err(WriteError::CityExists { .. })));
    write_city_folder(&city, &folder, Overwrite::Replace).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 4, "no temporary file stays");

    let mut parts = city.to_parts();
    parts.walks = vec![Walk { from: NodeId::new(2), to: NodeId::new(0), time: Seconds(90) }];
    let on_foot = City::new(parts).unwrap();
    write_city_folder(&on_foot, &folder, Overwrite::Replace).unwrap();
    assert_eq!(fs::read_to_string(folder.join("walks.csv")).unwrap(), "from,to,minutes\n1,3,1.5\n");
    assert_eq!(read_city_folder(&folder).unwrap().to_parts(), on_foot.to_parts());
    write_city_folder(&city, &folder, Overwrite::Replace).unwrap();
    assert_eq!(read_city_folder(&folder).unwrap().to_parts(), city.to_parts(), "the walks are gone");

    fs::write(folder.join("old_nodes.txt"), NODES).unwrap();
    let mixed = write_city_folder(&city, &folder, Overwrite::Replace);
    assert!(matches!(mixed, Err(WriteError::CityExists { .. })));
}

#[test]
fn a_benchmark_s_name_does_not_change_a_written_city() {
    let folder = empty_folder("mandl1");
    let mut parts = City::mandl().to_parts();
    parts.defaults = Default::default();
    let city = City::new(parts).unwrap();
    write_city_folder(&city, &folder, Overwrite::Refuse).unwrap();
    assert_eq!(read_city_folder(&folder).unwrap().to_parts(), city.to_parts());
}

#[test]
fn text_replaces_a_file_as_a_whole() {
    let folder = empty_folder("atomic");
    let path = folder.join("a.txt");
    write_text_atomically(&path, "one").unwrap();
    write_text_atomically(&path, "two").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let nowhere = write_text_atomically(&folder.join("no/such/folder.txt"), "x").unwrap_err().to_string();
    assert!(nowhere.contains("folder.txt cannot be written"), "{nowhere}");
}

#[test]
fn every_format_is_recognised() {
    let tables = empty_folder("tables");
    fill(&tables, &[("t_nodes.txt", NODES), ("t_links.csv", LINKS), ("T_Demand.TXT", DEMAND)]);
    let city = read_city(tables.to_str().unwrap()).unwrap();
    assert_eq!((city.name(), city.total_demand()), ("t", 10.0));
    fill(&tables, &[("t_walks.txt", "from,to,minutes\n1,2,9\n")]);
    assert_eq!(read_city(tables.to_str().unwrap()).unwrap().walks().len(), 2);
    fill(&tables, &[("walks.csv", "from,to,minutes\n1,2,9\n")]);
    assert!(
        told(&tables, "")
            .starts_with("here: contains several walks files: t_walks.txt and walks.csv [city-002]")
    );

    let tntp = empty_folder("tntp");
    fill(&tntp, &[("x_net.tntp", NET), ("x_trips.tntp", TRIPS)]);
    for file in ["", "x_net.tntp", "x_trips.tntp"] {
        let city = read_city(tntp.join(file).to_str().unwrap()).unwrap();
        assert_eq!((city.name(), city.total_demand()), ("x", 10.0));
    }

    let texts = empty_folder("texts");
    fill(
        &texts,
        &[("ACoords.txt", "2\n0 0\n0 1"), ("ATravelTimes.txt", "0 4\n4 0"), ("ADemand.txt", "0 10\n0 0")],
    );
    for file in ["", "ACoords.txt", "ATravelTimes.txt", "ADemand.txt"] {
        let city = read_city(texts.join(file).to_str().unwrap()).unwrap();
        assert_eq!((city.name(), city.total_demand()), ("A", 10.0));
    }
}

#[test]
fn folders_that_are_no_single_city_are_explained() {
    let folder = empty_folder("confusing");
    let accepted = "give the built-in name mandl, a folder with nodes, links and demand tables, a TNTP \
    network (_net.tntp) or its folder, or a folder with Coords, TravelTimes and Demand texts";
    assert_eq!(
        told(&folder, ""),
        format!("here: contains no city in a known format [file-007]\n  help: {accepted}")
    );
    fill(&folder, &[("nodes.csv", NODES), ("nodes_old.csv", NODES), ("links.csv", LINKS)]);
    assert_eq!(
        told(&folder, ""),
        "here: contains several nodes files: nodes.csv and nodes_old.csv [city-002]\n  help: keep one of \
         them, or rename or move the others\nhere: contains no demand file [city-001]\n  help: add one whose \
         name contains 'demand' and ends in .csv or .txt"
    );
    assert_eq!(
        told(&folder, "links.csv"),
        "links.csv: is only a part of a city folder [city-027]\n  help: name the folder instead of one of \
         its files"
    );
    fill(&folder, &[("x_net.tntp", NET)]);
    assert_eq!(
        told(&folder, ""),
        "here: contains cities in several formats: tables and TNTP files [file-008]\n  help: give each city \
         a folder of its own, or name one file of the city you mean"
    );
    assert_eq!(
        told(&folder, "x_net.tntp"),
        "x_trips.tntp: is missing [tntp-002]\n  help: a TNTP city needs a _net.tntp and a _trips.tntp \
         file of the same name"
    );
    fill(&folder, &[("BCoords.txt", "2")]);
    assert!(told(&folder, "BCoords.txt").starts_with("BTravelTimes.txt: is missing [mumford-001]"));
}

#[test]
fn all_unreadable_files_are_told_at_once() {
    let folder = empty_folder("unreadable");
    fill(&folder, &[("nodes.csv", ""), ("links.csv", LINKS), ("demand.csv", "\n")]);
    let text = told(&folder, "");
    assert_eq!(text.matches("is empty [file-005]").count(), 2, "{text}");
    let network = read_network(&City::mandl(), &folder).unwrap_err();
    assert_eq!(network.listed()[0].code, "file-002");
}

#[test]
fn a_file_that_is_not_text_is_an_input_error() {
    let folder = empty_folder("not-text");
    std::fs::write(folder.join("state.json"), b"{\"seed\":\n\x81}").unwrap();
    let errors = routewright_io::TextFile::read(&folder.join("state.json")).unwrap_err();
    assert_eq!((errors.listed()[0].code, errors.listed()[0].line), ("file-006", 2));
}

#[test]
fn outputs_never_replace_inputs() {
    let folder = empty_folder("own-input");
    let city = folder.join("city");
    write_city_folder(&City::mandl(), &city, Overwrite::Refuse).unwrap();
    std::fs::write(folder.join("network.txt"), "1-2\n").unwrap();
    std::fs::write(folder.join("map.svg"), "<svg/>").unwrap();
    let is_refused = |inputs: &[&str], output: &str| {
        let inputs: Vec<_> = inputs.iter().map(|name| folder.join(name)).collect();
        let inputs: Vec<&Path> = inputs.iter().map(|path| path.as_path()).collect();
        routewright_io::refuse_to_replace(&inputs, &folder.join(output)).is_err()
    };
    assert!(is_refused(&["city", "network.txt"], "network.txt"));
    assert!(is_refused(&["city", "network.txt"], "city/../network.txt"));
    assert!(is_refused(&["city", "network.txt"], "city/nodes.csv"));
    assert!(is_refused(&["city/nodes.csv"], "city/city.toml"));
    assert!(!is_refused(&["city", "network.txt"], "map.svg"), "an old map may go");
    assert!(!is_refused(&["city", "network.txt"], "city/map.svg"));
    assert!(!is_refused(&["mandl", "network.txt"], "nodes.csv"), "nothing is there");
}
