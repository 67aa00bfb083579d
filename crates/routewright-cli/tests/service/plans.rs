//! Plans as the tests of this program read them: from the files, with arithmetic of their own.

use routewright::model::{City, NodeId};
use serde_json::Value;

use super::scratch::{Folder, Output, wait};

/// Three routes of Mandl's city, and how often they run: nine vehicles.
pub const START: &str = r#"{"routes": [
    {"name": "red", "stops": ["1", "2", "3", "6", "8"], "headway_minutes": 10},
    {"name": "blue", "stops": ["9", "15", "7", "10"], "headway_minutes": 20},
    {"name": "green", "stops": ["5", "4", "12", "11"], "headway_minutes": 15}]}"#;

/// A route of a network file.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub name: String,
    pub stops: Vec<String>,
    pub headway: f64,
    pub vehicles: u64,
}

impl Line {
    /// Minutes between all stops one after the other, by the links of a city whose links lead both ways.
    pub fn minutes(&self, city: &City) -> f64 {
        let node = |name: &String| city.node_named(name).unwrap();
        let legs = self.stops.windows(2);
        legs.map(|leg| city.link_time(node(&leg[0]), node(&leg[1])).unwrap().minutes()).sum()
    }

    /// The same against the fastest drive between its ends.
    pub fn detour(&self, city: &City) -> f64 {
        let end = |name: Option<&String>| -> NodeId { city.node_named(name.unwrap()).unwrap() };
        self.minutes(city) / city.drive_time(end(self.stops.first()), end(self.stops.last())).minutes()
    }
}

/// Runs `design` with some words in a folder.
pub fn design(folder: &Folder, words: &str) -> Output {
    let words: Vec<&str> = ["design"].into_iter().chain(words.split_whitespace()).collect();
    wait(folder.start(&words))
}

/// As [`design`]; work is done, whether or not vehicles are too full.
pub fn planned(folder: &Folder, words: &str) -> Output {
    let output = design(folder, words);
    assert!(output.status == 0 || output.status == 1, "{words}: {} {}", output.status, output.stderr);
    assert!(!output.stderr.contains("panicked"), "{words}: {}", output.stderr);
    output
}

/// The routes of the network in a folder.
pub fn lines(folder: &Folder, out: &str) -> Vec<Line> {
    let network: Value = serde_json::from_str(&folder.read(&format!("{out}/network.json"))).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let line = |route: &Value| Line {
        name: text(&route["name"]),
        stops: route["stops"].as_array().unwrap().iter().map(text).collect(),
        headway: route["headway_minutes"].as_f64().unwrap(),
        vehicles: route["vehicles"].as_u64().unwrap(),
    };
    network["routes"].as_array().unwrap().iter().map(line).collect()
}

/// Vehicles of all lines.
pub fn vehicles(lines: &[Line]) -> u64 {
    lines.iter().map(|line| line.vehicles).sum()
}
