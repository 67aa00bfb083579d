//! The expected return of a state: the value net and its inputs.

mod inputs;
mod net;

pub(crate) use inputs::{CityFacts, INPUTS, ValueScale};
pub(crate) use net::ValueNet;
