//! Tables for documents, spreadsheets and papers.

use super::table::{Cell, LabTable, Mark};

impl LabTable {
    /// As Markdown, with its title and note.
    pub fn markdown(&self) -> String {
        let field = |cell: &Cell| {
            let text = cell.text.replace('|', "\\|");
            if cell.mark == Mark::None { text } else { format!("{} {text}", cell.mark.symbol()) }
        };
        let heads = self.columns.iter().map(|name| name.replace('|', "\\|")).collect::<Vec<_>>().join(" | ");
        let rule: String =
            (0..self.columns.len()).map(|at| if at < self.name_columns { "---|" } else { "---:|" }).collect();
        let rows = self.rows.iter().map(|(is_ours, cells)| {
            let fields: Vec<String> = cells.iter().map(field).collect();
            let first = if *is_ours { format!("**{}**", fields[0]) } else { fields[0].clone() };
            format!("| {first} | {} |\n", fields[1..].join(" | "))
        });
        let rows: String = rows.collect();
        format!("## {}\n\n{}\n\n| {heads} |\n|{rule}\n{rows}", self.title, self.note)
    }

    /// As CSV. Marks are left to the columns that say by how much figures differ.
    pub fn csv(&self) -> String {
        let quoted = |text: &str| {
            let is_plain = !text.contains([',', '"', '\n', '\r']);
            // Spreadsheets know the sign that keyboards have.
            let text = text.replace('−', "-");
            if is_plain { text } else { format!("\"{}\"", text.replace('"', "\"\"")) }
        };
        let line = |fields: Vec<String>| format!("{}\n", fields.join(","));
        let head = line(self.columns.iter().map(|name| quoted(name)).collect());
        let rows =
            self.rows.iter().map(|(_, cells)| line(cells.iter().map(|cell| quoted(&cell.text)).collect()));
        head + &rows.collect::<String>()
    }

    /// As a LaTeX table of the `booktabs` package.
    pub fn latex(&self) -> String {
        let letters: String =
            (0..self.columns.len()).map(|at| if at < self.name_columns { 'l' } else { 'r' }).collect();
        let heads: Vec<String> = self.columns.iter().map(|name| tex(name)).collect();
        let field = |cell: &Cell| match cell.mark {
            Mark::None => tex(&cell.text),
            Mark::Better => format!("$\\checkmark$ {}", tex(&cell.text)),
            Mark::Worse => format!("$\\times$ {}", tex(&cell.text)),
            Mark::Same => format!("$=$ {}", tex(&cell.text)),
        };
        let rows = self.rows.iter().map(|(is_ours, cells)| {
            let mut fields: Vec<String> = cells.iter().map(field).collect();
            if *is_ours {
                fields[0] = format!("\\textbf{{{}}}", fields[0]);
            }
            format!("{} \\\\\n", fields.join(" & "))
        });
        let rows: String = rows.collect();
        format!(
            "% needs the packages booktabs and amssymb\n\\begin{{table}}\n\\centering\n\\caption{{{}. {}}}\n\
             \\begin{{tabular}}{{{letters}}}\n\\toprule\n{} \\\\\n\\midrule\n{rows}\\bottomrule\n\\end{{tabular}}\n\
             \\label{{tab:{}}}\n\\end{{table}}\n",
            tex(&self.title),
            tex(&self.note),
            heads.join(" & "),
            self.slug
        )
    }
}

/// Text as LaTeX wants it.
fn tex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '±' => escaped.push_str("$\\pm$"),
            '−' => escaped.push_str("$-$"),
            '–' => escaped.push_str("--"),
            '✓' => escaped.push_str("$\\checkmark$"),
            '✗' => escaped.push_str("$\\times$"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> LabTable {
        LabTable {
            slug: "costs".into(),
            title: "Costs & more".into(),
            note: "50 % off".into(),
            columns: vec!["who".into(), "C_p".into()],
            name_columns: 1,
            rows: vec![
                (true, vec![Cell::plain("a|b, \"c\""), Cell::marked("1.5 ± 0.1", Mark::Better)]),
                (false, vec![Cell::plain("<i>"), Cell::marked("−2", Mark::Worse)]),
            ],
        }
    }

    #[test]
    fn every_form_escapes_what_people_wrote_and_keeps_the_marks() {
        let table = table();
        assert!(
            table.markdown().contains("| **a\\|b, \"c\"** | ✓ 1.5 ± 0.1 |\n| <i> | ✗ −2 |"),
            "{}",
            table.markdown()
        );
        assert_eq!(table.csv(), "who,C_p\n\"a|b, \"\"c\"\"\",1.5 ± 0.1\n<i>,-2\n");
        let latex = table.latex();
        for part in ["Costs \\& more. 50 \\% off", "C\\_p", "$\\checkmark$ 1.5 $\\pm$ 0.1", "$\\times$ $-$2"]
        {
            assert!(latex.contains(part), "{latex}");
        }
        let html = table.html();
        assert!(html.contains("&lt;i&gt;") && html.contains("number gain\"><span class=\"sign\""), "{html}");
    }
}
