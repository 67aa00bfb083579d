//! What riders mind and what vehicles hold: the options of the service model.

use routewright_eval::service::ServiceModel;
use routewright_model::{City, Period, Problem, Seconds};

use crate::{Error, OperatingOptions, Result};

/// What riders mind and what vehicles hold; what is left open has the default of the city.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct ServiceOptions {
    /// Places in a vehicle; 50 by default.
    pub capacity: Option<f64>,
    /// Riders per place on the busiest leg, at most; 1.25 by default.
    pub load_factor: Option<f64>,
    /// Mean wait as a share of the headway; 0.5 by default.
    pub wait_factor: Option<f64>,
    /// Perceived minutes per minute of waiting; 1.5 by default in real cities, 1 elsewhere.
    pub wait_weight: Option<f64>,
    /// Perceived minutes per minute of walking; 1.5 by default in real cities, 1 elsewhere.
    pub walk_weight: Option<f64>,
    /// Perceived minutes after which a trip is not made; 120 by default.
    pub give_up: Option<f64>,
    /// Minutes a vehicle takes at every stop; the city's by default, or 0.3 in real cities and 0 elsewhere.
    pub dwell: Option<f64>,
    /// Hours over which the city's demand is counted; the city's by default.
    pub period_hours: Option<f64>,
}

impl ServiceOptions {
    /// Whether any option is given.
    pub fn is_given(&self) -> bool {
        *self != Self::default()
    }

    /// These options, and the others where these are silent.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        Self {
            capacity: self.capacity.or(others.capacity),
            load_factor: self.load_factor.or(others.load_factor),
            wait_factor: self.wait_factor.or(others.wait_factor),
            wait_weight: self.wait_weight.or(others.wait_weight),
            walk_weight: self.walk_weight.or(others.walk_weight),
            give_up: self.give_up.or(others.give_up),
            dwell: self.dwell.or(others.dwell),
            period_hours: self.period_hours.or(others.period_hours),
        }
    }

    /// The options as a command line has them, each with its value.
    pub fn arguments(&self) -> Vec<String> {
        let values = self.named().into_iter().filter_map(|(name, value)| Some((name, value?)));
        values.flat_map(|(name, value)| [name.to_owned(), value.to_string()]).collect()
    }

    /// Whether it is known over how many hours a city's demand is counted.
    pub fn has_period(&self, city: &City) -> bool {
        self.period_hours.is_some() || city.service().period.is_some()
    }

    /// The model of the service in a problem's city, with the problem's transfer penalty and the layover of
    /// `operating`.
    ///
    /// # Errors
    /// An option is out of range, or nobody says over how many hours the demand is counted.
    pub fn model(&self, problem: &Problem, operating: &OperatingOptions) -> Result<ServiceModel> {
        self.check()?;
        if !self.has_period(&problem.city) {
            return Err(Error::settings(NO_PERIOD, NO_PERIOD_HELP));
        }
        let mut model = ServiceModel::for_city(&problem.city);
        let set = |value: &mut f64, option: Option<f64>| *value = option.unwrap_or(*value);
        set(&mut model.capacity, self.capacity);
        set(&mut model.load_factor, self.load_factor);
        set(&mut model.costs.wait_factor, self.wait_factor);
        set(&mut model.costs.wait_weight, self.wait_weight);
        set(&mut model.costs.walk_weight, self.walk_weight);
        set(&mut model.costs.give_up, self.give_up);
        set(&mut model.hours, self.period_hours);
        model.costs.transfer_penalty = problem.transfer_penalty.minutes();
        if let Some(dwell) = self.dwell.and_then(Seconds::from_minutes) {
            model.dwell = dwell;
        }
        if let Some(layover) = operating.checked_layover()? {
            model.layover = layover;
        }
        Ok(model)
    }

    /// Every option with its name.
    fn named(&self) -> [(&'static str, Option<f64>); 8] {
        [
            ("--capacity", self.capacity),
            ("--load-factor", self.load_factor),
            ("--wait-factor", self.wait_factor),
            ("--wait-weight", self.wait_weight),
            ("--walk-weight", self.walk_weight),
            ("--give-up", self.give_up),
            ("--dwell", self.dwell),
            ("--period-hours", self.period_hours),
        ]
    }

    fn check(&self) -> Result<()> {
        for (name, value) in self.named() {
            let Some(value) = value else { continue };
            let (is_right, range) = match name {
                "--wait-factor" | "--wait-weight" | "--walk-weight" => {
                    ((0.0..=MOST_WEIGHT).contains(&value), format!("from 0 to {MOST_WEIGHT}"))
                }
                "--dwell" => (Seconds::from_minutes(value).is_some(), "from 0 minutes to a day".to_owned()),
                "--period-hours" => {
                    let most = Period::MOST_HOURS;
                    (value > 0.0 && value <= most, format!("more than 0 and at most {most} (a year)"))
                }
                _ => (value > 0.0 && value <= MOST_AMOUNT, format!("more than 0 and at most {MOST_AMOUNT}")),
            };
            if !is_right {
                return Err(Error::Settings(format!("{name} must be {range}, but is {value}")));
            }
        }
        Ok(())
    }
}

