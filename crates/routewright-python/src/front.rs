//! `front`.

use std::path::PathBuf;

use numpy::PyArray2;
use pyo3::prelude::*;
use routewright::design::front::{FrontJob, FrontOptions, FrontOutcome};
use routewright::design::{Cancel, Observer, Place, cores};

use crate::convert::{matrix, options, to_python};
use crate::errors::Outcome;
use crate::network::Network;
use crate::problem::Problem;
use crate::watch::watched;

/// Networks that trade riders' time against route minutes or vehicles.
#[pyclass(frozen, module = "routewright._native")]
pub struct Front {
    inner: FrontOutcome,
    city: Py<crate::city::City>,
}

/// Finds a front. The second value is what Python raised meanwhile.
#[pyfunction]
#[pyo3(signature = (problem, asked, *, start=None, folder=None, threads=None, listener=None))]
pub fn front(
    py: Python<'_>,
    problem: &Problem,
    asked: &str,
    start: Option<&Bound<'_, PyAny>>,
    folder: Option<PathBuf>,
    threads: Option<usize>,
    listener: Option<&Bound<'_, PyAny>>,
) -> Outcome<(Front, Option<Py<PyAny>>)> {
    let city = problem.city.get();
    let asked: FrontOptions = options(asked)?;
    let mut planning = problem.asked.planning.clone();
    planning.vehicles = None;
    let asked = FrontOptions {
        city: city.inner.name().to_owned(),
        problem: problem.asked.problem.clone(),
        planning,
        operating: problem.asked.operating.clone(),
        ..asked
    };
    let mut inputs = city.inputs();
    inputs.start = start.map(|start| Network::from_any(city, start)).transpose()?;
    inputs.fixed = problem.fixed();
    let place = folder.map_or(Place::Memory, Place::Folder);
    let (cancel, threads) = (Cancel::new(), threads.unwrap_or_else(cores));
    let (done, raised) = watched(py, listener, &cancel, |mut teller| {
        let job = FrontJob::with_inputs(&asked, inputs, threads, &place, "routewright.front".into())?;
        for note in job.notes() {
            Observer::<routewright::design::front::FrontStatus>::on_note(&mut teller, note);
        }
        let outcome = job.run(&cancel, &mut teller)?;
        outcome.save()?;
        Ok(outcome)
    });
    let front = Front { inner: done?, city: problem.city.clone_ref(py) };
    Ok((front, raised.map(|error| error.into_value(py).into_any())))
}

#[pymethods]
impl Front {
    /// Mean trip and route minutes of every network, or perceived minutes and vehicles of every service.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let paper = self.inner.points().iter().map(|point| point.costs());
        let services = self.inner.services().iter().map(|point| point.costs());
        let values: Vec<f64> = paper.chain(services).flatten().collect();
        let count = values.len() / 2;
        matrix(py, values, [count, 2])
    }

    #[getter]
    fn networks(&self, py: Python<'_>) -> PyResult<Vec<Py<Network>>> {
        let paper = self.inner.points().iter().map(|point| &point.network);
        let services = self.inner.services().iter().map(|point| &point.network);
        let network =
            |network: &routewright::Network| Py::new(py, Network::new(py, &self.city, network.clone()));
        paper.chain(services).map(network).collect()
    }

    /// Names of compromises and their places among the points.
    #[getter]
    fn picks(&self) -> Vec<(&'static str, usize)> {
        self.inner.picks().iter().map(|pick| (pick.name, pick.point)).collect()
    }

    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.summary())
    }

    #[getter]
    fn table(&self) -> String {
        self.inner.table()
    }

    #[getter]
    fn is_interrupted(&self) -> bool {
        self.inner.is_interrupted()
    }
}
