//! Days of the calendar.

use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar, shown as the format writes it: `20260131`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day {
    year: i64,
    month: i64,
    day: i64,
}

impl Day {
    /// The day that many days after 1 January 1970.
    pub fn after_1970(days: i64) -> Self {
        // Years are counted from March, so that the leap day comes last; eras have 400 years.
        let days = days + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = (month_from_march + 2) % 12 + 1;
        Self { year: year_of_era + era * 400 + i64::from(month <= 2), month, day }
    }

    /// The day before the same date a year later.
    pub fn year_later(self) -> Self {
        let days = self.days_after_1970();
        Self::after_1970(days + if Self::after_1970(days + 365).day == self.day { 364 } else { 365 })
    }

    fn days_after_1970(self) -> i64 {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}{:02}{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Day {
    type Err = String;

    /// Reads `2026-01-31` or `20260131`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no day such as 2026-01-31");
        let digits: String = text.split('-').collect();
        if digits.len() != 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        let number = |from: usize, to: usize| digits[from..to].parse::<i64>().map_err(|_| wrong());
        let day = Self { year: number(0, 4)?, month: number(4, 6)?, day: number(6, 8)? };
        let exists = (1..=12).contains(&day.month) && Self::after_1970(day.days_after_1970()) == day;
        if exists { Ok(day) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(Day::after_1970(0).to_string(), "19700101");
        assert_eq!(Day::after_1970(19_782).to_string(), "20240229");
        for day in (-1000..60_000).step_by(7) {
            assert_eq!(Day::after_1970(day).days_after_1970(), day);
        }
        let year = |text: &str| text.parse::<Day>().unwrap().year_later().to_string();
        assert_eq!(
            [year("2026-03-01"), year("20240110"), year("20240229")],
            ["20270228", "20250109", "20250228"]
        );
        for wrong in ["2026-02-30", "2026-13-01", "26-01-01", "today", "２０２６０１０１"] {
            assert!(wrong.parse::<Day>().is_err(), "{wrong}");
        }
    }
}
