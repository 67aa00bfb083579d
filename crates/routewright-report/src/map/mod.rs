//! A static map of a network for reports.

mod frequency;
pub(crate) mod geometry;
mod labels;
mod lanes;
mod legend;
mod lines;
mod live;
mod names;
mod palette;
mod projection;
mod sample;
mod stops;
mod streets;
pub(crate) mod svg;
mod titled;
mod zones;

use routewright_eval::service::ServiceAssessment;
use routewright_model::{City, Network};

pub(crate) use live::LiveMap;
pub use live::{course_data, fixed_route_data, line_width, map_data, palette_data, route_data};
pub use palette::LineStyle;
pub(crate) use sample::line_sample;
pub(crate) use streets::StreetMaps;
pub use titled::{network_map, service_map};
pub(crate) use zones::{GAIN_CLASSES, gain_class, gain_sample, zone_map_svg};

use geometry::{Point, Rectangle};
use lanes::Lanes;
use legend::Legend;
use lines::Layout;
use names::Surroundings;
use palette::{GREY, INK, PAPER};
use projection::Projection;
use stops::Stops;
use svg::{Svg, number};

/// Space around the map and the legend.
const MARGIN: f64 = 36.0;
/// Least width of the map, however narrow the city.
const NARROWEST: f64 = 320.0;

/// What a map shows besides the network.
#[derive(Clone, Debug, PartialEq)]
pub struct MapOptions<'map> {
    /// The headline; none if empty.
    pub title: String,
    /// The line below it, such as the network's figures; none if empty.
    pub subtitle: String,
    /// Existing routes, such as a metro, drawn beneath the network.
    pub fixed: Option<&'map Network>,
    /// How often routes run: the legend then shows headways and vehicles, and lines that run more often are wider.
    pub service: Option<&'map ServiceAssessment>,
    /// Styles that somebody chose for the routes, by their places in the palette; empty: one after the other.
    pub styles: &'map [usize],
    /// The most nodes that a city may have for their names to be drawn.
    pub most_names: usize,
}

impl Default for MapOptions<'_> {
    fn default() -> Self {
        let (title, subtitle) = (String::new(), String::new());
        Self { title, subtitle, fixed: None, service: None, styles: &[], most_names: 60 }
    }
}

