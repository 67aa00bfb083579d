//! Staying close to a network: prices on change, frozen routes.

use std::sync::Arc;

use routewright_eval::{Evaluator, assess, reference};
use routewright_model::{Alpha, City, Direction, Limits, Network, NodeId, Problem, Route, Seconds};
use routewright_search::{Anneal, AnnealConfig, ChangePrice, Plan, Search, Seed, Stop, run};

struct Rounds(u64);

impl Stop for Rounds {
    fn progress(&self, rounds: u64) -> f64 {
        rounds as f64 / self.0 as f64
    }
}

fn nodes(city: &City, names: &str) -> Vec<NodeId> {
    names.split('-').map(|name| city.node_named(name).unwrap()).collect()
}

fn problem(routes: usize) -> Problem {
    let limits = Limits::new(routes, 2, 8).unwrap();
    Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap())
}

/// Serves everything, but not well.
fn start(city: &City) -> Plan {
    let routes = ["1-2-3-6-8-10-11-12", "9-15-7-10-14-13", "5-4-6-15", "2-4-12-11", "1-2-5", "13-11-10"];
    Plan::from_stops(city, &routes.map(|stops| nodes(city, stops)))
}

fn anneal(problem: &Problem, price: f64, rounds: u64) -> (Plan, f64) {
    let config = AnnealConfig { change_price: price, ..AnnealConfig::default() };
    let mut search = Anneal::new(problem, config, Seed(4), Some(start(&problem.city)));
    run(&mut search, &Rounds(rounds), 0, 2, &mut ());
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
    let mut plain = Anneal::new(&problem, AnnealConfig::default(), Seed(4), Some(begin.clone()));
    run(&mut plain, &Rounds(4), 0, 1, &mut ());
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
fn a_priced_search_goes_on_as_if_never_laid_down() {
    let problem = problem(6);
    let config = AnnealConfig { change_price: 0.003, ..AnnealConfig::default() };
    let alone = anneal(&problem, 0.003, 6);
    let mut search = Anneal::new(&problem, config.clone(), Seed(4), Some(start(&problem.city)));
    for round in 0..3 {
        search.advance(Rounds(6).progress(round), 1);
    }
    let snapshot = search.snapshot();
    let mut search = Anneal::restore(&problem, config, &snapshot).unwrap();
    run(&mut search, &Rounds(6), 3, 1, &mut ());
    assert_eq!((search.best().clone(), search.best_cost()), alone);
}

#[test]
fn frozen_routes_are_counted_and_paid_for_but_not_designed() {
    let mut problem = problem(6);
    let city = problem.city.clone();
    let legs = vec![Seconds(400), Seconds(500), Seconds(300)];
    // One-way, with times of its own, and back where it began.
    let ring =
        Route::with_leg_times(&city, "ring", nodes(&city, "1-9-13-1"), legs, Direction::OneWay).unwrap();
    let line = Route::on_links(&city, "line", nodes(&city, "9-15-7-10"), Direction::BothWays).unwrap();
    problem.frozen = Network::from_iter([ring, line]);
    assert_eq!(problem.designed_routes(), 4);

    let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(2), Some(start(&city)));
    run(&mut search, &Rounds(5), 0, 2, &mut ());
    let designed = search.best().to_network(&city);
    assert_eq!(designed.routes.len(), 4);
    let (whole_problem, whole) = problem.thawed(&designed);
    assert_eq!((whole.routes.len(), whole_problem.frozen.routes.len()), (6, 0));
    for figures in [
        reference::evaluate(&whole_problem, &whole),
        assess(&whole_problem, &whole),
        reference::evaluate(&problem, &designed),
        assess(&problem, &designed),
    ] {
        assert_eq!(figures.violations, []);
        assert!((figures.cost - search.best_cost()).abs() < 1e-9);
        assert!((figures.driven_minutes - whole.driven_time().minutes()).abs() < 1e-9);
    }
    assert!(designed.routes.iter().all(|route| !route.is_same_line(&problem.frozen.routes[1])));
}
