//! Streets and routes.

use routewright_model::{City, Direction, Network, NodeId, Route};

use super::MapOptions;
use super::frequency::{line_of, shortest_headway, width_share};
use super::geometry::Point;
use super::lanes::Lanes;
use super::palette::{Colour, FIXED, LineStyle, PAPER, STREET, chosen_style};
use super::projection::Projection;
use super::stops::Stops;
use super::svg::{Svg, number, pair};
use crate::words::{counted, trimmed};

/// Greatest distance from a stop at which a line leaves its lane for the curve through the stop.
const BEND: f64 = 16.0;
/// A leg shorter than this carries no arrow head.
const SHORTEST_WITH_ARROW: f64 = 26.0;

/// Every street once, whether one-way or not.
pub(super) fn draw_streets(svg: &mut Svg, city: &City, page: &Projection) {
    let style = format!(r#"class="streets" stroke="{STREET}" stroke-width="1.3" stroke-linecap="round""#);
    svg.open("g", &style);
    for link in city.links() {
        if link.from < link.to || city.link_time(link.to, link.from).is_none() {
            svg.line(page.point(link.from), page.point(link.to), r#"class="street""#);
        }
    }
    svg.close();
}

/// Where everything lies on the page.
#[derive(Clone, Copy)]
pub(super) struct Layout<'map> {
    pub(super) page: &'map Projection,
    pub(super) lanes: &'map Lanes,
    pub(super) stops: &'map Stops,
}

/// Existing routes: wide and dark, with a white casing. Their lanes come after those of the `route_count`
/// routes of the network.
pub(super) fn draw_fixed(svg: &mut Svg, fixed: &Network, route_count: usize, layout: Layout<'_>) {
    let width = layout.lanes.fixed_width();
    for (index, route) in fixed.routes.iter().enumerate() {
        let path = Way::new(route.stops(), route_count + index, layout).path();
        svg.open("g", r#"class="fixed" fill="none" stroke-linecap="round" stroke-linejoin="round""#);
        svg.text("title", "", &description(route));
        svg.element("path", &stroke(&path, "#ffffff", width + 3.0));
        svg.element("path", &stroke(&path, FIXED, width));
        svg.close();
    }
}

/// Routes in their lanes, one over the other.
pub(super) fn draw_routes(svg: &mut Svg, network: &Network, options: &MapOptions<'_>, layout: Layout<'_>) {
    let service = options.service;
    let shortest = shortest_headway(service.into_iter());
    for (index, route) in network.routes.iter().enumerate() {
        let line = service.and_then(|service| line_of(service, index, false));
        let width =
            layout.lanes.line_width() * line.map_or(1.0, |line| width_share(line.headway_minutes, shortest));
        let style = chosen_style(options.styles, index);
        let way = Way::new(route.stops(), index, layout);
        svg.open("g", r#"class="route" fill="none" stroke-linecap="round" stroke-linejoin="round""#);
        let often = line.map_or(String::new(), |line| {
            let vehicles = counted(line.vehicles as usize, "vehicle");
            format!(", every {} min, {vehicles}", trimmed(line.headway_minutes, 1))
        });
        svg.text("title", "", &(description(route) + &often));
        draw_line(svg, &way.path(), style, width);
        if route.direction() == Direction::OneWay {
            // Arrow heads of neighbouring lines are staggered.
            let behind = (index % 3) as f64 * 15.0 - 15.0;
            way.draw_arrows(svg, style.colour, width, behind);
        }
        svg.close();
    }
}

/// A path in the style of a route: solid, or dashes over a pale line.
pub(super) fn draw_line(svg: &mut Svg, path: &str, style: LineStyle, width: f64) {
    if style.dashes.is_empty() {
        svg.element("path", &stroke(path, &style.colour.hex(), width));
        return;
    }
    svg.element("path", &stroke(path, &style.colour.pale().hex(), width));
    let dashes: Vec<String> = style.dashes.iter().map(|dash| number(dash * width)).collect();
    let dashed = format!(r#" stroke-linecap="butt" stroke-dasharray="{}""#, dashes.join(" "));
    svg.element("path", &(stroke(path, &style.colour.hex(), width) + &dashed));
}

fn description(route: &Route) -> String {
    let minutes = format!("{:.1}", route.time_out().minutes());
    let minutes = minutes.strip_suffix(".0").unwrap_or(&minutes);
    format!("{}: {} stops, {minutes} min", route.name(), route.stop_count())
}

fn stroke(path: &str, colour: &str, width: f64) -> String {
    format!(r#"d="{path}" stroke="{colour}" stroke-width="{}""#, number(width))
}

/// The path of a route across the page.
struct Way {
    /// Its stops.
    points: Vec<Point>,
    /// Its offset from the middle of the street on each leg.
    shifts: Vec<Point>,
    /// The largest offset at its first and last stop: the marks there hide no more.
    end_rooms: [f64; 2],
}

impl Way {
    fn new(stops: &[NodeId], route: usize, layout: Layout<'_>) -> Self {
        let points: Vec<Point> = stops.iter().map(|&stop| layout.page.point(stop)).collect();
        let shift = |(leg, ends): (&[NodeId], &[Point])| {
            layout.lanes.shift(route, leg[0], leg[1], (ends[1] - ends[0]).direction())
        };
        let shifts = stops.windows(2).zip(points.windows(2)).map(shift).collect();
        let end_rooms = [stops[0], stops[stops.len() - 1]].map(|end| layout.stops.radius(end) * 0.6);
        Self { points, shifts, end_rooms }
    }

    /// A line that runs straight along each leg at its offset, bends smoothly from one leg to the next, and
    /// returns to the middle of the street at its ends.
    fn path(&self) -> String {
        let legs = self.points.windows(2).zip(&self.shifts);
        let legs: Vec<Leg> = legs.map(|(ends, &shift)| Leg::new(ends, shift)).collect();
        let (first, last) = (&legs[0], &legs[legs.len() - 1]);
        let [first_end, last_end] = [first, last].map(|leg| leg.shift);
        let start = first.start - first_end + limited(first_end, self.end_rooms[0]);
        let end = last.end - last_end + limited(last_end, self.end_rooms[1]);
        let mut path = format!("M{}", pair(start));
        // At its ends a line bends as if a leg of no length continued in the same direction.
        path += &curve((start, first.towards * 0.0), (first.entry(), first.towards * first.bend));
        for (at, leg) in legs.iter().enumerate() {
            if at > 0 {
                let before = &legs[at - 1];
                path += &curve(
                    (before.exit(), before.towards * before.bend),
                    (leg.entry(), leg.towards * leg.bend),
                );
            }
            path += &format!("L{}", pair(leg.exit()));
        }
        path + &curve((last.exit(), last.towards * last.bend), (end, last.towards * 0.0))
    }

    /// Arrow heads near the middle of the legs that have room for one.
    fn draw_arrows(&self, svg: &mut Svg, colour: Colour, width: f64, behind: f64) {
        let size = width + 4.5;
        for (ends, &shift) in self.points.windows(2).zip(&self.shifts) {
            let way = ends[1] - ends[0];
            if way.length() < SHORTEST_WITH_ARROW {
                continue;
            }
            let behind = behind.clamp(-way.length() * 0.25, way.length() * 0.25);
            let (ahead, aside) = (way.direction() * size, way.direction().turned() * (size * 0.6));
            let tip = ends[0] + way * 0.5 - way.direction() * behind + shift + ahead * 0.6;
            let back = tip - ahead * 1.2;
            let path = format!("M{}L{}L{}Z", pair(tip), pair(back + aside), pair(back - aside));
            let style = format!(r#"fill="{}" stroke="{PAPER}" stroke-width="0.9""#, colour.hex());
            svg.element("path", &format!(r#"class="arrow" d="{path}" {style}"#));
        }
    }
}

/// A curve between two points with given directions at both ends. Its control points lie three quarters of
/// the way to the stop, so that it passes close to the stop without a corner.
fn curve((from, leaving): (Point, Point), (to, arriving): (Point, Point)) -> String {
    format!("C{} {} {}", pair(from + leaving * 0.75), pair(to - arriving * 0.75), pair(to))
}

/// The vector, shortened to `length` if it is longer.
fn limited(shift: Point, length: f64) -> Point {
    if shift.length() > length { shift.direction() * length } else { shift }
}

/// One leg in its lane.
struct Leg {
    start: Point,
    end: Point,
    shift: Point,
    towards: Point,
    /// Distance from its ends at which it starts to bend.
    bend: f64,
}

impl Leg {
    fn new(ends: &[Point], shift: Point) -> Self {
        let way = ends[1] - ends[0];
        let bend = BEND.min(way.length() * 0.4);
        Self { start: ends[0] + shift, end: ends[1] + shift, shift, towards: way.direction(), bend }
    }

    /// Where its straight part begins.
    fn entry(&self) -> Point {
        self.start + self.towards * self.bend
    }

    /// Where its straight part ends.
    fn exit(&self) -> Point {
        self.end - self.towards * self.bend
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    #[test]
    fn a_line_bends_at_its_stops_without_a_gap() {
        let points = vec![point(0.0, 0.0), point(100.0, 0.0), point(100.0, 50.0)];
        let way = Way { points, shifts: vec![Point::default(); 2], end_rooms: [0.0; 2] };
        let expected = "M0 0C0 0 4 0 16 0L84 0C96 0 100 4 100 16L100 34C100 46 100 50 100 50";
        assert_eq!(way.path(), expected);
    }

    #[test]
    fn a_line_changes_lanes_between_legs_and_ends_at_its_stops() {
        let points = vec![point(0.0, 0.0), point(100.0, 0.0), point(200.0, 0.0)];
        let shifts = vec![point(0.0, 2.0), point(0.0, -2.0)];
        let way = Way { points, shifts, end_rooms: [1.0, 5.0] };
        let expected = "M0 1C0 1 4 2 16 2L84 2C96 2 104 -2 116 -2L184 -2C196 -2 200 -2 200 -2";
        assert_eq!(way.path(), expected);
    }
}
