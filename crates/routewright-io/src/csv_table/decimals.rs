//! Numbers as spreadsheets of different countries write them.
//!
//! Where commas separate columns, a number has a decimal point. Elsewhere it may have a decimal comma instead, and the
//! whole table decides which of the two: `12,5` can only be a decimal comma, but `1,234` can be a bit more than one or a
//! bit more than a thousand. Thousands separators are refused, never guessed.

use std::borrow::Cow;

use crate::show::shown;

/// How decimals are written in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decimals {
    /// `12.5`.
    Point,
    /// `12,5`.
    Comma,
    /// No number in the table tells.
    Unknown,
}

/// What numbers of a table tell about its decimals.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    points: bool,
    commas: bool,
}

impl Evidence {
    /// Takes a value of a column of numbers into account; `is_degrees` where it cannot be a thousand.
    pub(super) fn add(&mut self, text: &str, is_degrees: bool) {
        match form(text) {
            Form::Decimal(b'.') => self.points = true,
            Form::Decimal(_) => self.commas = true,
            Form::Group(mark) if is_degrees => match mark {
                b'.' => self.points = true,
                _ => self.commas = true,
            },
            _ => {}
        }
    }

    /// A table with both has a decimal point: it is the comma that is refused then.
    pub(super) fn decimals(&self) -> Decimals {
        match (self.points, self.commas) {
            (true, _) => Decimals::Point,
            (false, true) => Decimals::Comma,
            (false, false) => Decimals::Unknown,
        }
    }
}

/// A number that the table's way of writing decimals does not allow.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadNumber {
    /// What is wrong with the value, such as `1,234 has a thousands separator`.
    pub(crate) problem: String,
    /// What to do about it.
    pub(crate) help: String,
}

/// The value with a decimal point, if it has a decimal comma and may; other text is returned as it is, for its reader
/// to judge.
pub(crate) fn with_point(text: &str, decimals: Decimals) -> Result<Cow<'_, str>, BadNumber> {
    let is_usual = |byte: u8| byte.is_ascii_digit() || byte == b'.' || byte == b'-';
    if decimals == Decimals::Point && text.bytes().all(is_usual) && text.matches('.').count() < 2 {
        return Ok(Cow::Borrowed(text));
    }
    let mark = match form(text) {
        Form::Plain => return Ok(Cow::Borrowed(text)),
        Form::Thousands => return Err(thousands(text)),
        Form::Decimal(mark) | Form::Group(mark) => mark,
    };
    match (mark, decimals) {
        (b'.', Decimals::Point) => Ok(Cow::Borrowed(text)),
        (b',', Decimals::Comma) => Ok(Cow::Owned(text.replace(',', "."))),
        (_, Decimals::Unknown) if matches!(form(text), Form::Group(_)) => Err(ambiguous(text)),
        (b'.', Decimals::Unknown) => Ok(Cow::Borrowed(text)),
        (_, Decimals::Unknown) => Ok(Cow::Owned(text.replace(',', "."))),
        _ if matches!(form(text), Form::Group(_)) => Err(thousands(text)),
        (b',', _) => Err(BadNumber {
            problem: format!("{} has a decimal comma, but other numbers have a decimal point", shown(text)),
            help: format!("write {}", text.replace(',', ".")),
        }),
        _ => Err(BadNumber {
            problem: format!("{} has a decimal point, but other numbers have a decimal comma", shown(text)),
            help: format!("write {}", text.replace('.', ",")),
        }),
    }
}

/// What a text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// No marks in it, or not a number at all.
    Plain,
    /// One mark that can only be the decimal one: `12,5`, `1234.567`, `0,123`.
    Decimal(u8),
    /// One mark, one to three digits before it and three after it: `1,234`.
    Group(u8),
    /// Several marks, or a blank or apostrophe between digits: `1.234,5`, `1 234`, `1'234`.
    Thousands,
}

fn form(text: &str) -> Form {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_blank = |letter: char| letter.is_whitespace() || letter == '\'' || letter == '’';
    let is_part =
        |letter: char| letter.is_ascii_digit() || letter == '.' || letter == ',' || is_blank(letter);
    let framed = digits.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == ',')
        && digits.ends_with(|letter: char| letter.is_ascii_digit() || letter == '.' || letter == ',');
    if !framed || !digits.bytes().any(|byte| byte.is_ascii_digit()) {
        return Form::Plain;
    }
    if !digits.chars().all(is_part) {
        // 1,5e3 is a number in the comma's style as well.
        return match digits.split_once(['e', 'E']) {
            Some((before, power)) if power.parse::<i32>().is_ok() => match form(before) {
                Form::Group(mark) | Form::Decimal(mark) => Form::Decimal(mark),
                other => other,
            },
            _ => Form::Plain,
        };
    }
    let mut marks = digits.chars().filter(|letter| !letter.is_ascii_digit());
    match (marks.next(), marks.next()) {
        (None, _) => Form::Plain,
        (Some(mark @ ('.' | ',')), None) => {
            let (before, after) = digits.split_once(mark).unwrap_or((digits, ""));
            let is_group = after.len() == 3 && (1..=3).contains(&before.len()) && !before.starts_with('0');
            if is_group { Form::Group(mark as u8) } else { Form::Decimal(mark as u8) }
        }
        _ if is_grouped(digits) => Form::Thousands,
        _ => Form::Plain,
    }
}

