//! What a search starts from.

use routewright_model::Network;

use crate::{Exchange, Interrupt, Plugins, RouteSet};

/// What a search starts from. The default is nothing: no route is given, none is frozen, nothing is plugged in.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The routes that the search begins with and may change; `None` to begin with random routes that cover the
    /// demand. Routes are added or dropped to make up the number asked for.
    pub routes: Option<RouteSet>,
    /// Routes of the network that stay as they are. They count among the routes asked for and in the cost of every
    /// network; no search changes them.
    pub frozen: Network,
    /// Moves and cost terms of one's own.
    pub plugins: Plugins,
    /// Ends the search in the middle of a round.
    pub interrupt: Interrupt,
    /// Where annealing meets searches that run elsewhere.
    pub exchange: Option<Exchange>,
    /// Share of a longer run that is over when this one begins, from 0 to 1: annealing begins as cool as that run is by
    /// then.
    pub begin: f64,
}

impl Start {
    /// Begins with these routes, all of which may be changed.
    pub fn from_routes(routes: RouteSet) -> Self {
        Self { routes: Some(routes), ..Self::default() }
    }
}
