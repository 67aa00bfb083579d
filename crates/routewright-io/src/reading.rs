//! A city together with notes of its reader.

use std::fmt;

use routewright_model::{City, Seconds};

/// A city as it was read, and notes for whoever reads the results.
#[derive(Clone, Debug)]
pub struct CityReading {
    /// The city.
    pub city: City,
    /// What the reader changed; usually nothing.
    pub notes: Vec<CityNote>,
}

/// A change that a reader made. Its text is one line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CityNote {
    /// Link times were rounded to whole seconds.
    RoundedTimes {
        /// Links whose time changed.
        rounded: usize,
        /// Links in all.
        links: usize,
        /// The largest change as a share of the time in the file.
        largest_error: f64,
    },
    /// The settings name the period of the demand, but not how long it is.
    PeriodOfOneHour,
    /// Positions of nodes lie on a plane whose unit the file does not state. They were converted to metres.
    PlanarPositions {
        /// Feet rather than metres.
        in_feet: bool,
        /// What speaks for the unit; `None` if metres were assumed.
        because: Option<&'static str>,
    },
}

impl fmt::Display for CityNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundedTimes { rounded, links, largest_error } => {
                let percent = 100.0 * largest_error;
                write!(
                    f,
                    "{rounded} of {links} link times were rounded to whole seconds, by up to {percent:.2} %"
                )
            }
            Self::PeriodOfOneHour => f.write_str(
                "city.toml has a period but no period-hours: its demand counts as that of one hour; add period-hours if \
                 it is counted over more",
            ),
            Self::PlanarPositions { in_feet, because: Some(because) } => {
                let unit = if *in_feet { "feet" } else { "metres" };
                write!(f, "positions of nodes are not degrees; they were taken as {unit}: {because}")
            }
            Self::PlanarPositions { because: None, .. } => write!(
                f,
                "positions of nodes are not degrees and their unit is not known; they were taken as metres"
            ),
        }
    }
}

/// Counts times that whole seconds cannot hold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rounding {
    times: usize,
    rounded: usize,
    largest_error: f64,
}

impl Rounding {
    /// Our own files have minutes with four decimals, which are off by less than this.
    const LEAST_SECONDS: f64 = 0.005;

    /// Notes a time in seconds and what it was rounded to.
    pub(crate) fn add(&mut self, seconds: f64, rounded: Seconds) {
        self.times += 1;
        let change = (f64::from(rounded.0) - seconds).abs();
        if change > Self::LEAST_SECONDS {
            self.rounded += 1;
            self.largest_error = self.largest_error.max(change / seconds);
        }
    }

    pub(crate) fn note(self) -> Option<CityNote> {
        let Self { times: links, rounded, largest_error } = self;
        (rounded > 0).then_some(CityNote::RoundedTimes { rounded, links, largest_error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_that_change_are_counted() {
        let mut rounding = Rounding::default();
        for (seconds, rounded) in [(150.0, 150), (100.002, 100), (80.4, 80), (0.8, 1)] {
            rounding.add(seconds, Seconds(rounded));
        }
        let note = rounding.note().unwrap().to_string();
        assert_eq!(note, "2 of 4 link times were rounded to whole seconds, by up to 25.00 %");
        assert_eq!(Rounding::default().note(), None);
    }
}
