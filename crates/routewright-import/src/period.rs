//! When the trips of the demand are made.

use routewright_model::Period;
use serde::Serialize;

use crate::{ImportConfig, ImportError};

/// When the trips of the demand are made.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DemandPeriod {
    /// In words.
    pub name: String,
    /// Hours over which the trips are counted.
    pub hours: f64,
    /// Whether nobody said so: trips then count as those of a whole weekday.
    pub assumed: bool,
    /// Trips between different nodes in an hour.
    pub trips_per_hour: f64,
}

impl DemandPeriod {
    /// Hours of the period that is assumed where none is given.
    pub const DAY_HOURS: f64 = 24.0;

    /// The period that the settings give. Tables of trips seldom say what they count, and people and jobs give trips
    /// per day: without a word about it, trips are those of a whole weekday.
    ///
    /// # Errors
    /// [`ImportError::PeriodWithoutHours`].
    pub(crate) fn of(config: &ImportConfig) -> Result<Self, ImportError> {
        let name = config.period.as_ref().filter(|name| !name.trim().is_empty());
        let (name, hours) = match (name, config.period_hours) {
            (None, None) => ("whole weekday".into(), Self::DAY_HOURS),
            (None, Some(1.0)) => ("1 hour".into(), 1.0),
            (None, Some(hours)) => (format!("{hours} hours"), hours),
            (Some(name), Some(hours)) => (name.clone(), hours),
            (Some(name), None) => return Err(ImportError::PeriodWithoutHours(name.clone())),
        };
        Ok(Self { name, hours, assumed: config.period_hours.is_none(), trips_per_hour: 0.0 })
    }

    pub(crate) fn to_model(&self) -> Period {
        Period { name: self.name.clone(), hours: self.hours }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trips_are_those_of_a_day_unless_somebody_says_otherwise() {
        let period = |name: Option<&str>, period_hours| {
            let config =
                ImportConfig { period: name.map(String::from), period_hours, ..ImportConfig::default() };
            DemandPeriod::of(&config).map(|period| (period.name, period.hours, period.assumed))
        };
        assert_eq!(period(None, None).unwrap(), ("whole weekday".into(), 24.0, true));
        assert_eq!(period(None, Some(2.5)).unwrap(), ("2.5 hours".into(), 2.5, false));
        assert_eq!(period(None, Some(1.0)).unwrap(), ("1 hour".into(), 1.0, false));
        assert_eq!(period(Some(" "), Some(2.0)).unwrap(), ("2 hours".into(), 2.0, false));
        assert_eq!(period(Some("peak"), Some(2.0)).unwrap(), ("peak".into(), 2.0, false));
        let told = period(Some("peak"), None).unwrap_err().to_string();
        assert!(
            told.starts_with("period 'peak' does not say over how many hours trips are counted\n"),
            "{told}"
        );
    }
}
