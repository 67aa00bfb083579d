//! Networks for maps.

use std::collections::BTreeSet;

use routewright_model::geography::to_degrees;
use routewright_model::{City, Direction, Frequency, Network, NodeId, Position, Route};
use serde_json::{Value, json};

use crate::colours::hex;
use crate::{Course, LINE_COLOURS, LinkShapes};

/// The network as GeoJSON: a LineString for every route, then a Point for every stop served. A route with a way back of
/// its own is a MultiLineString: the way out, then the way back.
///
/// Routes carry `name`, `stops`, `minutes` (out), `one_way`, `colour` and `fixed`, `stops_back` and `minutes_back` where
/// the way back is their own, and `headway_minutes` or `vehicles` where they say how often they run; stops carry `id` and
/// `terminal`, and `name` where people call them something else. A city on a plane is laid out around 0° N, 0° E at its
/// true size.
pub fn network_to_geojson(city: &City, network: &Network, fixed: Option<&Network>) -> String {
    network_to_geojson_on_streets(city, network, fixed, &LinkShapes::default(), &[])
}

/// The network as [`network_to_geojson`] writes it, its routes along the streets where their course is known. `styles`
/// are places in the palette that somebody chose, by route; the others have theirs one after the other.
pub fn network_to_geojson_on_streets(
    city: &City,
    network: &Network,
    fixed: Option<&Network>,
    shapes: &LinkShapes,
    styles: &[usize],
) -> String {
    let fixed_routes = fixed.map_or(&[][..], |network| &network.routes);
    let planned = network.routes.iter().enumerate();
    let lines = planned.map(|(index, route)| {
        let style = styles.get(index).copied().unwrap_or(index);
        line(city, route, &hex(LINE_COLOURS[style % LINE_COLOURS.len()]), &|stops| {
            course(city, stops, shapes, Course::Streets)
        })
    });
    let fixed_lines = fixed_routes
        .iter()
        .map(|route| line(city, route, FIXED_COLOUR, &|stops| course(city, stops, shapes, Course::Straight)));
    let routes = network.routes.iter().chain(fixed_routes);
    let stops: BTreeSet<NodeId> = routes.flat_map(Route::patterns).flat_map(|way| way.stops).collect();
    let points = stops.into_iter().map(|stop| point(city, stop));
    let features: Vec<String> =
        lines.chain(fixed_lines).chain(points).map(|feature| feature.to_string()).collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
}

const FIXED_COLOUR: &str = "#555555";

/// The places that a vehicle passes on its way from stop to stop.
fn course(city: &City, stops: &[NodeId], shapes: &LinkShapes, course: Course) -> Vec<[f64; 2]> {
    // Without the course of the streets, every stop is drawn once.
    if shapes.is_empty() {
        return stops.iter().map(|&stop| place(city, city.node(stop).position)).collect();
    }
    let legs = shapes.legs_out(city, stops, course);
    let mut places: Vec<[f64; 2]> = legs.concat().into_iter().map(|position| place(city, position)).collect();
    places.dedup();
    // A line has two points, even one that leads nowhere.
    if places.len() == 1 {
        places.push(places[0]);
    }
    places
}

fn line(city: &City, route: &Route, colour: &str, course: &dyn Fn(&[NodeId]) -> Vec<[f64; 2]>) -> Value {
    let names =
        |stops: &[NodeId]| -> Vec<&str> { stops.iter().map(|&stop| city.node(stop).name.as_str()).collect() };
    let mut properties = json!({
        "name": route.name(),
        "stops": names(route.stops()),
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
    let out = course(route.stops());
    let geometry = match route.own_back() {
        None => json!({"type": "LineString", "coordinates": out}),
        Some(back) => {
            properties["stops_back"] = json!(names(&back.stops));
            properties["minutes_back"] = json!(route.time_back().minutes());
            json!({"type": "MultiLineString", "coordinates": [out, course(&back.stops)]})
        }
    };
    json!({"type": "Feature", "properties": properties, "geometry": geometry})
}

fn point(city: &City, stop: NodeId) -> Value {
    let node = city.node(stop);
    let mut properties = json!({"id": node.name, "terminal": node.terminal});
    if let Some(label) = &node.label {
        properties["name"] = json!(label);
    }
    json!({
        "type": "Feature",
        "properties": properties,
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

    #[test]
    fn a_way_back_of_its_own_and_names_of_stops_are_drawn() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[8].label = Some("Harbour".into());
        let city = City::new(parts).unwrap();
        let text = "[{\"stops\": [1, 2], \"leg_minutes\": [3], \"stops_back\": [2, 9, 1], \
                     \"leg_minutes_back\": [2, 2.5]}]";
        let network = parse_network(&city, &TextFile::new("n", text)).unwrap();
        let map: Value = serde_json::from_str(&network_to_geojson(&city, &network, None)).unwrap();
        let features = map["features"].as_array().unwrap();
        assert_eq!(features.len(), 1 + 3);
        let (line, harbour) = (&features[0], &features[3]);
        assert_eq!(line["geometry"]["type"], "MultiLineString");
        let ways = line["geometry"]["coordinates"].as_array().unwrap();
        assert_eq!((ways[0].as_array().unwrap().len(), ways[1].as_array().unwrap().len()), (2, 3));
        assert_eq!(ways[0][1], ways[1][0]);
        assert_eq!(line["properties"]["stops_back"], json!(["2", "9", "1"]));
        assert_eq!(
            (&line["properties"]["minutes"], &line["properties"]["minutes_back"]),
            (&json!(3.0), &json!(4.5))
        );
        assert_eq!(harbour["properties"], json!({"id": "9", "terminal": true, "name": "Harbour"}));
        assert_eq!(features[1]["properties"].get("name"), None);
    }
}
