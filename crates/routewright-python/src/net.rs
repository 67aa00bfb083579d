//! `Net`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use numpy::{IxDyn, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use routewright::design::read_model;
use routewright::policy::{self, Architecture, Kernel, Normalisers, Workspace};
use routewright::search::SearchRng;
use routewright::search::rand::SeedableRng;
use serde_json::json;

use crate::convert::{options, to_python};
use crate::errors::{Fault, Outcome};
use crate::observation::Observation;

/// The graph attention net that builds networks, with its weights.
#[pyclass(frozen, module = "routewright")]
pub struct Net {
    pub inner: Arc<policy::Net>,
}

impl Net {
    pub fn new(net: policy::Net) -> Self {
        Self { inner: Arc::new(net) }
    }
}

#[pymethods]
impl Net {
    /// Opens a weights file, or a built-in net: default, seed-1 to seed-3, attention-1 to attention-3.
    #[staticmethod]
    fn open(source: PathBuf) -> Outcome<Self> {
        Ok(Self::new(read_model(&source.to_string_lossy())?))
    }

    /// An untrained net, its inputs normalised by these observations.
    #[staticmethod]
    #[pyo3(signature = (architecture="{}", observations=Vec::new(), seed=1))]
    fn random(architecture: &str, observations: Vec<Bound<'_, Observation>>, seed: u64) -> Outcome<Self> {
        let architecture: Architecture = options(architecture)?;
        architecture.check()?;
        let normalisers = match observations.is_empty() {
            true => Normalisers::default(),
            false => Normalisers::fit(observations.iter().map(|seen| &seen.get().inner)),
        };
        Ok(Self::new(policy::Net::new(architecture, normalisers, &mut SearchRng::seed_from_u64(seed))))
    }

    #[staticmethod]
    fn from_bytes(data: Vec<u8>) -> Outcome<Self> {
        Ok(Self::new(policy::Net::from_bytes(&data)?))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    fn write(&self, path: PathBuf) -> Outcome<()> {
        Ok(self.inner.write(path)?)
    }

    #[getter]
    fn architecture<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.inner.architecture()))
    }

    #[getter]
    fn normalisers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.inner.normalisers()))
    }

    #[getter]
    fn training<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.inner.training())
    }

    /// Tensors by name, in the order of the parameters.
    #[getter]
    fn tensors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tensors = PyDict::new(py);
        for tensor in self.inner.tensors() {
            let values = PyArray1::from_slice(py, &self.inner.parameters()[tensor.range.clone()]);
            let array: Bound<'py, PyArrayDyn<f32>> = values.reshape(IxDyn(&tensor.shape))?;
            tensors.set_item(tensor.name, array)?;
        }
        Ok(tensors)
    }

    /// The same net with other weights.
    fn with_tensors(&self, tensors: BTreeMap<String, PyReadonlyArray1<'_, f32>>) -> Outcome<Self> {
        let mut net = (*self.inner).clone();
        for tensor in net.tensors() {
            let given = tensors
                .get(&tensor.name)
                .ok_or_else(|| Fault::Settings(format!("tensor {} is missing", tensor.name)))?;
            let values = given.as_slice().map_err(|error| Fault::Settings(error.to_string()))?;
            if values.len() != tensor.range.len() || !values.iter().all(|value| value.is_finite()) {
                return Err(Fault::Settings(format!(
                    "tensor {} must have {} finite numbers",
                    tensor.name,
                    tensor.range.len()
                )));
            }
            net.parameters_mut()[tensor.range].copy_from_slice(values);
        }
        Ok(Self::new(net))
    }

    /// Scores of every path, or of halting.
    fn score<'py>(&self, py: Python<'py>, observation: &Observation) -> Bound<'py, PyArray1<f32>> {
        let mut scores = vec![0.0; observation.inner.score_count()];
        py.detach(|| {
            self.inner.score(Kernel::Fast, &observation.inner, &mut Workspace::default(), &mut scores)
        });
        PyArray1::from_vec(py, scores)
    }

    fn __repr__(&self) -> String {
        format!("<Net: {} parameters>", self.inner.parameters().len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((py.get_type::<Self>().getattr("from_bytes")?, (self.to_bytes(py),)))
    }
}
