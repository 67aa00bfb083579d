//! Where the nodes of a TNTP network lie.

use std::collections::{BTreeSet, HashMap};
use std::f64::consts::TAU;

use routewright_model::{Coordinates, Position};
use serde::Deserialize;

use super::rows::rows;
use crate::TextFile;
use crate::error::Problems;
use crate::json::{Items, Name, explain};
use crate::show::{number, shown};
use crate::text_file::LineCounter;

/// Positions by node number.
#[derive(Debug, Default)]
pub(super) struct Places(HashMap<u32, Position>);

impl Places {
    /// Reads `node x y ;` lines or a GeoJSON of points with an `id`.
    pub(super) fn read(file: &TextFile, problems: &mut Problems) -> Self {
        let mut places = Self::default();
        match file.text.trim_start().starts_with('{') {
            true => places.read_points(file, problems),
            false => places.read_rows(file, problems),
        }
        places
    }

    /// Nodes in order of number on a circle, anticlockwise from the east.
    pub(super) fn on_a_circle(numbers: &BTreeSet<u32>) -> Self {
        const RADIUS_METRES: f64 = 5000.0;
        let angle = |index: usize| TAU * index as f64 / numbers.len() as f64;
        let place = |index: usize| {
            let (sine, cosine) = angle(index).sin_cos();
            // Whole metres, so that every platform agrees.
            Position { x: (RADIUS_METRES * cosine).round(), y: (RADIUS_METRES * sine).round() }
        };
        Self(numbers.iter().enumerate().map(|(index, &number)| (number, place(index))).collect())
    }

    pub(super) fn of(&self, number: u32) -> Option<Position> {
        self.0.get(&number).copied()
    }

    /// Degrees if all positions could be, else a plane. The format does not say.
    pub(super) fn coordinates(&self) -> Coordinates {
        let degrees = |place: &Position| place.x.abs() <= 180.0 && place.y.abs() <= 90.0;
        if self.0.values().all(degrees) { Coordinates::Degrees } else { Coordinates::Metres }
    }

    /// The same places in metres, if a unit has so many.
    pub(super) fn scale(&mut self, metres: f64) {
        for place in self.0.values_mut() {
            (place.x, place.y) = (place.x * metres, place.y * metres);
        }
    }

    fn read_rows(&mut self, file: &TextFile, problems: &mut Problems) {
        for (index, (line, row)) in rows(file).enumerate() {
            let values: Vec<&str> = row.trim_end_matches([';', ' ', '\t']).split_whitespace().collect();
            let is_header = index == 0 && !values.is_empty() && values[0].parse::<f64>().is_err();
            if is_header {
                continue;
            }
            let place = match values[..] {
                [node, x, y, ..] => node.parse().ok().zip(position(number(x), number(y))),
                _ => None,
            };
            match place {
                Some((node, place)) => self.insert(file, line, node, place, problems),
                None => {
                    let problem = format!("{} is not a node's number and position", shown(&values.join(" ")));
                    problems.add(file.at(line), "tntp-009", problem, "write node, x and y, then a semicolon");
                }
            }
        }
    }

    fn read_points(&mut self, file: &TextFile, problems: &mut Problems) {
        let help = "write a FeatureCollection of Points, each with its node number as property id";
        let map: PointMap = match serde_json::from_str(&file.text) {
            Ok(map) => map,
            Err(error) => {
                let (line, problem) = explain(&error, 1);
                return problems.add(file.at(line), "tntp-011", problem, help);
            }
        };
        let mut lines = LineCounter::new(&file.text);
        for item in map.features.0 {
            let line = lines.line_of_part(item.get());
            let point: Point = match serde_json::from_str(item.get()) {
                Ok(point) => point,
                Err(error) => {
                    let (line, problem) = explain(&error, line);
                    problems.add(file.at(line), "tntp-011", problem, help);
                    continue;
                }
            };
            let place = match point.geometry.coordinates[..] {
                [x, y, ..] => position(Some(x), Some(y)),
                _ => None,
            };
            let node = &point.properties.id.0;
            match node.parse().ok().zip(place) {
                Some((node, place)) => self.insert(file, line, node, place, problems),
                None => {
                    let problem =
                        format!("the point with id {} is not a node with two coordinates", shown(node));
                    problems.add(file.at(line), "tntp-011", problem, help);
                }
            }
        }
    }

    fn insert(&mut self, file: &TextFile, line: u64, node: u32, place: Position, problems: &mut Problems) {
        if self.0.insert(node, place).is_some() {
            let problem = format!("the position of node {node} is given twice");
            problems.add(file.at(line), "tntp-012", problem, "remove one of the two");
        }
    }
}

#[derive(Deserialize)]
struct PointMap<'a> {
    #[serde(borrow)]
    features: Items<'a>,
}

#[derive(Deserialize)]
struct Point {
    properties: Properties,
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Properties {
    id: Name,
}

#[derive(Deserialize)]
struct Geometry {
    coordinates: Vec<f64>,
}

fn position(x: Option<f64>, y: Option<f64>) -> Option<Position> {
    Some(Position { x: x?, y: y? }).filter(|place| place.x.is_finite() && place.y.is_finite())
}
