//! An interactive map: pan, zoom, show and hide routes, compare two networks. One canvas and one script,
//! self-contained.

mod base_map;

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};
use routewright_io::{Course, LinkShapes};
use routewright_model::{City, Direction, Network, NodeId, Route};
use serde_json::{Value, json};

use super::palette::{FIXED, LineStyle};
use crate::words::printable;
use base_map::BaseMap;

const SCRIPT: &str = include_str!("live.js");

/// What a live map shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveMap<'map> {
    pub(crate) city: &'map City,
    /// Networks with their names; the first is shown first.
    pub(crate) networks: &'map [(&'static str, &'map Network)],
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
            json!([x, y, printable(&city.node(node).name)])
        });
        let streets: BTreeSet<(NodeId, NodeId)> =
            city.links().map(|link| (link.from.min(link.to), link.from.max(link.to))).collect();
        let courses = streets.iter().filter_map(|&(from, to)| {
            let course = base_map.course(&link_shapes.of_link(from, to)?);
            Some((format!("{}-{}", from.index(), to.index()), json!(course)))
        });
        let networks = self.networks.iter().map(|(title, network)| {
            let routes = network.routes.iter().enumerate();
            let routes: Vec<Value> =
                routes.map(|(at, route)| planned_route(city, self.style_of(at, route), route)).collect();
            json!({"title": title, "routes": routes})
        });
        let fixed = self.fixed.routes.iter().map(|route| {
            let mut value = route_value(city, route, Course::Straight);
            value["colour"] = FIXED.into();
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
    for leg in route.stops().windows(2) {
        match course {
            Course::Streets if city.link_time(leg[0], leg[1]).is_none() => {
                path.extend(city.shortest_path(leg[0], leg[1]).skip(1));
            }
            _ => path.push(leg[1]),
        }
    }
    let mut value = json!({
        "name": printable(route.name()),
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
    use routewright_model::Seconds;

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
        let map =
            LiveMap { city: &city, networks: &networks, fixed: &fixed, link_shapes: &LinkShapes::default() };
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
        let html = map.html().into_string();
        assert_eq!(html.matches("</script>").count(), 2);
        assert!(html.contains("data-show=\"2\"") && html.contains("Both"));
    }
}
