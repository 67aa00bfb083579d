//! `Exchange`: where a search meets others.

use pyo3::prelude::*;
use routewright::model;
use routewright::search::{self, Known, RouteSet};

use crate::city::City;
use crate::errors::{Fault, Outcome};
use crate::network::Network;
use crate::problem::Problem;

/// Where a search on this machine meets those on others.
#[pyclass(frozen, module = "routewright")]
pub struct Exchange {
    pub inner: search::Exchange,
    city: Py<City>,
}

impl Exchange {
    fn known(&self, py: Python<'_>, known: Option<Known>) -> PyResult<Option<(Py<Network>, f64)>> {
        known.map(|(routes, cost)| Ok((self.network(py, &routes)?, cost))).transpose()
    }

    fn network(&self, py: Python<'_>, routes: &RouteSet) -> PyResult<Py<Network>> {
        Py::new(py, Network::new(py, &self.city, routes.to_network(&self.city.get().inner)))
    }
}

#[pymethods]
impl Exchange {
    #[new]
    fn new(city: Bound<'_, City>) -> Self {
        Self { inner: search::Exchange::default(), city: city.unbind() }
    }

    /// Leaves a network to continue from; the search takes it if it is better than its own.
    fn offer(&self, network: &Network) -> Outcome<()> {
        self.inner.offer(routes(&self.city, network)?);
        Ok(())
    }

    /// Leaves networks whose routes are worth a try.
    fn share(&self, networks: Vec<Bound<'_, Network>>) -> Outcome<()> {
        let networks = networks.iter().map(|network| routes(&self.city, network.get()));
        self.inner.share(networks.collect::<Outcome<Vec<_>>>()?);
        Ok(())
    }

    /// The network that the search is at, and its cost.
    fn now(&self, py: Python<'_>) -> PyResult<Option<(Py<Network>, f64)>> {
        self.known(py, self.inner.now())
    }

    /// The best network so far, and its cost.
    fn best(&self, py: Python<'_>) -> PyResult<Option<(Py<Network>, f64)>> {
        self.known(py, self.inner.best())
    }

    /// Networks of short annealings that ended since this was last asked.
    fn take_finished(&self, py: Python<'_>) -> PyResult<Vec<Py<Network>>> {
        self.inner.take_finished().iter().map(|routes| self.network(py, routes)).collect()
    }
}

/// Joins what several searches changed in a network that they all continued from.
#[pyfunction]
pub fn join_networks(
    py: Python<'_>,
    problem: &Problem,
    base: &Network,
    networks: Vec<Bound<'_, Network>>,
) -> Outcome<Network> {
    let posed = problem.posed()?;
    let base = routes(&problem.city, base)?;
    let found: Vec<RouteSet> =
        networks.iter().map(|network| routes(&problem.city, network.get())).collect::<Outcome<_>>()?;
    let joined = py.detach(|| search::join_networks(&posed, &model::Network::default(), &base, &found, true));
    let joined = joined.ok_or_else(|| Fault::Settings("there are no networks to join".into()))?;
    Ok(Network::new(py, &problem.city, joined.to_network(&problem.city.get().inner)))
}

fn routes(city: &Py<City>, network: &Network) -> Outcome<RouteSet> {
    Ok(RouteSet::from_network(&city.get().inner, &network.inner)?)
}
