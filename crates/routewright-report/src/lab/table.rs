//! Tables of results.

use maud::{Markup, html};

use crate::spreadsheet::csv_text;

/// How one of our figures compares with a published one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// Nothing to compare with.
    #[default]
    None,
    /// Better than published.
    Better,
    /// Worse than published.
    Worse,
    /// The same, to the printed digits.
    Same,
}

impl Mark {
    /// A sign, so that marks differ by more than colour.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Better => "✓",
            Self::Worse => "✗",
            Self::Same => "=",
        }
    }

    /// In words, for screen readers.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Better => "better than published",
            Self::Worse => "worse than published",
            Self::Same => "as published",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Better => " gain",
            Self::Worse => " loss",
            Self::None | Self::Same => "",
        }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Its text.
    pub text: String,
    /// How it compares with a published figure.
    pub mark: Mark,
}

impl Cell {
    /// A cell with nothing to compare.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Mark::None }
    }

    /// A cell that is compared with a published figure.
    pub fn marked(text: impl Into<String>, mark: Mark) -> Self {
        Self { text: text.into(), mark }
    }
}

/// A table of results. The first `name_columns` columns hold words, the others numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabTable {
    /// Name of its files, without an extension.
    pub slug: String,
    /// The heading above it.
    pub title: String,
    /// How to read it.
    pub note: String,
    /// Headings of the columns.
    pub columns: Vec<String>,
    /// How many columns hold words.
    pub name_columns: usize,
    /// The rows; `true` for our own results, which are highlighted.
    pub rows: Vec<(bool, Vec<Cell>)>,
}

impl LabTable {
    /// Name of its files without an extension: the slug with anything but letters, digits, `-`, `_` and `.`
    /// replaced, as cities may be paths.
    pub fn file_stem(&self) -> String {
        let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
        self.slug.chars().map(plain).collect()
    }

    /// As CSV for spreadsheets, without marks: columns of differences have them in numbers.
    pub fn csv(&self) -> String {
        // Spreadsheets know the minus sign of keyboards only.
        let plain = |text: &str| text.replace('−', "-");
        let head = self.columns.iter().map(|name| plain(name)).collect();
        let rows = self.rows.iter().map(|(_, cells)| cells.iter().map(|cell| plain(&cell.text)).collect());
        csv_text(std::iter::once::<Vec<String>>(head).chain(rows))
    }

    /// As HTML, in a frame that scrolls where the table is wider than the page.
    pub(super) fn html(&self) -> Markup {
        let is_name = |at: usize| at < self.name_columns;
        html! {
            div.scroll tabindex="0" role="region" aria-label=(self.title) {
                table.lab {
                    thead {
                        tr {
                            @for (at, name) in self.columns.iter().enumerate() {
                                th class=[(!is_name(at)).then_some("number")] { (name) }
                            }
                        }
                    }
                    tbody {
                        @for (is_ours, cells) in &self.rows {
                            tr class=[is_ours.then_some("ours")] {
                                @for (at, cell) in cells.iter().enumerate() { (self.cell_html(at, cell)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn cell_html(&self, at: usize, cell: &Cell) -> Markup {
        if at == 0 {
            return html! { th scope="row" { (cell.text) } };
        }
        let class = if at < self.name_columns { "word" } else { "number" };
        let Cell { text, mark } = cell;
        html! {
            td class={ (class) (mark.class()) } {
                @if *mark != Mark::None {
                    span.sign role="img" aria-label=(mark.words()) title=(mark.words()) { (mark.symbol()) }
                    " "
                }
                (text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> LabTable {
        LabTable {
            slug: "runs-../a b".into(),
            columns: vec!["who".into(), "C_p".into()],
            name_columns: 1,
            rows: vec![
                (true, vec![Cell::plain("a|b, \"c\""), Cell::marked("1.5 ± 0.1", Mark::Better)]),
                (false, vec![Cell::plain("=<i>"), Cell::marked("−2", Mark::Worse)]),
            ],
            ..LabTable::default()
        }
    }

    #[test]
    fn csv_is_quoted_and_holds_no_formulas() {
        assert_eq!(table().csv(), "who,C_p\n\"a|b, \"\"c\"\"\",1.5 ± 0.1\n'=<i>,-2\n");
        assert_eq!(table().file_stem(), "runs-..-a-b");
    }

    #[test]
    fn html_is_escaped_and_keeps_the_marks() {
        let html = table().html().into_string();
        assert!(html.contains("&lt;i&gt;") && html.contains("number gain\"><span class=\"sign\""), "{html}");
    }
}
