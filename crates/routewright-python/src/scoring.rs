//! Scores of networks.

use numpy::PyArray2;
use pyo3::prelude::*;
use routewright::Score;
use routewright::design::{Evaluation, cores, score_many, score_replacements};
use routewright::model::{self, Route};

use crate::convert::matrix;
use crate::errors::{Fault, Outcome};
use crate::figures::Figures;
use crate::network::{Network, designed};
use crate::problem::Problem;

/// Scores a network as `routewright evaluate` does.
#[pyfunction]
pub fn evaluate(py: Python<'_>, problem: &Problem, network: &Bound<'_, PyAny>) -> Outcome<Figures> {
    let city = problem.city.get();
    let network = Network::from_any(city, network)?;
    let posed = problem.to_score(&network)?;
    let zones = city.details.people_and_jobs.as_ref();
    let asked = &problem.asked;
    py.detach(|| {
        let evaluation = Evaluation::of(posed, network, zones, &asked.operating, &asked.planning.model)?;
        let figures = evaluation.assessment().figures.clone();
        Ok(Figures::new(figures, evaluation.summary(), evaluation.table()))
    })
}

/// Cost, mean trip, route minutes and unserved pairs of every network.
#[pyfunction]
#[pyo3(signature = (problem, networks, threads=None))]
pub fn evaluate_many<'py>(
    py: Python<'py>,
    problem: &Problem,
    networks: &Bound<'py, PyAny>,
    threads: Option<usize>,
) -> Outcome<Bound<'py, PyArray2<f64>>> {
    let (city, posed) = (problem.city.get(), problem.posed()?);
    // Networks of this city are borrowed, all others made here.
    let (mut held, mut made) = (Vec::new(), Vec::new());
    for network in networks.try_iter()? {
        let network = network?;
        match network.cast::<Network>() {
            Ok(ours) if ours.get().city.is(&problem.city) => held.push(Ok(ours.clone().unbind())),
            _ => {
                held.push(Err(made.len()));
                made.push(Network::from_any(city, &network)?);
            }
        }
    }
    let networks: Vec<&model::Network> = held
        .iter()
        .map(|network| match network {
            Ok(network) => &network.get().inner,
            Err(place) => &made[*place],
        })
        .collect();
    let scores = py.detach(|| score_many(&posed, &networks, threads.unwrap_or_else(cores)));
    let minutes = networks.iter().map(|network| network.route_time().minutes());
    let values: Vec<f64> =
        scores.iter().zip(minutes).flat_map(|(score, minutes)| row(score, minutes)).collect();
    Ok(matrix(py, values, [scores.len(), 4])?)
}

fn row(score: &Score, route_minutes: f64) -> [f64; 4] {
    [score.cost, score.passenger_minutes, route_minutes, score.unserved_pairs as f64]
}

/// A network whose routes are replaced one at a time.
#[pyclass(frozen, module = "routewright._native")]
pub struct Neighbourhood {
    problem: Py<Problem>,
    network: model::Network,
}

#[pymethods]
impl Neighbourhood {
    #[new]
    fn new(problem: Bound<'_, Problem>, network: &Bound<'_, PyAny>) -> Outcome<Self> {
        let network = Network::from_any(problem.get().city.get(), network)?;
        problem.get().posed()?;
        Ok(Self { problem: problem.unbind(), network })
    }

    /// All routes but one.
    fn without(&self, py: Python<'_>, route: usize) -> Outcome<Replacement> {
        if route >= self.network.routes.len() {
            let help = format!("routes go from 0 to {}", self.network.routes.len() - 1);
            return Err(Fault::settings(format!("the network has no route {route}"), help));
        }
        Ok(Replacement { problem: self.problem.clone_ref(py), network: self.network.clone(), route })
    }
}

/// All routes of a network but one.
#[pyclass(frozen, module = "routewright._native")]
pub struct Replacement {
    problem: Py<Problem>,
    network: model::Network,
    route: usize,
}

#[pymethods]
impl Replacement {
    /// Scores of the network with each of these routes in the free place.
    #[pyo3(signature = (candidates, threads=None))]
    fn score_many<'py>(
        &self,
        py: Python<'py>,
        candidates: &Bound<'py, PyAny>,
        threads: Option<usize>,
    ) -> Outcome<Bound<'py, PyArray2<f64>>> {
        let problem = self.problem.get();
        let posed = problem.posed()?;
        let mut routes: Vec<Route> = Vec::new();
        for candidate in candidates.try_iter()? {
            routes.push(designed(problem.city.get(), "candidate", &candidate?)?);
        }
        let threads = threads.unwrap_or_else(cores);
        let scores = py.detach(|| score_replacements(&posed, &self.network, self.route, &routes, threads));
        let out = self.network.routes[self.route].time_out().0;
        let others = self.network.route_time().0 - out;
        let minutes = |route: &Route| model::Seconds(others + route.time_out().0).minutes();
        let values: Vec<f64> =
            scores.iter().zip(&routes).flat_map(|(score, route)| row(score, minutes(route))).collect();
        Ok(matrix(py, values, [scores.len(), 4])?)
    }
}
