//! What the lines look like, today and proposed.

use maud::{Markup, html};
use routewright_eval::service::{ServiceAssessment, Spread};

use super::ServicePart;
use crate::page::note;

/// A table of the lines' shapes, before and after.
pub(super) fn shapes(part: &ServicePart<'_>) -> Markup {
    let proposed = rows(part.assessment);
    let today = part.start.map(rows);
    html! {
        div.scroll {
            table.comparison {
                caption { "What the lines look like: median, and from the least to the most" }
                thead {
                    tr {
                        th {}
                        @if today.is_some() { th.number { "Today" } }
                        th.number { "Proposed" }
                    }
                }
                tbody {
                    @for (at, (name, text)) in proposed.iter().enumerate() {
                        tr {
                            th scope="row" { (name) }
                            @if let Some(today) = &today { td.number { (today[at].1) } }
                            td.number { (text) }
                        }
                    }
                }
            }
        }
        (note("Kilometres are straight from stop to stop. The detour compares the drive along the line with the fastest \
               drive between its ends."))
    }
}

fn rows(service: &ServiceAssessment) -> [(&'static str, String); 11] {
    let shapes = &service.shapes;
    let spread = |Spread { least, median, most }: Spread, digits: usize| {
        format!("{median:.digits$} ({least:.digits$} to {most:.digits$})")
    };
    let percent = |share: f64| format!("{:.0} %", 100.0 * share);
    let designed = || service.lines.iter().filter(|line| !line.is_fixed);
    [
        ("Lines", shapes.lines.to_string()),
        ("With three stops or fewer", percent(shapes.short_share)),
        ("Stops", spread(shapes.stops, 0)),
        ("Minutes one way", spread(shapes.minutes, 0)),
        ("Kilometres one way", spread(shapes.kilometres, 1)),
        ("Detour", spread(shapes.detour, 2)),
        ("Kilometres per hour", spread(shapes.speed, 0)),
        ("Legs with more than one line", percent(shapes.shared_legs)),
        (
            "Minutes between departures",
            spread(Spread::of(designed().map(|line| line.headway_minutes).collect()), 1),
        ),
        (
            "Vehicles of a line",
            spread(Spread::of(designed().map(|line| f64::from(line.vehicles)).collect()), 0),
        ),
        (
            "Riders in the fullest vehicle",
            spread(Spread::of(designed().map(|line| line.peak_load).collect()), 0),
        ),
    ]
}
