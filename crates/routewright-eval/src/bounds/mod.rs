//! Lower bounds that no network is below.

mod branching;
mod completion;
mod effort;
mod group_visits;
mod inverse;
mod lower_bounds;
mod master;
mod no_bound;
mod prices;
mod pricing;
mod rounds;
mod route_minutes;
mod separation;
mod simplex;
mod spanning_tree;
mod streets;

pub use lower_bounds::LowerBounds;
pub use no_bound::NoBound;
pub use route_minutes::{BoundOptions, RouteMinutesBound, route_minutes_bound};
pub use spanning_tree::spanning_tree_minutes;
