//! How a network is operated: options that say how often vehicles run and what they cost.

use std::path::PathBuf;

use routewright_eval::OperatingPlan;
use routewright_io::read_headways;
use routewright_model::{Headways, Network, Seconds};

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
        let layover = minutes("--layover", self.layover)?.unwrap_or(Seconds(0));
        Ok(OperatingPlan { headways: self.headways()?, layover, cost_per_vehicle_hour: cost })
    }

    /// How often vehicles run.
    ///
    /// # Errors
    /// As [`OperatingOptions::plan`].
    pub fn headways(&self) -> Result<Headways> {
        let every = minutes("--headway", self.headway)?.unwrap_or(Headways::PUBLISHED);
        let own = self.headways.as_deref().map(read_headways).transpose()?.unwrap_or_default();
        Ok(Headways::new(every, own)?)
    }

    /// These options where they are given, the others elsewhere.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        if self.is_given() { self.clone() } else { others.clone() }
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
