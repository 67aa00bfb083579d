//! Policies written in Python.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use routewright::design::Cancel;
use routewright::env::{Decision, Policy, Scores, Step};
use routewright::policy::Observation as Seen;

use crate::observation::Observation;

/// A callable that gets a list of observations and returns a list of scores for each.
pub struct PythonPolicy {
    callable: Py<PyAny>,
    failure: Failure,
    cancel: Cancel,
}

/// What the policy raised, if anything.
#[derive(Clone, Default)]
pub struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    /// Takes it out.
    pub fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl PythonPolicy {
    pub fn new(callable: Py<PyAny>) -> Self {
        Self { callable, failure: Failure::default(), cancel: Cancel::new() }
    }

    /// Where it leaves what it raised.
    pub fn failure(&self) -> Failure {
        self.failure.clone()
    }

    /// Ends the run if it raises.
    pub fn ending(self, cancel: &Cancel) -> Self {
        Self { cancel: cancel.clone(), ..self }
    }

    fn ask(&self, steps: &[Step<'_>], scores: &mut Scores) -> PyResult<()> {
        let seen: Vec<Seen> = steps.iter().map(|step| Seen::new(*step)).collect();
        Python::attach(|py| {
            let batch = seen.into_iter().map(|inner| Py::new(py, Observation { inner }));
            let batch = PyList::new(py, batch.collect::<PyResult<Vec<_>>>()?)?;
            let answers = self.callable.bind(py).call1((batch,))?;
            let mut answers = answers.try_iter()?;
            for (at, step) in steps.iter().enumerate() {
                let answer = answers
                    .next()
                    .ok_or_else(|| PyValueError::new_err("a policy must answer every observation"))??;
                let mut given = Vec::new();
                for score in answer.try_iter()? {
                    given.push(score?.extract::<f32>()?);
                }
                let is_halt = step.state.decision() == Decision::Halt;
                let wanted = if is_halt { 1 } else { step.actions.len() };
                if given.len() != wanted || given.iter().any(|score| !score.is_finite()) {
                    return Err(PyValueError::new_err(format!(
                        "a policy must give {wanted} finite scores here, one per path or one for halting, but gave {}",
                        given.len()
                    )));
                }
                match is_halt {
                    true => *scores.halt_mut(at) = given[0],
                    false => scores.paths_mut(at).copy_from_slice(&given),
                }
            }
            Ok(())
        })
    }
}

impl Policy for PythonPolicy {
    /// Where the callable raises, the run ends, and the scores until then do not matter.
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
        if self.cancel.is_cancelled() {
            return;
        }
        if let Err(error) = self.ask(steps, scores) {
            self.failure.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            self.cancel.cancel();
        }
    }

    fn prefers_batches(&self) -> bool {
        true
    }
}
