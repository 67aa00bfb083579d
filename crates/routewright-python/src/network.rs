//! `Network`.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use routewright::design::read_network;
use routewright::io::{
    TextFile, network_to_geojson_on_streets, network_to_json, parse_network, write_text_atomically,
};
use routewright::model::{self, Direction, NodeId, Route};
use routewright::report::{MapOptions, network_map_svg};

use crate::city::City;
use crate::convert::stops;
use crate::errors::{Fault, Outcome};

/// The routes of a transit network.
#[pyclass(frozen, module = "routewright")]
pub struct Network {
    pub city: Py<City>,
    pub inner: model::Network,
}

impl Network {
    pub fn new(py: Python<'_>, city: &Py<City>, inner: model::Network) -> Self {
        Self { city: city.clone_ref(py), inner }
    }

    /// A network as Python gives it: one of ours, or routes as lists of stops.
    pub fn from_any(city: &City, given: &Bound<'_, PyAny>) -> Outcome<model::Network> {
        if let Ok(network) = given.cast::<Self>() {
            let network = network.get();
            let known = &network.city.get().inner;
            if !std::sync::Arc::ptr_eq(known, &city.inner) && known.to_parts() != city.inner.to_parts() {
                return Err(Fault::Settings(format!(
                    "the network is one of {}, but the problem is one of {}",
                    known.name(),
                    city.inner.name()
                )));
            }
            return Ok(network.inner.clone());
        }
        let mut routes = Vec::new();
        for (number, route) in given.try_iter()?.enumerate() {
            routes.push(designed(city, &(number + 1).to_string(), &route?)?);
        }
        Ok(model::Network { routes })
    }

    fn city(&self) -> &City {
        self.city.get()
    }
}

/// A route over links, driven both ways.
pub fn designed(city: &City, name: &str, route: &Bound<'_, PyAny>) -> Outcome<Route> {
    let stops = stops(&city.inner, route)?;
    Route::on_links(&city.inner, name, stops, Direction::BothWays).map_err(|error| {
        Fault::settings(format!("route {name}: {error}"), "routes follow links, stop by stop")
    })
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (city, routes, names=None))]
    fn make(city: Bound<'_, City>, routes: &Bound<'_, PyAny>, names: Option<Vec<String>>) -> Outcome<Self> {
        let mut inner = Self::from_any(city.get(), routes)?;
        if let Some(names) = names {
            if names.len() != inner.routes.len() {
                let text = format!("{} names for {} routes", names.len(), inner.routes.len());
                return Err(Fault::Settings(text));
            }
            inner = inner.routes.into_iter().zip(names).map(|(route, name)| route.renamed(name)).collect();
        }
        Ok(Self { city: city.unbind(), inner })
    }

    /// Opens a network of a city: JSON, text with one route per line, or the folder of a run.
    #[staticmethod]
    fn open(city: Bound<'_, City>, path: PathBuf) -> Outcome<Self> {
        let inner = read_network(&city.get().inner, &path)?;
        Ok(Self { city: city.unbind(), inner })
    }

    /// Reads a network from JSON or text.
    #[staticmethod]
    fn parse(city: Bound<'_, City>, text: String) -> Outcome<Self> {
        let inner = parse_network(&city.get().inner, &TextFile::new("network", text))?;
        Ok(Self { city: city.unbind(), inner })
    }

    #[getter(city)]
    fn get_city(&self, py: Python<'_>) -> Py<City> {
        self.city.clone_ref(py)
    }

    #[getter]
    fn routes(&self) -> Vec<Vec<usize>> {
        let indices = |route: &Route| route.stops().iter().map(|stop| stop.index()).collect();
        self.inner.routes.iter().map(indices).collect()
    }

    #[getter]
    fn stops(&self) -> Vec<Vec<String>> {
        let name = |stop: &NodeId| self.city().inner.node(*stop).name.clone();
        self.inner.routes.iter().map(|route| route.stops().iter().map(name).collect()).collect()
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.inner.routes.iter().map(|route| route.name().to_owned()).collect()
    }

    #[getter]
    fn route_minutes(&self) -> Vec<f64> {
        self.inner.routes.iter().map(|route| route.time_out().minutes()).collect()
    }

    #[getter]
    fn headway_minutes(&self) -> Vec<Option<f64>> {
        let headway = |route: &Route| {
            let round_trip = (route.time_out() + route.time_back()).minutes();
            route.frequency().map(|frequency| frequency.headway_minutes(round_trip))
        };
        self.inner.routes.iter().map(headway).collect()
    }

    fn to_json(&self) -> String {
        network_to_json(&self.city().inner, &self.inner)
    }

    /// A line for every route and a point for every stop, along the streets where they are known.
    fn to_geojson(&self) -> String {
        let City { inner, details, ground, .. } = self.city();
        let shapes = ground.shapes(inner, &details.link_shapes, &[&self.inner]);
        network_to_geojson_on_streets(inner, &self.inner, None, &shapes, &[])
    }

    /// Writes JSON.
    fn write(&self, path: PathBuf) -> Outcome<()> {
        Ok(write_text_atomically(&path, &self.to_json())?)
    }

    fn map_svg(&self) -> String {
        let city = &self.city().inner;
        let title = city.name().to_owned();
        let subtitle = format!("{} routes", self.inner.routes.len());
        network_map_svg(city, &self.inner, &MapOptions { title, subtitle, ..MapOptions::default() })
    }

    fn _repr_html_(&self) -> String {
        self.map_svg()
    }

    fn __len__(&self) -> usize {
        self.inner.routes.len()
    }

    fn __repr__(&self) -> String {
        let lines: Vec<String> = self
            .names()
            .iter()
            .zip(self.stops())
            .map(|(name, stops)| format!("  {name}: {}", stops.join("-")))
            .collect();
        let (count, city) = (self.inner.routes.len(), self.city().inner.name());
        format!("<Network of {city}: {count} routes\n{}>", lines.join("\n"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.inner == other.get().inner)
    }

    fn __hash__(&self) -> usize {
        let stops = self.inner.routes.iter().flat_map(|route| route.stops());
        stops.fold(self.inner.routes.len(), |sum, stop| sum.wrapping_mul(31).wrapping_add(stop.index()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let make = py.get_type::<Self>().getattr("parse")?;
        Ok((make, (self.city.clone_ref(py), self.to_json()).into_pyobject(py)?))
    }
}
