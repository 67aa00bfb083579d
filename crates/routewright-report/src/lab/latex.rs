//! Tables for papers.

use super::table::{Cell, LabTable, Mark};
use crate::words::printable;

impl LabTable {
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
            self.file_stem()
        )
    }
}

/// Text escaped for LaTeX, on one line: an empty line would end the paragraph.
fn tex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => escaped.extend(['$', character, '$']),
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

    #[test]
    fn latex_escapes_what_people_wrote_and_keeps_the_marks() {
        let table = LabTable {
            slug: "runs-a}b".into(),
            title: "Costs & more".into(),
            note: "50 % off\n\nnow".into(),
            columns: vec!["who".into(), "C_p".into()],
            name_columns: 1,
            rows: vec![
                (true, vec![Cell::plain("\\input{x}<~^#$"), Cell::marked("1.5 ± 0.1", Mark::Better)]),
                (false, vec![Cell::plain("a|b"), Cell::marked("−2", Mark::Worse)]),
            ],
        };
        let latex = table.latex();
        for part in [
            "Costs \\& more. 50 \\% off  now}",
            "C\\_p",
            "\\textbf{\\textbackslash{}input\\{x\\}$<$\\textasciitilde{}\\textasciicircum{}\\#\\$}",
            "$\\checkmark$ 1.5 $\\pm$ 0.1",
            "a$|$b & $\\times$ $-$2",
            "\\label{tab:runs-a-b}",
        ] {
            assert!(latex.contains(part), "{part}: {latex}");
        }
    }
}
