//! What a script draws: a city, its routes and their courses as JSON, in whole numbers.

use std::collections::BTreeSet;

use routewright_io::{Course, LinkShapes};
use routewright_model::{City, Direction, NodeId, Position, Route};
use serde_json::{Map, Value, json};

use super::base_map::BaseMap;
use crate::map::frequency::width_share;
use crate::map::palette::{FIXED, LineStyle};
use crate::words::{between, printable};

/// Width of the line that runs most often against the usual width.
const WIDEST: f64 = 1.5;

/// What never changes on the map of a city: `size`, `metres_per_unit`, `nodes` as `[x, y, label]`, `streets`
/// as pairs of nodes, and the `courses` of streets that are not straight.
pub fn map_data(city: &City, link_shapes: &LinkShapes) -> Value {
    let base_map = BaseMap::new(city);
    let nodes = city.node_ids().map(|node| {
        let [x, y] = base_map.place(city.node(node).position);
        json!([x, y, printable(city.node(node).label())])
    });
    let streets: BTreeSet<(NodeId, NodeId)> =
        city.links().map(|link| (link.from.min(link.to), link.from.max(link.to))).collect();
    let courses = streets.iter().filter_map(|&(from, to)| Some((from, to, link_shapes.of_link(from, to)?)));
    json!({
        "size": base_map.size(),
        "metres_per_unit": base_map.metres_per_unit(),
        "nodes": nodes.collect::<Vec<_>>(),
        "streets": streets.iter().map(|(a, b)| [a.index(), b.index()]).collect::<Vec<_>>(),
        "courses": courses_on(&base_map, courses),
    })
}

/// Courses between pairs of nodes by `"a-b"`, the smaller index first: the first point, then the step from each
/// point to the next. A course given from the larger index to the smaller is turned round; of several courses of
/// one pair the first counts.
pub fn course_data(city: &City, legs: impl IntoIterator<Item = (NodeId, NodeId, Vec<Position>)>) -> Value {
    courses_on(&BaseMap::new(city), legs)
}

/// A route as it is drawn along the streets, in a style.
pub fn route_data(city: &City, route: &Route, style: LineStyle) -> Value {
    let mut value = route_value(city, route, Course::Streets);
    for (name, part) in style_value(style) {
        value[name] = part;
    }
    value
}

/// A route on a track of its own, such as a metro: straight from stop to stop.
pub fn fixed_route_data(city: &City, route: &Route) -> Value {
    let mut value = route_value(city, route, Course::Straight);
    value["colour"] = FIXED.into();
    value
}

/// All styles of routes, in the order in which routes get them.
pub fn palette_data() -> Value {
    (0..LineStyle::COUNT).map(|at| Value::Object(style_value(LineStyle::of_route(at)).collect())).collect()
}

/// Width of a line against the usual width, by its headway and the shortest of its network.
pub fn line_width(headway_minutes: f64, shortest_headway: f64) -> f64 {
    (WIDEST * width_share(headway_minutes, shortest_headway) * 100.0).round() / 100.0
}

fn courses_on(base_map: &BaseMap, legs: impl IntoIterator<Item = (NodeId, NodeId, Vec<Position>)>) -> Value {
    let mut courses = Map::new();
    for (from, to, mut course) in legs {
        if from > to {
            course.reverse();
        }
        let key = format!("{}-{}", from.min(to).index(), from.max(to).index());
        courses.entry(key).or_insert_with(|| json!(base_map.course(&course)));
    }
    Value::Object(courses)
}

fn style_value(style: LineStyle) -> impl Iterator<Item = (String, Value)> {
    [
        ("colour", style.colour.hex().into()),
        ("pale", style.colour.pale().hex().into()),
        ("dashes", json!(style.dashes)),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
}

fn route_value(city: &City, route: &Route, course: Course) -> Value {
    let indices = |nodes: &[NodeId]| nodes.iter().map(|node| node.index()).collect::<Vec<_>>();
    let mut path = vec![route.stops()[0]];
    // A way back with stops of its own is drawn after the way out.
    let back = route.own_back().map_or(&[][..], |back| &back.stops);
    for leg in route.stops().windows(2).chain(back.windows(2)) {
        if path.last() != Some(&leg[0]) {
            path.push(leg[0]);
        }
        match course {
            Course::Streets if city.link_time(leg[0], leg[1]).is_none() && leg[0] != leg[1] => {
                path.extend(city.shortest_path(leg[0], leg[1]).skip(1));
            }
            _ => path.push(leg[1]),
        }
    }
    let mut value = json!({
        "name": printable(route.name()),
        "between": printable(&between(city, route)),
        "stops": indices(route.stops()),
        "minutes": (route.time_out().minutes() * 10.0).round() / 10.0,
    });
    if !back.is_empty() {
        value["back"] = json!(indices(back));
    }
    if path != route.stops() {
        value["path"] = json!(indices(&path));
    }
    if route.direction() == Direction::OneWay {
        value["one_way"] = true.into();
    }
    value
}

#[cfg(test)]
mod tests {
    use routewright_model::{Pattern, Seconds};

    use super::*;

    #[test]
    fn a_way_back_with_other_stops_is_drawn_as_well() {
        let city = City::mandl();
        let pattern = |stops: &[usize]| Pattern {
            stops: stops.iter().map(|&at| NodeId::new(at)).collect(),
            legs: vec![Seconds(60); stops.len() - 1],
        };
        let own =
            Route::with_timetable(&city, "own", pattern(&[0, 1, 2]), Some(pattern(&[2, 1, 3]))).unwrap();
        let value = route_data(&city, &own, LineStyle::of_route(13));
        assert_eq!((&value["stops"], &value["path"]), (&json!([0, 1, 2]), &json!([0, 1, 2, 1, 3])));
        assert_eq!(value["back"], json!([2, 1, 3]));
        assert_eq!((&value["colour"], &value["dashes"]), (&palette_data()[1]["colour"], &json!([3.0, 2.0])));
    }

    #[test]
    fn courses_start_at_the_smaller_index() {
        let city = City::mandl();
        let [a, b] = [0, 1].map(NodeId::new);
        let place = |node: NodeId| city.node(node).position;
        let bend = Position { x: 5000.0, y: 9000.0 };
        let there = course_data(&city, [(a, b, vec![place(a), bend, place(b)])]);
        let back = course_data(&city, [(b, a, vec![place(b), bend, place(a)])]);
        assert_eq!(there, back);
        let steps = there["0-1"].as_array().unwrap();
        assert_eq!(steps.len(), 6);
        let map = map_data(&city, &LinkShapes::default());
        assert_eq!([&steps[0], &steps[1]], [&map["nodes"][0][0], &map["nodes"][0][1]]);
        // Mandl's city is 8.3 km wide, drawn 20,000 units wide.
        assert_eq!(map["metres_per_unit"], json!(0.415));
    }
}
