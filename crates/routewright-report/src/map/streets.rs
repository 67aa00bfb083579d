//! A map of how often each street is served: small, and comparable with others of the same city.

use std::collections::{BTreeMap, BTreeSet};

use routewright_eval::service::ServiceAssessment;
use routewright_io::LinkShapes;
use routewright_model::{City, Network, NodeId, Position, Route};

use super::frequency::line_of;
use super::geometry::{Point, Rectangle};
use super::labels::{Marked, draw_labels};
use super::palette::{FIXED, INK, PAPER, STREET};
use super::projection::Projection;
use super::svg::{Svg, escape, number};

const MARGIN: f64 = 26.0;
/// Steps of a course shorter than this are left out.
const SHORTEST_STEP: f64 = 1.2;
/// Names on a map.
const MOST_NAMES: usize = 9;
/// Cities of up to so many nodes show ids where nodes have no names.
const MOST_IDS: usize = 40;

/// How a class of streets is drawn: the least that belongs to it, colour and width. Darker and wider is more.
struct Class {
    least: f64,
    colour: &'static str,
    width: f64,
}

/// Departures per hour and direction.
const DEPARTURES: [(Class, &str); 5] = [
    (Class { least: 30.0, colour: "#08306b", width: 8.0 }, "every 2 min or more often"),
    (Class { least: 12.0, colour: "#1f5fa8", width: 6.0 }, "every 2 to 5 min"),
    (Class { least: 6.0, colour: "#4a8fcf", width: 4.4 }, "every 5 to 10 min"),
    (Class { least: 3.0, colour: "#7db4e0", width: 3.2 }, "every 10 to 20 min"),
    (Class { least: 0.0, colour: "#9fb6c9", width: 2.0 }, "less often"),
];
/// Lines, where nobody says how often they run.
const LINES: [(Class, &str); 4] = [
    (Class { least: 5.0, colour: "#08306b", width: 8.0 }, "five lines or more"),
    (Class { least: 3.0, colour: "#1f5fa8", width: 5.6 }, "three or four lines"),
    (Class { least: 2.0, colour: "#4a8fcf", width: 3.8 }, "two lines"),
    (Class { least: 1.0, colour: "#7db4e0", width: 2.4 }, "one line"),
];

/// Draws maps of networks of one city, all at one scale.
pub(crate) struct StreetMaps<'map> {
    city: &'map City,
    link_shapes: &'map LinkShapes,
    fixed: &'map Network,
    page: Projection,
    /// Whether it is known how often lines run.
    has_headways: bool,
}

impl<'map> StreetMaps<'map> {
    pub(crate) fn new(
        city: &'map City,
        link_shapes: &'map LinkShapes,
        fixed: &'map Network,
        has_headways: bool,
    ) -> Self {
        let page = Projection::new(city, Point { x: MARGIN, y: MARGIN });
        Self { city, link_shapes, fixed, page, has_headways }
    }

