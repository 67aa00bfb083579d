//! Constraints that a network can break and still be scored.

use std::fmt;

use routewright_model::{Network, Problem};

/// One broken constraint. Its text is written for planners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// The network has too few or too many routes.
    RouteCount {
        /// Routes in the network.
        actual: usize,
        /// Routes asked for.
        asked: usize,
    },
    /// A route has fewer stops than allowed.
    TooFewStops {
        /// Its name.
        route: String,
        /// Its stops.
        stops: usize,
        /// The least allowed.
        min: usize,
    },
    /// A route has more stops than allowed.
    TooManyStops {
        /// Its name.
        route: String,
        /// Its stops.
        stops: usize,
        /// The most allowed.
        max: usize,
    },
    /// A route starts or ends at a node that is not a terminal.
    BadEnd {
        /// Its name.
        route: String,
        /// The node's name.
        node: String,
    },
    /// Demand that no trip serves.
    Unserved {
        /// Ordered pairs of nodes.
        pairs: usize,
    },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RouteCount { actual, asked } => {
                write!(f, "the number of routes is {actual}, but {asked} are asked for")
            }
            Self::TooFewStops { route, stops, min } => {
                write!(f, "route {route} has {stops} stops, fewer than the {min} it needs")
            }
            Self::TooManyStops { route, stops, max } => {
                write!(f, "route {route} has {stops} stops, more than the {max} allowed")
            }
            Self::BadEnd { route, node } => {
                write!(f, "route {route} ends at node {node}, where no route may start or end")
            }
            Self::Unserved { pairs: 1 } => write!(f, "one pair of nodes with demand is not connected"),
            Self::Unserved { pairs } => write!(f, "{pairs} pairs of nodes with demand are not connected"),
        }
    }
}

/// Every constraint the network breaks, given how many pairs with demand it leaves unserved.
///
/// Routes with a timetable of their own are an agency's and are scored as they are: they may end anywhere. Limits
/// are for the stops of the way out.
pub fn violations(problem: &Problem, network: &Network, unserved_pairs: usize) -> Vec<Violation> {
    let limits = problem.limits;
    let mut found = Vec::new();
    if network.routes.len() != limits.routes() {
        found.push(Violation::RouteCount { actual: network.routes.len(), asked: limits.routes() });
    }
    for route in &network.routes {
        let (name, stops) = (route.name().to_owned(), route.stop_count());
        if stops < limits.min_stops() {
            found.push(Violation::TooFewStops { route: name, stops, min: limits.min_stops() });
        } else if stops > limits.max_stops() {
            found.push(Violation::TooManyStops { route: name, stops, max: limits.max_stops() });
        }
        if route.has_own_times() {
            continue;
        }
        for end in [route.stops()[0], route.stops()[stops - 1]] {
            let node = problem.city.node(end);
            if !node.terminal {
                found.push(Violation::BadEnd { route: route.name().to_owned(), node: node.name.clone() });
            }
        }
    }
    if unserved_pairs > 0 {
        found.push(Violation::Unserved { pairs: unserved_pairs });
    }
    found
}
