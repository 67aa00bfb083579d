//! Exports for other programs.

mod columnar;

use routewright_report::csv_text;

use crate::store::{Column, Value};
use crate::{LabError, Record};

pub use columnar::to_parquet;

/// One line per run and one column per field of the store. Text that spreadsheets would take for a formula
/// starts with an apostrophe.
///
/// # Errors
/// None at present.
pub fn to_csv(records: &[Record]) -> Result<String, LabError> {
    let text = |value: Value| match value {
        Value::Text(text) => text,
        Value::Whole(whole) => whole.to_string(),
        Value::Real(real) => real.to_string(),
        Value::None => String::new(),
    };
    let rows =
        records.iter().map(|record| Column::ALL.iter().map(|column| text((column.value)(record))).collect());
    let header: Vec<String> = Column::ALL.iter().map(|column| column.name.to_owned()).collect();
    Ok(csv_text(std::iter::once(header).chain(rows)))
}
