//! The three-text form of Mumford's instances: `…Coords.txt`, `…TravelTimes.txt`, `…Demand.txt`.
//!
//! Coordinates have no unit in this form; they are taken as kilometres, which fits the driving times of the
//! published instances. Nodes are numbered from 1 and may all be terminals. Trips count as those of one hour, as in
//! the literature.

use std::path::Path;

use routewright_model::{City, Coordinates, Defaults, Position, ServiceDefaults};

use crate::city_folder::published_period;
use crate::detect::file_names;
use crate::draft::{Draft, Origin, TimeUnit};
use crate::error::{At, Problems};
use crate::show::{listed, number, shown};
use crate::{CityReading, InputErrors, TextFile};

/// The files of a city in Mumford's form, loaded but not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MumfordFiles {
    /// Name of the city: the part of the file names before `Coords`.
    pub name: String,
    /// `…Coords.txt`: the number of nodes, then x and y of each.
    pub coords: TextFile,
    /// `…TravelTimes.txt`: a row per node, minutes to each node, `Inf` where there is no link.
    pub travel_times: TextFile,
    /// `…Demand.txt`: a row per node, trips to each node.
    pub demand: TextFile,
}

/// Reads a city in Mumford's form: one of its files, or a folder that contains one such city.
///
/// # Errors
/// Everything wrong with its files; see `docs/errors.md`.
pub fn read_mumford(path: &Path) -> Result<City, InputErrors> {
    Ok(read_with_notes(path)?.city)
}

/// Reads a city in Mumford's form and reports what was changed.
pub(crate) fn read_with_notes(path: &Path) -> Result<CityReading, InputErrors> {
    parse_with_notes(&MumfordFiles::read(path)?)
}

/// Checks the files of a city in Mumford's form. Commas count as blanks; blank lines are skipped.
///
/// # Errors
/// Everything wrong with the files; see `docs/errors.md`.
pub fn parse_mumford(files: &MumfordFiles) -> Result<City, InputErrors> {
    Ok(parse_with_notes(files)?.city)
}

fn parse_with_notes(files: &MumfordFiles) -> Result<CityReading, InputErrors> {
    let origin = Origin {
        nodes: &files.coords.path,
        links: &files.travel_times.path,
        demand: &files.demand.path,
        can_have_walks: false,
    };
    let mut draft = Draft::new(&files.name, Coordinates::Metres, origin);
    add_nodes(&mut draft, &files.coords)?;
    let mut draft = draft.end_nodes()?;
    let count = draft.node_count();
    for_each_cell(&mut draft, &files.travel_times, count, |draft, at, from, to, time| {
        let is_none = time.eq_ignore_ascii_case("inf");
        if from == to && !is_none && time.parse() != Ok(0.0) {
            let problem = format!("the time from node {from} to itself is {}", shown(time));
            draft.problems.add(at, "mumford-006", problem, "put 0 on the diagonal");
        } else if from != to && time.parse() == Ok(0.0) {
            let problem = format!("the time from node {from} to node {to} is 0");
            draft.problems.add(at, "mumford-007", problem, "write Inf where there is no street");
        } else if from != to && !is_none {
            draft.add_link(at, &from.to_string(), &to.to_string(), time, TimeUnit::Minutes);
        }
    });
    for_each_cell(&mut draft, &files.demand, count, |draft, at, from, to, trips| {
        if trips.parse() != Ok(0.0) {
            draft.add_demand(at, &from.to_string(), &to.to_string(), trips);
        }
    });
    let service = ServiceDefaults { period: Some(published_period()), ..ServiceDefaults::default() };
    draft.finish(Defaults::default(), service)
}

