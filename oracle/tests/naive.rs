//! Scores and gradients of the policy against a naive computation in a tensor framework, in double precision.
//!
//! Only the parameters are shared with the policy: features come from the definitions of the costs, every pair of every
//! candidate is listed, and gradients are automatic.

mod features;
mod network;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, Decision, Extension, HaltChoice, PathAction, State, Step};
use routewright_model::{Alpha, City, Limits, Problem, Seconds};
use routewright_policy::{Architecture, Inputs, Kernel, Net, Normalisers, Observation, Workspace};
use routewright_synth::{CityKind, SynthConfig, generate};

/// Candidates per state that are scored naively.
const CANDIDATES: usize = 24;

#[test]
fn small_cities_agree() {
    for n in [2, 3, 4, 5, 7, 10, 13, 20] {
        check_city(n, n as u64, 6);
    }
}

#[test]
fn large_cities_agree() {
    for n in [33, 64, 127, 140] {
        check_city(n, n as u64, 3);
    }
}

/// Plays an episode in a symmetric and a directed city of that size and checks some of its steps.
fn check_city(n: usize, seed: u64, steps: usize) {
    for is_symmetric in [true, false] {
        for (extension, inputs, layers) in [
            (Extension::Neighbour, Inputs::Paper, 5),
            (Extension::SharedTerminal, Inputs::Extended, 5),
            (Extension::Neighbour, Inputs::Extended, 0),
        ] {
            let problem = problem(n, is_symmetric, seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let seen = std::cell::RefCell::new(Vec::new());
            play(&problem, extension, seed, |step| seen.borrow_mut().push(Observation::new(step)));
            let architecture = Architecture { inputs, layers, ..Architecture::default() };
            let mut net = Net::new(architecture, Normalisers::fit(seen.borrow().iter()), &mut rng);
            net.parameters_mut().iter_mut().for_each(|value| *value += 0.1 * (rng.random::<f32>() - 0.5));
            let every = (seen.borrow().len() / steps).max(1);
            let mut at = 0;
            play(&problem, extension, seed, |step| {
                if at % every == 0 {
                    check_step(&net, step);
                }
                at += 1;
            });
        }
    }
}

fn check_step(net: &Net, step: Step<'_>) {
    // The policy sees all candidates; those checked are spread over the list.
    let seen = Observation::new(step);
    let every = (step.actions.len() / CANDIDATES).max(1);
    let checked: Vec<usize> = (0..step.actions.len()).step_by(every).take(CANDIDATES).collect();
    let actions: Vec<PathAction> = checked.iter().map(|&at| step.actions[at]).collect();
    let count = if step.state.decision() == Decision::Halt { 1 } else { actions.len() };
    let weights: Vec<f64> = (0..count).map(|at| ((at * 7 % 5) as f64 - 1.5) / count as f64).collect();
    let naive = network::evaluate(net, &features::of(step, &actions), &weights);

    let n = step.state.problem().city.node_count();
    let label = format!("{n} nodes, {:?}, {} stops", step.state.decision(), step.state.route().len());
    let mut space = Workspace::default();
    for kernel in [Kernel::Scalar, Kernel::Fast] {
        let mut scores = vec![0.0; seen.score_count()];
        net.score(kernel, &seen, &mut space, &mut scores);
        let mut all_weights = vec![0.0; seen.score_count()];
        for (at, (&weight, &expected)) in weights.iter().zip(&naive.scores).enumerate() {
            let place = checked.get(at).copied().unwrap_or(0);
            all_weights[place] = weight as f32;
            let found = f64::from(scores[place]);
            assert!(
                (found - expected).abs() <= 1e-4 * (1.0 + expected.abs()),
                "{label}: {found} instead of {expected} by {}",
                kernel.name()
            );
        }
        let mut gradient = vec![0.0; net.parameters().len()];
        net.add_gradient(kernel, &seen, &mut space, &all_weights, &mut gradient);
        for (tensor, expected) in net.tensors().iter().zip(&naive.gradients) {
            let size = expected.iter().fold(1e-2f64, |size, value| size.max(value.abs()));
            for (&found, expected) in gradient[tensor.range.clone()].iter().zip(expected) {
                assert!(
                    (f64::from(found) - expected).abs() <= 1e-4 * size,
                    "{label}: gradient of {} is {found} instead of {expected} by {}",
                    tensor.name,
                    kernel.name()
                );
            }
        }
    }
}

/// A random problem; where it is not symmetric, times and demand differ by direction.
fn problem(n: usize, is_symmetric: bool, seed: u64) -> Problem {
    let kind = CityKind::ALL[seed as usize % CityKind::ALL.len()];
    let mut parts = generate(&SynthConfig::new(kind, n), seed).unwrap().to_parts();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    if !is_symmetric {
        parts.links.iter_mut().for_each(|link| link.time = Seconds(link.time.0 + rng.random_range(0..200)));
        parts.demand.iter_mut().for_each(|demand| demand.trips = f64::from(rng.random_range(0..500u32)));
        parts.demand[0].trips = 3.0;
    }
    let limits = Limits::new(3, 2, (n / 2).clamp(2, 14)).unwrap();
    Problem::new(std::sync::Arc::new(City::new(parts).unwrap()), limits, Alpha::new(rng.random()).unwrap())
}

/// Plays an episode at random, the same one for the same seed.
fn play(problem: &Problem, extension: Extension, seed: u64, visit: impl FnMut(Step<'_>)) {
    let mut visit = visit;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = State::new(problem, ConstructionOptions { extension, ..Default::default() });
    let mut actions = Vec::new();
    while state.decision() != Decision::Over {
        if state.decision() == Decision::Extend {
            state.path_actions(&mut actions);
            if actions.is_empty() {
                return;
            }
            visit(Step { state: &state, actions: &actions });
            state.extend(&actions[rng.random_range(0..actions.len() as u32) as usize]);
            continue;
        }
        match state.halt_choice() {
            HaltChoice::MustHalt => state.halt(),
            HaltChoice::MustContinue => state.go_on(),
            HaltChoice::Either => {
                visit(Step { state: &state, actions: &[] });
                if rng.random_bool(0.3) { state.halt() } else { state.go_on() }
            }
        }
    }
}
