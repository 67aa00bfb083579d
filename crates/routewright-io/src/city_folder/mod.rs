//! The city folder: nodes, links and demand as tables with a header, and perhaps walks and a `city.toml`.

mod benchmark_limits;
mod details;
mod files;
mod settings;
mod write;

use std::path::Path;

use routewright_model::{City, Coordinates, Period, Position, Seconds};

pub use details::{
    CityDetails, Course, LinkShapes, ZoneColumn, parse_headways, parse_link_shapes, parse_people_and_jobs,
    parse_zone_columns, read_city_details, read_headways, read_zone_columns,
};
pub(crate) use details::{LINK_SHAPES, ZONES};
pub use files::FolderFiles;
use files::SETTINGS_FILE;
pub(crate) use files::{is_folder_file, is_table_of};
pub use write::{Overwrite, format_city_folder, write_city_folder};

use crate::csv_table::{Column, CsvTable};
use crate::draft::{Draft, Origin, TimeUnit};
use crate::error::Problems;
use crate::show::{number, shown};
use crate::{CityNote, CityReading, InputErrors, TextFile};
use settings::{CoordinateKind, Settings};

/// Reads a city folder: one `.csv` or `.txt` file each whose name contains `nodes`, `links` and `demand`,
/// and perhaps one for `walks` and a `city.toml`.
///
/// # Errors
/// Everything wrong with its files; see `docs/errors.md`.
pub fn read_city_folder(folder: &Path) -> Result<City, InputErrors> {
    Ok(read_with_notes(folder)?.city)
}

/// Reads a city folder and reports what was changed.
pub(crate) fn read_with_notes(folder: &Path) -> Result<CityReading, InputErrors> {
    parse_with_notes(&FolderFiles::read(folder)?)
}

/// Checks the files of a city folder.
///
/// Columns are found by name: `id`, `lat`, `lon`, `terminal` (optional: without it, routes may end
/// anywhere), `name` (optional: what people call the node; several may be called the same); `from`, `to`, `travel_time`; `from`, `to`, `demand`; for walks `from`, `to`, `minutes` (or
/// `travel_time`, in the unit of `city.toml`). Others are ignored.
///
/// # Errors
/// Everything wrong with the files; see `docs/errors.md`.
pub fn parse_city_folder(files: &FolderFiles) -> Result<City, InputErrors> {
    Ok(parse_with_notes(files)?.city)
}

fn parse_with_notes(files: &FolderFiles) -> Result<CityReading, InputErrors> {
    let settings = match &files.settings {
        Some(file) => settings::parse(file)?,
        None => Settings::default(),
    };
    let kind = settings.coordinates.unwrap_or_default();
    let coordinates =
        if kind == CoordinateKind::Degrees { Coordinates::Degrees } else { Coordinates::Metres };
    let name = settings.name.as_deref().unwrap_or_else(|| files.name());
    let origin = Origin {
        nodes: &files.nodes.path,
        links: &files.links.path,
        demand: &files.demand.path,
        can_have_walks: true,
    };
    let mut draft = Draft::new(name, coordinates, origin);

    add_nodes(&mut draft, &files.nodes, settings.coordinates);
    let mut draft = draft.end_nodes()?;
    add_links(&mut draft, &files.links, settings.time_unit);
    add_demand(&mut draft, &files.demand);
    if let Some(walks) = &files.walks {
        add_walks(&mut draft, walks, settings.time_unit);
    }
    if let Some(turns) = &files.turns {
        add_turns(&mut draft, turns);
    }

    let (mut defaults, mut service) = (settings.defaults(), settings.service());
    let published = files.benchmark_name().and_then(|name| benchmark_limits::of(name, draft.node_count()));
    if let Some(limits) = published {
        if settings.names_no_limits() {
            (defaults.routes, defaults.min_stops, defaults.max_stops) = limits;
        }
        // The literature counts trips per hour, and no time at stops or ends.
        service.period = service.period.or_else(|| Some(published_period()));
        service.dwell = service.dwell.or(Some(Seconds(0)));
        service.layover = service.layover.or(Some(Seconds(0)));
    }
    let mut reading = draft.finish(defaults, service)?;
    reading.notes.extend(settings.names_period_only().then_some(CityNote::PeriodOfOneHour));
    Ok(reading)
}

