//! Cost over time as a line.

use super::trace::TracePoint;
use crate::chart::Frame;
use crate::chart::ticks::{log_time_ticks, time_label, time_ticks};
use crate::map::geometry::Point;
use crate::map::svg::{Svg, number};

const FRAME: Frame = Frame { width: 720.0, height: 300.0, left: 62.0, right: 20.0, top: 14.0, bottom: 42.0 };
/// Time is drawn on a log scale if the last improvement came this many times later than the first.
const LOG_FROM: f64 = 30.0;
/// Costs above this many times the least are cut off.
const HIGHEST: f64 = 1.6;
/// Earlier times are drawn as this one, in seconds.
const EARLIEST: f64 = 0.001;

/// Draws the cost of the best network over time; `None` where there is nothing to draw. Colours come from
/// the page: classes `grid`, `tick`, `curve` and `dot`.
pub(super) fn cost_chart(points: &[TracePoint]) -> Option<String> {
    let (first, last) = (points.first()?, points.last()?);
    let axes = Axes::new(points);
    let mut svg = Svg::default();
    let label = format!("cost of the best network over time, from {:.4} to {:.4}", first.cost, last.cost);
    let Frame { width, height, .. } = FRAME;
    svg.open("svg", &format!(r#"viewBox="0 0 {width} {height}" role="img" aria-label="{label}""#));
    axes.draw(&mut svg);
    let mut path = String::new();
    let mut lowest = f64::NEG_INFINITY;
    for point in points {
        let at = axes.place(point);
        if path.is_empty() {
            path = format!("M{} {}", number(at.x), number(at.y));
        } else if at.y > lowest || point == last {
            path.push_str(&format!("H{}V{}", number(at.x), number(at.y)));
        }
        lowest = lowest.max(at.y);
    }
    svg.element("path", &format!(r#"class="curve" d="{path}""#));
    svg.circle(axes.place(last), 4.0, r#"class="dot""#);
    svg.close();
    Some(svg.finish())
}

/// The first cost, if it lies above the range of the chart.
pub(super) fn cost_above_chart(points: &[TracePoint]) -> Option<f64> {
    let first = points.first()?.cost;
    (first > Axes::new(points).costs.1).then_some(first)
}

/// Positions of times and costs on the page.
struct Axes {
    times: (f64, f64),
    log: bool,
    costs: (f64, f64),
}

impl Axes {
    fn new(points: &[TracePoint]) -> Self {
        let first = points[0].seconds.max(EARLIEST);
        let last = points[points.len() - 1].seconds.max(2.0 * EARLIEST);
        let log = last > LOG_FROM * first;
        let times = if log { (first, last) } else { (0.0, last) };
        // The first networks may break constraints and cost many times more than any later one, which would
        // flatten the rest of the curve.
        let least = points.iter().map(|point| point.cost).fold(f64::INFINITY, f64::min);
        let costs = points.iter().map(|point| point.cost);
        let most = costs.filter(|cost| *cost <= HIGHEST * least).fold(least, f64::max);
        let span = (most - least).max(1e-3 * least.abs()).max(1e-9);
        Self { times, log, costs: (least - 0.08 * span, least + 1.06 * span) }
    }

    fn place(&self, point: &TracePoint) -> Point {
        Point { x: self.x(point.seconds), y: FRAME.y(point.cost, self.costs).max(FRAME.top) }
    }

    fn x(&self, seconds: f64) -> f64 {
        let (least, most) = self.times;
        let share = match self.log {
            true => (seconds.max(least) / least).ln() / (most / least).ln(),
            false => (seconds - least) / (most - least),
        };
        FRAME.across(share.clamp(0.0, 1.0))
    }

    fn draw(&self, svg: &mut Svg) {
        let floor = FRAME.floor();
        FRAME.draw_levels(svg, self.costs, 5);
        let (least, most) = self.times;
        let times = if self.log { log_time_ticks(least, most) } else { time_ticks(most, 6) };
        for time in times {
            let x = self.x(time);
            svg.line(Point { x, y: floor }, Point { x, y: floor + 5.0 }, r#"class="grid""#);
            FRAME.label_below(svg, x, &time_label(time));
        }
        FRAME.draw_floor(svg);
        FRAME.name_floor(svg, 4.0, if self.log { "time, log scale" } else { "time" });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::Document;

    fn points(rows: &[(f64, f64)]) -> Vec<TracePoint> {
        let point = |&(seconds, cost): &(f64, f64)| TracePoint {
            seconds,
            evaluations: 1,
            cost,
            passenger_minutes: 1.0,
            route_minutes: 1.0,
        };
        rows.iter().map(point).collect()
    }

    #[test]
    fn charts_are_well_formed_whatever_the_trace() {
        assert_eq!(cost_chart(&[]), None);
        for rows in [
            &[(0.0, 0.0)][..],
            &[(0.0, 1.0), (0.0, 1.0)],
            &[(0.0, 6.5), (0.01, 1.2), (1.0, 1.0), (20.0, 1.0)],
            &[(3.0, 2.0), (4.0, 1.5), (50_000.0, 1.4)],
            &[(1e7, 1e9), (1e8, -1e9)],
        ] {
            let text = cost_chart(&points(rows)).unwrap();
            Document::parse(&text).unwrap();
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }

    #[test]
    fn costly_beginnings_are_cut_off_and_said() {
        let costly = points(&[(0.001, 60.0), (0.01, 1.2), (1.0, 1.0), (20.0, 1.0)]);
        assert_eq!(cost_above_chart(&costly), Some(60.0));
        assert_eq!(cost_above_chart(&points(&[(0.1, 1.3), (20.0, 1.0)])), None);
    }
}
