//! The page of a front: self-contained.

use maud::{Markup, PreEscaped, html};

use super::chart::front_chart;
use crate::page::{note, page_html, section};
use crate::run::RunFacts;

/// Rows of the table; a front may have hundreds of networks, and the files hold all of them.
const MOST_ROWS: usize = 40;

/// A network of the front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontRow {
    /// Mean trip (C_p), minutes.
    pub passenger_minutes: f64,
    /// Sum of the one-way route times (C_o), minutes.
    pub route_minutes: f64,
    /// Percent of trips without a transfer (d_0).
    pub direct_percent: f64,
    /// Path of the network in the run folder, without its extension.
    pub file: String,
}

impl FrontRow {
    pub(super) fn describe(&self) -> String {
        let Self { passenger_minutes, route_minutes, direct_percent, file } = self;
        format!(
            "{file}: mean trip {passenger_minutes:.2} min, route minutes {route_minutes:.0}, {direct_percent:.1} % direct"
        )
    }
}

/// A compromise picked from the front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontPick {
    /// Why it was picked, in a word or two.
    pub name: String,
    /// Index of its row.
    pub row: usize,
    /// Its map as SVG.
    pub map: String,
}

/// Everything the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontPage {
    /// Name of the city.
    pub city: String,
    /// The problem, such as `6 routes of 2 to 8 stops`.
    pub asked: String,
    /// The networks, the best for riders first.
    pub rows: Vec<FrontRow>,
    /// The compromises.
    pub picks: Vec<FrontPick>,
    /// How they were found.
    pub facts: RunFacts,
}

/// The page as HTML. It loads nothing and runs no script.
pub fn front_page_html(page: &FrontPage) -> String {
    let FrontPage { rows, picks, facts, .. } = page;
    let title = format!("{}: riders against operator", page.city);
    let content = html! {
        header {
            h1 { (title) }
            p {
                b { (rows.len()) } " networks, " (page.asked) ", found in " (format!("{:.0}", facts.seconds)) " s over "
                (facts.evaluations) " networks scored"
                @if facts.is_interrupted { ", interrupted" }
                "."
            }
        }
        (section("Riders' gain against the operator's cost", &drawn(rows, picks)))
        @for pick in picks {
            @if let Some(row) = rows.get(pick.row) { (section(&pick.name, &picked(row, pick))) }
        }
        (section("Networks", &table(rows, picks)))
        (section("How to repeat it", &repeat(facts)))
    };
    page_html(&title, FRONT_STYLE, &content)
}

const FRONT_STYLE: &str = "\
.front .dot { fill: var(--accent); } .front .steps { stroke-width: 1.4; opacity: .55; }\n\
.front .pick { fill: none; stroke: var(--bad); stroke-width: 2.4; }\n\
.front .name { fill: var(--ink); font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }\n\
@media (max-width: 640px) { .front .name { font-size: 22px; } }\n";

fn drawn(rows: &[FrontRow], picks: &[FrontPick]) -> Markup {
    let Some(svg) = front_chart(rows, picks) else {
        return note("No network was found that meets all constraints.");
    };
    html! {
        div.scroll { div.chart.front { (PreEscaped(svg)) } }
        (note("Each point is a Pareto-optimal network: no other is as good for both riders and the operator. \
               Hover over a point to see which network it is."))
    }
}

fn picked(row: &FrontRow, pick: &FrontPick) -> Markup {
    html! {
        (note(&row.describe()))
        @if !pick.map.is_empty() { div.scroll.map { (PreEscaped(&pick.map)) } }
    }
}

/// The picks, and as many of the others as keep the table readable.
fn table(rows: &[FrontRow], picks: &[FrontPick]) -> Markup {
    let names = |at: usize| -> String {
        let names: Vec<&str> =
            picks.iter().filter(|pick| pick.row == at).map(|pick| pick.name.as_str()).collect();
        names.join(", ")
    };
    let step = rows.len().div_ceil(MOST_ROWS).max(1);
    let is_shown = |at: usize| at.is_multiple_of(step) || at + 1 == rows.len() || !names(at).is_empty();
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th { "network" }
                        th.number { "mean trip (C_p), min" }
                        th.number { "route minutes (C_o)" }
                        th.number { "direct trips, %" }
                        th {}
                    }
                }
                tbody {
                    @for (at, row) in rows.iter().enumerate().filter(|(at, _)| is_shown(*at)) {
                        tr {
                            th { (row.file) }
                            td.number { (format!("{:.2}", row.passenger_minutes)) }
                            td.number { (format!("{:.0}", row.route_minutes)) }
                            td.number { (format!("{:.1}", row.direct_percent)) }
                            td { (names(at)) }
                        }
                    }
                }
            }
        }
        @if step > 1 { p.note { "Only some networks are listed here; " code { "front.csv" } " has all of them." } }
    }
}

fn repeat(facts: &RunFacts) -> Markup {
    html! {
        pre { code { (facts.command) } }
        p.note {
            "Version " (facts.version) ", seed " (facts.seed) ". "
            @if facts.is_reproducible {
                "The same command with the same version gives the same networks, with any number of threads."
            } @else {
                "Runs that end by a time limit or are interrupted differ from each other; use " code { "--iterations" }
                " for a run that can be repeated."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(count: usize) -> String {
        let row = |at: usize| FrontRow {
            passenger_minutes: 10.0 + at as f64,
            route_minutes: 400.0 - at as f64,
            direct_percent: 90.0,
            file: format!("networks/{at:03}"),
        };
        let pick = FrontPick { name: "knee".into(), row: 7, map: "<svg></svg>".into() };
        front_page_html(&FrontPage {
            city: "<script>".into(),
            asked: "6 routes".into(),
            rows: (0..count).map(row).collect(),
            picks: vec![pick],
            facts: RunFacts { command: "routewright front 'a&b'".into(), ..RunFacts::default() },
        })
    }

    #[test]
    fn the_page_needs_nothing_but_itself_and_escapes_what_people_wrote() {
        for count in [0, 1, 9, 300] {
            let page = page(count);
            for outside in ["<script", "src=", "href=", "@import", "url(", "NaN"] {
                assert!(!page.contains(outside), "{outside}");
            }
            assert!(page.contains("a&amp;b"));
            assert_eq!(page.contains("No network was found"), count == 0);
            assert_eq!(page.contains("<h2>knee</h2>"), count > 7);
        }
    }

    #[test]
    fn long_tables_are_cut_but_keep_the_picks() {
        let page = page(300);
        let rows = page.matches("<tr><th>networks").count();
        assert!((MOST_ROWS..=MOST_ROWS + 3).contains(&rows), "{rows}");
        assert!(page.contains("networks/007</th>") && page.contains("networks/299</th>"));
    }
}