/// When the trips of the literature's cities are made.
pub(crate) fn published_period() -> Period {
    Period { name: "one hour".into(), hours: 1.0 }
}

fn add_nodes(draft: &mut Draft, file: &TextFile, stated: Option<CoordinateKind>) {
    let coordinate = |name| match stated {
        None | Some(CoordinateKind::Degrees) => Column::needed(name).degrees(),
        _ => Column::needed(name).number(),
    };
    let columns = [
        Column::needed("id"),
        coordinate("lat"),
        coordinate("lon"),
        Column::optional("terminal", "1"),
        Column::optional("name", ""),
    ];
    let Some(mut table) = CsvTable::open(file, columns, &mut draft.problems) else { return };
    while let Some((line, [id, lat, lon, terminal, name])) = table.next(&mut draft.problems) {
        let at = file.at(line);
        let position = position(file, line, [id, lat, lon], stated, &mut draft.problems);
        let terminal = match terminal.to_ascii_lowercase().as_str() {
            "1" | "true" => true,
            "0" | "false" => false,
            _ => {
                let problem = format!("terminal of node {} is {}", shown(id), shown(terminal));
                draft.problems.add(
                    at,
                    "city-010",
                    problem,
                    "write 1 if a route may start or end there, 0 if not",
                );
                true
            }
        };
        draft.add_node(at, id, position, terminal);
        draft.label_node(at, id, name);
    }
}

fn add_links(draft: &mut Draft, file: &TextFile, unit: TimeUnit) {
    let columns = [Column::needed("from"), Column::needed("to"), Column::needed("travel_time").number()];
    let Some(mut table) = CsvTable::open(file, columns, &mut draft.problems) else { return };
    while let Some((line, [from, to, time])) = table.next(&mut draft.problems) {
        draft.add_link(file.at(line), from, to, time, unit);
    }
}

fn add_demand(draft: &mut Draft, file: &TextFile) {
    let columns = [Column::needed("from"), Column::needed("to"), Column::needed("demand").number()];
    let Some(mut table) = CsvTable::open(file, columns, &mut draft.problems) else { return };
    while let Some((line, [from, to, trips])) = table.next(&mut draft.problems) {
        draft.add_demand(file.at(line), from, to, trips);
    }
}

/// Minutes are minutes; a column `travel_time` is in the unit of the links.
fn add_turns(draft: &mut Draft, file: &TextFile) {
    let columns = [
        Column::needed("from"),
        Column::needed("via"),
        Column::needed("to"),
        Column::needed("minutes").number(),
    ];
    let Some(mut table) = CsvTable::open(file, columns, &mut draft.problems) else { return };
    while let Some((line, [from, via, to, time])) = table.next(&mut draft.problems) {
        draft.add_turn(file.at(line), [from, via, to], time);
    }
}

fn add_walks(draft: &mut Draft, file: &TextFile, unit: TimeUnit) {
    let columns =
        [Column::needed("from"), Column::needed("to"), Column::needed("minutes").or("travel_time").number()];
    let Some(mut table) = CsvTable::open(file, columns, &mut draft.problems) else { return };
    let unit = if table.has_alias(2) { unit } else { TimeUnit::Minutes };
    while let Some((line, [from, to, time])) = table.next(&mut draft.problems) {
        draft.add_walk(file.at(line), from, to, time, unit);
    }
}

