//! Laws of the search for a service, on random cities with and without zones that are reached on foot.

use std::ops::ControlFlow;
use std::sync::Arc;

use proptest::prelude::*;
use routewright_eval::service::{LineAssessment, ServiceAssessment, ServiceModel};
use routewright_model::{
    Alpha, City, Demand, Direction, Frequency, Limits, Network, Node, NodeId, Pattern, Problem, Route,
    Seconds, Walk,
};
use routewright_search::{
    HeadwayChoices, LineRules, NetworkSearch, Rounds, RouteSet, Search, SearchError, Seed, ServiceAnneal,
    ServiceConfig, ServiceProblem, Start, changed_stops, run, unwatched,
};
use routewright_synth::{CityKind, SynthConfig, generate, grid_city_with_demand};

const ROUNDS: u64 = 3;

#[derive(Clone, Debug)]
struct Case {
    seed: u64,
    nodes: usize,
    /// Zones without streets, each two minutes' walk from a node.
    zones: usize,
    vehicles: u32,
    routes: usize,
    stops: (usize, usize),
    /// `None`: any headway.
    headways: Option<Vec<f64>>,
    rules: (Option<f64>, Option<f64>),
    dwell: u32,
    layover: u32,
    capacity: f64,
}

fn cases() -> impl Strategy<Value = Case> {
    let headways = prop_oneof![
        Just(None),
        Just(Some(HeadwayChoices::COMMON.to_vec())),
        proptest::collection::btree_set(1_u32..120, 1..4)
            .prop_map(|minutes| Some(minutes.into_iter().map(|minutes| f64::from(minutes) / 2.0).collect())),
    ];
    let rules = (proptest::option::of(20.0..120.0), proptest::option::of(1.0..2.5));
    let size = (any::<u64>(), 5_usize..12, 0_usize..4);
    let limits = (1_u32..60, 1_usize..8, (2_usize..4, 0_usize..8).prop_map(|(min, more)| (min, min + more)));
    let model = (0_u32..60, 0_u32..300, 5.0..500.0);
    (size, limits, headways, rules, model).prop_map(|(size, limits, headways, rules, model)| Case {
        seed: size.0,
        nodes: size.1,
        zones: size.2,
        vehicles: limits.0,
        routes: limits.1,
        stops: limits.2,
        headways,
        rules,
        dwell: model.0,
        layover: model.1,
        capacity: model.2,
    })
}

fn city(case: &Case) -> City {
    let config = SynthConfig {
        least_demand: 0,
        most_demand: 40,
        ..SynthConfig::new(CityKind::ALL[case.seed as usize % 5], case.nodes)
    };
    let mut parts = generate(&config, case.seed).unwrap().to_parts();
    for zone in 0..case.zones {
        let (node, beside) = (NodeId::new(parts.nodes.len()), NodeId::new(zone));
        parts.nodes.push(Node { name: format!("zone {zone}"), ..parts.nodes[zone].clone() });
        parts.walks.push(Walk { from: node, to: beside, time: Seconds(120) });
        parts.walks.push(Walk { from: beside, to: node, time: Seconds(120) });
        parts.demand.push(Demand { from: node, to: NodeId::new(case.nodes - 1), trips: 30.0 });
        parts.demand.push(Demand { from: NodeId::new(case.nodes - 2), to: node, trips: 20.0 });
    }
    City::new(parts).unwrap()
}

fn problem(case: &Case) -> ServiceProblem {
    let city = city(case);
    let limits = Limits::new(case.routes, case.stops.0, case.stops.1).unwrap();
    let model = ServiceModel {
        dwell: Seconds(case.dwell),
        layover: Seconds(case.layover),
        capacity: case.capacity,
        hours: 1.0,
        ..ServiceModel::for_city(&city)
    };
    ServiceProblem {
        problem: Problem::new(Arc::new(city), limits, Alpha::new(0.5).unwrap()),
        model,
        vehicles: case.vehicles,
        headways: case.headways.clone().map_or(HeadwayChoices::Any, HeadwayChoices::List),
        rules: LineRules { max_minutes: case.rules.0, max_detour: case.rules.1 },
        overload_price: ServiceProblem::OVERLOAD_PRICE,
    }
}

fn config() -> ServiceConfig {
    ServiceConfig { tries: 4, ..ServiceConfig::default() }
}

