//! Networks for maps.

use std::collections::BTreeSet;

use routewright_model::geography::to_degrees;
use routewright_model::{City, Direction, Frequency, Network, NodeId, Position, Route};
use serde_json::{Value, json};

use crate::{Course, LinkShapes};

/// The network as GeoJSON: a LineString for every route, then a Point for every stop served.
///
/// Routes carry `name`, `stops`, `minutes` (out), `one_way`, `colour` and `fixed`, and `headway_minutes` or `vehicles`
/// where they say how often they run; stops carry `id` and `terminal`. A city on a plane is laid out around 0° N, 0° E at its true size.
pub fn network_to_geojson(city: &City, network: &Network, fixed: Option<&Network>) -> String {
    network_to_geojson_on_streets(city, network, fixed, &LinkShapes::default())
}

/// The network as [`network_to_geojson`] writes it, its routes along the streets where their course is known.
pub fn network_to_geojson_on_streets(
    city: &City,
    network: &Network,
    fixed: Option<&Network>,
    shapes: &LinkShapes,
) -> String {
    let fixed_routes = fixed.map_or(&[][..], |network| &network.routes);
    let planned = network.routes.iter().enumerate();
    let lines = planned.map(|(index, route)| {
        line(city, route, COLOURS[index % COLOURS.len()], &course(city, route, shapes, Course::Streets))
    });
    let fixed_lines = fixed_routes
        .iter()
        .map(|route| line(city, route, FIXED_COLOUR, &course(city, route, shapes, Course::Straight)));
    let routes = network.routes.iter().chain(fixed_routes);
    let stops: BTreeSet<NodeId> = routes.flat_map(|route| route.stops()).copied().collect();
    let points = stops.into_iter().map(|stop| point(city, stop));
    let features: Vec<String> =
        lines.chain(fixed_lines).chain(points).map(|feature| feature.to_string()).collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
}

/// Distinguishable on light and dark maps; repeated where there are more routes.
const COLOURS: [&str; 12] = [
    "#1b6ca8", "#d1495b", "#2e933c", "#e08e1b", "#7b4fa3", "#00868b", "#b5446e", "#6b7a0f", "#4a5fc1",
    "#a65e2e", "#c72c9c", "#3f8f6b",
];

const FIXED_COLOUR: &str = "#555555";

/// The places a route passes on its way out.
fn course(city: &City, route: &Route, shapes: &LinkShapes, course: Course) -> Vec<[f64; 2]> {
    // Without the course of the streets, every stop is drawn once.
    if shapes.is_empty() {
        return route.stops().iter().map(|&stop| place(city, city.node(stop).position)).collect();
    }
    let legs = shapes.legs_out(city, route.stops(), course);
    let mut places: Vec<[f64; 2]> = legs.concat().into_iter().map(|position| place(city, position)).collect();
    places.dedup();
    // A line has two points, even one that leads nowhere.
    if places.len() == 1 {
        places.push(places[0]);
    }
    places
}

fn line(city: &City, route: &Route, colour: &str, places: &[[f64; 2]]) -> Value {
    let stops: Vec<&str> = route.stops().iter().map(|&stop| city.node(stop).name.as_str()).collect();
    let mut properties = json!({
        "name": route.name(),
        "stops": stops,
        "minutes": route.time_out().minutes(),
        "one_way": route.direction() == Direction::OneWay,
        "colour": colour,
        "fixed": colour == FIXED_COLOUR,
    });
    match route.frequency() {
        Some(Frequency::Every(minutes)) => properties["headway_minutes"] = json!(minutes),
        Some(Frequency::Vehicles(count)) => properties["vehicles"] = json!(count),
        None => {}
    }
    let geometry = json!({"type": "LineString", "coordinates": places});
    json!({"type": "Feature", "properties": properties, "geometry": geometry})
}

fn point(city: &City, stop: NodeId) -> Value {
    let node = city.node(stop);
    json!({
        "type": "Feature",
        "properties": {"id": node.name, "terminal": node.terminal},
        "geometry": {"type": "Point", "coordinates": place(city, node.position)},
    })
}

/// Longitude and latitude.
fn place(city: &City, position: Position) -> [f64; 2] {
    let Position { x, y } = to_degrees(city, position);
    [x, y]
}

#[cfg(test)]
mod tests {
    use routewright_model::geography::METRES_PER_DEGREE;

    use super::*;
    use crate::{TextFile, parse_network};

    #[test]
    fn lines_and_points_are_drawn() {
        let city = City::mandl();
        let read = |text| parse_network(&city, &TextFile::new("n", text)).unwrap();
        let metro = read(
            "[{\"name\": \"M\", \"stops\": [1, 9], \"leg_minutes\": [3.5], \"one_way\": true, \"headway_minutes\": 4}]",
        );
        let text = network_to_geojson(&city, &read("1-2-3"), Some(&metro));
        let map: Value = serde_json::from_str(&text).unwrap();
        let features = map["features"].as_array().unwrap();
        assert_eq!(features.len(), 2 + 4);
        let bus = &features[0];
        assert_eq!(
            bus["geometry"]["coordinates"][0],
            json!([1000.0 / METRES_PER_DEGREE, 9000.0 / METRES_PER_DEGREE])
        );
        assert_eq!(bus["properties"]["stops"], json!(["1", "2", "3"]));
        assert_eq!(bus["properties"]["minutes"], json!(10.0));
        assert_eq!(
            features[1]["properties"],
            json!({"name": "M", "stops": ["1", "9"], "minutes": 3.5, "one_way": true,
                   "colour": "#555555", "fixed": true, "headway_minutes": 4.0})
        );
        assert_eq!(features[5]["properties"], json!({"id": "9", "terminal": true}));
    }
}
