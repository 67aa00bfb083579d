//! The frame that all pages share: head, style and body.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::words::without_controls;

const STYLE: &str = include_str!("style.css");

/// A complete page. It loads nothing from outside; `style` adds to the rules that all pages share.
///
/// Text in `content` is escaped by its type ([`maud`]). Control characters, which only names from files can
/// bring, are replaced here, for every page.
pub(crate) fn page_html(title: &str, style: &str, content: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " – Routewright" }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                main { (content) }
            }
        }
    };
    without_controls(&page.into_string())
}

/// A part of a page under its heading.
pub(crate) fn section(title: &str, content: &Markup) -> Markup {
    html! {
        section {
            h2 { (title) }
            (content)
        }
    }
}

/// A sentence or two in small print.
pub(crate) fn note(text: &str) -> Markup {
    html! { p.note { (text) } }
}

/// A chart, drawn to the width of its place.
pub(crate) fn chart(svg: String) -> Markup {
    html! { div.chart { (PreEscaped(svg)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_escaped_and_control_characters_replaced() {
        let content = html! { p { "a\u{7}b\u{1b}[31m\u{9b}c\u{202e}d" } };
        let page = page_html("</title>\u{0}", ".x { color: red }", &content);
        assert!(page.starts_with("<!DOCTYPE html><html lang=\"en\">"));
        assert!(page.contains("<title>&lt;/title&gt;\u{fffd} – Routewright</title>"), "{page}");
        assert!(page.contains("<p>a\u{fffd}b\u{fffd}[31m\u{fffd}c\u{fffd}d</p>"), "{page}");
        assert!(page.contains(".x { color: red }</style>"));
    }
}
