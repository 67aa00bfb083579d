//! The ends of a route.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::{City, NodeId, Seconds};

use super::random::pick;

/// The first or the last stop of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    First,
    Last,
}

impl End {
    pub(super) fn draw(rng: &mut ChaCha8Rng) -> Self {
        if rng.random_bool(0.5) { Self::First } else { Self::Last }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::First => Self::Last,
            Self::Last => Self::First,
        }
    }

    /// The links by which the route could be extended beyond this end.
    pub(super) fn links<'c>(self, city: &'c City, stops: &[NodeId]) -> &'c [(NodeId, Seconds)] {
        match self {
            Self::First => city.links_into(stops[0]),
            Self::Last => city.links_from(stops[stops.len() - 1]),
        }
    }

    pub(super) fn add(self, stops: &mut Vec<NodeId>, node: NodeId) {
        match self {
            Self::First => stops.insert(0, node),
            Self::Last => stops.push(node),
        }
    }

    pub(super) fn cut(self, stops: &mut Vec<NodeId>) {
        match self {
            Self::First => drop(stops.remove(0)),
            Self::Last => drop(stops.pop()),
        }
    }

    /// Adds a random neighbour beyond this end. False if the route stops there already.
    pub(super) fn add_neighbour(self, city: &City, rng: &mut ChaCha8Rng, stops: &mut Vec<NodeId>) -> bool {
        let Some((next, _)) = pick(rng, self.links(city, stops)) else { return false };
        if stops.contains(&next) {
            return false;
        }
        self.add(stops, next);
        true
    }
}
