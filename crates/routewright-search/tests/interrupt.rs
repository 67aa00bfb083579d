//! A search that is cancelled ends at once, keeps what it found, and can be resumed.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use routewright_eval::service::ServiceModel;
use routewright_model::{Alpha, City, Limits, Problem};
use routewright_search::{
    Anneal, AnnealConfig, Front, FrontConfig, HeadwayChoices, Interrupt, LineRules, NetworkSearch, Rounds,
    Search, Seed, ServiceAnneal, ServiceConfig, ServiceFront, ServiceProblem, Start, run, unwatched,
};

fn mandl() -> Problem {
    let limits = Limits::new(6, 2, 8).unwrap();
    Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap())
}

/// Cancels a search when it asks for the so-manieth time.
fn after(questions: u64) -> Start {
    let asked = AtomicU64::new(0);
    let cancel = Interrupt::when(move || asked.fetch_add(1, Ordering::Relaxed) >= questions);
    Start { interrupt: cancel, ..Start::default() }
}

#[test]
fn an_anneal_cut_short_is_resumed_as_if_nothing_had_happened() {
    let (problem, config) = (mandl(), AnnealConfig::default());
    let mut alone = Anneal::new(&problem, config.clone(), Seed(3), Start::default()).unwrap();
    run(&mut alone, &mut Rounds(6), 0, 1, &mut unwatched);
    for questions in [100, 700, 1300, 2400] {
        for threads in [1, 2] {
            let mut search = Anneal::new(&problem, config.clone(), Seed(3), after(questions)).unwrap();
            let mut seen = Vec::new();
            let rounds = run(&mut search, &mut Rounds(6), 0, threads, &mut |_, progress| {
                seen.push(progress.rounds);
                ControlFlow::Continue(())
            });
            assert!(search.is_cancelled() && rounds < 6, "{rounds} rounds");
            // The round that was cut short is seen but not counted.
            let expected: Vec<u64> = (1..=rounds).chain([rounds]).collect();
            assert_eq!(seen, expected);
            assert!(search.best_cost() >= alone.best_cost());
            let saved = search.snapshot();
            let mut resumed = Anneal::restore(&problem, config.clone(), &Start::default(), &saved).unwrap();
            run(&mut resumed, &mut Rounds(6), rounds, threads, &mut unwatched);
            assert_eq!(resumed.snapshot(), alone.snapshot(), "{questions} questions, {threads} threads");
            assert_eq!(resumed.best(), alone.best());
        }
    }
}

#[test]
fn a_front_cut_short_is_resumed_as_if_nothing_had_happened() {
    let (problem, config) = (mandl(), FrontConfig::default());
    let mut alone = Front::new(&problem, config.clone(), Seed(3), Start::default()).unwrap();
    run(&mut alone, &mut Rounds(24), 0, 1, &mut unwatched);
    for questions in [50, 300, 1500, 2000] {
        let mut search = Front::new(&problem, config.clone(), Seed(3), after(questions)).unwrap();
        let rounds = run(&mut search, &mut Rounds(24), 0, 2, &mut unwatched);
        assert!(search.is_cancelled() && rounds < 24, "{rounds} rounds");
        let saved = search.snapshot();
        let mut resumed = Front::restore(&problem, config.clone(), &Start::default(), &saved).unwrap();
        run(&mut resumed, &mut Rounds(24), rounds, 2, &mut unwatched);
        assert_eq!(resumed.snapshot(), alone.snapshot(), "{questions} questions");
    }
}

#[test]
fn a_search_cancelled_while_it_starts_has_a_network_and_does_no_round() {
    let problem = mandl();
    let config = AnnealConfig { chains: 1_000_000, ..AnnealConfig::default() };
    let mut search = Anneal::new(&problem, config, Seed(3), after(3)).unwrap();
    assert!(search.is_cancelled());
    assert_eq!(run(&mut search, &mut Rounds(6), 0, 2, &mut unwatched), 0);
    assert_eq!(search.best().routes.len(), 6);
    let config = FrontConfig { chains: 1_000_000, ..FrontConfig::default() };
    let mut search = Front::new(&problem, config, Seed(3), after(3)).unwrap();
    assert!(search.is_cancelled());
    assert_eq!(run(&mut search, &mut Rounds(6), 0, 2, &mut unwatched), 0);
}

#[test]
fn a_cancel_that_never_comes_changes_nothing() {
    let problem = mandl();
    let end = |start: Start| {
        let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(3), start).unwrap();
        run(&mut search, &mut Rounds(3), 0, 2, &mut unwatched);
        assert!(!search.is_cancelled());
        search.snapshot()
    };
    assert_eq!(end(after(u64::MAX)), end(Start::default()));
}

/// Mandl's city with so many vehicles.
fn service(vehicles: u32) -> ServiceProblem {
    let problem = mandl();
    ServiceProblem {
        model: ServiceModel { hours: 1.0, ..ServiceModel::for_city(&problem.city) },
        problem,
        vehicles,
        headways: HeadwayChoices::List(HeadwayChoices::COMMON.to_vec()),
        rules: LineRules::default(),
        overload_price: ServiceProblem::OVERLOAD_PRICE,
    }
}

#[test]
fn a_service_cut_short_is_resumed_as_if_nothing_had_happened() {
    let problem = service(30);
    let config = ServiceConfig { tries: 4, ..ServiceConfig::default() };
    let mut alone = ServiceAnneal::new(&problem, config.clone(), Seed(3), Start::default()).unwrap();
    run(&mut alone, &mut Rounds(6), 0, 1, &mut unwatched);
    for questions in [100, 700, 1300, 2400] {
        for threads in [1, 2] {
            let mut search = ServiceAnneal::new(&problem, config.clone(), Seed(3), after(questions)).unwrap();
            let rounds = run(&mut search, &mut Rounds(6), 0, threads, &mut unwatched);
            assert!(search.is_cancelled() && rounds < 6, "{rounds} rounds");
            let saved = search.snapshot();
            // What was found on the way is shown, though a resumed search finds it again or not at all.
            assert!(search.best_cost() <= saved.best_cost);
            let mut resumed =
                ServiceAnneal::restore(&problem, config.clone(), &Start::default(), &saved).unwrap();
            run(&mut resumed, &mut Rounds(6), rounds, threads, &mut unwatched);
            assert_eq!(resumed.snapshot(), alone.snapshot(), "{questions} questions, {threads} threads");
            assert_eq!(resumed.best(), alone.best());
        }
    }
}

#[test]
fn a_front_of_services_cut_short_is_resumed_as_if_nothing_had_happened() {
    let problems = [20, 30, 45].map(service);
    let config = ServiceConfig { tries: 4, ..ServiceConfig::default() };
    let mut alone = ServiceFront::new(&problems, &config, Seed(3), &Start::default()).unwrap();
    run(&mut alone, &mut Rounds(5), 0, 1, &mut unwatched);
    for questions in [500, 2600, 5000] {
        let mut search = ServiceFront::new(&problems, &config, Seed(3), &after(questions)).unwrap();
        let rounds = run(&mut search, &mut Rounds(5), 0, 2, &mut unwatched);
        assert!(search.is_cancelled() && rounds < 5, "{rounds} rounds");
        let saved = search.snapshot();
        let mut resumed = ServiceFront::restore(&problems, &config, &Start::default(), &saved).unwrap();
        run(&mut resumed, &mut Rounds(5), rounds, 2, &mut unwatched);
        assert_eq!(resumed.snapshot(), alone.snapshot(), "{questions} questions");
    }
}
