//! `streets.json` in a city folder: the streets that buses may use, and where each node's vehicles stop.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use routewright_io::{InputError, InputErrors, TextFile, WriteError, write_text_atomically};
use routewright_model::City;
use serde::{Deserialize, Serialize};

use crate::{BannedTurn, StopSite, Street, StreetParts, Streets, TurnKind};

/// The name of the file.
pub const STREETS_FILE: &str = "streets.json";

/// Larger graphs are refused: no city has as many corners.
const MOST_CORNERS: usize = 20_000_000;

/// The streets of a city and the stops of its nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct CityStreets {
    /// The streets.
    pub streets: Streets,
    /// Where the vehicles of each node stop, by the node's index; zones that no vehicle serves have no site.
    pub sites: Vec<Option<StopSite>>,
}

/// Reads `streets.json` of a city folder; `None` if it has none.
///
/// # Errors
/// The file cannot be read, or does not fit the city.
pub fn read_streets(folder: &Path, city: &City) -> Result<Option<CityStreets>, InputErrors> {
    let path = folder.join(STREETS_FILE);
    if !path.exists() {
        return Ok(None);
    }
    parse_streets(&TextFile::read(&path)?, city).map(Some)
}

/// Writes `streets.json` into a city folder.
///
/// # Errors
/// The disk refuses.
pub fn write_streets(folder: &Path, city: &City, found: &CityStreets) -> Result<(), WriteError> {
    write_text_atomically(&folder.join(STREETS_FILE), &format_streets(city, found))
}

/// The content of `streets.json`.
pub fn format_streets(city: &City, found: &CityStreets) -> String {
    let parts = found.streets.parts();
    let street = |street: &Street| RawStreet {
        way: street.way,
        speed: street.kilometres_per_hour,
        open: Open::of(street.forward, street.backward),
        stop: street.may_stop,
        corners: street.corners.clone(),
    };
    let turn = |turn: &BannedTurn| RawTurn {
        from: turn.from_way,
        via: turn.via,
        to: turn.to_way,
        only: turn.kind == TurnKind::Only,
    };
    let anchors = |site: &StopSite| {
        let pieces = site.anchors().iter().map(|&anchor| found.streets.piece(anchor));
        pieces.map(|piece| [piece.from, piece.to]).collect()
    };
    let sites = city.nodes().iter().zip(&found.sites);
    let raw = RawStreets {
        congestion: parts.congestion,
        corners: parts.corners.clone(),
        streets: parts.streets.iter().map(street).collect(),
        turns: parts.turns.iter().map(turn).collect(),
        sites: sites.filter_map(|(node, site)| Some((node.name.clone(), anchors(site.as_ref()?)))).collect(),
    };
    let mut text = serde_json::to_string(&raw).expect("finite numbers and names are JSON");
    text.push('\n');
    text
}

/// Checks the content of `streets.json`.
///
/// # Errors
/// It is not such a file, or names corners, streets or nodes that are not there.
pub fn parse_streets(file: &TextFile, city: &City) -> Result<CityStreets, InputErrors> {
    let mut raw: RawStreets = serde_json::from_str(&file.text).map_err(|error| {
        let problem = format!("is not a street map: {error}");
        let found = problem_of(file, "street-001", problem);
        InputErrors::check([found]).expect_err("a problem was given")
    })?;
    InputErrors::check(check(&raw).into_iter().map(|(code, text)| problem_of(file, code, text)))?;
    let sites = std::mem::take(&mut raw.sites);
    let streets = Streets::new(raw.into_parts());
    let index: HashMap<&str, usize> =
        (0..).zip(city.nodes()).map(|(at, node)| (node.name.as_str(), at)).collect();
    let mut problems = Vec::new();
    let mut found = CityStreets { sites: vec![None; city.node_count()], streets };
    for (name, anchors) in &sites {
        match (index.get(name.as_str()), site(&found.streets, anchors)) {
            (None, _) => problems.push(("street-007", format!("the city has no node '{name}'"))),
            (_, Err(problem)) => {
                problems.push(("street-008", format!("the stop of node '{name}' {problem}")))
            }
            (Some(&at), Ok(site)) => found.sites[at] = Some(site),
        }
    }
    InputErrors::check(problems.into_iter().map(|(code, text)| problem_of(file, code, text)))?;
    Ok(found)
}

