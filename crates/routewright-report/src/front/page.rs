//! The page of a front: self-contained.

use maud::{Markup, PreEscaped, html};

use super::axes::FrontAxes;
use super::chart::front_chart;
use crate::page::{note, page_html, section};
use crate::run::RunFacts;
use crate::words::counted;

/// Rows of the table; a front may have hundreds of networks, and the files hold all of them.
const MOST_ROWS: usize = 40;

/// A network of the front.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontRow {
    /// What riders want little of, such as the mean trip (C_p) in minutes; [`FrontAxes::riders`].
    pub riders: f64,
    /// What the operator wants little of, such as route minutes (C_o) or vehicles; [`FrontAxes::operator`].
    pub operator: f64,
    /// A share of trips in percent, such as those without a transfer (d_0); [`FrontAxes::share_name`].
    pub share_percent: f64,
    /// Legs where vehicles hold more riders than allowed.
    pub overloaded_legs: usize,
    /// Path of the network in the run folder, without its extension.
    pub file: String,
}

impl FrontRow {
    pub(super) fn describe(&self, axes: &FrontAxes) -> String {
        let Self { riders, operator, share_percent, file, .. } = self;
        let (riders, operator) = (axes.riders.describe(*riders), axes.operator.describe(*operator));
        let mut text = format!("{file}: {riders}, {operator}, {share_percent:.1} % {}", axes.share_name);
        if let Some(full) = self.overloaded() {
            text += &format!(", {full}");
        }
        text
    }

    /// In words, if vehicles are too full somewhere.
    fn overloaded(&self) -> Option<String> {
        (self.overloaded_legs > 0).then(|| format!("{} overloaded", counted(self.overloaded_legs, "leg")))
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
    /// What the figures mean.
    pub axes: FrontAxes,
    /// The networks, the best for riders first.
    pub rows: Vec<FrontRow>,
    /// The compromises.
    pub picks: Vec<FrontPick>,
    /// The network of today, where there is one; `file` is its name.
    pub today: Option<FrontRow>,
    /// How they were found.
    pub facts: RunFacts,
}

/// The page as HTML. It loads nothing and runs no script.
pub fn front_page_html(page: &FrontPage) -> String {
    let FrontPage { axes, rows, picks, facts, .. } = page;
    let title = format!("{}: {}", page.city, axes.title);
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
        (section(axes.heading, &drawn(page)))
        @for pick in picks {
            @if let Some(row) = rows.get(pick.row) { (section(&pick.name, &picked(axes, row, pick))) }
        }
        (section("Networks", &table(page)))
        (section("How to repeat it", &repeat(facts)))
    };
    page_html(&title, FRONT_STYLE, &content)
}

const FRONT_STYLE: &str = "\
.front .dot { fill: var(--accent); } .front .full { fill: var(--paper); stroke: var(--accent); stroke-width: 2; } .front .steps { stroke-width: 1.4; opacity: .55; }\n\
.front .today { stroke: var(--ink); stroke-width: 3; stroke-linecap: round; }\n\
.front .pick { fill: none; stroke: var(--bad); stroke-width: 2.4; }\n\
.front .name { fill: var(--ink); font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }\n\
td.remarks { white-space: nowrap; }\n\
@media (max-width: 640px) { .front .name { font-size: 22px; } }\n";

fn drawn(page: &FrontPage) -> Markup {
    let Some(svg) = front_chart(page) else {
        return note("No network was found that meets all constraints.");
    };
    html! {
        div.scroll { div.chart.front { (PreEscaped(svg)) } }
        (note("Each point is a Pareto-optimal network: no other is as good for both riders and the operator. \
               Hover over a point to see which network it is."))
        @if page.rows.iter().any(|row| row.overloaded_legs > 0) {
            (note("Hollow points: on some legs vehicles hold more riders than allowed."))
        }
        @if let Some(today) = &page.today { (note(&format!("The cross is {}.", today.describe(&page.axes)))) }
    }
}

fn picked(axes: &FrontAxes, row: &FrontRow, pick: &FrontPick) -> Markup {
    html! {
        (note(&row.describe(axes)))
        @if !pick.map.is_empty() { div.scroll.map { (PreEscaped(&pick.map)) } }
    }
}

/// The picks, and as many of the others as keep the table readable.
fn table(page: &FrontPage) -> Markup {
    let FrontPage { axes, rows, picks, today, .. } = page;
    let figures = |row: &FrontRow| {
        html! {
            td.number { (axes.riders.value(row.riders)) }
            td.number { (axes.operator.value(row.operator)) }
            td.number { (format!("{:.1}", row.share_percent)) }
        }
    };
    let names = |at: usize| -> String {
        let names: Vec<&str> =
            picks.iter().filter(|pick| pick.row == at).map(|pick| pick.name.as_str()).collect();
        names.join(", ")
    };
    let remarks = |names: String, row: &FrontRow| -> String {
        [names, row.overloaded().unwrap_or_default()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join("; ")
    };
    let step = rows.len().div_ceil(MOST_ROWS).max(1);
    let is_shown = |at: usize| at.is_multiple_of(step) || at + 1 == rows.len() || !names(at).is_empty();
    html! {
        div.scroll {
            table {
                thead {
                    tr {
                        th { "network" }
                        th.number { (axes.riders.column) }
                        th.number { (axes.operator.column) }
                        th.number { (axes.share_column) }
                        th {}
                    }
                }
                tbody {
                    @for (at, row) in rows.iter().enumerate().filter(|(at, _)| is_shown(*at)) {
                        tr {
                            th { (row.file) }
                            (figures(row))
                            td.remarks { (remarks(names(at), row)) }
                        }
                    }
                    @if let Some(today) = today {
                        tr { th { (today.file) } (figures(today)) td.remarks { (remarks(String::new(), today)) } }
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
        page_of(count, FrontAxes::PAPER, None)
    }

    fn page_of(count: usize, axes: FrontAxes, today: Option<FrontRow>) -> String {
        let row = |at: usize| FrontRow {
            riders: 10.0 + at as f64,
            operator: 400.0 - at as f64,
            share_percent: 90.0,
            overloaded_legs: usize::from(at == 2),
            file: format!("networks/{at:03}"),
        };
        let pick = FrontPick { name: "knee".into(), row: 7, map: "<svg></svg>".into() };
        front_page_html(&FrontPage {
            city: "<script>".into(),
            asked: "6 routes".into(),
            axes,
            today,
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
    #[test]
    fn the_paper_and_services_have_their_own_words() {
        let paper = page(9);
        let words = "networks/001: mean trip 11.00 min, route minutes 399, 90.0 % direct";
        for wanted in [words, "mean trip (C_p), minutes", "riders against operator", "direct trips, %"] {
            assert!(paper.contains(wanted), "{wanted}");
        }
        assert!(!paper.contains("The cross is"));
        let today = FrontRow {
            riders: 30.5,
            operator: 410.0,
            share_percent: 2.5,
            file: "today <x>".into(),
            ..FrontRow::default()
        };
        let service = page_of(9, FrontAxes::SERVICE, Some(today));
        let words = "The cross is today &lt;x&gt;: mean trip 30.50 perceived min, vehicles 410, 2.5 % of trips unserved.";
        for wanted in [
            words,
            "90.0 % of trips unserved, 1 leg overloaded",
            "Hollow points",
            "mean perceived minutes per trip",
            "class=\"today\"",
            "<th>today &lt;x&gt;</th>",
        ] {
            assert!(service.contains(wanted), "{wanted}");
        }
        assert!(!service.contains("C_p") && !service.contains("route minutes"));
    }
}