/// The most that a minute may weigh.
const MOST_WEIGHT: f64 = 1000.0;

/// The most places, riders per place or minutes to put up with.
const MOST_AMOUNT: f64 = 100_000.0;

/// What is missing where a city does not say when its trips are made.
pub(crate) const NO_PERIOD: &str = "the city does not say over how many hours its demand is counted";

/// What to do about it.
pub(crate) const NO_PERIOD_HELP: &str = "add period-hours to city.toml, such as period-hours = 2 for the demand of \
                                         two hours (1 if it is given per hour), or give --period-hours";

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Network;

    const FIELDS: [fn(&mut ServiceOptions) -> &mut Option<f64>; 8] = [
        |options| &mut options.capacity,
        |options| &mut options.load_factor,
        |options| &mut options.wait_factor,
        |options| &mut options.wait_weight,
        |options| &mut options.walk_weight,
        |options| &mut options.give_up,
        |options| &mut options.dwell,
        |options| &mut options.period_hours,
    ];

    fn problem(city: City) -> Problem {
        Problem::for_city(&Arc::new(city)).fixed(Network::default()).build().unwrap()
    }

    #[test]
    fn options_come_before_the_citys_defaults() {
        let problem = problem(City::mandl());
        let given = ServiceOptions {
            capacity: Some(80.0),
            dwell: Some(0.5),
            period_hours: Some(2.0),
            ..ServiceOptions::default()
        };
        let others =
            ServiceOptions { capacity: Some(1.0), wait_factor: Some(1.0), ..ServiceOptions::default() };
        let operating = OperatingOptions { layover: Some(2.0), ..OperatingOptions::default() };
        let model = given.or(&others).model(&problem, &operating).unwrap();
        assert_eq!((model.capacity, model.load_factor, model.costs.wait_factor), (80.0, 1.25, 1.0));
        assert_eq!((model.dwell, model.layover, model.hours), (Seconds(30), Seconds(120), 2.0));
        assert_eq!(given.arguments(), ["--capacity", "80", "--dwell", "0.5", "--period-hours", "2"]);
    }

    #[test]
    fn impossible_values_are_refused_by_name() {
        let problem = problem(City::mandl());
        let none = OperatingOptions::default();
        let message = |options: ServiceOptions| options.model(&problem, &none).unwrap_err().to_string();
        let default = ServiceOptions::default;
        let text = message(ServiceOptions { capacity: Some(0.0), ..default() });
        assert_eq!(text, "--capacity must be more than 0 and at most 100000, but is 0");
        let text = message(ServiceOptions { walk_weight: Some(-1.0), ..default() });
        assert_eq!(text, "--walk-weight must be from 0 to 1000, but is -1");
        for wrong in [f64::NAN, f64::INFINITY, -1.0] {
            for set in FIELDS {
                let mut options = default();
                *set(&mut options) = Some(wrong);
                let name = options.arguments()[0].clone();
                let text = message(options);
                assert!(text.starts_with(&format!("{name} must be ")), "{text}");
            }
        }
    }

    #[test]
    fn demand_needs_a_period() {
        let mut parts = City::mandl().to_parts();
        parts.service.period = None;
        let problem = problem(City::new(parts).unwrap());
        let none = OperatingOptions::default();
        let text = ServiceOptions::default().model(&problem, &none).unwrap_err().to_string();
        assert!(text.contains("add period-hours to city.toml"), "{text}");
        let given = ServiceOptions { period_hours: Some(3.0), ..ServiceOptions::default() };
        assert_eq!(given.model(&problem, &none).unwrap().hours, 3.0);
    }
}
