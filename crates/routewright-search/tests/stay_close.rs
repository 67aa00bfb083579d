//! Staying close to a network: prices on change, frozen routes.

use std::sync::Arc;

use routewright_eval::{Evaluator, assess, reference};
use routewright_model::{Alpha, City, Direction, Limits, Network, NodeId, Pattern, Problem, Route, Seconds};
use routewright_search::{
    Anneal, AnnealConfig, ChangePrice, NetworkSearch, Rounds, RouteSet, Search, SearchError, Seed, Start,
    run, unwatched,
};

fn nodes(city: &City, names: &str) -> Vec<NodeId> {
    names.split('-').map(|name| city.node_named(name).unwrap()).collect()
}

fn problem(routes: usize) -> Problem {
    let limits = Limits::new(routes, 2, 8).unwrap();
    Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap())
}

/// Serves everything, but not well.
fn start(city: &City) -> RouteSet {
    let routes = ["1-2-3-6-8-10-11-12", "9-15-7-10-14-13", "5-4-6-15", "2-4-12-11", "1-2-5", "13-11-10"];
    RouteSet::from_stops(city, &routes.map(|stops| nodes(city, stops)))
}

fn anneal(problem: &Problem, price: f64, rounds: u64) -> (RouteSet, f64) {
    let config = AnnealConfig { change_price: price, ..AnnealConfig::default() };
    let mut search = Anneal::new(problem, config, Seed(4), Start::from_routes(start(&problem.city))).unwrap();
    run(&mut search, &mut Rounds(rounds), 0, 2, &mut unwatched);
    (search.best().clone(), search.best_cost())
}

#[test]
fn a_huge_price_keeps_the_network_and_none_is_free() {
    let problem = problem(6);
    let begin = start(&problem.city);
    let (kept, cost) = anneal(&problem, 1e3, 4);
    assert_eq!(kept, begin);
    assert_eq!(cost, begin.cost(&mut Evaluator::new(&problem)));

    // Without a price nothing is different, to the last bit.
    let mut plain =
        Anneal::new(&problem, AnnealConfig::default(), Seed(4), Start::from_routes(begin.clone())).unwrap();
    run(&mut plain, &mut Rounds(4), 0, 1, &mut unwatched);
    assert_eq!(anneal(&problem, 0.0, 4), (plain.best().clone(), plain.best_cost()));
    assert_ne!(plain.best(), &begin);
}

#[test]
fn dearer_change_means_less_of_it_and_costs_what_it_says() {
    let problem = problem(6);
    let mut last = usize::MAX;
    for price in [0.0005, 0.01, 0.1] {
        let change = ChangePrice::new(&problem.city, &start(&problem.city), price);
        let (plan, cost) = anneal(&problem, price, 8);
        let changed = change.changed_stops(&plan);
        let unified = reference::evaluate(&problem, &plan.to_network(&problem.city)).cost;
        assert!(
            (unified + change.charge(changed) - cost).abs() < 1e-9,
            "{unified} and {changed} stops are not {cost}"
        );
        assert!(changed < last, "{changed} stops at {price}, {last} before");
        last = changed;
    }
}

#[test]
fn a_resumed_search_with_a_price_ends_as_one_left_alone() {
    let problem = problem(6);
    let config = AnnealConfig { change_price: 0.003, ..AnnealConfig::default() };
    let alone = anneal(&problem, 0.003, 6);
    let begin = Start::from_routes(start(&problem.city));
    let mut search = Anneal::new(&problem, config.clone(), Seed(4), begin.clone()).unwrap();
    for round in 0..3 {
        search.advance(f64::from(round) / 6.0, 1);
    }
    let snapshot = search.snapshot();
    let mut search = Anneal::restore(&problem, config, &begin, &snapshot).unwrap();
    run(&mut search, &mut Rounds(6), 3, 1, &mut unwatched);
    assert_eq!((search.best().clone(), search.best_cost()), alone);
}

#[test]
fn frozen_routes_are_counted_and_paid_for_but_not_designed() {
    let problem = problem(6);
    let city = problem.city.clone();
    let legs = vec![Seconds(400), Seconds(500), Seconds(300)];
    // One-way, with times of its own, and back where it began.
    let ring =
        Route::with_leg_times(&city, "ring", nodes(&city, "1-9-13-1"), legs, Direction::OneWay).unwrap();
    let line = Route::on_links(&city, "line", nodes(&city, "9-15-7-10"), Direction::BothWays).unwrap();
    // Back by other stops.
    let way = |stops: &str, seconds: &[u32]| Pattern {
        stops: nodes(&city, stops),
        legs: seconds.iter().map(|&time| Seconds(time)).collect(),
    };
    let (out, back) = (way("1-6-9", &[400, 700]), way("9-13-5-1", &[300, 800, 350]));
    let around = Route::with_timetable(&city, "around", out, Some(back)).unwrap();
    let frozen = Network::from_iter([ring, line, around]);
    let begin = Start { frozen: frozen.clone(), ..Start::from_routes(start(&city)) };

    let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(2), begin.clone()).unwrap();
    run(&mut search, &mut Rounds(5), 0, 2, &mut unwatched);
    let designed = search.best().to_network(&city);
    assert_eq!(designed.routes.len(), 3);
    let whole: Network = designed.routes.iter().chain(&frozen.routes).cloned().collect();
    for figures in [reference::evaluate(&problem, &whole), assess(&problem, &whole)] {
        assert_eq!(figures.violations, []);
        assert!((figures.cost - search.best_cost()).abs() < 1e-9);
        assert!((figures.driven_minutes - whole.driven_time().minutes()).abs() < 1e-9);
    }
    assert!(designed.routes.iter().all(|route| !route.is_same_line(&frozen.routes[1])));
    assert_eq!(
        Evaluator::with_frozen(&problem, &frozen).score(&designed),
        Evaluator::new(&problem).score(&whole)
    );

    let snapshot = search.snapshot();
    let restored = Anneal::restore(&problem, AnnealConfig::default(), &begin, &snapshot).unwrap();
    assert_eq!(restored.snapshot(), snapshot);
}

#[test]
fn with_all_routes_frozen_nothing_is_left_to_design() {
    let problem = problem(2);
    let frozen = Network { routes: start(&problem.city).to_network(&problem.city).routes[..2].to_vec() };
    let begin = Start { frozen, ..Start::default() };
    let refused = Anneal::new(&problem, AnnealConfig::default(), Seed(2), begin).err();
    assert_eq!(refused, Some(SearchError::NothingToDesign { routes: 2, frozen: 2 }));
}
