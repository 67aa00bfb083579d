//! A range of vehicles, from the fewest to the most.

use std::fmt;
use std::str::FromStr;

use super::VehicleLimit;

/// How many vehicles the services of a front have, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct VehicleRange {
    /// Of the smallest service.
    pub fewest: VehicleLimit,
    /// Of the largest service.
    pub most: VehicleLimit,
}

impl VehicleRange {
    /// From the first number to the last.
    pub(crate) fn of(counts: &[u32]) -> Option<Self> {
        let (&fewest, &most) = (counts.first()?, counts.last()?);
        Some(Self { fewest: VehicleLimit::Count(fewest), most: VehicleLimit::Count(most) })
    }

    /// Numbers of vehicles from the fewest to the most, both included, `points` of them at most and evenly spread.
    /// `today` is one of them if it lies within.
    pub(crate) fn spread(fewest: u32, most: u32, points: usize, today: Option<u32>) -> Vec<u32> {
        let steps = (points.max(2) - 1).min((most - fewest) as usize).max(1);
        let at = |step: usize| {
            let share = step as f64 / steps as f64;
            fewest + (f64::from(most - fewest) * share).round() as u32
        };
        let mut counts: Vec<u32> = (0..=steps).map(at).collect();
        counts.dedup();
        // The nearest number gives way, but for the ends.
        let inner = 1..counts.len().saturating_sub(1);
        if let Some(today) = today.filter(|today| (fewest..=most).contains(today) && !counts.contains(today))
            && let Some(nearest) = inner.min_by_key(|&at| counts[at].abs_diff(today))
        {
            counts[nearest] = today;
            counts.sort_unstable();
        }
        counts
    }
}

impl fmt::Display for VehicleRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.fewest, self.most)
    }
}

impl FromStr for VehicleRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((fewest, most)) = text.split_once("..") else {
            return Err(
                "a front needs a range of vehicles, such as 40..80; to plan with one number, use `design \
                        --vehicles N`"
                    .into(),
            );
        };
        let end = |text: &str| -> Result<VehicleLimit, String> {
            text.parse().map_err(|_| {
                format!(
                    "{text:?} is not a number of vehicles; give two, 1 or more, such as 40..80, or `today` for those of \
                     --start"
                )
            })
        };
        let range = Self { fewest: end(fewest)?, most: end(most)? };
        match (range.fewest, range.most) {
            (VehicleLimit::Count(fewest), VehicleLimit::Count(most)) => check_ends(fewest, most)?,
            (VehicleLimit::Today, VehicleLimit::Today) => return Err(ONE_NUMBER.into()),
            _ => {}
        }
        Ok(range)
    }
}

impl From<VehicleRange> for String {
    fn from(range: VehicleRange) -> Self {
        range.to_string()
    }
}

impl TryFrom<String> for VehicleRange {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

const ONE_NUMBER: &str =
    "both ends are the same; to plan with one number of vehicles, use `design --vehicles N`";

/// The fewest come first, and the most are more.
pub(crate) fn check_ends(fewest: u32, most: u32) -> Result<(), String> {
    match fewest.cmp(&most) {
        std::cmp::Ordering::Less => Ok(()),
        std::cmp::Ordering::Equal => Err(ONE_NUMBER.into()),
        std::cmp::Ordering::Greater => {
            Err(format!("{fewest} is more than {most}; the fewest vehicles come first: {most}..{fewest}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_two_ends() {
        let range: VehicleRange = "40..today".parse().unwrap();
        assert_eq!((range.fewest, range.most), (VehicleLimit::Count(40), VehicleLimit::Today));
        assert_eq!(range.to_string(), "40..today");
        for (wrong, said) in [
            ("76", "use `design --vehicles N`"),
            ("today", "use `design --vehicles N`"),
            ("5..3", "3..5"),
            ("4..4", "both ends are the same"),
            ("0..4", "\"0\" is not a number of vehicles"),
            ("a..b", "\"a\" is not a number of vehicles"),
            ("..", "\"\" is not a number of vehicles"),
            ("3..", "\"\" is not a number of vehicles"),
            ("3...9", "\".9\" is not a number of vehicles"),
            ("-3..9", "\"-3\" is not a number of vehicles"),
        ] {
            let told = wrong.parse::<VehicleRange>().unwrap_err();
            assert!(told.contains(said), "{wrong}: {told}");
        }
    }

    #[test]
    fn numbers_are_spread_and_today_is_one_of_them() {
        assert_eq!(VehicleRange::spread(30, 90, 4, None), [30, 50, 70, 90]);
        assert_eq!(VehicleRange::spread(30, 90, 4, Some(76)), [30, 50, 76, 90]);
        assert_eq!(VehicleRange::spread(30, 90, 4, Some(50)), [30, 50, 70, 90]);
        assert_eq!(VehicleRange::spread(30, 90, 4, Some(91)), [30, 50, 70, 90]);
        assert_eq!(VehicleRange::spread(30, 90, 2, Some(76)), [30, 90]);
        assert_eq!(VehicleRange::spread(3, 5, 12, None), [3, 4, 5]);
        assert_eq!(VehicleRange::spread(1, 2, 12, Some(1)), [1, 2]);
        assert_eq!(VehicleRange::spread(1, 11, 5, None), [1, 4, 6, 9, 11]);
    }
}
