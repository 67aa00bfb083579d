//! A city folder, written so that reading it gives back the same city.

use std::fs;
use std::path::Path;

use routewright_model::{City, Node, Walk};

use super::{FolderFiles, SETTINGS_FILE};
use crate::TextFile;
use crate::city_folder::settings::Settings;
use crate::csv_text::csv_text;
use crate::detect::{file_names, holds_city_files};
use crate::draft::TimeUnit;
use crate::show::{minutes, shown};
use crate::write::{StagedFile, WriteError};

const FILES: [&str; 6] = ["nodes.csv", "links.csv", "demand.csv", SETTINGS_FILE, WALKS_FILE, TURNS_FILE];

const WALKS_FILE: &str = "walks.csv";
const TURNS_FILE: &str = "turns.csv";

/// What to do if the folder already contains a city.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overwrite {
    /// Leave it alone and report an error.
    #[default]
    Refuse,
    /// Replace it, if it was written by [`write_city_folder`].
    Replace,
}

/// Writes `nodes.csv`, `links.csv`, `demand.csv`, `city.toml` and, where there are any, `walks.csv` and `turns.csv`,
/// creating the folder if need be.
///
/// Trips from a node to itself are not written. Files appear only once all are complete.
///
/// # Errors
/// The folder contains other city files (or any, with [`Overwrite::Refuse`]), a name or setting cannot be
/// written so that it reads back the same, or the disk refuses.
pub fn write_city_folder(city: &City, folder: &Path, overwrite: Overwrite) -> Result<(), WriteError> {
    let files = format_city_folder(city)?;
    fs::create_dir_all(folder).map_err(|error| WriteError::disk(folder, error))?;
    let names = file_names(folder).map_err(|_| WriteError::unreadable(folder))?;
    let ours = |name: &String| FILES.contains(&name.as_str());
    let (ours, others): (Vec<_>, Vec<_>) = names.into_iter().partition(ours);
    if (!ours.is_empty() && overwrite == Overwrite::Refuse) || holds_city_files(&others) {
        return Err(WriteError::CityExists { path: folder.into() });
    }
    let staged = [&files.nodes, &files.links, &files.demand]
        .into_iter()
        .chain(&files.walks)
        .chain(&files.turns)
        .chain(&files.settings)
        .map(|file| StagedFile::write(&folder.join(&file.path), file.text.as_bytes()))
        .collect::<Result<Vec<_>, _>>()?;
    staged.into_iter().try_for_each(StagedFile::publish)?;
    // The walks and turns of the city that was replaced would become those of this one.
    for (file, table) in [(WALKS_FILE, &files.walks), (TURNS_FILE, &files.turns)] {
        if table.is_none() && ours.iter().any(|name| name == file) {
            let path = folder.join(file);
            fs::remove_file(&path).map_err(|error| WriteError::disk(&path, error))?;
        }
    }
    Ok(())
}

/// The files of a city folder as text, by their bare names.
///
/// # Errors
/// A name or setting cannot be written so that it reads back the same.
pub fn format_city_folder(city: &City) -> Result<FolderFiles, WriteError> {
    let settings = settings_of(city)?;
    for node in city.nodes() {
        if !reads_back(&node.name) {
            return Err(WriteError::NodeName { name: shown(&node.name) });
        }
        if node.label.as_deref().is_some_and(|label| !reads_back(label) || label.contains(char::is_control)) {
            return Err(WriteError::NodeLabel { name: shown(&node.name), label: shown(node.label()) });
        }
    }
    let name = |id| city.node(id).name.as_str();
    let links = city.links().map(|link| [name(link.from).into(), name(link.to).into(), minutes(link.time)]);
    let pairs = city.node_ids().flat_map(|from| city.node_ids().map(move |to| (from, to)));
    let demand = pairs
        .filter(|&(from, to)| city.demand(from, to) > 0.0)
        .map(|(from, to)| [name(from).into(), name(to).into(), city.demand(from, to).to_string()]);
    Ok(FolderFiles {
        folder_name: city.name().to_owned(),
        nodes: nodes_of(city),
        links: TextFile::new(FILES[1], csv_text(["from", "to", "travel_time"], links)),
        demand: TextFile::new(FILES[2], csv_text(["from", "to", "demand"], demand)),
        walks: walks_of(city),
        turns: turns_of(city),
        settings: Some(TextFile::new(FILES[3], settings)),
    })
}

/// Whether a text is the same once the blanks around it are gone, and not empty.
fn reads_back(text: &str) -> bool {
    !text.is_empty() && text.trim() == text
}

