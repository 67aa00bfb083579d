//! An order of the nodes in which those near each other share a group of lanes.

use routewright_model::{City, NodeId};

/// The nodes in groups of `size`, as compact as repeated halving makes them.
pub(crate) fn compact_order(city: &City, size: usize) -> Vec<u32> {
    let mut order: Vec<NodeId> = city.node_ids().collect();
    halve(city, &mut order, size);
    order.into_iter().map(|node| node.index() as u32).collect()
}

/// Parts nodes between two that are far from each other, into whole groups on one side.
fn halve(city: &City, nodes: &mut [NodeId], size: usize) {
    if nodes.len() <= size {
        return;
    }
    let between = |from: NodeId, to: NodeId| u64::from(city.drive_time(from, to).0);
    let farthest = |from: NodeId| nodes.iter().copied().max_by_key(|&node| (between(from, node), node));
    let one = farthest(nodes[0]).expect("there are nodes");
    let other = farthest(one).expect("there are nodes");
    nodes.sort_by_key(|&node| (between(one, node) + (1 << 40) - between(other, node), node));
    let half = nodes.len().div_ceil(size) / 2 * size;
    let (near, far) = nodes.split_at_mut(half);
    halve(city, near, size);
    halve(city, far, size);
}
