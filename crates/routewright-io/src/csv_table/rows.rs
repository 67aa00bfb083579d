//! Rows of a table with all their cells.

use csv::{ReaderBuilder, StringRecord, Trim};

use super::Kind;
use super::decimals::{Decimals, Evidence};
use super::dialect::Dialect;
use crate::TextFile;
use crate::error::Problems;
use crate::show::{listed_few, shown};
use crate::text_file::LineCounter;

/// A table whose header was read, and its current row.
pub(crate) struct CsvRows<'a> {
    file: &'a TextFile,
    dialect: Dialect,
    reader: csv::Reader<&'a [u8]>,
    lines: LineCounter<'a>,
    record: StringRecord,
    header: Vec<String>,
    header_line: u64,
}

impl<'a> CsvRows<'a> {
    /// Finds the separator and reads the header. `None` if the separator cannot be told.
    pub(crate) fn open(file: &'a TextFile, problems: &mut Problems) -> Option<Self> {
        let dialect = Dialect::of(&file.text);
        let mut rows = Self::at_start(file, dialect);
        rows.header_line = rows.load().unwrap_or(1);
        rows.header = rows.record.iter().map(str::to_owned).collect();
        if let Some(rival) = dialect.rival {
            let [one, other] = [dialect.separator, rival].map(Dialect::name);
            let problem = format!("the header has as many {one} as {other}");
            let help =
                "separate the columns by one of them alone, and put names that contain it in quotation marks";
            problems.add(file.at(rows.header_line), "table-001", problem, help);
            return None;
        }
        Some(rows)
    }

    fn at_start(file: &'a TextFile, dialect: Dialect) -> Self {
        let mut reader = ReaderBuilder::new();
        let reader = reader.has_headers(false).flexible(true).trim(Trim::All).delimiter(dialect.separator);
        let reader = reader.from_reader(&file.text.as_bytes()[dialect.start..]);
        let (lines, record) = (LineCounter::new(&file.text), StringRecord::new());
        Self { file, dialect, reader, lines, record, header: Vec::new(), header_line: 1 }
    }

    pub(crate) fn file(&self) -> &'a TextFile {
        self.file
    }

    /// Names of the columns.
    pub(crate) fn header(&self) -> &[String] {
        &self.header
    }

    pub(crate) fn header_line(&self) -> u64 {
        self.header_line
    }

    /// A cell of the current row.
    pub(crate) fn cell(&self, column: usize) -> &str {
        self.record.get(column).unwrap_or_default()
    }

    /// Loads the next row of the right length and returns its line.
    pub(crate) fn advance(&mut self, problems: &mut Problems) -> Option<u64> {
        loop {
            let line = self.load()?;
            let (length, wanted) = (self.record.len(), self.header.len());
            // Spreadsheets like to add empty cells.
            if length == wanted || (length > wanted && self.record.iter().skip(wanted).all(str::is_empty)) {
                return Some(line);
            }
            let fields = if length == 1 { "field" } else { "fields" };
            let problem = format!("the line has {length} {fields}, but the header has {wanted}");
            let start = shown(self.record.iter().next().unwrap_or_default());
            let help = format!(
                "check {} and quotation marks in the line that starts with {start}",
                Dialect::name(self.dialect.separator)
            );
            problems.add(self.file.at(line), "city-005", problem, help);
        }
    }

    /// How the numbers of the table are written. Where commas separate columns, with a decimal point; else all columns
    /// of numbers are looked at.
    pub(crate) fn decimals(&self, columns: impl IntoIterator<Item = (usize, Kind)>) -> Decimals {
        if self.dialect.separator == b',' {
            return Decimals::Point;
        }
        let columns: Vec<_> = columns.into_iter().filter(|&(_, kind)| kind != Kind::Text).collect();
        let mut rows = Self::at_start(self.file, self.dialect);
        let mut evidence = Evidence::default();
        rows.load();
        while rows.load().is_some() {
            for &(column, kind) in &columns {
                evidence.add(rows.cell(column), kind == Kind::Degrees);
            }
        }
        evidence.decimals()
    }

    /// Says that a column is not there, and which are.
    pub(crate) fn report_missing(&self, name: &str, problems: &mut Problems) {
        let problem = format!("there is no column {name}");
        let there = listed_few(self.header.iter().map(|field| shown(field)), 20);
        let help = format!("name the columns in the first line, one of them {name}; it has {there}");
        problems.add(self.file.at(self.header_line), "city-003", problem, help);
    }

    /// Loads the next record that has a cell with something in it and returns its line.
    fn load(&mut self) -> Option<u64> {
        loop {
            let more = self.reader.read_record(&mut self.record);
            if !more.expect("text in memory is UTF-8 and its rows may differ in length") {
                return None;
            }
            let offset = self.record.position().map_or(0, |position| position.byte()) as usize;
            let start = self.dialect.start + offset;
            // The reader's own position lies before any line ends that it skipped.
            let rest = &self.file.text.as_bytes()[start..];
            let skipped = rest.iter().take_while(|&&byte| matches!(byte, b'\r' | b'\n')).count();
            let line = self.lines.line_of(start + skipped);
            if !self.record.iter().all(str::is_empty) {
                return Some(line);
            }
        }
    }
}
