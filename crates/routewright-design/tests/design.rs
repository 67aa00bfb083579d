//! Design from a program: progress, cancellation, checkpoints, resuming, parts of one's own.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use routewright_design::{
    Cancel, Choice, City, Design, DesignOptions, DesignStatus, Error, Inputs, Method, Network, Observer,
    OpenCity, OpenNetwork, PlanningOptions, Problem, Settings, Stage, Stop, VehicleLimit,
};
use routewright_search::{CostTerm, Plugins, RouteSet};

fn problem() -> Problem {
    Problem::for_city(&City::open("mandl").unwrap()).alpha(0.7).build().unwrap()
}

/// Ends the search after its first round, or watches it to its end.
struct Watch {
    ends: bool,
    seen: Vec<DesignStatus>,
}

impl Watch {
    fn new(ends: bool) -> Self {
        Self { ends, seen: Vec::new() }
    }
}

impl Observer<DesignStatus> for Watch {
    fn on_progress(&mut self, status: &DesignStatus) -> ControlFlow<()> {
        self.seen.push(*status);
        let ends = self.ends && status.stage == Stage::Search;
        if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_interrupted_run_resumes_to_the_network_of_one_left_alone() {
    let problem = problem();
    for (method, rounds) in [(Method::Anneal, 6), (Method::Ea, 30), (Method::RcEa, 10), (Method::Nea, 4)] {
        fn small(problem: &Problem, method: Method, rounds: u64) -> Design<'_> {
            let design =
                Design::new(problem).method(method).stop(Stop::iterations(rounds)).seed(3).threads(1);
            design.options(|options| options.samples = Some(3))
        }
        let design = || small(&problem, method, rounds);
        let alone = design().run().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut watch = Watch::new(true);
        let part = design().folder(folder.path()).observer(&mut watch).run().unwrap();
        assert!(part.is_interrupted() && part.rounds() < rounds, "{method:?}");
        assert!(part.is_resumable(), "{method:?}");
        let whole = design().folder(folder.path()).threads(2).run().unwrap();
        assert_eq!(whole.network(), alone.network(), "{method:?}");
        assert_eq!((whole.rounds(), whole.is_interrupted()), (rounds, false));
        assert_eq!(whole.moves(), alone.moves());
        let saved = Network::open(&problem.city, folder.path()).unwrap();
        assert_eq!(&saved, alone.network());
        assert!(!folder.path().join("state.json").exists() && folder.path().join("report.html").exists());
    }
}

#[test]
fn watching_changes_nothing_and_cancelling_keeps_the_best() {
    let problem = problem();
    let design = || Design::new(&problem).stop(Stop::iterations(5)).threads(1);
    let mut watch = Watch::new(false);
    let watched = design().observer(&mut watch).run().unwrap();
    assert_eq!(watched.network(), design().run().unwrap().network());
    let last = watch.seen.last().unwrap();
    assert!(last.rounds >= 1 && last.evaluations > 0, "{last:?}");
    // The search and the report sum in different orders.
    assert!(last.cost > watched.figures().cost - 1e-9, "{last:?}, but {}", watched.figures().cost);
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = design().cancel(&cancel).run().unwrap();
    assert!(cancelled.is_interrupted());
    assert_eq!((cancelled.rounds(), cancelled.network().routes.len()), (0, 6));
}

#[test]
fn a_folder_of_other_settings_or_inputs_is_not_resumed() {
    let problem = problem();
    let folder = tempfile::tempdir().unwrap();
    let design = || Design::new(&problem).stop(Stop::iterations(50)).threads(1).folder(folder.path());
    assert!(design().observer(&mut Watch::new(true)).run().unwrap().is_resumable());
    let said = |error: Result<_, Error>| error.map(|_: routewright_design::Plan| ()).unwrap_err().to_string();
    let other_seed = said(design().seed(9).run());
    assert!(other_seed.starts_with("the run to resume has --seed 1, not 9"), "{other_seed}");
    let mut parts = problem.city.to_parts();
    parts.demand[0].trips += 1.0;
    let city = Arc::new(City::new(parts).unwrap());
    let other = Problem::for_city(&city).alpha(0.7).build().unwrap();
    let other_city = Design::new(&other).stop(Stop::iterations(50)).threads(1).folder(folder.path()).run();
    let other_city = said(other_city);
    assert!(other_city.starts_with("the city is not what the run in"), "{other_city}");
    assert_eq!(design().run().unwrap().rounds(), 50);
}

#[test]
fn options_given_again_are_the_same_with_every_method() {
    let settings = |options: &DesignOptions| {
        let model = options.model();
        let inputs = Inputs::read(&options.names(model.as_deref())).unwrap();
        let problem = options.problem.to_design(&inputs.city, None, Network::default()).unwrap();
        Settings::resolve(options, &problem, &inputs, 3).unwrap()
    };
    for &method in Method::ALL {
        let options = DesignOptions {
            city: "mandl".into(),
            method: Some(method),
            model: Some("seed-2".into()),
            temperature: Some(0.3),
            samples: Some(7),
            chains: Some(3),
            iterations: Some(9),
            cover_demand: true,
            planning: PlanningOptions {
                vehicles: (method == Method::Service).then_some(VehicleLimit::Count(20)),
                ..PlanningOptions::default()
            },
            ..DesignOptions::default()
        };
        let kept = settings(&options);
        assert_eq!(settings(&kept.options()), kept, "{method:?}");
        assert_eq!(settings(&options.or(&kept.options())), kept, "{method:?}");
        let other = DesignOptions { samples: Some(8), ..DesignOptions::default() };
        assert_eq!(settings(&other.or(&kept.options())) != kept, kept.samples.is_some(), "{method:?}");
        // A time budget depends on the threads; what was decided stays.
        let timed = DesignOptions { seconds: Some(1.0), iterations: None, chains: None, ..options.clone() };
        let kept = settings(&timed);
        assert_eq!(settings(&kept.options()), kept, "{method:?}");
    }
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let problem = problem();
    let said =
        |design: Design<'_>| design.stop(Stop::iterations(1)).run().map(|_| ()).unwrap_err().to_string();
    let design = || Design::new(&problem);
    assert_eq!(said(design().freeze(["1"])), "--freeze needs a network to start from: give --start");
    assert_eq!(
        said(design().change_price(0.5)),
        "--change-price needs a network to start from: give --start"
    );
    assert!(
        said(design().method(Method::Ea).change_price(0.5)).starts_with("--change-price needs method anneal")
    );
    let plugins = Plugins::default().with_term(Moody(AtomicU64::new(0)));
    assert!(said(design().method(Method::Rc).plugins(plugins)).contains("need method anneal, not rc"));
    let routes = design().stop(Stop::iterations(2)).run().unwrap();
    let frozen: Vec<String> = routes.network().routes.iter().map(|route| route.name().to_owned()).collect();
    let all = said(design().start(routes.network()).freeze(frozen));
    assert!(all.starts_with("--freeze leaves no route to design"), "{all}");
}

/// Charges something else whenever it is asked: what the search claims cannot be true.
struct Moody(AtomicU64);

impl CostTerm for Moody {
    fn name(&self) -> &'static str {
        "moody"
    }

    fn cost(&self, _routes: &RouteSet) -> f64 {
        self.0.fetch_add(1, Ordering::SeqCst) as f64
    }
}

#[test]
fn a_false_claim_of_the_search_is_found_out() {
    let problem = problem();
    let plugins = Plugins::default().with_term(Moody(AtomicU64::new(0)));
    let found = Design::new(&problem).plugins(plugins).stop(Stop::iterations(1)).threads(1).run();
    assert!(matches!(found, Err(Error::Bug(_))));
}
