//! People and jobs within reach.

use maud::{Markup, html};
use routewright_eval::ACCESS_LIMITS;
use routewright_eval::service::ServiceAccess;

use super::ServicePart;
use crate::page::note;
use crate::words::signed;

/// Shares of people and jobs before and after; `None` where the city has no zone data.
pub(super) fn access(part: &ServicePart<'_>) -> Option<Markup> {
    let proposed = rows(part.assessment.access.as_ref()?);
    let today = part.start.and_then(|start| start.access.as_ref()).map(rows);
    let table = html! {
        div.scroll {
            table.comparison {
                caption { "Share within reach of an average person" }
                thead {
                    tr {
                        th {}
                        @if today.is_some() { th.number { "Today" } }
                        th.number { "Proposed" }
                        @if today.is_some() { th.number { "Difference" } }
                    }
                }
                tbody {
                    @for (at, (name, share)) in proposed.iter().enumerate() {
                        tr {
                            th scope="row" { (name) }
                            @if let Some(today) = &today { td.number { (format!("{:.1} %", 100.0 * today[at].1)) } }
                            td.number { (format!("{:.1} %", 100.0 * share)) }
                            @if let Some(today) = &today { (difference(100.0 * (share - today[at].1))) }
                        }
                    }
                }
            }
        }
        (note("Door to door by the clock, with the walking and waiting that each trip takes. A zone is served if a stop \
               is at most 15 minutes away on foot."))
    };
    Some(table)
}

fn rows(access: &ServiceAccess) -> [(String, f64); 8] {
    let ServiceAccess { people_served, jobs_served, jobs_within, people_within } = *access;
    let within = |what: &str, at: usize| format!("{what} within {:.0} min", ACCESS_LIMITS[at].minutes());
    [
        (within("Jobs", 0), jobs_within[0]),
        (within("Jobs", 1), jobs_within[1]),
        (within("Jobs", 2), jobs_within[2]),
        (within("People", 0), people_within[0]),
        (within("People", 1), people_within[1]),
        (within("People", 2), people_within[2]),
        ("People in a served zone".to_owned(), people_served),
        ("Jobs in a served zone".to_owned(), jobs_served),
    ]
}

fn difference(points: f64) -> Markup {
    let text = signed(points, 1);
    let class = match points {
        _ if text == "0" => "number",
        ..0.0 => "number loss",
        _ => "number gain",
    };
    html! { td class=(class) { (text) @if text != "0" { " points" } } }
}
