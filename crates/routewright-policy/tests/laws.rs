//! What holds for every net and every state.

mod states;

use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_env::{
    ConstructionOptions, Decision, End, Extension, PathAction, Policy, Scores, State, Step, construct,
};
use routewright_eval::reference;
use routewright_model::{Alpha, City, Direction, Limits, Network, NodeId, Problem, Route, Seconds};
use routewright_policy::{
    Architecture, Embeddings, EpisodeTracker, Inputs, Kernel, Level, Net, NeuralPolicy, Normalisers,
    Observation, Temperature, Workspace,
};
use routewright_synth::grid_city;
use states::{Sides, observations, play, problem, shaken, small_net};

fn scores(net: &Net, kernel: Kernel, seen: &Observation) -> Vec<f32> {
    let mut scores = vec![0.0; seen.score_count()];
    net.score(kernel, seen, &mut Workspace::default(), &mut scores);
    scores
}

fn assert_close(expected: &[f32], found: &[f32], tolerance: f32, label: &str) {
    assert_eq!(expected.len(), found.len());
    let size = expected.iter().fold(1.0f32, |size, value| size.max(value.abs()));
    for (at, (expected, found)) in expected.iter().zip(found).enumerate() {
        let is_close = (expected - found).abs() <= tolerance * size;
        assert!(is_close, "{label}: {found} instead of {expected} at {at}");
    }
}

#[test]
fn every_level_of_the_fast_kernel_equals_the_plain_one() {
    let full = Architecture { inputs: Inputs::Extended, ..Architecture::default() };
    let odd = Architecture {
        layers: 3,
        heads: 3,
        width: 48,
        pair_hidden: 32,
        path_hidden: 48,
        halt_hidden: 16,
        inputs: Inputs::Paper,
        residual: true,
        embeddings: Embeddings::Exchanged,
    };
    let flat = Architecture { layers: 0, inputs: Inputs::Extended, ..Architecture::default() };
    let levels: Vec<Level> = Level::ALL.into_iter().filter(|level| level.is_available()).collect();
    for (seed, n) in [2, 3, 5, 8, 15, 16, 17, 20, 31, 33, 64, 100, 140].into_iter().enumerate() {
        for sides in [Sides::Same, Sides::Differ] {
            let problem = problem(n, sides, seed as u64);
            let extension = [Extension::Neighbour, Extension::SharedTerminal][seed % 2];
            let seen = observations(&problem, extension, seed as u64, 3);
            let normalisers = Normalisers::fit(&seen);
            for architecture in [&full, &odd, &flat] {
                let net = shaken(architecture.clone(), normalisers.clone(), seed as u64);
                for seen in &seen {
                    compare(&net, seen, &levels, &format!("{n} nodes, {sides:?}"));
                }
            }
        }
    }
}

/// Scores and gradients of all levels against the plain kernel's.
fn compare(net: &Net, seen: &Observation, levels: &[Level], label: &str) {
    let expected = scores(net, Kernel::Scalar, seen);
    let size = expected.iter().fold(1.0f32, |size, value| size.max(value.abs()));
    let weights: Vec<f32> = (0..expected.len()).map(|at| ((at * 37 % 11) as f32 - 5.0) / size).collect();
    let gradients = |kernel| {
        let mut gradient = vec![0.0; net.parameters().len()];
        net.add_gradient(kernel, seen, &mut Workspace::default(), &weights, &mut gradient);
        gradient
    };
    let with_gradient = seen.node_count() < 70;
    let expected_gradient = if with_gradient { gradients(Kernel::Scalar) } else { Vec::new() };
    for &level in levels {
        let kernel = Kernel::At(level);
        let label = format!("{label}, {:?}, {}", seen.decision(), kernel.name());
        assert_close(&expected, &scores(net, kernel, seen), 1e-4, &label);
        if with_gradient {
            let found = gradients(kernel);
            for tensor in net.tensors() {
                let label = format!("{label}, gradient of {}", tensor.name);
                let range = tensor.range;
                assert_close(&expected_gradient[range.clone()], &found[range], 1e-3, &label);
            }
        }
    }
}

