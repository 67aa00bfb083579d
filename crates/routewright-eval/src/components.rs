//! Which nodes lines driven both ways connect: union-find.

use routewright_model::{City, NodeId};

use crate::lines::Lines;

/// A partition of the nodes into connected parts.
pub(crate) struct Components {
    parent: Vec<u32>,
}

impl Components {
    pub(crate) fn new(n: usize) -> Self {
        Self { parent: vec![0; n] }
    }

    /// Starts anew with the parts that the lines connect.
    pub(crate) fn join_lines(&mut self, lines: &Lines) {
        for (node, parent) in self.parent.iter_mut().enumerate() {
            *parent = node as u32;
        }
        for line in 0..lines.len() {
            self.join_stops(lines.line(line).0.iter().copied());
        }
    }

    /// Joins the parts of all the given nodes.
    pub(crate) fn join_stops(&mut self, mut stops: impl Iterator<Item = u32>) {
        let Some(first) = stops.next() else { return };
        let mut root = self.root(first);
        for stop in stops {
            let other = self.root(stop);
            self.parent[root.max(other) as usize] = root.min(other);
            root = root.min(other);
        }
    }

    /// Ordered pairs with demand whose nodes lie in different parts.
    pub(crate) fn separated_pairs(&mut self, city: &City) -> usize {
        for node in 0..self.parent.len() {
            self.parent[node] = self.root(node as u32);
        }
        let part_of = &self.parent;
        let pairs = |from: usize| {
            let demand = city.demand_from(NodeId::new(from)).iter().zip(part_of);
            demand.filter(|&(&trips, &part)| trips > 0.0 && part != part_of[from]).count()
        };
        (0..part_of.len()).map(pairs).sum()
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
