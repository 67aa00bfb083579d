//! How a network is operated: options that say how often vehicles run and what they cost.

use std::path::PathBuf;

use routewright_eval::OperatingPlan;
use routewright_io::read_headways;
use routewright_model::{Direction, Frequency, Headways, Network, Route, Seconds};

use crate::{Error, Result};

/// How a network is operated; what is left open has a default.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct OperatingOptions {
    /// Minutes between two vehicles of a route; 15 by default.
    pub headway: Option<f64>,
    /// A CSV file with headways of single routes (columns `route` and `headway_minutes`).
    pub headways: Option<PathBuf>,
    /// Minutes a vehicle rests after each one-way trip; 0 by default.
    pub layover: Option<f64>,
    /// Cost of a vehicle per hour of service, in any currency; 200 by default.
    pub cost_per_hour: Option<f64>,
}

impl OperatingOptions {
    /// Whether any option is given.
    pub fn is_given(&self) -> bool {
        *self != Self::default()
    }

    /// The plan, defaults filled in.
    ///
    /// # Errors
    /// A time or cost is negative or not a number, or the file of headways is wrong.
    pub fn plan(&self) -> Result<OperatingPlan> {
        let cost = self.cost_per_hour.unwrap_or(OperatingPlan::PUBLISHED_COST);
        if !cost.is_finite() || cost < 0.0 {
            return Err(Error::Settings(format!("--cost-per-hour must be 0 or more, but is {cost}")));
        }
        let layover = self.checked_layover()?.unwrap_or(Seconds(0));
        Ok(OperatingPlan { headways: self.headways()?, layover, cost_per_vehicle_hour: cost })
    }

    /// The plan for a network whose routes may say themselves how often they run.
    ///
    /// # Errors
    /// As [`OperatingOptions::plan`].
    pub(crate) fn plan_for(&self, network: &Network) -> Result<OperatingPlan> {
        let plan = self.plan()?;
        let mut own = plan.headways.own().clone();
        for route in &network.routes {
            let Some(frequency) = route.frequency().filter(|_| !own.contains_key(route.name())) else {
                continue;
            };
            let ways = if route.direction() == Direction::BothWays { 2 } else { 1 };
            let round_trip = route.time_out() + route.time_back() + Seconds(ways * plan.layover.0);
            // Not rounded down: that would take one vehicle more.
            let seconds = (frequency.headway_minutes(round_trip.minutes()) * 60.0 - 1e-6).ceil();
            let headway = Seconds::from_seconds(seconds.max(1.0)).unwrap_or(Seconds::LONGEST);
            own.insert(route.name().to_owned(), headway);
        }
        Ok(OperatingPlan { headways: Headways::new(plan.headways.every(), own)?, ..plan })
    }

    /// How often vehicles run.
    ///
    /// # Errors
    /// As [`OperatingOptions::plan`].
    pub fn headways(&self) -> Result<Headways> {
        let every = match minutes("--headway", self.headway)? {
            Some(Seconds(0)) => return Err(Error::Settings("--headway must be more than 0 minutes".into())),
            every => every.unwrap_or(Headways::PUBLISHED),
        };
        let own = self.headways.as_deref().map(read_headways).transpose()?.unwrap_or_default();
        Ok(Headways::new(every, own)?)
    }

    /// The network with every route run as often as is known: by the file of headways, or else as the route says
    /// itself, or else by the common headway. Where nothing is given, routes keep what they have.
    ///
    /// # Errors
    /// As [`OperatingOptions::plan`].
    pub fn timed(&self, network: &Network) -> Result<Network> {
        let headways = self.headways()?;
        let every = |headway: Seconds| Frequency::Every(headway.minutes());
        let common = self.headway.map(|_| every(headways.every()));
        let timed = |route: &Route| {
            let listed = headways.own().get(route.name()).copied().map(every);
            route.clone().with_frequency(listed.or(route.frequency()).or(common))
        };
        Ok(network.routes.iter().map(timed).collect())
    }

