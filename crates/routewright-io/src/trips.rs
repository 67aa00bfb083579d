//! Demand: tables of trips between places, and gateways for places outside the city.

use std::collections::HashMap;
use std::path::Path;

use crate::csv_table::{Column, CsvTable};
use routewright_model::Demand;

use crate::error::Problems;
use crate::show::{number, shown};
use crate::{InputErrors, TextFile};

/// Trips between named places, some of which may lie outside the city.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TripTable {
    /// Names of places, each once.
    pub places: Vec<String>,
    /// Origin, destination (indices into `places`) and trips; entries of a pair that comes several times are added up.
    pub rows: Vec<(u32, u32, f64)>,
    /// Places have no names in the file: they are numbered from 1 in the order of the zones.
    pub by_number: bool,
}

/// What to do about an invalid number of trips.
pub(crate) const TRIPS_HELP: &str = "give a number from 0 to 1000000000";

/// Reads a table of trips: columns `from` and `to` (or `origin`, `destination`), and perhaps `trips` (or
/// `demand`) and `weight`. A row counts for trips times weight, each 1 where its column is missing.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn read_trips(path: &Path) -> Result<TripTable, InputErrors> {
    parse_trips(&TextFile::read(path)?)
}

/// Checks a table of trips in memory.
///
/// # Errors
/// As [`read_trips`].
pub fn parse_trips(file: &TextFile) -> Result<TripTable, InputErrors> {
    let columns = [
        Column::needed("from").or("origin"),
        Column::needed("to").or("destination"),
        Column::optional("trips", "1").or("demand").number(),
        Column::optional("weight", "1").number(),
    ];
    let mut problems = Problems::default();
    let mut trips = TripTable::default();
    let mut index: HashMap<String, u32> = HashMap::new();
    if let Some(mut table) = CsvTable::open(file, columns, &mut problems) {
        while let Some((line, [from, to, count, weight])) = table.next(&mut problems) {
            let mut quantity = |column: &str, text: &str| {
                let value = number(text).filter(|&value| Demand::is_trips(value));
                if value.is_none() {
                    let problem =
                        format!("{column} from {} to {} is {}", shown(from), shown(to), shown(text));
                    problems.add(file.at(line), "trips-002", problem, TRIPS_HELP);
                }
                value
            };
            let (count, weight) = (quantity("trips", count), quantity("weight", weight));
            if from.is_empty() || to.is_empty() {
                let problem = "an end of the trip has no name";
                problems.add(file.at(line), "trips-001", problem, "name the zone where it starts and ends");
                continue;
            }
            let mut place = |name: &str| {
                if let Some(&at) = index.get(name) {
                    return at;
                }
                let at = trips.places.len() as u32;
                trips.places.push(name.into());
                index.insert(name.into(), at);
                at
            };
            let ends = (place(from), place(to));
            if let (Some(count), Some(weight)) = (count, weight) {
                trips.rows.push((ends.0, ends.1, count * weight));
            }
        }
    }
    if trips.rows.is_empty() && problems.is_empty() {
        let help =
            "check that the table was exported whole; without --od, demand is estimated from the zones";
        problems.add(file.whole(), "trips-003", "has a header but no rows", help);
    }
    problems.or(trips)
}

/// A node at the edge of the city that takes the trips of a place outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Gateway {
    /// The place outside as the trips name it; `*` stands for every place that is not a zone.
    pub place: String,
    /// The node that takes its trips: a zone, or a node of its own if it has a position.
    pub gateway: String,
    /// Longitude and latitude of a node that is not a zone.
    pub position: Option<[f64; 2]>,
}

/// Reads gateways: columns `place`, `gateway` and perhaps `lon` and `lat`.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn read_gateways(path: &Path) -> Result<Vec<Gateway>, InputErrors> {
    parse_gateways(&TextFile::read(path)?)
}

