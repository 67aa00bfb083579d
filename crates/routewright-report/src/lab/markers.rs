//! Marks of a plot, which differ by shape.

use crate::map::geometry::Point;
use crate::map::svg::{Svg, number};

/// Number of shapes; after that they repeat with dashed lines.
pub(super) const SHAPES: usize = 8;

/// Draws the mark of a series; the class gives its colour.
pub(super) fn draw(svg: &mut Svg, series: usize, at: Point, radius: f64, class: &str) {
    let r = radius;
    let polygon = |svg: &mut Svg, corners: &[(f64, f64)]| {
        let points: Vec<String> = corners
            .iter()
            .map(|(x, y)| format!("{},{}", number(at.x + r * x), number(at.y + r * y)))
            .collect();
        svg.element("polygon", &format!(r#"class="mark {class}" points="{}""#, points.join(" ")));
    };
    match series % SHAPES {
        0 => svg.circle(at, r, &format!(r#"class="mark {class}""#)),
        1 => polygon(svg, &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        2 => polygon(svg, &[(0.0, -1.2), (1.15, 0.85), (-1.15, 0.85)]),
        3 => polygon(svg, &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
        4 => polygon(svg, &[(0.0, 1.2), (1.15, -0.85), (-1.15, -0.85)]),
        5 => svg.circle(at, r, &format!(r#"class="mark open {class}""#)),
        6 => {
            let d = 0.95 * r;
            for (from, to) in [((-d, -d), (d, d)), ((-d, d), (d, -d))] {
                stroke(svg, at, from, to, class);
            }
        }
        _ => {
            let d = 1.15 * r;
            for (from, to) in [((-d, 0.0), (d, 0.0)), ((0.0, -d), (0.0, d))] {
                stroke(svg, at, from, to, class);
            }
        }
    }
}

fn stroke(svg: &mut Svg, at: Point, from: (f64, f64), to: (f64, f64), class: &str) {
    let place = |(x, y): (f64, f64)| Point { x: at.x + x, y: at.y + y };
    svg.line(place(from), place(to), &format!(r#"class="mark open {class}""#));
}
