//! Plots of results: series differ by colour, shape, dash and name.

use maud::{Markup, PreEscaped, html};

use super::markers::{self, SHAPES};
use super::plot_axes::{FRAME, PlotAxes};
use crate::map::geometry::Point;
use crate::map::svg::{Svg, escape, number};

/// Least distance between two names, so that they can be read on a phone too.
const NAME_STEP: f64 = 21.0;

/// A plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The heading above it.
    pub title: String,
    /// Name of the horizontal axis.
    pub x_name: String,
    /// Name of the vertical axis.
    pub y_name: String,
    /// Whether the horizontal axis is time in seconds, on a log scale.
    pub is_time: bool,
    /// What is drawn.
    pub series: Vec<Series>,
    /// Levels drawn across as dashed lines, with their names.
    pub references: Vec<(String, f64)>,
}

/// Points that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Its name, beside it and in the key.
    pub name: String,
    /// Number of its colour, shape and dash: the same on every plot of a page. `None` for published results.
    pub look: Option<usize>,
    /// The points, in the order in which they are joined.
    pub points: Vec<PlotPoint>,
    /// How they are joined.
    pub line: SeriesLine,
}

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeriesLine {
    /// They are not joined.
    #[default]
    None,
    /// By straight lines.
    Straight,
    /// By steps: a level lasts until the next point, and only the last point is marked.
    Steps,
}

/// A point with its spread.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotPoint {
    /// Place on the horizontal axis.
    pub x: f64,
    /// Place on the vertical axis.
    pub y: f64,
    /// One standard deviation either way.
    pub x_deviation: f64,
    /// One standard deviation either way.
    pub y_deviation: f64,
    /// Shown when the pointer hovers over it.
    pub hint: String,
}

