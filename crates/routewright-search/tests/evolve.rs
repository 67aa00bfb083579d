//! Construction and evolution: same seed, same network; better networks, never illegal ones.

use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, Policy, Scores, Step};
use routewright_eval::{Evaluator, violations};
use routewright_model::{Alpha, City, Limits, Problem};
use routewright_search::heuristics::{
    Candidate, Heuristic, MoveTerminal, Outcome, RebuildRoute, ShortestPathRoute,
};
use routewright_search::{
    Construct, ConstructConfig, EvolutionConfig, EvolutionVariant, Evolve, NetworkSearch, RestoreError,
    Rounds, RouteSet, Search, Seed, Snapshot, run, unwatched,
};

/// Likes paths to nodes with a high index; has to be asked.
#[derive(Clone)]
struct Opinionated;

impl Policy for Opinionated {
    fn score(&self, steps: &[Step<'_>], scores: &mut Scores) {
        for (at, step) in steps.iter().enumerate() {
            for (score, action) in scores.paths_mut(at).iter_mut().zip(step.actions) {
                *score = action.to.index() as f32 / 8.0;
            }
        }
    }
}

fn mandl(alpha: f64) -> Problem {
    Problem::new(Arc::new(City::mandl()), Limits::new(6, 2, 8).unwrap(), Alpha::new(alpha).unwrap())
}

fn random_construct(problem: &Problem, samples: u32, seed: u64) -> Construct<'_> {
    let samples = NonZeroU32::new(samples).unwrap();
    let config = ConstructConfig::random(ConstructionOptions::default(), samples);
    Construct::new(problem, config, Seed(seed)).unwrap()
}

fn start(problem: &Problem) -> RouteSet {
    let mut search = random_construct(problem, 20, 1);
    let mut rounds = Rounds(search.rounds());
    run(&mut search, &mut rounds, 0, 1, &mut unwatched);
    search.best().clone()
}

fn variants(problem: &Problem) -> Vec<EvolutionVariant> {
    let options = ConstructionOptions::default();
    vec![
        EvolutionVariant::ea(problem, true),
        EvolutionVariant::rc_ea(options),
        EvolutionVariant::nea(vec![Opinionated], options),
        EvolutionVariant::all_1_nea(vec![Opinionated; 2], options),
    ]
}

/// Everything that is to be the same, bit for bit.
fn outcome(search: &dyn NetworkSearch) -> (Snapshot, u64) {
    (search.snapshot(), search.best_cost().to_bits())
}

/// The best network has its routes, breaks nothing, repeats nothing and costs what the search says.
fn check_best(problem: &Problem, search: &dyn NetworkSearch) {
    let network = search.best().to_network(&problem.city);
    let score = Evaluator::new(problem).score(&network);
    assert_eq!(violations(problem, &network, score.unserved_pairs), []);
    assert!(network.repeated_routes().is_empty());
    assert!((score.cost - search.best_cost()).abs() < 1e-12);
}

#[test]
fn evolution_gives_the_same_on_any_number_of_threads() {
    let problem = mandl(1.0);
    let start = start(&problem);
    for at in 0..4 {
        let end = |threads| {
            let variant = variants(&problem).swap_remove(at);
            let mut search =
                Evolve::new(&problem, EvolutionConfig::default(), variant, Seed(7), start.clone()).unwrap();
            run(&mut search, &mut Rounds(12), 0, threads, &mut unwatched);
            outcome(&search)
        };
        assert_eq!(end(1), end(2));
        assert_eq!(end(1), end(3));
        assert_eq!(end(1), end(64));
    }
}

#[test]
fn evolution_improves_and_never_forgets_the_best() {
    for alpha in [0.0, 0.5, 1.0] {
        let problem = mandl(alpha);
        let start = start(&problem);
        for variant in variants(&problem) {
            let mut search =
                Evolve::new(&problem, EvolutionConfig::default(), variant, Seed(3), start.clone()).unwrap();
            let at_start = search.best_cost();
            let mut last = at_start;
            for _ in 0..60 {
                search.advance(0.0, 1);
                assert!(search.best_cost() <= last);
                last = search.best_cost();
                let lowest = search.population().map(|(_, cost)| cost).fold(f64::INFINITY, f64::min);
                assert!(last <= lowest);
            }
            assert!(last < at_start, "{} did not improve at alpha {alpha}", search.name());
            check_best(&problem, &search);
        }
    }
}

