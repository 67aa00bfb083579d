//! What must hold for every city and every network built in it.

mod case;

use case::{Indifferent, Opinionated, Streets, all_options, problem, problem_in};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use routewright_env::{
    ConstructionOptions, Decision, End, Extension, HaltChoice, PathAction, Policy, Rebuild, Rewards, State,
    UniformPolicy, construct, rebuild_route, rebuild_routes,
};
use routewright_eval::{Evaluator, Line};
use routewright_model::{Direction, Limits, Network, NodeId, Problem, Route, Seconds};
use routewright_synth::grid_city;

fn streets() -> impl Strategy<Value = Streets> {
    prop_oneof![Just(Streets::Symmetric), Just(Streets::Directed)]
}

fn network(problem: &Problem, routes: &[Vec<NodeId>]) -> Network {
    let route = |stops: &Vec<NodeId>| Route::on_links(&problem.city, "", stops.clone(), Direction::BothWays);
    routes.iter().map(|stops| route(stops).expect("routes are simple and follow links")).collect()
}

/// The paper's action set, word for word: all shortest paths tested against the conditions.
fn actions_by_definition(state: &State<'_>) -> Vec<PathAction> {
    let (problem, city, route) = (state.problem(), &state.problem().city, state.route());
    let shared = state.options().extension == Extension::SharedTerminal;
    let ends_routes = |node: NodeId| city.node(node).terminal;
    let mut found = Vec::new();
    for (from, to) in city.node_ids().flat_map(|from| city.node_ids().map(move |to| (from, to))) {
        let path: Vec<_> = city.shortest_path(from, to).collect();
        if path.len() < 2 {
            continue;
        }
        let (Some(&first), Some(&last)) = (route.first(), route.last()) else {
            if path.len() <= problem.limits.max_stops() && ends_routes(from) && ends_routes(to) {
                found.push(PathAction { end: End::Last, from, to });
            }
            continue;
        };
        let fits = |new: &[NodeId]| {
            new.iter().all(|stop| !route.contains(stop))
                && route.len() + new.len() <= problem.limits.max_stops()
        };
        let joins_first = if shared { to == first } else { city.link_time(to, first).is_some() };
        let joins_last = if shared { from == last } else { city.link_time(last, from).is_some() };
        let (before, after) =
            if shared { (&path[..path.len() - 1], &path[1..]) } else { (&path[..], &path[..]) };
        if joins_first && fits(before) && ends_routes(from) {
            found.push(PathAction { end: End::First, from, to });
        }
        if joins_last && fits(after) && ends_routes(to) {
            found.push(PathAction { end: End::Last, from, to });
        }
    }
    if state.has_open_demand() {
        let before = open_pairs(state, None);
        let gains = |action: &&PathAction| open_pairs(state, Some(action)) < before;
        let gaining: Vec<_> = found.iter().filter(gains).copied().collect();
        if !gaining.is_empty() {
            found = gaining;
        }
    }
    found.sort();
    found
}

/// Pairs with demand that the routes leave unconnected, with the one in progress and perhaps a path more.
fn open_pairs(state: &State<'_>, action: Option<&PathAction>) -> usize {
    let mut routes = state.finished().to_vec();
    let mut extended = state.clone();
    if let Some(action) = action {
        if extended.decision() == Decision::Halt {
            extended.go_on();
        }
        extended.extend(action);
    }
    routes.extend((!extended.route().is_empty()).then(|| extended.route().to_vec()));
    Evaluator::new(state.problem()).score(&network(state.problem(), &routes)).unserved_pairs
}

