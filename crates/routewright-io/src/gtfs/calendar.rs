//! Days and times of day as feeds write them.

use std::fmt;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// Days since 1 March of the year 0.
    days: u32,
}

impl Date {
    /// Reads `20260131` or `2026-01-31`. `None` if there is no such day.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = match text.len() {
            8 => text.into(),
            10 if text.is_char_boundary(4) && text.is_char_boundary(8) => {
                let parts: Vec<&str> = text.split('-').collect();
                (parts.len() == 3 && parts[0].len() == 4).then(|| parts.concat())?
            }
            _ => return None,
        };
        if digits.len() != 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let part = |range: std::ops::Range<usize>| digits[range].parse::<u32>().ok();
        let (year, month, day) = (part(0..4)?, part(4..6)?, part(6..8)?);
        if year == 0 || !(1..=12).contains(&month) || day == 0 {
            return None;
        }
        let date = Self::new(year, month, day);
        (date.parts() == (year, month, day)).then_some(date)
    }

    /// 0 is Monday, 6 is Sunday.
    pub fn weekday(self) -> usize {
        // Day 0 was a Wednesday.
        (self.days as usize + 2) % 7
    }

    /// The day after.
    pub fn next(self) -> Self {
        Self { days: self.days + 1 }
    }

    /// Days from this one to a later one; negative if it is earlier.
    pub fn days_until(self, other: Self) -> i64 {
        i64::from(other.days) - i64::from(self.days)
    }

    /// Years start in March here, so that the day too many comes last.
    fn new(year: u32, month: u32, day: u32) -> Self {
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        Self { days: 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 }
    }

    fn parts(self) -> (u32, u32, u32) {
        let (era, in_era) = (self.days / 146_097, self.days % 146_097);
        let of_era = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
        let in_year = in_era - (365 * of_era + of_era / 4 - of_era / 100);
        let month = (5 * in_year + 2) / 153;
        let day = in_year - (153 * month + 2) / 5 + 1;
        let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        (era * 400 + of_era + later, month, day)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// Seconds since the start of the day of service, from `7:05:00` or `25:10:30`: trips go on past midnight.
/// `None` if it is no time, or more than a week.
pub fn parse_clock(text: &str) -> Option<u32> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next().unwrap_or("0"));
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse::<u32>().ok())?;
    let (hours, minutes, seconds) = (number(hours)?, number(minutes)?, number(seconds)?);
    if parts.next().is_some() || hours >= 168 || minutes >= 60 || seconds >= 60 {
        return None;
    }
    Some(hours * 3600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_the_calendar() {
        let date = |text| Date::parse(text).unwrap();
        assert_eq!(date("20190417").weekday(), 2, "17 April 2019 was a Wednesday");
        assert_eq!(date("2000-02-29").next().to_string(), "2000-03-01");
        assert_eq!(date("20231231").next().to_string(), "2024-01-01");
        assert_eq!(date("20240101").days_until(date("20250101")), 366);
        for wrong in ["20190229", "20191301", "2019-4-17", "tomorrow", "19000229", "0000-01-01", "ä0190417"]
        {
            assert_eq!(Date::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn service_goes_on_past_midnight() {
        assert_eq!(parse_clock("7:05:00"), Some(25_500));
        assert_eq!(parse_clock("25:10:30"), Some(90_630));
        assert_eq!(parse_clock("07:30"), Some(27_000));
        for wrong in ["", "7", "7:60:00", "-1:00:00", "168:00:00", "1:2:3:4", "a:b:c", "+7:00:00"] {
            assert_eq!(parse_clock(wrong), None, "{wrong}");
        }
    }
}