    /// Streets and fixed lines, for all maps to share, in an invisible drawing.
    pub(crate) fn shared(&self) -> String {
        let mut svg = Svg::default();
        svg.open("svg", r#"width="0" height="0" aria-hidden="true" class="shared""#);
        svg.open("defs", "");
        let streets: BTreeSet<(NodeId, NodeId)> =
            self.city.links().map(|link| (link.from.min(link.to), link.from.max(link.to))).collect();
        let path = self.path(streets.iter().copied());
        let style = format!(r#"fill="none" stroke="{STREET}" stroke-width="1.2" stroke-linejoin="round""#);
        svg.element("path", &format!(r#"id="all-streets" d="{path}" {style}"#));
        svg.close();
        svg.close();
        svg.finish()
    }

    /// The map of a network.
    pub(crate) fn map(&self, title: &str, network: &Network, service: Option<&ServiceAssessment>) -> String {
        let (width, height) = (self.page.width + 2.0 * MARGIN, self.page.height + 2.0 * MARGIN);
        let [w, h] = [width, height].map(number);
        let mut svg = Svg::default();
        let label = escape(&format!("map of {title}: how often each street is served"));
        svg.open("svg", &format!(r#"viewBox="0 0 {w} {h}" role="img" aria-label="{label}""#));
        svg.element("rect", &format!(r#"width="{w}" height="{h}" fill="{PAPER}" rx="12""#));
        svg.element("use", r##"href="#all-streets""##);
        let served = self.served(network, service);
        // What runs most often lies on top.
        for at in (0..self.classes().len()).rev() {
            let class = self.classes()[at];
            let streets = served.iter().filter(|(_, amount)| self.class_of(**amount) == Some(at));
            let path = self.path(streets.map(|(street, _)| *street));
            if !path.is_empty() {
                svg.element("path", &stroke(&path, class.colour, class.width));
            }
        }
        self.draw_fixed(&mut svg);
        self.draw_ends(&mut svg, network);
        let frame =
            Rectangle { least: Point { x: 6.0, y: 6.0 }, most: Point { x: width - 6.0, y: height - 6.0 } };
        let names = self.names(&served);
        draw_labels(&mut svg, &names, &frame, MOST_NAMES);
        svg.close();
        svg.finish()
    }

    /// What the maps show: a sample and words for each class, then fixed lines and ends.
    pub(crate) fn legend(&self) -> Vec<(String, String)> {
        let names: Vec<&str> = match self.has_headways {
            true => DEPARTURES.iter().map(|(_, name)| *name).collect(),
            false => LINES.iter().map(|(_, name)| *name).collect(),
        };
        let mut rows: Vec<(String, String)> = names
            .into_iter()
            .zip(self.classes())
            .map(|(name, class)| (sample(|svg, path| line(svg, path, class)), name.to_owned()))
            .collect();
        if !self.fixed.routes.is_empty() {
            rows.push((sample(fixed_line), "fixed line, such as a metro".to_owned()));
        }
        rows.push((sample(|svg, _| draw_end(svg, Point { x: 20.0, y: 8.0 })), "end of a line".to_owned()));
        rows
    }

    fn classes(&self) -> Vec<&'static Class> {
        match self.has_headways {
            true => DEPARTURES.iter().map(|(class, _)| class).collect(),
            false => LINES.iter().map(|(class, _)| class).collect(),
        }
    }

    fn class_of(&self, amount: f64) -> Option<usize> {
        // Headways in minutes are not exact in departures per hour.
        self.classes().iter().position(|class| amount + 1e-6 >= class.least)
    }

    /// Departures per hour, or lines, on every street that some line uses, in the busier direction.
    fn served(
        &self,
        network: &Network,
        service: Option<&ServiceAssessment>,
    ) -> BTreeMap<(NodeId, NodeId), f64> {
        let mut amounts: BTreeMap<(NodeId, NodeId), f64> = BTreeMap::new();
        for (at, route) in network.routes.iter().enumerate() {
            let often = match service {
                Some(service) => line_of(service, at, false).map(|line| 60.0 / line.headway_minutes),
                None => Some(1.0),
            };
            let Some(often) = often else { continue };
            let legs: BTreeSet<(NodeId, NodeId)> = self.driven(route).into_iter().collect();
            for leg in legs {
                *amounts.entry(leg).or_default() += often;
            }
        }
        let mut streets: BTreeMap<(NodeId, NodeId), f64> = BTreeMap::new();
        for ((from, to), amount) in amounts {
            let street = streets.entry((from.min(to), from.max(to))).or_default();
            *street = street.max(amount);
        }
        streets
    }

    /// The links that a route drives, all ways; straight to the next stop where no street leads there.
    fn driven(&self, route: &Route) -> Vec<(NodeId, NodeId)> {
        let mut links = Vec::new();
        for pattern in route.patterns() {
            for leg in pattern.stops.windows(2).filter(|leg| leg[0] != leg[1]) {
                let (from, to) = (leg[0], leg[1]);
                let is_reached = self.city.is_on_street(from) && self.city.is_on_street(to);
                if self.city.link_time(from, to).is_some() || !is_reached {
                    links.push((from, to));
                    continue;
                }
                let nodes: Vec<NodeId> = self.city.shortest_path(from, to).collect();
                links.extend(nodes.windows(2).map(|link| (link[0], link[1])));
            }
        }
        links
    }

    /// The courses of streets as one path.
    fn path(&self, streets: impl Iterator<Item = (NodeId, NodeId)>) -> String {
        let mut path = String::new();
        for (from, to) in streets {
            let straight = || vec![self.city.node(from).position, self.city.node(to).position];
            self.add_course(&mut path, &self.link_shapes.of_link(from, to).unwrap_or_else(straight));
        }
        path
    }

    /// Adds a course without its smallest steps.
    fn add_course(&self, path: &mut String, course: &[Position]) {
        let mut last: Option<Point> = None;
        for (at, &position) in course.iter().enumerate() {
            let point = self.page.place(position);
            let is_far = last.is_none_or(|last| (point - last).length() >= SHORTEST_STEP);
            if is_far || at + 1 == course.len() {
                path.push(if last.is_none() { 'M' } else { 'L' });
                path.push_str(&format!("{:.1} {:.1}", point.x, point.y));
                last = Some(point);
            }
        }
    }

    fn draw_fixed(&self, svg: &mut Svg) {
        for route in &self.fixed.routes {
            let mut path = String::new();
            let stops: Vec<Position> =
                route.stops().iter().map(|&stop| self.city.node(stop).position).collect();
            self.add_course(&mut path, &stops);
            fixed_line(svg, &path);
        }
    }

    fn draw_ends(&self, svg: &mut Svg, network: &Network) {
        let ends = |route: &Route| [route.stops()[0], route.stops()[route.stop_count() - 1]];
        let ends: BTreeSet<NodeId> = network.routes.iter().flat_map(ends).collect();
        ends.into_iter().for_each(|end| draw_end(svg, self.page.point(end)));
    }

    /// Places worth a name, the busiest first.
    fn names(&self, served: &BTreeMap<(NodeId, NodeId), f64>) -> Vec<Marked<'map>> {
        let mut busy: BTreeMap<NodeId, f64> = BTreeMap::new();
        for ((a, b), amount) in served {
            for node in [*a, *b] {
                *busy.entry(node).or_default() += amount;
            }
        }
        let has_name =
            |node: NodeId| self.city.node(node).label.is_some() || self.city.node_count() <= MOST_IDS;
        let mut busy: Vec<(NodeId, f64)> = busy.into_iter().filter(|(node, _)| has_name(*node)).collect();
        busy.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let city: &'map City = self.city;
        let marked = |(node, _): (NodeId, f64)| Marked {
            at: self.page.point(node),
            radius: 5.0,
            name: city.node(node).label(),
        };
        busy.into_iter().map(marked).collect()
    }
}

fn stroke(path: &str, colour: &str, width: f64) -> String {
    let joined = r#"fill="none" stroke-linecap="round" stroke-linejoin="round""#;
    format!(r#"d="{path}" stroke="{colour}" stroke-width="{}" {joined}"#, number(width))
}

fn line(svg: &mut Svg, path: &str, class: &Class) {
    svg.element("path", &stroke(path, class.colour, class.width));
}

/// Like a railway: dark with a light dash.
fn fixed_line(svg: &mut Svg, path: &str) {
    svg.element("path", &stroke(path, FIXED, 7.0));
    let dashed = r#" stroke-dasharray="9 9""#;
    svg.element("path", &(stroke(path, "#ffffff", 3.4).replace("round", "butt") + dashed));
}

fn draw_end(svg: &mut Svg, at: Point) {
    svg.circle(at, 4.2, &format!(r##"fill="#ffffff" stroke="{INK}" stroke-width="2""##));
}

/// A short drawing for the legend.
fn sample(draw: impl FnOnce(&mut Svg, &str)) -> String {
    let mut svg = Svg::default();
    svg.open("svg", r#"viewBox="0 0 40 16" width="40" height="16" aria-hidden="true""#);
    draw(&mut svg, "M5 8L35 8");
    svg.close();
    svg.finish()
}

#[cfg(test)]
mod tests {
    use routewright_eval::service::ServiceModel;
    use routewright_model::{Direction, Frequency};
    use roxmltree::Document;

    use super::*;

    #[test]
    fn streets_are_drawn_by_all_departures_on_them() {
        let city = City::mandl();
        let route = |name: &str, stops: &str, headway: f64| {
            let stops = stops.split('-').map(|stop| city.node_named(stop).unwrap()).collect();
            let route = Route::on_links(&city, name, stops, Direction::BothWays).unwrap();
            route.with_frequency(Some(Frequency::Every(headway)))
        };
        // Every 10 minutes each: every 5 together between 1 and 2.
        let network = Network::from_iter([route("a", "1-2-3", 10.0), route("b", "1-2-5", 10.0)]);
        let model = ServiceModel::for_city(&city);
        let fixed = Network::from_iter([route("rail", "1-2", 5.0)]);
        let service = ServiceAssessment::new(&city, &network, &fixed, &model, None);
        let shapes = LinkShapes::default();
        let maps = StreetMaps::new(&city, &shapes, &fixed, true);
        let served = maps.served(&network, Some(&service));
        let node = |name: &str| city.node_named(name).unwrap();
        assert_eq!(served[&(node("1"), node("2"))], 12.0);
        assert_eq!(
            [30.0, 12.0, 60.0 / 7.5, 4.0, 0.5].map(|amount| maps.class_of(amount)),
            [0, 1, 2, 3, 4].map(Some)
        );
        let text = maps.map("a & b", &network, Some(&service));
        let svg = Document::parse(&text).unwrap();
        let strokes: Vec<&str> =
            svg.descendants().filter_map(|element| element.attribute("stroke")).collect();
        assert!(strokes.contains(&"#1f5fa8") && strokes.contains(&"#4a8fcf") && strokes.contains(&FIXED));
        assert!(!strokes.contains(&"#08306b"));
        assert_eq!(maps.legend().len(), 7);
        Document::parse(&maps.shared()).unwrap();
        // Without headways, lines are counted.
        let maps = StreetMaps::new(&city, &shapes, &fixed, false);
        assert_eq!(maps.served(&network, None)[&(node("1"), node("2"))], 2.0);
        assert!(maps.legend().iter().any(|(_, name)| name == "two lines"));
    }
}