/// Plays an episode at random and checks every step of it against the definitions.
fn check_episode(problem: &Problem, options: ConstructionOptions, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = State::new(problem, options);
    let mut actions = Vec::new();
    while state.decision() != Decision::Over {
        let expected = actions_by_definition(&state);
        state.path_actions(&mut actions);
        actions.sort();
        prop_assert_eq!(&actions, &expected);
        prop_assert_eq!(state.can_extend(), !expected.is_empty());
        if state.decision() == Decision::Halt {
            let is_open = options.cover_demand && open_pairs(&state, None) > 0;
            prop_assert_eq!(state.has_open_demand(), is_open);
            let choice = state.halt_choice();
            let must_grow = state.route().len() < problem.limits.min_stops() || is_open;
            prop_assert_eq!(choice == HaltChoice::MustHalt, expected.is_empty());
            prop_assert_eq!(choice == HaltChoice::MustContinue, !expected.is_empty() && must_grow);
            let halts =
                choice == HaltChoice::MustHalt || choice == HaltChoice::Either && seed.is_multiple_of(2);
            if halts {
                state.halt()
            } else {
                state.go_on()
            }
            continue;
        }
        let Some(action) = state.draw_path_action(&mut rng) else {
            prop_assert!(expected.is_empty());
            break;
        };
        prop_assert!(expected.contains(&action), "{:?} is not legal", action);
        state.extend(&action);
    }
    Ok(())
}

