//! What all tests of moves need: small cities, and every outcome of many draws.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_model::{
    Alpha, City, CityParts, Demand, Limits, Link, Node, NodeId, Position, Problem, Seconds,
};
use routewright_synth::{directed_grid_city, grid_city};

use super::{Move, MoveContext, PairMove};

const DRAWS: u64 = 3000;

pub(crate) fn nodes(indices: &[usize]) -> Vec<NodeId> {
    indices.iter().copied().map(NodeId::new).collect()
}

/// A city with these streets, a minute each and both ways.
pub(crate) fn city(node_count: usize, streets: &[(usize, usize)]) -> City {
    let node =
        |at: usize| Node { name: at.to_string(), label: None, position: Position::default(), terminal: true };
    let link = |(from, to)| Link { from: NodeId::new(from), to: NodeId::new(to), time: Seconds(60) };
    let both = |&(a, b): &(usize, usize)| [link((a, b)), link((b, a))];
    City::new(CityParts {
        nodes: (0..node_count).map(node).collect(),
        links: streets.iter().flat_map(both).collect(),
        demand: vec![Demand { from: NodeId::new(0), to: NodeId::new(1), trips: 1.0 }],
        ..CityParts::default()
    })
    .unwrap()
}

pub(crate) fn problem(city: City, min_stops: usize, max_stops: usize) -> Problem {
    let limits = Limits::new(2, min_stops, max_stops).unwrap();
    Problem::new(Arc::new(city), limits, Alpha::new(0.5).unwrap())
}

/// Nodes are numbered row by row.
pub(crate) fn grid(columns: usize, rows: usize, min_stops: usize, max_stops: usize) -> Problem {
    problem(grid_city(columns, rows, Seconds(60)), min_stops, max_stops)
}

/// The same, slower one way than the other.
pub(crate) fn directed_grid(columns: usize, rows: usize, min_stops: usize, max_stops: usize) -> Problem {
    problem(directed_grid_city(columns, rows, Seconds(60), Seconds(90)), min_stops, max_stops)
}

/// The same with some nodes where no route may end.
pub(crate) fn without_terminals(problem: Problem, taken: &[usize]) -> Problem {
    let mut parts = problem.city.to_parts();
    taken.iter().for_each(|&node| parts.nodes[node].terminal = false);
    Problem { city: Arc::new(City::new(parts).unwrap()), ..problem }
}

/// Every legal outcome of a move, in order.
pub(crate) fn outcomes(problem: &Problem, kind: &dyn Move, stops: &[usize]) -> Vec<String> {
    let context = MoveContext::new(problem);
    let stops = nodes(stops);
    let mut found = BTreeSet::new();
    for seed in 0..DRAWS {
        let mut draft = stops.clone();
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        if kind.propose(&context, rng, &stops, &mut draft) && context.rules.allow(&draft) {
            assert!(context.is_legal(&draft), "{}: {draft:?}", kind.name());
            found.insert(text(&draft));
        }
    }
    found.into_iter().collect()
}

/// Every legal outcome of a move of two routes, in order.
pub(crate) fn pair_outcomes(problem: &Problem, kind: &dyn PairMove, stops: [&[usize]; 2]) -> Vec<String> {
    let context = MoveContext::new(problem);
    let stops = stops.map(nodes);
    let mut found = BTreeSet::new();
    for seed in 0..DRAWS {
        let mut drafts = stops.clone();
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        if kind.propose(&context, rng, [&stops[0], &stops[1]], &mut drafts)
            && drafts.iter().all(|draft| context.rules.allow(draft))
        {
            assert!(drafts.iter().all(|draft| context.is_legal(draft)), "{}: {drafts:?}", kind.name());
            found.insert(drafts.each_ref().map(|draft| text(draft)).join(" "));
        }
    }
    found.into_iter().collect()
}

fn text(stops: &[NodeId]) -> String {
    stops.iter().map(|stop| stop.index().to_string()).collect::<Vec<_>>().join("-")
}