/// Where a node lies. Numbers beyond degrees are refused unless `city.toml` gives their unit.
fn position(
    file: &TextFile,
    line: u64,
    [id, lat, lon]: [&str; 3],
    stated: Option<CoordinateKind>,
    problems: &mut Problems,
) -> Option<Position> {
    let scale = if stated == Some(CoordinateKind::Kilometres) { 1000.0 } else { 1.0 };
    let mut coordinate = |column: &str, text: &str, most_degrees: f64| {
        let value = number(text).map(|value| value * scale).filter(|value| value.is_finite());
        if value.is_none() {
            let problem = format!("{column} of node {} is {}, which is not a number", shown(id), shown(text));
            problems.add(file.at(line), "city-008", problem, "give the position as a number");
        }
        if stated.is_none() && value.is_some_and(|value| value.abs() > most_degrees) {
            let problem =
                format!("{column} of node {} is {}, which is not in degrees", shown(id), shown(text));
            let help = "correct it, or state `coordinates = \"metres\"` (or kilometres) in city.toml";
            problems.add(file.at(line), "city-009", problem, help);
        }
        value
    };
    let (y, x) = (coordinate("lat", lat, 90.0), coordinate("lon", lon, 180.0));
    Some(Position { x: x?, y: y? })
}

#[cfg(test)]
mod tests {
    use routewright_model::Seconds;

    use super::*;

    fn folder(nodes: &str, links: &str, demand: &str) -> FolderFiles {
        FolderFiles {
            folder_name: "test".into(),
            nodes: TextFile::new("nodes.csv", nodes),
            links: TextFile::new("links.csv", links),
            demand: TextFile::new("demand.csv", demand),
            walks: None,
            turns: None,
            settings: None,
        }
    }

    const NODES: &str = "id,lat,lon,terminal\n1,0,0,1\n2,0,1,0\n";
    const LINKS: &str = "from,to,travel_time\n1,2,4\n2,1,2.5\n";
    const DEMAND: &str = "from,to,demand\n1,2,10\n2,2,7\n";

    fn problems(files: &FolderFiles) -> Vec<String> {
        let errors = parse_city_folder(files).unwrap_err();
        errors.listed().iter().map(|e| format!("{}:{}: {}", e.path.display(), e.line, e.problem)).collect()
    }

    #[test]
    fn columns_are_found_by_name_whatever_their_order() {
        let nodes = " Lon , note,ID,lat\r\n5,x,north gate,3\r\n\r\n6,\"a, b\",2,4\r\n";
        let links = "to,from,Travel_Time\r\nnorth gate,2,1\r\n2 , north gate,2\r\n";
        let demand = "from,to,demand\r\n2,north gate,1.5";
        let city = parse_city_folder(&folder(nodes, links, demand)).unwrap();
        let gate = city.node_named("north gate").unwrap();
        assert_eq!(city.node(gate).position, Position { x: 5.0, y: 3.0 });
        assert!(city.node(gate).terminal);
        assert_eq!(city.link_time(gate, city.node_named("2").unwrap()), Some(Seconds(120)));
        assert_eq!((city.name(), city.total_demand()), ("test", 1.5));
    }

    #[test]
    fn nodes_may_have_names_beside_their_ids() {
        let nodes = "name,id,lat,lon\n\"Praça XV, norte\",1,0,0\n  ,2,0,1\nPraça XV,2,0,1\n";
        assert_eq!(
            problems(&folder(nodes, LINKS, DEMAND)),
            ["nodes.csv:4: node 2 is already defined in line 3"]
        );
        let nodes = nodes.rsplit_once("Praça").unwrap().0;
        let city = parse_city_folder(&folder(nodes, LINKS, DEMAND)).unwrap();
        let labels: Vec<_> = city.nodes().iter().map(|node| node.label()).collect();
        assert_eq!((labels, &city.nodes()[1].label), (vec!["Praça XV, norte", "2"], &None));
        let nodes = "id,lat,lon,name\n1,0,0,a\u{1b}[2J\n2,0,1,b\n";
        let errors = parse_city_folder(&folder(nodes, LINKS, DEMAND)).unwrap_err();
        let found: Vec<_> = errors.listed().iter().map(|error| (error.line, error.code)).collect();
        assert_eq!(found, [(2, "city-029")]);
    }

