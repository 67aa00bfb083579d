//! The random policy is exactly what it says, by either way of playing it.

mod case;

use std::collections::BTreeMap;

use case::{Indifferent, all_options, problem_in};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, End, PathAction, Policy, State, UniformPolicy, construct};
use routewright_model::{NodeId, Seconds};
use routewright_synth::{directed_grid_city, grid_city};

const DRAWS: usize = 20_000;

/// Sum over the classes of (counted - expected)^2 / expected, less its mean, in its own deviations.
fn excess_of_chi_square(counts: &[usize], expected: f64) -> f64 {
    let square = |&count: &usize| (count as f64 - expected).powi(2) / expected;
    let freedom = (counts.len() - 1) as f64;
    (counts.iter().map(square).sum::<f64>() - freedom) / (2.0 * freedom).sqrt()
}

fn check_uniform(state: &State<'_>, rng: &mut ChaCha8Rng) {
    let mut actions = Vec::new();
    state.path_actions(&mut actions);
    let mut counts: BTreeMap<PathAction, usize> = actions.iter().map(|&action| (action, 0)).collect();
    for _ in 0..DRAWS {
        let action = state.draw_path_action(rng).unwrap();
        *counts.get_mut(&action).expect("only legal paths are drawn") += 1;
    }
    let counts: Vec<usize> = counts.into_values().collect();
    if counts.len() > 1 {
        let excess = excess_of_chi_square(&counts, DRAWS as f64 / counts.len() as f64);
        assert!(excess < 5.0, "{excess}: {counts:?}");
    }
}

#[test]
fn every_legal_path_is_drawn_as_often_as_any_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for city in [grid_city(4, 3, Seconds(60)), directed_grid_city(3, 3, Seconds(60), Seconds(100))] {
        let problem = problem_in(city, [2, 3, 7]);
        for options in all_options() {
            let mut state = State::new(&problem, options);
            check_uniform(&state, &mut rng);
            state.extend(&PathAction { end: End::Last, from: NodeId::new(1), to: NodeId::new(4) });
            check_uniform(&state, &mut rng);
        }
    }
}

#[test]
fn rare_paths_are_found_too() {
    // One street of 100 nodes, routes of two stops: one pair in fifty is a neighbouring one.
    let problem = problem_in(grid_city(100, 1, Seconds(60)), [1, 2, 2]);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let state = State::new(&problem, ConstructionOptions::default());
    let mut actions = Vec::new();
    state.path_actions(&mut actions);
    assert_eq!(actions.len(), 198);
    check_uniform(&state, &mut rng);
}

#[test]
fn both_ways_of_playing_build_the_same_routes_as_often() {
    let problem = problem_in(grid_city(3, 2, Seconds(60)), [1, 3, 5]);
    for options in all_options().filter(|options| options.distinct) {
        let count = |policy: &dyn Policy, seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut counts: BTreeMap<Vec<Vec<NodeId>>, usize> = BTreeMap::new();
            for _ in 0..DRAWS {
                *counts.entry(construct(&problem, options, policy, &mut rng)).or_default() += 1;
            }
            counts
        };
        let (drawn, scored) = (count(&UniformPolicy, 1), count(&Indifferent, 2));
        for network in drawn.keys().chain(scored.keys()) {
            let [a, b] = [&drawn, &scored].map(|counts| counts.get(network).copied().unwrap_or(0) as f64);
            assert!((a - b).abs() <= 5.0 * (a + b).sqrt(), "{network:?}: {a} and {b} times");
        }
    }
}
