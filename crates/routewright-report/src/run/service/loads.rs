//! How full vehicles are: a bar per line against what is allowed.

use maud::{Markup, html};
use routewright_eval::service::{LineAssessment, OverloadedLeg, ServiceAssessment};
use routewright_model::City;

use crate::chart::ticks::round_ticks;
use crate::map::geometry::Point;
use crate::map::svg::{Svg, escape, number};
use crate::page::{chart, note};
use crate::words::{grouped, riders, trimmed};

/// Bars of the chart; further lines are emptier.
const MOST_BARS: usize = 40;
/// Overloaded legs named; further ones are counted.
const MOST_NAMED: usize = 20;
/// Longer names are cut off.
const LONGEST_NAME: usize = 14;
/// A bar of this length has its number on it.
const ROOM_FOR_TEXT: f64 = 70.0;
const WIDTH: f64 = 640.0;
const LEFT: f64 = 118.0;
const RIGHT: f64 = 62.0;
const TOP: f64 = 28.0;
const ROW: f64 = 25.0;

/// The chart, then the overloaded legs by name.
pub(super) fn loads(city: &City, service: &ServiceAssessment) -> Markup {
    let mut lines: Vec<&LineAssessment> = service.lines.iter().filter(|line| !line.is_fixed).collect();
    lines.sort_by(|a, b| b.peak_load.total_cmp(&a.peak_load));
    let left_out = lines.len().saturating_sub(MOST_BARS);
    lines.truncate(MOST_BARS);
    if lines.is_empty() {
        return note("No line runs.");
    }
    html! {
        div.load-chart { (chart(bars(service, &lines))) }
        @if left_out > 0 { (note(&format!("{left_out} more lines are emptier than these."))) }
        (overloaded(city, service))
    }
}

fn bars(service: &ServiceAssessment, lines: &[&LineAssessment]) -> String {
    let allowed = service.model.most_riders();
    let most = 1.04 * lines.iter().map(|line| line.peak_load).fold(allowed, f64::max).max(1.0);
    let x = |riders: f64| LEFT + riders / most * (WIDTH - LEFT - RIGHT);
    let floor = TOP + ROW * lines.len() as f64;
    let height = floor + 44.0;
    let described = format!(
        "riders in the fullest vehicle of {} lines, from {} to {}; {} are allowed",
        lines.len(),
        trimmed(lines[lines.len() - 1].peak_load, 1),
        trimmed(lines[0].peak_load, 1),
        trimmed(allowed, 1)
    );
    let mut svg = Svg::default();
    svg.open(
        "svg",
        &format!(r#"viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{}""#, escape(&described)),
    );
    let (ticks, digits) = round_ticks(0.0, most, 5);
    for tick in ticks {
        let at = x(tick);
        svg.line(Point { x: at, y: TOP }, Point { x: at, y: floor }, r#"class="grid""#);
        let place = Point { x: at, y: floor + 18.0 };
        svg.label(place, r#"class="tick" text-anchor="middle""#, &format!("{tick:.digits$}"));
    }
    for (at, line) in lines.iter().enumerate() {
        let (top, is_over) = (TOP + ROW * at as f64, line.peak_load > allowed + 1e-6);
        let base = top + 0.68 * ROW;
        let name = Point { x: LEFT - 8.0, y: base };
        svg.label(name, r#"class="tick ink" text-anchor="end""#, &short(&line.name));
        let size = format!(
            r#"x="{LEFT}" y="{}" width="{}" height="{}""#,
            number(top + 4.0),
            number(x(line.peak_load) - LEFT),
            number(ROW - 8.0)
        );
        svg.element(
            "rect",
            &format!(r#"class="load-fill{}" rx="2" {size}"#, if is_over { " over" } else { "" }),
        );
        let (end, text) = (x(line.peak_load), riders(line.peak_load));
        if end - LEFT > ROOM_FOR_TEXT {
            svg.label(Point { x: end - 8.0, y: base }, r#"class="tick inside" text-anchor="end""#, &text);
        } else {
            svg.label(Point { x: end + 6.0, y: base }, r#"class="tick ink""#, &text);
        }
    }
    let limit = x(allowed);
    svg.line(Point { x: limit, y: TOP - 6.0 }, Point { x: limit, y: floor }, r#"class="limit""#);
    let text = format!("allowed: {}", trimmed(allowed, 1));
    svg.label(Point { x: limit, y: TOP - 11.0 }, r#"class="tick ink" text-anchor="middle""#, &text);
    let title = Point { x: WIDTH - RIGHT, y: height - 4.0 };
    svg.label(title, r#"class="tick" text-anchor="end""#, "riders in the fullest vehicle");
    svg.close();
    svg.finish()
}

fn short(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}

fn overloaded(city: &City, service: &ServiceAssessment) -> Markup {
    let legs: Vec<&OverloadedLeg> =
        service.overloaded.iter().filter(|leg| !service.lines[leg.line].is_fixed).collect();
    if legs.is_empty() {
        return note("No vehicle is fuller than allowed on any leg.");
    }
    let name = |node| city.node(node).label();
    html! {
        p { b { "Overloaded legs" } ", the fullest first:" }
        ul.violations {
            @for OverloadedLeg { line, leg } in legs.iter().take(MOST_NAMED) {
                li {
                    "line " b { (service.lines[*line].name) } ", " (name(leg.from)) " → " (name(leg.to)) ": "
                    (riders(leg.per_vehicle)) " riders per vehicle, " (grouped(leg.riders, 0)) " per hour"
                }
            }
            @if legs.len() > MOST_NAMED { li { "and " (legs.len() - MOST_NAMED) " more" } }
        }
    }
}