impl MumfordFiles {
    /// Finds and loads the files of the city that a file belongs to or that a folder contains.
    ///
    /// # Errors
    /// The folder contains no such city or several, or a file is missing or cannot be read.
    pub fn read(path: &Path) -> Result<Self, InputErrors> {
        let folder = match path.is_dir() {
            true => path,
            false => path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        };
        let names = file_names(folder)?;
        let name = match path.is_dir() {
            true => only_city(folder, &names)?,
            false => path.file_name().and_then(|name| city_of(name.to_str()?)).unwrap_or_default(),
        };
        let mut problems = Problems::default();
        let files = ENDINGS.map(|ending| {
            let wanted = format!("{name}{ending}");
            match names.iter().find(|name| name.eq_ignore_ascii_case(&wanted)) {
                Some(found) => problems.keep(TextFile::read(&folder.join(found))),
                None => {
                    let help = "a city in this form needs Coords, TravelTimes and Demand of the same name";
                    let path = folder.join(wanted);
                    problems.add(At::whole(&path), "mumford-001", "is missing", help);
                    None
                }
            }
        });
        problems.or(())?;
        let [Some(coords), Some(travel_times), Some(demand)] = files else {
            unreachable!("a file that is not there is a problem")
        };
        Ok(Self { name, coords, travel_times, demand })
    }
}

/// Whether a file belongs to a city in this form, by its name.
pub(crate) fn is_mumford_file(file_name: &str) -> bool {
    city_of(file_name).is_some()
}

const ENDINGS: [&str; 3] = ["Coords.txt", "TravelTimes.txt", "Demand.txt"];

/// `Mandl` of `MandlCoords.txt`.
fn city_of(file_name: &str) -> Option<String> {
    ENDINGS.iter().find_map(|ending| {
        let end = file_name.len().checked_sub(ending.len())?;
        let fits = file_name.get(end..)?.eq_ignore_ascii_case(ending);
        fits.then(|| file_name[..end].to_owned())
    })
}

fn only_city(folder: &Path, names: &[String]) -> Result<String, InputErrors> {
    let is_coords = |name: &&String| name.to_ascii_lowercase().ends_with("coords.txt");
    let found: Vec<String> = names.iter().filter(is_coords).cloned().collect();
    match &found[..] {
        [one] => Ok(city_of(one).unwrap_or_default()),
        [] => {
            let help = "a city in this form needs Coords, TravelTimes and Demand of the same name";
            Err(InputErrors::one(At::whole(folder), "mumford-001", "contains no Coords.txt file", help))
        }
        several => {
            let problem = format!("contains several cities: {}", listed(several));
            let help = format!("name the one you mean, such as {}", folder.join(&several[0]).display());
            Err(InputErrors::one(At::whole(folder), "mumford-002", problem, help))
        }
    }
}

/// Lines cut into words.
fn rows(file: &TextFile) -> impl Iterator<Item = (u64, impl Iterator<Item = &str>)> {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty())
    }
    file.lines().map(|(line, text)| (line, words(text)))
}

/// # Errors
/// The number of nodes cannot be trusted, so that the matrices cannot be checked.
fn add_nodes(draft: &mut Draft, file: &TextFile) -> Result<(), InputErrors> {
    let mut words = rows(file).flat_map(|(line, words)| words.map(move |word| (line, word)));
    let Some((line, claim)) = words.next() else {
        return Ok(()); // no nodes, as the draft will find
    };
    let Some(count) = claim.parse().ok().filter(|&count: &usize| (2..=City::MOST_NODES).contains(&count))
    else {
        let problem = format!("the number of nodes is {}", shown(claim));
        let help = format!("start the file with the number of nodes, from 2 to {}", City::MOST_NODES);
        return Err(InputErrors::one(file.at(line), "mumford-003", problem, help));
    };
    let mut there = 0;
    while let Some((line, x)) = words.next() {
        there += 1;
        let y = words.next().map_or("", |(_, y)| y);
        if there > count {
            continue;
        }
        let kilometres = |text| number(text).map(|value| value * 1000.0).filter(|value| value.is_finite());
        let place = kilometres(x).zip(kilometres(y)).map(|(x, y)| Position { x, y });
        if place.is_none() {
            let problem = format!("the position of node {there} is {}, {}", shown(x), shown(y));
            draft.problems.add(file.at(line), "city-008", problem, "give the position as two numbers");
        }
        draft.add_node(file.at(line), &there.to_string(), place, true);
    }
    if there != count {
        let problem = format!("{count} nodes are announced, but there are positions for {there}");
        let help = "give one x and one y for each node after the number of nodes";
        return Err(InputErrors::one(file.whole(), "mumford-003", problem, help));
    }
    Ok(())
}

