//! Two-column tables for people.

use std::fmt::Write;

/// Rows of a name and a value, aligned.
#[derive(Default)]
pub struct Table {
    rows: Vec<(String, String)>,
}

impl Table {
    /// Adds a row.
    pub fn row(&mut self, name: impl Into<String>, value: impl Into<String>) -> &mut Self {
        self.rows.push((name.into(), value.into()));
        self
    }

    /// The table as text, a line a row.
    pub fn render(&self) -> String {
        let width = self.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        self.rows.iter().fold(String::new(), |mut text, (name, value)| {
            let _ = writeln!(text, "  {name:<width$}  {value}");
            text
        })
    }
}
