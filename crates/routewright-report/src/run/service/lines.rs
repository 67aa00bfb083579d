//! The lines as a table.

use maud::{Markup, PreEscaped, html};
use routewright_eval::service::{LineAssessment, LoadedLeg, ServiceAssessment};
use routewright_model::{City, Network, Route};

use crate::map::line_sample;
use crate::words::{between, grouped, riders};

/// More lines than this scroll in a box of their own on screens.
const MOST_AT_ONCE: usize = 25;

/// A row per line, those with the most vehicles first; fixed lines apart.
pub(super) fn line_table(
    city: &City,
    service: &ServiceAssessment,
    [network, fixed]: [&Network; 2],
    (frozen, styles): (&[String], &[usize]),
) -> Markup {
    let sorted = |is_fixed: bool| {
        let mut lines: Vec<&LineAssessment> =
            service.lines.iter().filter(|line| line.is_fixed == is_fixed).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.vehicles));
        lines
    };
    let table = Table { city, service, frozen, styles, digits: digits(&service.lines) };
    let rows = |is_fixed: bool, network: &Network| {
        html! {
            @for line in sorted(is_fixed) { (table.row(line, &network.routes[line.route])) }
        }
    };
    let has_fixed = service.lines.iter().any(|line| line.is_fixed);
    html! {
        div.scroll.tall[service.lines.len() > MOST_AT_ONCE] {
            table.lines {
                caption { "Lines, those with the most vehicles first. Boardings count both directions." }
                thead {
                    tr {
                        th {}
                        th { "Line" }
                        th { "Between" }
                        th.number { "Stops" }
                        th.number { "Minutes one way" }
                        th.number { "Every, min" }
                        th.number { "Vehicles" }
                        th.number { "Boardings per hour" }
                        th { "Riders in the fullest vehicle" }
                        th { "Busiest leg" }
                    }
                }
                tbody { (rows(false, network)) }
                @if has_fixed {
                    tbody {
                        tr.part { th colspan="10" scope="rowgroup" { "Existing lines, which the plan leaves as they are" } }
                        (rows(true, fixed))
                    }
                }
            }
        }
        @if !service.without_headway.is_empty() {
            p.note {
                "Not run, as no headway is known: "
                @for (at, name) in service.without_headway.iter().enumerate() {
                    @if at > 0 { ", " }
                    (name)
                }
                "."
            }
        }
    }
}

/// What all rows share.
struct Table<'page> {
    city: &'page City,
    service: &'page ServiceAssessment,
    /// Names of lines that the search was not allowed to change.
    frozen: &'page [String],
    /// Styles that somebody chose.
    styles: &'page [usize],
    /// Decimals of minutes one way and of headways.
    digits: [usize; 2],
}

impl Table<'_> {
    fn row(&self, line: &LineAssessment, route: &Route) -> Markup {
        let name = |node| self.city.node(node).label();
        let is_frozen = !line.is_fixed && self.frozen.contains(&line.name);
        let [minutes, headway] = self.digits;
        html! {
            tr {
                td { @if !line.is_fixed { (PreEscaped(line_sample(self.styles, line.route))) } }
                th scope="row" { (line.name) @if is_frozen { " " span.note { "frozen" } } }
                td { (between(self.city, route)) }
                td.number { (line.stop_count) }
                td.number { (format!("{:.minutes$}", line.minutes_out)) }
                td.number { b { (format!("{:.headway$}", line.headway_minutes)) } }
                td.number { b { (line.vehicles) } }
                td.number { (grouped(line.boardings, 0)) }
                td { (load(self.service, line)) }
                td { @if let Some(LoadedLeg { from, to, .. }) = line.busiest { (name(from)) " → " (name(to)) } }
            }
        }
    }
}

/// One decimal for minutes one way and headways, or none where all of them are whole.
fn digits(lines: &[LineAssessment]) -> [usize; 2] {
    let of = |value: fn(&LineAssessment) -> f64| {
        let is_whole = |line: &LineAssessment| (value(line) - value(line).round()).abs() < 0.05;
        usize::from(!lines.iter().all(is_whole))
    };
    [of(|line| line.minutes_out), of(|line| line.headway_minutes)]
}

/// The number, and a bar against what is allowed; none for fixed lines, whose vehicles are other ones.
fn load(service: &ServiceAssessment, line: &LineAssessment) -> Markup {
    let most = service.model.most_riders();
    let share = if most > 0.0 { (line.peak_load / most).min(1.0) } else { 0.0 };
    let is_over = line.peak_load > most + 1e-6;
    html! {
        div.load {
            span.number { (riders(line.peak_load)) @if is_over && !line.is_fixed { span.loss { " !" } } }
            @if !line.is_fixed {
                span.load-bar aria-hidden="true" {
                    span.over[is_over] style=(format!("width:{:.1}%", 100.0 * share)) {}
                }
            }
        }
    }
}