fn site(streets: &Streets, anchors: &[[u32; 2]]) -> Result<StopSite, String> {
    let count = streets.parts().corners.len() as u32;
    let piece = |&[from, to]: &[u32; 2]| {
        let found = if from < count { streets.find(from, to) } else { None };
        found.ok_or_else(|| format!("is on no street: none leads from corner {from} to corner {to}"))
    };
    let pieces = anchors.iter().map(piece).collect::<Result<Vec<_>, _>>()?;
    match StopSite::new(streets, pieces) {
        Some(site) => Ok(site),
        None if anchors.is_empty() => Err("names no piece of street".into()),
        None => Err("is on a street that is cut off from the others".into()),
    }
}

/// Codes and problems of what can be checked without building the streets.
fn check(raw: &RawStreets) -> Vec<(&'static str, String)> {
    let mut problems = Vec::new();
    let count = raw.corners.len();
    if count > MOST_CORNERS {
        problems
            .push(("street-002", format!("there are {count} corners, but at most {MOST_CORNERS} are read")));
    }
    if !(0.1..=20.0).contains(&raw.congestion) {
        problems
            .push(("street-003", format!("congestion is {}, but must be from 0.1 to 20", raw.congestion)));
    }
    for (at, [lon, lat]) in raw.corners.iter().enumerate() {
        if !(lon.abs() <= 180.0 && lat.abs() <= 90.0) {
            problems.push(("street-004", format!("corner {at} lies at {lon} E, {lat} N")));
        }
    }
    for street in &raw.streets {
        let way = street.way;
        if street.corners.len() < 2 || street.corners.iter().any(|&corner| corner as usize >= count) {
            let problem = format!("the street of way {way} needs two or more of the {count} corners");
            problems.push(("street-005", problem));
        }
        if !(1.0..=200.0).contains(&street.speed) {
            let problem = format!("the speed on way {way} is {}, but must be from 1 to 200", street.speed);
            problems.push(("street-003", problem));
        }
    }
    for turn in raw.turns.iter().filter(|turn| turn.via as usize >= count) {
        problems.push(("street-006", format!("a turn is at corner {}, but there are {count}", turn.via)));
    }
    problems
}

fn problem_of(file: &TextFile, code: &'static str, problem: String) -> InputError {
    let help = match code {
        "street-007" | "street-008" => {
            "import the city again: its nodes and its streets do not belong together"
        }
        _ => "import the city again, or copy the file again",
    };
    InputError { path: file.path.clone(), line: 0, code, problem, help: help.into() }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStreets {
    congestion: f64,
    /// Longitude and latitude.
    corners: Vec<[f64; 2]>,
    streets: Vec<RawStreet>,
    turns: Vec<RawTurn>,
    /// By the names of nodes: pieces, each by the corners it leads from and to.
    sites: BTreeMap<String, Vec<[u32; 2]>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStreet {
    way: i64,
    speed: f64,
    open: Open,
    stop: bool,
    corners: Vec<u32>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTurn {
    from: i64,
    via: u32,
    to: i64,
    only: bool,
}

/// Directions in which a street is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Open {
    Both,
    Forward,
    Backward,
    None,
}

impl Open {
    fn of(forward: bool, backward: bool) -> Self {
        match (forward, backward) {
            (true, true) => Self::Both,
            (true, false) => Self::Forward,
            (false, true) => Self::Backward,
            (false, false) => Self::None,
        }
    }
}

impl RawStreets {
    fn into_parts(self) -> StreetParts {
        let street = |street: RawStreet| Street {
            way: street.way,
            corners: street.corners,
            kilometres_per_hour: street.speed,
            forward: matches!(street.open, Open::Both | Open::Forward),
            backward: matches!(street.open, Open::Both | Open::Backward),
            may_stop: street.stop,
        };
        let turn = |turn: RawTurn| BannedTurn {
            from_way: turn.from,
            via: turn.via,
            to_way: turn.to,
            kind: if turn.only { TurnKind::Only } else { TurnKind::No },
        };
        StreetParts {
            corners: self.corners,
            streets: self.streets.into_iter().map(street).collect(),
            turns: self.turns.into_iter().map(turn).collect(),
            congestion: self.congestion,
        }
    }
}
