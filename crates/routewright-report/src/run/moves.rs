//! How often each move of a search was tried, and how often it helped.

use maud::{Markup, html};

use crate::page::note;
use crate::words::grouped;

/// Counters of one kind of move, each a part of the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveRow {
    /// Name of the move.
    pub name: String,
    /// Times the search tried it.
    pub tried: u64,
    /// Of these, times it led to a legal route.
    pub legal: u64,
    /// Of these, times the network was scored.
    pub scored: u64,
    /// Of these, times the network was accepted.
    pub accepted: u64,
    /// Of these, times the network was better than the one before.
    pub improving: u64,
}

impl MoveRow {
    /// The four counters below `tried`.
    fn counts(&self) -> [u64; 4] {
        [self.legal, self.scored, self.accepted, self.improving]
    }
}

/// A row per move, each count with its share of the tries.
pub(super) fn moves_table(moves: &[MoveRow]) -> Markup {
    html! {
        div.scroll {
            table.moves {
                thead {
                    tr {
                        th { "Move" }
                        @for name in ["Tried", "Legal", "Scored", "Accepted", "Improving"] {
                            th.number { (name) }
                        }
                    }
                }
                tbody {
                    @for row in moves {
                        tr {
                            th scope="row" { (row.name) }
                            td.number { (grouped(row.tried as f64, 0)) }
                            @for count in row.counts() {
                                td.number { (grouped(count as f64, 0)) " " span.note { (share(count, row.tried)) } }
                            }
                        }
                    }
                }
            }
        }
        (note("Percentages are of the times a move was tried."))
    }
}

fn share(count: u64, tried: u64) -> String {
    match tried {
        0 => String::new(),
        _ => format!("({:.1} %)", 100.0 * count as f64 / tried as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_shares() {
        let row = MoveRow {
            name: "<swap>".into(),
            tried: 4000,
            legal: 3000,
            scored: 2000,
            accepted: 500,
            improving: 0,
        };
        let html = moves_table(&[row, MoveRow { name: "idle".into(), ..MoveRow::default() }]).into_string();
        assert!(
            html.contains("<th scope=\"row\">&lt;swap&gt;</th><td class=\"number\">4,000</td>"),
            "{html}"
        );
        for cell in [
            "3,000 <span class=\"note\">(75.0 %)",
            "500 <span class=\"note\">(12.5 %)",
            "0 <span class=\"note\">(0.0 %)",
        ] {
            assert!(html.contains(cell), "{cell}: {html}");
        }
        assert!(!html.contains("NaN"), "{html}");
    }
}