#[test]
fn the_direction_in_which_a_route_is_written_down_does_not_matter() {
    let mut compared = 0;
    for seed in 0..8 {
        let problem = problem(12 + seed as usize, Sides::Same, seed);
        for extension in [Extension::Neighbour, Extension::SharedTerminal] {
            let net = small_net(Inputs::Extended, Normalisers::default(), seed);
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            play(&problem, extension, &mut rng, |step| compared += check_reversed(&net, step));
        }
    }
    assert!(compared > 500, "only {compared} scores were compared");
}

/// Compares the scores of a step with those of its mirror image. Returns the number of scores.
fn check_reversed(net: &Net, step: Step<'_>) -> usize {
    if step.state.route().is_empty() {
        return 0;
    }
    let problem = step.state.problem();
    let finished = step.state.finished().iter().map(Vec::as_slice);
    let mut mirrored = State::with_finished(problem, step.state.options(), finished);
    let reversed: Vec<NodeId> = step.state.route().iter().rev().copied().collect();
    if !begin_with(&mut mirrored, &reversed) {
        return 0;
    }
    if step.state.decision() == Decision::Extend {
        mirrored.go_on();
    }
    let stops_of = |state: &State<'_>, action: &PathAction| {
        let mut stops = Vec::new();
        state.new_stops(action, &mut stops);
        stops
    };
    let mirror = |action: &PathAction| {
        let end = if action.end == End::First { End::Last } else { End::First };
        PathAction { end, from: action.to, to: action.from }
    };
    // Where ties are broken differently in reverse, a path has no mirror image.
    let actions: Vec<PathAction> = step
        .actions
        .iter()
        .filter(|action| stops_of(step.state, action).iter().rev().eq(&stops_of(&mirrored, &mirror(action))))
        .copied()
        .collect();
    if actions.is_empty() && step.state.decision() == Decision::Extend {
        return 0;
    }
    let images: Vec<PathAction> = actions.iter().map(mirror).collect();
    let expected =
        scores(net, Kernel::Scalar, &Observation::new(Step { state: step.state, actions: &actions }));
    let found = scores(net, Kernel::Scalar, &Observation::new(Step { state: &mirrored, actions: &images }));
    assert_close(&expected, &found, 1e-5, "mirrored");
    expected.len()
}

/// Adds a route leg by leg if its legs are shortest paths. Returns whether they are.
fn begin_with(state: &mut State<'_>, stops: &[NodeId]) -> bool {
    let city = state.problem().city.clone();
    // Under the neighbour rule two stops are added at a time.
    let mut at = 0;
    while at < stops.len() {
        let shared = state.options().extension == Extension::SharedTerminal && at > 0;
        let from = if shared { stops[at - 1] } else { stops[at] };
        let mut to = at + usize::from(!shared);
        let matches = |to: usize, from: NodeId, start: usize| {
            to < stops.len() && city.shortest_path(from, stops[to]).eq(stops[start..=to].iter().copied())
        };
        let start = if shared { at - 1 } else { at };
        if !matches(to, from, start) {
            return false;
        }
        if stops.len() - to == 2 && !shared && matches(to + 1, from, start) {
            to += 1;
        }
        if at > 0 {
            state.go_on();
        }
        state.extend(&PathAction { end: End::Last, from, to: stops[to] });
        at = to + 1;
    }
    true
}

#[test]
fn observations_agree_with_the_definitions_of_the_costs() {
    for (seed, sides) in [(1, Sides::Same), (2, Sides::Differ), (3, Sides::Same), (4, Sides::Differ)] {
        let problem = problem(14, sides, seed);
        let mut tracker = EpisodeTracker::new(&problem);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        play(&problem, Extension::Neighbour, &mut rng, |step| {
            let seen = tracker.observe(step);
            check_costs(&problem, step, &seen);
            // Observations do not depend on what the tracker saw before.
            let anew = Observation::new(step);
            assert_eq!(format!("{seen:?}"), format!("{anew:?}"));
        });
    }
}

