//! The price of departing from the network a search starts from.

use routewright_model::{City, NodeId};

use crate::{CostTerm, DesignedRoute, RouteSet};

/// The network a search starts from and the price of departing from it.
///
/// Each route is compared with the route at the same place of the start: every stop gained or lost is one changed stop,
/// and the same stops in another order count as one. All stops of a new route are changed.
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
    pub fn new(city: &City, start: &RouteSet, price: f64) -> Self {
        let node_count = city.node_count();
        let start: Vec<Vec<NodeId>> = start.routes.iter().map(|route| route.stops().to_vec()).collect();
        let mut serves = vec![false; start.len() * node_count];
        for (at, stops) in start.iter().enumerate() {
            stops.iter().for_each(|stop| serves[at * node_count + stop.index()] = true);
        }
        Self { price, start, serves, node_count }
    }

    /// Changed stops of a whole network.
    pub fn changed_stops(&self, routes: &RouteSet) -> usize {
        routes.routes.iter().enumerate().map(|(at, route)| self.changed_at(at, route.stops())).sum()
    }

    /// The price of that many changed stops.
    pub fn charge(&self, changed_stops: usize) -> f64 {
        self.price * changed_stops as f64
    }

    /// Changed stops of the route at a place.
    fn changed_at(&self, at: usize, stops: &[NodeId]) -> usize {
        let Some(before) = self.start.get(at) else { return stops.len() };
        let serves = &self.serves[at * self.node_count..][..self.node_count];
        let kept = stops.iter().filter(|stop| serves[stop.index()]).count();
        match stops.len() + before.len() - 2 * kept {
            0 => usize::from(before != stops && !before.iter().eq(stops.iter().rev())),
            changed => changed,
        }
    }
}

impl CostTerm for ChangePrice {
    fn name(&self) -> &'static str {
        "change"
    }

    fn cost(&self, routes: &RouteSet) -> f64 {
        self.charge(self.changed_stops(routes))
    }

    fn cost_after(&self, routes: &RouteSet, before: f64, replaced: &[(usize, &DesignedRoute)]) -> f64 {
        // The cost is a multiple of the price by a whole number, which division gives back.
        let changed = (before / self.price).round() as usize;
        let changed = replaced.iter().fold(changed, |changed, &(at, route)| {
            let gone = self.changed_at(at, routes.routes[at].stops());
            changed.saturating_sub(gone) + self.changed_at(at, route.stops())
        });
        self.charge(changed)
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
            ChangePrice::new(&city, &RouteSet::from_stops(&city, &[stops("1-2-3-6"), stops("9-15")]), 0.25);
        assert_eq!(change.changed_at(0, &stops("6-3-2-1")), 0);
        assert_eq!(change.changed_at(0, &stops("1-2-3")), 1);
        assert_eq!(change.changed_at(0, &stops("2-3-6-8-10")), 3);
        assert_eq!(change.changed_at(2, &stops("1-2-3")), 3);
        let now = RouteSet::from_stops(&city, &[stops("1-2-3-6-8"), stops("9-15-7"), stops("4-5")]);
        assert_eq!(change.changed_stops(&now), 4);
        assert_eq!(change.charge(4), 1.0);
        for price in [1e-9, 0.0005, 0.1, 3.0, 1e9] {
            let change = ChangePrice { price, ..change.clone() };
            let replaced = DesignedRoute::new(&city, &stops("4-5-2-3"));
            let mut after = now.clone();
            for at in 0..3 {
                after.routes[at].clone_from(&replaced);
                let cost = change.cost_after(&now, change.cost(&now), &[(at, &replaced)]);
                let mut one = now.clone();
                one.routes[at].clone_from(&replaced);
                assert_eq!(cost, change.cost(&one), "price {price}, route {at}");
            }
            let all = [(0, &replaced), (1, &replaced), (2, &replaced)];
            assert_eq!(change.cost_after(&now, change.cost(&now), &all), change.cost(&after));
        }
        let ring = ChangePrice::new(&city, &RouteSet::from_stops(&city, &[stops("2-3-6-4")]), 1.0);
        assert_eq!(ring.changed_at(0, &stops("3-2-4-6")), 1);
    }
}
