//! Calendar dates as people and timetables write them. Feeds write `20260131`, people `2026-01-31`.

use std::time::SystemTime;

pub use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use crate::show::shown;

/// A text that is not a date of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid date '{}': write it as 2026-01-31", shown(text))]
pub struct InvalidDate {
    text: String,
}

/// Reads `2026-01-31` or `20260131`.
///
/// # Errors
/// The text has another form, or the calendar has no such date. Years run from 1 to 9999.
pub fn parse_date(text: &str) -> Result<Date, InvalidDate> {
    date_of(text).ok_or_else(|| InvalidDate { text: text.to_owned() })
}

/// The date as feeds write it: `20260131`.
pub(crate) fn compact_date(date: Date) -> String {
    format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())
}

/// The date of a moment in Greenwich. Dates beyond the year 9999 become 1 January 1970.
pub fn utc_date(moment: SystemTime) -> Date {
    Timestamp::try_from(moment).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC).date()
}

/// The last day of a year of service that starts on a date: the day before the same date a year later. A year that
/// starts on 29 February ends on 28 February.
pub fn last_day_of_year(first: Date) -> Date {
    let later = first.saturating_add(1.year());
    if later.day() == first.day() { later.yesterday().unwrap_or(later) } else { later }
}

fn date_of(text: &str) -> Option<Date> {
    let digits = match text.as_bytes() {
        [_, _, _, _, b'-', _, _, b'-', _, _] => text.replace('-', ""),
        _ => text.to_owned(),
    };
    if digits.len() != 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let year = digits[..4].parse().ok().filter(|&year: &i16| year > 0)?;
    Date::new(year, digits[4..6].parse().ok()?, digits[6..].parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn both_forms_are_read_and_nothing_else() {
        assert_eq!(parse_date("20240229").unwrap(), parse_date("2024-02-29").unwrap());
        assert_eq!(parse_date("20190417").unwrap().to_string(), "2019-04-17");
        assert_eq!(compact_date(parse_date("0987-06-05").unwrap()), "09870605");
        let wrong =
            ["20190229", "2026-13-01", "2019-4-17", "2019-0417", "tomorrow", "19000229", "0000-01-01"];
        for wrong in wrong.into_iter().chain(["", "2026-02-30", "ä0190417", "２０２６０１０１", "-0260101"])
        {
            assert!(parse_date(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            parse_date("2026-13-01").unwrap_err().to_string(),
            "invalid date '2026-13-01': write it as 2026-01-31"
        );
    }

    #[test]
    fn a_year_of_service_ends_the_day_before() {
        let last = |first: &str| last_day_of_year(parse_date(first).unwrap()).to_string();
        assert_eq!(
            ["2026-03-01", "2024-01-10", "2024-02-29", "9999-06-01"].map(last),
            ["2027-02-28", "2025-01-09", "2025-02-28", "9999-12-31"]
        );
    }

    #[test]
    fn moments_have_a_date() {
        assert_eq!(utc_date(UNIX_EPOCH + Duration::from_secs(19_782 * 86_400)).to_string(), "2024-02-29");
    }
}
