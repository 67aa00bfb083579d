//! The Python door: turns what Python says into calls of the library, and what the library returns into Python objects
//! and NumPy arrays. It never scores, searches or saves. `python/src/routewright` wraps it; `_native.pyi` describes it.

mod city;
mod convert;
mod design;
mod episodes;
mod errors;
mod exchange;
mod export;
mod figures;
mod front;
mod import;
mod lab;
mod net;
mod network;
mod observation;
mod policy;
mod problem;
mod scoring;
mod train;
mod watch;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", routewright::design::VERSION)?;
    module.add_class::<city::City>()?;
    module.add_class::<network::Network>()?;
    module.add_class::<problem::Problem>()?;
    module.add_class::<figures::Figures>()?;
    module.add_class::<scoring::Neighbourhood>()?;
    module.add_class::<scoring::Replacement>()?;
    module.add_class::<design::Plan>()?;
    module.add_class::<front::Front>()?;
    module.add_class::<train::TrainJob>()?;
    module.add_class::<net::Net>()?;
    module.add_class::<observation::Observation>()?;
    module.add_class::<episodes::Episodes>()?;
    module.add_class::<exchange::Exchange>()?;
    module.add_class::<lab::Sweep>()?;
    module.add_function(wrap_pyfunction!(scoring::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::evaluate_many, module)?)?;
    module.add_function(wrap_pyfunction!(design::design, module)?)?;
    module.add_function(wrap_pyfunction!(front::front, module)?)?;
    module.add_function(wrap_pyfunction!(export::export_gtfs, module)?)?;
    module.add_function(wrap_pyfunction!(import::import_city, module)?)?;
    module.add_function(wrap_pyfunction!(train::collect_rollouts, module)?)?;
    module.add_function(wrap_pyfunction!(exchange::join_networks, module)?)?;
    module.add_function(wrap_pyfunction!(lab::run_trial, module)?)?;
    Ok(())
}
