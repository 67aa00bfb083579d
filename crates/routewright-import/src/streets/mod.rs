//! Streets that buses can use, and the fastest ways along them.

mod graph;
mod search;

pub(crate) use graph::Usable;
pub use graph::{StreetCounts, StreetMap};
pub(crate) use routewright_streets::{Nearest, strong_components};
pub(crate) use search::{Access, Searcher, Way};
