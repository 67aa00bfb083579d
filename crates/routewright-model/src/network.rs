//! A set of routes.

use std::collections::HashMap;

use crate::{NodeId, Route, Seconds};

/// The routes of a transit network, in the order they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// Its routes.
    pub routes: Vec<Route>,
}

impl Network {
    /// Sum of the one-way driving times: the operating cost the literature reports (C_o).
    pub fn route_time(&self) -> Seconds {
        self.routes.iter().map(Route::time_out).sum()
    }

    /// Driving time of every route in every direction it is driven: what the unified cost counts.
    pub fn driven_time(&self) -> Seconds {
        self.routes.iter().map(|route| route.time_out() + route.time_back()).sum()
    }

    /// Routes that serve the same stops as an earlier one, in the same or the reverse order and the same ways back, as
    /// pairs of indices: the first route with these stops, and the one that repeats it.
    pub fn repeated_routes(&self) -> Vec<(usize, usize)> {
        let mut first: HashMap<[Vec<NodeId>; 2], usize> = HashMap::new();
        let mut repeated = Vec::new();
        for (at, route) in self.routes.iter().enumerate() {
            let out = route.stops().to_vec();
            let back =
                route.own_back().map_or_else(|| out.iter().rev().copied().collect(), |way| way.stops.clone());
            let mut ways = [out, back];
            ways.sort_unstable();
            let earlier = *first.entry(ways).or_insert(at);
            if earlier < at {
                repeated.push((earlier, at));
            }
        }
        repeated
    }
}

impl FromIterator<Route> for Network {
    fn from_iter<I: IntoIterator<Item = Route>>(routes: I) -> Self {
        Self { routes: routes.into_iter().collect() }
    }
}
