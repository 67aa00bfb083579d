//! Tables as comma-separated text.

/// A header and rows as CSV, quoted where a field needs it, for files that programs read back.
pub fn csv_text<const N: usize, R: IntoIterator<Item = [String; N]>>(header: [&str; N], rows: R) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let whole = "writing to memory does not fail";
    writer.write_record(header).expect(whole);
    for row in rows {
        writer.write_record(row).expect(whole);
    }
    String::from_utf8(writer.into_inner().expect(whole)).expect("tables are made of strings")
}
