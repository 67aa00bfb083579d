//! How little the rest of a path can cost.

use super::streets::Streets;

/// Least cost of finishing a path, by the number of its stops so far and the link it arrived over. The rest
/// is a walk: it may come back to a node, but not at once, and never to the start.
pub(super) struct Completion {
    /// By stops so far, then by link.
    least: Vec<f64>,
    links: usize,
}

/// Which paths count: those from one end to nodes of a higher rank, so that no path counts twice.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    /// The first node; any, if `None`.
    pub node: Option<usize>,
    /// Order of the nodes.
    pub rank: &'a [u32],
}

impl Start<'_> {
    /// Whether a path may end at a node.
    pub fn allows_end(&self, streets: &Streets, node: usize) -> bool {
        streets.may_end[node] && self.node.is_none_or(|start| self.rank[start] < self.rank[node])
    }
}

impl Completion {
    pub fn new(streets: &Streets) -> Self {
        let links = streets.link_count();
        Self { least: vec![f64::INFINITY; (streets.max_stops + 1) * links], links }
    }

    /// Least cost of the rest after arriving over `link` with so many stops.
    pub fn least(&self, stops: usize, link: usize) -> f64 {
        self.least[stops * self.links + link]
    }

    /// Computes the costs anew, where `step` is that of driving a link and stopping at its end.
    pub fn fill(&mut self, streets: &Streets, start: Start<'_>, step: &[f64]) {
        for stops in (2..=streets.max_stops).rev() {
            let (here, further) = self.least.split_at_mut((stops + 1) * self.links);
            let here = &mut here[stops * self.links..];
            for node in 0..streets.node_count() {
                let can_end = stops >= streets.min_stops && start.allows_end(streets, node);
                let end = if can_end { 0.0 } else { f64::INFINITY };
                let (mut best, mut second, mut best_link) = (f64::INFINITY, f64::INFINITY, usize::MAX);
                if stops < streets.max_stops {
                    for link in streets.links_from(node) {
                        if start.node == Some(streets.to[link]) {
                            continue;
                        }
                        let cost = step[link] + further[link];
                        if cost < best {
                            (second, best, best_link) = (best, cost, link);
                        } else if cost < second {
                            second = cost;
                        }
                    }
                }
                for link in streets.links_from(node) {
                    let onward = if link == best_link { second } else { best };
                    here[streets.back[link]] = end.min(onward);
                }
            }
        }
    }
}
