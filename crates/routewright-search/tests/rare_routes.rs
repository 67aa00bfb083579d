//! Where legal routes are rare or do not exist: every method yields legal routes or says why it cannot.

use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

use proptest::prelude::*;
use routewright_env::ConstructionOptions;
use routewright_model::{
    Alpha, City, CityParts, Demand, Direction, Limits, Link, Network, Node, NodeId, Position, Problem, Route,
    Seconds,
};
use routewright_search::{
    Anneal, AnnealConfig, Construct, ConstructConfig, EvolutionConfig, EvolutionVariant, Evolve, Front,
    FrontConfig, NetworkSearch, Rounds, RouteSet, SearchError, Seed, Start, repair, run, unwatched,
};

/// A small city as numbers.
#[derive(Clone, Debug)]
struct Case {
    /// For each node but the first, an earlier one that it is linked with.
    tree: Vec<usize>,
    extra: Vec<(usize, usize)>,
    terminals: Vec<bool>,
    routes: usize,
    min_stops: usize,
    more_stops: usize,
    alpha: f64,
    distinct: bool,
    seed: u64,
}

impl Case {
    fn problem(&self) -> Problem {
        let n = self.tree.len() + 1;
        let mut links = std::collections::BTreeSet::new();
        let tree = self.tree.iter().zip(1..).map(|(&before, node)| (before % node, node));
        for (a, b) in tree.flat_map(|(a, b)| [(a, b), (b, a)]).chain(self.extra.iter().copied()) {
            if a % n != b % n {
                links.insert((a % n, b % n)); // the extra ones lead one way
            }
        }
        let node = |at: usize| {
            let terminal = self.terminals[at % self.terminals.len()];
            Node { name: at.to_string(), label: None, position: Position::default(), terminal }
        };
        let link = |(from, to)| Link { from: NodeId::new(from), to: NodeId::new(to), time: Seconds(60) };
        let trip = |at: usize| Demand { from: NodeId::new(at), to: NodeId::new((at + 1) % n), trips: 1.0 };
        let city = City::new(CityParts {
            nodes: (0..n).map(node).collect(),
            links: links.into_iter().map(link).collect(),
            demand: (0..n).map(trip).collect(),
            ..CityParts::default()
        });
        let limits = Limits::new(self.routes, self.min_stops, self.min_stops + self.more_stops).unwrap();
        Problem::new(Arc::new(city.unwrap()), limits, Alpha::new(self.alpha).unwrap())
    }
}

fn any_case() -> impl Strategy<Value = Case> {
    let streets = (1..6usize).prop_flat_map(|more| {
        (prop::collection::vec(0..6usize, more), prop::collection::vec((0..7usize, 0..7usize), 0..4))
    });
    let terminals = prop::collection::vec(prop::bool::weighted(0.5), 7);
    let limits = (1..5usize, 2..7usize, 0..3usize);
    (streets, terminals, limits, prop::sample::select(vec![0.0, 0.5, 1.0]), any::<bool>(), 0..99u64).prop_map(
        |((tree, extra), terminals, (routes, min_stops, more_stops), alpha, distinct, seed)| Case {
            tree,
            extra,
            terminals,
            routes,
            min_stops,
            more_stops,
            alpha,
            distinct,
            seed,
        },
    )
}

/// By brute force: whether these stops can be continued to a legal route.
fn leads_to_a_legal_route(problem: &Problem, stops: &mut Vec<NodeId>) -> bool {
    if is_legal(problem, stops) {
        return true;
    }
    let end = stops[stops.len() - 1];
    problem.city.links_from(end).iter().any(|&(next, _)| {
        !stops.contains(&next) && {
            stops.push(next);
            let is_found = leads_to_a_legal_route(problem, stops);
            stops.pop();
            is_found
        }
    })
}