fn check_network(problem: &Problem, routes: &[Vec<NodeId>]) -> Result<(), TestCaseError> {
    let city = &problem.city;
    for stops in routes {
        Route::on_links(city, "", stops.clone(), Direction::BothWays).unwrap();
        prop_assert!(stops.len() <= problem.limits.max_stops());
        prop_assert!(city.node(stops[0]).terminal && city.node(stops[stops.len() - 1]).terminal);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn actions_are_the_papers((streets, nodes, max, seed) in (streets(), 3usize..12, 2usize..8, any::<u64>())) {
        let min = 2 + seed as usize % (max - 1);
        let mut problem = problem(streets, nodes, Limits::new(3, min, max).unwrap(), seed);
        if seed.is_multiple_of(3) {
            let fixed = construct(&problem, ConstructionOptions::default(), &UniformPolicy,
                &mut ChaCha8Rng::seed_from_u64(seed));
            problem.fixed = network(&problem, &fixed[..1.min(fixed.len())]);
        }
        for options in all_options() {
            check_episode(&problem, options, seed)?;
        }
    }

    #[test]
    fn built_networks_are_legal((streets, nodes, max, seed) in (streets(), 3usize..24, 2usize..10, any::<u64>())) {
        let min = 2 + seed as usize % (max - 1);
        let problem = problem(streets, nodes, Limits::new(4, min, max).unwrap(), seed);
        for options in all_options() {
            for policy in [&UniformPolicy as &dyn Policy, &Indifferent, &Opinionated] {
                let routes = construct(&problem, options, policy, &mut ChaCha8Rng::seed_from_u64(seed));
                check_network(&problem, &routes)?;
                prop_assert!(routes.len() == 4 || routes.is_empty());
                if routes.is_empty() {
                    continue;
                }
                let others = || routes[1..].iter().map(Vec::as_slice);
                let rngs: Vec<_> = (1..4).map(|at| ChaCha8Rng::seed_from_u64(seed ^ at)).collect();
                let alone: Vec<_> = rngs.clone().iter_mut()
                    .map(|rng| rebuild_route(&problem, options, policy, others(), rng)).collect();
                let mut of_jobs = rngs.clone();
                let jobs = of_jobs.iter_mut().map(|rng| Rebuild { others: others().collect(), rng }).collect();
                prop_assert_eq!(&alone, &rebuild_routes(&problem, options, policy, jobs));
                for new in alone.into_iter().flatten() {
                    check_network(&problem, std::slice::from_ref(&new))?;
                    prop_assert!(new.len() >= min);
                    let reverse: Vec<_> = new.iter().rev().copied().collect();
                    prop_assert!(!options.distinct || others().all(|other| other != new && other != reverse));
                }
            }
        }
    }

    #[test]
    fn rewards_add_up_to_the_drop_in_cost((streets, nodes, seed) in (streets(), 3usize..16, any::<u64>())) {
        let problem = problem(streets, nodes, Limits::new(3, 2, 6).unwrap(), seed);
        let options = ConstructionOptions { distinct: false, ..ConstructionOptions::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut state = State::new(&problem, options);
        let mut rewards = Rewards::new(&state);
        let at_start = rewards.cost();
        let mut total = 0.0;
        while state.decision() != Decision::Over {
            match (state.decision(), state.draw_path_action(&mut rng)) {
                (Decision::Extend, Some(action)) => state.extend(&action),
                (Decision::Extend, None) => return Ok(()),
                (_, Some(_)) if seed.is_multiple_of(2) => state.go_on(),
                _ => state.halt(),
            }
            total += rewards.after(&state);
        }
        let network = network(&problem, state.finished());
        let cost = Evaluator::new(&problem).score_lines(network.routes.iter().flat_map(Line::of)).cost;
        prop_assert!((rewards.cost() - cost).abs() < 1e-9, "{} is not {}", rewards.cost(), cost);
        prop_assert!((at_start - cost - total).abs() < 1e-9);
    }
}

#[test]
fn in_a_grid_limits_hold_routes_differ_and_demand_is_covered() {
    for (options, seed) in all_options().zip(0..).flat_map(|(o, _)| (0..20).map(move |seed| (o, seed))) {
        let problem = problem_in(grid_city(5, 4, Seconds(60)), [8, 5, 9]);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let routes = construct(&problem, options, &UniformPolicy, &mut rng);
        assert_eq!(routes.len(), 8);
        assert!(routes.iter().all(|stops| (5..=9).contains(&stops.len())));
        let network = network(&problem, &routes);
        assert!(!options.distinct || network.repeated_routes().is_empty());
        let unserved = Evaluator::new(&problem).score(&network).unserved_pairs;
        assert!(!options.cover_demand || unserved == 0, "{unserved} pairs are unserved");
    }
}

#[test]
fn a_street_of_five_nodes_has_the_paths_that_arithmetic_says() {
    let problem = problem_in(grid_city(5, 1, Seconds(60)), [1, 2, 4]);
    let node = NodeId::new;
    let list = |state: &State<'_>| {
        let mut actions = Vec::new();
        state.path_actions(&mut actions);
        actions.iter().map(|a| (a.end, a.from.index(), a.to.index())).collect::<Vec<_>>()
    };
    // Of the 20 ordered pairs only the two over the whole street have more than four stops.
    let mut state = State::new(&problem, ConstructionOptions::default());
    assert_eq!(list(&state).len(), 18);
    state.extend(&PathAction { end: End::Last, from: node(1), to: node(2) });
    assert_eq!(list(&state), [(End::Last, 3, 4)]); // 0 alone is no path of two stops
    state.go_on();
    state.extend(&PathAction { end: End::Last, from: node(3), to: node(4) });
    assert_eq!(state.route(), [1, 2, 3, 4].map(node));
    assert_eq!(state.halt_choice(), HaltChoice::MustHalt);

    let options = ConstructionOptions { extension: Extension::SharedTerminal, ..Default::default() };
    let mut state = State::new(&problem, options);
    state.extend(&PathAction { end: End::Last, from: node(1), to: node(2) });
    assert_eq!(list(&state), [(End::First, 0, 1), (End::Last, 2, 3), (End::Last, 2, 4)]);
    state.go_on();
    state.extend(&PathAction { end: End::First, from: node(0), to: node(1) });
    assert_eq!(state.route(), [0, 1, 2].map(node));
}

#[test]
fn where_no_other_route_exists_none_is_built() {
    let problem = problem_in(grid_city(2, 1, Seconds(60)), [2, 2, 2]);
    let only = [0, 1].map(NodeId::new);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut rebuild = |distinct| {
        let options = ConstructionOptions { distinct, ..Default::default() };
        rebuild_route(&problem, options, &UniformPolicy, [&only[..]].into_iter(), &mut rng)
    };
    assert_eq!(rebuild(true), None);
    assert!(rebuild(false).is_some());
}
