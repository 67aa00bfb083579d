//! Scoring apart from any search.

use rayon::prelude::*;
use routewright_eval::{Evaluator, Figures, Line, Score, assess, reference};
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

/// Scores many networks by the fast evaluator, on so many threads; the scores are the same for any number.
pub fn score_many(problem: &Problem, networks: &[&Network], threads: usize) -> Vec<Score> {
    in_pool(threads, || {
        let scores = networks
            .par_iter()
            .map_init(|| Evaluator::new(problem), |evaluator, network| evaluator.score(network));
        scores.collect()
    })
}

/// Keeps all routes of a network but one, and scores others in its place, on so many threads.
///
/// # Panics
/// The network has no such route.
pub fn score_replacements(
    problem: &Problem,
    network: &Network,
    out: usize,
    candidates: &[Route],
    threads: usize,
) -> Vec<Score> {
    assert!(out < network.routes.len(), "a route of the network is replaced");
    let kept = || {
        let mut evaluator = Evaluator::new(problem);
        let others = network.routes.iter().enumerate().filter(|(at, _)| *at != out);
        let lines: Vec<Line<'_>> = others.flat_map(|(_, route)| Line::of(route)).collect();
        evaluator.keep(lines.into_iter());
        evaluator
    };
    let score = |evaluator: &mut Evaluator<'_>, candidate: &Route| {
        let mut lines = Line::of(candidate);
        match (lines.next(), lines.next()) {
            (Some(line), None) => evaluator.score_with(line),
            // A way back by other stops is a line of its own.
            _ => {
                let mut whole = network.clone();
                whole.routes[out] = candidate.clone();
                Evaluator::new(problem).score(&whole)
            }
        }
    };
    in_pool(threads, || candidates.par_iter().map_init(kept, score).collect())
}

/// Runs work on so many threads.
fn in_pool<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    match rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build() {
        Ok(pool) => pool.install(work),
        // No threads of our own: the common ones do.
        Err(_) => work(),
    }
}

/// The routes of a network as lists of node names, as JSON.
pub fn stop_names(city: &City, network: &Network) -> Value {
    let route = |route: &Route| -> Vec<&str> {
        route.stops().iter().map(|&stop| city.node(stop).name.as_str()).collect()
    };
    json!(network.routes.iter().map(route).collect::<Vec<_>>())
}
