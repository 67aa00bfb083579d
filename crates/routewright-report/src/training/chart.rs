//! Curves over the iterations of a training run.

use maud::{Markup, html};

use crate::chart::Frame;
use crate::chart::ticks::round_ticks;
use crate::map::geometry::Point;
use crate::map::svg::{Svg, escape, number};

const FRAME: Frame = Frame { width: 560.0, height: 270.0, left: 62.0, right: 18.0, top: 14.0, bottom: 42.0 };

/// Curves that share their axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurveChart {
    /// What is drawn.
    pub title: String,
    /// How to read it, in a sentence.
    pub note: String,
    /// Colours tell four curves apart; further ones repeat them.
    pub curves: Vec<Curve>,
}

/// One figure over the iterations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Its name in the key; empty to leave it out.
    pub name: String,
    /// Iteration and figure. Figures that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// A figure to compare with, drawn as a dashed line across.
    pub reference: Option<f64>,
}

impl CurveChart {
    /// Draws it; `None` where there is nothing to draw. Colours come from the page: classes `grid`, `tick`,
    /// `axis` and `curve-0` to `curve-3`.
    pub(super) fn svg(&self) -> Option<String> {
        let axes = Axes::new(self)?;
        let mut svg = Svg::default();
        let label = escape(&self.title);
        let Frame { width, height, .. } = FRAME;
        svg.open("svg", &format!(r#"viewBox="0 0 {width} {height}" role="img" aria-label="{label}""#));
        axes.draw(&mut svg);
        for (at, curve) in self.curves.iter().enumerate() {
            let class = format!("curve-{}", at % 4);
            if let Some(reference) = curve.reference.filter(|value| value.is_finite()) {
                let y = axes.y(reference);
                let (from, to) = (Point { x: FRAME.left, y }, Point { x: FRAME.end(), y });
                svg.line(from, to, &format!(r#"class="reference {class}""#));
            }
            let points: Vec<Point> =
                finite(curve).map(|(x, y)| Point { x: axes.x(x), y: axes.y(y) }).collect();
            let text: Vec<String> =
                points.iter().map(|point| format!("{},{}", number(point.x), number(point.y))).collect();
            svg.element("polyline", &format!(r#"class="{class}" points="{}""#, text.join(" ")));
            if points.len() < 40 {
                let dot = format!(r#"class="dot {class}""#);
                points.iter().for_each(|&point| svg.circle(point, 2.6, &dot));
            }
        }
        svg.close();
        Some(svg.finish())
    }

    /// The names of the curves with their colours; empty where no curve has a name.
    pub(super) fn key(&self) -> Markup {
        let named = || self.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty());
        html! {
            @if named().next().is_some() {
                ul.key {
                    @for (at, curve) in named() {
                        li {
                            span class={ "dot fill-" (at % 4) } {}
                            (curve.name)
                            @if let Some(value) = curve.reference.filter(|value| value.is_finite()) {
                                " " span.note { (format!("(dashed: {value:.3})")) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn finite(curve: &Curve) -> impl Iterator<Item = (f64, f64)> + '_ {
    curve.points.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite())
}

/// Where iterations and figures lie on the page.
struct Axes {
    iterations: (f64, f64),
    figures: (f64, f64),
}

impl Axes {
    fn new(chart: &CurveChart) -> Option<Self> {
        let points = || chart.curves.iter().flat_map(finite);
        points().next()?;
        let references = chart.curves.iter().filter_map(|curve| curve.reference).filter(|y| y.is_finite());
        let (least, most) = range(points().map(|(_, y)| y).chain(references));
        let span = (most - least).max(1e-6 * most.abs()).max(1e-9);
        let (first, last) = range(points().map(|(x, _)| x));
        Some(Self {
            iterations: (first, last.max(first + 1.0)),
            figures: (least - 0.06 * span, most + 0.06 * span),
        })
    }

    fn x(&self, iteration: f64) -> f64 {
        FRAME.x(iteration, self.iterations)
    }

    fn y(&self, figure: f64) -> f64 {
        FRAME.y(figure, self.figures)
    }

    fn draw(&self, svg: &mut Svg) {
        FRAME.draw_levels(svg, self.figures, 5);
        let (iterations, _) = round_ticks(self.iterations.0, self.iterations.1, 6);
        for iteration in iterations.into_iter().filter(|iteration| iteration.fract() == 0.0) {
            FRAME.label_below(svg, self.x(iteration), &format!("{iteration:.0}"));
        }
        FRAME.draw_floor(svg);
        FRAME.name_floor(svg, 4.0, "iteration");
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::Document;

    fn chart(points: &[(f64, f64)], reference: Option<f64>) -> Option<String> {
        let curve = Curve { name: "a<b".into(), points: points.to_vec(), reference };
        CurveChart { title: "\"t\"".into(), note: String::new(), curves: vec![curve] }.svg()
    }

    #[test]
    fn charts_are_well_formed_whatever_the_figures() {
        assert_eq!(chart(&[], Some(1.0)), None);
        assert_eq!(chart(&[(0.0, f64::NAN)], None), None);
        let cases: [&[(f64, f64)]; 4] = [
            &[(0.0, 0.0)],
            &[(1.0, 5.0), (2.0, f64::NAN), (3.0, 5.0)],
            &[(0.0, 1e12), (200.0, -1e12)],
            &[(1.0, 1e-9), (2.0, 2e-9)],
        ];
        for points in cases {
            for reference in [None, Some(0.7), Some(f64::NAN)] {
                let text = chart(points, reference).unwrap();
                Document::parse(&text).unwrap();
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
        }
    }
}
