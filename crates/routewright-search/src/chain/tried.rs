//! What was tried on a route while the others stay.

use routewright_model::NodeId;

/// Candidates scored against the same kept lines, and their costs. Small changes come up again and again, and
/// need not be scored again.
#[derive(Default)]
pub(super) struct Tried {
    /// For each candidate a number made of its stops, so that few are compared stop by stop.
    keys: Vec<u64>,
    ends: Vec<usize>,
    stops: Vec<NodeId>,
    costs: Vec<f64>,
}

impl Tried {
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.ends.clear();
        self.stops.clear();
        self.costs.clear();
    }

    /// The cost of a candidate that was scored.
    pub(super) fn cost_of(&self, stops: &[NodeId]) -> Option<f64> {
        let key = key(stops);
        let matches = |&at: &usize| self.keys[at] == key && self.stops_of(at) == stops;
        (0..self.keys.len()).find(matches).map(|at| self.costs[at])
    }

    /// Notes a candidate and its cost.
    pub(super) fn note(&mut self, stops: &[NodeId], cost: f64) {
        self.keys.push(key(stops));
        self.stops.extend_from_slice(stops);
        self.ends.push(self.stops.len());
        self.costs.push(cost);
    }

    fn stops_of(&self, at: usize) -> &[NodeId] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.stops[start..self.ends[at]]
    }
}

fn key(stops: &[NodeId]) -> u64 {
    stops.iter().fold(0, |key: u64, stop| {
        (key.rotate_left(5) ^ stop.index() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}