fn is_legal(problem: &Problem, stops: &[NodeId]) -> bool {
    let (city, limits) = (&problem.city, problem.limits);
    let may_end = |at: usize| city.node(stops[at]).terminal;
    (limits.min_stops()..=limits.max_stops()).contains(&stops.len())
        && may_end(0)
        && may_end(stops.len() - 1)
        && (1..stops.len()).all(|at| !stops[..at].contains(&stops[at]))
        && stops.windows(2).all(|leg| city.link_time(leg[0], leg[1]).is_some())
}

/// Why no method can design anything, by brute force.
fn expected_refusal(problem: &Problem) -> Option<SearchError> {
    let city = &problem.city;
    let mut terminals = city.node_ids().filter(|&node| city.node(node).terminal).peekable();
    if terminals.peek().is_none() {
        return Some(SearchError::NoTerminals);
    }
    let (min, max) = (problem.limits.min_stops(), problem.limits.max_stops());
    let exists = terminals.any(|terminal| leads_to_a_legal_route(problem, &mut vec![terminal]));
    (!exists).then_some(SearchError::NoLegalRoute { min, max })
}

/// Runs every method for some rounds; what each of them found or why it refused.
fn run_all(problem: &Problem, case: &Case) -> Vec<(&'static str, Result<Vec<RouteSet>, SearchError>)> {
    let seed = Seed(case.seed);
    let options = ConstructionOptions { distinct: case.distinct, ..ConstructionOptions::default() };
    let anneal = || {
        let config = AnnealConfig { distinct: case.distinct, tries: 8, ..AnnealConfig::default() };
        let mut search = Anneal::new(problem, config, seed, Start::default())?;
        run(&mut search, &mut Rounds(3), 0, 1, &mut unwatched);
        Ok(vec![search.best().clone()])
    };
    let front = || {
        let config = FrontConfig { distinct: case.distinct, tries: 8, ..FrontConfig::default() };
        let mut search = Front::new(problem, config, seed, Start::default())?;
        run(&mut search, &mut Rounds(8), 0, 1, &mut unwatched);
        Ok(search.points().into_iter().map(|(_, routes)| routes).collect())
    };
    let construct = || {
        let config = ConstructConfig::random(options, NonZeroU32::new(20).unwrap());
        let mut search = Construct::new(problem, config, seed)?;
        run(&mut search, &mut Rounds(2), 0, 1, &mut unwatched);
        Ok(vec![search.best().clone()])
    };
    let evolve = |variant: EvolutionVariant| {
        let few = NonZeroU16::new(3).unwrap();
        let config = EvolutionConfig { population: few, mutations: few };
        let mut search = Evolve::new(problem, config, variant, seed, RouteSet::default())?;
        run(&mut search, &mut Rounds(3), 0, 1, &mut unwatched);
        Ok(search.population().map(|(routes, _)| routes.clone()).chain([search.best().clone()]).collect())
    };
    // An agency's routes, anywhere and in any order, made into routes that can be changed.
    let from_today = || {
        let n = problem.city.node_count();
        let route = |number: usize| {
            let at =
                |step: usize| NodeId::new((case.seed as usize + number * 7 + step * step * (number + 1)) % n);
            let mut stops: Vec<NodeId> = (0..5).map(at).collect();
            stops.dedup();
            let legs = vec![Seconds(90); stops.len() - 1];
            Route::with_leg_times(&problem.city, number.to_string(), stops, legs, Direction::OneWay).ok()
        };
        let today: Network = (0..3).filter_map(route).collect();
        let repaired = repair(problem, &today, case.distinct).routes;
        assert!(repaired.routes.iter().all(|route| is_legal(problem, route.stops())));
        let config = AnnealConfig { distinct: case.distinct, tries: 8, ..AnnealConfig::default() };
        let mut search = Anneal::new(problem, config, seed, Start::from_routes(repaired))?;
        run(&mut search, &mut Rounds(2), 0, 1, &mut unwatched);
        Ok(vec![search.best().clone()])
    };
    vec![
        ("from today", from_today()),
        ("anneal", anneal()),
        ("front", front()),
        ("rc", construct()),
        ("ea", evolve(EvolutionVariant::ea(problem, case.distinct))),
        ("rc-ea", evolve(EvolutionVariant::rc_ea(options))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn methods_find_legal_routes_or_say_why_there_are_none(case in any_case()) {
        let problem = case.problem();
        let expected = expected_refusal(&problem);
        for (method, found) in run_all(&problem, &case) {
            match (found, &expected) {
                (Err(refusal), Some(expected)) => prop_assert_eq!(&refusal, expected, "{}", method),
                (Ok(networks), None) => {
                    for routes in networks {
                        prop_assert_eq!(routes.routes.len(), case.routes, "{}", method);
                        for route in &routes.routes {
                            prop_assert!(is_legal(&problem, route.stops()), "{}: {:?}", method, route.stops());
                        }
                    }
                }
                (found, expected) => {
                    let found = found.map(|networks| networks.len());
                    prop_assert!(false, "{method} gives {found:?}, but {expected:?} was expected");
                }
            }
        }
    }
}

fn mandl(limits: (usize, usize, usize)) -> Problem {
    let limits = Limits::new(limits.0, limits.1, limits.2).unwrap();
    Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap())
}

#[test]
fn long_routes_through_nearly_all_of_mandl_are_found() {
    let problem = mandl((8, 13, 15));
    let city = &problem.city;
    // None of these routes is long enough: repair keeps nothing of them.
    let today = ["1-2-3-6-8-10-11-12", "9-15-7-10-14-13", "5-4-6-15", "2-4-12-11", "1-2-5", "13-11-10"];
    let stops =
        today.map(|text| text.split('-').map(|name| city.node_named(name).unwrap()).collect::<Vec<_>>());
    let today = RouteSet::from_stops(city, &stops).to_network(city);
    let start = Start::from_routes(repair(&problem, &today, true).routes);
    for seed in 0..30 {
        let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(seed), start.clone()).unwrap();
        run(&mut search, &mut Rounds(1), 0, 1, &mut unwatched);
        let found = &search.best().routes;
        assert!(
            found.len() == 8 && found.iter().all(|route| is_legal(&problem, route.stops())),
            "seed {seed}"
        );
    }
}