#[test]
fn a_population_of_any_size_evolves() {
    let problem = mandl(1.0);
    for size in [1, 2, 3, 11] {
        let config =
            EvolutionConfig { population: NonZeroU16::new(size).unwrap(), mutations: NonZeroU16::MIN };
        let variant = EvolutionVariant::rc_ea(ConstructionOptions::default());
        let mut search = Evolve::new(&problem, config, variant, Seed(3), start(&problem)).unwrap();
        run(&mut search, &mut Rounds(30), 0, 2, &mut unwatched);
        assert_eq!(search.population().count(), usize::from(size));
        check_best(&problem, &search);
    }
}

#[test]
fn a_resumed_evolution_ends_as_one_left_alone() {
    let problem = mandl(0.7);
    let config = EvolutionConfig::default();
    for at in 0..4 {
        let variant = || variants(&problem).swap_remove(at);
        let mut alone = Evolve::new(&problem, config, variant(), Seed(7), start(&problem)).unwrap();
        let mut killed = Evolve::new(&problem, config, variant(), Seed(7), start(&problem)).unwrap();
        run(&mut alone, &mut Rounds(20), 0, 2, &mut unwatched);
        run(&mut killed, &mut Rounds(9), 0, 2, &mut unwatched);
        let saved = killed.snapshot();
        let mut resumed = Evolve::restore(&problem, config, variant(), Seed(7), &saved).unwrap();
        assert_eq!(outcome(&resumed), outcome(&killed));
        run(&mut resumed, &mut Rounds(20), 9, 1, &mut unwatched);
        assert_eq!(outcome(&resumed), outcome(&alone));
    }
}

#[test]
fn a_snapshot_of_something_else_is_refused() {
    let problem = mandl(1.0);
    let config = EvolutionConfig::default();
    let new =
        || Evolve::new(&problem, config, variants(&problem).remove(0), Seed(7), start(&problem)).unwrap();
    let restore = |config, at, snapshot: &Snapshot| {
        Evolve::restore(&problem, config, variants(&problem).swap_remove(at), Seed(7), snapshot).err()
    };
    let saved = new().snapshot();
    assert_eq!(restore(config, 0, &saved), None);
    assert_eq!(
        restore(config, 1, &saved),
        Some(RestoreError::Method { expected: "rc-ea".into(), found: "ea".into() })
    );
    let smaller = EvolutionConfig { population: NonZeroU16::MIN, ..config };
    assert!(matches!(restore(smaller, 0, &saved), Some(RestoreError::Damaged(_))));
    let torn = Snapshot { state: saved.state[..saved.state.len() / 2].into(), ..saved.clone() };
    assert!(matches!(restore(config, 0, &torn), Some(RestoreError::Damaged(_))));
    let elsewhere = Snapshot { best: vec![vec![0, 99]], ..saved };
    assert!(matches!(restore(config, 0, &elsewhere), Some(RestoreError::Damaged(_))));
}

#[test]
fn the_best_of_more_samples_is_no_worse_and_threads_do_not_matter() {
    let problem = mandl(1.0);
    let end = |samples, threads| {
        let mut search = random_construct(&problem, samples, 5);
        let rounds = search.rounds();
        for round in 0..rounds {
            assert!(!search.is_done(), "done after {round} of {rounds} rounds");
            search.advance(0.0, threads);
        }
        assert!(search.is_done());
        assert_eq!(search.evaluations(), u64::from(samples));
        let done = outcome(&search);
        search.advance(1.0, threads);
        assert_eq!(outcome(&search), done);
        if samples >= 100 {
            check_best(&problem, &search); // one of so many serves everybody
        }
        (done, search.best_cost())
    };
    for samples in [1, 2, 17, 18, 100] {
        assert_eq!(end(samples, 1), end(samples, 2));
        assert_eq!(end(samples, 1), end(samples, 3));
        assert!(end(samples, 1).1 >= end(2 * samples, 1).1);
    }
}

#[test]
fn a_round_cut_short_leaves_nothing_out() {
    let problem = mandl(1.0);
    let mut alone = random_construct(&problem, 60, 5);
    let mut rounds = Rounds(alone.rounds());
    run(&mut alone, &mut rounds, 0, 2, &mut unwatched);
    let mut cut = random_construct(&problem, 60, 5);
    for threads in [1, 3] {
        let before = cut.evaluations();
        let asked = AtomicU32::new(0);
        cut.advance_while(threads, &|| asked.fetch_add(1, Ordering::Relaxed) < 5);
        assert_eq!(cut.evaluations(), before + 5);
    }
    while !cut.is_done() {
        cut.advance(0.0, 2);
    }
    assert_eq!(outcome(&cut), outcome(&alone));
}

