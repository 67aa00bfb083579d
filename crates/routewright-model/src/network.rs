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

    /// Routes that serve the same stops as an earlier one, in the same or the reverse order, as pairs of indices:
    /// the first route with these stops, and the one that repeats it.
    pub fn repeated_routes(&self) -> Vec<(usize, usize)> {
        let mut first: HashMap<Vec<NodeId>, usize> = HashMap::new();
        let mut repeated = Vec::new();
        for (at, route) in self.routes.iter().enumerate() {
            let stops = route.stops().to_vec();
            let reversed: Vec<NodeId> = stops.iter().rev().copied().collect();
            let earlier = *first.entry(stops.min(reversed)).or_insert(at);
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
