//! CSV that people open in spreadsheets.
//!
//! Spreadsheets run cells that start with `=`, `+`, `-` or `@` as formulas, also where such text came from
//! the name of a city or a route. Following OWASP's advice on CSV injection, such cells get an apostrophe in
//! front, unless they are plain numbers. Readers of the files other than spreadsheets see the apostrophe.

/// Text for a cell that no spreadsheet takes for a formula. Numbers, such as `-2.5`, `+1.50 %` and `-3 ±
/// 0.1`, are left alone.
pub fn spreadsheet_cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) && !is_number(text);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

/// Rows as CSV, each cell quoted where the format asks for it and safe for spreadsheets. The first row is the
/// header.
pub fn csv_text<Row, Field>(rows: impl IntoIterator<Item = Row>) -> String
where
    Row: IntoIterator<Item = Field>,
    Field: AsRef<str>,
{
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in rows {
        let cells = row.into_iter().map(|field| spreadsheet_cell(field.as_ref()));
        writer.write_record(cells).expect("memory takes any row");
    }
    let bytes = writer.into_inner().expect("memory takes any row");
    String::from_utf8(bytes).expect("only text was written")
}

/// Whether text is a number, which may have a deviation and a percent sign.
fn is_number(text: &str) -> bool {
    let is_plain = |part: &str| {
        let digits = part.strip_prefix(['+', '-']).unwrap_or(part);
        digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') && digits.parse::<f64>().is_ok()
    };
    let text = text.strip_suffix('%').map_or(text, str::trim_end);
    text.split(" ± ").all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_quoted_and_numbers_left_alone() {
        for formula in [
            "=1+1",
            "+cmd|' /C calc'!A0",
            "-2+3",
            "@SUM(A1)",
            "-",
            "+-1",
            "-infinity",
            "\t=1",
            "-1 x",
            "-1 ± x",
        ] {
            assert_eq!(spreadsheet_cell(formula), format!("'{formula}"));
        }
        for plain in ["", "mandl", "-2.5", "+1.50 %", "-3.25 ± 0.10", "1=1", "1e-9", "-1e-9", "'x", "+.5"] {
            assert_eq!(spreadsheet_cell(plain), plain);
        }
    }

    #[test]
    fn cells_are_quoted_as_the_format_asks() {
        let rows = [vec!["city", "cost"], vec!["=a,\"b\"\n", "-1"]];
        assert_eq!(csv_text(rows), "city,cost\n\"'=a,\"\"b\"\"\n\",-1\n");
    }
}
