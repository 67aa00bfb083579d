//! The decisions of an episode.

use routewright_model::NodeId;

/// An end of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// Its first stop: what is added there is driven toward it on the way out.
    First,
    /// Its last stop: what is added there is driven away from it on the way out.
    Last,
}

/// A shortest path to add to the route in progress, or to begin it with.
///
/// Under [`Extension::SharedTerminal`](crate::Extension::SharedTerminal) the path includes the end of the
/// route that it is added to; that stop is not added again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathAction {
    /// Where it is added; [`End::Last`] for the first path of a route.
    pub end: End,
    /// Where the path starts, in the direction of the way out.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
}

/// The next decision. The two kinds of decision alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Which path to add to the route in progress.
    Extend,
    /// Whether the route in progress is finished.
    Halt,
    /// None: all routes are finished.
    Over,
}

/// The possible results of a halting decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HaltChoice {
    /// The route is finished: it has as many stops as it may have, or nothing can be added.
    MustHalt,
    /// The route must be extended: it has too few stops, or demand is not covered yet.
    MustContinue,
    /// The policy decides.
    Either,
}
