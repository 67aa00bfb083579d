//! Nets and settings at the edge of what numbers can hold: a network comes out, never a panic.

mod states;

use std::sync::Arc;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, construct, rebuild_route};
use routewright_model::{Alpha, City, Limits, Problem};
use routewright_policy::{Inputs, Kernel, Net, NeuralPolicy, Normalisers, Temperature};
use states::{flat_net, small_net};

fn mandl(max_stops: usize) -> Problem {
    let limits = Limits::new(3, 2, max_stops).unwrap();
    Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap())
}

/// Builds a network and rebuilds a route of it.
fn build(problem: &Problem, policy: &NeuralPolicy) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let options = ConstructionOptions::default();
    let routes = construct(problem, options, policy, &mut rng);
    assert_eq!(routes.len(), problem.limits.routes());
    let others = routes[1..].iter().map(Vec::as_slice);
    // A greedy policy may build the same route again and again: then there is none.
    if let Some(route) = rebuild_route(problem, options, policy, others, &mut rng) {
        assert!(route.len() >= problem.limits.min_stops());
    }
}

fn policies(change: impl Fn(&mut Net)) -> Vec<NeuralPolicy> {
    let mut policies = Vec::new();
    for make in [small_net, flat_net] {
        let mut net = make(Inputs::Extended, Normalisers::default(), 1);
        change(&mut net);
        let policy = NeuralPolicy::new(Arc::new(net));
        policies.extend([Kernel::Scalar, Kernel::Fast].map(|kernel| policy.clone().with_kernel(kernel)));
    }
    policies
}

#[test]
fn nets_whose_scores_overflow_choose_uniformly() {
    for factor in [1e30, -1e30, f32::MAX, f32::INFINITY, f32::NAN] {
        let scaled = policies(|net| net.parameters_mut().iter_mut().for_each(|weight| *weight *= factor));
        scaled.iter().for_each(|policy| build(&mandl(8), policy));
    }
}

#[test]
fn every_valid_temperature_builds_networks() {
    for value in [Temperature::LEAST, 1e-3, 1e3, Temperature::MOST] {
        let temperature = Temperature::new(value).unwrap();
        for policy in policies(|_| ()) {
            build(&mandl(8), &policy.with_temperature(temperature));
        }
    }
}

#[test]
fn memory_does_not_grow_with_the_stops_allowed() {
    for policy in policies(|_| ()) {
        build(&mandl(Limits::MOST), &policy);
    }
}
