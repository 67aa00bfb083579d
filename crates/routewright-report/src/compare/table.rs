//! The table of all figures.

use maud::{Markup, html};

use super::ComparePage;
use super::figures::{Part, Row, parts};
use crate::page::note;

/// All networks beside each other; every plan with its difference to today.
pub(super) fn table(page: &ComparePage<'_>) -> Markup {
    let parts = parts(page);
    html! {
        div.scroll {
            table.plans {
                thead {
                    tr {
                        th {}
                        @for network in &page.networks { th.number scope="col" { (network.name) } }
                    }
                }
                @for part in &parts { (body(page, part)) }
            }
        }
        @if page.model.is_some() {
            (note("Small print below a figure is its difference to today. Overloaded: more riders in a vehicle than \
                   places times load factor. Kilometres of a line are straight from stop to stop; vehicle-kilometres \
                   follow the streets as far as their course is known. The detour is the drive along the line against \
                   the fastest drive between its ends; circular lines, and lines that end off the streets, have none. Fixed lines are used by riders but not counted."))
        }
    }
}

fn body(page: &ComparePage<'_>, part: &Part) -> Markup {
    html! {
        tbody {
            tr.part { th colspan=(page.networks.len() + 1) scope="rowgroup" { (part.name) } }
            @for row in &part.rows {
                tr.total[row.is_total] {
                    th scope="row" { (row.name) }
                    @for (at, value) in row.values.iter().enumerate() {
                        td.number {
                            (row.value(*value))
                            @if at > 0 { (difference(row, at)) }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn difference(row: &Row, plan: usize) -> Markup {
    let Some((text, is_better)) = row.difference(plan) else { return html! { span.diff { "as today" } } };
    // A sign says the same as the colour.
    let (class, mark) = match is_better {
        Some(true) => ("diff gain", "✓ "),
        Some(false) => ("diff loss", "✗ "),
        None => ("diff", ""),
    };
    html! { span class=(class) { (mark) (text) } }
}