/// Names have a column where any node has one.
fn nodes_of(city: &City) -> TextFile {
    let has_labels = city.nodes().iter().any(|node| node.label.is_some());
    let fields = |node: &Node| {
        let terminal = if node.terminal { "1" } else { "0" };
        [node.name.clone(), node.position.y.to_string(), node.position.x.to_string(), terminal.into()]
    };
    let labelled = |node: &Node| {
        let [id, lat, lon, terminal] = fields(node);
        [id, lat, lon, terminal, node.label.clone().unwrap_or_default()]
    };
    let text = match has_labels {
        true => csv_text(["id", "lat", "lon", "terminal", "name"], city.nodes().iter().map(labelled)),
        false => csv_text(["id", "lat", "lon", "terminal"], city.nodes().iter().map(fields)),
    };
    TextFile::new(FILES[0], text)
}

fn turns_of(city: &City) -> Option<TextFile> {
    let name = |id| city.node(id).name.clone();
    let turns = city.turns().iter();
    let rows = turns.map(|turn| [name(turn.from), name(turn.via), name(turn.to), minutes(turn.time)]);
    let text = || csv_text(["from", "via", "to", "minutes"], rows);
    (!city.turns().is_empty()).then(|| TextFile::new(TURNS_FILE, text()))
}

/// One row where the way back takes as long, else two.
fn walks_of(city: &City) -> Option<TextFile> {
    let walks = city.walks();
    let back = |walk: &Walk| {
        let ends = (walk.to, walk.from);
        let at = walks.binary_search_by_key(&ends, |other| (other.from, other.to));
        walks[at.expect("walks lead both ways")]
    };
    let name = |id| city.node(id).name.clone();
    let rows = walks
        .iter()
        .filter(|walk| walk.from < walk.to || back(walk).time != walk.time)
        .map(|walk| [name(walk.from), name(walk.to), minutes(walk.time)]);
    (!walks.is_empty()).then(|| TextFile::new(WALKS_FILE, csv_text(["from", "to", "minutes"], rows)))
}

fn settings_of(city: &City) -> Result<String, WriteError> {
    let (defaults, service) = (city.defaults(), city.service());
    let settings = Settings {
        name: Some(city.name().to_owned()),
        time_unit: TimeUnit::Minutes,
        coordinates: Some(city.coordinates().into()),
        routes: defaults.routes,
        min_stops: defaults.min_stops,
        max_stops: defaults.max_stops,
        transfer_penalty_minutes: defaults.transfer_penalty.map(|penalty| penalty.minutes()),
        period: service.period.as_ref().map(|period| period.name.clone()),
        period_hours: service.period.as_ref().map(|period| period.hours),
        dwell_minutes: service.dwell.map(|dwell| dwell.minutes()),
        layover_minutes: service.layover.map(|layover| layover.minutes()),
        ..Settings::default()
    };
    if let Some(fault) = settings.fault() {
        return Err(WriteError::Settings { problem: fault.problem });
    }
    toml::to_string(&settings).map_err(|error| WriteError::Settings { problem: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_city_folder;

    #[test]
    fn mandl_survives() {
        let city = City::mandl();
        let files = format_city_folder(&city).unwrap();
        assert!(files.nodes.text.starts_with("id,lat,lon,terminal\n1,9000,1000,1\n2,8100,3000,1\n"));
        assert!(files.links.text.starts_with("from,to,travel_time\n1,2,8\n2,1,8\n2,3,2\n"));
        assert!(files.demand.text.starts_with("from,to,demand\n1,2,400\n1,3,200\n"));
        assert_eq!(
            files.settings.as_ref().unwrap().text,
            "name = \"mandl\"\ntime-unit = \"minutes\"\ncoordinates = \"metres\"\nroutes = 6\n\
             min-stops = 2\nmax-stops = 8\nperiod = \"one hour\"\nperiod-hours = 1.0\n"
        );
        assert_eq!(parse_city_folder(&files).unwrap().to_parts(), city.to_parts());
    }

    #[test]
    fn names_that_would_change_are_refused() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[3].name = " 4".into();
        let refused = format_city_folder(&City::new(parts).unwrap());
        assert_eq!(
            refused.unwrap_err().to_string(),
            "node ' 4' cannot be written to a table: its id is empty or starts or ends with a blank\n  \
             help: rename the node"
        );
    }

    #[test]
    fn names_of_stops_have_a_column_where_there_are_any() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[1].label = Some("Praça XV, \"norte\"".into());
        let city = City::new(parts.clone()).unwrap();
        let files = format_city_folder(&city).unwrap();
        let rows = "id,lat,lon,terminal,name\n1,9000,1000,1,\n2,8100,3000,1,\"Praça XV, \"\"norte\"\"\"\n";
        assert!(files.nodes.text.starts_with(rows), "{}", files.nodes.text);
        assert_eq!(parse_city_folder(&files).unwrap().to_parts(), parts);
        for label in ["", "a ", "a\u{7}b"] {
            parts.nodes[1].label = Some(label.into());
            let refused = format_city_folder(&City::new(parts.clone()).unwrap()).unwrap_err();
            assert!(refused.to_string().starts_with("the name of node 2 ("), "{refused}");
        }
    }
}
