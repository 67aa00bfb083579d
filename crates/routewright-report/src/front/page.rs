//! The page of a front: needs nothing but itself.

use super::chart::front_chart;
use crate::map::svg::escape;
use crate::run::RunFacts;

const STYLE: &str = include_str!("../run/style.css");
/// Rows of the table; a front may have hundreds of networks, and the files hold them all.
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
    /// Where the network lies, without the ending.
    pub file: String,
}

impl FrontRow {
    pub(super) fn describe(&self) -> String {
        let Self { passenger_minutes, route_minutes, direct_percent, file } = self;
        format!(
            "{file}: mean trip {passenger_minutes:.2} min, routes {route_minutes:.0} min, {direct_percent:.1} % direct"
        )
    }
}

/// A network to take, of all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontPick {
    /// Why, in a word or two.
    pub name: String,
    /// Which row.
    pub row: usize,
    /// Its map as SVG.
    pub map: String,
}

/// Everything the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrontPage {
    /// Name of the city.
    pub city: String,
    /// What was asked, such as `6 routes of 2 to 8 stops`.
    pub asked: String,
    /// The networks, the best for riders first.
    pub rows: Vec<FrontRow>,
    /// The compromises.
    pub picks: Vec<FrontPick>,
    /// How they came about.
    pub facts: RunFacts,
}

/// The page as HTML. It loads nothing and runs no script.
pub fn front_page_html(page: &FrontPage) -> String {
    let FrontPage { rows, picks, facts, .. } = page;
    let city = escape(&page.city);
    let drawn = match front_chart(rows, picks) {
        Some(svg) => format!(
            "<div class=\"scroll\"><div class=\"chart front\">\n{svg}</div></div>\n<p class=\"note\">A point is a network; \
             point at one to see which. None is as good as another for both riders and the operator.</p>\n"
        ),
        None => "<p class=\"note\">No network was found that keeps all constraints.</p>\n".into(),
    };
    let ended = if facts.is_interrupted { ", ended early" } else { "" };
    let picked: String = picks.iter().filter_map(|pick| picked(rows, pick)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{city}: riders against operator – Routewright</title>\n<style>\n{STYLE}{FRONT_STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>{city}: riders against operator</h1>\n<p><b>{}</b> networks, {}, found in {:.0} s over {} \
         networks scored{ended}.</p>\n</header>\n\
         <section>\n<h2>What riders gain by what the operator spends</h2>\n{drawn}</section>\n{picked}\
         <section>\n<h2>Networks</h2>\n{}</section>\n\
         <section>\n<h2>How to repeat it</h2>\n<pre><code>{}</code></pre>\n<p class=\"note\">{}</p>\n</section>\n\
         </main>\n</body>\n</html>\n",
        rows.len(),
        escape(&page.asked),
        facts.seconds,
        facts.evaluations,
        table(rows, picks),
        escape(&facts.command),
        repeat(facts),
    )
}

const FRONT_STYLE: &str = "\
.front .dot { fill: var(--accent); } .front .steps { stroke-width: 1.4; opacity: .55; }\n\
.front .pick { fill: none; stroke: var(--bad); stroke-width: 2.4; }\n\
.front .name { fill: var(--ink); font-weight: 600; paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }\n\
@media (max-width: 640px) { .front .name { font-size: 22px; } }\n";

fn picked(rows: &[FrontRow], pick: &FrontPick) -> Option<String> {
    let row = rows.get(pick.row)?;
    let map = match pick.map.is_empty() {
        true => String::new(),
        false => format!("<div class=\"scroll map\">\n{}</div>\n", pick.map),
    };
    let (name, what) = (escape(&pick.name), escape(&row.describe()));
    Some(format!("<section>\n<h2>{name}</h2>\n<p class=\"note\">{what}</p>\n{map}</section>\n"))
}

/// The picks, and of the others so many that the table stays readable.
fn table(rows: &[FrontRow], picks: &[FrontPick]) -> String {
    let names = |at: usize| -> String {
        let names: Vec<String> =
            picks.iter().filter(|pick| pick.row == at).map(|pick| escape(&pick.name)).collect();
        names.join(", ")
    };
    let step = rows.len().div_ceil(MOST_ROWS).max(1);
    let is_shown = |at: usize| at.is_multiple_of(step) || at + 1 == rows.len() || !names(at).is_empty();
    let row = |(at, row): (usize, &FrontRow)| {
        format!(
            "<tr><th>{}</th><td class=\"number\">{:.2}</td><td class=\"number\">{:.0}</td><td class=\"number\">{:.1}</td>\
             <td>{}</td></tr>\n",
            escape(&row.file),
            row.passenger_minutes,
            row.route_minutes,
            row.direct_percent,
            names(at)
        )
    };
    let shown: String = rows.iter().enumerate().filter(|(at, _)| is_shown(*at)).map(row).collect();
    let note = match step {
        1 => "",
        _ => "<p class=\"note\">Only some are listed here; <code>front.csv</code> has them all.</p>\n",
    };
    format!(
        "<div class=\"scroll\"><table>\n<thead><tr><th>network</th><th class=\"number\">mean trip (C_p), min</th>\
         <th class=\"number\">operating cost (C_o), min</th><th class=\"number\">direct trips, %</th><th></th></tr></thead>\n\
         <tbody>\n{shown}</tbody></table></div>\n{note}"
    )
}

fn repeat(facts: &RunFacts) -> String {
    let again = match facts.is_reproducible {
        true => "The same command with the same version gives the same networks, with any number of threads.",
        false => {
            "A run with a time limit, or one that was interrupted, does not come out the same twice; give \
                  <code>--iterations</code> for one that does."
        }
    };
    format!("Version {}, seed {}. {again}", escape(&facts.version), facts.seed)
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
