//! How far a network is from the one it started as, and what that costs.

use routewright_model::{City, NodeId};

use crate::Plan;

/// The network a search starts from and the price of departing from it.
///
/// A route that was at some place in the start is compared with the one at the same place now: every stop it gained or
/// lost is one changed stop, and the same stops in another order count as one. All stops of a new route are changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangePrice {
    price: f64,
    start: Vec<Vec<NodeId>>,
    /// For each route, whether it stops at each node; row-major.
    serves: Vec<bool>,
    node_count: usize,
}

impl ChangePrice {
    /// A price, in units of the unified cost, for every changed stop.
    pub fn new(city: &City, start: &Plan, price: f64) -> Self {
        let node_count = city.node_count();
        let start: Vec<Vec<NodeId>> = start.paths.iter().map(|path| path.stops().to_vec()).collect();
        let mut serves = vec![false; start.len() * node_count];
        for (at, stops) in start.iter().enumerate() {
            stops.iter().for_each(|stop| serves[at * node_count + stop.index()] = true);
        }
        Self { price, start, serves, node_count }
    }

    /// The network it compares with, as node indices.
    pub(crate) fn start_indices(&self) -> Vec<Vec<u32>> {
        self.start.iter().map(|stops| stops.iter().map(|stop| stop.index() as u32).collect()).collect()
    }

    /// Changed stops of a whole plan.
    pub fn changed_stops(&self, plan: &Plan) -> usize {
        plan.paths.iter().enumerate().map(|(at, path)| self.changed_at(at, path.stops())).sum()
    }

    /// What that many changed stops cost.
    pub fn charge(&self, changed_stops: usize) -> f64 {
        self.price * changed_stops as f64
    }

    /// Changed stops of the route at a place.
    pub(crate) fn changed_at(&self, at: usize, stops: &[NodeId]) -> usize {
        let Some(before) = self.start.get(at) else { return stops.len() };
        let serves = &self.serves[at * self.node_count..][..self.node_count];
        let kept = stops.iter().filter(|stop| serves[stop.index()]).count();
        match stops.len() + before.len() - 2 * kept {
            0 => usize::from(before != stops && !before.iter().eq(stops.iter().rev())),
            changed => changed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_gained_and_lost_are_counted() {
        let city = City::mandl();
        let stops = |text: &str| -> Vec<NodeId> {
            text.split('-').map(|name| city.node_named(name).unwrap()).collect()
        };
        let change =
            ChangePrice::new(&city, &Plan::from_stops(&city, &[stops("1-2-3-6"), stops("9-15")]), 0.25);
        assert_eq!(change.changed_at(0, &stops("6-3-2-1")), 0);
        assert_eq!(change.changed_at(0, &stops("1-2-3")), 1);
        assert_eq!(change.changed_at(0, &stops("2-3-6-8-10")), 3);
        assert_eq!(change.changed_at(2, &stops("1-2-3")), 3);
        let plan = Plan::from_stops(&city, &[stops("1-2-3-6-8"), stops("9-15-7"), stops("4-5")]);
        assert_eq!(change.changed_stops(&plan), 4);
        assert_eq!(change.charge(4), 1.0);
        let ring = ChangePrice::new(&city, &Plan::from_stops(&city, &[stops("2-3-6-4")]), 1.0);
        assert_eq!(ring.changed_at(0, &stops("3-2-4-6")), 1);
    }
}
