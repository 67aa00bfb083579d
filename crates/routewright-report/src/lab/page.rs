//! The page of the laboratory: self-contained.

use maud::{Markup, PreEscaped, html};

use super::plot::Plot;
use super::table::LabTable;
use crate::page::{note, page_html};

const STYLE: &str = include_str!("style.css");

/// Everything the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabPage {
    /// The heading.
    pub title: String,
    /// The introduction, one entry per paragraph.
    pub summary: Vec<String>,
    /// Its parts, in order.
    pub parts: Vec<Part>,
}

/// A part of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its heading.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// What it shows.
    pub content: PartContent,
}

/// What a part of the page shows.
#[derive(Clone, Debug, PartialEq)]
pub enum PartContent {
    /// Tables, one below the other.
    Tables(Vec<LabTable>),
    /// Tables that open with a click.
    Folded(Vec<LabTable>),
    /// Plots, two side by side where there is room.
    Plots(Vec<Plot>),
}

/// The page as HTML. It loads nothing, runs no script, and reads on a phone, a wide screen and in the dark.
pub fn lab_page_html(page: &LabPage) -> String {
    let content = html! {
        header {
            h1 { (page.title) }
            @for text in &page.summary { p { (text) } }
        }
        nav {
            ul {
                @for (at, part) in page.parts.iter().enumerate() {
                    li { a href={ "#part-" (at) } { (part.title) } }
                }
            }
        }
        @for (at, part) in page.parts.iter().enumerate() {
            section id={ "part-" (at) } {
                h2 { (part.title) }
                (note(&part.note))
                (part_content(&part.content))
            }
        }
    };
    page_html(&page.title, STYLE, &content)
}

fn part_content(content: &PartContent) -> Markup {
    html! {
        @match content {
            PartContent::Tables(tables) => @for table in tables {
                h3 { (table.title) }
                (table.html())
                @if !table.note.is_empty() { (note(&table.note)) }
            },
            PartContent::Folded(tables) => @for table in tables {
                details {
                    summary { (table.title) }
                    (note(&table.note))
                    (table.html())
                }
            },
            PartContent::Plots(plots) => div.charts {
                @for plot in plots { (figure(plot)) }
            },
        }
    }
}

fn figure(plot: &Plot) -> Markup {
    html! {
        figure {
            figcaption { (plot.title) }
            @if let Some(svg) = plot.svg() {
                div.chart.plot { (PreEscaped(svg)) }
                (plot.key())
            } @else {
                (note("Nothing to draw yet."))
            }
        }
    }
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