/// Draws a network on its city's streets and returns a complete SVG document.
///
/// Routes that share a street run side by side, in the order of the network. White circles are stops, larger
/// ones where several routes meet; filled ones are ends of routes, in the colour of the route if there is
/// only one; grey ones have no service. The legend gives each route's stops and its minutes one way,
/// or its headway and vehicles where the service is known. The
/// first twelve routes differ by colour, the next forty-eight by dashes as well.
pub fn network_map_svg(city: &City, network: &Network, options: &MapOptions<'_>) -> String {
    let header = header_height(options);
    let map_corner = Point { x: MARGIN, y: MARGIN + header };
    let page = Projection::new(city, map_corner);
    let lanes = Lanes::new(city, network, options.fixed);
    let stops = Stops::new(city, network, options.fixed, &lanes);
    let layout = Layout { page: &page, lanes: &lanes, stops: &stops };
    let legend = Legend::new(network, options, page.height);
    let map_width = page.width.max(NARROWEST);
    let legend_corner = map_corner + Point { x: map_width + 1.5 * MARGIN, y: 0.0 };
    let width = legend_corner.x + legend.width() + MARGIN;
    let height = map_corner.y + page.height.max(legend.height()) + MARGIN;

    let mut svg = Svg::default();
    let [w, h] = [width, height].map(number);
    let namespace = r#"xmlns="http://www.w3.org/2000/svg""#;
    svg.open("svg", &format!(r#"{namespace} viewBox="0 0 {w} {h}" width="100%" font-family="sans-serif""#));
    if !options.title.is_empty() {
        svg.text("title", "", &options.title);
    }
    svg.element("rect", &format!(r#"width="{w}" height="{h}" fill="{PAPER}""#));
    lines::draw_streets(&mut svg, city, &page);
    if let Some(fixed) = options.fixed {
        lines::draw_fixed(&mut svg, fixed, network.routes.len(), layout);
    }
    lines::draw_routes(&mut svg, network, options, layout);
    stops.draw(&mut svg, city, &page, options.styles);
    if city.node_count() <= options.most_names {
        let frame = Rectangle { least: Point::default(), most: Point { x: legend_corner.x, y: height } };
        let fixed = options.fixed;
        let around = Surroundings { city, network, fixed, layout, frame };
        names::draw_names(&mut svg, &around);
    }
    draw_header(&mut svg, options);
    legend.draw(&mut svg, legend_corner, lanes.line_width().max(3.0));
    svg.close();
    svg.finish()
}

fn header_height(options: &MapOptions<'_>) -> f64 {
    let line = |text: &str, height: f64| if text.is_empty() { 0.0 } else { height };
    line(&options.title, 42.0) + line(&options.subtitle, 26.0)
}

fn draw_header(svg: &mut Svg, options: &MapOptions<'_>) {
    let mut baseline = MARGIN + 8.0;
    if !options.title.is_empty() {
        let style = format!(r#"font-size="22" font-weight="600" fill="{INK}""#);
        svg.label(Point { x: MARGIN, y: baseline }, &style, &options.title);
        baseline += 24.0;
    }
    if !options.subtitle.is_empty() {
        let style = format!(r#"font-size="14" fill="{GREY}""#);
        svg.label(Point { x: MARGIN, y: baseline }, &style, &options.subtitle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright_model::{Direction, Route, Seconds};
    use roxmltree::Document;

    fn route(city: &City, name: &str, stops: &str, direction: Direction) -> Route {
        let stops = stops.split('-').map(|stop| city.node_named(stop).unwrap()).collect();
        Route::on_links(city, name, stops, direction).unwrap()
    }

    fn count(svg: &Document<'_>, class: &str) -> usize {
        svg.descendants().filter(|element| element.attribute("class") == Some(class)).count()
    }

    #[test]
    fn everything_is_on_the_map() {
        let city = City::mandl();
        let network = Network::from_iter([
            route(&city, "1", "1-2-3-6-8-10", Direction::BothWays),
            route(&city, "2", "10-8-6-4-12", Direction::OneWay),
        ]);
        let ends = ["1", "9"].map(|name| city.node_named(name).unwrap()).to_vec();
        let metro =
            Route::with_leg_times(&city, "metro", ends, vec![Seconds(300)], Direction::BothWays).unwrap();
        let fixed = Network::from_iter([metro]);
        let options = MapOptions { title: "t".into(), fixed: Some(&fixed), ..MapOptions::default() };
        let text = network_map_svg(&city, &network, &options);
        let svg = Document::parse(&text).unwrap();
        let expected = [("route", 2), ("fixed", 1), ("stop", 15), ("street", 21), ("entry", 3), ("arrow", 4)];
        for (class, expected) in expected {
            assert_eq!(count(&svg, class), expected, "{class}");
        }
        let has_text = |wanted: &str| svg.descendants().any(|element| element.text() == Some(wanted));
        assert!(has_text("1: 6 stops, 23 min") && has_text("2 →") && has_text("metro"));
        assert!(city.nodes().iter().all(|node| has_text(&node.name)));
        assert!(has_text("7: not served") && has_text("9: 1 route"));
        let root = svg.root_element();
        assert!(root.attribute("viewBox").is_some() && root.attribute("width") == Some("100%"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn text_is_escaped() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[0].name = "<Zürich> & \"co\"".into();
        let city = City::new(parts).unwrap();
        let network = Network::from_iter([route(&city, "a<b>&'c'", "2-3", Direction::BothWays)]);
        let options =
            MapOptions { title: "</svg>".into(), subtitle: "x < y".into(), ..MapOptions::default() };
        let text = network_map_svg(&city, &network, &options);
        let svg = Document::parse(&text).unwrap();
        for wanted in ["<Zürich> & \"co\"", "a<b>&'c'", "</svg>", "x < y"] {
            assert!(svg.descendants().any(|element| element.text() == Some(wanted)), "{wanted}");
        }
    }

    #[test]
    fn maps_of_nothing_and_of_one_spot_are_well_formed() {
        let mut parts = City::mandl().to_parts();
        for node in &mut parts.nodes {
            node.position = Default::default();
        }
        let city = City::new(parts).unwrap();
        for network in
            [Network::default(), Network::from_iter([route(&city, "1", "1-2-4-6", Direction::OneWay)])]
        {
            let text = network_map_svg(&city, &network, &MapOptions::default());
            Document::parse(&text).unwrap();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }

    #[test]
    fn large_cities_have_no_names_on_the_map() {
        let city = City::mandl();
        let options = MapOptions { most_names: 14, ..MapOptions::default() };
        assert!(!network_map_svg(&city, &Network::default(), &options).contains("class=\"names\""));
    }
}
