//! Experiments whose runs are carried out elsewhere.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use routewright::design::Cancel;
use routewright::lab::{self, Record, Selection, SweepEnd, SweepRun};
use serde_json::json;

use crate::errors::{Fault, Outcome};
use crate::watch::watched;

/// An experiment that holds its store.
#[pyclass(frozen, module = "routewright._native")]
pub struct Sweep {
    /// None once it is closed.
    inner: Mutex<Option<lab::Sweep>>,
}

impl Sweep {
    fn with<R>(&self, work: impl FnOnce(&lab::Sweep) -> Outcome<R>) -> Outcome<R> {
        let held = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        work(held.as_ref().ok_or_else(|| Fault::Run("the sweep is closed".into()))?)
    }
}

#[pymethods]
impl Sweep {
    #[new]
    #[pyo3(signature = (suite, store, *, scaled=false, seeds=None))]
    fn new(
        py: Python<'_>,
        suite: PathBuf,
        store: PathBuf,
        scaled: bool,
        seeds: Option<Vec<u64>>,
    ) -> Outcome<Self> {
        let selection = Selection { scaled, seeds };
        let sweep = py.detach(|| lab::Sweep::open(&suite.to_string_lossy(), &selection, &store))?;
        Ok(Self { inner: Mutex::new(Some(sweep)) })
    }

    /// Key, name, threads and description of every run that the store does not hold.
    fn missing(&self) -> Outcome<Vec<(String, String, usize, String)>> {
        let said = |run: &SweepRun| (run.key.clone(), run.name.clone(), run.threads, json!(run).to_string());
        self.with(|sweep| Ok(sweep.missing().iter().map(said).collect()))
    }

    #[getter]
    fn total(&self) -> Outcome<usize> {
        self.with(|sweep| Ok(sweep.total()))
    }

    /// Stores a record; whether it was new.
    fn add(&self, record: &str) -> Outcome<bool> {
        let record: Record = serde_json::from_str(record)
            .map_err(|error| Fault::Run(format!("this is no record: {error}")))?;
        self.with(|sweep| Ok(sweep.add(&record)?))
    }

    /// Lets others use the store.
    fn close(&self) {
        *self.inner.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Carries out a run: its record, or what went wrong.
#[pyfunction]
pub fn run_trial(py: Python<'_>, run: &str, work: PathBuf) -> Outcome<(Option<String>, Option<String>)> {
    let run: SweepRun =
        serde_json::from_str(run).map_err(|error| Fault::Run(format!("this is no run: {error}")))?;
    let cancel = Cancel::new();
    let (done, raised) = watched(py, None, &cancel, |_| Ok(run.carry_out(&work, &cancel)?));
    if let Some(error) = raised {
        return Err(Fault::Python(error));
    }
    Ok(match done? {
        SweepEnd::Found(record) => (Some(json!(record).to_string()), None),
        SweepEnd::Failed(why) => (None, Some(why)),
        SweepEnd::Stopped => (None, Some("the run was stopped".into())),
    })
}