/// Calls `visit` with every cell of a square matrix: row and column counted from 1, and the text.
fn for_each_cell<'a>(
    draft: &mut Draft,
    file: &'a TextFile,
    count: usize,
    mut visit: impl FnMut(&mut Draft, At<'a>, usize, usize, &'a str),
) {
    let mut row = 0;
    for (line, cells) in rows(file) {
        let mut cells = cells.peekable();
        if cells.peek().is_none() {
            continue;
        }
        row += 1;
        let mut column = 0;
        for cell in cells {
            column += 1;
            if row <= count && column <= count {
                visit(draft, file.at(line), row, column, cell);
            }
        }
        if row <= count && column != count {
            let problem = format!("the row has {column} values, but there are {count} nodes");
            let help = "give one value for each node, in one line";
            draft.problems.add(file.at(line), "mumford-004", problem, help);
        }
    }
    if row != count {
        let problem = format!("there are {row} rows, but {count} nodes");
        draft.problems.add(file.whole(), "mumford-005", problem, "give one row for each node");
    }
}

#[cfg(test)]
mod tests {
    use routewright_model::Seconds;

    use super::*;

    fn files(coords: &str, travel_times: &str, demand: &str) -> MumfordFiles {
        MumfordFiles {
            name: "Town".into(),
            coords: TextFile::new("TownCoords.txt", coords),
            travel_times: TextFile::new("TownTravelTimes.txt", travel_times),
            demand: TextFile::new("TownDemand.txt", demand),
        }
    }

    const TIMES: &str = "0 2 Inf\n2 0 3.5\n\nInf,3.5, 0\n";
    const DEMAND: &str = "0 5 5\r\n5 0 5\r\n5 5 0\r\n";

    fn problems(files: &MumfordFiles) -> Vec<String> {
        let errors = parse_mumford(files).unwrap_err();
        errors.listed().iter().map(|e| format!("{}:{}: {}", e.path.display(), e.line, e.problem)).collect()
    }

    #[test]
    fn three_texts_make_a_city() {
        let city = parse_mumford(&files("3\n1 2\n\n3, 4\n5.5\t6\n", TIMES, DEMAND)).unwrap();
        assert_eq!((city.name(), city.node_count(), city.links().count()), ("Town", 3, 4));
        assert_eq!(city.longest_drive(), Seconds(330));
        assert_eq!(city.total_demand(), 30.0);
        assert_eq!(city.service(), City::mandl().service());
        assert_eq!(city.node(city.node_named("3").unwrap()).position, Position { x: 5500.0, y: 6000.0 });
    }

    #[test]
    fn faults_are_named_with_their_lines() {
        let times = "1 2 Inf\n2 0 -3\nInf 0 0 4";
        let demand = "0 5 x\n5 0\n";
        assert_eq!(
            problems(&files("3\n1 2\n3 y\n5 6", times, demand)),
            [
                "TownCoords.txt:3: the position of node 2 is 3, y",
                "TownTravelTimes.txt:1: the time from node 1 to itself is 1",
                "TownTravelTimes.txt:2: the time from 2 to 3 is -3, but times cannot be negative",
                "TownTravelTimes.txt:3: the time from node 3 to node 2 is 0",
                "TownTravelTimes.txt:3: the row has 4 values, but there are 3 nodes",
                "TownDemand.txt:1: demand from 1 to 3 is x, which is not a number",
                "TownDemand.txt:2: the row has 2 values, but there are 3 nodes",
                "TownDemand.txt:0: there are 2 rows, but 3 nodes",
            ]
        );
    }

    #[test]
    fn claims_are_checked_not_believed() {
        let told = |coords| problems(&files(coords, TIMES, DEMAND));
        assert_eq!(told("4000000000\n1 2"), ["TownCoords.txt:1: the number of nodes is 4000000000"]);
        assert_eq!(told("x 1 2"), ["TownCoords.txt:1: the number of nodes is x"]);
        assert_eq!(told("3 1 2"), ["TownCoords.txt:0: 3 nodes are announced, but there are positions for 1"]);
    }
}
