//! Demand between the nodes of the city.

mod gravity;
mod nodes;
mod table;

pub(crate) use nodes::assign_demand;
pub(crate) use table::gateway_nodes;

use gravity::gravity;
use table::{Node, assign};

use routewright_model::{Demand, NodeId};
use serde::Serialize;

/// How the trips were used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DemandCounts {
    /// Where the trips come from: `table` or `gravity`.
    pub source: String,
    /// All trips, given or estimated.
    pub trips: f64,
    /// Trips between different nodes of the city.
    pub kept: f64,
    /// Ordered pairs of nodes with demand.
    pub pairs: usize,
    /// Trips within one node: they ride no transit.
    pub within_nodes: f64,
    /// Trips that were attached to gateways.
    pub through_gateways: f64,
    /// Trips from or to places outside that have no gateway, and trips that only pass through.
    pub outside: f64,
    /// The places outside with the most trips.
    pub outside_places: Vec<(String, f64)>,
    /// Trips from or to zones that were left out.
    pub at_left_out_zones: f64,
    /// Trips of pairs with too few to keep.
    pub too_few: f64,
    /// How many such pairs.
    pub too_few_pairs: usize,
}

/// The entries of a matrix that are worth keeping, rounded to a ten-thousandth of a trip.
fn entries(n: usize, matrix: &[f64], smallest: f64, counts: &mut DemandCounts) -> Vec<Demand> {
    let mut demand = Vec::new();
    for (at, &trips) in matrix.iter().enumerate().filter(|(_, trips)| **trips > 0.0) {
        let (from, to) = (at / n, at % n);
        let rounded = (trips * 1e4).round() / 1e4;
        if from == to {
            counts.within_nodes += trips;
        } else if trips < smallest || rounded == 0.0 {
            counts.too_few += trips;
            counts.too_few_pairs += 1;
        } else {
            counts.kept += rounded;
            counts.pairs += 1;
            demand.push(Demand { from: NodeId::new(from), to: NodeId::new(to), trips: rounded });
        }
    }
    demand
}
