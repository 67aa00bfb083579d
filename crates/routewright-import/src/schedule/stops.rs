//! Which node serves a stop.

use routewright_io::{Feed, Zone};
use routewright_model::NodeId;

use crate::geometry::Plane;
use crate::streets::Nearest;

/// Knows the node of every stop of a feed.
#[derive(Debug)]
pub(crate) struct StopFinder {
    nodes: Vec<Option<NodeId>>,
}

/// One or more consecutive stops in one zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    pub(crate) node: NodeId,
    /// Place of the first of the stops in the pattern.
    pub(crate) at: usize,
}

impl StopFinder {
    /// A stop belongs to the zone whose boundary contains it, else to the nearest one within `most` metres.
    /// `zones[i]` is node `i`.
    pub(crate) fn new(feed: &Feed, zones: &[Zone], plane: &Plane, most: f64) -> Self {
        let places = zones.iter().map(|zone| plane.metres([zone.lon, zone.lat]));
        let nearest = Nearest::new(most, places.zip(0..));
        let has_rings = zones.iter().any(|zone| !zone.rings.is_empty());
        let node = |stop: &routewright_io::FeedStop| {
            if !(stop.lon.is_finite() && stop.lat.is_finite()) {
                return None;
            }
            let within = || zones.iter().position(|zone| zone.contains(stop.lon, stop.lat));
            let around = || nearest.find(plane.metres([stop.lon, stop.lat]), most).map(|(at, _)| at as usize);
            has_rings.then(within).flatten().or_else(around).map(NodeId::new)
        };
        Self { nodes: feed.stops.iter().map(node).collect() }
    }

    pub(crate) fn node(&self, stop: u32) -> Option<NodeId> {
        self.nodes[stop as usize]
    }

    /// The nodes of a pattern in order; stops outside are skipped, and repeats in a row count once.
    pub(crate) fn visits(&self, stops: &[u32]) -> Vec<Visit> {
        let mut visits: Vec<Visit> = Vec::new();
        for (at, &stop) in stops.iter().enumerate() {
            if let Some(node) = self.node(stop)
                && visits.last().is_none_or(|last| last.node != node)
            {
                visits.push(Visit { node, at });
            }
        }
        visits
    }
}
