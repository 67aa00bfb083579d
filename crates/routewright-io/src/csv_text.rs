//! Tables as comma-separated text.

/// A header and rows as CSV, quoted where a field needs it, for files that programs read back.
///
/// # Panics
/// A row is not as long as the header.
pub fn csv_text<'a, R>(header: impl IntoIterator<Item = &'a str>, rows: impl IntoIterator<Item = R>) -> String
where
    R: IntoIterator<Item = String>,
{
    let mut writer = csv::Writer::from_writer(Vec::new());
    let whole = "memory takes rows of one length";
    writer.write_record(header).expect(whole);
    for row in rows {
        writer.write_record(row).expect(whole);
    }
    String::from_utf8(writer.into_inner().expect(whole)).expect("tables are made of strings")
}
