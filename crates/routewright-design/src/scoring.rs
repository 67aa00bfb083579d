//! Scoring apart from any search.

use routewright_eval::{Figures, assess, reference};
use routewright_model::{City, Network, Problem, Route};
use serde_json::{Value, json};

/// Cities up to this size are scored by the definitions; above, that would take too long.
const MOST_NODES_BY_DEFINITION: usize = 400;

/// Scores a network apart from any search, by the slow reference wherever that ends in reasonable time.
pub fn score(problem: &Problem, network: &Network) -> Figures {
    match problem.city.node_count() {
        ..=MOST_NODES_BY_DEFINITION => reference::evaluate(problem, network),
        _ => assess(problem, network),
    }
}

/// The routes of a network as lists of node names, as JSON.
pub fn stop_names(city: &City, network: &Network) -> Value {
    let route = |route: &Route| -> Vec<&str> {
        route.stops().iter().map(|&stop| city.node(stop).name.as_str()).collect()
    };
    json!(network.routes.iter().map(route).collect::<Vec<_>>())
}
