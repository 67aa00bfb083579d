//! Periods of the day in which vehicles run more or less often.

use std::str::FromStr;

use routewright_model::Seconds;

use crate::gtfs::parse_clock;
use crate::show::{number, shown};

/// Time between two vehicles is multiplied by this at most, and divided by as much.
const MOST_FACTOR: f64 = 100.0;
/// Hours of a day of service at most, counted from midnight.
const MOST_HOURS: u32 = 100;

/// A part of the day, and how often vehicles run in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeedPeriod {
    /// When the first vehicle leaves, after midnight.
    pub start: Seconds,
    /// When the last vehicle has left, after midnight; may lie beyond 24 hours.
    pub end: Seconds,
    /// Headways of lines are multiplied by this: with 2, vehicles run half as often.
    pub factor: f64,
}

/// Periods of the day, one or more, in order and without overlaps. Between two of them nothing runs.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedPeriods(Vec<FeedPeriod>);

impl FeedPeriods {
    /// One period with the headways as they are.
    ///
    /// # Errors
    /// It ends before it starts.
    pub fn all_day(start: Seconds, end: Seconds) -> Result<Self, String> {
        Self::new(vec![FeedPeriod { start, end, factor: 1.0 }])
    }

    /// Checks the periods and puts them in order.
    ///
    /// # Errors
    /// There is none, one ends before it starts, two overlap, or a factor is out of range.
    pub fn new(mut periods: Vec<FeedPeriod>) -> Result<Self, String> {
        if periods.is_empty() {
            return Err("there is no period".into());
        }
        for &FeedPeriod { start, end, factor } in &periods {
            let (from, to) = (clock(start), clock(end));
            if end <= start {
                return Err(format!("service ends at {to}, which is not after its start at {from}"));
            }
            if !(1.0 / MOST_FACTOR..=MOST_FACTOR).contains(&factor) {
                return Err(format!(
                    "the headways from {from} to {to} are multiplied by {factor}, which is not between {} and {MOST_FACTOR}",
                    1.0 / MOST_FACTOR
                ));
            }
        }
        periods.sort_by_key(|period| period.start);
        match periods.windows(2).find(|pair| pair[1].start < pair[0].end) {
            Some(pair) => Err(format!(
                "the period that starts at {} overlaps the one that ends at {}",
                clock(pair[1].start),
                clock(pair[0].end)
            )),
            None => Ok(Self(periods)),
        }
    }

    /// The periods in order.
    pub fn periods(&self) -> &[FeedPeriod] {
        &self.0
    }

    /// When the first vehicle of the day leaves.
    pub fn start(&self) -> Seconds {
        self.0[0].start
    }
}

impl FromStr for FeedPeriods {
    type Err = String;

    /// Reads `5:00-7:00=2,7:00-9:00=1`: from, to, and what headways are multiplied by (1 if left out).
    fn from_str(text: &str) -> Result<Self, String> {
        let period = |part: &str| {
            let (times, factor) = part.split_once('=').unwrap_or((part, "1"));
            let (start, end) = times.split_once('-')?;
            Some(FeedPeriod {
                start: time_of_day(start.trim()).ok()?,
                end: time_of_day(end.trim()).ok()?,
                factor: number(factor.trim())?,
            })
        };
        let wrong = |part: &str| {
            format!("{} is not a period: write from, to and factor, such as 7:00-9:00=1.5", shown(part))
        };
        let parts = text.split(',').map(|part| period(part).ok_or_else(|| wrong(part)));
        Self::new(parts.collect::<Result<_, _>>()?)
    }
}

/// Reads `6:30` or `06:30:00`; hours beyond 24 are after midnight.
///
/// # Errors
/// It is not a time of day.
pub fn time_of_day(text: &str) -> Result<Seconds, String> {
    let time = parse_clock(text).filter(|&time| time < MOST_HOURS * 3600);
    time.map(Seconds).ok_or_else(|| format!("invalid time {}: write it as 06:30", shown(text)))
}

/// `HH:MM:SS`; hours continue beyond 24.
pub(super) fn clock(time: Seconds) -> String {
    format!("{:02}:{:02}:{:02}", time.0 / 3600, time.0 / 60 % 60, time.0 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_put_in_order() {
        let periods: FeedPeriods = "9:00-24:30=1.5, 5:00-7:00=2,7:00-9:00".parse().unwrap();
        let found: Vec<(u32, u32, f64)> =
            periods.periods().iter().map(|period| (period.start.0, period.end.0, period.factor)).collect();
        assert_eq!(found, [(18_000, 25_200, 2.0), (25_200, 32_400, 1.0), (32_400, 88_200, 1.5)]);
        assert_eq!(periods.start(), Seconds(18_000));
    }

    #[test]
    fn what_is_not_a_period_is_named() {
        for (wrong, said) in [
            ("", "'' is not a period"),
            ("7-9", "7-9 is not a period"),
            ("7:00-9:00=x", "7:00-9:00=x is not a period"),
            ("7:00-9:00=nan", "is not a period"),
            ("7:00-9:00=0", "multiplied by 0"),
            ("7:00-9:00=-1", "multiplied by -1"),
            ("9:00-7:00=1", "service ends at 07:00:00, which is not after its start at 09:00:00"),
            ("5:00-7:00=2,6:30-9:00=1", "starts at 06:30:00 overlaps the one that ends at 07:00:00"),
            ("5:00-7:00=2,", "'' is not a period"),
            ("5:00-101:00=2", "is not a period"),
        ] {
            let told = wrong.parse::<FeedPeriods>().unwrap_err();
            assert!(told.contains(said), "{wrong}: {told}");
        }
    }
}