/// Whether marks stand where thousands separators and perhaps a decimal mark would.
fn is_grouped(digits: &str) -> bool {
    let marks: Vec<char> = digits.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    let groups: Vec<usize> = digits.split(|letter: char| !letter.is_ascii_digit()).map(str::len).collect();
    let [first, middle @ .., last] = &groups[..] else { return false };
    let [grouping, ..] = marks[..] else { return false };
    let ends_in_decimals = marks.last().is_some_and(|&mark| mark != grouping && (mark == '.' || mark == ','));
    let same = marks[..marks.len() - usize::from(ends_in_decimals)].iter().all(|&mark| mark == grouping);
    same && (1..=3).contains(first)
        && middle.iter().all(|&length| length == 3)
        && (*last == 3 || ends_in_decimals && *last > 0)
}

fn thousands(text: &str) -> BadNumber {
    BadNumber {
        problem: format!("{} has a thousands separator", shown(text)),
        help: format!("write the number without it, {}", shown(&without_groups(text))),
    }
}

fn ambiguous(text: &str) -> BadNumber {
    let point = text.replace(',', ".");
    let whole = text.replace(['.', ','], "");
    BadNumber {
        problem: format!("{} can mean {} or {}", shown(text), shown(&point), shown(&whole)),
        help: format!("write {} or {}0", shown(&whole), shown(text)),
    }
}

/// The last mark is the decimal one, unless it comes twice or stands before three digits.
fn without_groups(text: &str) -> String {
    let last = text.rfind(['.', ',']);
    let is_decimal = last.is_some_and(|at| {
        let mark = &text[at..=at];
        let is_only = text.matches(mark).count() == 1;
        let has_others =
            text[..at].contains(|letter: char| !letter.is_ascii_digit() && letter != '-' && letter != '+');
        is_only && (has_others || text.len() - at != 4)
    });
    let keep = last.filter(|_| is_decimal);
    let part = |(at, letter): (usize, char)| match letter {
        _ if Some(at) == keep => Some(letter),
        '-' | '+' => Some(letter),
        _ => Some(letter).filter(char::is_ascii_digit),
    };
    text.char_indices().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, decimals: Decimals) -> String {
        with_point(text, decimals)
            .map_or_else(|bad| format!("{}; {}", bad.problem, bad.help), Cow::into_owned)
    }

    #[test]
    fn decimal_commas_become_points_where_the_table_has_them() {
        for text in ["-51,2", "1234,567", "0,123", "1,234", ",5", "1,5e3"] {
            assert_eq!(read(text, Decimals::Comma), text.replace(',', "."));
        }
        for text in ["12", "-7", "n/a", "", "12:30", "2026-01-31", "1,2 km", "1.2.2026", "1 2"] {
            assert_eq!(read(text, Decimals::Comma), text);
            assert_eq!(read(text, Decimals::Point), text);
        }
        assert_eq!(read("-51.234", Decimals::Point), "-51.234");
        assert_eq!(read("1,5", Decimals::Unknown), "1.5");
    }

    #[test]
    fn thousands_are_refused_with_the_number_meant() {
        for (text, meant) in [
            ("1.234,5", "1234,5"),
            ("1,234.5", "1234.5"),
            ("1.234.567", "1234567"),
            ("1 234", "1234"),
            ("1\u{a0}234,25", "1234,25"),
            ("-1'234", "-1234"),
        ] {
            let told =
                format!("{} has a thousands separator; write the number without it, {meant}", shown(text));
            assert_eq!(read(text, Decimals::Comma), told);
            assert_eq!(read(text, Decimals::Point), told);
        }
        assert_eq!(
            read("1.234", Decimals::Comma),
            "1.234 has a thousands separator; write the number without it, 1234"
        );
        assert_eq!(
            read("1,234", Decimals::Point),
            "1,234 has a thousands separator; write the number without it, 1234"
        );
    }

    #[test]
    fn what_can_mean_two_things_is_refused() {
        assert_eq!(read("1,234", Decimals::Unknown), "1,234 can mean 1.234 or 1234; write 1234 or 1,2340");
        assert_eq!(read("1.234", Decimals::Unknown), "1.234 can mean 1.234 or 1234; write 1234 or 1.2340");
        assert_eq!(
            read("1,5", Decimals::Point),
            "1,5 has a decimal comma, but other numbers have a decimal point; write 1.5"
        );
        assert_eq!(
            read("1.5", Decimals::Comma),
            "1.5 has a decimal point, but other numbers have a decimal comma; write 1,5"
        );
    }

    #[test]
    fn numbers_tell_how_decimals_are_written() {
        let decimals = |values: &[(&str, bool)]| {
            let mut evidence = Evidence::default();
            values.iter().for_each(|&(text, is_degrees)| evidence.add(text, is_degrees));
            evidence.decimals()
        };
        assert_eq!(decimals(&[("1,234", false), ("12", false)]), Decimals::Unknown);
        assert_eq!(decimals(&[("1,234", false), ("0,5", false)]), Decimals::Comma);
        assert_eq!(decimals(&[("-51,234", true)]), Decimals::Comma);
        assert_eq!(decimals(&[("-51.234", true)]), Decimals::Point);
    }
}
