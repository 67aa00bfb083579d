//! Which nodes hang together.

/// Disjoint sets of nodes.
#[derive(Clone, Debug)]
pub(crate) struct Components {
    parents: Vec<u32>,
    count: usize,
}

impl Components {
    /// Every node on its own.
    pub(crate) fn new(node_count: usize) -> Self {
        Self { parents: (0..node_count as u32).collect(), count: node_count }
    }

    /// How many sets there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Makes one set of two. Whether they were two before.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        self.parents[a.max(b) as usize] = a.min(b);
        self.count -= 1;
        true
    }

    /// The node that stands for the set of this one: its smallest.
    pub(crate) fn root(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let grandparent = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = grandparent;
            node = grandparent;
        }
        node
    }
}
