//! The page of a training run: self-contained.

use maud::{Markup, html};

use super::chart::CurveChart;
use crate::page::{chart, note, page_html, section};

/// Everything the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingPage {
    /// The heading.
    pub title: String,
    /// The state of the run, in a sentence or two.
    pub summary: String,
    /// The curves.
    pub charts: Vec<CurveChart>,
    /// Settings by name.
    pub settings: Vec<(String, String)>,
    /// The command line.
    pub command: String,
}

/// The page as HTML. It loads nothing and runs no script.
pub fn training_page_html(page: &TrainingPage) -> String {
    let content = html! {
        header {
            h1 { (page.title) }
            p { (page.summary) }
        }
        div.charts {
            @for chart in &page.charts { (section(&chart.title, &drawn(chart))) }
        }
        (section("Settings", &settings(&page.settings)))
        (section("How to repeat it", &repeat(&page.command)))
    };
    page_html(&page.title, "", &content)
}

fn drawn(curves: &CurveChart) -> Markup {
    html! {
        @if let Some(svg) = curves.svg() { (chart(svg)) (curves.key()) } @else { (note("Nothing to draw yet.")) }
        (note(&curves.note))
    }
}

fn settings(settings: &[(String, String)]) -> Markup {
    html! {
        table.settings {
            tbody {
                @for (name, value) in settings { tr { th { (name) } td { (value) } } }
            }
        }
    }
}

fn repeat(command: &str) -> Markup {
    html! {
        pre { code { (command) } }
        p.note {
            "The same command with the same version gives the same weights on this kind of processor, with any number of \
             threads. Figures: " code { "metrics.csv" } "; weights: " code { "best.safetensors" } ", "
            code { "last.safetensors" } "."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Curve;

    #[test]
    fn the_page_needs_nothing_but_itself_and_escapes_what_people_wrote() {
        let curve = Curve { name: "<i>".into(), points: vec![(0.0, 1.0), (1.0, 2.0)], reference: Some(3.0) };
        let page = training_page_html(&TrainingPage {
            title: "<script>".into(),
            charts: vec![
                CurveChart { title: "a".into(), curves: vec![curve], ..CurveChart::default() },
                CurveChart::default(),
            ],
            settings: vec![("x".into(), "<b>".into())],
            command: "routewright train --out 'a&b'".into(),
            ..TrainingPage::default()
        });
        assert!(
            page.contains("&lt;i&gt;") && page.contains("dashed: 3.000") && page.contains("Nothing to draw")
        );
        for outside in ["<script", "src=", "href=", "@import", "url(", "NaN", "<b>"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
