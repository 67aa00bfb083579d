//! Small conversions between Python and the library.

use numpy::{Element, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use routewright::City;
use routewright::model::NodeId;
use serde_json::Value;

use crate::errors::{Fault, Outcome};

/// A matrix from its rows.
pub fn matrix<'py, T: Element>(
    py: Python<'py>,
    values: Vec<T>,
    shape: [usize; 2],
) -> PyResult<Bound<'py, PyArray2<T>>> {
    PyArray1::from_vec(py, values).reshape(shape)
}

/// A block of matrices.
pub fn block<'py, T: Element>(
    py: Python<'py>,
    values: Vec<T>,
    shape: [usize; 3],
) -> PyResult<Bound<'py, PyArray3<T>>> {
    PyArray1::from_vec(py, values).reshape(shape)
}

/// JSON as dictionaries, lists and numbers.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// Options that Python wrote as JSON.
pub fn options<T: serde::de::DeserializeOwned>(text: &str) -> Outcome<T> {
    serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let said = said.split(" at line ").next().unwrap_or_default().replace('-', "_");
        Fault::settings(said, "see help(routewright.design) for the options there are")
    })
}

/// Stops of a route: ids as text, or indices as whole numbers.
pub fn stops(city: &City, route: &Bound<'_, PyAny>) -> Outcome<Vec<NodeId>> {
    let mut found = Vec::new();
    for stop in route.try_iter()? {
        let stop = stop?;
        found.push(match stop.extract::<usize>() {
            Ok(index) if index < city.node_count() => NodeId::new(index),
            Ok(index) => {
                let most = city.node_count() - 1;
                return Err(Fault::settings(
                    format!("there is no node with index {index}"),
                    format!("indices of {} go from 0 to {most}; ids are given as text", city.name()),
                ));
            }
            Err(_) => {
                let name: String = stop.extract().map_err(|_| {
                    Fault::settings(
                        "a stop is neither an index nor an id",
                        "give whole numbers from 0, or ids as text",
                    )
                })?;
                city.node_named(&name).ok_or_else(|| {
                    Fault::settings(
                        format!("{} has no node called {name}", city.name()),
                        "city.nodes lists the ids",
                    )
                })?
            }
        });
    }
    Ok(found)
}
