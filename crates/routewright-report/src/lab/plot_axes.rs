//! Where figures lie on a plot.

use super::plot::Plot;
use crate::map::geometry::Point;
use crate::map::svg::Svg;
use crate::run::ticks::{log_time_ticks, round_ticks, time_label};

pub(super) const WIDTH: f64 = 660.0;
pub(super) const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
/// Names of series stand here.
pub(super) const RIGHT: f64 = 172.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 48.0;

/// The ranges of both axes.
pub(super) struct PlotAxes {
    x: (f64, f64),
    y: (f64, f64),
    is_time: bool,
}

impl PlotAxes {
    /// `None` where there is nothing to draw.
    pub(super) fn new(plot: &Plot) -> Option<Self> {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let finite = |value: &f64| value.is_finite();
        let xs = points().flat_map(|point| [point.x - point.x_deviation, point.x + point.x_deviation]);
        let ys = points().flat_map(|point| [point.y - point.y_deviation, point.y + point.y_deviation]);
        let references = plot.references.iter().map(|(_, y)| *y);
        let (least_x, most_x) = range(xs.filter(finite))?;
        let (least_y, most_y) = range(ys.chain(references).filter(finite))?;
        // Costs of the first moments may be many times those of all later ones.
        let most_y = if plot.is_time { most_y.min(1.6 * least_y.abs()).max(least_y) } else { most_y };
        let pad = |least: f64, most: f64| {
            let span = (most - least).max(1e-3 * most.abs()).max(1e-9);
            (least - 0.05 * span, most + 0.05 * span)
        };
        let x = match plot.is_time {
            true => (least_x.max(1e-3), most_x.max(2e-3).max(1.01 * least_x)),
            false => pad(least_x, most_x),
        };
        Some(Self { x, y: pad(least_y, most_y), is_time: plot.is_time })
    }

    pub(super) fn place(&self, x: f64, y: f64) -> Point {
        Point { x: self.x(x), y: self.y(y).max(TOP) }
    }

    pub(super) fn x(&self, x: f64) -> f64 {
        let (least, most) = self.x;
        let share = match self.is_time {
            true => (x.max(least) / least).ln() / (most / least).ln(),
            false => (x - least) / (most - least),
        };
        LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }

    pub(super) fn y(&self, y: f64) -> f64 {
        let (least, most) = self.y;
        HEIGHT - BOTTOM - (y - least) / (most - least) * (HEIGHT - TOP - BOTTOM)
    }

    /// Where names of series may stand.
    pub(super) fn name_rows(&self) -> (f64, f64) {
        (TOP + 8.0, HEIGHT - BOTTOM)
    }

    pub(super) fn draw(&self, svg: &mut Svg, plot: &Plot) {
        let (floor, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let (ys, digits) = round_ticks(self.y.0, self.y.1, 5);
        for value in ys {
            let y = self.y(value);
            svg.line(Point { x: LEFT, y }, Point { x: end, y }, r#"class="grid""#);
            let at = Point { x: LEFT - 9.0, y: y + 4.5 };
            svg.label(at, r#"class="tick" text-anchor="end""#, &format!("{value:.digits$}"));
        }
        let ticks: Vec<(f64, String)> = if self.is_time {
            log_time_ticks(self.x.0, self.x.1).into_iter().map(|x| (x, time_label(x))).collect()
        } else {
            let (xs, digits) = round_ticks(self.x.0, self.x.1, 5);
            xs.into_iter().map(|x| (x, format!("{x:.digits$}"))).collect()
        };
        for (x, text) in ticks {
            let x = self.x(x);
            svg.line(Point { x, y: floor }, Point { x, y: floor + 5.0 }, r#"class="axis""#);
            svg.label(Point { x, y: floor + 21.0 }, r#"class="tick" text-anchor="middle""#, &text);
        }
        svg.line(Point { x: LEFT, y: floor }, Point { x: end, y: floor }, r#"class="axis""#);
        svg.label(Point { x: 2.0, y: 15.0 }, r#"class="tick""#, &plot.y_name);
        let at = Point { x: end, y: HEIGHT - 5.0 };
        svg.label(at, r#"class="tick" text-anchor="end""#, &plot.x_name);
    }
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| {
        let (least, most) = range.unwrap_or((value, value));
        Some((least.min(value), most.max(value)))
    })
}
