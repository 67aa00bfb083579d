//! Places within reach.

use routewright_eval::strategies::clock_minutes;
use routewright_model::{City, Network, NodeId};

use crate::Town;
use crate::figures::lines;

/// Minutes that a clock shows from every node to every node.
#[derive(Clone, Debug)]
pub struct ReachTable {
    /// By destination, then origin; infinite where there is no way.
    to: Vec<Vec<f32>>,
}

impl ReachTable {
    /// Minutes from a node to every node, door to door; `None` where it cannot be reached.
    pub fn from(&self, origin: NodeId) -> Vec<Option<f64>> {
        let minutes = self.to.iter().map(|to| f64::from(to[origin.index()]));
        minutes.map(|minutes| minutes.is_finite().then_some(minutes)).collect()
    }
}

/// How long trips take between all nodes.
pub(crate) fn reach_table(town: &Town, network: &Network) -> ReachTable {
    let (city, model) = (town.city(), town.model());
    let nodes: Vec<NodeId> = city.node_ids().collect();
    let found = clock_minutes(nodes.len(), &lines(town, network), &model.walks(city), &nodes, &model.costs);
    let narrow = |to: Vec<f64>| to.into_iter().map(|minutes| minutes as f32).collect();
    ReachTable { to: found.into_iter().map(narrow).collect() }
}

/// Minutes within which places are counted.
const WITHIN: [f64; 3] = [30.0, 45.0, 60.0];

/// What is reached within so many minutes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within {
    /// Clock minutes.
    pub minutes: f64,
    /// Nodes.
    pub places: usize,
    /// Share of all trips of the city that end at these nodes.
    pub trip_share: f64,
}

impl Within {
    /// What is reached of a city, by the minutes to its nodes.
    pub fn count(city: &City, minutes: &[Option<f64>]) -> Vec<Self> {
        let mut ends = vec![0.0; city.node_count()];
        for from in city.node_ids() {
            ends.iter_mut().zip(city.demand_from(from)).for_each(|(sum, trips)| *sum += trips);
        }
        let all: f64 = ends.iter().sum();
        let count = |most: f64| {
            let is_reached = |at: &usize| minutes[*at].is_some_and(|minutes| minutes <= most);
            let reached: Vec<usize> = (0..ends.len()).filter(is_reached).collect();
            let trips: f64 = reached.iter().map(|&at| ends[at]).sum();
            let trip_share = if all > 0.0 { trips / all } else { 0.0 };
            Self { minutes: most, places: reached.len(), trip_share }
        };
        WITHIN.map(count).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_within_reach_weigh_as_many_trips_as_end_there() {
        let city = City::mandl();
        let mut minutes = vec![None; city.node_count()];
        minutes[9] = Some(30.0);
        minutes[0] = Some(44.0);
        let found = Within::count(&city, &minutes);
        let to = |node: usize| city.node_ids().map(|from| city.demand_from(from)[node]).sum::<f64>();
        assert_eq!(found.iter().map(|within| within.places).collect::<Vec<_>>(), [1, 2, 2]);
        assert_eq!(found[0].trip_share, to(9) / city.total_demand());
        assert!((found[1].trip_share - (to(9) + to(0)) / city.total_demand()).abs() < 1e-12);
    }
}
