//! The sections of the definition against optimal strategies and against the paper's trip times.

mod case;

use case::{Kind, case};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_eval::service::{ServiceModel, reference};
use routewright_eval::strategies::{RiderCosts, Trips, assign};
use routewright_model::{City, Frequency, Network, NodeId, Route, Seconds, Walk};

/// The same routes, run at random; some by vehicles.
fn timed(network: &Network, rng: &mut ChaCha8Rng) -> Network {
    let frequency = |rng: &mut ChaCha8Rng| match rng.random_bool(0.5) {
        true => Frequency::Every(rng.random_range(2.0..40.0)),
        false => Frequency::Vehicles(rng.random_range(1..9)),
    };
    network.routes.iter().map(|route: &Route| route.clone().with_frequency(Some(frequency(rng)))).collect()
}

fn with_walks(city: &City, rng: &mut ChaCha8Rng) -> City {
    let mut parts = city.to_parts();
    let n = parts.nodes.len();
    for from in 0..n {
        let to = rng.random_range(0..n);
        let is_new = parts.walks.iter().all(|walk| walk.from.index() != to || walk.to.index() != from);
        if to != from && is_new {
            let time = Seconds(rng.random_range(30..1500));
            parts.walks.push(Walk { from: NodeId::new(from), to: NodeId::new(to), time });
        }
    }
    City::new(parts).unwrap()
}

fn all_pairs(n: usize) -> Vec<Trips> {
    let pairs = (0..n).flat_map(|from| (0..n).map(move |to| (NodeId::new(from), NodeId::new(to))));
    pairs.map(|(from, to)| Trips { from, to, per_hour: 1.0 }).collect()
}

#[test]
fn sections_are_never_below_strategies() {
    let (mut above, mut equal) = (0, 0);
    for seed in 0..300 {
        let kind = [Kind::Symmetric, Kind::Directed][seed as usize % 2];
        let case = case(kind, 4 + seed as usize % 9, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let city = match seed % 3 {
            0 => City::new(case.problem.city.to_parts()).unwrap(),
            _ => with_walks(&case.problem.city, &mut rng),
        };
        let mut model = ServiceModel::for_city(&city);
        model.costs = RiderCosts { give_up: rng.random_range(20.0..300.0), ..RiderCosts::REAL_CITY };
        model.dwell = Seconds(rng.random_range(0..40));
        let lines = model.lines(&timed(&case.network, &mut rng));
        let found = reference::sections(&city, &lines, &model);
        let n = city.node_count();
        let strategies = assign(n, &lines, &model.walks(&city), &all_pairs(n), &model.costs);
        for (at, (sections, strategies)) in found.minutes.iter().zip(&strategies.minutes).enumerate() {
            assert!(*sections >= strategies - 1e-9, "seed {seed}, pair {at}: {sections} below {strategies}");
            match sections - strategies > 0.02 {
                true => above += 1,
                false => equal += 1,
            }
        }
    }
    // The models differ, but seldom.
    assert!(above > 100 && equal > 5 * above, "{above} {equal}");
}

#[test]
fn without_waits_and_walks_sections_are_the_papers_trip_times() {
    for seed in 0..300 {
        let kind = [Kind::Symmetric, Kind::Directed][seed as usize % 2];
        let case = case(kind, 3 + seed as usize % 10, seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let city = &*case.problem.city;
        let mut model = ServiceModel::for_city(city);
        model.costs.wait_factor = 0.0;
        model.costs.transfer_penalty = case.problem.transfer_penalty.minutes();
        model.costs.give_up = 1e6;
        model.dwell = Seconds(0);
        let (network, fixed) = (timed(&case.network, &mut rng), timed(&case.problem.fixed, &mut rng));
        let lines: Vec<_> = model.lines(&network).into_iter().chain(model.lines(&fixed)).collect();
        let found = reference::sections(city, &lines, &model);
        let expected = routewright_eval::reference::trip_times(&case.problem, &case.network);
        for (at, (minutes, seconds)) in found.minutes.iter().zip(&expected).enumerate() {
            let seconds = if seconds.is_finite() { *seconds } else { 6e7 };
            assert!((minutes - seconds / 60.0).abs() < 1e-9, "seed {seed}, pair {at}: {minutes} {seconds}");
        }
    }
}
