//! Who gains and who loses, as marks on the map.

use routewright_eval::service::ZoneGain;
use routewright_model::City;

use super::geometry::{Point, Rectangle};
use super::labels::{Marked, draw_labels};
use super::lines::draw_streets;
use super::palette::{INK, PAPER};
use super::projection::Projection;
use super::svg::{Svg, number, pair};

/// Classes of minutes gained or lost per trip, from gains to losses.
pub(crate) const GAIN_CLASSES: [&str; 7] = [
    "more than 5 min shorter",
    "2 to 5 min shorter",
    "1 to 2 min shorter",
    "within 1 min of today",
    "1 to 2 min longer",
    "2 to 5 min longer",
    "more than 5 min longer",
];
/// From blue to orange, which colour-blind readers tell apart; the darker, the more.
const COLOURS: [&str; 7] = ["#08408c", "#3f7fc4", "#a3c8ea", "#d3d1ca", "#fdbb78", "#e06f10", "#8f3d04"];
/// Minutes between classes, on either side.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];
/// The class in the middle.
const NEUTRAL: usize = 3;
const MARGIN: f64 = 44.0;
/// Names on a map.
const MOST_NAMES: usize = 24;
/// Cities of up to so many nodes show ids where nodes have no names.
const MOST_IDS: usize = 40;

/// The class of a gain in minutes per trip; losses are negative.
pub(crate) fn gain_class(gain: f64) -> usize {
    let steps = STEPS.iter().filter(|step| gain.abs() > **step).count();
    if gain > 0.0 { NEUTRAL - steps } else { NEUTRAL + steps }
}

/// The mark of a class as a complete SVG, for a legend.
pub(crate) fn gain_sample(class: usize) -> String {
    let mut svg = Svg::default();
    svg.open("svg", r#"viewBox="0 0 20 20" width="20" height="20" aria-hidden="true""#);
    draw_mark(&mut svg, Point { x: 10.0, y: 10.0 }, 7.5, class);
    svg.close();
    svg.finish()
}

/// Draws a mark per zone, larger ones for more trips: circles gain or stay, diamonds lose. The largest have their names,
/// as far as there is room.
pub(crate) fn zone_map_svg(city: &City, zones: &[ZoneGain]) -> String {
    let page = Projection::new(city, Point { x: MARGIN, y: MARGIN });
    let (width, height) = (page.width + 2.0 * MARGIN, page.height + 2.0 * MARGIN);
    let [w, h] = [width, height].map(number);
    let mut svg = Svg::default();
    let label = "map of zones whose trips become shorter or longer; the tables below list them";
    svg.open("svg", &format!(r#"viewBox="0 0 {w} {h}" role="img" aria-label="{label}""#));
    svg.element("rect", &format!(r#"width="{w}" height="{h}" fill="{PAPER}" rx="12""#));
    draw_streets(&mut svg, city, &page);
    let most = zones.iter().map(|zone| zone.trips).fold(0.0, f64::max);
    let largest = (520.0 / (city.node_count() as f64).sqrt()).clamp(9.0, 34.0);
    let radius = |zone: &ZoneGain| (largest * (zone.trips / most).sqrt()).max(0.22 * largest).max(2.5);
    // Large marks lie beneath small ones.
    let mut sorted: Vec<&ZoneGain> = zones.iter().filter(|zone| zone.trips > 0.0).collect();
    sorted.sort_by(|a, b| b.trips.total_cmp(&a.trips));
    for zone in &sorted {
        let name = city.node(zone.node).label();
        svg.open("g", r#"class="zone""#);
        let words = format!(
            "{name}: {:.1} min today, {:.1} min proposed, {:.0} trips per hour",
            zone.before_min, zone.after_min, zone.trips
        );
        svg.text("title", "", &words);
        draw_mark(&mut svg, page.point(zone.node), radius(zone), gain_class(zone.gain_min()));
        svg.close();
    }
    let has_name = |zone: &&&ZoneGain| city.node(zone.node).label.is_some() || city.node_count() <= MOST_IDS;
    let named = |zone: &&ZoneGain| Marked {
        at: page.point(zone.node),
        radius: radius(zone),
        name: city.node(zone.node).label(),
    };
    let named: Vec<Marked> = sorted.iter().filter(has_name).map(named).collect();
    let frame =
        Rectangle { least: Point { x: 6.0, y: 6.0 }, most: Point { x: width - 6.0, y: height - 6.0 } };
    draw_labels(&mut svg, &named, &frame, MOST_NAMES);
    svg.close();
    svg.finish()
}

fn draw_mark(svg: &mut Svg, centre: Point, radius: f64, class: usize) {
    let style = format!(r#"fill="{}" fill-opacity="0.93" stroke="{INK}" stroke-width="0.8""#, COLOURS[class]);
    if class <= NEUTRAL {
        svg.circle(centre, radius, &style);
        return;
    }
    let arm = 1.15 * radius;
    let corner = |x: f64, y: f64| pair(centre + Point { x: x * arm, y: y * arm });
    let path =
        format!("M{}L{}L{}L{}Z", corner(0.0, -1.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(-1.0, 0.0));
    svg.element("path", &format!(r#"d="{path}" {style}"#));
}

#[cfg(test)]
mod tests {
    use routewright_model::NodeId;
    use roxmltree::Document;

    use super::*;

    #[test]
    fn classes_are_symmetric_and_a_minute_is_neither() {
        let classes = [9.0, 5.0, 1.5, 1.0, 0.0, -1.0, -1.5, -5.0, -9.0].map(gain_class);
        assert_eq!(classes, [0, 1, 2, 3, 3, 3, 4, 5, 6]);
    }

    #[test]
    fn every_zone_has_a_mark_by_what_it_gains() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[0].name = "<a>".into();
        let city = City::new(parts).unwrap();
        let zone = |at: usize, trips: f64, before_min: f64| ZoneGain {
            node: NodeId::new(at),
            trips,
            before_min,
            after_min: 20.0,
        };
        let zones = [zone(0, 100.0, 30.0), zone(1, 0.0, 20.0), zone(2, 1e-9, 12.0)];
        let text = zone_map_svg(&city, &zones);
        let svg = Document::parse(&text).unwrap();
        let marks = svg.descendants().filter(|element| element.attribute("class") == Some("zone")).count();
        assert_eq!(marks, 2, "nobody starts at the second");
        assert!(text.contains(COLOURS[0]) && text.contains(COLOURS[6]) && !text.contains(COLOURS[3]));
        assert!(text.contains("&lt;a&gt;: 30.0 min today, 20.0 min proposed, 100 trips per hour"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
        for empty in [zone_map_svg(&city, &[]), zone_map_svg(&city, &zones[1..2])] {
            assert!(!empty.contains("NaN") && Document::parse(&empty).is_ok());
        }
    }
}
