//! What people can get to: jobs, schools, health, whatever the zones count.

use maud::{Markup, html};
use routewright_eval::ACCESS_LIMITS;
use routewright_eval::service::WALK_TO_STOP_MINUTES;

use super::figures::{Better, Row};
use super::table::difference;
use super::{ComparePage, ComparedNetwork};
use crate::page::note;
use crate::words::grouped;

/// Shares by column and minutes; `None` where the city has no zones' data.
pub(super) fn access(page: &ComparePage<'_>) -> Option<Markup> {
    if page.columns.is_empty()
        || page.networks.iter().any(|network| network.reach.len() != page.columns.len())
    {
        return None;
    }
    Some(html! {
        div.scroll {
            table.plans {
                caption { "Share that an average person can get to, from door to door" }
                thead {
                    tr {
                        th {}
                        @for network in &page.networks { th.number scope="col" { (network.name) } }
                    }
                }
                @for (at, column) in page.columns.iter().enumerate() {
                    tbody {
                        tr.part {
                            th colspan=(page.networks.len() + 1) scope="rowgroup" {
                                (column.name) ", " (grouped(column.total, 0)) " in all"
                            }
                        }
                        @for row in rows(page, at) {
                            tr {
                                th scope="row" { (row.name) }
                                @for (nth, value) in row.values.iter().enumerate() {
                                    td.number { (row.value(*value)) @if nth > 0 { (difference(&row, nth)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
        (note("Minutes by the clock: walking, waiting and riding. An average person is the mean over all people where they \
               live."))
    })
}

fn rows(page: &ComparePage<'_>, column: usize) -> Vec<Row> {
    let row = |name: String, value: &dyn Fn(&ComparedNetwork) -> f64| Row {
        name,
        values: page.networks.iter().map(|network| 100.0 * value(network)).collect(),
        digits: 1,
        unit: " %",
        better: Better::More,
        is_total: false,
    };
    let mut rows: Vec<Row> = (0..ACCESS_LIMITS.len())
        .map(|at| {
            let name = format!("within {:.0} min", ACCESS_LIMITS[at].minutes());
            row(name, &|network| network.reach[column].within[at])
        })
        .collect();
    rows.push(row(format!("within {WALK_TO_STOP_MINUTES} min on foot of a stop"), &|network| {
        network.reach[column].served
    }));
    rows
}