#[test]
fn a_mandl_without_terminals_or_with_one_has_no_routes() {
    for (terminals, expected) in
        [(0, SearchError::NoTerminals), (1, SearchError::NoLegalRoute { min: 2, max: 8 })]
    {
        let mut problem = mandl((6, 2, 8));
        let mut parts = problem.city.to_parts();
        parts.nodes[terminals..].iter_mut().for_each(|node| node.terminal = false);
        problem.city = Arc::new(City::new(parts).unwrap());
        let refused = Anneal::new(&problem, AnnealConfig::default(), Seed(1), Start::default()).err();
        assert_eq!(refused, Some(expected.clone()));
        let refused = Front::new(&problem, FrontConfig::default(), Seed(1), Start::default()).err();
        assert_eq!(refused, Some(expected));
    }
}

#[test]
fn fewer_distinct_routes_than_asked_for_are_repeated_and_that_shows() {
    // A line of three nodes has three routes: 1-2, 2-3 and 1-2-3.
    let city = routewright_synth::grid_city(3, 1, Seconds(60));
    let limits = Limits::new(5, 2, 3).unwrap();
    let problem = Problem::new(Arc::new(city), limits, Alpha::new(0.5).unwrap());
    let mut search = Anneal::new(&problem, AnnealConfig::default(), Seed(1), Start::default()).unwrap();
    run(&mut search, &mut Rounds(3), 0, 1, &mut unwatched);
    assert_eq!(search.best().routes.len(), 5);
    assert!(!search.best().has_distinct_lines());
}