#[test]
fn a_resumed_construction_ends_as_one_left_alone() {
    let problem = mandl(1.0);
    let samples = NonZeroU32::new(60).unwrap();
    let config = || ConstructConfig::learned([Opinionated], ConstructionOptions::default(), samples);
    let mut alone = Construct::new(&problem, config(), Seed(5)).unwrap();
    let mut killed = Construct::new(&problem, config(), Seed(5)).unwrap();
    run(&mut alone, &mut Rounds(4), 0, 2, &mut unwatched);
    run(&mut killed, &mut Rounds(2), 0, 2, &mut unwatched);
    let mut resumed = Construct::restore(&problem, config(), Seed(5), &killed.snapshot()).unwrap();
    run(&mut resumed, &mut Rounds(4), 2, 1, &mut unwatched);
    assert_eq!(outcome(&resumed), outcome(&alone));
    let damaged = Snapshot { state: "x".into(), ..killed.snapshot() };
    let refused = Construct::restore(&problem, config(), Seed(5), &damaged).err();
    assert!(matches!(refused, Some(RestoreError::Damaged(_))));
}

#[test]
fn heuristics_propose_only_what_can_be_kept() {
    let problem = Problem { limits: Limits::new(6, 3, 5).unwrap(), ..mandl(1.0) };
    let plan = start(&problem);
    let options = ConstructionOptions::default();
    let heuristics: [Box<dyn Heuristic>; 4] = [
        Box::new(ShortestPathRoute::new(&problem, true)),
        Box::new(MoveTerminal::default()),
        Box::new(RebuildRoute::at_random(options)),
        Box::new(RebuildRoute { policies: vec![Opinionated, Opinionated], options }),
    ];
    for heuristic in heuristics {
        for seed in 0..500 {
            let mut candidates = [Candidate::new(&plan, ChaCha8Rng::seed_from_u64(seed))];
            heuristic.mutate(&problem, &mut candidates);
            let [Candidate { outcome: Outcome::Replace { route, stops }, .. }] = candidates else {
                panic!("{} finds a move", heuristic.name());
            };
            assert!(!plan.has_line(&stops, route));
            let mut routes = plan.to_indices();
            routes[route] = stops.iter().map(|stop| stop.index() as u32).collect();
            let network = RouteSet::from_indices(&problem.city, &routes).unwrap().to_network(&problem.city);
            assert_eq!(violations(&problem, &network, 0), [], "{}", heuristic.name());
        }
    }
}

#[test]
fn where_nothing_can_be_changed_the_network_stays() {
    // Two nodes, one route: no stop can go, none can come, and no other route exists.
    let city = routewright_synth::grid_city(2, 1, routewright_model::Seconds(60));
    let limits = Limits::new(1, 2, 2).unwrap();
    let problem = Problem::new(Arc::new(city), limits, Alpha::new(1.0).unwrap());
    let plan = RouteSet::from_indices(&problem.city, &[vec![0, 1]]).unwrap();
    let mut candidates = [Candidate::new(&plan, ChaCha8Rng::seed_from_u64(1))];
    MoveTerminal::default().mutate(&problem, &mut candidates);
    assert_eq!(candidates[0].outcome, Outcome::NoLegalMove);
    for variant in variants(&problem) {
        let mut search =
            Evolve::new(&problem, EvolutionConfig::default(), variant, Seed(1), plan.clone()).unwrap();
        run(&mut search, &mut Rounds(3), 0, 2, &mut unwatched);
        assert_eq!(search.best(), &plan);
    }
}

#[test]
fn memory_does_not_grow_with_the_stops_allowed() {
    let limits = Limits::new(3, 2, Limits::MOST).unwrap();
    let problem = Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap());
    let start = start(&problem);
    for variant in variants(&problem) {
        let mut search =
            Evolve::new(&problem, EvolutionConfig::default(), variant, Seed(1), start.clone()).unwrap();
        run(&mut search, &mut Rounds(2), 0, 1, &mut unwatched);
        check_best(&problem, &search);
    }
}