fn check_costs(problem: &Problem, step: Step<'_>, seen: &Observation) {
    let in_progress = (!step.state.route().is_empty()).then_some(step.state.route());
    let routes = step.state.finished().iter().map(Vec::as_slice).chain(in_progress);
    let network: Network = routes
        .map(|stops| Route::on_links(&problem.city, "", stops.to_vec(), Direction::BothWays).unwrap())
        .collect();
    let figures = reference::evaluate(problem, &network);
    let trips = reference::trip_times(problem, &network);
    let (city, n) = (&problem.city, problem.city.node_count());
    let (mut minutes, mut direct) = (0.0, 0.0);
    for (at, time) in trips.iter().enumerate() {
        let trips = city.demand(NodeId::new(at / n), NodeId::new(at % n));
        minutes += trips * if time.is_finite() { time / 60.0 } else { 2.0 * city.longest_drive().minutes() };
        direct += trips * if time.is_finite() { 1.0 } else { 0.0 };
    }
    let expected = [
        minutes / city.total_demand(),
        figures.route_minutes,
        step.state.finished().len() as f64,
        (problem.limits.routes() - step.state.finished().len()) as f64,
        figures.unserved_pairs as f64 / city.demand_pair_count() as f64,
        problem.alpha.value(),
        1.0 - problem.alpha.value(),
    ];
    for (expected, &found) in expected.into_iter().zip(seen.global()) {
        assert!(
            (expected - f64::from(found)).abs() <= 1e-4 * (1.0 + expected.abs()),
            "{expected} and {found}"
        );
    }
    // Every direct trip is a served one.
    assert!(f64::from(seen.all_globals()[11]) <= direct / city.total_demand() + 1e-6);
}

