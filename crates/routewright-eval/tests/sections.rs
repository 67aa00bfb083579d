//! Route sections: what must hold for every city, service and change of it.

mod case;

use case::{Case, Kind, case};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_eval::service::{SectionLine, Sections, ServiceModel, reference as naive};
use routewright_eval::strategies::{RiderCosts, assign};
use routewright_eval::{Line, reference};
use routewright_model::{City, Frequency, Network, NodeId, Pattern, Problem, Route, Seconds, Walk};

/// A case whose routes run at random headways, in a city where people walk between some nodes.
fn service_case(kind: Kind, nodes: usize, seed: u64) -> (Case, ServiceModel) {
    let mut case = case(kind, nodes, seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x5e_c7);
    let mut timed = |route: &Route| {
        let frequency = match rng.random_bool(0.5) {
            true => Frequency::Every([5.0, 7.5, 10.0, 20.0, 60.0][rng.random_range(0..5)]),
            false => Frequency::Vehicles(rng.random_range(1..9)),
        };
        route.clone().with_frequency(Some(frequency))
    };
    case.network = case.network.routes.iter().map(&mut timed).collect();
    case.problem.fixed = case.problem.fixed.routes.iter().map(&mut timed).collect();
    case.spare = timed(&case.spare);
    if rng.random_bool(0.6) {
        let mut parts = case.problem.city.to_parts();
        let mut pairs: Vec<(usize, usize)> = (0..nodes)
            .map(|_| (rng.random_range(0..nodes), rng.random_range(0..nodes)))
            .filter(|(from, to)| from != to)
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let is_steep = rng.random_bool(0.5);
        if !is_steep {
            pairs.retain(|(from, to)| from < to);
        }
        let walk = |(from, to)| Walk {
            from: NodeId::new(from),
            to: NodeId::new(to),
            time: Seconds(rng.random_range(0..2_000)),
        };
        parts.walks = pairs.into_iter().map(walk).collect();
        case.problem.city = std::sync::Arc::new(City::new(parts).unwrap());
    }
    let model = ServiceModel {
        costs: RiderCosts {
            wait_factor: [0.0, 0.5, 1.0][rng.random_range(0..3)],
            wait_weight: [1.0, 1.5][rng.random_range(0..2)],
            walk_weight: [1.0, 1.7][rng.random_range(0..2)],
            transfer_penalty: [0.0, 1.3, 5.0][rng.random_range(0..3)],
            give_up: [30.0, 120.0, 600.0][rng.random_range(0..3)],
        },
        dwell: Seconds([0, 18][rng.random_range(0..2)]),
        layover: Seconds([0, 180][rng.random_range(0..2)]),
        ..ServiceModel::for_city(&case.problem.city)
    };
    (case, model)
}

fn lines<'a>(model: &ServiceModel, network: &'a [Route]) -> Vec<SectionLine<'a>> {
    let timed = |route: &'a Route| {
        let headway_minutes = model.timed(route).unwrap().headway_minutes;
        Line::of(route).map(move |line| SectionLine { line, headway_minutes })
    };
    network.iter().flat_map(timed).collect()
}

