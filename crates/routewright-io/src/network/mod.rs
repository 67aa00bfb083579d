//! Networks: routes with their stops, as JSON or as plain lines.

mod geojson;
mod json;
mod route;
mod text;

use std::path::Path;

use routewright_model::{City, Network};

pub use geojson::{network_to_geojson, network_to_geojson_on_streets};
pub use json::network_to_json;
pub use text::network_to_text;

use crate::error::Problems;
use crate::{InputErrors, TextFile};

/// Reads the network of a city from a file, or from `network.json` in a folder, such as that of a run.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn read_network(city: &City, path: &Path) -> Result<Network, InputErrors> {
    let in_folder = path.join("network.json");
    let file = if in_folder.is_file() { &in_folder } else { path };
    parse_network(city, &TextFile::read(file)?)
}

/// Checks a network: JSON if it starts with `{` or `[`, else one route a line.
///
/// JSON is `{"routes": [{"name": "1", "stops": ["1", "2"], "one_way": false, "leg_minutes": [4]}]}`, where
/// only `stops` is needed, or a list of lists of stops. Lines hold node ids separated by `-`, `,`, `;` or
/// blanks, and comments after `#`. Routes without a name are called by their number.
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
    problems.or(network)
}
