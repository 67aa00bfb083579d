//! The head of the page: what is proposed in two sentences, and whether it keeps its promises.

use maud::{Markup, html};
use routewright_eval::service::ServiceAssessment;

use super::cards::small_percent;
use super::zones::Totals;
use super::{ServicePart, unserved_percent};
use crate::run::page::{RunReport, duration};
use crate::words::{counted, grouped, signed, trimmed};

/// City, summary and verdicts.
pub(super) fn service_header(
    report: &RunReport<'_>,
    part: &ServicePart<'_>,
    totals: Option<&Totals>,
) -> Markup {
    let RunReport { problem, facts, .. } = report;
    let city = &problem.city;
    html! {
        header {
            h1 { (report.title()) }
            p.lead { (summary(part, totals)) }
            p {
                @if facts.is_by_hand() { "Plan for " (city.name()) } @else { "Service plan" }
                @if let Some(period) = &city.service().period { ", " (period.name) }
                @if !facts.is_by_hand() {
                    ", found by " (facts.method) " in " (duration(facts.seconds)) " over "
                    (grouped(facts.evaluations as f64, 0)) " services"
                    @if facts.is_interrupted { ", interrupted" }
                }
                "."
            }
            (verdicts(part))
        }
    }
}

fn summary(part: &ServicePart<'_>, totals: Option<&Totals>) -> Markup {
    let service = part.assessment;
    let ServiceAssessment { lines, vehicles, mean_min, .. } = service;
    let count = lines.iter().filter(|line| !line.is_fixed).count();
    let Some(start) = part.start else {
        return html! {
            b { (counted(count, "line")) " with " (counted(*vehicles as usize, "vehicle")) } ": an average trip takes "
            b { (trimmed(*mean_min, 1)) " perceived minutes" } " door to door."
        };
    };
    let relative = if start.mean_min > 0.0 { 100.0 * (mean_min / start.mean_min - 1.0) } else { 0.0 };
    html! {
        b { (counted(count, "line")) } " with " b { (fleet(*vehicles, start.vehicles)) } ": an average trip takes "
        b { (format!("{mean_min:.1}")) } " instead of " (format!("{:.1}", start.mean_min)) " perceived minutes ("
        (signed(relative, 1)) "\u{a0}%)."
        @if let count @ 1.. = service.overloaded_legs {
            " But " b { (counted(count, "leg")) " would be overloaded" } " (today " (start.overloaded_legs) "), so that \
            not everybody could travel as counted."
        }
        @if let Some(totals) = totals {
            " " (share(totals.gaining_percent, "No")) " in zones that gain more than a minute per trip, "
            (share(totals.losing_percent, "no")) " in zones that lose more than a minute."
        }
    }
}

/// `12 % of trips start`, or `no trip starts`.
fn share(percent: f64, no: &str) -> Markup {
    html! {
        @if percent > 0.0 { b { (small_percent(percent)) } " of trips start" } @else { (no) " trip starts" }
    }
}

fn fleet(vehicles: u64, today: u64) -> String {
    let count = |vehicles: u64| counted(vehicles as usize, "vehicle");
    match vehicles.cmp(&today) {
        std::cmp::Ordering::Equal => format!("the same {} as today", count(vehicles)),
        std::cmp::Ordering::Less => format!("{}, {} fewer than today", count(vehicles), today - vehicles),
        std::cmp::Ordering::Greater => format!("{}, {} more than today", count(vehicles), vehicles - today),
    }
}

/// A pill per promise: vehicles, loads, trips, headways.
fn verdicts(part: &ServicePart<'_>) -> Markup {
    let service = part.assessment;
    let pill = |is_met: bool, text: &str| {
        let class = if is_met { "pill met" } else { "pill broken" };
        html! { span class=(class) { (text) } " " }
    };
    let unserved = small_percent(unserved_percent(service));
    html! {
        @if let Some(limit) = part.vehicle_limit {
            @match service.vehicles.checked_sub(limit) {
                None | Some(0) => { (pill(true, "within the vehicle limit")) },
                Some(over) => { (pill(false, &format!("{} over the limit", counted(over as usize, "vehicle")))) },
            }
        }
        @match service.overloaded_legs {
            0 => { (pill(true, "no vehicle overloaded")) },
            count => { (pill(false, &format!("{} overloaded", counted(count, "leg")))) },
        }
        @if unserved_percent(service) >= 0.05 {
            (pill(false, &format!("{unserved} of trips unserved")))
        } @else {
            (pill(true, if service.unserved_trips > 0.0 { "all but a few trips served" } else { "every trip served" }))
        }
        @if !service.without_headway.is_empty() {
            (pill(false, &format!("{} without a headway, not run", counted(service.without_headway.len(), "route"))))
        }
    }
}
