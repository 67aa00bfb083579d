//! Networks: routes with their stops, as JSON or as plain lines.

mod geojson;
mod json;
mod route;
mod service;
mod text;
mod times;

use std::path::Path;

use routewright_model::{City, Network, Route};

pub use geojson::{network_to_geojson, network_to_geojson_on_streets};
pub use json::{network_to_json, network_to_json_with_service};
pub use text::network_to_text;

use crate::error::Problems;
use crate::{InputErrors, TextFile};

/// The network of a folder, such as that of a run.
pub(crate) const NETWORK_FILE: &str = "network.json";

/// Reads the network of a city from a file, or from `network.json` in a folder, such as that of a run.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn read_network(city: &City, path: &Path) -> Result<Network, InputErrors> {
    let in_folder = path.join(NETWORK_FILE);
    let file = if in_folder.is_file() { &in_folder } else { path };
    parse_network(city, &TextFile::read(file)?)
}

/// Checks a network: JSON if it starts with `{` or `[`, else one route per line.
///
/// JSON is `{"routes": [{"name": "1", "stops": ["1", "2"], "one_way": false, "leg_minutes": [4]}]}`, where
/// only `stops` is needed, or a list of lists of stops. `leg_minutes` are a timetable, time at stops included; beside
/// it, `stops_back` and `leg_minutes_back` are a way back of its own, in the order in which it is driven.
/// `drive_minutes` and `drive_minutes_back` are the driving times of a route that follows links. Routes may also say
/// how often they run, by `headway_minutes` or `vehicles`; where both are given they must fit together, and the headway
/// counts. Lines contain node ids separated by `-`, `,`, `;` or blanks, and comments after `#`. Routes without a name
/// are called by their number.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn parse_network(city: &City, file: &TextFile) -> Result<Network, InputErrors> {
    let mut problems = Problems::default();
    let (network, tried) = match file.text.trim_start().starts_with(['{', '[']) {
        true => json::parse(city, file, &mut problems)?,
        false => text::parse(city, file, &mut problems)?,
    };
    if tried == 0 {
        problems.add(file.whole(), "net-002", "there are no routes", "give the stops of one route or more");
    }
    if total_seconds(&network) > u64::from(u32::MAX) {
        let problem = "driving all routes takes over 136 years";
        problems.add(file.whole(), "net-013", problem, "check leg_minutes, or split the network");
    }
    problems.or(network)
}

/// Driving time of all routes, out and back: times of a network are added up in 32 bits.
fn total_seconds(network: &Network) -> u64 {
    let legs = |route: &Route| -> u64 {
        route.patterns().iter().flat_map(|way| &way.legs).map(|leg| u64::from(leg.0)).sum()
    };
    network.routes.iter().map(legs).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        let read = parse_network(&City::mandl(), &TextFile::new("net.json", text));
        read.map_or_else(|errors| errors.listed()[0].code, |_| "accepted")
    }

    #[test]
    fn times_that_cannot_be_added_up_are_refused() {
        let route = |legs: usize| {
            let stops = "1,9,".repeat(legs / 2) + "1";
            format!("[{{\"stops\":[{stops}],\"leg_minutes\":[{}1440]}}]", "1440,".repeat(legs - 1))
        };
        // 2^32 seconds are 49,710 days and some.
        assert_eq!(code(&route(24_854)), "accepted");
        assert_eq!(code(&route(24_856)), "net-013");
        assert_eq!(code("[{\"stops\":[1,9],\"leg_minutes\":[1441]}]"), "net-008");
    }

    #[test]
    fn names_reach_the_terminal_as_text() {
        assert_eq!(code("[{\"name\":\"red\\u001b[2J\",\"stops\":[1,2]}]"), "net-012");
    }
}
