//! Axes of a plot.

use super::plot::Plot;
use crate::chart::Frame;
use crate::chart::ticks::{log_time_ticks, round_ticks, time_label};
use crate::map::geometry::Point;
use crate::map::svg::Svg;

/// Names of series stand on the right.
pub(super) const FRAME: Frame =
    Frame { width: 660.0, height: 420.0, left: 70.0, right: 172.0, top: 30.0, bottom: 48.0 };

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
        // The first costs may be many times all later ones.
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
        Point { x: self.x(x), y: self.y(y).max(FRAME.top) }
    }

    pub(super) fn x(&self, x: f64) -> f64 {
        let (least, most) = self.x;
        let share = match self.is_time {
            true => (x.max(least) / least).ln() / (most / least).ln(),
            false => (x - least) / (most - least),
        };
        FRAME.across(share.clamp(0.0, 1.0))
    }

    pub(super) fn y(&self, y: f64) -> f64 {
        FRAME.y(y, self.y)
    }

    /// Highest and lowest position of the names of series.
    pub(super) fn name_rows(&self) -> (f64, f64) {
        (FRAME.top + 8.0, FRAME.floor())
    }

    pub(super) fn draw(&self, svg: &mut Svg, plot: &Plot) {
        let floor = FRAME.floor();
        FRAME.draw_levels(svg, self.y, 5);
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
        FRAME.draw_floor(svg);
        svg.label(Point { x: 2.0, y: 15.0 }, r#"class="tick""#, &plot.y_name);
        FRAME.name_floor(svg, 5.0, &plot.x_name);
    }
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| {
        let (least, most) = range.unwrap_or((value, value));
        Some((least.min(value), most.max(value)))
    })
}
