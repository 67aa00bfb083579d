//! `link-shapes.geojson`: the course of every link on the ground.

use std::collections::BTreeMap;

use routewright_model::{City, NodeId, Position};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::error::Problems;
use crate::json::{Items, Name, explain};
use crate::show::shown;
use crate::text_file::LineCounter;
use crate::{InputErrors, TextFile};

/// The course of links, from start to end, in the coordinates of the city. Links without one are straight. A way of a
/// route that was laid out as a whole has a course of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinkShapes {
    shapes: BTreeMap<(NodeId, NodeId), Vec<Position>>,
    /// The legs of whole ways, by their stops.
    ways: BTreeMap<Vec<NodeId>, Vec<Vec<Position>>>,
}

/// How a vehicle gets from one stop to the next where no link leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Along the fastest way over links, as a bus does.
    Streets,
    /// On its own track, drawn as a straight line.
    Straight,
}

impl LinkShapes {
    /// Whether no course is known.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty() && self.ways.is_empty()
    }

    /// Gives a way along these stops a course of its own: the points of every leg.
    ///
    /// # Panics
    /// There are not as many legs as pairs of consecutive stops, or one has fewer than two points.
    pub fn lay(&mut self, stops: Vec<NodeId>, legs: Vec<Vec<Position>>) {
        assert_eq!(legs.len() + 1, stops.len(), "a way has a leg between every two stops");
        assert!(legs.iter().all(|leg| leg.len() > 1), "a leg has two points or more");
        self.ways.insert(stops, legs);
    }

    /// The course of a link, or that of its opposite driven the other way. `None` if neither is known.
    pub fn of_link(&self, from: NodeId, to: NodeId) -> Option<Vec<Position>> {
        let opposite = || Some(self.shapes.get(&(to, from))?.iter().rev().copied().collect());
        self.shapes.get(&(from, to)).cloned().or_else(opposite)
    }

    /// The course of a vehicle from one stop to the next: two points or more.
    pub fn way(&self, city: &City, from: NodeId, to: NodeId, course: Course) -> Vec<Position> {
        if let Some(shape) = self.of_link(from, to) {
            return shape;
        }
        let straight = || vec![city.node(from).position, city.node(to).position];
        if course == Course::Straight || from == to || city.link_time(from, to).is_some() {
            return straight();
        }
        let nodes: Vec<NodeId> = city.shortest_path(from, to).collect();
        let mut way = Vec::new();
        for link in nodes.windows(2) {
            let part = match self.of_link(link[0], link[1]) {
                Some(shape) => shape,
                None => vec![city.node(link[0]).position, city.node(link[1]).position],
            };
            let repeats = usize::from(way.last() == part.first());
            way.extend(part.into_iter().skip(repeats));
        }
        way
    }

    /// The courses of a way's legs, in the order they are driven.
    pub fn legs_out(&self, city: &City, stops: &[NodeId], course: Course) -> Vec<Vec<Position>> {
        if let Some(legs) = self.ways.get(stops) {
            return legs.clone();
        }
        stops.windows(2).map(|leg| self.way(city, leg[0], leg[1], course)).collect()
    }
}

/// Checks a GeoJSON collection of LineStrings with the properties `from` and `to`, ids of nodes.
///
/// # Errors
/// Everything wrong with the file; see `docs/errors.md`.
pub fn parse_link_shapes(city: &City, file: &TextFile) -> Result<LinkShapes, InputErrors> {
    let collection: Collection<'_> = serde_json::from_str(&file.text).map_err(|error| {
        let (line, problem) = explain(&error, 1);
        let problem = format!("not a GeoJSON collection of features: {problem}");
        InputErrors::one(file.at(line), "shape-001", problem, "import the city again, or remove the file")
    })?;
    let mut problems = Problems::default();
    let mut lines = LineCounter::new(&file.text);
    let mut shapes = BTreeMap::new();
    for item in collection.features.0 {
        let line = lines.line_of_part(item.get());
        match shape(city, item) {
            Ok((from, to, course)) => drop(shapes.insert((from, to), course)),
            Err(problem) => {
                let help =
                    "give a LineString of two points or more, with the ids of its nodes as from and to";
                problems.add(file.at(line), "shape-002", problem, help);
            }
        }
    }
    problems.or(LinkShapes { shapes, ways: BTreeMap::new() })
}