#[test]
fn a_step_is_scored_the_same_alone_and_among_others() {
    // Without attention, scores of pairs are cached from one step to the next.
    let flat = Architecture { layers: 0, inputs: Inputs::Extended, ..Architecture::default() };
    let flat = shaken(flat, Normalisers::default(), 3);
    let cases = [
        (Sides::Same, small_net(Inputs::Extended, Normalisers::default(), 3)),
        (Sides::Differ, small_net(Inputs::Extended, Normalisers::default(), 3)),
        (Sides::Same, flat.clone()),
        (Sides::Differ, flat),
    ];
    for (sides, net) in cases {
        let first = problem(15, sides, 3);
        // The same city with another alpha and other limits: cached scores must not mix.
        let other = Problem {
            alpha: Alpha::new(0.25).unwrap(),
            limits: Limits::new(4, 2, 6).unwrap(),
            ..first.clone()
        };
        let problems = [first, other, problem(15, sides, 4), problem(21, sides, 5)];
        let net = Arc::new(net);
        let policy = NeuralPolicy::new(net.clone());
        let mut kept: Vec<(State<'_>, Vec<PathAction>)> = Vec::new();
        let mut expected = Vec::new();
        for problem in &problems {
            play(problem, Extension::Neighbour, &mut ChaCha8Rng::seed_from_u64(9), |step| {
                expected.push(scores(&net, Kernel::Fast, &Observation::new(step)));
                // States of one problem, told apart from the problem's own lifetime.
                let finished = step.state.finished().iter().map(Vec::as_slice);
                let mut state = State::with_finished(problem, step.state.options(), finished);
                if begin_with(&mut state, step.state.route()) || step.state.route().is_empty() {
                    if step.state.decision() == Decision::Extend && !step.state.route().is_empty() {
                        state.go_on();
                    }
                    kept.push((state, step.actions.to_vec()));
                } else {
                    expected.pop();
                }
            });
        }
        assert!(kept.len() > 20, "{} steps", kept.len());
        let mut order: Vec<usize> = (0..kept.len()).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..3 {
            for at in (1..order.len()).rev() {
                order.swap(at, rng.random_range(0..=at as u32) as usize);
            }
            for batch in order.chunks(1 + 3 * round) {
                let step = |&at: &usize| Step { state: &kept[at].0, actions: &kept[at].1 };
                let steps: Vec<Step<'_>> = batch.iter().map(step).collect();
                let mut found = Scores::default();
                found.restart(&steps);
                policy.score(&steps, &mut found);
                for (at, &step) in batch.iter().enumerate() {
                    match kept[step].0.decision() {
                        Decision::Halt => assert_eq!(found.halt(at), expected[step][0]),
                        _ => assert_eq!(found.paths(at), expected[step]),
                    }
                }
            }
        }
    }
}

#[test]
fn a_policy_constructs_whole_networks_and_the_same_ones_again() {
    let problem = problem(20, Sides::Same, 6);
    let net = Arc::new(small_net(Inputs::Paper, Normalisers::default(), 1));
    let build = |policy: &NeuralPolicy| {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        construct(&problem, ConstructionOptions::default(), policy, &mut rng)
    };
    let policy = NeuralPolicy::new(net.clone()).with_temperature(Temperature::new(0.5).unwrap());
    let routes = build(&policy);
    assert_eq!(routes.len(), problem.limits.routes());
    assert_eq!(build(&policy), routes);
    assert_eq!(build(&NeuralPolicy::new(net).with_temperature(Temperature::new(0.5).unwrap())), routes);
}

#[test]
fn an_observation_of_training_size_is_small_enough_to_keep() {
    let problem = problem(20, Sides::Same, 2);
    for seen in observations(&problem, Extension::Neighbour, 1, 100) {
        assert!(seen.bytes() <= 15_000, "{} bytes", seen.bytes());
    }
}

#[test]
fn a_first_path_is_scored_the_same_alone_and_among_all() {
    // A grid has many fastest paths, and with its nodes in any order outbound and return paths often differ.
    let grid = |columns, rows| {
        let mut parts = grid_city(columns, rows, Seconds(60)).to_parts();
        let n = parts.nodes.len();
        let moved = |node: &mut NodeId| *node = NodeId::new(node.index() * 7 % n);
        let before = parts.nodes.clone();
        before.into_iter().enumerate().for_each(|(at, node)| parts.nodes[at * 7 % n] = node);
        parts.links.iter_mut().for_each(|link| [&mut link.from, &mut link.to].into_iter().for_each(moved));
        parts
            .demand
            .iter_mut()
            .for_each(|trips| [&mut trips.from, &mut trips.to].into_iter().for_each(moved));
        let limits = Limits::new(3, 2, 8).unwrap();
        Problem::new(Arc::new(City::new(parts).unwrap()), limits, Alpha::new(0.5).unwrap())
    };
    let flat = Architecture { layers: 0, inputs: Inputs::Extended, ..Architecture::default() };
    let nets = [small_net(Inputs::Paper, Normalisers::default(), 4), shaken(flat, Normalisers::default(), 4)];
    let mut with_other_way_back = 0;
    for problem in [grid(4, 3), grid(5, 2), problem(14, Sides::Same, 8), problem(14, Sides::Differ, 8)] {
        let state = State::new(&problem, ConstructionOptions::default());
        let mut tracker = EpisodeTracker::new(&problem);
        let mut actions = Vec::new();
        state.path_actions(&mut actions);
        for net in &nets {
            let all = scores(net, Kernel::Fast, &tracker.observe(Step { state: &state, actions: &actions }));
            for (at, action) in actions.iter().enumerate() {
                let alone = tracker.observe(Step { state: &state, actions: &[*action] });
                assert_close(&scores(net, Kernel::Fast, &alone), &all[at..=at], 1e-5, "alone");
            }
        }
        with_other_way_back += actions
            .iter()
            .filter(|action| {
                let out: Vec<NodeId> = problem.city.shortest_path(action.from, action.to).collect();
                !problem.city.shortest_path(action.to, action.from).eq(out.into_iter().rev())
            })
            .count();
    }
    assert!(with_other_way_back > 20, "{with_other_way_back}");
}
