//! The best strategy from everywhere to one destination.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::graph::Graph;
use crate::strategies::RiderCosts;

const NONE: usize = usize::MAX;

/// Labels of all nodes for one destination. Sized once, used for destination after destination.
pub(super) struct Labels {
    /// Expected perceived minutes to the destination.
    pub minutes: Vec<f64>,
    /// Departures per minute of the lines a rider is ready to take; infinite where one goes on at once.
    pub frequency: Vec<f64>,
    /// Nodes that reach the destination, in the order in which their labels became final.
    pub order: Vec<usize>,
    /// When the label of each node was last changed.
    changed: Vec<usize>,
    /// The links of each node's strategy, as lists: the latest link of a node, and the one before each link.
    latest: Vec<usize>,
    before: Vec<usize>,
    queue: BinaryHeap<Entry>,
}

impl Labels {
    pub fn new(graph: &Graph) -> Self {
        Self {
            minutes: vec![f64::INFINITY; graph.node_count],
            frequency: vec![0.0; graph.node_count],
            order: Vec::with_capacity(graph.node_count),
            changed: vec![0; graph.node_count],
            latest: vec![NONE; graph.node_count],
            before: vec![NONE; graph.links.len()],
            queue: BinaryHeap::new(),
        }
    }

    /// Sets all labels for a destination.
    pub fn set(&mut self, graph: &Graph, destination: usize, costs: &RiderCosts) {
        self.minutes.fill(f64::INFINITY);
        self.frequency.fill(0.0);
        self.changed.fill(0);
        self.latest.fill(NONE);
        self.queue.clear();
        let mut changes = 0;
        for node in [destination, graph.place_count + destination] {
            self.minutes[node] = 0.0;
            self.frequency[node] = f64::INFINITY;
            self.push_links_into(graph, node);
        }
        while let Some(Entry { minutes, link: at }) = self.queue.pop() {
            let link = &graph.links[at];
            // An entry made before the label of its head fell.
            if minutes > self.minutes[link.to] + link.cost || minutes >= self.minutes[link.from] {
                continue;
            }
            let node = link.from;
            if link.frequency.is_infinite() {
                self.minutes[node] = minutes;
                self.frequency[node] = f64::INFINITY;
                self.before[at] = NONE;
            } else if self.frequency[node].is_infinite() {
                continue;
            } else {
                let (so_far, added) = (self.frequency[node], link.frequency);
                let all = so_far + added;
                self.minutes[node] = match so_far == 0.0 {
                    true => costs.wait_weight * costs.wait_factor / added + minutes,
                    false => (so_far * self.minutes[node] + added * minutes) / all,
                };
                self.frequency[node] = all;
                self.before[at] = self.latest[node];
            }
            self.latest[node] = at;
            changes += 1;
            self.changed[node] = changes;
            self.push_links_into(graph, node);
        }
        let changed = &self.changed;
        self.order.clear();
        self.order.extend((0..graph.node_count).filter(|&node| changed[node] > 0));
        self.order.sort_unstable_by_key(|&node| changed[node]);
    }

    /// The links that a rider at a node is ready to take.
    pub fn strategy(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let listed = |at: usize| (at != NONE).then_some(at);
        std::iter::successors(listed(self.latest[node]), move |&at| listed(self.before[at]))
    }

    fn push_links_into(&mut self, graph: &Graph, node: usize) {
        let minutes = self.minutes[node];
        let entry = |&link: &usize| Entry { minutes: minutes + graph.links[link].cost, link };
        self.queue.extend(graph.links_into(node).iter().map(entry));
    }
}

/// A link to look at, and the time it leads to: the least first, then the first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    minutes: f64,
    link: usize,
}

impl Eq for Entry {}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.minutes.total_cmp(&self.minutes).then(other.link.cmp(&self.link))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