/// Minutes out and back, as the streets say: those of these cities lead both ways.
fn driving(city: &City, stops: &[NodeId]) -> [f64; 2] {
    let minutes = |from, to| city.link_time(from, to).unwrap().minutes();
    let legs = || stops.windows(2);
    [legs().map(|leg| minutes(leg[0], leg[1])).sum(), legs().map(|leg| minutes(leg[1], leg[0])).sum()]
}

/// Every limit, by arithmetic of its own.
fn check_limits(case: &Case, city: &City, network: &Network) -> Result<(), TestCaseError> {
    prop_assert!((1..=case.routes).contains(&network.routes.len()));
    let mut vehicles = 0;
    for (at, route) in network.routes.iter().enumerate() {
        let stops = route.stops();
        prop_assert!((case.stops.0..=case.stops.1).contains(&stops.len()));
        prop_assert!((1..stops.len()).all(|at| !stops[..at].contains(&stops[at])));
        prop_assert!(stops.iter().all(|&stop| city.is_on_street(stop)));
        let is_same = |other: &Route| other.stops() == stops || other.stops().iter().rev().eq(stops.iter());
        prop_assert!(!network.routes[..at].iter().any(is_same), "the same line twice");
        let ways = driving(city, stops);
        let standing = f64::from(case.dwell) / 60.0 * stops.len() as f64;
        let ends = (stops[0], stops[stops.len() - 1]);
        let fastest = [city.drive_time(ends.0, ends.1), city.drive_time(ends.1, ends.0)];
        for (way, fastest) in ways.into_iter().zip(fastest) {
            prop_assert!(case.rules.0.is_none_or(|most| way + standing <= most + 1e-9));
            let detour = way / fastest.minutes();
            prop_assert!(stops.len() <= 3 || case.rules.1.is_none_or(|most| detour <= most + 1e-9));
        }
        let round_trip = ways[0] + ways[1] + 2.0 * (standing + f64::from(case.layover) / 60.0);
        vehicles += match (route.frequency().unwrap(), &case.headways) {
            (Frequency::Vehicles(count), None) => count,
            (Frequency::Every(minutes), Some(list)) => {
                prop_assert!(list.contains(&minutes));
                (round_trip / minutes - 1e-9).ceil() as u32
            }
            (frequency, _) => return Err(TestCaseError::fail(format!("{frequency:?}"))),
        };
    }
    prop_assert!(vehicles <= case.vehicles, "{} of {} vehicles", vehicles, case.vehicles);
    Ok(())
}

