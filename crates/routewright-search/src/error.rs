//! Why a search cannot be set up.

/// Why a search cannot be set up. Every reason lies in what it was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// No route can start or end anywhere.
    #[error("the city has no terminals, so no route can start or end anywhere")]
    NoTerminals,
    /// The limits leave nothing to design.
    #[error("no route of {min} to {max} stops leads from one terminal to another")]
    NoLegalRoute {
        /// Fewest stops of a route.
        min: usize,
        /// Most stops of a route.
        max: usize,
    },
    /// Legal routes are so rare that none was found; there may be some.
    #[error(
        "no route of {min} to {max} stops from one terminal to another was found after trying {paths} paths"
    )]
    LegalRoutesTooRare {
        /// Fewest stops of a route.
        min: usize,
        /// Most stops of a route.
        max: usize,
        /// Paths that were tried.
        paths: usize,
    },
    /// Two moves have the same name.
    #[error("two moves are called {0}; give yours another name")]
    MoveTwice(String),
    /// The odds of all moves of one route are 0.
    #[error("the odds of all moves are 0, so nothing can be changed")]
    NoMoves,
    /// The sum of the odds is out of range.
    #[error("the odds of the moves sum up to more than {}", u32::MAX)]
    OddsTooHigh,
    /// A front has no use for terms of the cost.
    #[error("a front minimises riders' time and driving time only; cost terms need method anneal")]
    TermsOnFront,
    /// Frozen routes leave no vehicles.
    #[error("there are {vehicles} vehicles, but frozen routes take {frozen}, so none is left to design with")]
    NoVehicles {
        /// Vehicles there are.
        vehicles: u32,
        /// Vehicles of frozen routes.
        frozen: u64,
    },
    /// No line was found that the rules allow.
    #[error("no line was found that keeps all limits on stops, minutes, detours and vehicles")]
    NoLegalLine,
    /// Every route is frozen.
    #[error("{frozen} routes are frozen and {routes} are asked for, so none is left to design")]
    NothingToDesign {
        /// Routes asked for.
        routes: usize,
        /// Routes frozen.
        frozen: usize,
    },
}
