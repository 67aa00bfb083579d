//! Which nodes lines driven both ways connect.

use routewright_model::{City, NodeId};

use crate::lines::Lines;

/// A partition of the nodes into the parts that some lines connect.
pub(crate) struct Components {
    parent: Vec<u32>,
    /// Whether anybody travels from or to a node.
    has_demand: Vec<bool>,
    /// Whether the travellers' wishes tie all nodes with demand together: then two parts with demand mean
    /// that somebody is not served.
    demand_is_connected: bool,
    /// For each root, whether its part holds a node with demand.
    counts: Vec<bool>,
    /// Parts that hold a node with demand.
    parts: usize,
    /// Marks roots already seen, by the number of the question.
    seen: Vec<u32>,
    question: u32,
}

impl Components {
    pub(crate) fn new(city: &City) -> Self {
        let n = city.node_count();
        let mut components = Self {
            parent: (0..n as u32).collect(),
            has_demand: vec![false; n],
            demand_is_connected: false,
            counts: vec![false; n],
            parts: 0,
            seen: vec![0; n],
            question: 0,
        };
        for from in city.node_ids() {
            for (to, &trips) in city.demand_from(from).iter().enumerate() {
                if trips > 0.0 {
                    components.has_demand[from.index()] = true;
                    components.has_demand[to] = true;
                    components.join([from.index() as u32, to as u32].into_iter());
                }
            }
        }
        components.count_parts();
        components.demand_is_connected = components.parts == 1;
        components
    }

    /// Starts anew with the parts that the lines connect.
    pub(crate) fn restart(&mut self, lines: &Lines) {
        for (node, parent) in self.parent.iter_mut().enumerate() {
            *parent = node as u32;
        }
        for line in 0..lines.len() {
            self.join(lines.line(line).0.iter().copied());
        }
        self.count_parts();
    }

    /// Whether one more line through these stops is sure to leave somebody unserved.
    pub(crate) fn surely_leaves_unserved(&mut self, stops: &[NodeId]) -> bool {
        self.demand_is_connected && self.parts_with(stops) > 1
    }

    /// Ordered pairs with demand in different parts, with one more line through these stops.
    pub(crate) fn separated_pairs(&mut self, city: &City, stops: &[NodeId]) -> usize {
        let joined = stops.first().map_or(u32::MAX, |stop| self.parent[stop.index()]);
        self.question += 1;
        for stop in stops {
            self.seen[self.parent[stop.index()] as usize] = self.question;
        }
        let part = |node: usize| {
            let root = self.parent[node];
            if self.seen[root as usize] == self.question { joined } else { root }
        };
        let pairs = |from: usize| {
            let demand = city.demand_from(NodeId::new(from)).iter().enumerate();
            demand.filter(|&(to, &trips)| trips > 0.0 && part(to) != part(from)).count()
        };
        (0..self.parent.len()).map(pairs).sum()
    }

    /// Parts with demand, once one more line through these stops joins those it touches.
    pub(crate) fn parts_with(&mut self, stops: &[NodeId]) -> usize {
        self.question += 1;
        let mut joined = 0;
        for stop in stops {
            let root = self.parent[stop.index()] as usize;
            if self.counts[root] && self.seen[root] != self.question {
                self.seen[root] = self.question;
                joined += 1;
            }
        }
        self.parts - joined.max(1) + 1
    }

    /// Joins the parts of all the given nodes.
    fn join(&mut self, mut stops: impl Iterator<Item = u32>) {
        let Some(first) = stops.next() else { return };
        let mut root = self.root(first);
        for stop in stops {
            let other = self.root(stop);
            self.parent[root.max(other) as usize] = root.min(other);
            root = root.min(other);
        }
    }

    /// Points every node straight at its root, and counts.
    fn count_parts(&mut self) {
        self.counts.fill(false);
        for node in 0..self.parent.len() {
            // Roots are the smallest of their part, so the parent of a smaller node is final already.
            let root = self.parent[self.parent[node] as usize];
            self.parent[node] = root;
            self.counts[root as usize] |= self.has_demand[node];
        }
        self.parts = self.counts.iter().filter(|&&counts| counts).count();
    }

    fn root(&mut self, mut node: u32) -> u32 {
        while self.parent[node as usize] != node {
            let above = self.parent[self.parent[node as usize] as usize];
            self.parent[node as usize] = above;
            node = above;
        }
        node
    }
}
