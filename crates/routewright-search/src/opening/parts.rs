//! Which nodes routes reach while a network is opened.

use routewright_model::{City, Network, NodeId};

/// Parts of the city that routes connect. The main one is what new routes are joined to; whoever travels and is not in
/// it is not reached yet.
pub(super) struct Parts {
    root: Vec<u32>,
    /// Nodes of each part that anybody travels from or to.
    travelled: Vec<u32>,
    /// The root of the main part.
    main: Option<u32>,
    unreached: Vec<NodeId>,
}

impl Parts {
    /// The parts that routes of these networks connect; the main one is that with most travellers' nodes.
    pub(super) fn new(city: &City, networks: [&Network; 2]) -> Self {
        let n = city.node_count();
        let mut has_demand = vec![false; n];
        for from in city.node_ids() {
            for (to, &trips) in city.demand_from(from).iter().enumerate() {
                if trips > 0.0 {
                    has_demand[from.index()] = true;
                    has_demand[to] = true;
                }
            }
        }
        let travelled = has_demand.iter().map(|&has| u32::from(has)).collect();
        let root = (0..n as u32).collect();
        let mut parts = Self { root, travelled, main: None, unreached: Vec::new() };
        let mut largest: Option<u32> = None;
        for pattern in networks.iter().flat_map(|network| &network.routes).flat_map(|route| route.patterns())
        {
            let root = parts.connect(&pattern.stops);
            largest = Some(largest.map_or(root, |other| {
                let other = parts.root_of(other);
                if parts.travelled[root as usize] >= parts.travelled[other as usize] { root } else { other }
            }));
        }
        parts.main = largest.map(|node| parts.root_of(node));
        parts.unreached =
            city.node_ids().filter(|&node| has_demand[node.index()] && city.is_on_street(node)).collect();
        parts.note_reached();
        parts
    }

    /// Nodes on streets that somebody travels from or to, but that are not in the main part.
    pub(super) fn unreached(&self) -> &[NodeId] {
        &self.unreached
    }

    /// Whether there is a main part.
    pub(super) fn has_reached(&self) -> bool {
        self.main.is_some()
    }

    /// Whether a node is in the main part.
    pub(super) fn is_reached(&self, node: NodeId) -> bool {
        self.main.is_some_and(|main| self.root_of(node.index() as u32) == main)
    }

    /// Nodes with travellers that a route through these stops would join to the main part; none if it does not touch it.
    pub(super) fn gain(&self, stops: &[NodeId]) -> usize {
        let mut roots: Vec<u32> = stops.iter().map(|stop| self.root_of(stop.index() as u32)).collect();
        roots.sort_unstable();
        roots.dedup();
        if self.main.is_some_and(|main| !roots.contains(&main)) {
            return 0;
        }
        let joined = roots.iter().filter(|&&root| Some(root) != self.main);
        joined.map(|&root| self.travelled[root as usize] as usize).sum()
    }

    /// Adds a route.
    pub(super) fn join(&mut self, stops: &[NodeId]) {
        let touches = self.main.is_none() || stops.iter().any(|&stop| self.is_reached(stop));
        let root = self.connect(stops);
        if touches {
            self.main = Some(root);
            self.note_reached();
        }
    }

    fn note_reached(&mut self) {
        let mut unreached = std::mem::take(&mut self.unreached);
        unreached.retain(|&node| !self.is_reached(node));
        self.unreached = unreached;
    }

    /// Joins the parts of all stops and returns their root.
    fn connect(&mut self, stops: &[NodeId]) -> u32 {
        let mut root = self.root_of(stops[0].index() as u32);
        for stop in &stops[1..] {
            let other = self.root_of(stop.index() as u32);
            if other != root {
                let is_larger = self.travelled[other as usize] > self.travelled[root as usize];
                let (larger, smaller) = if is_larger { (other, root) } else { (root, other) };
                self.root[smaller as usize] = larger;
                self.travelled[larger as usize] += self.travelled[smaller as usize];
                root = larger;
            }
        }
        self.main = self.main.map(|main| self.root_of(main));
        root
    }

    fn root_of(&self, mut node: u32) -> u32 {
        while self.root[node as usize] != node {
            node = self.root[node as usize];
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::check::{city, nodes};
    use routewright_model::{Demand, Direction, Route};

    #[test]
    fn routes_join_parts_to_the_main_one() {
        let mut parts = city(7, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]).to_parts();
        let trip = |(from, to)| Demand { from: NodeId::new(from), to: NodeId::new(to), trips: 1.0 };
        parts.demand = [(0, 1), (1, 2), (2, 4), (4, 5)].map(trip).to_vec();
        let city = City::new(parts).unwrap();
        let fixed = Route::on_links(&city, "metro", nodes(&[4, 5]), Direction::BothWays).unwrap();
        let mut parts = Parts::new(&city, [&Network::default(), &Network::from_iter([fixed])]);
        // Nobody travels to 3 and 6.
        assert_eq!(parts.unreached(), nodes(&[0, 1, 2]));
        // It does not touch the metro, so it reaches nobody yet.
        assert_eq!(parts.gain(&nodes(&[0, 1])), 0);
        parts.join(&nodes(&[0, 1]));
        assert_eq!(parts.unreached().len(), 3);
        assert_eq!(parts.gain(&nodes(&[1, 2, 3, 4])), 3);
        parts.join(&nodes(&[1, 2, 3, 4]));
        assert!(parts.unreached().is_empty() && parts.is_reached(NodeId::new(0)));
    }
}
