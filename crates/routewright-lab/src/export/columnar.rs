//! Parquet.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::store::{Column, Kind, Value};
use crate::{LabError, Record};

/// The runs as a Parquet file, with one column per field of the store.
///
/// # Errors
/// The Parquet writer failed, which would be a bug.
pub fn to_parquet(records: &[Record]) -> Result<Vec<u8>, LabError> {
    let fields = Column::ALL.iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Type::group_type_builder("runs").with_fields(fields).build()?);
    let mut bytes = Vec::new();
    let mut file =
        SerializedFileWriter::new(&mut bytes, schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = file.next_row_group()?;
    for column in &Column::ALL {
        let values: Vec<Value> = records.iter().map(column.value).collect();
        // Definition levels, as every column is optional: 1 where there is a value.
        let levels: Vec<i16> = values.iter().map(|value| i16::from(*value != Value::None)).collect();
        let mut writer = group.next_column()?.expect("a writer for each field of the schema");
        match column.kind {
            Kind::Text => {
                let texts = values.iter().filter_map(|value| match value {
                    Value::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                });
                let texts: Vec<ByteArray> = texts.collect();
                writer.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
            }
            Kind::Whole => {
                let wholes: Vec<i64> = values.iter().filter_map(whole).collect();
                writer.typed::<Int64Type>().write_batch(&wholes, Some(&levels), None)?;
            }
            Kind::Real => {
                let reals: Vec<f64> = values.iter().filter_map(real).collect();
                writer.typed::<DoubleType>().write_batch(&reals, Some(&levels), None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}

fn field(column: &Column) -> Result<Arc<Type>, LabError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Whole => (Physical::INT64, None),
        Kind::Real => (Physical::DOUBLE, None),
    };
    let field = Type::primitive_type_builder(column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(field))
}

fn whole(value: &Value) -> Option<i64> {
    if let Value::Whole(whole) = value { Some(*whole) } else { None }
}

fn real(value: &Value) -> Option<f64> {
    if let Value::Real(real) = value { Some(*real) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    #[test]
    fn runs_read_back() {
        let record = Record { city: "mandl".into(), cost: 0.5, seed: 7, ..Record::default() };
        let bytes = to_parquet(&[record.clone(), Record { cp_min: Some(10.5), ..record }]).unwrap();
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        let at = |name: &str| Column::ALL.iter().position(|column| column.name == name).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].get_string(at("city")).unwrap(), "mandl");
        assert_eq!(
            (rows[1].get_double(at("cost")).unwrap(), rows[1].get_long(at("seed")).unwrap()),
            (0.5, 7)
        );
        assert!(rows[0].get_double(at("cp_min")).is_err());
        assert_eq!(rows[1].get_double(at("cp_min")).unwrap(), 10.5);
    }
}