/// The cost by the assessment that reports use.
fn assessed(service: &ServiceProblem, network: &Network, fixed: &Network) -> f64 {
    let found = ServiceAssessment::new(service.city(), network, fixed, &service.model, None);
    let above = |line: &LineAssessment| -> f64 {
        let most = service.model.most_riders() * 60.0 / line.headway_minutes;
        line.loads_out.iter().chain(&line.loads_back).map(|riders| (riders - most).max(0.0)).sum()
    };
    let ours = found.lines.iter().filter(|line| !line.is_fixed);
    found.mean_min + service.overload_price * ours.map(above).sum::<f64>() / found.trips
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_service_keeps_its_limits_costs_what_it_says_and_can_be_resumed(case in cases()) {
        let problem = problem(&case);
        let seed = Seed(case.seed);
        let mut alone = match ServiceAnneal::new(&problem, config(), seed, Start::default()) {
            Ok(search) => search,
            // Some draws of limits allow no line.
            Err(SearchError::NoLegalLine) => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        check_limits(&case, problem.city(), &alone.best().to_network(problem.city()))?;
        run(&mut alone, &mut Rounds(ROUNDS), 0, 2, &mut unwatched);
        let network = alone.best().to_network(problem.city());
        check_limits(&case, problem.city(), &network)?;
        let (claimed, actual) = (alone.best_cost(), assessed(&problem, &network, &Network::default()));
        prop_assert!((claimed - actual).abs() <= 1e-9 * actual.max(1.0), "{} is {}", claimed, actual);

        // Left after one round and resumed, on one thread, it ends where it would have.
        let mut first = ServiceAnneal::new(&problem, config(), seed, Start::default()).unwrap();
        let rounds = run(&mut first, &mut Rounds(ROUNDS), 0, 1, &mut |_, progress| match progress.rounds {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        prop_assert_eq!(rounds, 1);
        let saved = first.snapshot();
        let mut resumed = ServiceAnneal::restore(&problem, config(), &Start::default(), &saved).unwrap();
        prop_assert_eq!(&resumed.snapshot(), &saved);
        run(&mut resumed, &mut Rounds(ROUNDS), rounds, 1, &mut unwatched);
        prop_assert_eq!(resumed.snapshot(), alone.snapshot());
    }
}

#[test]
fn starts_prices_and_standing_lines_count_on_one_way_streets() {
    // Four by three nodes; the first row leads east only.
    let mut parts =
        grid_city_with_demand(4, 3, Seconds(90), |from, to| ((from.index() + 2 * to.index()) % 5) as f64)
            .to_parts();
    parts.links.retain(|link| link.from.index() >= 4 || link.to.index() >= 4 || link.from < link.to);
    let city = City::new(parts).unwrap();
    let line = |nodes: &[usize]| nodes.iter().map(|&node| NodeId::new(node)).collect::<Vec<_>>();
    let run_every = |name: &str, nodes: &[usize], minutes| {
        let route = Route::on_links(&city, name, line(nodes), Direction::BothWays).unwrap();
        route.with_frequency(Some(Frequency::every(minutes).unwrap()))
    };
    let way = |nodes: &[usize], minutes: u32| Pattern {
        stops: line(nodes),
        legs: vec![Seconds(60 * minutes); nodes.len() - 1],
    };
    let timetable = |name: &str, out: Pattern, back: Option<Pattern>, minutes| {
        let route = Route::with_timetable(&city, name, out, back).unwrap();
        route.with_frequency(Some(Frequency::every(minutes).unwrap()))
    };
    // Today's lines as they run: a circle, and some that come back by other stops.
    let tram = timetable("tram", way(&[8, 10, 3], 3), Some(way(&[3, 5, 6, 8], 2)), 12.0);
    let circle = timetable("circle", way(&[0, 5, 10, 11, 5, 0], 3), None, 20.0);
    let around = timetable("around", way(&[4, 6, 11], 4), Some(way(&[10, 9, 4], 2)), 15.0);
    let fixed = Network { routes: vec![run_every("metro", &[1, 5, 9], 5.0), tram] };
    let frozen = Network { routes: vec![run_every("old", &[0, 1, 2, 3], 10.0), circle, around] };
    let mut routes = RouteSet::from_stops(&city, &[line(&[0, 4, 8]), line(&[3, 7, 11, 10])]);
    routes.routes.iter_mut().for_each(|route| route.set_frequency(Some(Frequency::Every(15.0))));
    let model = ServiceModel { hours: 1.0, ..ServiceModel::for_city(&city) };
    let limits = Limits::new(7, 2, 6).unwrap();
    let problem =
        Problem { fixed: fixed.clone(), ..Problem::new(Arc::new(city), limits, Alpha::new(0.5).unwrap()) };
    let taken = model.vehicles(&frozen) as u32;
    let service = ServiceProblem {
        problem,
        model,
        vehicles: 8 + taken,
        headways: HeadwayChoices::List(HeadwayChoices::COMMON.to_vec()),
        rules: LineRules { max_minutes: None, max_detour: Some(1.6) },
        overload_price: ServiceProblem::OVERLOAD_PRICE,
    };
    let city = service.city();
    for (price, seed) in [(0.0, 1), (0.05, 2), (100.0, 3)] {
        let config = ServiceConfig { change_price: price, ..config() };
        let start = Start { frozen: frozen.clone(), ..Start::from_routes(routes.clone()) };
        let mut search = ServiceAnneal::new(&service, config, Seed(seed), start).unwrap();
        run(&mut search, &mut Rounds(ROUNDS), 0, 2, &mut unwatched);
        let best = search.best();
        let network: Network =
            best.to_network(city).routes.into_iter().chain(frozen.routes.iter().cloned()).collect();
        assert!(model.vehicles(&network) <= u64::from(service.vehicles) && network.routes.len() <= 7);
        let before: Vec<_> = routes.routes.iter().collect();
        let changed = changed_stops(best.routes.iter(), &before, city.node_count());
        assert!(price < 100.0 || changed == 0, "{changed} stops");
        let actual = assessed(&service, &network, &fixed) + price * changed as f64;
        assert!((search.best_cost() - actual).abs() <= 1e-9 * actual, "{} is {actual}", search.best_cost());
    }
    // 15 minutes every 20, 8 + 4 every 15, and 4.5 every 10 with the way back round three blocks, 13.5.
    assert_eq!(taken, 1 + 1 + 2);
}
