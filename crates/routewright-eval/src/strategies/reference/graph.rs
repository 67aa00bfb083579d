//! Places and vehicles as a graph.
//!
//! Every place is there twice: for riders who have not boarded yet, and for those who have. Boarding from the
//! first is free, from the second it is a change and costs the penalty.

use crate::strategies::{RiderCosts, ServiceLine, Walk};

/// What a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// On foot.
    Walk,
    /// Into a vehicle for the first time.
    FirstBoarding { line: usize },
    /// Into another vehicle.
    Change { line: usize },
    /// From a stop to the next; its line, and the place of the leg on it.
    Ride { line: usize, leg: usize },
    /// Out of a vehicle.
    Alight,
}

/// A link of the graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub from: usize,
    pub to: usize,
    /// Perceived minutes.
    pub cost: f64,
    /// Minutes, as a clock shows them.
    pub minutes: f64,
    /// Departures per minute; infinite where nobody waits.
    pub frequency: f64,
    pub kind: Kind,
}

/// The graph, with the links into each node at hand.
pub(super) struct Graph {
    pub node_count: usize,
    pub place_count: usize,
    pub links: Vec<Link>,
    /// Links by the node they lead to.
    into: Vec<usize>,
    /// Where the links into each node start in `into`.
    starts: Vec<usize>,
}

impl Graph {
    pub fn new(place_count: usize, lines: &[ServiceLine], walks: &[Walk], costs: &RiderCosts) -> Self {
        let mut links = Vec::new();
        for walk in walks {
            let cost = costs.walk_weight * walk.minutes;
            for copy in [0, place_count] {
                let (from, to) = (copy + walk.from.index(), copy + walk.to.index());
                let (minutes, frequency) = (walk.minutes, f64::INFINITY);
                links.push(Link { from, to, cost, minutes, frequency, kind: Kind::Walk });
            }
        }
        let mut node_count = 2 * place_count;
        for (line, service) in lines.iter().enumerate() {
            for (at, stop) in service.stops.iter().map(|stop| stop.index()).enumerate() {
                let on_board = node_count + at;
                let link =
                    |from, to, cost, frequency, kind| Link { from, to, cost, minutes: 0.0, frequency, kind };
                if let Some(&minutes) = service.leg_minutes.get(at) {
                    let frequency = 1.0 / service.headway;
                    links.push(link(stop, on_board, 0.0, frequency, Kind::FirstBoarding { line }));
                    let penalty = costs.transfer_penalty;
                    links.push(link(place_count + stop, on_board, penalty, frequency, Kind::Change { line }));
                    let kind = Kind::Ride { line, leg: at };
                    let ride = link(on_board, on_board + 1, minutes, f64::INFINITY, kind);
                    links.push(Link { minutes, ..ride });
                }
                if at > 0 {
                    links.push(link(on_board, place_count + stop, 0.0, f64::INFINITY, Kind::Alight));
                }
            }
            node_count += service.stops.len();
        }
        let mut starts = vec![0; node_count + 1];
        links.iter().for_each(|link| starts[link.to + 1] += 1);
        for node in 0..node_count {
            starts[node + 1] += starts[node];
        }
        let (mut next, mut into) = (starts.clone(), vec![0; links.len()]);
        for (at, link) in links.iter().enumerate() {
            into[next[link.to]] = at;
            next[link.to] += 1;
        }
        Self { node_count, place_count, links, into, starts }
    }

    /// The links that lead to a node.
    pub fn links_into(&self, node: usize) -> &[usize] {
        &self.into[self.starts[node]..self.starts[node + 1]]
    }
}
