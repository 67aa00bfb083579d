//! Observations as plain arrays, for nets of other programs. Nothing is normalised.

use std::collections::HashMap;

use routewright_env::{Decision, End, PathAction};

use crate::Observation;
use crate::architecture::{ALL_GLOBALS, EDGE_FEATURES, NODE_FEATURES, PATH_FEATURES};
use crate::edges::{QUANTITY_FEATURES, kind_features, kind_of};

/// Every pair of stops that the paths of an observation would connect, listed once, and which path connects which.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// From and to.
    pub ends: Vec<[u32; 2]>,
    /// Minutes between them along the route.
    pub minutes: Vec<f32>,
    /// The pairs of path `i` are `members[starts[i]..starts[i + 1]]`.
    pub starts: Vec<u32>,
    /// Places in `ends`.
    pub members: Vec<u32>,
}

impl Observation {
    /// Numbers per node, pair of nodes, state and path.
    pub const WIDTHS: [usize; 4] = [NODE_FEATURES, EDGE_FEATURES, ALL_GLOBALS, PATH_FEATURES];

    /// Whether streets, demand and fixed routes are the same in both directions: then each pair counts once.
    pub fn is_symmetric(&self) -> bool {
        self.city.is_symmetric()
    }

    /// The route in progress, as indices of nodes.
    pub fn route(&self) -> &[u32] {
        &self.route
    }

    /// The paths to choose from.
    pub fn paths(&self) -> &[PathAction] {
        &self.actions
    }

    /// Four numbers per node: position (x, y) in minutes of driving from the centre, links into it, links out of it.
    ///
    /// # Panics
    /// `into` does not have four places per node.
    pub fn write_nodes(&self, into: &mut [f32]) {
        assert_eq!(into.len(), NODE_FEATURES * self.node_count(), "four numbers per node");
        for (node, place) in into.chunks_exact_mut(NODE_FEATURES).enumerate() {
            place.copy_from_slice(self.city.node(node));
        }
    }

    /// Thirteen numbers per pair of nodes, row by row: demand; whether a link leads there, its minutes; whether there is
    /// a trip, with no transfer, with one, with two; whether it is the same node; minutes of the trip, of the ride
    /// without a transfer, of driving; alpha, 1 − alpha.
    ///
    /// # Panics
    /// `into` does not have thirteen places per pair.
    pub fn write_edges(&self, into: &mut [f32]) {
        let n = self.node_count();
        assert_eq!(into.len(), EDGE_FEATURES * n * n, "thirteen numbers per pair");
        for (at, place) in into.chunks_exact_mut(EDGE_FEATURES).enumerate() {
            let (from, to) = (at / n, at % n);
            let kind = kind_of(self.city.is_link(from, to), self.connections[at]);
            place.copy_from_slice(&kind_features(kind, self.alpha));
            for (feature, value) in QUANTITY_FEATURES.into_iter().zip(self.edge_quantities(from, to)) {
                place[feature] = value;
            }
        }
    }

    /// Four numbers per path: minutes and stops that it adds, minutes and stops of the route so far.
    pub fn path_features(&self) -> Vec<[f32; PATH_FEATURES]> {
        let [route_minutes, route_stops] = self.route_size();
        let of = |action| {
            let [minutes, stops] = self.path_size(action);
            [minutes, stops, route_minutes, route_stops]
        };
        self.actions.iter().map(of).collect()
    }

    /// Minutes of the route in progress and its stops.
    pub fn route_features(&self) -> [f32; 2] {
        self.route_size()
    }

    /// Every pair of stops that the paths would connect: those of a path with each other, and with the stops of the
    /// route. In a symmetric city each pair is listed in one order, else in both. Times along the route are measured to
    /// the end that is extended. None if the decision is whether to halt.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs { starts: vec![0], ..Pairs::default() };
        if self.decision != Decision::Extend {
            return pairs;
        }
        let mut known = HashMap::new();
        let mut stops = Vec::new();
        for action in &self.actions {
            self.list_new_stops(action, &mut stops);
            for (at, &from) in stops.iter().enumerate() {
                for &to in &stops[at + 1..] {
                    pairs.add(&mut known, from, to, self.city.drive_minutes(from, to));
                    if !self.is_symmetric() {
                        pairs.add(&mut known, to, from, self.city.drive_minutes(to, from));
                    }
                }
            }
            self.add_pairs_with_route(action, &stops, &mut pairs, &mut known);
            pairs.starts.push(pairs.members.len() as u32);
        }
        pairs
    }

    /// The stops that a path adds, in outbound order.
    fn list_new_stops(&self, action: &PathAction, stops: &mut Vec<usize>) {
        let (first, last) = self.new_ends(action);
        stops.clear();
        stops.push(first);
        let mut at = first;
        while at != last {
            at = self.city.next(at, last);
            stops.push(at);
        }
    }

    fn add_pairs_with_route(
        &self,
        action: &PathAction,
        stops: &[usize],
        pairs: &mut Pairs,
        known: &mut HashMap<[u32; 3], u32>,
    ) {
        let Some(joint) = self.joint(action.end) else { return };
        let near = match (joint.is_shared, action.end) {
            (true, _) => joint.stop,
            (false, End::First) => stops[stops.len() - 1],
            (false, End::Last) => stops[0],
        };
        let link =
            |from: usize, to: usize| if joint.is_shared { 0.0 } else { self.city.leg_minutes(from, to) };
        // From each stop of the route to its end, and back.
        let (mut there, mut back) = (0.0, 0.0);
        let mut before = joint.stop;
        let along: Box<dyn Iterator<Item = &u32>> = match action.end {
            End::First => Box::new(self.route.iter()),
            End::Last => Box::new(self.route.iter().rev()),
        };
        for &stop in along {
            let stop = stop as usize;
            if stop != before {
                there += self.city.leg_minutes(stop, before);
                back += self.city.leg_minutes(before, stop);
                before = stop;
            }
            for &new in stops {
                let onward = there + link(joint.stop, near) + self.city.drive_minutes(near, new);
                pairs.add(known, stop, new, onward);
                if !self.is_symmetric() {
                    let homeward = self.city.drive_minutes(new, near) + link(near, joint.stop) + back;
                    pairs.add(known, new, stop, homeward);
                }
            }
        }
    }
}

impl Pairs {
    fn add(&mut self, known: &mut HashMap<[u32; 3], u32>, from: usize, to: usize, minutes: f32) {
        let ends = [from as u32, to as u32];
        let place = *known.entry([ends[0], ends[1], minutes.to_bits()]).or_insert_with(|| {
            self.ends.push(ends);
            self.minutes.push(minutes);
            self.ends.len() as u32 - 1
        });
        self.members.push(place);
    }
}
