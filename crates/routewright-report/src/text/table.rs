//! Two-column tables.

use std::fmt::Write;

/// Rows of a name and a value, aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    rows: Vec<(String, String)>,
}

impl TextTable {
    /// Adds a row.
    pub fn row(&mut self, name: impl Into<String>, value: impl Into<String>) -> &mut Self {
        self.rows.push((name.into(), value.into()));
        self
    }

    /// The table as text, one line per row.
    pub fn render(&self) -> String {
        let width = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        self.rows.iter().fold(String::new(), |mut text, (name, value)| {
            let _ = writeln!(text, "  {name:<width$}  {value}");
            text
        })
    }
}
