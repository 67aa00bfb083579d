//! `Figures`.

use pyo3::prelude::*;
use routewright::eval;
use serde_json::{Value, json};

use crate::convert::to_python;

/// What a network costs. Names are those of `--json`.
#[pyclass(frozen, module = "routewright")]
pub struct Figures {
    inner: eval::Figures,
    summary: Value,
    table: String,
}

impl Figures {
    pub fn new(inner: eval::Figures, summary: Value, table: String) -> Self {
        Self { inner, summary, table }
    }
}

#[pymethods]
impl Figures {
    #[getter]
    fn cost(&self) -> f64 {
        self.inner.cost
    }

    #[getter]
    fn cp_min(&self) -> f64 {
        self.inner.passenger_minutes
    }

    #[getter]
    fn co_min(&self) -> f64 {
        self.inner.route_minutes
    }

    #[getter]
    fn co_two_way_min(&self) -> f64 {
        self.inner.driven_minutes
    }

    #[getter]
    fn transfers(&self) -> (f64, f64, f64, f64) {
        self.inner.transfer_percent.into()
    }

    #[getter]
    fn unserved_pairs(&self) -> usize {
        self.inner.unserved_pairs
    }

    #[getter]
    fn violations(&self) -> Vec<String> {
        let words = self.summary["violations"].as_array().into_iter().flatten();
        words.filter_map(|word| word.as_str().map(str::to_owned)).collect()
    }

    #[getter]
    fn service<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.summary.get("service").unwrap_or(&Value::Null))
    }

    /// The object that `--json` prints.
    #[getter]
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.summary)
    }

    fn __str__(&self) -> String {
        self.table.clone()
    }

    fn __repr__(&self) -> String {
        format!("<Figures: {}>", self.inner)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let eval::Figures { cost, passenger_minutes, route_minutes, driven_minutes, .. } = &self.inner;
        let bits = [*cost, *passenger_minutes, *route_minutes, *driven_minutes, self.inner.unserved_percent];
        let figures = json!({
            "bits": bits.map(f64::to_bits),
            "transfers": self.inner.transfer_percent.map(f64::to_bits),
            "unserved_pairs": self.inner.unserved_pairs,
            "summary": self.summary,
        });
        Ok((py.get_type::<Self>().getattr("_unpickle")?, (figures.to_string(), self.table.clone())))
    }

    /// What pickling needs. Violations are kept in the summary, in words.
    #[staticmethod]
    fn _unpickle(figures: &str, table: String) -> PyResult<Self> {
        let wrong = |_| pyo3::exceptions::PyValueError::new_err("these are not pickled figures");
        let value: Value = serde_json::from_str(figures).map_err(wrong)?;
        let number = |value: &Value| f64::from_bits(value.as_u64().unwrap_or_default());
        let bits = |name: &str, at: usize| number(&value[name][at]);
        let inner = eval::Figures {
            cost: bits("bits", 0),
            passenger_minutes: bits("bits", 1),
            route_minutes: bits("bits", 2),
            driven_minutes: bits("bits", 3),
            unserved_percent: bits("bits", 4),
            transfer_percent: [0, 1, 2, 3].map(|at| bits("transfers", at)),
            unserved_pairs: value["unserved_pairs"].as_u64().unwrap_or_default() as usize,
            violations: Vec::new(),
        };
        Ok(Self { inner, summary: value["summary"].clone(), table })
    }
}
