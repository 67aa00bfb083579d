//! Writing SVG.

use std::fmt::Write;

use super::geometry::Point;
use crate::words::printable;

/// A drawing, written from back to front. The element opened last is closed first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Svg {
    text: String,
    open: Vec<&'static str>,
}

impl Svg {
    /// Opens an element that contains others. Attributes are written as given.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &str) {
        self.indent();
        let gap = if attributes.is_empty() { "" } else { " " };
        writeln!(self.text, "<{tag}{gap}{attributes}>").expect("a string takes any text");
        self.open.push(tag);
    }

    /// Closes the element opened last.
    pub(crate) fn close(&mut self) {
        let tag = self.open.pop().expect("something is open");
        self.indent();
        writeln!(self.text, "</{tag}>").expect("a string takes any text");
    }

    /// An element without content.
    pub(crate) fn element(&mut self, tag: &str, attributes: &str) {
        self.indent();
        writeln!(self.text, "<{tag} {attributes}/>").expect("a string takes any text");
    }

    /// An element with text, which is escaped.
    pub(crate) fn text(&mut self, tag: &str, attributes: &str, content: &str) {
        self.indent();
        let gap = if attributes.is_empty() { "" } else { " " };
        let content = escape(content);
        writeln!(self.text, "<{tag}{gap}{attributes}>{content}</{tag}>").expect("a string takes any text");
    }

    /// A line of text with its baseline at a point.
    pub(crate) fn label(&mut self, at: Point, attributes: &str, content: &str) {
        let gap = if attributes.is_empty() { "" } else { " " };
        self.text("text", &format!(r#"x="{}" y="{}"{gap}{attributes}"#, number(at.x), number(at.y)), content);
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f64, attributes: &str) {
        let (x, y, r) = (number(centre.x), number(centre.y), number(radius));
        self.element("circle", &format!(r#"cx="{x}" cy="{y}" r="{r}" {attributes}"#));
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, attributes: &str) {
        let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(number);
        self.element("line", &format!(r#"x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {attributes}"#));
    }

    /// Everything written so far.
    pub(crate) fn finish(self) -> String {
        assert!(self.open.is_empty(), "every element is closed");
        self.text
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("  ", self.open.len()));
    }
}

/// A coordinate to a hundredth, without trailing zeros.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Two coordinates as paths write them.
pub(crate) fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// Text escaped for XML, on one line and without control characters.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [(1.0, "1"), (-0.001, "0"), (2.5, "2.5"), (3.456, "3.46"), (100.0, "100")];
        for (value, expected) in cases {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn text_is_escaped() {
        let escaped = escape("a<b> & \"c\" 'd'\u{1}\n\u{202e}\u{ffff}");
        assert_eq!(escaped, "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\u{fffd} \u{fffd}\u{fffd}");
    }

    #[test]
    fn elements_nest() {
        let mut svg = Svg::default();
        svg.open("g", r#"id="a""#);
        svg.circle(Point { x: 1.0, y: 2.0 }, 3.0, r#"fill="red""#);
        svg.close();
        assert_eq!(svg.finish(), "<g id=\"a\">\n  <circle cx=\"1\" cy=\"2\" r=\"3\" fill=\"red\"/>\n</g>\n");
    }
}
