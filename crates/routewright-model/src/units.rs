//! Time, the one quantity everything is measured in.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Whole seconds. Readers round once, at the edge; sums after that are exact, up to 136 years.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds(pub u32);

impl Seconds {
    /// The longest single time: a link, a leg, a transfer penalty or a headway takes at most a day. Sums over a
    /// network then stay exact.
    pub const LONGEST: Seconds = Seconds(86_400);

    /// Rounds to whole seconds. A positive time never becomes zero. `None` if the value is negative, not a
    /// number or longer than [`Seconds::LONGEST`].
    pub fn from_minutes(minutes: f64) -> Option<Self> {
        Self::from_seconds(minutes * 60.0)
    }

    /// Rounds to whole seconds, as [`Seconds::from_minutes`] does.
    pub fn from_seconds(seconds: f64) -> Option<Self> {
        if !(0.0..=f64::from(Self::LONGEST.0)).contains(&seconds) {
            return None;
        }
        let rounded = seconds.round() as u32;
        Some(Self(if seconds > 0.0 { rounded.max(1) } else { 0 }))
    }

    /// The same time in minutes, the unit of reports.
    pub fn minutes(self) -> f64 {
        f64::from(self.0) / 60.0
    }
}

impl Add for Seconds {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Seconds {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Seconds {
    fn sum<I: Iterator<Item = Self>>(times: I) -> Self {
        times.fold(Self(0), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_are_rounded_once_and_never_to_nothing() {
        assert_eq!(Seconds::from_minutes(2.5), Some(Seconds(150)));
        assert_eq!(Seconds::from_minutes(0.0), Some(Seconds(0)));
        assert_eq!(Seconds::from_minutes(0.001), Some(Seconds(1)));
        assert_eq!(Seconds::from_minutes(-1.0), None);
        assert_eq!(Seconds::from_minutes(f64::NAN), None);
        assert_eq!(Seconds::from_minutes(f64::INFINITY), None);
        assert_eq!(Seconds::from_minutes(1440.0), Some(Seconds::LONGEST));
        assert_eq!(Seconds::from_minutes(1440.1), None);
    }
}
