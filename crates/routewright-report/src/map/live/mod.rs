//! An interactive map: pan, zoom, show and hide routes, compare two networks. One canvas and one script,
//! self-contained.

mod base_map;
mod data;
mod script;

use maud::{Markup, PreEscaped, html};
use routewright_eval::service::{LineAssessment, ServiceAssessment};
use routewright_io::LinkShapes;
use routewright_model::{City, Network, Route};
use serde_json::{Value, json};

use super::frequency::{line_of, shortest_headway};
use super::palette::{LineStyle, chosen_style};
pub use data::{course_data, fixed_route_data, line_width, map_data, palette_data, route_data};

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
    /// Styles that somebody chose for the routes of the first network.
    pub(crate) styles: &'map [usize],
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
            script type="module" { (PreEscaped(script::script())) }
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
            return chosen_style(self.styles, at);
        }
        let same = first.iter().position(|other| other.name() == route.name());
        match same {
            Some(same) => chosen_style(self.styles, same),
            None => LineStyle::of_route(first.len() + at),
        }
    }

    /// What the script draws.
    fn data(&self) -> Value {
        let Self { city, link_shapes, .. } = *self;
        let shortest = shortest_headway(self.services.iter().copied());
        let line = |network: usize, route, is_fixed| line_of(self.services.get(network)?, route, is_fixed);
        let networks = self.networks.iter().enumerate().map(|(nth, (title, network))| {
            let route = |(at, route): (usize, &Route)| {
                let mut value = route_data(city, route, self.style_of(at, route));
                if let Some(line) = line(nth, at, false) {
                    add_service(&mut value, line);
                    value["wide"] = line_width(line.headway_minutes, shortest).into();
                }
                value
            };
            let routes: Vec<Value> = network.routes.iter().enumerate().map(route).collect();
            json!({"title": title, "routes": routes})
        });
        let fixed = self.fixed.routes.iter().enumerate().map(|(at, route)| {
            let mut value = fixed_route_data(city, route);
            if let Some(line) = line(0, at, true) {
                add_service(&mut value, line);
            }
            value
        });
        let mut data = map_data(city, link_shapes);
        data["networks"] = networks.collect();
        data["fixed"] = fixed.collect();
        data
    }
}

/// Headway and vehicles of a route.
fn add_service(value: &mut Value, line: &LineAssessment) {
    value["headway"] = json!((line.headway_minutes * 10.0).round() / 10.0);
    value["vehicles"] = line.vehicles.into();
}

#[cfg(test)]
mod tests {
    use routewright_eval::service::ServiceModel;
    use routewright_model::{Direction, Frequency, NodeId, Seconds};

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
            styles: &[],
        };
        let data = map.data();
        assert_eq!(data["networks"][0]["routes"][0]["stops"], json!([0, 1, 2]));
        assert_eq!(data["networks"][1]["routes"][0]["path"], json!([0, 1, 2, 5]));
        assert_eq!(data["networks"][1]["routes"][0]["one_way"], json!(true));
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
            styles: &[],
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