    #[test]
    fn trips_within_a_node_are_left_out() {
        let city = parse_city_folder(&folder(NODES, LINKS, DEMAND)).unwrap();
        assert_eq!((city.total_demand(), city.trips_within_nodes()), (10.0, 7.0));
        assert_eq!(city.nodes().iter().map(|node| node.terminal).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn settings_change_units() {
        let mut files = folder("id,lat,lon\n1,0,500\n2,1,0\n", LINKS, DEMAND);
        let settings = "name = \"Two\"\ntime-unit = \"seconds\"\ncoordinates = \"kilometres\"\nroutes = 3";
        files.settings = Some(TextFile::new("city.toml", settings));
        let city = parse_city_folder(&files).unwrap();
        assert_eq!((city.name(), city.defaults().routes), ("Two", Some(3)));
        assert_eq!(city.longest_drive(), Seconds(4));
        assert_eq!(city.coordinates(), Coordinates::Metres);
        assert_eq!(city.nodes()[0].position.x, 500_000.0);
    }

    /// Three nodes, the third without streets, and walks.
    fn on_foot(walks: &str, settings: &str) -> FolderFiles {
        let mut files = folder(&format!("{NODES}3,1,1,1\n"), LINKS, DEMAND);
        files.walks = (!walks.is_empty()).then(|| TextFile::new("walks.csv", walks));
        files.settings = (!settings.is_empty()).then(|| TextFile::new("city.toml", settings));
        files
    }

    #[test]
    fn walks_lead_both_ways_and_reach_zones_without_streets() {
        let walks = |text: &str, settings: &str| {
            let city = parse_city_folder(&on_foot(text, settings)).unwrap();
            assert!(!city.is_on_street(city.node_named("3").unwrap()));
            let walks = city.walks().iter();
            walks.map(|walk| (walk.from.index(), walk.to.index(), walk.time.0)).collect::<Vec<_>>()
        };
        assert_eq!(walks("from,to,minutes\n3,1,2.5\n", ""), [(0, 2, 150), (2, 0, 150)]);
        assert_eq!(walks("to,from,minutes\n1,3,4\n3,1,5", ""), [(0, 2, 300), (2, 0, 240)]);
        let seconds = "time-unit = \"seconds\"";
        assert_eq!(walks("from,to,travel_time\n3,1,90\n", seconds), [(0, 2, 90), (2, 0, 90)]);
        // A column of minutes is in minutes, whatever the unit of the links.
        assert_eq!(walks("from,to,minutes\n3,1,2\n", seconds), [(0, 2, 120), (2, 0, 120)]);
    }

    #[test]
    fn faults_of_walks_are_named_with_their_lines() {
        let walks = "from,to,minutes\n3,9,4\n3,1,nan\n3,2,-1\n2,1,1441\n1,1,2\n1,2,3\n1,2,4\n2,3\n";
        assert_eq!(
            problems(&on_foot(walks, "")),
            [
                "walks.csv:2: node 9 is not in nodes.csv",
                "walks.csv:3: the walk from 3 to 1 takes nan, which is not a number",
                "walks.csv:4: the walk from 3 to 2 takes -1, but times cannot be negative",
                "walks.csv:5: the walk from 2 to 1 takes 1441, which is over a day",
                "walks.csv:6: a walk leads from node 1 to itself",
                "walks.csv:8: the walk from 1 to 2 is already defined in line 7",
                "walks.csv:9: the line has 2 fields, but the header has 3",
            ]
        );
        assert_eq!(problems(&on_foot("from,to\n3,1\n", "")), ["walks.csv:1: there is no column minutes"]);
        let alone = parse_city_folder(&on_foot("", "")).unwrap_err();
        assert_eq!((alone.listed()[0].code, alone.listed()[0].line), ("city-021", 0));
        assert!(alone.to_string().contains("or give riders a way on foot in walks.csv"), "{alone}");
    }

    #[test]
    fn settings_say_when_trips_are_made_and_how_long_vehicles_stand() {
        let service = |settings: &str| {
            let files = on_foot("from,to,minutes\n3,1,2\n", settings);
            parse_city_folder(&files).unwrap().service().clone()
        };
        let all = service(
            "period = \"weekday 7:00-9:00\"\nperiod-hours = 2\ndwell-minutes = 0.3\nlayover-minutes = 3",
        );
        assert_eq!(all.period, Some(Period { name: "weekday 7:00-9:00".into(), hours: 2.0 }));
        assert_eq!((all.dwell, all.layover), (Some(Seconds(18)), Some(Seconds(180))));
        let named = |settings| service(settings).period.map(|period| (period.name, period.hours));
        assert_eq!(named("period = \"morning\""), Some(("morning".into(), 1.0)));
        assert_eq!(named("period-hours = 2.5"), Some(("2.5 hours".into(), 2.5)));
        assert_eq!(named("period-hours = 1"), Some(("1 hour".into(), 1.0)));
        assert_eq!(named("routes = 2"), None);
        let notes =
            |settings| parse_with_notes(&on_foot("from,to,minutes\n3,1,2\n", settings)).unwrap().notes;
        assert_eq!(notes("period = \"morning\""), [CityNote::PeriodOfOneHour]);
        assert_eq!(notes("period = \"morning\"\nperiod-hours = 1"), []);
    }

    #[test]
    fn every_row_is_checked() {
        let nodes = "id,lat,lon,terminal\n1,x,0,1\n2,0,512,maybe\n2,0,0,1\n,0,0,1\n3,1\n";
        let links = "from,to,travel_time\n1,9,4\n";
        let demand = "from,to,trips\n1,2,10\n";
        assert_eq!(
            problems(&folder(nodes, links, demand)),
            [
                "nodes.csv:2: lat of node 1 is x, which is not a number",
                "nodes.csv:3: lon of node 2 is 512, which is not in degrees",
                "nodes.csv:3: terminal of node 2 is maybe",
                "nodes.csv:4: node 2 is already defined in line 3",
                "nodes.csv:5: the node has no id",
                "nodes.csv:6: the line has 2 fields, but the header has 4",
                "links.csv:2: node 9 is not in nodes.csv",
                "demand.csv:1: there is no column demand",
            ]
        );
    }

    #[test]
    fn a_city_without_rows_is_refused() {
        assert_eq!(problems(&folder("id,lat,lon", LINKS, DEMAND)), ["nodes.csv:0: there are no nodes"]);
        assert_eq!(
            problems(&folder(NODES, "from,to,travel_time\n", "from,to,demand\n")),
            ["links.csv:0: there are no links", "demand.csv:0: there is no demand"]
        );
    }

    #[test]
    fn more_nodes_than_a_city_may_have_are_told_once() {
        let rows = (0..=City::MOST_NODES + 5).map(|i| format!("{i},0,0\n")).collect::<String>();
        let nodes = format!("id,lat,lon\n{rows}");
        assert_eq!(
            problems(&folder(&nodes, LINKS, DEMAND)),
            ["nodes.csv:10002: there are more than 10000 nodes"]
        );
    }

    #[test]
    fn benchmark_cities_bring_their_limits() {
        let nodes = (1..=15).map(|i| format!("{i},0,{i}\n")).collect::<String>();
        let links = (1..=15).map(|i| format!("{i},{},1\n", i % 15 + 1)).collect::<String>();
        let mut files =
            folder(&format!("id,lat,lon\n{nodes}"), &format!("from,to,travel_time\n{links}"), DEMAND);
        assert_eq!(parse_city_folder(&files).unwrap().defaults().routes, None);
        files.nodes.path = "data/Mandl1_nodes.txt".into();
        let city = parse_city_folder(&files).unwrap();
        assert_eq!((city.name(), city.defaults().max_stops), ("Mandl1", Some(8)));
        assert_eq!(city.service().period, City::mandl().service().period);
        files.settings = Some(TextFile::new("city.toml", "routes = 4"));
        assert_eq!(parse_city_folder(&files).unwrap().defaults().max_stops, None);
    }
}
