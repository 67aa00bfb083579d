//! Zones of a city: where people live and work, as a table or as GeoJSON.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::csv_table::{Column, CsvTable};
use crate::error::Problems;
use crate::json::{Items, explain};
use crate::show::{number, shown};
use crate::text_file::LineCounter;
use crate::{InputErrors, TextFile};

/// A zone or cluster of stops: a candidate node of the city.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    /// Its id in the file.
    pub id: String,
    /// Degrees east of its point or centre.
    pub lon: f64,
    /// Degrees north of its point or centre.
    pub lat: f64,
    /// Trips start here in proportion to this, zero or more: people, or another column.
    pub production: f64,
    /// Trips end here in proportion to this, zero or more: jobs, or another column.
    pub attraction: f64,
    /// Its boundary where the file has one: rings of longitude and latitude, holes among them.
    pub rings: Vec<Vec<[f64; 2]>>,
}

impl Zone {
    /// Whether a place lies within the boundary; `false` if there is none.
    pub fn contains(&self, lon: f64, lat: f64) -> bool {
        let mut inside = false;
        for ring in &self.rings {
            for (at, a) in ring.iter().enumerate() {
                let b = ring[(at + 1) % ring.len()];
                if (a[1] > lat) != (b[1] > lat) && lon < (b[0] - a[0]) * (lat - a[1]) / (b[1] - a[1]) + a[0] {
                    inside = !inside;
                }
            }
        }
        inside
    }
}

/// The zones of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Zones {
    /// In the order of the file.
    pub zones: Vec<Zone>,
    /// Weights that were blank, counted as zero.
    pub blank_weights: usize,
}

/// Columns or properties that say how many trips start and end in a zone.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightColumns<'a> {
    /// Where trips start.
    pub productions: Option<&'a str>,
    /// Where trips end.
    pub attractions: Option<&'a str>,
}

/// Reads zones from a table (`id`, `lon`, `lat` and the weight columns named) or from GeoJSON points and
/// polygons (`id` and the weights as properties).
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn read_zones(path: &Path, weights: WeightColumns) -> Result<Zones, InputErrors> {
    parse_zones(&TextFile::read(path)?, weights)
}

/// Checks zones in memory; a file that starts with `{` is GeoJSON.
///
/// # Errors
/// As [`read_zones`].
pub fn parse_zones(file: &TextFile, weights: WeightColumns) -> Result<Zones, InputErrors> {
    let mut draft = Draft { problems: Problems::default(), zones: Zones::default(), lines: HashMap::new() };
    if file.text.trim_start().starts_with('{') {
        draft.add_features(file, weights);
    } else {
        draft.add_rows(file, weights);
    }
    if draft.zones.zones.len() < 2 && draft.problems.is_empty() {
        let problem = "there are fewer than two zones";
        draft.problems.add(file.whole(), "zone-004", problem, "give the zones of the whole city");
    }
    draft.problems.or(draft.zones)
}

/// The largest weight of a zone, such as people or jobs.
const MOST_WEIGHT: f64 = 1e9;

struct Draft {
    problems: Problems,
    zones: Zones,
    lines: HashMap<String, u64>,
}

impl Draft {
    fn add_rows(&mut self, file: &TextFile, weights: WeightColumns) {
        // A column nobody asked for is one that no header can name.
        let column = |name| match name {
            Some(name) => Column::needed(name),
            None => Column::optional("\0", "0"),
        };
        let columns = [
            Column::needed("id"),
            Column::needed("lon"),
            Column::needed("lat"),
            column(weights.productions),
            column(weights.attractions),
        ];
        let Some(mut table) = CsvTable::open(file, columns, &mut self.problems) else { return };
        while let Some((line, [id, lon, lat, production, attraction])) = table.next(&mut self.problems) {
            let place = [number(lon), number(lat)];
            let production = self.weight(file, line, id, production);
            let attraction = self.weight(file, line, id, attraction);
            let place = place[0].zip(place[1]).map(|(lon, lat)| [lon, lat]);
            self.add(file, line, id, place, [production, attraction], Vec::new());
        }
    }

    fn weight(&mut self, file: &TextFile, line: u64, id: &str, text: &str) -> f64 {
        if text.is_empty() {
            self.zones.blank_weights += 1;
            return 0.0;
        }
        self.checked_weight(file, line, id, number(text), text)
    }

