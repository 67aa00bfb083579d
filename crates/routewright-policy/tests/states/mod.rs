//! States of construction episodes to test on.
#![allow(dead_code)] // each test uses its part

use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, Decision, Extension, HaltChoice, PathAction, State, Step};
use routewright_model::{Alpha, City, Direction, Limits, NodeId, Pattern, Problem, Route, Seconds};
use routewright_policy::{Architecture, Embeddings, EpisodeTracker, Inputs, Net, Normalisers, Observation};
use routewright_synth::{CityKind, SynthConfig, generate};

/// Streets and demand the same both ways, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    Same,
    Differ,
}

/// A random problem. Where sides differ, link times and demand depend on direction, and a fixed route is one-way.
pub fn problem(n: usize, sides: Sides, seed: u64) -> Problem {
    let kind = CityKind::ALL[seed as usize % CityKind::ALL.len()];
    let city = generate(&SynthConfig::new(kind, n), seed).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut parts = city.to_parts();
    if sides == Sides::Differ {
        for link in &mut parts.links {
            link.time = Seconds(link.time.0 + rng.random_range(0..200));
        }
        for demand in &mut parts.demand {
            demand.trips = f64::from(rng.random_range(0..500u32));
        }
        parts.demand[0].trips = 7.0;
    }
    let city = Arc::new(City::new(parts).unwrap());
    let limits = Limits::new(4, 2, (n / 2).clamp(2, 12)).unwrap();
    let mut problem = Problem::new(city.clone(), limits, Alpha::new(rng.random()).unwrap());
    if sides == Sides::Differ && n > 4 {
        let from = city.node_ids().next().unwrap();
        let to = city.links_from(from)[0].0;
        let metro =
            Route::with_leg_times(&city, "metro", vec![from, to], vec![Seconds(50)], Direction::OneWay);
        // There and back by other stops.
        let way = |nodes: &[usize]| Pattern {
            stops: nodes.iter().map(|&node| NodeId::new(node)).collect(),
            legs: vec![Seconds(70); nodes.len() - 1],
        };
        let tram = Route::with_timetable(&city, "tram", way(&[1, 3]), Some(way(&[3, 2, 4, 1])));
        problem.fixed = [metro.unwrap(), tram.unwrap()].into_iter().collect();
    }
    problem
}

/// Plays an episode at random and calls `visit` with every decision of a policy.
pub fn play(problem: &Problem, extension: Extension, rng: &mut impl Rng, mut visit: impl FnMut(Step<'_>)) {
    let options = ConstructionOptions { extension, ..Default::default() };
    let mut state = State::new(problem, options);
    let mut actions: Vec<PathAction> = Vec::new();
    loop {
        match state.decision() {
            Decision::Over => return,
            Decision::Extend => {
                state.path_actions(&mut actions);
                if actions.is_empty() {
                    return;
                }
                visit(Step { state: &state, actions: &actions });
                let choice = rng.random_range(0..actions.len() as u32) as usize;
                state.extend(&actions[choice]);
            }
            Decision::Halt => match state.halt_choice() {
                HaltChoice::MustHalt => state.halt(),
                HaltChoice::MustContinue => state.go_on(),
                HaltChoice::Either => {
                    visit(Step { state: &state, actions: &[] });
                    if rng.random_bool(0.3) { state.halt() } else { state.go_on() }
                }
            },
        }
    }
}

/// Up to `most` observations of an episode, of every kind that comes up.
pub fn observations(problem: &Problem, extension: Extension, seed: u64, most: usize) -> Vec<Observation> {
    let mut tracker = EpisodeTracker::new(problem);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = Vec::new();
    play(problem, extension, &mut rng, |step| found.push(tracker.observe(step)));
    let step = (found.len() / most).max(1);
    found.into_iter().step_by(step).take(most).collect()
}

/// The same without attention.
pub fn flat_net(inputs: Inputs, normalisers: Normalisers, seed: u64) -> Net {
    let architecture =
        Architecture { layers: 0, ..small_net(inputs, Normalisers::default(), 0).architecture().clone() };
    shaken(architecture, normalisers, seed)
}

/// A small net with all parameters drawn at random.
pub fn small_net(inputs: Inputs, normalisers: Normalisers, seed: u64) -> Net {
    let architecture = Architecture {
        layers: 2,
        heads: 4,
        width: 16,
        pair_hidden: 16,
        path_hidden: 16,
        halt_hidden: 16,
        inputs,
        residual: seed % 2 == 1,
        embeddings: [Embeddings::Own, Embeddings::Exchanged, Embeddings::Mean][seed as usize % 3],
    };
    shaken(architecture, normalisers, seed)
}

/// A net with all parameters drawn at random, including biases.
pub fn shaken(architecture: Architecture, normalisers: Normalisers, seed: u64) -> Net {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut net = Net::new(architecture, normalisers, &mut rng);
    for parameter in net.parameters_mut() {
        *parameter += 0.2 * (2.0 * rng.random::<f32>() - 1.0);
    }
    net
}
