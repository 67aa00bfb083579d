//! Tables of results.

use crate::map::svg::escape;

/// How a figure of ours stands to a published one.
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
    /// Told by its shape as well as by colour.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Better => "✓",
            Self::Worse => "✗",
            Self::Same => "=",
        }
    }

    /// In words, for those who do not see it.
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

/// A field of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// How it stands to a published figure.
    pub mark: Mark,
}

impl Cell {
    /// A field with nothing to compare.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), mark: Mark::None }
    }

    /// A field beside a published figure.
    pub fn marked(text: impl Into<String>, mark: Mark) -> Self {
        Self { text: text.into(), mark }
    }
}

/// A table of results. Fields of the first `name_columns` columns are words, the others numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabTable {
    /// Name of its files.
    pub slug: String,
    /// Above it.
    pub title: String,
    /// What to make of it.
    pub note: String,
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// How many of them hold words.
    pub name_columns: usize,
    /// The rows; `true` for results of ours, which stand out.
    pub rows: Vec<(bool, Vec<Cell>)>,
}

impl LabTable {
    /// As HTML, in a frame that scrolls where it is wider than the page.
    pub(super) fn html(&self) -> String {
        let head = |(at, name): (usize, &String)| {
            let class = if at < self.name_columns { "" } else { " class=\"number\"" };
            format!("<th{class}>{}</th>", escape(name))
        };
        let heads: String = self.columns.iter().enumerate().map(head).collect();
        let rows: String = self.rows.iter().map(|(is_ours, cells)| self.row_html(*is_ours, cells)).collect();
        format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table class=\"lab\">\n\
             <thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n",
            escape(&self.title)
        )
    }

    fn row_html(&self, is_ours: bool, cells: &[Cell]) -> String {
        let field = |(at, cell): (usize, &Cell)| {
            let text = escape(&cell.text);
            if at == 0 {
                return format!("<th scope=\"row\">{text}</th>");
            }
            let class = if at < self.name_columns { "word" } else { "number" };
            let mark = match cell.mark {
                Mark::None => String::new(),
                mark => format!(
                    "<span class=\"sign\" role=\"img\" aria-label=\"{}\" title=\"{0}\">{}</span> ",
                    mark.words(),
                    mark.symbol()
                ),
            };
            format!("<td class=\"{class}{}\">{mark}{text}</td>", cell.mark.class())
        };
        let class = if is_ours { " class=\"ours\"" } else { "" };
        let fields: String = cells.iter().enumerate().map(field).collect();
        format!("<tr{class}>{fields}</tr>\n")
    }
}
