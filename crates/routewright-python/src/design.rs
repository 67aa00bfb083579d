//! `design`, and the plan it returns.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArray2;
use pyo3::prelude::*;
use routewright::design::{Cancel, Design, DesignOptions, GtfsOptions, cores};

use crate::convert::{matrix, options, to_python};
use crate::errors::{Fault, Outcome};
use crate::exchange::Exchange;
use crate::export::gtfs_options;
use crate::figures::Figures;
use crate::net::Net;
use crate::network::Network;
use crate::policy::PythonPolicy;
use crate::problem::Problem;
use crate::watch::watched;

/// What a design run proposes.
#[pyclass(frozen, module = "routewright._native")]
pub struct Plan {
    inner: Mutex<routewright::Plan>,
    network: Py<Network>,
}

/// Designs a network. The second value is what Python raised meanwhile: the plan is then the best so far.
#[pyfunction]
#[pyo3(signature = (problem, asked, *, start=None, net=None, policy=None, exchange=None, begin=0.0, folder=None,
                    threads=None, listener=None))]
#[allow(clippy::too_many_arguments)]
pub fn design(
    py: Python<'_>,
    problem: &Problem,
    asked: &str,
    start: Option<&Bound<'_, PyAny>>,
    net: Option<&Net>,
    policy: Option<Py<PyAny>>,
    exchange: Option<&Exchange>,
    begin: f64,
    folder: Option<PathBuf>,
    threads: Option<usize>,
    listener: Option<&Bound<'_, PyAny>>,
) -> Outcome<(Plan, Option<Py<PyAny>>)> {
    let city = problem.city.get();
    let asked: DesignOptions = options(asked)?;
    let asked = DesignOptions {
        city: city.inner.name().to_owned(),
        problem: problem.asked.problem.clone(),
        planning: problem.asked.planning.clone(),
        operating: problem.asked.operating.clone(),
        ..asked
    };
    let mut inputs = city.inputs();
    inputs.start = start.map(|start| Network::from_any(city, start)).transpose()?;
    inputs.fixed = problem.fixed();
    inputs.net = net.map(|net| net.inner.clone());
    let policy = policy.map(PythonPolicy::new);
    let failure = policy.as_ref().map(PythonPolicy::failure);
    // Threads would wait for each other's Python; batches are larger on one.
    let threads = threads.unwrap_or_else(|| if policy.is_some() { 1 } else { cores() });
    let exchange = exchange.map(|exchange| exchange.inner.clone());
    let cancel = Cancel::new();
    let (done, raised) = watched(py, listener, &cancel, |mut teller| {
        let mut design = Design::from_options(&asked, inputs)?.threads(threads).cancel(&cancel);
        if let Some(policy) = policy {
            design = design.own_policy(policy.ending(&cancel));
        }
        if let Some(exchange) = &exchange {
            design = design.exchange(exchange);
        }
        if let Some(folder) = folder {
            design = design.folder(folder);
        }
        Ok(design.begin_at(begin).observer(&mut teller).run()?)
    });
    let raised = raised.or_else(|| failure.and_then(|failure| failure.take()));
    let inner = match (done, raised.as_ref()) {
        (Err(Fault::Run(_)), Some(error)) => return Err(Fault::Python(error.clone_ref(py))),
        (done, _) => done?,
    };
    let network = Py::new(py, Network::new(py, &problem.city, inner.network().clone()))?;
    Ok((Plan { inner: Mutex::new(inner), network }, raised.map(|error| error.into_value(py).into_any())))
}

impl Plan {
    fn plan(&self) -> MutexGuard<'_, routewright::Plan> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Plan {
    #[getter]
    fn network(&self, py: Python<'_>) -> Py<Network> {
        self.network.clone_ref(py)
    }

    #[getter]
    fn figures(&self) -> Figures {
        let plan = self.plan();
        Figures::new(plan.figures().clone(), plan.summary(), plan.table())
    }

    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.plan().summary())
    }

    #[getter]
    fn table(&self) -> String {
        self.plan().table()
    }

    /// Seconds, networks scored, cost, mean trip, route minutes of every better network.
    #[getter]
    fn trace<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let plan = self.plan();
        let points = plan.trace().points();
        let values = points.iter().flat_map(|point| {
            let evaluations = point.evaluations as f64;
            [point.seconds, evaluations, point.cost, point.passenger_minutes, point.route_minutes]
        });
        matrix(py, values.collect(), [points.len(), 5])
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.plan().seconds()
    }

    #[getter]
    fn evaluations(&self) -> u64 {
        self.plan().evaluations()
    }

    #[getter]
    fn rounds(&self) -> u64 {
        self.plan().rounds()
    }

    #[getter]
    fn is_interrupted(&self) -> bool {
        self.plan().is_interrupted()
    }

    #[getter]
    fn keeps_limits(&self) -> bool {
        self.plan().keeps_limits()
    }

    fn report_html(&self) -> String {
        self.plan().report_html()
    }

    fn write_folder(&self, py: Python<'_>, path: PathBuf) -> Outcome<()> {
        Ok(py.detach(|| self.plan().write_folder(path))?)
    }

    #[pyo3(signature = (path, asked))]
    fn write_gtfs(&self, py: Python<'_>, path: PathBuf, asked: &str) -> Outcome<()> {
        let options: GtfsOptions = gtfs_options(asked)?;
        Ok(py.detach(|| self.plan().write_gtfs(path, &options))?)
    }
}
