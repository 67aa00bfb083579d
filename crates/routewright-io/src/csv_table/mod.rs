//! A table with a header, as spreadsheets write it: columns separated by commas, semicolons or tabs.

mod decimals;
mod dialect;
mod rows;

use std::borrow::Cow;

pub(crate) use decimals::{Decimals, with_point};
pub(crate) use rows::CsvRows;

use crate::TextFile;
use crate::error::Problems;
use crate::show::shown;

/// A column that is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<'c> {
    name: &'c str,
    /// A second name it may have.
    alias: Option<&'c str>,
    /// The value of every row if the column is missing.
    otherwise: Option<&'static str>,
    kind: Kind,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Kept as they are.
    Text,
    /// Numbers, perhaps with a decimal comma.
    Number,
    /// Numbers that cannot be a thousand or more.
    Degrees,
}

impl<'c> Column<'c> {
    pub(crate) fn needed(name: &'c str) -> Self {
        Self { name, alias: None, otherwise: None, kind: Kind::Text }
    }

    pub(crate) fn optional(name: &'c str, otherwise: &'static str) -> Self {
        Self { name, alias: None, otherwise: Some(otherwise), kind: Kind::Text }
    }

    /// The same column under another name as well.
    pub(crate) fn or(self, alias: &'c str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    /// The same column with numbers in it: decimal commas become points, thousands separators are refused.
    pub(crate) fn number(self) -> Self {
        Self { kind: Kind::Number, ..self }
    }

    /// The same column with degrees in it.
    pub(crate) fn degrees(self) -> Self {
        Self { kind: Kind::Degrees, ..self }
    }

    fn is_named(&self, field: &str) -> bool {
        same_name(field, self.name) || self.alias.is_some_and(|alias| same_name(field, alias))
    }
}

/// Whether two names of columns differ at most in capitals.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || (!a.is_ascii() && a.to_lowercase() == b.to_lowercase())
}

/// The rows of a file, reduced to the wanted columns.
pub(crate) struct CsvTable<'a, const N: usize> {
    rows: CsvRows<'a>,
    columns: [Column<'a>; N],
    places: [Option<usize>; N],
    is_alias: [bool; N],
    decimals: Decimals,
    /// The values of the current row.
    values: [String; N],
}

