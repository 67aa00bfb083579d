//! What a city is made of, before it is checked.

use crate::{Coordinates, Node, NodeId, Seconds, ServiceDefaults, Turn, Walk};

/// A directed street from one node to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it starts.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// Driving time.
    pub time: Seconds,
}

/// Trips that people want to make from one node to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// Where they start.
    pub from: NodeId,
    /// Where they go.
    pub to: NodeId,
    /// How many: from zero to [`Demand::MOST_TRIPS`], not necessarily whole.
    pub trips: f64,
}

impl Demand {
    /// The most trips between two nodes.
    pub const MOST_TRIPS: f64 = 1e9;

    /// Whether a number can be one of trips: from zero to [`Demand::MOST_TRIPS`].
    pub fn is_trips(number: f64) -> bool {
        (0.0..=Self::MOST_TRIPS).contains(&number)
    }
}

/// Settings that a city suggests where the planner gives none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defaults {
    /// Routes in a network (S).
    pub routes: Option<usize>,
    /// Fewest stops of a route (MIN).
    pub min_stops: Option<usize>,
    /// Most stops of a route (MAX).
    pub max_stops: Option<usize>,
    /// What a change of vehicle costs a rider.
    pub transfer_penalty: Option<Seconds>,
}

/// Everything a city is made of, unchecked. Order and repetition are as in the source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CityParts {
    /// Its name.
    pub name: String,
    /// What the positions are measured in.
    pub coordinates: Coordinates,
    /// Candidate stops; their place in this list is their [`NodeId`].
    pub nodes: Vec<Node>,
    /// Directed streets.
    pub links: Vec<Link>,
    /// Trips that people want to make.
    pub demand: Vec<Demand>,
    /// Ways on foot. Each leads both ways, unless the way back is given with a time of its own.
    pub walks: Vec<Walk>,
    /// Time that vehicles lose between two links.
    pub turns: Vec<Turn>,
    /// Suggestions for the problem.
    pub defaults: Defaults,
    /// What planning a service needs to know.
    pub service: ServiceDefaults,
}
