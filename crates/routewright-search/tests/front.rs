//! The front: legal, undominated, repeatable, and better than any one network's.

use std::sync::Arc;

use routewright_eval::reference;
use routewright_model::{Alpha, City, Limits, Problem, Seconds};
use routewright_search::{
    Front, FrontConfig, RestoreError, Rounds, RouteSet, Search, Seed, Snapshot, Start, Trade, hypervolume,
    run, unwatched,
};
use routewright_synth::{CityKind, SynthConfig, directed_grid_city, generate};

fn problem(city: City, limits: (usize, usize, usize)) -> Problem {
    let limits = Limits::new(limits.0, limits.1, limits.2).unwrap();
    Problem::new(Arc::new(city), limits, Alpha::new(0.5).unwrap())
}

fn front(problem: &Problem, config: FrontConfig, rounds: u32, threads: usize) -> Vec<(Trade, RouteSet)> {
    let mut search = Front::new(problem, config, Seed(3), Start::default()).unwrap();
    for round in 0..rounds {
        search.advance(f64::from(round) / f64::from(rounds), threads);
    }
    search.points()
}

/// Every network keeps every rule, is what it is said to be, and is worth having beside the others.
fn check(problem: &Problem, points: &[(Trade, RouteSet)]) {
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

fn share(points: &[(Trade, RouteSet)]) -> f64 {
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
fn a_resumed_front_ends_as_one_left_alone() {
    let city = generate(&SynthConfig::new(CityKind::Voronoi, 24), 5).unwrap();
    let problem = problem(city, (6, 3, 10));
    let config = FrontConfig { chains: 3, points: 20, ..FrontConfig::default() };
    let new = || Front::new(&problem, config.clone(), Seed(3), Start::default()).unwrap();
    let mut alone = new();
    run(&mut alone, &mut Rounds(40), 0, 1, &mut unwatched);
    // In the descent, in the opening, and during the sweeps.
    for at in [1, 3, 4, 17, 39] {
        for threads in [1, 2] {
            let mut killed = new();
            run(&mut killed, &mut Rounds(40), 0, threads, &mut |_, progress| match progress.rounds == at {
                true => std::ops::ControlFlow::Break(()),
                false => std::ops::ControlFlow::Continue(()),
            });
            let text = serde_json::to_string(&killed.snapshot()).unwrap();
            let saved: Snapshot = serde_json::from_str(&text).unwrap();
            let mut resumed = Front::restore(&problem, config.clone(), &Start::default(), &saved).unwrap();
            assert_eq!(resumed.snapshot(), saved);
            run(&mut resumed, &mut Rounds(40), at, threads, &mut unwatched);
            assert_eq!(resumed.snapshot(), alone.snapshot(), "from round {at}");
            assert_eq!(resumed.points(), alone.points());
        }
    }
}

#[test]
fn the_cost_of_a_front_falls_whenever_it_improves() {
    let problem = problem(City::mandl(), (6, 2, 8));
    let mut search = Front::new(&problem, FrontConfig::default(), Seed(3), Start::default()).unwrap();
    let (mut last, mut known) = (search.best_cost(), search.snapshot().state);
    let mut improved = 0;
    run(&mut search, &mut Rounds(60), 0, 2, &mut |search: &Front<'_>, progress| {
        let now = search.snapshot().state;
        let front = |state: &str| state[state.find("\"known\"").unwrap()..].to_owned();
        let has_changed = front(&now) != front(&known);
        assert_eq!(progress.best_cost < last, has_changed, "round {}", progress.rounds);
        improved += u32::from(has_changed);
        (last, known) = (progress.best_cost, now);
        std::ops::ControlFlow::Continue(())
    });
    assert!((5..60).contains(&improved), "{improved} rounds improved the front");
}

#[test]
fn a_foreign_snapshot_is_refused() {
    let problem = problem(City::mandl(), (6, 2, 8));
    let config = FrontConfig::default();
    let saved = Front::new(&problem, config.clone(), Seed(3), Start::default()).unwrap().snapshot();
    let restore = |config: FrontConfig, snapshot: &Snapshot| {
        Front::restore(&problem, config, &Start::default(), snapshot).err()
    };
    assert_eq!(restore(config.clone(), &saved), None);
    let other = Snapshot { method: "anneal".into(), ..saved.clone() };
    assert!(matches!(restore(config.clone(), &other), Some(RestoreError::Method { .. })));
    let fewer = FrontConfig { weights: 7, ..config.clone() };
    assert!(matches!(restore(fewer, &saved), Some(RestoreError::Damaged(_))));
    let more = FrontConfig { chains: 3, ..config.clone() };
    assert!(matches!(restore(more, &saved), Some(RestoreError::Damaged(_))));
    for (from, to) in [("\"alpha\":0.", "\"alpha\":7."), ("\"passenger\":33", "\"passenger\":0"), ("{", "")] {
        let torn = Snapshot { state: saved.state.replacen(from, to, 1), ..saved.clone() };
        assert_ne!(torn, saved, "{from}");
        assert!(matches!(restore(config.clone(), &torn), Some(RestoreError::Damaged(_))), "{from}");
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
    let mut search = Front::new(&problem, FrontConfig::default(), Seed(1), Start::default()).unwrap();
    (0..10).for_each(|round| search.advance(f64::from(round) / 10.0, 1));
    let mut start = search.points()[0].1.clone();
    start.routes[1] = start.routes[0].clone();
    let mut search =
        Front::new(&problem, FrontConfig::default(), Seed(1), Start::from_routes(start)).unwrap();
    (0..40).for_each(|round| search.advance(f64::from(round) / 40.0, 1));
    check(&problem, &search.points());
}

#[test]
fn what_cannot_be_served_gives_no_points() {
    let problem = problem(City::mandl(), (1, 2, 3));
    assert_eq!(front(&problem, FrontConfig::default(), 5, 2), []);
}