    fn checked_weight(
        &mut self,
        file: &TextFile,
        line: u64,
        id: &str,
        value: Option<f64>,
        text: &str,
    ) -> f64 {
        value.filter(|&value| (0.0..=MOST_WEIGHT).contains(&value)).unwrap_or_else(|| {
            let problem = format!("a weight of zone {} is {}", shown(id), shown(text));
            self.problems.add(file.at(line), "zone-003", problem, "give a number from 0 to 1000000000");
            0.0
        })
    }

    fn add_features(&mut self, file: &TextFile, weights: WeightColumns) {
        let help = "write a FeatureCollection of Points or Polygons with a property id";
        let collection: Collection = match serde_json::from_str(&file.text) {
            Ok(collection) => collection,
            Err(error) => {
                let (line, problem) = explain(&error, 1);
                self.problems.add(file.at(line), "zone-005", problem, help);
                return;
            }
        };
        let mut counter = LineCounter::new(&file.text);
        for raw in collection.features.0 {
            let line = counter.line_of_part(raw.get());
            let feature: Feature = match serde_json::from_str(raw.get()) {
                Ok(feature) => feature,
                Err(error) => {
                    let (line, problem) = explain(&error, line);
                    self.problems.add(file.at(line), "zone-005", problem, help);
                    continue;
                }
            };
            let properties = feature.properties.unwrap_or_default();
            let id = properties.get("id").or(feature.id.as_ref()).map(text_of).unwrap_or_default();
            let Some((place, rings)) = shape(&feature.geometry) else {
                let problem = format!("the shape of zone {} is not a point or polygon", shown(&id));
                self.problems.add(file.at(line), "zone-005", problem, help);
                continue;
            };
            let production = self.property(file, line, &id, &properties, weights.productions);
            let attraction = self.property(file, line, &id, &properties, weights.attractions);
            self.add(file, line, &id, Some(place), [production, attraction], rings);
        }
    }

    fn property(
        &mut self,
        file: &TextFile,
        line: u64,
        id: &str,
        properties: &Map<String, Value>,
        name: Option<&str>,
    ) -> f64 {
        let Some(name) = name else { return 0.0 };
        match properties.get(name) {
            None => {
                let problem = format!("zone {} has no property {}", shown(id), shown(name));
                self.problems.add(file.at(line), "zone-003", problem, "add it, or name another one");
                0.0
            }
            Some(Value::Null) => {
                self.zones.blank_weights += 1;
                0.0
            }
            Some(value) => {
                let text = text_of(value);
                self.checked_weight(file, line, id, number(&text), &text)
            }
        }
    }

    fn add(
        &mut self,
        file: &TextFile,
        line: u64,
        id: &str,
        place: Option<[f64; 2]>,
        [production, attraction]: [f64; 2],
        rings: Vec<Vec<[f64; 2]>>,
    ) {
        if id.is_empty() {
            self.problems.add(
                file.at(line),
                "zone-001",
                "the zone has no id",
                "give every zone an id of its own",
            );
            return;
        }
        if id.contains(char::is_control) {
            let problem = format!("the id of zone {} contains a control character", shown(id));
            self.problems.add(file.at(line), "zone-001", problem, "rename the zone");
            return;
        }
        if let Some(before) = self.lines.get(id) {
            let problem = format!("zone {} is already defined in line {before}", shown(id));
            self.problems.add(file.at(line), "zone-001", problem, "remove one of the two, or rename it");
            return;
        }
        self.lines.insert(id.into(), line);
        let Some([lon, lat]) = place.filter(|[lon, lat]| lon.abs() <= 180.0 && lat.abs() <= 90.0) else {
            let problem = format!("zone {} has no position in degrees", shown(id));
            self.problems.add(file.at(line), "zone-002", problem, "give longitude and latitude in degrees");
            return;
        };
        self.zones.zones.push(Zone { id: id.into(), lon, lat, production, attraction, rings });
    }
}

#[derive(Deserialize)]
struct Collection<'a> {
    #[serde(borrow)]
    features: Items<'a>,
}