impl Plot {
    /// Draws it; `None` where there is nothing to draw. Colours come from the page.
    pub(super) fn svg(&self) -> Option<String> {
        let axes = PlotAxes::new(self)?;
        let mut svg = Svg::default();
        let label = escape(&self.title);
        let (width, height) = (FRAME.width, FRAME.height);
        svg.open("svg", &format!(r#"viewBox="0 0 {width} {height}" role="img" aria-label="{label}""#));
        axes.draw(&mut svg, self);
        let mut names = Vec::new();
        for (name, level) in self.references.iter().filter(|(_, level)| level.is_finite()) {
            let y = axes.place(0.0, *level).y;
            let end = FRAME.end();
            let from = axes.x(f64::NEG_INFINITY);
            svg.line(Point { x: from, y }, Point { x: end, y }, r#"class="reference published""#);
            names.push((name.clone(), "published".to_owned(), Point { x: end, y }));
        }
        for series in &self.series {
            let class = class(series.look);
            self.draw_series(&mut svg, &axes, series, &class);
            let places = series.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite());
            let last = places.map(|point| axes.place(point.x, point.y)).reduce(|far, next| {
                if next.x > far.x || series.line == SeriesLine::Steps { next } else { far }
            });
            if let Some(last) = last {
                names.push((series.name.clone(), class, last));
            }
        }
        draw_names(&mut svg, names, axes.name_rows());
        svg.close();
        Some(svg.finish())
    }

    fn draw_series(&self, svg: &mut Svg, axes: &PlotAxes, series: &Series, class: &str) {
        let points: Vec<_> =
            series.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite()).collect();
        let dash = if series.look.is_some_and(|look| look >= SHAPES) { " dashed" } else { "" };
        let mut path = String::new();
        for (at, point) in points.iter().enumerate() {
            let place = axes.place(point.x, point.y);
            let (x, y) = (number(place.x), number(place.y));
            path.push_str(&match series.line {
                _ if at == 0 => format!("M{x} {y}"),
                SeriesLine::Steps => format!("H{x}V{y}"),
                SeriesLine::Straight | SeriesLine::None => format!("L{x} {y}"),
            });
        }
        if series.line != SeriesLine::None && points.len() > 1 {
            svg.element("path", &format!(r#"class="line {class}{dash}" d="{path}""#));
        }
        let radius = if series.look.is_some() { 5.0 } else { 3.2 };
        let marked = if series.line == SeriesLine::Steps { points.len().saturating_sub(1) } else { 0 };
        for point in &points[marked..] {
            let at = axes.place(point.x, point.y);
            svg.open("g", "");
            if !point.hint.is_empty() {
                svg.text("title", "", &point.hint);
            }
            draw_spread(svg, axes, point, class);
            markers::draw(svg, series.look.unwrap_or(0), at, radius, class);
            svg.close();
        }
    }

    /// The names of the series with their marks.
    pub(super) fn key(&self) -> Markup {
        html! {
            ul.key {
                @for series in self.series.iter().filter(|series| !series.points.is_empty()) {
                    li { (PreEscaped(swatch(series))) (series.name) }
                }
            }
        }
    }
}

/// The mark of a series, or its line where that has no marks, as a small drawing.
fn swatch(series: &Series) -> String {
    let mut svg = Svg::default();
    svg.open("svg", r#"class="swatch" viewBox="0 0 18 18" aria-hidden="true""#);
    let radius = if series.look.is_some() { 5.5 } else { 4.0 };
    match (series.look, series.line) {
        (None, SeriesLine::Steps | SeriesLine::Straight) => {
            let (from, to) = (Point { x: 0.0, y: 9.0 }, Point { x: 18.0, y: 9.0 });
            svg.line(from, to, r#"class="line published""#);
        }
        (look, _) => {
            let middle = Point { x: 9.0, y: 9.0 };
            markers::draw(&mut svg, look.unwrap_or(0), middle, radius, &class(series.look));
        }
    }
    svg.close();
    svg.finish().replace('\n', "")
}

fn class(look: Option<usize>) -> String {
    look.map_or_else(|| "published".to_owned(), |look| format!("look-{}", look % SHAPES))
}

/// One standard deviation either way, on both axes.
fn draw_spread(svg: &mut Svg, axes: &PlotAxes, point: &PlotPoint, class: &str) {
    let bar = format!(r#"class="spread {class}""#);
    if point.x_deviation > 0.0 {
        let (from, to) = (point.x - point.x_deviation, point.x + point.x_deviation);
        svg.line(axes.place(from, point.y), axes.place(to, point.y), &bar);
    }
    if point.y_deviation > 0.0 {
        let (from, to) = (point.y - point.y_deviation, point.y + point.y_deviation);
        svg.line(axes.place(point.x, from), axes.place(point.x, to), &bar);
    }
}

/// Names at the right, as near to their series as there is room, each with a thin line to it.
fn draw_names(svg: &mut Svg, mut names: Vec<(String, String, Point)>, (top, bottom): (f64, f64)) {
    names.sort_by(|a, b| a.2.y.total_cmp(&b.2.y));
    let mut rows: Vec<f64> = Vec::new();
    for (_, _, place) in &names {
        let above = rows.last().map_or(top, |last| last + NAME_STEP);
        rows.push(place.y.max(above));
    }
    // Names pushed beyond the end move up again.
    let mut limit = bottom;
    for row in rows.iter_mut().rev() {
        *row = row.min(limit);
        limit = *row - NAME_STEP;
    }
    for ((name, class, place), row) in names.iter().zip(rows) {
        let x = FRAME.end() + 12.0;
        let from = Point { x: place.x + 7.0, y: place.y };
        svg.line(from, Point { x: x - 3.0, y: row }, &format!(r#"class="lead {class}""#));
        svg.label(Point { x, y: row + 4.5 }, &format!(r#"class="name {class}""#), name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::Document;

    fn point(x: f64, y: f64) -> PlotPoint {
        PlotPoint { x, y, x_deviation: 0.1, y_deviation: f64::MIN_POSITIVE, hint: "a<b".into() }
    }

    #[test]
    fn plots_are_well_formed_whatever_the_figures() {
        assert_eq!(Plot::default().svg(), None);
        let cases: [&[(f64, f64)]; 4] = [
            &[(0.0, 0.0)],
            &[(1.0, 5.0), (f64::NAN, 2.0), (3.0, 5.0)],
            &[(-1e9, 1e12), (5.0, -1e12)],
            &[(1e-9, 1e-9)],
        ];
        for points in cases {
            for line in [SeriesLine::None, SeriesLine::Straight, SeriesLine::Steps] {
                for (look, is_time) in [(None, false), (Some(3), true), (Some(6), false), (Some(15), true)] {
                    let points = points.iter().map(|&(x, y)| point(x, y)).collect();
                    let series = vec![Series { name: "<s>".into(), look, points, line }];
                    let references = vec![("r".to_owned(), 2.0), ("n".to_owned(), f64::NAN)];
                    let plot = Plot { title: "\"".into(), is_time, series, references, ..Plot::default() };
                    let text = plot.svg().unwrap();
                    Document::parse(&text).unwrap();
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                    assert!(plot.key().into_string().contains("&lt;s&gt;"));
                }
            }
        }
    }

    #[test]
    fn names_do_not_meet() {
        let places = [100.0, 101.0, 102.0, 380.0, 381.0];
        let names = places.iter().map(|&y| ("n".to_owned(), "c".to_owned(), Point { x: 5.0, y })).collect();
        let mut svg = Svg::default();
        svg.open("svg", r#"viewBox="0 0 1 1""#);
        draw_names(&mut svg, names, (20.0, 390.0));
        svg.close();
        let text = svg.finish();
        let document = Document::parse(&text).unwrap();
        let rows: Vec<f64> = document
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .map(|node| node.attribute("y").unwrap().parse().unwrap())
            .collect();
        assert_eq!(rows.len(), 5);
        assert!(rows.windows(2).all(|pair| pair[1] - pair[0] >= NAME_STEP - 0.01), "{rows:?}");
        assert!(*rows.last().unwrap() <= 395.0, "{rows:?}");
    }
}