#[derive(Deserialize)]
struct Collection<'a> {
    #[serde(borrow)]
    features: Items<'a>,
}

#[derive(Deserialize)]
struct Feature {
    properties: Ends,
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Ends {
    from: Name,
    to: Name,
}

#[derive(Deserialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: String,
    coordinates: Vec<Vec<f64>>,
}

fn shape(city: &City, item: &RawValue) -> Result<(NodeId, NodeId, Vec<Position>), String> {
    let Feature { properties, geometry } =
        serde_json::from_str(item.get()).map_err(|error| explain(&error, 1).1)?;
    let node = |name: &Name| {
        city.node_named(&name.0).ok_or_else(|| format!("node {} is not in the city", shown(&name.0)))
    };
    let (from, to) = (node(&properties.from)?, node(&properties.to)?);
    if geometry.kind != "LineString" || geometry.coordinates.len() < 2 {
        return Err("the course is not a LineString of two points or more".into());
    }
    let place = |point: &Vec<f64>| match point[..] {
        [x, y, ..] => Ok(Position { x, y }),
        _ => Err("a point has fewer than two coordinates".to_owned()),
    };
    Ok((from, to, geometry.coordinates.iter().map(place).collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feature(from: &str, to: &str, coordinates: &str) -> String {
        format!(
            r#"{{"type":"Feature","properties":{{"from":{from},"to":"{to}","minutes":8}},
                "geometry":{{"type":"LineString","coordinates":{coordinates}}}}}"#
        )
    }

    fn parse(features: &[String]) -> Result<LinkShapes, InputErrors> {
        let text = format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}", features.join(",\n"));
        parse_link_shapes(&City::mandl(), &TextFile::new("link-shapes.geojson", text))
    }

    fn places(way: Vec<Position>) -> Vec<(f64, f64)> {
        way.into_iter().map(|place| (place.x, place.y)).collect()
    }

    #[test]
    fn ways_follow_streets_where_they_are_known() {
        let shapes =
            parse(&[feature("1", "2", "[[0,0],[5,1],[9,2,77]]"), feature("\"2\"", "3", "[[9,2],[10,3]]")])
                .unwrap();
        let city = City::mandl();
        let node = |name: &str| city.node_named(name).unwrap();
        let way = |from, to, course| places(shapes.way(&city, node(from), node(to), course));
        assert_eq!(way("1", "2", Course::Straight), [(0.0, 0.0), (5.0, 1.0), (9.0, 2.0)]);
        assert_eq!(way("2", "1", Course::Streets), [(9.0, 2.0), (5.0, 1.0), (0.0, 0.0)]);
        // No link leads from 1 to 3: a bus drives by 2, a metro does not.
        assert_eq!(way("1", "3", Course::Streets), [(0.0, 0.0), (5.0, 1.0), (9.0, 2.0), (10.0, 3.0)]);
        let [one, three] = ["1", "3"].map(|name| city.node(node(name)).position);
        assert_eq!(way("1", "3", Course::Straight), [(one.x, one.y), (three.x, three.y)]);
    }

    #[test]
    fn faults_are_named_with_their_line() {
        let faults = [feature("1", "99", "[[0,0],[1,1]]"), feature("1", "2", "[[0,0]]")];
        let errors = parse(&faults).unwrap_err();
        let told: Vec<_> = errors.listed().iter().map(|e| (e.line, e.code, e.problem.as_str())).collect();
        assert_eq!(
            told,
            [
                (2, "shape-002", "node 99 is not in the city"),
                (4, "shape-002", "the course is not a LineString of two points or more"),
            ]
        );
        let errors = parse_link_shapes(&City::mandl(), &TextFile::new("x", "[1]")).unwrap_err();
        assert_eq!(errors.listed()[0].code, "shape-001");
    }
}
