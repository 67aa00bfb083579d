//! Days of the week.

use std::str::FromStr;

const NAMES: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Days of the week on which vehicles run, from Monday to Sunday; one at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weekdays(pub(crate) [bool; 7]);

impl Weekdays {
    /// Every day.
    pub const DAILY: Self = Self([true; 7]);
}

/// Reads `daily`, or days and spans of days such as `mon-fri` or `sat,sun`.
impl FromStr for Weekdays {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim().to_ascii_lowercase();
        if text == "daily" {
            return Ok(Self::DAILY);
        }
        let day = |name: &str| {
            NAMES.iter().position(|known| *known == name.trim()).ok_or_else(|| {
                format!(
                    "unknown day '{}'; write daily, or days such as mon-fri or sat,sun",
                    name.escape_debug()
                )
            })
        };
        let mut days = [false; 7];
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (mut at, last) = (day(first)?, day(last)?);
            days[at] = true;
            while at != last {
                at = (at + 1) % 7;
                days[at] = true;
            }
        }
        Ok(Self(days))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_spans_are_read() {
        let days = |text: &str| text.parse().map(|Weekdays(days)| days.map(u8::from));
        assert_eq!(days("daily"), Ok([1; 7]));
        assert_eq!(days("mon-fri"), Ok([1, 1, 1, 1, 1, 0, 0]));
        assert_eq!(days("Sat, sun"), Ok([0, 0, 0, 0, 0, 1, 1]));
        assert_eq!(days("sun-mon,wed"), Ok([1, 0, 1, 0, 0, 0, 1]));
        for wrong in ["", "mon-", "monday", "1-5"] {
            assert!(days(wrong).unwrap_err().contains("write daily, or days such as mon-fri"), "{wrong}");
        }
    }
}
