//! The page of the laboratory: needs nothing but itself.

use super::plot::Plot;
use super::table::LabTable;
use crate::map::svg::escape;

const STYLE: &str = concat!(include_str!("../run/style.css"), include_str!("style.css"));

/// Everything the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabPage {
    /// Above it all.
    pub title: String,
    /// What it is about, a paragraph each.
    pub summary: Vec<String>,
    /// The rest, in order.
    pub parts: Vec<Part>,
}

/// A part of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// What to make of it.
    pub note: String,
    /// What it shows.
    pub content: PartContent,
}

/// What a part of the page shows.
#[derive(Clone, Debug, PartialEq)]
pub enum PartContent {
    /// Tables, one below the other.
    Tables(Vec<LabTable>),
    /// Tables that are opened with a click.
    Folded(Vec<LabTable>),
    /// Plots, two beside each other where there is room.
    Plots(Vec<Plot>),
}

/// The page as HTML. It loads nothing, runs no script, and reads on a phone, a wide screen and in the dark.
pub fn lab_page_html(page: &LabPage) -> String {
    let title = escape(&page.title);
    let summary: String = page.summary.iter().map(|text| format!("<p>{}</p>\n", escape(text))).collect();
    let contents: String = page
        .parts
        .iter()
        .enumerate()
        .map(|(at, part)| format!("<li><a href=\"#part-{at}\">{}</a></li>", escape(&part.title)))
        .collect();
    let parts: String = page.parts.iter().enumerate().map(part_html).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} – Routewright</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>{title}</h1>\n{summary}</header>\n<nav><ul>{contents}</ul></nav>\n{parts}</main>\n</body>\n</html>\n"
    )
}

fn part_html((at, part): (usize, &Part)) -> String {
    let content: String = match &part.content {
        PartContent::Tables(tables) => tables.iter().map(table_html).collect(),
        PartContent::Folded(tables) => tables
            .iter()
            .map(|table| {
                let (title, note, table) = (escape(&table.title), escape(&table.note), table.html());
                format!(
                    "<details>\n<summary>{title}</summary>\n<p class=\"note\">{note}</p>\n{table}</details>\n"
                )
            })
            .collect(),
        PartContent::Plots(plots) => {
            let plots: String = plots.iter().map(plot_html).collect();
            format!("<div class=\"charts\">\n{plots}</div>\n")
        }
    };
    let (title, note) = (escape(&part.title), escape(&part.note));
    format!(
        "<section id=\"part-{at}\">\n<h2>{title}</h2>\n<p class=\"note\">{note}</p>\n{content}</section>\n"
    )
}

fn table_html(table: &LabTable) -> String {
    let (title, note) = (escape(&table.title), escape(&table.note));
    let note = if note.is_empty() { note } else { format!("<p class=\"note\">{note}</p>\n") };
    format!("<h3>{title}</h3>\n{}{note}", table.html())
}

fn plot_html(plot: &Plot) -> String {
    let drawn = match plot.svg() {
        Some(svg) => format!("<div class=\"chart plot\">\n{svg}</div>\n{}", plot.key()),
        None => "<p class=\"note\">Nothing to draw yet.</p>\n".to_owned(),
    };
    format!("<figure>\n<figcaption>{}</figcaption>\n{drawn}</figure>\n", escape(&plot.title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, PlotPoint, Series};

    #[test]
    fn the_page_needs_nothing_but_itself_and_escapes_what_people_wrote() {
        let table = LabTable {
            title: "<b>".into(),
            columns: vec!["<i>".into()],
            name_columns: 1,
            rows: vec![(true, vec![Cell::plain("<u>")])],
            ..LabTable::default()
        };
        let points = vec![PlotPoint { x: 1.0, y: 2.0, ..PlotPoint::default() }];
        let series = vec![Series { name: "<s>".into(), points, ..Series::default() }];
        let plot = Plot { title: "<p>x".into(), series, ..Plot::default() };
        let part = |content| Part { title: "<em>".into(), note: "<q>".into(), content };
        let page = lab_page_html(&LabPage {
            title: "<script>".into(),
            summary: vec!["<a>".into()],
            parts: vec![
                part(PartContent::Tables(vec![table.clone()])),
                part(PartContent::Folded(vec![table])),
                part(PartContent::Plots(vec![plot, Plot::default()])),
            ],
        });
        for inside in ["&lt;u&gt;", "&lt;s&gt;", "&lt;q&gt;", "Nothing to draw", "<details>"] {
            assert!(page.contains(inside), "{inside}");
        }
        for outside in ["<script", "src=", "http", "@import", "url(", "NaN", "<u>", "<em>", "<q>"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
