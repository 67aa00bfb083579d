//! Streets that buses can use, and the fastest ways along them.

mod components;
mod graph;
mod nearest;
mod rules;
mod search;

pub(crate) use components::strong_components;
pub(crate) use graph::Usable;
pub use graph::{StreetCounts, StreetMap};
pub(crate) use nearest::Nearest;
pub(crate) use search::{Access, Searcher, Way};
