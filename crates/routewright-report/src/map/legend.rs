//! The list of routes beside the map.

use routewright_model::{Direction, Network, Route};

use super::geometry::Point;
use super::lines::draw_line;
use super::palette::{FIXED, GREY, INK, LineStyle};
use super::stops::{Mark, draw_mark};
use super::svg::{Svg, number};

const ROW: f64 = 19.0;
const FONT_SIZE: f64 = 12.0;
const SAMPLE: f64 = 30.0;
/// Width of the columns for stops and minutes.
const FIGURE: f64 = 42.0;
const BETWEEN_COLUMNS: f64 = 26.0;
/// Longer names are truncated.
const LONGEST_NAME: usize = 24;
/// The last rows explain the marks of stops.
const MARKS: [(&str, Mark, f64); 4] = [
    ("stop", Mark::Stop, 3.6),
    ("stop of several routes", Mark::Stop, 4.9),
    ("end of a route", Mark::End(None), 4.9),
    ("not served", Mark::Unserved, 3.0),
];

/// The routes in columns, each with its line, name, stops and minutes one way.
pub(super) struct Legend<'map> {
    rows: Vec<Row<'map>>,
    rows_per_column: usize,
    name_width: f64,
    /// Decimals of all minutes: none if they are whole.
    digits: usize,
}

struct Row<'map> {
    route: &'map Route,
    /// `None` for a fixed route.
    style: Option<LineStyle>,
}

impl<'map> Legend<'map> {
    /// As many columns as fit the routes into `height`, with at least eight routes per column.
    pub(super) fn new(network: &'map Network, fixed: Option<&'map Network>, height: f64) -> Self {
        let styled =
            |(index, route): (usize, &'map Route)| Row { route, style: Some(LineStyle::of_route(index)) };
        let rows = network.routes.iter().enumerate().map(styled);
        let fixed = fixed.into_iter().flat_map(|fixed| &fixed.routes);
        let rows: Vec<Row> = rows.chain(fixed.map(|route| Row { route, style: None })).collect();
        let fitting = ((height / ROW) as usize).saturating_sub(MARKS.len() + 3).max(8);
        let columns = rows.len().div_ceil(fitting).max(1);
        let longest = rows.iter().map(|row| short_name(row.route).chars().count()).max().unwrap_or(0);
        Self {
            rows_per_column: rows.len().div_ceil(columns),
            name_width: (longest as f64 * FONT_SIZE * 0.58).max(38.0),
            digits: usize::from(rows.iter().any(|row| row.route.time_out().0 % 60 != 0)),
            rows,
        }
    }

    pub(super) fn width(&self) -> f64 {
        let columns = self.rows.len().div_ceil(self.rows_per_column.max(1)).max(1) as f64;
        (columns * (self.column_width() + BETWEEN_COLUMNS) - BETWEEN_COLUMNS).max(170.0)
    }

    pub(super) fn height(&self) -> f64 {
        ROW * (self.rows_per_column + MARKS.len()) as f64 + 2.5 * ROW
    }

    pub(super) fn draw(&self, svg: &mut Svg, corner: Point, line_width: f64) {
        svg.open("g", &format!(r#"class="legend" font-size="{FONT_SIZE}" fill="{INK}""#));
        let columns = self.rows.chunks(self.rows_per_column.max(1));
        for (column, rows) in columns.enumerate() {
            let left = column as f64 * (self.column_width() + BETWEEN_COLUMNS);
            self.draw_column(svg, corner + Point { x: left, y: 0.0 }, rows, line_width);
        }
        let top = ROW * (self.rows_per_column + 2) as f64;
        for (at, (text, mark, radius)) in MARKS.iter().enumerate() {
            let middle = corner + Point { x: SAMPLE / 2.0, y: top + ROW * at as f64 };
            draw_mark(svg, middle, *radius, mark);
            svg.label(name_place(middle), &format!(r#"fill="{GREY}""#), text);
        }
        svg.close();
    }

    fn draw_column(&self, svg: &mut Svg, corner: Point, rows: &[Row<'_>], line_width: f64) {
        let [stops, minutes] = [1.0, 2.0].map(|place| SAMPLE + 10.0 + self.name_width + FIGURE * place);
        let right = |x: f64, y: f64| Point { x: corner.x + x, y: corner.y + y + FONT_SIZE * 0.36 };
        let heading = format!(r#"text-anchor="end" fill="{GREY}" font-size="10.5""#);
        let name = name_place(corner + Point { x: SAMPLE / 2.0, y: 0.0 });
        svg.label(name, &format!(r#"fill="{GREY}" font-size="10.5""#), "route");
        svg.label(right(stops, 0.0), &heading, "stops");
        svg.label(right(minutes, 0.0), &heading, "min");
        for (at, Row { route, style }) in rows.iter().enumerate() {
            let y = ROW * (at + 1) as f64;
            let start = corner + Point { x: 0.0, y };
            let sample = format!("M{} {}h{}", number(start.x), number(start.y), number(SAMPLE));
            svg.open("g", r#"class="entry""#);
            match style {
                Some(style) => draw_line(svg, &sample, *style, line_width),
                None => {
                    let width = number(line_width + 3.0);
                    svg.element("path", &format!(r#"d="{sample}" stroke="{FIXED}" stroke-width="{width}""#));
                }
            }
            svg.label(name_place(start + Point { x: SAMPLE / 2.0, y: 0.0 }), "", &short_name(route));
            svg.label(right(stops, y), r#"text-anchor="end""#, &route.stop_count().to_string());
            let time = format!("{:.*}", self.digits, route.time_out().minutes());
            svg.label(right(minutes, y), r#"text-anchor="end""#, &time);
            svg.close();
        }
    }

    fn column_width(&self) -> f64 {
        SAMPLE + 10.0 + self.name_width + 2.0 * FIGURE
    }
}

/// Start of a name, given the middle of its line sample.
fn name_place(middle: Point) -> Point {
    middle + Point { x: SAMPLE / 2.0 + 10.0, y: FONT_SIZE * 0.36 }
}

/// The name, truncated if it is long, with an arrow if the route is one-way.
fn short_name(route: &Route) -> String {
    let mut name: String = route.name().chars().take(LONGEST_NAME).collect();
    if route.name().chars().count() > LONGEST_NAME {
        name.pop();
        name.push('…');
    }
    if route.direction() == Direction::OneWay {
        name.push_str(" →");
    }
    name
}
