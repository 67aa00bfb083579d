//! Settings of a random city.

use routewright_model::{City, Defaults};

use crate::{CityKind, SynthError};

/// What a random city is like. [`SynthConfig::new`] gives the values of the paper.
#[derive(Clone, Debug, PartialEq)]
pub struct SynthConfig {
    /// How nodes and streets come about.
    pub kind: CityKind,
    /// Candidate stops (n): from 2 to [`City::MOST_NODES`].
    pub node_count: usize,
    /// Side of the square that holds the city, in metres.
    pub square_metres: f64,
    /// Speed of vehicles (v), the same everywhere.
    pub speed_metres_per_second: f64,
    /// Probability that a street is removed (rho), for the kinds that [have it](CityKind::has_removal).
    pub removal: f64,
    /// Fewest trips between two nodes.
    pub least_demand: u32,
    /// Most trips between two nodes.
    pub most_demand: u32,
    /// What the city suggests to the planner.
    pub defaults: Defaults,
}

impl SynthConfig {
    /// Nodes of the paper's training cities.
    pub const TRAINING_NODES: usize = 20;

    /// The paper's settings: a square of 30 km, 15 m/s, removal 0.3, 60 to 800 trips between any two nodes.
    /// Cities of the training size also suggest the limits used in training: 10 routes of 2 to 12 stops.
    pub fn new(kind: CityKind, node_count: usize) -> Self {
        let training =
            Defaults { routes: Some(10), min_stops: Some(2), max_stops: Some(12), transfer_penalty: None };
        Self {
            kind,
            node_count,
            square_metres: 30_000.0,
            speed_metres_per_second: 15.0,
            removal: 0.3,
            least_demand: 60,
            most_demand: 800,
            defaults: if node_count == Self::TRAINING_NODES { training } else { Defaults::default() },
        }
    }

    /// Refuses what no city can be made of.
    pub(crate) fn check(&self) -> Result<(), SynthError> {
        let is_positive = |value: f64| value > 0.0 && value.is_finite();
        if !(2..=City::MOST_NODES).contains(&self.node_count) {
            return Err(SynthError::NodeCount(self.node_count));
        }
        if !is_positive(self.square_metres) {
            return Err(SynthError::Square(self.square_metres));
        }
        if !is_positive(self.speed_metres_per_second) {
            return Err(SynthError::Speed(self.speed_metres_per_second));
        }
        if !(0.0..=1.0).contains(&self.removal) {
            return Err(SynthError::Removal(self.removal));
        }
        if self.least_demand > self.most_demand || self.most_demand == 0 {
            return Err(SynthError::DemandRange { least: self.least_demand, most: self.most_demand });
        }
        Ok(())
    }
}
