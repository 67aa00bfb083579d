//! Where the minutes of an average trip go.

use maud::{Markup, html};
use routewright_eval::service::ServiceAssessment;

use super::{ServicePart, per_trip};
use crate::words::{signed, trimmed};

/// Names of the parts, with the classes of their colours.
const PARTS: [(&str, &str); 5] = [
    ("walking", "part-walking"),
    ("waiting", "part-waiting"),
    ("riding", "part-riding"),
    ("changing", "part-changing"),
    ("unserved", "part-unserved"),
];
/// A part of the longest bar, in percent, from which on its minutes are written on it.
const ROOM_FOR_TEXT: f64 = 7.0;

/// Perceived minutes per trip of the five parts, unserved trips counted with what they are charged.
fn parts(service: &ServiceAssessment) -> [f64; 5] {
    let costs = &service.model.costs;
    [
        costs.walk_weight * service.walking_min,
        costs.wait_weight * service.waiting_min,
        service.riding_min,
        costs.transfer_penalty * service.changes,
        costs.give_up * service.unserved_trips,
    ]
    .map(|sum| per_trip(service, sum))
}

/// A bar for each service, and the numbers.
pub(super) fn minutes(part: &ServicePart<'_>) -> Markup {
    let mut sides: Vec<(&str, &ServiceAssessment)> = Vec::new();
    sides.extend(part.start.map(|start| ("Today", start)));
    sides.push(("Proposed", part.assessment));
    let longest = sides.iter().map(|(_, side)| side.mean_min).fold(0.0, f64::max);
    let is_used = |at: usize| sides.iter().any(|(_, side)| parts(side)[at] > 0.0);
    let used: Vec<usize> = (0..PARTS.len()).filter(|&at| is_used(at)).collect();
    html! {
        div.stacks {
            @for (name, side) in &sides { (bar(name, side, longest)) }
        }
        ul.key aria-hidden="true" {
            @for &at in &used { li { span class={ "dot " (PARTS[at].1) } {} (PARTS[at].0) } }
        }
        (table(part, &used))
    }
}

fn bar(name: &str, service: &ServiceAssessment, longest: f64) -> Markup {
    let share = |minutes: f64| if longest > 0.0 { 100.0 * minutes / longest } else { 0.0 };
    let shown = || PARTS.iter().zip(parts(service)).filter(|(_, minutes)| *minutes > 0.0);
    let described: Vec<String> =
        shown().map(|((part, _), minutes)| format!("{part} {} min", trimmed(minutes, 1))).collect();
    let label = format!("{name}: {} min, {}", trimmed(service.mean_min, 1), described.join(", "));
    html! {
        div.stack-row {
            span.stack-name { (name) }
            div.stack role="img" aria-label=(label) {
                @for ((part, class), minutes) in shown() {
                    span class=(class)
                        style=(format!("width:{:.3}%", share(minutes)))
                        title=(format!("{part}: {minutes:.2} min")) {
                        @if share(minutes) >= ROOM_FOR_TEXT { (format!("{minutes:.1}")) }
                    }
                }
            }
            b.stack-total { (format!("{:.1} min", service.mean_min)) }
        }
    }
}

/// Perceived minutes by part, then changes and minutes by the clock.
fn table(part: &ServicePart<'_>, used: &[usize]) -> Markup {
    let ServicePart { assessment, start, .. } = *part;
    let row = |name: &str, value: &dyn Fn(&ServiceAssessment) -> f64, is_total: bool| {
        let proposed = value(assessment);
        html! {
            tr.total[is_total] {
                th scope="row" { (name) }
                @if let Some(start) = start { td.number { (format!("{:.2}", value(start))) } }
                td.number { (format!("{proposed:.2}")) }
                @if let Some(start) = start { (difference(proposed - value(start))) }
            }
        }
    };
    let costs = &assessment.model.costs;
    let name = |at: usize| match at {
        0 => weighted("Walking", costs.walk_weight),
        1 => weighted("Waiting", costs.wait_weight),
        2 => "Riding".to_owned(),
        3 => format!("Changing, {} min each", trimmed(costs.transfer_penalty, 1)),
        _ => format!("Unserved trips, {} min each", trimmed(costs.give_up, 0)),
    };
    html! {
        div.scroll {
            table.comparison {
                caption { "Perceived minutes per trip, averaged over all trips" }
                thead {
                    tr {
                        th {}
                        @if start.is_some() { th.number { "Today" } }
                        th.number { "Proposed" }
                        @if start.is_some() { th.number { "Difference" } }
                    }
                }
                tbody {
                    @for &at in used { (row(&name(at), &|side| parts(side)[at], false)) }
                    (row("In all", &|side| side.mean_min, true))
                    (row("By the clock, served trips", &clock, false))
                    (row("Changes per served trip", &changes, false))
                }
            }
        }
    }
}

fn weighted(name: &str, weight: f64) -> String {
    if weight == 1.0 { name.to_owned() } else { format!("{name}, weighted {}", trimmed(weight, 2)) }
}

fn per_served(service: &ServiceAssessment, sum: f64) -> f64 {
    let served = service.trips - service.unserved_trips;
    if served > 0.0 { sum / served } else { 0.0 }
}

/// Minutes of a served trip without weights and penalties.
fn clock(service: &ServiceAssessment) -> f64 {
    per_served(service, service.walking_min + service.waiting_min + service.riding_min)
}

fn changes(service: &ServiceAssessment) -> f64 {
    per_served(service, service.changes)
}

fn difference(value: f64) -> Markup {
    let text = signed(value, 2);
    let class = match value {
        _ if text == "0" => "number",
        ..0.0 => "number gain",
        _ => "number loss",
    };
    html! { td class=(class) { (text) } }
}
