//! `Observation`.

use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use routewright::env::{Decision, End};
use routewright::policy::{self, Pairs};

use crate::convert::{block, matrix};

/// One decision as a policy sees it.
#[pyclass(frozen, module = "routewright")]
pub struct Observation {
    pub inner: policy::Observation,
}

#[pymethods]
impl Observation {
    /// Whether the decision is to halt or continue the route; else it is which path to add.
    #[getter]
    fn is_halt(&self) -> bool {
        self.inner.decision() == Decision::Halt
    }

    #[getter]
    fn is_symmetric(&self) -> bool {
        self.inner.is_symmetric()
    }

    #[getter]
    fn node_count(&self) -> usize {
        self.inner.node_count()
    }

    /// Scores that a policy gives: one per path, or one for halting.
    #[getter]
    fn score_count(&self) -> usize {
        self.inner.score_count()
    }

    #[getter]
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let [width, ..] = policy::Observation::WIDTHS;
        let mut values = vec![0.0; width * self.inner.node_count()];
        self.inner.write_nodes(&mut values);
        matrix(py, values, [self.inner.node_count(), width])
    }

    #[getter]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let ([_, width, ..], n) = (policy::Observation::WIDTHS, self.inner.node_count());
        let mut values = vec![0.0; width * n * n];
        self.inner.write_edges(&mut values);
        block(py, values, [n, n, width])
    }

    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, self.inner.all_globals())
    }

    #[getter]
    fn route<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.inner.route().iter().map(|&stop| i64::from(stop)))
    }

    /// Minutes of the route in progress and its stops.
    #[getter]
    fn route_size<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_slice(py, &self.inner.route_features())
    }

    /// Minutes and stops that each path adds, minutes and stops of the route.
    #[getter]
    fn paths<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let features = self.inner.path_features();
        matrix(py, features.as_flattened().to_vec(), [features.len(), policy::Observation::WIDTHS[3]])
    }

    /// End of the route (0 first, 1 last), from and to of each path.
    #[getter]
    fn path_ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let paths = self.inner.paths();
        let ends = paths.iter().flat_map(|path| {
            [i64::from(path.end == End::Last), path.from.index() as i64, path.to.index() as i64]
        });
        matrix(py, ends.collect(), [paths.len(), 3])
    }

    /// Pairs of stops that paths would connect: ends, minutes between them, where the pairs of each path start, and the
    /// pairs.
    #[getter]
    #[allow(clippy::type_complexity)]
    fn pairs<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyArray2<i64>>,
        Bound<'py, PyArray1<f32>>,
        Bound<'py, PyArray1<i64>>,
        Bound<'py, PyArray1<i64>>,
    )> {
        let Pairs { ends, minutes, starts, members } = py.detach(|| self.inner.pairs());
        let whole = |values: Vec<u32>| PyArray1::from_iter(py, values.into_iter().map(i64::from));
        let count = ends.len();
        let ends = ends.into_iter().flatten().map(i64::from).collect();
        Ok((matrix(py, ends, [count, 2])?, PyArray1::from_vec(py, minutes), whole(starts), whole(members)))
    }
}