/// Checks gateways in memory.
///
/// # Errors
/// As [`read_gateways`].
pub fn parse_gateways(file: &TextFile) -> Result<Vec<Gateway>, InputErrors> {
    let columns = [
        Column::needed("place"),
        Column::needed("gateway"),
        Column::optional("lon", "").degrees(),
        Column::optional("lat", "").degrees(),
    ];
    let mut problems = Problems::default();
    let mut gateways = Vec::new();
    if let Some(mut table) = CsvTable::open(file, columns, &mut problems) {
        while let Some((line, [place, gateway, lon, lat])) = table.next(&mut problems) {
            let is_blank = lon.is_empty() && lat.is_empty();
            let position = number(lon).zip(number(lat)).map(|(lon, lat)| [lon, lat]);
            let position = position.filter(|[lon, lat]| lon.abs() <= 180.0 && lat.abs() <= 90.0);
            if position.is_none() && !is_blank {
                let problem = format!("the position of gateway {} is not in degrees", shown(gateway));
                let help = "give longitude and latitude, or leave both blank if the gateway is a zone";
                problems.add(file.at(line), "gateway-002", problem, help);
            }
            if place.is_empty() || gateway.is_empty() {
                let problem = "the place or its gateway has no name";
                problems.add(
                    file.at(line),
                    "gateway-001",
                    problem,
                    "name both; * stands for every place outside",
                );
            }
            gateways.push(Gateway { place: place.into(), gateway: gateway.into(), position });
        }
    }
    problems.or(gateways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_count_for_trips_times_weight() {
        let trips =
            parse_trips(&TextFile::new("od.csv", "origin,destination,weight\na,b,2.5\nb,a,1\na,b,3\n"));
        let trips = trips.unwrap();
        assert_eq!(trips.places, ["a", "b"]);
        assert_eq!(trips.rows, [(0, 1, 2.5), (1, 0, 1.0), (0, 1, 3.0)]);
        let both = parse_trips(&TextFile::new("od.csv", "from,to,trips,weight\na,b,2,1.5\n")).unwrap();
        assert_eq!(both.rows, [(0, 1, 3.0)]);
    }

    #[test]
    fn tables_of_spreadsheets_are_read() {
        let trips = parse_trips(&TextFile::new("od.csv", "from;to;trips\na;b;12,5\nb;a;1200\n;;\n")).unwrap();
        assert_eq!(trips.rows, [(0, 1, 12.5), (1, 0, 1200.0)]);
        let gateways = "place;gateway;lon;lat\n*;z1;;\nx;g;-51,125;-30,5\n";
        let gateways = parse_gateways(&TextFile::new("g.csv", gateways)).unwrap();
        assert_eq!(gateways[1].position, Some([-51.125, -30.5]));
    }

    #[test]
    fn an_empty_table_is_called_empty() {
        for text in ["from,to,trips\n", "origin;destination;trips\r\n;;\r\n"] {
            assert_eq!(
                parse_trips(&TextFile::new("od.csv", text)).unwrap_err().to_string(),
                "od.csv: has a header but no rows [trips-003]\n  help: check that the table was exported whole; without \
                 --od, demand is estimated from the zones"
            );
        }
    }

    #[test]
    fn faults_are_named() {
        let errors =
            parse_trips(&TextFile::new("od.csv", "from,to,trips\na,b,-2\n,b,1\na,b,x\n")).unwrap_err();
        let told: Vec<_> = errors.listed().iter().map(|error| (error.line, error.code)).collect();
        assert_eq!(told, [(2, "trips-002"), (3, "trips-001"), (4, "trips-002")]);
        let errors =
            parse_gateways(&TextFile::new("g.csv", "place,gateway,lon,lat\nx,,,\ny,g,1,\n")).unwrap_err();
        let told: Vec<_> = errors.listed().iter().map(|error| (error.line, error.code)).collect();
        assert_eq!(told, [(2, "gateway-001"), (3, "gateway-002")]);
    }

    #[test]
    fn gateways_are_zones_or_places_of_their_own() {
        let gateways =
            parse_gateways(&TextFile::new("g.csv", "place,gateway,lon,lat\n*,z1,,\nx,g,1,2\n")).unwrap();
        assert_eq!(gateways[0].position, None);
        assert_eq!((gateways[1].gateway.as_str(), gateways[1].position), ("g", Some([1.0, 2.0])));
    }
}
