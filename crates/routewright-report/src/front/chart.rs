//! Mean trip against route minutes, one point per network.

use super::page::{FrontPick, FrontRow};
use crate::chart::Frame;
use crate::chart::ticks::round_ticks;
use crate::map::geometry::Point;
use crate::map::svg::{Svg, escape, number};

const FRAME: Frame = Frame { width: 900.0, height: 460.0, left: 62.0, right: 24.0, top: 42.0, bottom: 54.0 };

/// Draws the front; `None` where there is nothing to draw. Colours come from the page: classes `grid`,
/// `tick`, `axis`, `curve`, `dot` and `pick`.
pub(super) fn front_chart(rows: &[FrontRow], picks: &[FrontPick]) -> Option<String> {
    let axes = Axes::new(rows)?;
    let mut svg = Svg::default();
    let label = format!("mean trip against route minutes of {} networks", rows.len());
    let Frame { width, height, .. } = FRAME;
    svg.open("svg", &format!(r#"viewBox="0 0 {width} {height}" role="img" aria-label="{label}""#));
    axes.draw(&mut svg);
    // Nothing lies between two networks, so that steps join them rather than slopes.
    let mut by_cost: Vec<&FrontRow> = rows.iter().collect();
    by_cost.sort_by(|a, b| a.route_minutes.total_cmp(&b.route_minutes));
    let mut path = String::new();
    for row in &by_cost {
        let at = axes.place(row);
        match path.is_empty() {
            true => path = format!("M{} {}", number(at.x), number(at.y)),
            false => path.push_str(&format!("H{}V{}", number(at.x), number(at.y))),
        }
    }
    svg.element("path", &format!(r#"class="curve steps" d="{path}""#));
    for row in &by_cost {
        let at = axes.place(row);
        svg.open("circle", &format!(r#"cx="{}" cy="{}" r="3" class="dot""#, number(at.x), number(at.y)));
        svg.text("title", "", &row.describe());
        svg.close();
    }
    for (nth, pick) in picks.iter().enumerate() {
        if let Some(row) = rows.get(pick.row) {
            mark(&mut svg, axes.place(row), nth, &pick.name);
        }
    }
    svg.close();
    Some(svg.finish())
}

/// A pick by its own shape with its name beside it: colours alone would not tell picks apart.
fn mark(svg: &mut Svg, at: Point, nth: usize, name: &str) {
    let (x, y, r) = (at.x, at.y, 8.0);
    let corners: &[(f64, f64)] = match nth % 3 {
        0 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        1 => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        _ => &[(0.0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
    };
    let corner = |(dx, dy): &(f64, f64)| format!("{},{}", number(x + r * dx), number(y + r * dy));
    let points: Vec<String> = corners.iter().map(corner).collect();
    let label = escape(name);
    svg.element("polygon", &format!(r#"class="pick" points="{}" aria-label="{label}""#, points.join(" ")));
    // Names stand above the front at different heights, as picks may lie close together.
    let lift = 16.0 + 19.0 * nth as f64;
    let text = Point { x: x + 12.0, y: (y - lift).max(14.0) };
    svg.line(Point { x, y: y - r }, Point { x: x + 10.0, y: text.y - 3.0 }, r#"class="axis""#);
    svg.label(text, r#"class="tick name""#, name);
}

/// Where costs and trips lie on the page.
struct Axes {
    costs: (f64, f64),
    trips: (f64, f64),
}

impl Axes {
    fn new(rows: &[FrontRow]) -> Option<Self> {
        rows.first()?;
        Some(Self {
            costs: range(rows.iter().map(|row| row.route_minutes)),
            trips: range(rows.iter().map(|row| row.passenger_minutes)),
        })
    }

    fn place(&self, row: &FrontRow) -> Point {
        Point { x: FRAME.x(row.route_minutes, self.costs), y: FRAME.y(row.passenger_minutes, self.trips) }
    }

    fn draw(&self, svg: &mut Svg) {
        FRAME.draw_levels(svg, self.trips, 6);
        let (costs, digits) = round_ticks(self.costs.0, self.costs.1, 6);
        for cost in costs {
            let x = FRAME.x(cost, self.costs);
            svg.line(Point { x, y: FRAME.top }, Point { x, y: FRAME.floor() }, r#"class="grid""#);
            FRAME.label_below(svg, x, &format!("{cost:.digits$}"));
        }
        FRAME.draw_floor(svg);
        svg.label(Point { x: 4.0, y: 14.0 }, r#"class="tick""#, "mean trip (C_p), minutes");
        FRAME.name_floor(svg, 8.0, "route minutes (C_o), one way");
    }
}

/// From the least to the most and a little beyond; never empty.
fn range(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let (least, most) =
        (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max));
    let margin = (0.05 * (most - least)).max(0.01 * most.abs()).max(1e-6);
    (least - margin, most + margin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use roxmltree::Document;

    fn rows(pairs: &[(f64, f64)]) -> Vec<FrontRow> {
        let row = |&(passenger_minutes, route_minutes): &(f64, f64)| FrontRow {
            passenger_minutes,
            route_minutes,
            direct_percent: 90.0,
            file: "networks/001".into(),
        };
        pairs.iter().map(row).collect()
    }

    #[test]
    fn charts_are_well_formed_whatever_the_front() {
        assert_eq!(front_chart(&[], &[]), None);
        let picks = [(0, "a<b"), (1, "TOPSIS"), (9, "nowhere")].map(|(row, name)| FrontPick {
            name: name.into(),
            row,
            map: String::new(),
        });
        for pairs in
            [&[(10.0, 100.0)][..], &[(0.0, 0.0), (0.0, 0.0)], &[(10.1, 224.0), (11.0, 120.5), (1e9, 1e-9)]]
        {
            let text = front_chart(&rows(pairs), &picks).unwrap();
            let document = Document::parse(&text).unwrap();
            let dots = document.descendants().filter(|node| node.has_tag_name("circle")).count();
            assert_eq!(dots, pairs.len());
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
