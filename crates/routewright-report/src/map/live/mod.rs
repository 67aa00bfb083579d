//! An interactive map: pan, zoom, show and hide routes, compare two networks. One canvas and one script,
//! self-contained.

mod base_map;

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};
use routewright_eval::service::{LineAssessment, ServiceAssessment};
use routewright_io::{Course, LinkShapes};
use routewright_model::{City, Direction, Network, NodeId, Route};
use serde_json::{Value, json};

use super::frequency::{line_of, shortest_headway, width_share};
use super::palette::{FIXED, LineStyle};
use crate::words::{between, printable};
use base_map::BaseMap;

/// Width of the line that runs most often against the usual width.
const WIDEST: f64 = 1.5;
const SCRIPT: &str = include_str!("live.js");

/// What a live map shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveMap<'map> {
    pub(crate) city: &'map City,
    /// Networks with their names; the first is shown first.
    pub(crate) networks: &'map [(&'static str, &'map Network)],
    /// The services of the networks, as far as they are known: routes then say how often they run, and those that run
    /// more often are wider.
    pub(crate) services: &'map [&'map ServiceAssessment],
    /// Existing routes that are not part of the network, such as a metro.
    pub(crate) fixed: &'map Network,
    pub(crate) link_shapes: &'map LinkShapes,
}

impl LiveMap<'_> {
    /// The map with its controls, data and script.
    pub(crate) fn html(&self) -> Markup {
        let label = format!("Map of the routes of {}", self.city.name());
        // Inside a script, text ends at the first `</`.
        let data = self.data().to_string().replace('<', "\\u003c");
        html! {
            div.live-map #live-map {
                div.live-stage {
                    canvas tabindex="0" role="img" aria-label=(label) {}
                    @if self.networks.len() > 1 { (self.switch()) }
                    div.zoom {
                        button type="button" data-zoom="1.5" aria-label="Zoom in" { "+" }
                        button type="button" data-zoom="0.667" aria-label="Zoom out" { "−" }
                        button type="button" data-zoom="0" aria-label="Show all" { "⤢" }
                    }
                    div.tip hidden {}
                }
                div.live-list {}
                noscript {
                    p.note { "The map needs JavaScript; " code { "map.svg" } " beside this page does not." }
                }
            }
            script type="application/json" id="live-data" { (PreEscaped(data)) }
            script { (PreEscaped(SCRIPT)) }
        }
    }

    /// Buttons that show one network, or both.
    fn switch(&self) -> Markup {
        let names = self.networks.iter().map(|(title, _)| *title).chain(["Both"]);
        html! {
            div.switch role="group" aria-label="Networks" {
                @for (at, name) in names.enumerate() {
                    button type="button" data-show=(at) { (name) }
                }
            }
        }
    }

    /// Routes of the same name look the same in all networks. Names that the first network lacks get the
    /// styles after its own.
    fn style_of(&self, at: usize, route: &Route) -> LineStyle {
        let first = &self.networks[0].1.routes;
        if first.get(at).is_some_and(|other| std::ptr::eq(other, route)) {
            return LineStyle::of_route(at);
        }
        let same = first.iter().position(|other| other.name() == route.name());
        LineStyle::of_route(same.unwrap_or(first.len() + at))
    }

    /// What the script draws.
    fn data(&self) -> Value {
        let Self { city, link_shapes, .. } = *self;
        let base_map = BaseMap::new(city);
        let nodes = city.node_ids().map(|node| {
            let [x, y] = base_map.place(city.node(node).position);
            json!([x, y, printable(city.node(node).label())])
        });
        let streets: BTreeSet<(NodeId, NodeId)> =
            city.links().map(|link| (link.from.min(link.to), link.from.max(link.to))).collect();
        let courses = streets.iter().filter_map(|&(from, to)| {
            let course = base_map.course(&link_shapes.of_link(from, to)?);
            Some((format!("{}-{}", from.index(), to.index()), json!(course)))
        });
        let shortest = shortest_headway(self.services.iter().copied());
        let line = |network: usize, route, is_fixed| line_of(self.services.get(network)?, route, is_fixed);
        let networks = self.networks.iter().enumerate().map(|(nth, (title, network))| {
            let route = |(at, route): (usize, &Route)| {
                let mut value = planned_route(city, self.style_of(at, route), route);
                if let Some(line) = line(nth, at, false) {
                    add_service(&mut value, line);
                    value["wide"] = json!((WIDEST * width_share(line, shortest) * 100.0).round() / 100.0);
                }
                value
            };
            let routes: Vec<Value> = network.routes.iter().enumerate().map(route).collect();
            json!({"title": title, "routes": routes})
        });
        let fixed = self.fixed.routes.iter().enumerate().map(|(at, route)| {
            let mut value = route_value(city, route, Course::Straight);
            value["colour"] = FIXED.into();
            if let Some(line) = line(0, at, true) {
                add_service(&mut value, line);
            }
            value
        });
        json!({
            "size": base_map.size(),
            "nodes": nodes.collect::<Vec<_>>(),
            "streets": streets.iter().map(|(a, b)| [a.index(), b.index()]).collect::<Vec<_>>(),
            "courses": courses.collect::<serde_json::Map<_, _>>(),
            "networks": networks.collect::<Vec<_>>(),
            "fixed": fixed.collect::<Vec<_>>(),
        })
    }
}

