//! The key figures of a service, each on a card.

use maud::{Markup, html};
use routewright_eval::service::ServiceAssessment;

use super::{ServicePart, unserved_percent};
use crate::words::{counted, grouped, riders, signed, trimmed};

/// Minutes, vehicles, trips and loads.
pub(super) fn service_cards(part: &ServicePart<'_>) -> Markup {
    html! {
        div.cards {
            (minutes(part))
            (vehicles(part))
            (trips(part))
            (load(part))
        }
    }
}

fn card(name: &str, (number, unit): (&str, &str), notes: &Markup) -> Markup {
    html! {
        div.card {
            h3 { (name) }
            p.value { (number) " " span.unit { (unit) } }
            p.note { (notes) }
        }
    }
}

fn minutes(part: &ServicePart<'_>) -> Markup {
    let mean = part.assessment.mean_min;
    let notes = match part.start {
        Some(start) => {
            let difference = mean - start.mean_min;
            let relative = if start.mean_min > 0.0 { 100.0 * difference / start.mean_min } else { 0.0 };
            html! {
                "today " (trimmed(start.mean_min, 2)) " min: "
                (compared(difference, &format!("{} min ({} %)", signed(difference, 2), signed(relative, 1))))
            }
        }
        None => html! { "walking, waiting, riding and changing, as riders perceive them" },
    };
    card("Average trip", (&format!("{mean:.2}"), "perceived min"), &notes)
}

fn vehicles(part: &ServicePart<'_>) -> Markup {
    let ServiceAssessment { vehicles, vehicle_hours, lines, .. } = part.assessment;
    let of = part.vehicle_limit.map_or(String::new(), |limit| format!("of {}", grouped(limit as f64, 0)));
    let headways = || lines.iter().filter(|line| !line.is_fixed).map(|line| line.headway_minutes);
    let (least, most) =
        (headways().fold(f64::INFINITY, f64::min), headways().fold(f64::NEG_INFINITY, f64::max));
    let notes = html! {
        (grouped(*vehicle_hours, 0)) " vehicle-hours per hour"
        @if let Some(start) = part.start {
            "; today " (grouped(start.vehicles as f64, 0)) " vehicles and " (grouped(start.vehicle_hours, 0)) " vehicle-hours"
        }
        "; " (counted(headways().count(), "line"))
        @if trimmed(least, 1) == trimmed(most, 1) {
            " every " (trimmed(least, 1)) " min"
        } @else if least.is_finite() {
            " every " (trimmed(least, 1)) " to " (trimmed(most, 1)) " min"
        }
    };
    card("Vehicles in service", (&grouped(*vehicles as f64, 0), &of), &notes)
}

fn trips(part: &ServicePart<'_>) -> Markup {
    let unserved = |service: &ServiceAssessment| match service.unserved_trips > 0.0 {
        true => format!("{} unserved", small_percent(unserved_percent(service))),
        false => "all of them served".to_owned(),
    };
    let proposed = unserved(part.assessment);
    let notes = html! {
        (proposed)
        @match part.start.map(unserved) {
            None => {},
            Some(today) if today == proposed => { ", as today" },
            Some(today) => { "; today " (today) },
        }
    };
    card("Trips per hour", (&grouped(part.assessment.trips, 0), ""), &notes)
}

fn load(part: &ServicePart<'_>) -> Markup {
    let model = &part.assessment.model;
    let allowed = trimmed(model.most_riders(), 1);
    let notes = html! {
        "at most " (allowed) " allowed (" (trimmed(model.capacity, 1)) " places × " (trimmed(model.load_factor, 2)) "); "
        @match part.assessment.overloaded_legs {
            0 => { span.gain { "no leg overloaded" } },
            count => { span.loss { (counted(count, "leg")) " overloaded" } },
        }
        @if let Some(start) = part.start { "; today " (riders(start.peak_load)) " riders" }
    };
    card("Fullest vehicle", (&riders(part.assessment.peak_load), "riders"), &notes)
}

/// A difference of minutes: less is better.
fn compared(difference: f64, text: &str) -> Markup {
    let class = match difference {
        ..-0.005 => "gain",
        0.005.. => "loss",
        _ => "",
    };
    html! { span class=(class) { (text) } }
}

/// A percentage that is not written as zero where there is something.
pub(super) fn small_percent(percent: f64) -> String {
    if percent > 0.0 && percent < 0.05 { "under 0.1 %".into() } else { format!("{} %", trimmed(percent, 1)) }
}
