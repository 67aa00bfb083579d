//! The settings of a service plan in full.

use routewright_eval::service::ServiceModel;
use routewright_model::{City, Frequency, Network, Problem, Seconds};
use routewright_search::{HeadwayChoices, LineRules, ServiceConfig, ServiceProblem};

use super::{PlanningOptions, VehicleLimit};
use crate::{Error, OperatingOptions, Result, ServiceOptions};

/// The longest running time of a line in a real city, minutes.
const MAX_MINUTES: f64 = 60.0;
/// The largest detour of a line in a real city.
const MAX_DETOUR: f64 = 1.5;
/// Headways that may be listed.
const MOST_CHOICES: usize = 1000;

/// What a line looks like in a city where nothing else is said: in real cities it is neither long nor winding.
pub fn line_rules(city: &City) -> LineRules {
    let is_real = ServiceModel::is_real(city);
    LineRules { max_minutes: is_real.then_some(MAX_MINUTES), max_detour: is_real.then_some(MAX_DETOUR) }
}

/// The settings of a service plan in full, defaults filled in.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ServiceSettings {
    /// Vehicles at most.
    pub vehicles: u32,
    /// Minutes between departures to choose from, or `any`.
    pub headway_choices: String,
    /// The longest running time of a line, one way, in minutes.
    pub max_minutes: Option<f64>,
    /// Driving time of a line against the fastest drive between its ends, at most.
    pub max_detour: Option<f64>,
    /// Rest of a vehicle at each end of a line, minutes.
    pub layover: f64,
    /// What riders mind and what vehicles hold.
    pub model: ServiceOptions,
    /// Of the search.
    pub search: ServiceConfig,
}

impl ServiceSettings {
    /// Fills in what the options leave open. `start` says how often its routes run, where that is known.
    ///
    /// # Errors
    /// An option is out of range, or it is not known how many vehicles there are today.
    pub(crate) fn resolve(
        options: &PlanningOptions,
        operating: &OperatingOptions,
        problem: &Problem,
        start: Option<&Network>,
        search: ServiceConfig,
    ) -> Result<Self> {
        let model = options.model.model(problem, operating)?;
        let usual = line_rules(&problem.city);
        let text = match &options.headway_choices {
            Some(text) => text.clone(),
            None => HeadwayChoices::COMMON.map(|minutes| minutes.to_string()).join(","),
        };
        choices(&text)?;
        let limit = |option, value: Option<f64>, least: f64, usual: Option<f64>| match value {
            Some(value) if !(value >= least && value <= 1e6) => {
                Err(Error::Settings(format!("{option} must be {least} or more, but is {value}")))
            }
            Some(value) => Ok(Some(value)),
            None => Ok(usual),
        };
        Ok(Self {
            vehicles: vehicle_count(options.vehicles, &model, start)?,
            headway_choices: text,
            max_minutes: limit("--max-minutes", options.max_minutes, 1.0, usual.max_minutes)?,
            max_detour: limit("--max-detour", options.max_detour, 1.0, usual.max_detour)?,
            layover: model.layover.minutes(),
            model: ServiceOptions {
                capacity: Some(model.capacity),
                load_factor: Some(model.load_factor),
                wait_factor: Some(model.costs.wait_factor),
                wait_weight: Some(model.costs.wait_weight),
                walk_weight: Some(model.costs.walk_weight),
                give_up: Some(model.costs.give_up),
                dwell: Some(model.dwell.minutes()),
                period_hours: Some(model.hours),
            },
            search,
        })
    }

    /// The options that ask for these very settings.
    pub(crate) fn options(&self) -> PlanningOptions {
        PlanningOptions {
            vehicles: Some(VehicleLimit::Count(self.vehicles)),
            headway_choices: Some(self.headway_choices.clone()),
            max_minutes: self.max_minutes,
            max_detour: self.max_detour,
            model: self.model.clone(),
        }
    }

    /// The problem to solve: `problem`, whose fixed routes say how often they run.
    ///
    /// # Errors
    /// A setting is out of range.
    pub(crate) fn problem(&self, problem: &Problem, operating: &OperatingOptions) -> Result<ServiceProblem> {
        let model = self.model.model(problem, operating)?;
        let layover = Seconds::from_minutes(self.layover).unwrap_or(model.layover);
        let fixed = operating.timed(&problem.fixed)?;
        Ok(ServiceProblem {
            problem: Problem { fixed, ..problem.clone() },
            model: ServiceModel { layover, ..model },
            vehicles: self.vehicles,
            headways: choices(&self.headway_choices)?,
            rules: LineRules { max_minutes: self.max_minutes, max_detour: self.max_detour },
            overload_price: ServiceProblem::OVERLOAD_PRICE,
        })
    }
}

/// How many vehicles a limit means.
///
/// # Errors
/// It is not known how many vehicles there are today, or the number is out of range.
pub(crate) fn vehicle_count(
    limit: Option<VehicleLimit>,
    model: &ServiceModel,
    start: Option<&Network>,
) -> Result<u32> {
    match (limit, start) {
        (Some(VehicleLimit::Count(count)), _) => match (1..=Frequency::MOST_VEHICLES).contains(&count) {
            true => Ok(count),
            false => Err(Error::Settings(format!(
                "--vehicles must be from 1 to {}, but is {count}",
                Frequency::MOST_VEHICLES
            ))),
        },
        (_, None) => Err(Error::settings(
            "--vehicles today needs a network to count them in",
            "give --start, or a number of vehicles",
        )),
        (_, Some(start)) => {
            if let Some(silent) = start.routes.iter().find(|route| route.frequency().is_none()) {
                return Err(Error::settings(
                    format!(
                        "--vehicles today: route {} of the start does not say how often it runs",
                        silent.name()
                    ),
                    "give headway_minutes for every route, --headways, --headway, or a number of vehicles",
                ));
            }
            u32::try_from(model.vehicles(start)).map_err(|_| Error::Settings("too many vehicles".into()))
        }
    }
}

/// Headways to choose from: `any`, or minutes separated by commas.
fn choices(text: &str) -> Result<HeadwayChoices> {
    if text.trim() == "any" {
        return Ok(HeadwayChoices::Any);
    }
    let wrong = |part: &str| {
        Error::settings(
            format!("--headway-choices: {part:?} is not a number of minutes from 0.5 to 1440"),
            "give minutes such as 5,7.5,10,15, or any for whole vehicles",
        )
    };
    let minutes = |part: &str| match part.trim().parse::<f64>() {
        Ok(minutes) if (0.5..=1440.0).contains(&minutes) => Ok(minutes),
        _ => Err(wrong(part)),
    };
    let mut list = text.split(',').map(minutes).collect::<Result<Vec<f64>>>()?;
    list.sort_by(f64::total_cmp);
    list.dedup();
    match list.len() {
        ..=MOST_CHOICES => Ok(HeadwayChoices::List(list)),
        count => {
            Err(Error::Settings(format!("--headway-choices: {count} headways are too many to choose from")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headways_are_listed_or_free() {
        assert_eq!(choices("any").unwrap(), HeadwayChoices::Any);
        assert_eq!(choices("10, 5,7.5,10").unwrap(), HeadwayChoices::List(vec![5.0, 7.5, 10.0]));
        for wrong in ["", "5,,6", "0", "-5", "NaN", "5;6", "inf", "2000", "every"] {
            let told = choices(wrong).unwrap_err().to_string();
            assert!(told.starts_with("--headway-choices: "), "{wrong}: {told}");
        }
    }
}
