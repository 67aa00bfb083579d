//! Riders' figure against the operator's, one point per network.

use super::axes::FrontAxes;
use super::page::{FrontPage, FrontRow};
use crate::chart::Frame;
use crate::chart::ticks::round_ticks;
use crate::map::geometry::Point;
use crate::map::svg::{Svg, escape, number};

const FRAME: Frame = Frame { width: 900.0, height: 460.0, left: 62.0, right: 24.0, top: 42.0, bottom: 54.0 };

/// Draws the front; `None` where there is nothing to draw. Colours come from the page: classes `grid`,
/// `tick`, `axis`, `curve`, `dot`, `full`, `pick` and `today`.
pub(super) fn front_chart(page: &FrontPage) -> Option<String> {
    let FrontPage { axes: words, rows, picks, today, .. } = page;
    let axes = Axes::new(words, rows, today.as_ref())?;
    let mut svg = Svg::default();
    let label = format!("{} against {} of {} networks", words.riders.name, words.operator.name, rows.len());
    let label = escape(&label);
    let Frame { width, height, .. } = FRAME;
    svg.open("svg", &format!(r#"viewBox="0 0 {width} {height}" role="img" aria-label="{label}""#));
    axes.draw(&mut svg);
    // Nothing lies between two networks, so that steps join them rather than slopes.
    let mut by_cost: Vec<&FrontRow> = rows.iter().collect();
    by_cost.sort_by(|a, b| a.operator.total_cmp(&b.operator));
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
        let class = if row.overloaded_legs > 0 { "dot full" } else { "dot" };
        svg.open("circle", &format!(r#"cx="{}" cy="{}" r="3" class="{class}""#, number(at.x), number(at.y)));
        svg.text("title", "", &row.describe(words));
        svg.close();
    }
    let mut names = Vec::new();
    for (nth, pick) in picks.iter().enumerate() {
        if let Some(row) = rows.get(pick.row) {
            mark(&mut svg, axes.place(row), nth, &pick.name);
            names.push((axes.place(row), pick.name.as_str()));
        }
    }
    if let Some(today) = today {
        mark_today(&mut svg, axes.place(today), &today.file);
        names.push((axes.place(today), today.file.as_str()));
    }
    draw_names(&mut svg, names);
    svg.close();
    Some(svg.finish())
}

/// A pick by its own shape: colours alone would not tell picks apart.
fn mark(svg: &mut Svg, at: Point, nth: usize, name: &str) {
    let (x, y, r) = (at.x, at.y, RADIUS);
    let corners: &[(f64, f64)] = match nth % 3 {
        0 => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
        1 => &[(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)],
        _ => &[(0.0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
    };
    let corner = |(dx, dy): &(f64, f64)| format!("{},{}", number(x + r * dx), number(y + r * dy));
    let points: Vec<String> = corners.iter().map(corner).collect();
    let label = escape(name);
    svg.element("polygon", &format!(r#"class="pick" points="{}" aria-label="{label}""#, points.join(" ")));
}

/// A cross.
fn mark_today(svg: &mut Svg, Point { x, y }: Point, name: &str) {
    let arm = RADIUS;
    svg.open("g", &format!(r#"class="today" role="img" aria-label="{}""#, escape(name)));
    svg.line(Point { x: x - arm, y: y - arm }, Point { x: x + arm, y: y + arm }, "");
    svg.line(Point { x: x - arm, y: y + arm }, Point { x: x + arm, y: y - arm }, "");
    svg.close();
}

/// Size of marks.
const RADIUS: f64 = 8.0;
/// Height of a name on a small screen, where letters are larger.
const NAME_HEIGHT: f64 = 26.0;
/// Width of a letter there, about.
const LETTER: f64 = 13.0;

/// Names above and to the right of their marks, where the front leaves room. The further left a mark is, the higher is
/// its name, so that none covers another, nor a mark.
fn draw_names(svg: &mut Svg, mut names: Vec<(Point, &str)>) {
    names.sort_by(|a, b| b.0.x.total_cmp(&a.0.x));
    let right = FRAME.width - 4.0;
    let mut above = f64::INFINITY;
    for &(at, name) in &names {
        let width = LETTER * name.chars().count() as f64;
        let left = (at.x + 12.0).min(right - width);
        let covered = |mark: &Point| mark.x > left - 2.0 * RADIUS && mark.x < left + width + 2.0 * RADIUS;
        let highest = names.iter().map(|name| name.0).filter(covered).fold(at.y, |y, mark| y.min(mark.y));
        above = (highest - 2.0 * RADIUS).min(above - NAME_HEIGHT);
        let y = above.max(14.0);
        let (x, anchor) = if left < at.x + 12.0 { (right, "end") } else { (left, "start") };
        svg.line(
            Point { x: at.x, y: at.y - RADIUS },
            Point { x: at.x + 10.0, y: y + 2.0 },
            r#"class="axis""#,
        );
        svg.label(Point { x, y }, &format!(r#"class="tick name" text-anchor="{anchor}""#), name);
    }
}

/// Where the figures lie on the page.
struct Axes<'page> {
    words: &'page FrontAxes,
    costs: (f64, f64),
    trips: (f64, f64),
}

impl<'page> Axes<'page> {
    fn new(words: &'page FrontAxes, rows: &[FrontRow], today: Option<&FrontRow>) -> Option<Self> {
        rows.first()?;
        Some(Self {
            words,
            costs: range(rows.iter().chain(today).map(|row| row.operator)),
            trips: range(rows.iter().chain(today).map(|row| row.riders)),
        })
    }

    fn place(&self, row: &FrontRow) -> Point {
        Point { x: FRAME.x(row.operator, self.costs), y: FRAME.y(row.riders, self.trips) }
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
        svg.label(Point { x: 4.0, y: 14.0 }, r#"class="tick""#, self.words.riders.axis);
        FRAME.name_floor(svg, 8.0, self.words.operator.axis);
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
    use crate::FrontPick;
    use roxmltree::Document;

    fn rows(pairs: &[(f64, f64)]) -> Vec<FrontRow> {
        let row = |&(riders, operator): &(f64, f64)| FrontRow {
            riders,
            operator,
            share_percent: 90.0,
            overloaded_legs: 0,
            file: "networks/001".into(),
        };
        pairs.iter().map(row).collect()
    }

    #[test]
    fn charts_are_well_formed_whatever_the_front() {
        assert_eq!(front_chart(&FrontPage::default()), None);
        let picks = [(0, "a<b"), (1, "TOPSIS"), (9, "nowhere")].map(|(row, name)| FrontPick {
            name: name.into(),
            row,
            map: String::new(),
        });
        for pairs in
            [&[(10.0, 100.0)][..], &[(0.0, 0.0), (0.0, 0.0)], &[(10.1, 224.0), (11.0, 120.5), (1e9, 1e-9)]]
        {
            let today = rows(&[(12.0, 500.0)]).pop();
            let page = FrontPage { rows: rows(pairs), picks: picks.to_vec(), today, ..FrontPage::default() };
            let text = front_chart(&page).unwrap();
            let document = Document::parse(&text).unwrap();
            let names: Vec<f64> = document
                .descendants()
                .filter(|node| node.attribute("class") == Some("tick name"))
                .map(|node| node.attribute("y").unwrap().parse().unwrap())
                .collect();
            assert_eq!(names.len(), 2 + usize::from(pairs.len() > 1), "picks that are there, and today");
            assert!(names.windows(2).all(|two| two[1] < two[0] || two[1] == 14.0), "{names:?}");
            let dots = document.descendants().filter(|node| node.has_tag_name("circle")).count();
            assert_eq!(dots, pairs.len());
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}
