//! The page of a training run: needs nothing but itself.

use super::chart::CurveChart;
use crate::map::svg::escape;

const STYLE: &str = include_str!("../run/style.css");

/// Everything the page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingPage {
    /// Above it all.
    pub title: String,
    /// How it stands, in a sentence or two.
    pub summary: String,
    /// The curves.
    pub charts: Vec<CurveChart>,
    /// Settings by name.
    pub settings: Vec<(String, String)>,
    /// What was typed.
    pub command: String,
}

/// The page as HTML. It loads nothing and runs no script.
pub fn training_page_html(page: &TrainingPage) -> String {
    let title = escape(&page.title);
    let charts: String = page.charts.iter().map(chart).collect();
    let setting = |(name, value): &(String, String)| {
        format!("<tr><th>{}</th><td>{}</td></tr>\n", escape(name), escape(value))
    };
    let settings: String = page.settings.iter().map(setting).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} – Routewright</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header>\n<h1>{title}</h1>\n<p>{}</p>\n</header>\n<div class=\"charts\">\n{charts}</div>\n\
         <section>\n<h2>Settings</h2>\n<table class=\"settings\"><tbody>\n{settings}</tbody></table>\n</section>\n\
         <section>\n<h2>How to repeat it</h2>\n<pre><code>{}</code></pre>\n<p class=\"note\">The same command with the \
         same version gives the same weights on this kind of processor, with any number of threads. Figures: \
         <code>metrics.csv</code>; weights: <code>best.safetensors</code>, <code>last.safetensors</code>.</p>\n\
         </section>\n</main>\n</body>\n</html>\n",
        escape(&page.summary),
        escape(&page.command)
    )
}

fn chart(chart: &CurveChart) -> String {
    let drawn = match chart.svg() {
        Some(svg) => format!("<div class=\"chart\">\n{svg}</div>\n{}", chart.key()),
        None => "<p class=\"note\">Nothing to draw yet.</p>\n".to_owned(),
    };
    let (title, note) = (escape(&chart.title), escape(&chart.note));
    format!("<section>\n<h2>{title}</h2>\n{drawn}<p class=\"note\">{note}</p>\n</section>\n")
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
