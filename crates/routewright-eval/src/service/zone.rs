//! What a service is like for those who start at a node, and who gains or loses by a change.

use routewright_model::NodeId;

use super::ServiceAssessment;
use crate::strategies::{Assignment, Trips};

/// Trips that start at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZoneMinutes {
    /// The node.
    pub node: NodeId,
    /// Trips per hour.
    pub trips: f64,
    /// Perceived minutes of a trip on average, unserved trips counted with `give_up`; 0 where nobody starts.
    pub mean_min: f64,
    /// Unserved trips per hour.
    pub unserved_trips: f64,
}

/// What a change of service does to those who start at a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ZoneGain {
    /// The node.
    pub node: NodeId,
    /// Trips per hour, after the change.
    pub trips: f64,
    /// Mean perceived minutes of a trip before the change.
    pub before_min: f64,
    /// Mean perceived minutes of a trip after it.
    pub after_min: f64,
}

impl ZoneGain {
    /// Minutes saved per trip; negative where trips take longer.
    pub fn gain_min(&self) -> f64 {
        self.before_min - self.after_min
    }
}

/// Who gains and who loses from one service to another: every node where somebody starts, in the order of nodes.
///
/// # Panics
/// The services are of cities with different numbers of nodes.
pub fn gains(before: &ServiceAssessment, after: &ServiceAssessment) -> Vec<ZoneGain> {
    assert_eq!(before.by_origin.len(), after.by_origin.len(), "both services are of the same city");
    let gain = |(before, after): (&ZoneMinutes, &ZoneMinutes)| ZoneGain {
        node: after.node,
        trips: after.trips,
        before_min: before.mean_min,
        after_min: after.mean_min,
    };
    before.by_origin.iter().zip(&after.by_origin).map(gain).filter(|zone| zone.trips > 0.0).collect()
}

/// Trips by the node they start at, for every node.
pub(super) fn by_origin(node_count: usize, trips: &[Trips], found: &Assignment) -> Vec<ZoneMinutes> {
    let empty = |node| ZoneMinutes { node, trips: 0.0, mean_min: 0.0, unserved_trips: 0.0 };
    let mut zones: Vec<ZoneMinutes> = (0..node_count).map(NodeId::new).map(empty).collect();
    for (at, trips) in trips.iter().enumerate() {
        let zone = &mut zones[trips.from.index()];
        zone.trips += trips.per_hour;
        zone.mean_min += trips.per_hour * found.minutes[at];
        if !found.is_served[at] {
            zone.unserved_trips += trips.per_hour;
        }
    }
    for zone in zones.iter_mut().filter(|zone| zone.trips > 0.0) {
        zone.mean_min /= zone.trips;
    }
    zones
}
