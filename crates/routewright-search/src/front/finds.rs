//! What a chain comes across.

use routewright_eval::Score;

use super::staircase::{Staircase, Trade};
use crate::chain::Listener;
use crate::{DesignedRoute, RouteSet};

/// Collects networks that are dominated neither by what was known before the round nor by what it collected since.
pub(super) struct Finds<'f> {
    known: &'f Staircase<()>,
    found: Staircase<RouteSet>,
    distinct: bool,
}

impl<'f> Finds<'f> {
    /// Nothing found yet. `distinct` says whether no two routes may serve the same stops.
    pub(super) fn new(known: &'f Staircase<()>, distinct: bool) -> Self {
        Self { known, found: Staircase::default(), distinct }
    }

    /// What was found.
    pub(super) fn into_found(self) -> Vec<(Trade, RouteSet)> {
        self.found.into_steps()
    }
}

impl Listener for Finds<'_> {
    fn scored(&mut self, score: &Score, routes: &RouteSet, (out, route): (usize, &DesignedRoute)) {
        if !score.is_feasible || score.passenger_minutes.is_nan() {
            return;
        }
        let trade = Trade { passenger_minutes: score.passenger_minutes, driven: score.driven };
        if self.known.lacks(trade) && self.found.lacks(trade) {
            let mut routes = routes.clone();
            routes.routes[out].clone_from(route);
            // Moves repeat no route, but a network to start from may have done so.
            if !self.distinct || routes.has_distinct_lines() {
                self.found.add(trade, routes);
            }
        }
    }
}
