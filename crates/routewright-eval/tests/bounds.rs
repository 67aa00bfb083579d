//! No network is below the bound of its route minutes.
//!
//! On tiny cities the least route minutes are found by trying every set of legal routes.

use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use routewright_eval::{BoundOptions, Evaluator, NoBound, route_minutes_bound};
use routewright_model::{
    City, CityParts, Demand, Direction, Limits, Link, Network, Node, NodeId, Position, Problem, Route,
    Seconds,
};
use routewright_synth::grid_city;

const DISTINCT: BoundOptions = BoundOptions { distinct: true, most_rounds: 200, most_steps: u64::MAX };
const REPEATED: BoundOptions = BoundOptions { distinct: false, ..DISTINCT };

#[test]
fn the_bound_of_mandl_is_its_optimum() {
    let problem = Problem::for_city(&Arc::new(City::mandl())).build().unwrap();
    let bound = route_minutes_bound(&problem, &DISTINCT, &mut || true).unwrap();
    assert_eq!(bound.minutes, 63.0, "{bound:?}");
    assert!(bound.is_final);
    let network = bound.network.expect("branching finds one");
    assert_eq!(network.route_time().minutes(), 63.0);
    assert!(Evaluator::new(&problem).score(&network).is_feasible);
}

/// Reads the cities from the folder in `ROUTEWRIGHT_DATA` or `../shared`, and says so where neither is there.
#[test]
fn bounds_of_the_literatures_cities_are_their_optima() {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let data = std::env::var_os("ROUTEWRIGHT_DATA").map_or_else(|| beside.into(), PathBuf::from);
    for (name, minutes) in [("mumford0", 94.0), ("mumford1", 396.0)] {
        let folder = data.join("benchmarks").join(name);
        if !folder.exists() {
            eprintln!("skipped: {} is not there", folder.display());
            continue;
        }
        let city = Arc::new(routewright_io::read_city(folder.to_str().unwrap()).unwrap());
        let problem = Problem::for_city(&city).build().unwrap();
        let bound = route_minutes_bound(&problem, &BoundOptions::default(), &mut || true).unwrap();
        assert_eq!(bound.minutes, minutes, "{name}");
    }
}

#[test]
fn bounds_of_grids_follow_from_arithmetic() {
    // Three streets connect a square. Two routes have three streets or more together, three routes as well.
    check_grid(2, 2, (2, 2, 4), 3.0);
    check_grid(2, 2, (3, 2, 2), 3.0);
    // Every route is a whole round less one street: four different ones with three streets each.
    check_grid(2, 2, (4, 4, 4), 12.0);
    // One route through all nodes.
    check_grid(2, 3, (1, 2, 6), 5.0);
    check_grid(3, 3, (1, 2, 9), 8.0);
    // A tree of five streets; the sixth route of two stops has one more.
    check_grid(2, 3, (6, 2, 2), 6.0);
}

fn check_grid(rows: usize, columns: usize, limits: (usize, usize, usize), minutes: f64) {
    let problem = grid_problem(rows, columns, limits);
    let bound = route_minutes_bound(&problem, &DISTINCT, &mut || true).unwrap();
    assert_eq!(bound.minutes, minutes, "{rows} x {columns}, {limits:?}: {bound:?}");
    assert_eq!(least_minutes(&problem, true), Some(minutes), "{rows} x {columns}, {limits:?}");
}

#[test]
fn rounds_decide_and_a_stop_keeps_what_is_known() {
    let problem = Problem::for_city(&Arc::new(City::mandl())).build().unwrap();
    let bound_after = |most_rounds| {
        route_minutes_bound(&problem, &BoundOptions { most_rounds, ..DISTINCT }, &mut || true).unwrap()
    };
    assert_eq!(bound_after(5), bound_after(5));
    let at_once = route_minutes_bound(&problem, &DISTINCT, &mut || false).unwrap();
    assert_eq!(at_once, bound_after(0));
    let mut before = at_once.minutes;
    for rounds in 1..30 {
        let bound = bound_after(rounds);
        assert!((before..=63.0).contains(&bound.minutes), "{rounds}: {bound:?} after {before}");
        before = bound.minutes;
    }
}

