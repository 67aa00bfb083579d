//! The fast ways of assigning trips against the paper's algorithm.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_eval::service::ServiceModel;
use routewright_eval::strategies::{Assignment, Judge, RiderCosts, ServiceLine, Trips, Walk};
use routewright_eval::strategies::{assign, clock_minutes, reference};
use routewright_model::{City, Frequency, Network, NodeId, Seconds};
use routewright_synth::{CityKind, SynthConfig, generate, random_network};

const PLACES: usize = 9;

/// Lines that may visit a place twice, walks, and trips. Minutes are not whole, so that no two ways are equally good.
fn any_service() -> impl Strategy<Value = (Vec<ServiceLine>, Vec<Walk>, Vec<Trips>)> {
    let calls = prop::collection::vec((0..PLACES, 0.5..20.0_f64), 2..8);
    let any_line = (calls, 0.5..40.0_f64).prop_map(|(calls, headway)| {
        let stops: Vec<NodeId> = calls.iter().map(|call| NodeId::new(call.0)).collect();
        ServiceLine { stops, leg_minutes: calls[1..].iter().map(|call| call.1).collect(), headway }
    });
    let any_walk = (0..PLACES, 0..PLACES, 0.5..40.0_f64).prop_map(|(from, to, minutes)| Walk {
        from: NodeId::new(from),
        to: NodeId::new(to),
        minutes,
    });
    let any_trips = (0..PLACES, 0..PLACES, 0.0..9.0_f64).prop_map(|(from, to, per_hour)| Trips {
        from: NodeId::new(from),
        to: NodeId::new(to),
        per_hour,
    });
    (
        prop::collection::vec(any_line, 0..9),
        prop::collection::vec(any_walk, 0..9),
        prop::collection::vec(any_trips, 0..40),
    )
}

fn any_costs() -> impl Strategy<Value = RiderCosts> {
    (prop::sample::select(vec![0.0, 0.5, 1.0]), 0.5..3.0_f64, 0.5..3.0_f64, 0.0..9.0_f64, 10.0..150.0_f64)
        .prop_map(|(wait_factor, wait_weight, walk_weight, transfer_penalty, give_up)| RiderCosts {
            wait_factor,
            wait_weight,
            walk_weight,
            transfer_penalty,
            give_up,
        })
}

/// Everything that is computed, in one row.
fn figures(found: &Assignment) -> Vec<f64> {
    let totals = [
        found.served_trips,
        found.unserved_trips,
        found.riding_minutes,
        found.waiting_minutes,
        found.walking_minutes,
        found.changes,
        found.perceived_minutes,
    ];
    let loads = found.loads.iter().flatten();
    totals.iter().chain(&found.boardings).chain(&found.minutes).chain(loads).copied().collect()
}

fn is_near(found: &[f64], expected: &[f64]) -> bool {
    let near = |(a, b): (&f64, &f64)| a == b || (a - b).abs() <= 1e-9 * b.abs().max(1.0);
    found.len() == expected.len() && found.iter().zip(expected).all(near)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn the_fast_way_is_the_papers((lines, walks, trips) in any_service(), costs in any_costs()) {
        let found = assign(PLACES, &lines, &walks, &trips, &costs);
        let expected = reference::assign(PLACES, &lines, &walks, &trips, &costs);
        prop_assert!(is_near(&figures(&found), &figures(&expected)), "{:#?}\n{:#?}", found, expected);
        prop_assert_eq!(&found.is_served, &expected.is_served);
        let all: Vec<NodeId> = (0..PLACES).map(NodeId::new).collect();
        let clock = clock_minutes(PLACES, &lines, &walks, &all, &costs).concat();
        let expected = reference::clock_minutes(PLACES, &lines, &walks, &all, &costs).concat();
        prop_assert!(is_near(&clock, &expected), "{:?}\n{:?}", clock, expected);
    }
}

fn random_service(seed: u64, nodes: usize) -> (City, Network) {
    let city = generate(&SynthConfig::new(CityKind::NearestNeighbours, nodes), seed).unwrap();
    let mut parts = city.to_parts();
    for link in parts.links.iter().step_by(3).filter(|link| link.from < link.to) {
        let time = Seconds(4 * link.time.0);
        parts.walks.push(routewright_model::Walk { from: link.from, to: link.to, time });
    }
    let city = City::new(parts).unwrap();
    let network = random_network(&city, &mut ChaCha8Rng::seed_from_u64(seed), nodes / 5, 9);
    let timed = network.routes.into_iter().enumerate();
    let timed = timed.map(|(at, route)| route.with_frequency(Some(Frequency::Every(4.0 + at as f64))));
    (city, timed.collect())
}

#[test]
fn whole_cities_come_out_alike_at_any_number_of_threads() {
    let (city, network) = random_service(5, 90);
    let model = ServiceModel::for_city(&city);
    let (lines, walks, trips) = (model.lines(&network), model.walks(&city), model.trips(&city));
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| assign(90, &lines, &walks, &trips, &model.costs))
    };
    let (one, three) = (with(1), with(3));
    assert_eq!(one, three);
    assert!(one.walking_minutes > 0.0 && one.changes > 0.0 && one.unserved_trips > 0.0);
    let expected = reference::assign(90, &lines, &walks, &trips, &model.costs);
    assert!((one.perceived_minutes / expected.perceived_minutes - 1.0).abs() < 1e-12);
}

#[test]
fn a_judge_says_the_same_service_after_service() {
    let (city, _) = random_service(3, 40);
    let model = ServiceModel { capacity: 0.2, ..ServiceModel::for_city(&city) };
    let mut judge = Judge::new(&city, &model);
    for seed in 0..20 {
        let network = random_network(&city, &mut ChaCha8Rng::seed_from_u64(seed), 3 + seed as usize % 7, 8);
        let every = |at: usize| Some(Frequency::Every(5.0 + (at as f64) * 1.5));
        let timed = network.routes.into_iter().enumerate();
        let network: Network = timed.map(|(at, route)| route.with_frequency(every(at))).collect();
        let lines = model.lines(&network);
        let verdict = judge.assess(&lines, lines.len());
        let found = assign(40, &lines, &model.walks(&city), &model.trips(&city), &model.costs);
        assert!((verdict.perceived_minutes / found.perceived_minutes - 1.0).abs() < 1e-12);
        let (mut overload, mut peak) = (0.0, 0.0_f64);
        for (line, loads) in lines.iter().zip(&found.loads) {
            for load in loads {
                overload += (load - 60.0 / line.headway * model.most_riders()).max(0.0);
                peak = peak.max(load * line.headway / 60.0);
            }
        }
        assert!(overload > 0.0 && (verdict.overload / overload - 1.0).abs() < 1e-9, "{overload}");
        assert!((verdict.peak_load / peak - 1.0).abs() < 1e-9);
    }
}
