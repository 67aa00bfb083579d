//! The area of a chart.

use super::ticks::round_ticks;
use crate::map::geometry::Point;
use crate::map::svg::Svg;

/// The size of a chart and its margins, which hold names and tick labels. Colours come from the page: classes
/// `grid`, `tick` and `axis`.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

impl Frame {
    /// Height of the horizontal axis.
    pub(crate) fn floor(&self) -> f64 {
        self.height - self.bottom
    }

    /// Right end of the horizontal axis.
    pub(crate) fn end(&self) -> f64 {
        self.width - self.right
    }

    /// Horizontal position of a share of the width, from 0 to 1.
    pub(crate) fn across(&self, share: f64) -> f64 {
        self.left + share * (self.width - self.left - self.right)
    }

    /// Horizontal position of a value in a range.
    pub(crate) fn x(&self, figure: f64, (least, most): (f64, f64)) -> f64 {
        self.across((figure - least) / (most - least))
    }

    /// Vertical position of a value in a range.
    pub(crate) fn y(&self, figure: f64, (least, most): (f64, f64)) -> f64 {
        self.floor() - (figure - least) / (most - least) * (self.height - self.top - self.bottom)
    }

    /// Ticks at round values on the left, each with a line across the chart.
    pub(crate) fn draw_levels(&self, svg: &mut Svg, range: (f64, f64), count: usize) {
        let (levels, digits) = round_ticks(range.0, range.1, count);
        for level in levels {
            let y = self.y(level, range);
            svg.line(Point { x: self.left, y }, Point { x: self.end(), y }, r#"class="grid""#);
            let at = Point { x: self.left - 9.0, y: y + 4.5 };
            svg.label(at, r#"class="tick" text-anchor="end""#, &format!("{level:.digits$}"));
        }
    }

    /// The horizontal axis.
    pub(crate) fn draw_floor(&self, svg: &mut Svg) {
        let y = self.floor();
        svg.line(Point { x: self.left, y }, Point { x: self.end(), y }, r#"class="axis""#);
    }

    /// A tick label below the horizontal axis.
    pub(crate) fn label_below(&self, svg: &mut Svg, x: f64, text: &str) {
        svg.label(Point { x, y: self.floor() + 20.0 }, r#"class="tick" text-anchor="middle""#, text);
    }

    /// The name of the horizontal axis, at a distance above the lower edge.
    pub(crate) fn name_floor(&self, svg: &mut Svg, above_edge: f64, text: &str) {
        let at = Point { x: self.end(), y: self.height - above_edge };
        svg.label(at, r#"class="tick" text-anchor="end""#, text);
    }
}