#[test]
fn steps_decide_as_rounds_do() {
    let problem = Problem::for_city(&Arc::new(City::mandl())).build().unwrap();
    let bound_after = |most_steps| {
        route_minutes_bound(&problem, &BoundOptions { most_steps, ..DISTINCT }, &mut || true).unwrap()
    };
    let whole = bound_after(u64::MAX);
    assert_eq!((whole.minutes, bound_after(whole.steps + 1)), (63.0, whole.clone()));
    for most_steps in [0, 1, 50_000, 200_000, 1_000_000] {
        let bound = bound_after(most_steps);
        assert!((1.0..=63.0).contains(&bound.minutes) && !bound.is_final, "{bound:?}");
        assert!(bound.steps >= most_steps && bound.steps < most_steps + 1_000_000, "{bound:?}");
        assert_eq!(bound, bound_after(most_steps));
    }
    // Longer or shorter, the bound does not fall.
    assert!(bound_after(50_000).minutes <= bound_after(1_000_000).minutes);
}

#[test]
fn there_is_no_bound_where_the_method_does_not_apply() {
    let square = grid_problem(2, 2, (2, 2, 4));
    let bound = |problem: &Problem| route_minutes_bound(problem, &DISTINCT, &mut || true);
    assert!(bound(&square).is_ok());
    let stops = vec![NodeId::new(0), NodeId::new(1)];
    let route = Route::on_links(&square.city, "metro", stops, Direction::BothWays).unwrap();
    let fixed = Network { routes: vec![route] };
    assert_eq!(bound(&Problem { fixed, ..square.clone() }), Err(NoBound::FixedRoutes));
    let mut parts = square.city.to_parts();
    parts.links[0].time = Seconds(90);
    let city = Arc::new(City::new(parts).unwrap());
    assert_eq!(bound(&Problem { city, ..square.clone() }), Err(NoBound::DirectedStreets));
    // A square has four routes of four stops.
    assert_eq!(bound(&grid_problem(2, 2, (5, 4, 4))), Err(NoBound::TooFewRoutes));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_network_is_below_the_bound(problem in any_problem()) {
        let at_once = BoundOptions { most_rounds: 0, ..DISTINCT };
        let in_haste = BoundOptions { most_steps: 5000, ..DISTINCT };
        for (options, distinct) in [(DISTINCT, true), (REPEATED, false), (at_once, true), (in_haste, true)] {
            let Some(least) = least_minutes(&problem, distinct) else { continue };
            let bound = route_minutes_bound(&problem, &options, &mut || true).expect("there is a network");
            prop_assert!(bound.minutes <= least + 1e-9, "{:?}, but {}", bound, least);
            if let Some(network) = &bound.network {
                prop_assert!((network.route_time().minutes() - least).abs() < 1e-9, "{:?}, but {}", bound, least);
                prop_assert!(network.repeated_routes().is_empty());
            }
        }
    }
}

/// How often the bound is the optimum: it would be a poor bound that is merely right.
#[test]
fn the_bound_is_mostly_the_optimum() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut reached, mut found, mut all) = (0, 0, 0);
    for _ in 0..300 {
        let problem = any_problem().new_tree(&mut runner).unwrap().current();
        let Some(least) = least_minutes(&problem, true) else { continue };
        let bound = route_minutes_bound(&problem, &DISTINCT, &mut || true).unwrap();
        reached += usize::from((bound.minutes - least).abs() < 1e-9);
        found += usize::from(bound.network.is_some());
        all += 1;
    }
    assert!(all > 100 && reached * 100 >= all * 98 && found * 100 >= all * 95, "{reached}, {found} of {all}");
}

fn grid_problem(rows: usize, columns: usize, (routes, min, max): (usize, usize, usize)) -> Problem {
    let city = Arc::new(grid_city(rows, columns, Seconds(60)));
    Problem::for_city(&city).limits(Limits::new(routes, min, max).unwrap()).build().unwrap()
}

