//! Gradients against finite differences, tensor by tensor.

mod states;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_env::{Decision, Extension};
use routewright_policy::{Inputs, Kernel, Net, Normalisers, Observation, Workspace};
use states::{Sides, flat_net, observations, problem, small_net};

/// How far parameters are moved to measure a slope.
const STEP: f32 = 2e-3;

#[test]
fn gradients_are_those_of_finite_differences() {
    for sides in [Sides::Same, Sides::Differ] {
        for extension in [Extension::Neighbour, Extension::SharedTerminal] {
            for seed in 0..3 {
                let problem = problem(7 + seed as usize, sides, seed);
                let seen = observations(&problem, extension, seed, 40);
                check_every_kind(&seen, sides, seed);
            }
        }
    }
}

/// One observation of each kind: a fresh route, a route to extend, a route to halt.
fn check_every_kind(seen: &[Observation], sides: Sides, seed: u64) {
    for net in [small_net, flat_net].map(|net| net(Inputs::Extended, Normalisers::fit(seen), seed)) {
        check_kinds(&net, seen, &format!("{} layers, {sides:?}, seed {seed}", net.architecture().layers));
    }
}

fn check_kinds(net: &Net, seen: &[Observation], label: &str) {
    let route_stops = |seen: &Observation| seen.all_globals()[8];
    let fresh = seen.iter().rfind(|seen| seen.decision() == Decision::Extend && route_stops(seen) == 0.0);
    let extend = seen.iter().rfind(|seen| seen.decision() == Decision::Extend && route_stops(seen) > 0.0);
    let halt = seen.iter().rfind(|seen| seen.decision() == Decision::Halt);
    for (kind, seen) in [("fresh", fresh), ("extend", extend), ("halt", halt)] {
        for kernel in [Kernel::Scalar, Kernel::Fast] {
            if let Some(seen) = seen {
                check(net, kernel, seen, &format!("{kind}, {label}, {}", kernel.name()));
            }
        }
    }
}

/// In random directions within each tensor the gradient predicts how the weighted scores change.
fn check(net: &Net, kernel: Kernel, seen: &Observation, label: &str) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    // A few candidates only: with more of them, more kinks of ReLUs are near.
    let mut weights = vec![0.0; seen.score_count()];
    for _ in 0..3 {
        weights[rng.random_range(0..seen.score_count() as u32) as usize] = rng.random::<f32>() + 0.5;
    }
    let mut space = Workspace::default();
    let mut gradient = vec![0.0; net.parameters().len()];
    net.add_gradient(kernel, seen, &mut space, &weights, &mut gradient);
    let mut value = |net: &Net| -> f64 {
        let mut scores = vec![0.0; seen.score_count()];
        net.score(Kernel::Scalar, seen, &mut space, &mut scores);
        scores.iter().zip(&weights).map(|(&score, &weight)| f64::from(score) * f64::from(weight)).sum()
    };
    let here = value(net);
    let mut moved = net.clone();
    let mut nonzero = 0;
    for tensor in net.tensors() {
        let range = tensor.range;
        let mut smooth = 0;
        for attempt in 0..9 {
            let step = STEP / [1.0, 4.0, 16.0][attempt % 3];
            let direction: Vec<f32> = range.clone().map(|_| rng.random::<f32>() - 0.5).collect();
            let length = direction.iter().map(|step| step * step).sum::<f32>().sqrt();
            let mut slope = |by: f32| {
                let steps = direction.iter().map(|step| by * step / length);
                moved.parameters_mut()[range.clone()]
                    .iter_mut()
                    .zip(steps)
                    .for_each(|(to, step)| *to += step);
                let slope = (value(&moved) - here) / f64::from(by);
                moved.parameters_mut()[range.clone()].copy_from_slice(&net.parameters()[range.clone()]);
                slope
            };
            let (ahead, behind) = (slope(step), slope(-step));
            // Scores are rounded to f32, and a short step magnifies that.
            let rounding = f64::from(f32::EPSILON) * here.abs().max(1.0) / f64::from(step);
            let tolerance = 2e-3 + 0.01 * ahead.abs().max(behind.abs()) + rounding;
            // At the kink of a ReLU the two slopes differ and there is no derivative.
            if (ahead - behind).abs() > 4.0 * tolerance {
                continue;
            }
            smooth += 1;
            let steps = gradient[range.clone()].iter().zip(&direction);
            let predicted: f64 =
                steps.map(|(&gradient, &step)| f64::from(gradient) * f64::from(step / length)).sum();
            let measured = (ahead + behind) / 2.0;
            nonzero += u32::from(predicted.abs() > tolerance);
            assert!(
                (measured - predicted).abs() <= 2.0 * tolerance,
                "{label}: {} predicts {predicted}, but the slope is {measured}",
                tensor.name
            );
        }
        assert!(smooth > 0, "{label}: {} was never tested", tensor.name);
    }
    assert!(nonzero > 40, "{label}: only {nonzero} gradients are not zero");
}

#[test]
fn gradients_add_up() {
    let problem = problem(9, Sides::Same, 1);
    let seen = &observations(&problem, Extension::Neighbour, 1, 40)[3];
    let net = small_net(Inputs::Paper, Normalisers::default(), 1);
    let weights = vec![0.5; seen.score_count()];
    let mut space = Workspace::default();
    let mut once = vec![0.0; net.parameters().len()];
    net.add_gradient(Kernel::Scalar, seen, &mut space, &weights, &mut once);
    let mut twice = once.clone();
    net.add_gradient(Kernel::Scalar, seen, &mut space, &weights, &mut twice);
    for (once, twice) in once.iter().zip(&twice) {
        assert!((2.0 * once - twice).abs() <= 1e-4 * (1.0 + once.abs()));
    }
}