impl<'a, const N: usize> CsvTable<'a, N> {
    /// Reads the header. `None` if the rows cannot be understood with it.
    pub(crate) fn open(
        file: &'a TextFile,
        columns: [Column<'a>; N],
        problems: &mut Problems,
    ) -> Option<Self> {
        let rows = CsvRows::open(file, problems)?;
        let line = rows.header_line();
        let (mut places, mut is_alias) = ([None; N], [false; N]);
        let mut usable = true;
        for ((column, place), is_alias) in columns.iter().zip(&mut places).zip(&mut is_alias) {
            let named = |field: &&String| column.is_named(field);
            *place = rows.header().iter().position(|field| named(&field));
            *is_alias = place.is_some_and(|place| !same_name(&rows.header()[place], column.name));
            if place.is_none() && column.otherwise.is_none() {
                rows.report_missing(column.name, problems);
                usable = false;
            }
            if rows.header().iter().filter(named).count() > 1 {
                let problem = format!("there are two columns {}", column.name);
                problems.add(file.at(line), "city-004", problem, "rename or remove one of them");
                usable = false;
            }
        }
        let numbers = columns.iter().zip(places).filter_map(|(column, place)| Some((place?, column.kind)));
        let decimals = rows.decimals(numbers);
        let values = std::array::from_fn(|_| String::new());
        usable.then_some(Self { rows, columns, places, is_alias, decimals, values })
    }

    /// Whether a column is there under its second name.
    pub(crate) fn has_alias(&self, column: usize) -> bool {
        self.is_alias[column]
    }

    /// The next row of the right length and its line.
    pub(crate) fn next(&mut self, problems: &mut Problems) -> Option<(u64, [&str; N])> {
        let line = 'row: loop {
            let line = self.rows.advance(problems)?;
            for ((column, place), value) in self.columns.iter().zip(self.places).zip(&mut self.values) {
                let Some(place) = place.filter(|_| column.kind != Kind::Text) else { continue };
                value.clear();
                match with_point(self.rows.cell(place), self.decimals) {
                    Ok(Cow::Owned(converted)) => *value = converted,
                    Ok(Cow::Borrowed(_)) => {}
                    Err(bad) => {
                        let problem = format!("in column {}, {}", shown(column.name), bad.problem);
                        problems.add(self.rows.file().at(line), "table-002", problem, bad.help);
                        continue 'row;
                    }
                }
            }
            break line;
        };
        let field = |i: usize| match self.places[i] {
            Some(_) if !self.values[i].is_empty() => self.values[i].as_str(),
            Some(place) => self.rows.cell(place),
            None => self.columns[i].otherwise.unwrap_or_default(),
        };
        Some((line, std::array::from_fn(field)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> (Vec<(u64, String)>, Vec<String>) {
        let file = TextFile::new("t.csv", text);
        let mut problems = Problems::default();
        let mut rows = Vec::new();
        let columns = [Column::needed("a"), Column::optional("b", "none")];
        if let Some(mut table) = CsvTable::open(&file, columns, &mut problems) {
            while let Some((line, fields)) = table.next(&mut problems) {
                rows.push((line, fields.join("|")));
            }
        }
        let told = problems.or(()).map_or_else(
            |errors| errors.listed().iter().map(|e| format!("{}: {}", e.line, e.problem)).collect(),
            |()| Vec::new(),
        );
        (rows, told)
    }

    #[test]
    fn lines_are_counted_as_editors_do() {
        for end in ["\n", "\r\n"] {
            let text = ["", "b, A ,c", "", "1,2,3", "   ", "", "\"x\ny\",\"p,\"\"q\",", "5,6,7"].join(end);
            let (rows, told) = rows(&text);
            let expected = [(4, "2|1"), (7, "p,\"q|x\ny"), (9, "6|5")];
            assert_eq!(rows, expected.map(|(line, text)| (line, text.to_owned())));
            assert!(told.is_empty());
        }
    }

    #[test]
    fn headers_must_fit() {
        assert_eq!(rows("x,y\n1,2").1, ["1: there is no column a"]);
        assert_eq!(rows("a,A\n1,2").1, ["1: there are two columns a"]);
        let mut problems = Problems::default();
        let file = TextFile::new("t.csv", "x,y\n1,2");
        assert!(CsvTable::open(&file, [Column::needed("a")], &mut problems).is_none());
        let told = problems.or(()).unwrap_err().to_string();
        assert!(told.ends_with("help: name the columns in the first line, one of them a; it has x and y"));
        assert_eq!(rows("a\n1\n1,2\n3").0, [(2, "1|none".to_owned()), (4, "3|none".to_owned())]);
        assert_eq!(rows("a\n1\n1,2\n3").1, ["3: the line has 2 fields, but the header has 1"]);
    }

    /// Rows of a column of numbers and one of degrees, or what is told.
    fn numbers(text: &str) -> Vec<String> {
        let file = TextFile::new("t.csv", text);
        let mut problems = Problems::default();
        let mut told = Vec::new();
        let columns = [Column::needed("id"), Column::needed("n").number(), Column::needed("lon").degrees()];
        if let Some(mut table) = CsvTable::open(&file, columns, &mut problems) {
            while let Some((line, fields)) = table.next(&mut problems) {
                told.push(format!("{line}: {}", fields.join(" ")));
            }
        }
        if let Err(errors) = problems.or(()) {
            told.extend(errors.listed().iter().map(ToString::to_string));
        }
        told
    }

    #[test]
    fn spreadsheets_separate_columns_as_they_like() {
        for text in
            ["\"ID\";n;LON\nx,y;1,5;-51,234\n", "sep=;\r\nid;N;lon\r\nx,y;1,5;-51,234\r\n;;\r\n;;;\r\n"]
        {
            assert_eq!(numbers(text)[0].split_once(": ").unwrap().1, "x,y 1.5 -51.234");
            assert_eq!(numbers(text).len(), 1);
        }
        assert_eq!(numbers("id\tn\tlon\nx\t1.5\t\u{a0}7\u{a0}\t\t\n"), ["2: x 1.5 7"]);
        assert_eq!(numbers("id,n,lon\nx,1234,-51.234\n,,\n,,\n"), ["2: x 1234 -51.234"]);
        // Ids are never changed.
        assert_eq!(numbers("id;n;lon\n1,5;2;3\n1,234;2;3\n"), ["2: 1,5 2 3", "3: 1,234 2 3"]);
    }

    #[test]
    fn numbers_that_cannot_be_told_name_cell_and_fix() {
        assert_eq!(
            numbers("id;n;lon\na;1.234;-51,2\nb;7;-51,1\n"),
            [
                "3: b 7 -51.1",
                "t.csv:2: in column n, 1.234 has a thousands separator [table-002]\n  help: write the number without \
                 it, 1234"
            ]
        );
        assert_eq!(
            numbers("id;n;lon\na;1,234;7\n"),
            ["t.csv:2: in column n, 1,234 can mean 1.234 or 1234 [table-002]\n  help: write 1234 or 1,2340"]
        );
        assert_eq!(
            numbers("id,n,lon\na,\"1,234\",7\n"),
            [
                "t.csv:2: in column n, 1,234 has a thousands separator [table-002]\n  help: write the number without \
                 it, 1234"
            ]
        );
        assert_eq!(
            numbers("id;n,lon\n"),
            [
                "t.csv:1: the header has as many commas as semicolons [table-001]\n  help: separate the columns by one of \
              them alone, and put names that contain it in quotation marks"
            ]
        );
        assert!(
            numbers("id;n;lon\na;1\n")[0].contains("help: check semicolons and quotation marks in the line")
        );
    }
}
