//! Which nodes are linked.

use crate::{NodeId, Seconds};

/// Neighbours of every node, sorted by index, in one allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Adjacency {
    starts: Vec<usize>,
    neighbours: Vec<(NodeId, Seconds)>,
}

impl Adjacency {
    pub(crate) fn new(node_count: usize, edges: impl Iterator<Item = (NodeId, NodeId, Seconds)>) -> Self {
        let mut edges: Vec<_> = edges.collect();
        edges.sort_unstable();
        let mut starts = vec![0; node_count + 1];
        for edge in &edges {
            starts[edge.0.index() + 1] += 1;
        }
        for node in 0..node_count {
            starts[node + 1] += starts[node];
        }
        Self { starts, neighbours: edges.into_iter().map(|(_, other, time)| (other, time)).collect() }
    }

    pub(crate) fn of(&self, node: usize) -> &[(NodeId, Seconds)] {
        &self.neighbours[self.starts[node]..self.starts[node + 1]]
    }

    pub(crate) fn find_duplicate(&self) -> Option<(NodeId, NodeId)> {
        (0..self.starts.len() - 1).find_map(|node| {
            let twice = self.of(node).windows(2).find(|pair| pair[0].0 == pair[1].0)?;
            Some((NodeId::new(node), twice[0].0))
        })
    }
}