#[derive(Deserialize)]
struct Feature {
    id: Option<Value>,
    properties: Option<Map<String, Value>>,
    geometry: Value,
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

type Rings = Vec<Vec<[f64; 2]>>;

/// The centre of a shape and its rings.
fn shape(geometry: &Value) -> Option<([f64; 2], Rings)> {
    let coordinates = geometry.get("coordinates")?;
    let rings = match geometry.get("type")?.as_str()? {
        "Point" => return Some((position(coordinates)?, Vec::new())),
        "Polygon" => rings(coordinates)?,
        "MultiPolygon" => coordinates
            .as_array()?
            .iter()
            .map(rings)
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .flatten()
            .collect(),
        _ => return None,
    };
    Some((centre(&rings)?, rings))
}

fn rings(coordinates: &Value) -> Option<Rings> {
    let ring = |ring: &Value| ring.as_array()?.iter().map(position).collect::<Option<Vec<_>>>();
    coordinates.as_array()?.iter().map(ring).collect()
}

fn position(value: &Value) -> Option<[f64; 2]> {
    Some([value.get(0)?.as_f64()?, value.get(1)?.as_f64()?])
}

/// Centre of gravity of the area; holes are wound the other way and count against it.
fn centre(rings: &[Vec<[f64; 2]>]) -> Option<[f64; 2]> {
    let first = *rings.first()?.first()?;
    let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
    for ring in rings {
        for (at, a) in ring.iter().enumerate() {
            let b = ring[(at + 1) % ring.len()];
            let (a, b) = ([a[0] - first[0], a[1] - first[1]], [b[0] - first[0], b[1] - first[1]]);
            let cross = a[0] * b[1] - b[0] * a[1];
            area += cross;
            x += (a[0] + b[0]) * cross;
            y += (a[1] + b[1]) * cross;
        }
    }
    if area == 0.0 { Some(first) } else { Some([first[0] + x / (3.0 * area), first[1] + y / (3.0 * area)]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: WeightColumns = WeightColumns { productions: Some("people"), attractions: Some("jobs") };

    fn parse(text: &str) -> Result<Zones, InputErrors> {
        parse_zones(&TextFile::new("zones", text), WEIGHTS)
    }

    #[test]
    fn a_table_gives_points_and_weights() {
        let zones = parse("id,lon,lat,people,jobs\na,-51.2,-30,10,\nb,-51.1,-30,5.5,2\n").unwrap();
        assert_eq!((zones.zones.len(), zones.blank_weights), (2, 1));
        let b = &zones.zones[1];
        assert_eq!((b.lon, b.lat, b.production, b.attraction), (-51.1, -30.0, 5.5, 2.0));
    }

    #[test]
    fn polygons_give_their_centre_and_hold_places() {
        let square = r#"{"type":"Feature","id":7,"properties":{"people":1,"jobs":null},
            "geometry":{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}}"#;
        let point = r#"{"type":"Feature","properties":{"id":"p","people":"3","jobs":4},
            "geometry":{"type":"Point","coordinates":[5,6]}}"#;
        let zones =
            parse(&format!("{{\"type\":\"FeatureCollection\",\"features\":[{square},{point}]}}")).unwrap();
        let (square, point) = (&zones.zones[0], &zones.zones[1]);
        assert_eq!((square.id.as_str(), square.lon, square.lat), ("7", 1.0, 1.0));
        assert!(square.contains(0.5, 1.9) && !square.contains(2.1, 1.0) && !point.contains(5.0, 6.0));
        assert_eq!((point.production, point.attraction, zones.blank_weights), (3.0, 4.0, 1));
    }

    #[test]
    fn faults_are_named() {
        let codes = |text: &str| -> Vec<_> {
            parse(text).unwrap_err().listed().iter().map(|error| (error.line, error.code)).collect()
        };
        let rows = "id,lon,lat,people,jobs\na,,-30,1,1\na,1,2,1,1\n,1,2,1,1\nb,1,95,1,1\nc,1,2,-1,x\n";
        assert_eq!(
            codes(rows),
            [
                (2, "zone-002"),
                (3, "zone-001"),
                (4, "zone-001"),
                (5, "zone-002"),
                (6, "zone-003"),
                (6, "zone-003")
            ]
        );
        assert_eq!(codes("id,lon,lat\na,1,2\n"), [(1, "city-003"), (1, "city-003")]);
        assert_eq!(codes("{\"features\": 3}"), [(1, "zone-005")]);
        assert_eq!(codes("id,lon,lat,people,jobs\na,1,2,1,1\n"), [(0, "zone-004")]);
    }
}
