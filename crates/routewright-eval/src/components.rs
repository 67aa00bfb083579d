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
    separated: SeparatedPairs,
    /// Whether they are counted: that is done when first asked for.
    separated_are_counted: bool,
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
            separated_are_counted: false,
            separated: SeparatedPairs {
                nodes: city.node_ids().collect(),
                tally: vec![0; n],
                pairs: Vec::new(),
            },
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

    /// Whether anybody travels from or to each node.
    pub(crate) fn has_demand(&self) -> &[bool] {
        &self.has_demand
    }

    /// Whether demand ties all nodes that have any together.
    pub(crate) fn demand_is_connected(&self) -> bool {
        self.demand_is_connected
    }

    /// Starts over with the parts that the lines connect.
    pub(crate) fn restart(&mut self, lines: &Lines) {
        for (node, parent) in self.parent.iter_mut().enumerate() {
            *parent = node as u32;
        }
        for line in 0..lines.len() {
            self.join(lines.line(line).0.iter().copied());
        }
        self.count_parts();
    }

    /// Whether one more line through these stops is sure to leave demand unserved.
    pub(crate) fn surely_leaves_unserved(&mut self, stops: &[NodeId]) -> bool {
        self.demand_is_connected && self.parts_with(stops) > 1
    }

    /// Ordered pairs with demand in different parts, with one more line through these stops.
    pub(crate) fn separated_pairs(&mut self, city: &City, stops: &[NodeId]) -> usize {
        self.question += 1;
        for stop in stops {
            self.seen[self.parent[stop.index()] as usize] = self.question;
        }
        if !std::mem::replace(&mut self.separated_are_counted, true) {
            self.separated.count(city, &self.parent);
        }
        let is_joined = |root: u32| self.seen[root as usize] == self.question;
        let apart = self.separated.pairs.iter().filter(|&&(from, to, _)| !(is_joined(from) && is_joined(to)));
        apart.map(|&(_, _, count)| count).sum()
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
        self.separated_are_counted = false;
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

/// Ordered pairs with demand between different parts, counted for each pair of their roots.
struct SeparatedPairs {
    /// All nodes, those of a part together.
    nodes: Vec<NodeId>,
    tally: Vec<usize>,
    /// Roots of two parts and the pairs from the one to the other.
    pairs: Vec<(u32, u32, usize)>,
}

impl SeparatedPairs {
    fn count(&mut self, city: &City, roots: &[u32]) {
        let Self { nodes, tally, pairs } = self;
        pairs.clear();
        nodes.sort_unstable_by_key(|node| (roots[node.index()], *node));
        let parts = || nodes.chunk_by(|a, b| roots[a.index()] == roots[b.index()]);
        // Only trips from or to smaller parts are looked at: most nodes are in the largest one.
        let Some(largest) = parts().max_by_key(|part| part.len()) else { return };
        let main = roots[largest[0].index()];
        for part in parts().filter(|part| roots[part[0].index()] != main) {
            let from = roots[part[0].index()];
            let into = |node: NodeId| largest.iter().filter(|&&other| city.demand(other, node) > 0.0).count();
            let count: usize = part.iter().map(|&node| into(node)).sum();
            pairs.extend((count > 0).then_some((main, from, count)));
            for &node in part {
                for (to, &trips) in city.demand_from(node).iter().enumerate() {
                    tally[roots[to] as usize] += usize::from(trips > 0.0);
                }
            }
            tally[from as usize] = 0;
            let others = tally.iter_mut().enumerate().filter(|(_, count)| **count > 0);
            pairs.extend(others.map(|(to, count)| (from, to as u32, std::mem::take(count))));
        }
    }
}
