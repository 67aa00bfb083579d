//! One file for each kind of thing that can be asked for.

pub(crate) mod cities;
pub(crate) mod compare;
pub(crate) mod exports;
pub(crate) mod jobs;
pub(crate) mod plans;
pub(crate) mod uploads;

use routewright::model::{City, NodeId};

use crate::failure::{Answer, Failure};

/// A node that a page names by its number.
pub(crate) fn node(city: &City, index: usize) -> Answer<NodeId> {
    match index < city.node_count() {
        true => Ok(NodeId::new(index)),
        false => Err(Failure::bad(format!("there is no node {index}"))),
    }
}