    /// Refuses a common headway for a service to plan where every route that is given says itself how often it runs:
    /// the plan chooses the headways of the others.
    ///
    /// # Errors
    /// The headway would have no effect.
    pub(crate) fn check_headway_used(&self, given: &[&Network]) -> Result<()> {
        let Some(headway) = self.headway else { return Ok(()) };
        let own = self.headways()?;
        let is_silent = |route: &Route| route.frequency().is_none() && !own.own().contains_key(route.name());
        match given.iter().flat_map(|network| &network.routes).any(is_silent) {
            true => Ok(()),
            false => Err(Error::settings(
                "--headway has no effect with --vehicles: the plan chooses how often its lines run",
                format!(
                    "leave it out, or give --headway-choices {headway} to run every line every {headway} minutes"
                ),
            )),
        }
    }

    /// The rest of a vehicle at each end of a route, if it is given.
    pub(crate) fn checked_layover(&self) -> Result<Option<Seconds>> {
        minutes("--layover", self.layover)
    }

    /// Whether headways are given.
    pub fn has_headways(&self) -> bool {
        self.headway.is_some() || self.headways.is_some()
    }

    /// These options, and the others where these are silent.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        Self {
            headway: self.headway.or(others.headway),
            headways: self.headways.clone().or_else(|| others.headways.clone()),
            layover: self.layover.or(others.layover),
            cost_per_hour: self.cost_per_hour.or(others.cost_per_hour),
        }
    }
}

/// A note about headways of routes that no network has.
pub fn unused_headways(headways: &Headways, networks: &[&Network]) -> Option<String> {
    let is_known =
        |name: &str| networks.iter().any(|network| network.routes.iter().any(|route| route.name() == name));
    let unknown: Vec<&str> =
        headways.own().keys().map(String::as_str).filter(|name| !is_known(name)).collect();
    match unknown[..] {
        [] => None,
        [name] => Some(format!("the headway of {name} is not used: no route has that name")),
        [name, .., last] => {
            Some(format!("{} headways are not used: no routes are named {name} to {last}", unknown.len()))
        }
    }
}

fn minutes(option: &str, value: Option<f64>) -> Result<Option<Seconds>> {
    let wrong = |minutes| Error::Settings(format!("{option} must be a time in minutes, but is {minutes}"));
    value.map(|minutes| Seconds::from_minutes(minutes).ok_or_else(|| wrong(minutes))).transpose()
}

#[cfg(test)]
mod tests {
    use routewright_io::{TextFile, parse_network};
    use routewright_model::City;

    use super::*;

    fn read(text: &str) -> Network {
        parse_network(&City::mandl(), &TextFile::new("n", text)).unwrap()
    }

    #[test]
    fn a_headway_that_no_route_needs_is_refused() {
        let (says, silent) = (read(r#"[{"stops": [1, 2], "headway_minutes": 5}]"#), read("[[2, 3]]"));
        let options = OperatingOptions { headway: Some(10.0), ..OperatingOptions::default() };
        assert!(options.check_headway_used(&[&says, &silent]).is_ok());
        for given in [&[&says][..], &[]] {
            let told = options.check_headway_used(given).unwrap_err().to_string();
            assert!(
                told.contains("no effect with --vehicles") && told.contains("--headway-choices 10 "),
                "{told}"
            );
        }
        assert!(OperatingOptions::default().check_headway_used(&[&says]).is_ok());
    }

    #[test]
    fn headways_of_fixed_routes_are_used() {
        let own = [("M".to_owned(), Seconds(300)), ("gone".to_owned(), Seconds(300))];
        let headways = Headways::new(Seconds(600), own.into()).unwrap();
        let metro = read(r#"[{"name": "M", "stops": [1, 2]}]"#);
        let told = unused_headways(&headways, &[&read("[[2, 3]]"), &metro]).unwrap();
        assert_eq!(told, "the headway of gone is not used: no route has that name");
    }
}
