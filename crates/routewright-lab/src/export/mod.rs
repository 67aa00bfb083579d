//! The runs of a store for other programs.

mod columnar;

use crate::store::{Column, Value};
use crate::{LabError, Record};

pub use columnar::to_parquet;

/// A line for each run, every field of the store a column.
///
/// # Errors
/// Never with text in memory; the writer wants it said.
pub fn to_csv(records: &[Record]) -> Result<String, LabError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let text = |value: Value| match value {
        Value::Text(text) => text,
        Value::Whole(whole) => whole.to_string(),
        Value::Real(real) => real.to_string(),
        Value::None => String::new(),
    };
    let rows =
        records.iter().map(|record| Column::ALL.iter().map(|column| text((column.value)(record))).collect());
    let header: Vec<String> = Column::ALL.iter().map(|column| column.name.to_owned()).collect();
    for row in std::iter::once(header).chain(rows) {
        writer.write_record(row).expect("memory takes any row");
    }
    let bytes = writer.into_inner().expect("memory takes any row");
    Ok(String::from_utf8(bytes).expect("text was written"))
}