/// Headway and vehicles of a route.
fn add_service(value: &mut Value, line: &LineAssessment) {
    value["headway"] = json!((line.headway_minutes * 10.0).round() / 10.0);
    value["vehicles"] = line.vehicles.into();
}

fn planned_route(city: &City, style: LineStyle, route: &Route) -> Value {
    let mut value = route_value(city, route, Course::Streets);
    value["colour"] = style.colour.hex().into();
    value["pale"] = style.colour.pale().hex().into();
    value["dashes"] = json!(style.dashes);
    value
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
    if path != route.stops() {
        value["path"] = json!(indices(&path));
    }
    if route.direction() == Direction::OneWay {
        value["oneWay"] = true.into();
    }
    value
}

#[cfg(test)]
mod tests {
    use routewright_eval::service::ServiceModel;
    use routewright_model::{Frequency, Pattern, Seconds};

    use super::*;

    #[test]
    fn the_data_hold_everything_and_close_no_tag() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[0].name = "</script>".into();
        let city = City::new(parts).unwrap();
        let nodes = |list: &[usize]| list.iter().map(|&at| NodeId::new(at)).collect::<Vec<_>>();
        let bus = Route::on_links(&city, "1", nodes(&[0, 1, 2]), Direction::BothWays).unwrap();
        // An agency's route from 1 to 6: along streets it passes 2 and 3.
        let legs = vec![Seconds(300)];
        let skips =
            |name| Route::with_leg_times(&city, name, nodes(&[0, 5]), legs.clone(), Direction::OneWay);
        let (today, fixed) =
            (Network::from_iter([skips("t").unwrap()]), Network::from_iter([skips("m").unwrap()]));
        let proposed = Network::from_iter([bus]);
        let networks = [("Proposed", &proposed), ("Today", &today)];
        let map = LiveMap {
            city: &city,
            networks: &networks,
            services: &[],
            fixed: &fixed,
            link_shapes: &LinkShapes::default(),
        };
        let data = map.data();
        assert_eq!(data["networks"][0]["routes"][0]["stops"], json!([0, 1, 2]));
        assert_eq!(data["networks"][1]["routes"][0]["path"], json!([0, 1, 2, 5]));
        assert_eq!(data["networks"][1]["routes"][0]["oneWay"], json!(true));
        assert_eq!(data["fixed"][0].get("path"), None);
        let colour = |network: usize| data["networks"][network]["routes"][0]["colour"].clone();
        assert_ne!(colour(0), colour(1));
        assert_eq!(
            (data["nodes"].as_array().unwrap().len(), data["streets"].as_array().unwrap().len()),
            (15, 21)
        );
        // A way back with other stops is drawn as well.
        let pattern =
            |stops: &[usize]| Pattern { stops: nodes(stops), legs: vec![Seconds(60); stops.len() - 1] };
        let own = Route::with_timetable(&city, "own", pattern(&[0, 1, 2]), Some(pattern(&[2, 1, 3])));
        let value = route_value(&city, &own.unwrap(), Course::Streets);
        assert_eq!((&value["stops"], &value["path"]), (&json!([0, 1, 2]), &json!([0, 1, 2, 1, 3])));
        let html = map.html().into_string();
        assert_eq!(html.matches("</script>").count(), 2);
        assert!(html.contains("data-show=\"2\"") && html.contains("Both"));
    }
    #[test]
    fn routes_that_run_more_often_are_wider() {
        let city = City::mandl();
        let route = |name: &str, stops: [usize; 2], headway: Option<f64>| {
            let stops = stops.map(NodeId::new).to_vec();
            let route = Route::on_links(&city, name, stops, Direction::BothWays).unwrap();
            route.with_frequency(headway.map(Frequency::Every))
        };
        let network = Network::from_iter([
            route("often", [0, 1], Some(4.0)),
            route("seldom", [1, 2], Some(16.0)),
            route("unknown", [2, 5], None),
        ]);
        let (fixed, model) =
            (Network::from_iter([route("rail", [1, 3], Some(2.0))]), ServiceModel::for_city(&city));
        let service = ServiceAssessment::new(&city, &network, &fixed, &model, None);
        let map = LiveMap {
            city: &city,
            networks: &[("Proposed", &network)],
            services: &[&service],
            fixed: &fixed,
            link_shapes: &LinkShapes::default(),
        };
        let data = map.data();
        let routes = &data["networks"][0]["routes"];
        assert_eq!((&routes[0]["headway"], &routes[0]["vehicles"]), (&json!(4.0), &json!(4)));
        // A quarter of the departures: 1.5 * (0.3 + 0.7 / 4).
        assert_eq!((&routes[0]["wide"], &routes[1]["wide"]), (&json!(1.5), &json!(0.71)));
        assert_eq!((routes[2].get("headway"), routes[2].get("wide")), (None, None));
        assert_eq!((&data["fixed"][0]["headway"], data["fixed"][0].get("wide")), (&json!(2.0), None));
    }
}
