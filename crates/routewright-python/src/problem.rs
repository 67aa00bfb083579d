//! `Problem`.

use pyo3::prelude::*;
use routewright::design::{OperatingOptions, PlanningOptions, ProblemOptions};
use routewright::model;

use crate::city::City;
use crate::convert::options;
use crate::errors::{Fault, Outcome};
use crate::network::Network;

/// What is asked of a network, as the command line would be told. `routewright.Problem` makes it.
#[pyclass(frozen, module = "routewright._native")]
pub struct Problem {
    pub city: Py<City>,
    pub fixed: Option<Py<Network>>,
    pub asked: Asked,
}

/// The options of a problem.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Asked {
    pub problem: ProblemOptions,
    pub planning: PlanningOptions,
    pub operating: OperatingOptions,
}

impl Problem {
    pub fn fixed(&self) -> model::Network {
        self.fixed.as_ref().map(|fixed| fixed.get().inner.clone()).unwrap_or_default()
    }

    /// The problem that all networks are scored for.
    pub fn posed(&self) -> Outcome<model::Problem> {
        Ok(self.asked.problem.to_design(&self.city.get().inner, None, self.fixed())?)
    }

    /// The problem of scoring one network, as `routewright evaluate` poses it.
    pub fn to_score(&self, network: &model::Network) -> Outcome<model::Problem> {
        Ok(self.asked.problem.to_score(&self.city.get().inner, network, self.fixed())?)
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (city, asked, fixed=None))]
    fn new(city: Bound<'_, City>, asked: &str, fixed: Option<Bound<'_, Network>>) -> Outcome<Self> {
        let asked: Asked = options(asked)?;
        let problem = Self { city: city.unbind(), fixed: fixed.map(Bound::unbind), asked };
        // A service has as many lines as it needs; else the limits must be known.
        if problem.asked.planning.vehicles.is_none() {
            problem.posed()?;
        } else if problem.asked.problem.alpha.is_some() {
            return Err(Fault::settings("alpha has no effect on a service", "leave out alpha, or vehicles"));
        }
        Ok(problem)
    }

    /// Routes, fewest and most stops; alpha; transfer penalty in minutes.
    fn limits(&self) -> Outcome<(usize, usize, usize, f64, f64)> {
        let problem = self.posed()?;
        let limits = problem.limits;
        Ok((
            limits.routes(),
            limits.min_stops(),
            limits.max_stops(),
            problem.alpha.value(),
            problem.transfer_penalty.minutes(),
        ))
    }
}
