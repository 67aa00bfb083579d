//! The front: legal, undominated, repeatable, and better than any one network's.

use std::sync::Arc;

use routewright_eval::reference;
use routewright_model::{Alpha, City, Limits, Problem, Seconds};
use routewright_search::{Front, FrontConfig, Plan, Seed, Trade, hypervolume};
use routewright_synth::{CityKind, SynthConfig, directed_grid_city, generate};

fn problem(city: City, limits: (usize, usize, usize)) -> Problem {
    let limits = Limits::new(limits.0, limits.1, limits.2).unwrap();
    Problem::new(Arc::new(city), limits, Alpha::new(0.5).unwrap())
}

fn front(problem: &Problem, config: FrontConfig, rounds: u32, threads: usize) -> Vec<(Trade, Plan)> {
    let mut search = Front::new(problem, config, Seed(3), None);
    for round in 0..rounds {
        search.advance(f64::from(round) / f64::from(rounds), threads);
    }
    search.points()
}

/// Every network keeps every rule, is what it is said to be, and is worth having beside the others.
fn check(problem: &Problem, points: &[(Trade, Plan)]) {
    assert!(!points.is_empty());
    for (trade, plan) in points {
        let network = plan.to_network(&problem.city);
        let figures = reference::evaluate(problem, &network);
        assert_eq!(figures.violations, []);
        assert_eq!(network.repeated_routes(), []);
        assert!((figures.passenger_minutes - trade.passenger_minutes).abs() < 1e-9);
        assert!((figures.driven_minutes - trade.driven.minutes()).abs() < 1e-9);
    }
    for pair in points.windows(2) {
        assert!(pair[0].0.driven < pair[1].0.driven);
        assert!(pair[0].0.passenger_minutes > pair[1].0.passenger_minutes);
    }
}

fn share(points: &[(Trade, Plan)]) -> f64 {
    let pairs: Vec<[f64; 2]> =
        points.iter().map(|(trade, _)| [trade.passenger_minutes, trade.driven.minutes() / 2.0]).collect();
    hypervolume(&pairs, [(10.0, 15.0), (63.0, 224.0)])
}

#[test]
fn mandl_goes_beyond_the_published_fronts() {
    let problem = problem(City::mandl(), (6, 2, 8));
    let points = front(&problem, FrontConfig::default(), 250, 2);
    check(&problem, &points);
    // The least driving there can be: a spanning tree.
    assert_eq!(points[0].0.driven.minutes(), 126.0);
    assert!(share(&points) > 0.8617, "{}", share(&points));
    // Fewer points, chosen well, dominate nearly as much.
    let few = front(&problem, FrontConfig { points: 12, ..FrontConfig::default() }, 250, 2);
    assert_eq!(few.len(), 12);
    assert!(share(&few) > 0.84, "{}", share(&few));
}

#[test]
fn same_seed_same_front_at_any_number_of_threads() {
    let city = generate(&SynthConfig::new(CityKind::Voronoi, 30), 5).unwrap();
    let problem = problem(city, (6, 3, 10));
    for chains in [1, 2, 3] {
        let config = FrontConfig { chains, ..FrontConfig::default() };
        let one = front(&problem, config.clone(), 30, 1);
        check(&problem, &one);
        assert_eq!(one, front(&problem, config.clone(), 30, 2));
        assert_eq!(one, front(&problem, config, 30, 8));
    }
}

#[test]
fn one_way_streets_are_no_obstacle() {
    let problem = problem(directed_grid_city(5, 4, Seconds(120), Seconds(180)), (5, 2, 10));
    check(&problem, &front(&problem, FrontConfig::default(), 40, 2));
}

#[test]
fn a_start_with_a_route_twice_leaves_none_behind() {
    let problem = problem(City::mandl(), (6, 2, 8));
    let mut search = Front::new(&problem, FrontConfig::default(), Seed(1), None);
    (0..10).for_each(|round| search.advance(f64::from(round) / 10.0, 1));
    let mut start = search.points()[0].1.clone();
    start.paths[1] = start.paths[0].clone();
    let mut search = Front::new(&problem, FrontConfig::default(), Seed(1), Some(start));
    (0..40).for_each(|round| search.advance(f64::from(round) / 40.0, 1));
    check(&problem, &search.points());
}

#[test]
fn what_cannot_be_served_gives_no_points() {
    let problem = problem(City::mandl(), (1, 2, 3));
    assert_eq!(front(&problem, FrontConfig::default(), 5, 2), []);
}
