//! The options of a service plan.

use std::fmt;
use std::str::FromStr;

use routewright_model::Frequency;

use crate::ServiceOptions;

/// How many vehicles a service may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum VehicleLimit {
    /// So many.
    Count(u32),
    /// As many as the network to start from has.
    Today,
}

impl fmt::Display for VehicleLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Today => write!(f, "today"),
        }
    }
}

impl FromStr for VehicleLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "today" => Ok(Self::Today),
            text => match text.parse() {
                Ok(count) if (1..=Frequency::MOST_VEHICLES).contains(&count) => Ok(Self::Count(count)),
                _ => Err(format!(
                    "give a number of vehicles from 1 to {}, or `today` for those of --start",
                    Frequency::MOST_VEHICLES
                )),
            },
        }
    }
}

impl From<VehicleLimit> for String {
    fn from(limit: VehicleLimit) -> Self {
        limit.to_string()
    }
}

impl TryFrom<String> for VehicleLimit {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// What a service may look like; what is left open has a default.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlanningOptions {
    /// Vehicles there are. Given, a service is planned: lines, headways and vehicles.
    pub vehicles: Option<VehicleLimit>,
    /// Minutes between departures to choose from, separated by commas, or `any` for whole vehicles.
    pub headway_choices: Option<String>,
    /// The longest running time of a line, one way, in minutes; 60 by default in real cities.
    pub max_minutes: Option<f64>,
    /// Driving time of a line against the fastest drive between its ends, at most; 1.5 by default in real cities.
    pub max_detour: Option<f64>,
    /// What riders mind and what vehicles hold.
    pub model: ServiceOptions,
}

impl PlanningOptions {
    /// Whether a service is asked for.
    pub fn is_asked(&self) -> bool {
        self.vehicles.is_some()
    }

    /// The first option that has no meaning without `--vehicles`, if one is given.
    pub(crate) fn needs_vehicles(&self) -> Option<String> {
        let own = [
            ("--headway-choices", self.headway_choices.is_some()),
            ("--max-minutes", self.max_minutes.is_some()),
            ("--max-detour", self.max_detour.is_some()),
        ];
        let own = own.iter().find(|(_, is_given)| *is_given).map(|(name, _)| (*name).to_owned());
        own.or_else(|| self.model.arguments().into_iter().next()).filter(|_| !self.is_asked())
    }

    /// These options, and the others where these are silent.
    #[must_use]
    pub fn or(&self, others: &Self) -> Self {
        Self {
            vehicles: self.vehicles.or(others.vehicles),
            headway_choices: self.headway_choices.clone().or_else(|| others.headway_choices.clone()),
            max_minutes: self.max_minutes.or(others.max_minutes),
            max_detour: self.max_detour.or(others.max_detour),
            model: self.model.or(&others.model),
        }
    }

    /// The options as a command line has them.
    pub fn arguments(&self) -> Vec<String> {
        let values = [
            ("--vehicles", self.vehicles.map(|limit| limit.to_string())),
            ("--headway-choices", self.headway_choices.clone()),
            ("--max-minutes", self.max_minutes.map(|value| value.to_string())),
            ("--max-detour", self.max_detour.map(|value| value.to_string())),
        ];
        let given = values.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value?]));
        given.flatten().chain(self.model.arguments()).collect()
    }
}
