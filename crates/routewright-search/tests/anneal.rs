//! Annealing: repeatable, resumable, legal, and better than where it started.

use std::sync::Arc;

use routewright_eval::reference;
use routewright_model::{Alpha, City, Direction, Limits, Network, NodeId, Problem, Route, Seconds};
use routewright_search::{Anneal, AnnealConfig, Plan, RestoreError, Search, Seed, Stop, run};
use routewright_synth::{CityKind, SynthConfig, directed_grid_city, generate};

/// Ends after a number of rounds.
struct Rounds(u64);

impl Stop for Rounds {
    fn progress(&self, rounds: u64) -> f64 {
        rounds as f64 / self.0 as f64
    }
}

fn problem(city: City, limits: (usize, usize, usize), alpha: f64) -> Problem {
    let limits = Limits::new(limits.0, limits.1, limits.2).unwrap();
    Problem::new(Arc::new(city), limits, Alpha::new(alpha).unwrap())
}

fn mandl(alpha: f64) -> Problem {
    problem(City::mandl(), (6, 2, 8), alpha)
}

fn anneal(problem: &Problem, seed: u64, rounds: u64, threads: usize) -> (Plan, f64) {
    let mut search = Anneal::new(problem, AnnealConfig::default(), Seed(seed), None);
    run(&mut search, &Rounds(rounds), 0, threads, &mut ());
    (search.best().clone(), search.best_cost())
}

/// The network keeps every rule, its routes are distinct, and its cost is what the definition says.
fn check(problem: &Problem, plan: &Plan, cost: f64) {
    let network = plan.to_network(&problem.city);
    let figures = reference::evaluate(problem, &network);
    assert_eq!(figures.violations, []);
    assert_eq!(network.repeated_routes(), []);
    assert!((figures.cost - cost).abs() < 1e-9, "{} is not {cost}", figures.cost);
}

#[test]
fn same_seed_same_network_at_any_number_of_threads() {
    for alpha in [0.0, 0.5, 1.0] {
        let problem = mandl(alpha);
        let (one, cost) = anneal(&problem, 7, 8, 1);
        for threads in [2, 3] {
            assert_eq!(anneal(&problem, 7, 8, threads), (one.clone(), cost));
        }
        let (other, _) = anneal(&problem, 8, 2, 1);
        assert_ne!(other, one);
    }
}

#[test]
fn mandl_is_solved() {
    let problem = mandl(0.0);
    let (plan, cost) = anneal(&problem, 1, 30, 2);
    check(&problem, &plan, cost);
    assert_eq!(plan.to_network(&problem.city).route_time(), Seconds(63 * 60)); // the spanning tree: optimal

    let problem = mandl(1.0);
    let (plan, cost) = anneal(&problem, 1, 30, 2);
    check(&problem, &plan, cost);
    // The best published mean trip is 10.18 minutes.
    assert!(reference::evaluate(&problem, &plan.to_network(&problem.city)).passenger_minutes < 10.2);
}

#[test]
fn killed_and_resumed_equals_left_alone() {
    for alpha in [0.0, 0.7] {
        let problem = mandl(alpha);
        let alone = anneal(&problem, 3, 12, 1);
        for at in [1, 3, 9] {
            let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(3), None);
            for round in 0..at {
                search.advance(Rounds(12).progress(round), 2);
            }
            let snapshot = search.snapshot();
            drop(search);
            let mut search = Anneal::restore(&problem, AnnealConfig::default(), &snapshot).unwrap();
            assert_eq!(search.snapshot(), snapshot);
            run(&mut search, &Rounds(12), at, 2, &mut ());
            assert_eq!((search.best().clone(), search.best_cost()), alone, "alpha {alpha}, from round {at}");
        }
    }
}

#[test]
fn a_foreign_snapshot_is_refused() {
    let problem = mandl(0.5);
    let search = Anneal::new(&problem, AnnealConfig::default(), Seed(3), None);
    let restore = |change: &dyn Fn(&mut routewright_search::Snapshot)| {
        let mut snapshot = search.snapshot();
        change(&mut snapshot);
        Anneal::restore(&problem, AnnealConfig::default(), &snapshot).err()
    };
    assert_eq!(restore(&|_| {}), None);
    assert!(matches!(restore(&|s| s.method = "ea".into()), Some(RestoreError::Method { .. })));
    assert!(matches!(restore(&|s| s.state.truncate(40)), Some(RestoreError::Damaged(_))));
    assert!(matches!(restore(&|s| s.best[0] = vec![0, 14]), Some(RestoreError::Damaged(_))));
}

#[test]
fn a_start_is_improved_and_never_made_worse() {
    let problem = mandl(0.5);
    let (good, cost) = anneal(&problem, 1, 12, 2);
    let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(5), Some(good));
    assert_eq!(search.best_cost(), cost);
    run(&mut search, &Rounds(3), 0, 1, &mut ());
    assert!(search.best_cost() <= cost);
}

#[test]
fn directed_streets_bad_ends_and_fixed_routes_are_respected() {
    let mut parts = directed_grid_city(5, 4, Seconds(60), Seconds(90)).to_parts();
    // Two streets become one-way, and three nodes no terminals.
    parts.links.retain(|link| {
        let ends = (link.from.index(), link.to.index());
        ends != (1, 0) && ends != (13, 12)
    });
    [2, 7, 11].into_iter().for_each(|node: usize| parts.nodes[node].terminal = false);
    let mut problem = problem(City::new(parts).unwrap(), (5, 3, 8), 0.6);
    let ends = vec![NodeId::new(0), NodeId::new(19)];
    let metro = Route::with_leg_times(&problem.city, "M", ends, vec![Seconds(30)], Direction::BothWays);
    problem.fixed = Network { routes: vec![metro.unwrap()] };
    let (plan, cost) = anneal(&problem, 2, 12, 2);
    check(&problem, &plan, cost);
}

#[test]
fn every_kind_of_city_is_served() {
    for kind in CityKind::ALL {
        let city = generate(&SynthConfig::new(kind, 24), 5).unwrap();
        for alpha in [0.0, 1.0] {
            let problem = problem(city.clone(), (8, 3, 10), alpha);
            let (plan, cost) = anneal(&problem, 1, 6, 2);
            check(&problem, &plan, cost);
        }
    }
}
