//! Zones as GeoJSON.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::raw::{MOST_CELLS, RawZone, RawZones, Rings};
use super::shape::centre;
use crate::TextFile;
use crate::csv_table::Decimals;
use crate::error::Problems;
use crate::json::{Items, explain};
use crate::text_file::LineCounter;

const HELP: &str = "write a FeatureCollection of Points or Polygons with a property id";

/// Reads all features with all their properties. `None` if the file is no collection of features.
pub(super) fn read(file: &TextFile, problems: &mut Problems) -> Option<RawZones> {
    let collection: Collection = match serde_json::from_str(&file.text) {
        Ok(collection) => collection,
        Err(error) => {
            let (line, problem) = explain(&error, 1);
            problems.add(file.at(line), "zone-005", problem, HELP);
            return None;
        }
    };
    let mut counter = LineCounter::new(&file.text);
    let mut columns = Columns::default();
    let (mut zones, mut count) = (Vec::new(), 0);
    for raw in collection.features.0 {
        let line = counter.line_of_part(raw.get());
        let feature: Feature = match serde_json::from_str(raw.get()) {
            Ok(feature) => feature,
            Err(error) => {
                let (line, problem) = explain(&error, line);
                problems.add(file.at(line), "zone-005", problem, HELP);
                continue;
            }
        };
        let Some((place, rings)) = shape(&feature.geometry) else {
            let problem = "the shape of the zone is not a point or polygon";
            problems.add(file.at(line), "zone-005", problem, HELP);
            continue;
        };
        let own_id = feature.id.as_ref().map(text_of).filter(|id| !id.is_empty());
        let cells: Vec<_> = feature
            .properties
            .unwrap_or_default()
            .iter()
            .map(|(name, value)| (columns.place(name), text_of(value)))
            .collect();
        count += cells.len();
        if count > MOST_CELLS {
            let problem = format!("has more than {MOST_CELLS} properties");
            problems.add(file.at(line), "zone-004", problem, "remove properties that are not needed");
            return None;
        }
        zones.push(RawZone { line, own_id, cells, place: Some(place), rings });
    }
    let crs = collection.crs.as_ref().and_then(declared);
    let left_out =
        columns.names.iter().position(|name| name.eq_ignore_ascii_case("fid")).into_iter().collect();
    Some(RawZones {
        columns: columns.names,
        zones,
        decimals: Decimals::Point,
        crs,
        column_word: "property",
        left_out,
        header_line: 0,
        notes: Vec::new(),
    })
}

/// Names of properties in the order in which they come.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Columns {
    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        let place = self.names.len();
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }
}

#[derive(Deserialize)]
struct Collection<'a> {
    #[serde(borrow)]
    features: Items<'a>,
    crs: Option<Value>,
}

#[derive(Deserialize)]
struct Feature {
    id: Option<Value>,
    properties: Option<Map<String, Value>>,
    geometry: Value,
}

/// The name in `{"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::31983"}}`, or the older
/// `{"type": "EPSG", "properties": {"code": 31983}}`.
fn declared(crs: &Value) -> Option<String> {
    let properties = crs.get("properties")?;
    let named = properties.get("name").and_then(Value::as_str).map(str::to_owned);
    named.or_else(|| properties.get("code").map(|code| format!("EPSG:{}", text_of(code))))
}

fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    }
}

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