fn sections<'c>(case: &'c Case, model: &ServiceModel, network: &Network) -> Sections<'c> {
    let mut sections = Sections::new(&case.problem.city, model, &Network::default(), &case.problem.fixed);
    sections.set(lines(model, &network.routes).into_iter());
    sections
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Symmetric), Just(Kind::Directed), Just(Kind::Slow)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn replacing_a_line_gives_what_a_fresh_start_gives(
        kind in kinds(), nodes in 2..24usize, seed in any::<u64>(),
    ) {
        let (case, model) = service_case(kind, nodes, seed);
        let mut replaced = sections(&case, &model, &case.network);
        let there = lines(&model, &case.network.routes);
        let spare = lines(&model, std::slice::from_ref(&case.spare))[0];
        for out in 0..there.len() {
            for line in [spare, there[out]] {
                let mut other = there.clone();
                other[out] = line;
                let mut fresh = sections(&case, &model, &Network::default());
                fresh.set(other.into_iter());
                let expected = fresh.minutes();
                replaced.take_out(out);
                if !revisits(line.line.stops) {
                    let found = replaced.minutes_with(line);
                    prop_assert_eq!(found, expected, "inserted at {}", out);
                }
                let overload = replaced.overload_with(out, line, 0.1);
                replaced.put(out, line);
                prop_assert_eq!(replaced.minutes(), expected, "put at {}", out);
                let (one, two) = (replaced.overload(0.1), fresh.overload(0.1));
                prop_assert!((one - two).abs() <= 1e-9 * two.max(1.0), "{one} is not {two}");
                prop_assert!((overload - two).abs() <= 1e-9 * two.max(1.0), "{overload} is not {two}");
            }
        }
    }

    #[test]
    fn the_fast_way_gives_what_the_definitions_give(
        kind in kinds(), nodes in 2..24usize, seed in any::<u64>(),
    ) {
        let (case, model) = service_case(kind, nodes, seed);
        let city = &case.problem.city;
        let mut fast = sections(&case, &model, &case.network);
        let mut lines = model.lines(&case.network);
        lines.extend(model.lines(&case.problem.fixed));
        let naive = naive::sections(city, &lines, &model);
        for from in 0..nodes {
            for to in (0..nodes).filter(|&to| to != from) {
                let (found, expected) = (fast.trip_minutes(from, to), naive.minutes[from * nodes + to]);
                prop_assert!((found - expected).abs() < 1e-9, "{from} to {to}: {found} is not {expected}");
            }
        }
        let mean = naive.total_minutes * model.hours / city.total_demand();
        let found = fast.minutes();
        prop_assert!((found - mean).abs() <= 1e-6 * mean, "{found} is not {mean}");
    }

    #[test]
    fn more_service_never_makes_a_trip_longer(
        kind in kinds(), nodes in 2..16usize, seed in any::<u64>(),
    ) {
        let (case, model) = service_case(kind, nodes, seed);
        let times = |problem: &Problem, network: &Network| {
            let case = Case { problem: problem.clone(), network: network.clone(), spare: case.spare.clone() };
            let mut sections = sections(&case, &model, network);
            let pairs = (0..nodes * nodes).map(|pair| sections.trip_minutes(pair / nodes, pair % nodes));
            pairs.collect::<Vec<f64>>()
        };
        let before = times(&case.problem, &case.network);
        let mut longer = case.network.clone();
        longer.routes.push(case.spare.clone());
        let mut oftener = case.network.clone();
        let first = oftener.routes.remove(0);
        let headway = model.timed(&first).unwrap().headway_minutes * 0.6;
        oftener.routes.insert(0, first.with_frequency(Some(Frequency::Every(headway))));
        let mut walked = case.problem.clone();
        let mut parts = walked.city.to_parts();
        let (from, to) = (NodeId::new(0), NodeId::new(nodes - 1));
        if !parts.walks.iter().any(|walk| (walk.from, walk.to) == (from, to)) {
            parts.walks.push(Walk { from, to, time: Seconds(240) });
        }
        walked.city = std::sync::Arc::new(City::new(parts).unwrap());
        for (what, after) in [
            ("a line more", times(&case.problem, &longer)),
            ("a shorter headway", times(&case.problem, &oftener)),
            ("a walk more", times(&walked, &case.network)),
        ] {
            for (before, after) in before.iter().zip(after) {
                // A tick each for two roundings.
                prop_assert!(after <= before + 0.01, "{what}: {after} is more than {before}");
            }
        }
    }

    #[test]
    fn sections_are_never_faster_than_strategies(
        kind in kinds(), nodes in 2..16usize, seed in any::<u64>(),
    ) {
        let (case, model) = service_case(kind, nodes, seed);
        let city = &case.problem.city;
        let mut sections = sections(&case, &model, &case.network);
        let mut lines = model.lines(&case.network);
        lines.extend(model.lines(&case.problem.fixed));
        let trips = model.trips(city);
        let best = assign(nodes, &lines, &model.walks(city), &trips, &model.costs);
        for (trips, &minutes) in trips.iter().zip(&best.minutes) {
            let found = sections.trip_minutes(trips.from.index(), trips.to.index());
            prop_assert!(found >= minutes - 1e-8, "{found} is below {minutes}");
        }
        prop_assert!(sections.minutes() >= best.mean_minutes() * (1.0 - 1e-6));
    }

    #[test]
    fn each_way_may_be_a_line_of_its_own(
        is_directed in any::<bool>(), nodes in 2..16usize, seed in any::<u64>(),
    ) {
        // Detours of the slow kind take longer than a timetable may say.
        let kind = if is_directed { Kind::Directed } else { Kind::Symmetric };
        let (mut case, model) = service_case(kind, nodes, seed);
        let city = case.problem.city.clone();
        // Both ways at the headway of the route, whose vehicles they share.
        let apart = |route: &Route| {
            let frequency = Frequency::Every(model.timed(route).unwrap().headway_minutes);
            let dwell = if route.has_own_times() { Seconds(0) } else { model.dwell };
            let one_way = |way: Pattern| {
                let legs = way.legs.iter().map(|&leg| leg + dwell).collect();
                let way = Route::with_timetable(&city, "way", Pattern { legs, ..way }, None).unwrap();
                way.with_frequency(Some(frequency))
            };
            route.patterns().into_iter().map(one_way).collect::<Vec<_>>()
        };
        let ways: Network = case.network.routes.iter().flat_map(apart).collect();
        let trips = model.trips(&city);
        let judged = |network: &Network| {
            let lines = model.lines(network);
            assign(nodes, &lines, &model.walks(&city), &trips, &model.costs)
        };
        let (one, two) = (judged(&case.network), judged(&ways));
        prop_assert!((one.perceived_minutes - two.perceived_minutes).abs() <= 1e-9 * one.perceived_minutes);
        let (mut one, mut two) = (sections(&case, &model, &case.network), sections(&case, &model, &ways));
        prop_assert_eq!(one.minutes(), two.minutes());
        for pair in 0..nodes * nodes {
            let (from, to) = (pair / nodes, pair % nodes);
            prop_assert_eq!(one.trip_minutes(from, to), two.trip_minutes(from, to));
        }
        // Of trips that take equally long, either may be the one that is made.
        let (found, expected) = (one.overload(0.1), two.overload(0.1));
        prop_assert!((found - expected).abs() <= 0.02 * expected.max(1.0), "{found} is not {expected}");
        drop((one, two));
        // Lines that every network has are no different.
        case.problem.fixed = std::mem::take(&mut case.network);
        let frozen = sections(&case, &model, &Network::default()).overload(0.1);
        let minutes = sections(&case, &model, &Network::default()).minutes();
        case.problem.fixed = ways;
        let mut apart = sections(&case, &model, &Network::default());
        prop_assert_eq!(minutes, apart.minutes());
        let expected = apart.overload(0.1);
        prop_assert!((frozen - expected).abs() <= 0.02 * expected.max(1.0), "{frozen} is not {expected}");
    }

    #[test]
    fn without_waits_and_walks_trips_take_what_the_paper_says(
        kind in kinds(), nodes in 2..16usize, seed in any::<u64>(),
    ) {
        let (case, model) = service_case(kind, nodes, seed);
        let mut parts = case.problem.city.to_parts();
        parts.walks.clear();
        let city = std::sync::Arc::new(City::new(parts).unwrap());
        let problem = Problem { city: city.clone(), ..case.problem.clone() };
        let penalty = problem.transfer_penalty.minutes();
        let costs = RiderCosts { wait_factor: 0.0, transfer_penalty: penalty, give_up: 1e5, ..model.costs };
        let model = ServiceModel { costs, dwell: Seconds(0), ..model };
        let case = Case { problem, ..case };
        let mut sections = sections(&case, &model, &case.network);
        let times = reference::trip_times(&case.problem, &case.network);
        for from in 0..nodes {
            for to in (0..nodes).filter(|&to| to != from) {
                let found = sections.trip_minutes(from, to);
                let expected = f64::min(times[from * nodes + to] / 60.0, 1e5);
                prop_assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
            }
        }
    }
}

fn revisits(stops: &[NodeId]) -> bool {
    (1..stops.len()).any(|at| stops[..at].contains(&stops[at]))
}

#[test]
fn scoring_does_not_allocate() {
    for kind in [Kind::Symmetric, Kind::Directed] {
        let (case, model) = service_case(kind, 150, 7);
        let mut sections = sections(&case, &model, &case.network);
        let line = lines(&model, &case.network.routes[..1])[0];
        assert!(!revisits(line.line.stops));
        let mut score_all = || {
            sections.take_out(0);
            let found = sections.minutes_with(line);
            sections.put(0, line);
            [found, sections.minutes(), sections.overload(0.9)]
        };
        let first = score_all();
        let mut second = [0.0; 3];
        let allocations = allocation_counter::measure(|| second = score_all());
        assert_eq!(first, second);
        assert_eq!(allocations.count_total, 0, "{kind:?}");
    }
}
