//! A table with a header, as spreadsheets write it.

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::TextFile;
use crate::error::Problems;
use crate::show::{listed_few, shown};
use crate::text_file::LineCounter;

/// A column that is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<'c> {
    name: &'c str,
    /// A second name it may have.
    alias: Option<&'c str>,
    /// The value of every row if the column is missing.
    otherwise: Option<&'static str>,
}

impl<'c> Column<'c> {
    pub(crate) fn needed(name: &'c str) -> Self {
        Self { name, alias: None, otherwise: None }
    }

    pub(crate) fn optional(name: &'c str, otherwise: &'static str) -> Self {
        Self { name, alias: None, otherwise: Some(otherwise) }
    }

    /// The same column under another name as well.
    pub(crate) fn or(self, alias: &'c str) -> Self {
        Self { alias: Some(alias), ..self }
    }

    fn is_named(&self, field: &str) -> bool {
        field.eq_ignore_ascii_case(self.name)
            || self.alias.is_some_and(|alias| field.eq_ignore_ascii_case(alias))
    }
}

/// The rows of a file, reduced to the wanted columns.
pub(crate) struct CsvTable<'a, const N: usize> {
    file: &'a TextFile,
    reader: csv::Reader<&'a [u8]>,
    lines: LineCounter<'a>,
    record: StringRecord,
    header_length: usize,
    columns: [Column<'a>; N],
    places: [Option<usize>; N],
    is_alias: [bool; N],
}

impl<'a, const N: usize> CsvTable<'a, N> {
    /// Reads the header. `None` if the rows cannot be understood with it.
    pub(crate) fn open(
        file: &'a TextFile,
        columns: [Column<'a>; N],
        problems: &mut Problems,
    ) -> Option<Self> {
        let mut reader = ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).trim(Trim::All);
        let reader = reader.from_reader(file.text.as_bytes());
        let (lines, record) = (LineCounter::new(&file.text), StringRecord::new());
        let (places, is_alias) = ([None; N], [false; N]);
        let mut table = Self { file, reader, lines, record, header_length: 0, columns, places, is_alias };
        let line = table.advance().unwrap_or(1);
        table.header_length = table.record.len();
        let mut usable = true;
        for ((column, place), is_alias) in columns.iter().zip(&mut table.places).zip(&mut table.is_alias) {
            let named = |field: &&str| column.is_named(field);
            *place = table.record.iter().position(|field| named(&field));
            *is_alias = place.is_some_and(|place| !table.record[place].eq_ignore_ascii_case(column.name));
            if place.is_none() && column.otherwise.is_none() {
                let problem = format!("there is no column {}", column.name);
                let there = listed_few(table.record.iter().map(shown), 20);
                let help = format!(
                    "name the columns in the first line, one of them {}; it has {there}",
                    column.name
                );
                problems.add(file.at(line), "city-003", problem, help);
                usable = false;
            }
            if table.record.iter().filter(named).count() > 1 {
                let problem = format!("there are two columns {}", column.name);
                problems.add(file.at(line), "city-004", problem, "rename or remove one of them");
                usable = false;
            }
        }
        usable.then_some(table)
    }

    /// Whether a column is there under its second name.
    pub(crate) fn has_alias(&self, column: usize) -> bool {
        self.is_alias[column]
    }

    /// The next row of the right length and its line.
    pub(crate) fn next(&mut self, problems: &mut Problems) -> Option<(u64, [&str; N])> {
        let line = loop {
            let line = self.advance()?;
            if self.record.len() == self.header_length {
                break line;
            }
            let fields = if self.record.len() == 1 { "field" } else { "fields" };
            let problem = format!(
                "the line has {} {fields}, but the header has {}",
                self.record.len(),
                self.header_length
            );
            let start = shown(self.record.iter().next().unwrap_or_default());
            let help = format!("check commas and quotation marks in the line that starts with {start}");
            problems.add(self.file.at(line), "city-005", problem, help);
        };
        let field = |i: usize| match self.places[i] {
            Some(place) => &self.record[place],
            None => self.columns[i].otherwise.unwrap_or_default(),
        };
        Some((line, std::array::from_fn(field)))
    }

    /// Loads the next record that is not blank and returns its line.
    fn advance(&mut self) -> Option<u64> {
        loop {
            let more = self.reader.read_record(&mut self.record);
            if !more.expect("text in memory is UTF-8 and its rows may differ in length") {
                return None;
            }
            let start = self.record.position().map_or(0, |position| position.byte()) as usize;
            // The reader's own position lies before any line ends that it skipped.
            let rest = &self.file.text.as_bytes()[start..];
            let skipped = rest.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
            let line = self.lines.line_of(start + skipped);
            if !(self.record.len() == 1 && self.record[0].is_empty()) {
                return Some(line);
            }
        }
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
}
