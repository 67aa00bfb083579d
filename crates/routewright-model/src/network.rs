//! A set of routes.

use crate::{Route, Seconds};

/// The routes of a transit network, in the order they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

    /// Pairs of routes that serve the same stops in the same or the reverse order, as indices.
    pub fn repeated_routes(&self) -> Vec<(usize, usize)> {
        let routes = &self.routes;
        (1..routes.len())
            .flat_map(|later| (0..later).map(move |earlier| (earlier, later)))
            .filter(|&(earlier, later)| routes[earlier].is_same_line(&routes[later]))
            .collect()
    }
}

impl FromIterator<Route> for Network {
    fn from_iter<I: IntoIterator<Item = Route>>(routes: I) -> Self {
        Self { routes: routes.into_iter().collect() }
    }
}
