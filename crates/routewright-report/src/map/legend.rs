//! The list of routes beside the map.

use routewright_eval::service::ServiceAssessment;
use routewright_model::{Direction, Network, Route};

use super::MapOptions;
use super::frequency::{line_of, shortest_headway, width_share};
use super::geometry::Point;
use super::lines::draw_line;
use super::palette::{FIXED, GREY, INK, LineStyle, chosen_style};
use super::stops::{Mark, draw_mark};
use super::svg::{Svg, number};

const ROW: f64 = 19.0;
const FONT_SIZE: f64 = 12.0;
const SAMPLE: f64 = 30.0;
/// Width of the columns for stops and minutes, or headways and vehicles.
const FIGURE: f64 = 42.0;
/// The same where their heads are longer.
const WIDE_FIGURE: f64 = 54.0;
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

/// The routes in columns, each with its line, name and two figures: stops and minutes one way, or headway and
/// vehicles.
pub(super) struct Legend<'map> {
    rows: Vec<Row<'map>>,
    rows_per_column: usize,
    name_width: f64,
    /// Names of the two figures.
    heads: [&'static str; 2],
    figure_width: f64,
}

struct Row<'map> {
    route: &'map Route,
    /// `None` for a fixed route.
    style: Option<LineStyle>,
    /// Width of its line against the widest.
    width_share: f64,
    /// Minutes between departures; infinite where that is not known.
    headway: f64,
    figures: [String; 2],
}

impl<'map> Legend<'map> {
    /// As many columns as fit the routes into `height`, with at least eight routes per column.
    pub(super) fn new(network: &'map Network, options: &MapOptions<'map>, height: f64) -> Self {
        let figures = Figures::new(network, options);
        let planned = network.routes.iter().enumerate().map(|(at, route)| (at, route, false));
        let fixed = options.fixed.into_iter().flat_map(|fixed| fixed.routes.iter().enumerate());
        let all = planned.chain(fixed.map(|(at, route)| (at, route, true)));
        let mut rows: Vec<Row> = all.map(|(at, route, is_fixed)| figures.row(at, route, is_fixed)).collect();
        // Lines that run most often first; fixed ones, and those that do not say, last.
        if options.service.is_some() {
            rows.sort_by(|a, b| {
                a.style.is_none().cmp(&b.style.is_none()).then(a.headway.total_cmp(&b.headway))
            });
        }
        let fitting = ((height / ROW) as usize).saturating_sub(MARKS.len() + 3).max(8);
        let columns = rows.len().div_ceil(fitting).max(1);
        let longest = rows.iter().map(|row| short_name(row.route).chars().count()).max().unwrap_or(0);
        let is_service = options.service.is_some();
        Self {
            rows_per_column: rows.len().div_ceil(columns),
            name_width: (longest as f64 * FONT_SIZE * 0.58).max(38.0),
            heads: if is_service { ["every, min", "vehicles"] } else { ["stops", "min"] },
            figure_width: if is_service { WIDE_FIGURE } else { FIGURE },
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
        let ends = [1.0, 2.0].map(|place| SAMPLE + 10.0 + self.name_width + self.figure_width * place);
        let right = |x: f64, y: f64| Point { x: corner.x + x, y: corner.y + y + FONT_SIZE * 0.36 };
        let heading = format!(r#"text-anchor="end" fill="{GREY}" font-size="10.5""#);
        let name = name_place(corner + Point { x: SAMPLE / 2.0, y: 0.0 });
        svg.label(name, &format!(r#"fill="{GREY}" font-size="10.5""#), "route");
        for (end, head) in ends.iter().zip(self.heads) {
            svg.label(right(*end, 0.0), &heading, head);
        }
        for (at, Row { route, style, width_share, figures, .. }) in rows.iter().enumerate() {
            let y = ROW * (at + 1) as f64;
            let start = corner + Point { x: 0.0, y };
            let sample = format!("M{} {}h{}", number(start.x), number(start.y), number(SAMPLE));
            svg.open("g", r#"class="entry""#);
            match style {
                Some(style) => draw_line(svg, &sample, *style, line_width * width_share),
                None => {
                    let width = number(line_width + 3.0);
                    svg.element("path", &format!(r#"d="{sample}" stroke="{FIXED}" stroke-width="{width}""#));
                }
            }
            svg.label(name_place(start + Point { x: SAMPLE / 2.0, y: 0.0 }), "", &short_name(route));
            for (end, figure) in ends.iter().zip(figures) {
                svg.label(right(*end, y), r#"text-anchor="end""#, figure);
            }
            svg.close();
        }
    }

    fn column_width(&self) -> f64 {
        SAMPLE + 10.0 + self.name_width + 2.0 * self.figure_width
    }
}

/// Fills rows.
struct Figures<'map> {
    service: Option<&'map ServiceAssessment>,
    styles: &'map [usize],
    shortest_headway: f64,
    /// Decimals of all minutes: none if they are whole.
    digits: usize,
}

impl<'map> Figures<'map> {
    fn new(network: &Network, options: &MapOptions<'map>) -> Self {
        let service = options.service;
        let has_parts = |minutes: f64| (minutes - minutes.round()).abs() > 0.05;
        let is_broken = match service {
            Some(service) => service.lines.iter().any(|line| has_parts(line.headway_minutes)),
            None => {
                let routes =
                    network.routes.iter().chain(options.fixed.iter().flat_map(|fixed| &fixed.routes));
                routes.into_iter().any(|route| route.time_out().0 % 60 != 0)
            }
        };
        let shortest_headway = shortest_headway(service.into_iter());
        Self { service, styles: options.styles, shortest_headway, digits: usize::from(is_broken) }
    }

    fn row(&self, at: usize, route: &'map Route, is_fixed: bool) -> Row<'map> {
        let line = self.service.and_then(|service| line_of(service, at, is_fixed));
        let minutes = |minutes: f64| format!("{minutes:.*}", self.digits);
        let figures = match (self.service, line) {
            (None, _) => [route.stop_count().to_string(), minutes(route.time_out().minutes())],
            (_, Some(line)) => [minutes(line.headway_minutes), line.vehicles.to_string()],
            (_, None) => ["–".to_owned(), "–".to_owned()],
        };
        Row {
            route,
            style: (!is_fixed).then(|| chosen_style(self.styles, at)),
            headway: line.map_or(f64::INFINITY, |line| line.headway_minutes),
            width_share: line.map_or(1.0, |line| width_share(line.headway_minutes, self.shortest_headway)),
            figures,
        }
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
