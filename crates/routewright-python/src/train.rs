//! Training.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use routewright::design::training;
use routewright::design::{Cancel, Place, Status, cores};
use routewright::policy;
use routewright::train::{Recorded, RolloutOrder, TrainConfig, metrics_csv};

use crate::convert::options;
use crate::errors::{Fault, Outcome};
use crate::net::Net;
use crate::watch::watched;

/// A training run.
#[pyclass(frozen, module = "routewright._native")]
pub struct TrainJob {
    inner: Mutex<training::TrainJob>,
    started: Instant,
    first_iteration: u32,
}

impl TrainJob {
    fn with<R>(&self, work: impl FnOnce(&mut training::TrainJob) -> R) -> R {
        work(&mut self.inner.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

#[pymethods]
impl TrainJob {
    #[new]
    #[pyo3(signature = (config, folder, source=None, threads=None))]
    fn new(
        py: Python<'_>,
        config: &str,
        folder: PathBuf,
        source: Option<String>,
        threads: Option<usize>,
    ) -> Outcome<Self> {
        let config: TrainConfig = options(config)?;
        let threads = threads.unwrap_or_else(cores);
        let command = "routewright.train".to_owned();
        let job = py.detach(|| {
            training::TrainJob::new(config, source.as_deref(), threads, &Place::Folder(folder), command)
        })?;
        Ok(Self { inner: Mutex::new(job), started: Instant::now(), first_iteration: 0 })
    }

    /// Continues the run in a folder, perhaps to more iterations.
    #[staticmethod]
    #[pyo3(signature = (folder, iterations=None, threads=None))]
    fn resume(folder: PathBuf, iterations: Option<u32>, threads: Option<usize>) -> Outcome<Self> {
        let change = |config: &mut TrainConfig| config.iterations = iterations.unwrap_or(config.iterations);
        let job = training::TrainJob::resume(&folder, change, threads.unwrap_or_else(cores))?;
        let first_iteration = job.trainer().iteration();
        Ok(Self { inner: Mutex::new(job), started: Instant::now(), first_iteration })
    }

    /// Trains to the end. Returns what Python raised meanwhile; everything is saved.
    #[pyo3(signature = (listener=None))]
    fn run(&self, py: Python<'_>, listener: Option<&Bound<'_, PyAny>>) -> Outcome<Option<Py<PyAny>>> {
        let cancel = Cancel::new();
        let (done, raised) =
            watched(py, listener, &cancel, |mut teller| Ok(self.with(|job| job.run(&cancel, &mut teller))?));
        done?;
        Ok(raised.map(|error| error.into_value(py).into_any()))
    }

    /// Orders for the rollouts of the next iteration, and the weights to carry them out with.
    fn rollout_orders<'py>(&self, py: Python<'py>, parts: usize) -> (Vec<String>, Bound<'py, PyBytes>) {
        let (orders, weights) = self.with(|job| job.rollout_orders(parts));
        let orders = orders.iter().map(|order| serde_json::json!(order).to_string()).collect();
        (orders, PyBytes::new(py, &weights))
    }

    /// Runs the next iteration with rollouts that were ordered. Returns a share and a line of text.
    fn advance_by(&self, py: Python<'_>, rollouts: Vec<String>) -> Outcome<(f64, String)> {
        let parse = |text: &String| -> Outcome<Vec<Recorded>> {
            serde_json::from_str(text).map_err(|error| Fault::Run(format!("these are no rollouts: {error}")))
        };
        let rollouts: Vec<Recorded> =
            rollouts.iter().map(parse).collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect();
        let cancel = Cancel::new();
        let since = (self.started, self.first_iteration);
        let (done, raised) =
            watched(py, None, &cancel, |_| Ok(self.with(|job| job.advance_by(&rollouts, &cancel, since))?));
        match (done?, raised) {
            (_, Some(error)) => Err(Fault::Python(error)),
            (Some(status), None) => Ok((status.done(), status.to_string())),
            (None, None) => Err(Fault::Run("the iteration was stopped".into())),
        }
    }

    fn save(&self, py: Python<'_>) -> Outcome<()> {
        Ok(py.detach(|| self.with(|job| job.save(self.started)))?)
    }

    #[getter]
    fn is_done(&self) -> bool {
        self.with(|job| job.trainer().is_done())
    }

    #[getter]
    fn folder(&self) -> String {
        self.with(|job| job.folder().to_string_lossy().into_owned())
    }

    /// A row per iteration, as CSV.
    #[getter]
    fn metrics_csv(&self) -> String {
        self.with(|job| metrics_csv(job.trainer().metrics()))
    }

    #[getter]
    fn last_net(&self) -> Net {
        Net::new(self.with(|job| job.trainer().last_net()))
    }

    #[getter]
    fn best_net(&self) -> Option<Net> {
        self.with(|job| job.trainer().best_net()).map(Net::new)
    }
}

/// Carries out an order.
#[pyfunction]
pub fn collect_rollouts(py: Python<'_>, order: &str, weights: Vec<u8>) -> Outcome<String> {
    let order: RolloutOrder =
        serde_json::from_str(order).map_err(|error| Fault::Run(format!("this is no order: {error}")))?;
    py.detach(|| {
        let net = policy::Net::from_bytes(&weights)?;
        Ok(serde_json::json!(order.collect(&net)?).to_string())
    })
}
