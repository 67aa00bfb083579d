//! Random problems of every kind that construction has to get right.

#![allow(dead_code)] // each test file uses its part

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, Extension, Policy, Scores, Step};
use routewright_model::{
    Alpha, City, CityParts, Coordinates, Demand, Limits, Link, Node, NodeId, Position, Problem, Seconds,
};

/// How the streets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streets {
    /// The same both ways.
    Symmetric,
    /// Times differ by direction, and some streets are one-way.
    Directed,
}

/// A problem in a city of its own, where about one node in eight is no terminal.
pub fn problem(streets: Streets, node_count: usize, limits: Limits, seed: u64) -> Problem {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let n = node_count;
    let mut links = BTreeMap::new();
    // A tree driven both ways keeps the city connected; other streets come on top.
    let tree: Vec<_> = (1..n).map(|node| (rng.random_range(0..node), node)).collect();
    let extra: Vec<_> = (0..n).map(|_| (rng.random_range(0..n), rng.random_range(0..n))).collect();
    for (index, (a, b)) in tree.into_iter().chain(extra).enumerate() {
        let (time, back) = (rng.random_range(1..600), rng.random_range(1..600));
        if a == b || links.contains_key(&(a, b)) || links.contains_key(&(b, a)) {
            continue;
        }
        links.insert((a, b), time);
        match streets {
            Streets::Symmetric => links.insert((b, a), time),
            Streets::Directed if index < n - 1 || rng.random_bool(0.5) => links.insert((b, a), back),
            Streets::Directed => None,
        };
    }
    let mut demand = vec![Demand { from: NodeId::new(0), to: NodeId::new(1), trips: 3.0 }];
    for (from, to) in (0..n).flat_map(|from| (0..n).map(move |to| (from, to))) {
        if from != to && (from, to) != (0, 1) && rng.random_bool(0.5) {
            demand.push(Demand { from: NodeId::new(from), to: NodeId::new(to), trips: 1.0 });
        }
    }
    let node = |index: usize| Node {
        name: index.to_string(),
        label: None,
        position: Position::default(),
        terminal: index < 2 || rng.random_bool(7.0 / 8.0),
    };
    let city = City::new(CityParts {
        name: "random".into(),
        coordinates: Coordinates::Metres,
        nodes: (0..n).map(node).collect(),
        links: links
            .into_iter()
            .map(|((a, b), time)| Link { from: NodeId::new(a), to: NodeId::new(b), time: Seconds(time) })
            .collect(),
        demand,
        ..CityParts::default()
    });
    Problem::new(Arc::new(city.unwrap()), limits, Alpha::new(0.5).unwrap())
}

/// A problem in a city given.
pub fn problem_in(city: City, [routes, min, max]: [usize; 3]) -> Problem {
    Problem::new(Arc::new(city), Limits::new(routes, min, max).unwrap(), Alpha::new(0.5).unwrap())
}

/// Every combination of the options.
pub fn all_options() -> impl Iterator<Item = ConstructionOptions> {
    (0..8).map(|bits| ConstructionOptions {
        extension: if bits & 1 == 0 { Extension::Neighbour } else { Extension::SharedTerminal },
        cover_demand: bits & 2 != 0,
        distinct: bits & 4 != 0,
    })
}

/// Gives no scores, but has to be asked.
pub struct Indifferent;

impl Policy for Indifferent {
    fn score(&self, _steps: &[Step<'_>], _scores: &mut Scores) {}
}

/// Prefers paths to nodes with a high index, and long routes.
pub struct Opinionated;

impl Policy for Opinionated {
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
        for (at, step) in steps.iter().enumerate() {
            for (score, action) in scores.paths_mut(at).iter_mut().zip(step.actions) {
                *score = action.to.index() as f32 / 4.0;
            }
            *scores.halt_mut(at) = -1.0;
        }
    }
}