/// Cities of three to six nodes: a random tree and some more links; demand between all nodes or a few.
fn any_problem() -> impl Strategy<Value = Problem> {
    let sizes = (3_usize..=6, 1_usize..=3, 2_usize..=3, 0_usize..=3, any::<bool>());
    let draws = proptest::collection::vec(any::<u32>(), 64);
    (sizes, draws).prop_map(|((n, routes, min, more, all_pairs), draws)| {
        let mut draws = draws.into_iter();
        let mut draw = |below: usize| draws.next().expect("64 numbers are enough") as usize % below;
        let mut ends: Vec<(usize, usize)> = (1..n).map(|node| (draw(node), node)).collect();
        for _ in 0..4 {
            let (a, b) = (draw(n), draw(n));
            if a < b && !ends.contains(&(a, b)) {
                ends.push((a, b));
            }
        }
        let id = NodeId::new;
        let mut parts = CityParts { name: "tiny".into(), ..CityParts::default() };
        for node in 0..n {
            let terminal = draw(8) > 0 || node < 2;
            let position = Position { x: node as f64, y: 0.0 };
            parts.nodes.push(Node { name: node.to_string(), label: None, position, terminal });
        }
        let unit = [60, 30, 7][draw(3)];
        for (a, b) in ends {
            let time = Seconds(unit * (1 + draw(6) as u32));
            parts.links.push(Link { from: id(a), to: id(b), time });
            parts.links.push(Link { from: id(b), to: id(a), time });
        }
        for (from, to) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a < b) {
            if all_pairs || (from, to) == (0, 1) || draw(4) == 0 {
                parts.demand.push(Demand { from: id(from), to: id(to), trips: 1.0 });
            }
        }
        let city = Arc::new(City::new(parts).expect("it is connected"));
        let limits = Limits::new(routes, min, (min + more).min(n)).unwrap();
        Problem::for_city(&city).limits(limits).build().unwrap()
    })
}

/// The least route minutes of a network that serves all demand, if there is one, by trying all.
fn least_minutes(problem: &Problem, distinct: bool) -> Option<f64> {
    let mut paths = Vec::new();
    for start in problem.city.node_ids() {
        grow(problem, &mut vec![start], &mut paths);
    }
    let mut least = None;
    choose(problem, &paths, distinct, 0, &mut Vec::new(), &mut least);
    least.map(|seconds: u32| Seconds(seconds).minutes())
}

/// All legal routes that begin like this, each from the end with the smaller index.
fn grow(problem: &Problem, nodes: &mut Vec<NodeId>, paths: &mut Vec<(u32, Vec<usize>)>) {
    let (city, limits) = (&problem.city, problem.limits);
    let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
    if nodes.len() >= limits.min_stops()
        && first < last
        && city.node(first).terminal
        && city.node(last).terminal
    {
        let time = nodes.windows(2).map(|leg| city.link_time(leg[0], leg[1]).unwrap().0).sum();
        paths.push((time, nodes.iter().map(|node| node.index()).collect()));
    }
    if nodes.len() < limits.max_stops() {
        for &(next, _) in city.links_from(last) {
            if !nodes.contains(&next) {
                nodes.push(next);
                grow(problem, nodes, paths);
                nodes.pop();
            }
        }
    }
}

fn choose(
    problem: &Problem,
    paths: &[(u32, Vec<usize>)],
    distinct: bool,
    from: usize,
    chosen: &mut Vec<usize>,
    least: &mut Option<u32>,
) {
    let time: u32 = chosen.iter().map(|&path| paths[path].0).sum();
    if least.is_some_and(|least| time >= least) {
        return;
    }
    if chosen.len() == problem.limits.routes() {
        if serves_all(&problem.city, chosen.iter().map(|&path| &paths[path].1)) {
            *least = Some(time);
        }
        return;
    }
    for path in from..paths.len() {
        chosen.push(path);
        choose(problem, paths, distinct, path + usize::from(distinct), chosen, least);
        chosen.pop();
    }
}

fn serves_all<'a>(city: &City, routes: impl Iterator<Item = &'a Vec<usize>>) -> bool {
    let mut part: Vec<usize> = (0..city.node_count()).collect();
    for route in routes {
        for &node in &route[1..] {
            let (a, b) = (part[route[0]], part[node]);
            part.iter_mut().filter(|part| **part == b).for_each(|part| *part = a);
        }
    }
    let mut pairs = city.node_ids().flat_map(|a| city.node_ids().map(move |b| (a, b)));
    pairs.all(|(a, b)| city.demand(a, b) == 0.0 || part[a.index()] == part[b.index()])
}
