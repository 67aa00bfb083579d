//! What return is to be expected of a state: the value net and its inputs.

mod inputs;
mod net;

pub(crate) use inputs::{CityFacts, INPUTS, Scale};
pub(crate) use net::ValueNet;
