//! What a network has to do, and the price of each part of it.

/// Nodes in groups, each with demand, that a network has to connect: over all its routes, the groups
/// touched less one add up to the number of groups less one or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Partition {
    /// Group of each node, dense from 0.
    pub group: Vec<u32>,
    pub group_count: usize,
}

impl Partition {
    /// Groups that a path touches, less one.
    pub fn joined_by(&self, nodes: &[u32], seen: &mut Vec<bool>) -> usize {
        seen.clear();
        seen.resize(self.group_count, false);
        let is_new = |&&node: &&u32| !std::mem::replace(&mut seen[self.group[node as usize] as usize], true);
        nodes.iter().filter(is_new).count() - 1
    }
}

/// Seconds that a network is paid for what it has to do; none is negative. Whatever the prices are, they
/// give a lower bound.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Prices {
    /// For a route's stop at each node (pi).
    pub nodes: Vec<f64>,
    /// For each group that a route joins to another, by partition (sigma).
    pub partitions: Vec<f64>,
}

impl Prices {
    /// What any network that does everything earns at least.
    pub fn earned(&self, partitions: &[Partition]) -> f64 {
        let joins =
            self.partitions.iter().zip(partitions).map(|(price, p)| price * (p.group_count - 1) as f64);
        self.nodes.iter().sum::<f64>() + joins.sum::<f64>()
    }

    /// A point between two lists of prices; partitions that only the second knows count nothing in the first.
    pub fn between(&self, other: &Self, weight: f64) -> Self {
        let mix = |a: &[f64], b: &[f64]| {
            let known = a.iter().copied().chain(std::iter::repeat(0.0));
            known.zip(b).map(|(a, b)| weight * a + (1.0 - weight) * b).collect()
        };
        Self { nodes: mix(&self.nodes, &other.nodes), partitions: mix(&self.partitions, &other.partitions) }
    }
}
