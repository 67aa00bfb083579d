//! Names beside stops.

use routewright_model::{City, Network, NodeId};

use super::geometry::{Point, Rectangle};
use super::lines::Layout;
use super::palette::{GREY, INK, PAPER};
use super::svg::Svg;
use crate::words::printable;

const FONT_SIZE: f64 = 12.0;

/// What names must not cover.
pub(super) struct Surroundings<'map> {
    pub(super) city: &'map City,
    pub(super) network: &'map Network,
    pub(super) fixed: Option<&'map Network>,
    pub(super) layout: Layout<'map>,
    /// Names stay inside if possible.
    pub(super) frame: Rectangle,
}

/// Writes nodes' names, each at whichever of sixteen places around it covers least; none where it would cover another.
pub(super) fn draw_names(svg: &mut Svg, around: &Surroundings<'_>) {
    let obstacles = obstacles(around);
    let marks: Vec<Rectangle> = around
        .city
        .node_ids()
        .map(|node| around.layout.stops.mark(node, around.layout.page.point(node)))
        .collect();
    let mut written: Vec<Rectangle> = Vec::new();
    let halo = format!(r#"stroke="{PAPER}" stroke-width="3" stroke-linejoin="round" paint-order="stroke""#);
    svg.open("g", &format!(r#"class="names" font-size="{FONT_SIZE}" text-anchor="middle" {halo}"#));
    for node in around.city.node_ids() {
        let name = printable(around.city.node(node).label());
        let cost = |place: &Rectangle| {
            let inside = if around.frame.contains(place) { 0.0 } else { 8.0 };
            let names = written.iter().filter(|other| other.overlaps(place)).count() as f64;
            let stops = marks.iter().filter(|mark| mark.overlaps(place)).count() as f64;
            let crossed =
                obstacles.iter().filter(|line| place.grown(line.half_width).meets(line.from, line.to));
            inside + 20.0 * names + 6.0 * stops + crossed.map(|line| line.weight).sum::<f64>()
        };
        let places = places(around.layout.page.point(node), around.layout.stops.radius(node), &name);
        // Earlier places are better ones: each further place costs a little more.
        let priced = places.iter().enumerate().map(|(at, place)| (cost(place) + 0.05 * at as f64, place));
        let best = priced.min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are sixteen places").1;
        // A name that covers another is worse than none; the mark still has its tooltip.
        if written.iter().any(|other| other.overlaps(best)) {
            continue;
        }
        let middle = Point { x: (best.least.x + best.most.x) / 2.0, y: best.most.y - FONT_SIZE * 0.14 };
        let is_served = around.layout.stops.is_served(node);
        svg.label(middle, &format!(r#"fill="{}""#, if is_served { INK } else { GREY }), &name);
        written.push(*best);
    }
    svg.close();
}

/// A straight line on the page that names should not cover.
struct Obstacle {
    from: Point,
    to: Point,
    half_width: f64,
    weight: f64,
}

/// Legs of routes, and streets, which matter less.
fn obstacles(around: &Surroundings<'_>) -> Vec<Obstacle> {
    let line = |from: NodeId, to: NodeId, half_width: f64, weight: f64| Obstacle {
        from: around.layout.page.point(from),
        to: around.layout.page.point(to),
        half_width,
        weight,
    };
    let streets = around.city.links().map(|link| line(link.from, link.to, 0.0, 0.2));
    let fixed = around.fixed.iter().flat_map(|fixed| &fixed.routes);
    let routes = around.network.routes.iter().chain(fixed);
    let legs = routes.flat_map(|route| route.stops().windows(2)).map(|leg| {
        let width = around.layout.lanes.bundle_width(leg[0], leg[1]) + around.layout.lanes.line_width();
        line(leg[0], leg[1], width / 2.0, 2.0)
    });
    streets.chain(legs).collect()
}

/// Boxes for a name: in eight directions close to the stop, then the same further away.
fn places(centre: Point, radius: f64, name: &str) -> Vec<Rectangle> {
    let half = Point { x: width(name) / 2.0, y: FONT_SIZE * 0.47 };
    let directions = [
        (0.8, -0.8),
        (-0.8, -0.8),
        (0.8, 0.8),
        (-0.8, 0.8),
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
    ];
    let near_and_far = [radius + 3.0, radius + 10.0];
    near_and_far
        .into_iter()
        .flat_map(|gap| {
            directions.map(|(x, y)| {
                // A box placed diagonally needs to clear the stop in one direction only.
                let middle = centre + Point { x: x * gap + half.x * sign(x), y: y * gap + half.y * sign(y) };
                Rectangle { least: middle - half, most: middle + half }
            })
        })
        .collect()
}

fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}

/// Approximate width of a name in a common sans-serif font.
fn width(name: &str) -> f64 {
    name.chars().count() as f64 * FONT_SIZE * 0.58
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_place_covers_the_stop() {
        let centre = Point { x: 50.0, y: 50.0 };
        let stop = Rectangle { least: centre, most: centre }.grown(4.0 * 0.7);
        for place in places(centre, 4.0, "Central Station") {
            assert!(!place.overlaps(&stop), "{place:?}");
        }
    }
}
