//! Tables for documents, as Markdown.

use super::page::{LabPage, PartContent};
use super::table::{Cell, LabTable, Mark};
use crate::words::printable;

impl LabPage {
    /// The title, the introduction and all tables; plots are left out.
    pub fn markdown(&self) -> String {
        let summary: Vec<String> = self.summary.iter().map(|text| escape(text)).collect();
        let mut text = format!("# {}\n\n{}\n", escape(&self.title), summary.join("\n\n"));
        for table in self.tables() {
            text.push('\n');
            text.push_str(&table.markdown());
        }
        text
    }

    /// All tables, in order.
    pub fn tables(&self) -> impl Iterator<Item = &LabTable> {
        self.parts.iter().flat_map(|part| match &part.content {
            PartContent::Tables(tables) | PartContent::Folded(tables) => tables.as_slice(),
            PartContent::Plots(_) => &[],
        })
    }
}

impl LabTable {
    /// The table with its title and note.
    pub fn markdown(&self) -> String {
        let field = |cell: &Cell| {
            let text = escape(&cell.text);
            if cell.mark == Mark::None { text } else { format!("{} {text}", cell.mark.symbol()) }
        };
        let heads = self.columns.iter().map(|name| escape(name)).collect::<Vec<_>>().join(" | ");
        let rule: String =
            (0..self.columns.len()).map(|at| if at < self.name_columns { "---|" } else { "---:|" }).collect();
        let rows = self.rows.iter().map(|(is_ours, cells)| {
            let fields: Vec<String> = cells.iter().map(field).collect();
            let first = if *is_ours { format!("**{}**", fields[0]) } else { fields[0].clone() };
            format!("| {first} | {} |\n", fields[1..].join(" | "))
        });
        let rows: String = rows.collect();
        format!("## {}\n\n{}\n\n| {heads} |\n|{rule}\n{rows}", escape(&self.title), escape(&self.note))
    }
}

/// Text on one line that Markdown shows as it is: no cell ends early, no HTML, no links, no emphasis by `*`.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = printable(text);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' | '|' | '*' | '[' | ']' => escaped.extend(['\\', character]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Other ampersands, as in `a && b`, start no entity.
            '&' if characters.peek().is_some_and(|next| next.is_ascii_alphanumeric() || *next == '#') => {
                escaped.push_str("&amp;");
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_cells_and_html_stays_text() {
        let table = LabTable {
            title: "<b>\n# x".into(),
            note: "a [link](http://x)".into(),
            columns: vec!["w|ho".into(), "C_p".into()],
            name_columns: 1,
            rows: vec![
                (true, vec![Cell::plain("a|b, \"c\""), Cell::marked("1.5 ± 0.1", Mark::Better)]),
                (false, vec![Cell::plain("<i>\\|x\r\ny"), Cell::marked("−2", Mark::Worse)]),
                (false, vec![Cell::plain("&lt; a && b"), Cell::plain("**")]),
            ],
            ..LabTable::default()
        };
        let expected = "\
## &lt;b&gt; # x

a \\[link\\](http://x)

| w\\|ho | C_p |
|---|---:|
| **a\\|b, \"c\"** | ✓ 1.5 ± 0.1 |
| &lt;i&gt;\\\\\\|x  y | ✗ −2 |
| &amp;lt; a && b | \\*\\* |
";
        assert_eq!(table.markdown(), expected);
        let part = super::super::page::Part {
            title: String::new(),
            note: String::new(),
            content: PartContent::Tables(vec![table]),
        };
        let page = LabPage { title: "<t>".into(), summary: vec!["on <m>".into()], parts: vec![part] };
        assert_eq!(page.markdown(), format!("# &lt;t&gt;\n\non &lt;m&gt;\n\n{expected}"));
    }
}
