//! What must hold for every city and network: the fast ways give what the definitions give.

mod case;

use case::{Case, Kind, case};
use proptest::prelude::*;
use routewright_eval::{Evaluator, Line, assess, reference};
use routewright_model::{Alpha, Direction, Network, Problem, Route};

fn kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Symmetric), Just(Kind::Directed), Just(Kind::Slow)]
}

/// Those whose trips fit 16 bits.
fn fast_kinds() -> impl Strategy<Value = Kind> {
    prop_oneof![Just(Kind::Symmetric), Just(Kind::Directed)]
}

fn close(a: f64, b: f64) -> bool {
    (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-8 * a.abs().max(1.0)
}

fn pairs_with_demand(problem: &Problem) -> f64 {
    let demand = problem.city.node_ids().flat_map(|from| problem.city.demand_from(from));
    demand.filter(|trips| **trips > 0.0).count() as f64
}

/// Keeps some routes and all lines of another but its last, which it returns.
fn keep_all_but_last<'a>(
    evaluator: &mut Evaluator<'_>,
    others: impl Iterator<Item = &'a Route>,
    route: &'a Route,
) -> Line<'a> {
    let mut lines: Vec<Line> = others.chain([route]).flat_map(Line::of).collect();
    let last = lines.pop().unwrap();
    evaluator.keep(lines.iter().copied());
    last
}

/// Exchanges lines of a standing network one after the other, and scores the same networks from scratch.
fn check_standing(case: &Case) -> Result<(), TestCaseError> {
    let Case { problem, network, spare } = case;
    let shorter: Vec<Route> = network.routes.iter().filter_map(|route| shortened(problem, route)).collect();
    let news: Vec<Line> = [spare].into_iter().chain(&shorter).flat_map(Line::of).collect();
    let mut lines: Vec<Line> = network.routes.iter().flat_map(Line::of).collect();
    let [mut standing, mut scratch] = [Evaluator::new(problem), Evaluator::new(problem)];
    standing.stand(lines.iter().copied());
    let whole = standing.standing_score(lines.iter().copied());
    prop_assert_eq!(format!("{whole:?}"), format!("{:?}", scratch.score_lines(lines.iter().copied())));
    for out in 0..2 * lines.len() {
        let (place, new) = (out % lines.len(), news[out % news.len()]);
        let others: Vec<Line> =
            lines.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, line)| *line).collect();
        let mut expect = |line| format!("{:?}", scratch.score_lines(others.iter().copied().chain([line])));
        let old = std::mem::replace(&mut lines[place], new);
        let (before, after) = (expect(old), expect(new));

        standing.settle();
        standing.keep(others.iter().copied());
        let mut exchange =
            |old, new| format!("{:?}", standing.exchange(old, new, f64::INFINITY).expect("no limit"));
        prop_assert_eq!(exchange(old, old), &before[..]);
        prop_assert_eq!(exchange(old, new), &after[..]);
        prop_assert_eq!(exchange(new, old), &before[..]);
        standing.exchange_back();
        let mut exchange =
            |old, new| format!("{:?}", standing.exchange(old, new, f64::INFINITY).expect("no limit"));
        prop_assert_eq!(exchange(old, new), &after[..]);
    }
    Ok(())
}

/// A route without its last stop and without one in the middle, where links allow.
fn shortened(problem: &Problem, route: &Route) -> Option<Route> {
    let mut stops = route.stops().to_vec();
    stops.pop();
    let city = &problem.city;
    let make = |stops: &[_]| Route::on_links(city, "cut", stops.to_vec(), Direction::BothWays).ok();
    let skipped: Vec<_> =
        stops.iter().enumerate().filter(|(at, _)| *at != stops.len() / 2).map(|(_, stop)| *stop).collect();
    make(&skipped).or_else(|| make(&stops))
}

/// Scores the network in every way there is and compares.
fn check(case: &Case) -> Result<(), TestCaseError> {
    let Case { problem, network, spare } = case;
    let slow = reference::evaluate(problem, network);
    let report = assess(problem, network);
    let mut evaluator = Evaluator::new(problem);
    let fast = evaluator.score(network);

    prop_assert!(close(fast.cost, slow.cost), "cost {} is not {}", fast.cost, slow.cost);
    // Demand in fractions is rounded to 2^-39 of all of it; where few are served, that is more of theirs.
    let (mean, served) = (slow.passenger_minutes, 1.0 - slow.unserved_percent / 100.0);
    let room = mean.max(1.0) * (pairs_with_demand(problem) / f64::powi(2.0, 39) / served);
    prop_assert!(
        close(fast.passenger_minutes, mean) || (fast.passenger_minutes - mean).abs() <= room,
        "mean trip {} is not {mean}",
        fast.passenger_minutes
    );
    prop_assert_eq!(fast.unserved_pairs, slow.unserved_pairs);
    prop_assert!(close(fast.driven.minutes(), slow.driven_minutes));

    prop_assert!(close(report.cost, slow.cost), "cost {} is not {}", report.cost, slow.cost);
    prop_assert!(close(report.passenger_minutes, slow.passenger_minutes));
    prop_assert!(close(report.route_minutes, slow.route_minutes));
    for (mine, theirs) in report.transfer_percent.into_iter().zip(slow.transfer_percent) {
        prop_assert!(close(mine, theirs), "{:?} is not {:?}", report.transfer_percent, slow.transfer_percent);
    }
    prop_assert_eq!(report.unserved_pairs, slow.unserved_pairs);
    prop_assert_eq!(&report.violations, &slow.violations);
    prop_assert_eq!(fast.is_feasible, slow.violations.is_empty());

    // Another alpha, and back.
    let other = Problem { alpha: Alpha::new(0.3).unwrap(), ..problem.clone() };
    evaluator.set_alpha(other.alpha);
    prop_assert!(close(evaluator.score(network).cost, reference::evaluate(&other, network).cost));
    evaluator.set_alpha(problem.alpha);

    // Take each route out, put the spare one in its place, and put it back.
    for out in 0..network.routes.len() {
        let others = || network.routes.iter().enumerate().filter(|(at, _)| *at != out).map(|(_, r)| r);
        let last = keep_all_but_last(&mut evaluator, others(), &network.routes[out]);
        let again = evaluator.score_with(last);
        prop_assert_eq!(again.cost.to_bits(), fast.cost.to_bits(), "route {} put back", out);
        let last = keep_all_but_last(&mut evaluator, others(), spare);
        let replaced = evaluator.score_with(last);
        let from_scratch: Network = others().chain([spare]).cloned().collect();
        let from_scratch = Evaluator::new(problem).score(&from_scratch);
        prop_assert_eq!(replaced.cost.to_bits(), from_scratch.cost.to_bits(), "route {} replaced", out);
        prop_assert_eq!(replaced.unserved_pairs, from_scratch.unserved_pairs);

        // The same with a limit, which may only spare work that does not matter.
        let cost = evaluator.cost_with(last, f64::INFINITY);
        prop_assert!(close(cost.unwrap(), replaced.cost));
        if let Some(cost) = evaluator.cost_with(last, replaced.cost) {
            prop_assert!(close(cost, replaced.cost));
        } else {
            prop_assert!(false, "refused a cost at its limit");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    // Several groups of lanes.
    #[test]
    fn a_large_standing_network_is_as_good_as_scratch((kind, nodes, seed) in (fast_kinds(), 129usize..300, any::<u64>())) {
        check_standing(&case(kind, nodes, seed))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn fast_equals_reference((kind, nodes, seed) in (kinds(), 2usize..24, any::<u64>())) {
        check(&case(kind, nodes, seed))?;
    }

    #[test]
    fn a_standing_network_is_as_good_as_scratch((kind, nodes, seed) in (fast_kinds(), 2usize..24, any::<u64>())) {
        check_standing(&case(kind, nodes, seed))?;
    }

    #[test]
    fn adding_a_route_never_slows_a_trip((kind, nodes, seed) in (kinds(), 2usize..24, any::<u64>())) {
        let Case { problem, network, spare } = case(kind, nodes, seed);
        let before = reference::trip_times(&problem, &network);
        let longer: Network = network.routes.iter().cloned().chain([spare]).collect();
        let after = reference::trip_times(&problem, &longer);
        for (before, after) in before.iter().zip(&after) {
            prop_assert!(after <= before);
        }
    }

    // To riders, the way back of a route is as good as a route.
    #[test]
    fn each_way_may_be_a_route_of_its_own((is_directed, nodes, seed) in (any::<bool>(), 2usize..24, any::<u64>())) {
        // Detours of the slow kind take longer than a timetable may say.
        let kind = if is_directed { Kind::Directed } else { Kind::Symmetric };
        let Case { problem, network, .. } = case(kind, nodes, seed);
        let ways = |route: &Route| {
            let one_way = |way| Route::with_timetable(&problem.city, "way", way, None).unwrap();
            route.patterns().into_iter().map(one_way).collect::<Vec<_>>()
        };
        let apart: Network = network.routes.iter().flat_map(ways).collect();
        prop_assert_eq!(
            reference::trip_times(&problem, &apart), reference::trip_times(&problem, &network)
        );
        let mut evaluator = Evaluator::new(&problem);
        let (one, two) = (evaluator.score(&network), evaluator.score(&apart));
        let minutes = [one, two].map(|score| score.passenger_minutes.to_bits());
        prop_assert_eq!(minutes[0], minutes[1]);
        prop_assert_eq!((one.unserved_pairs, one.driven), (two.unserved_pairs, two.driven));
        // Frozen and fixed routes have their own ways back, too.
        let frozen = Evaluator::with_frozen(&problem, &network).score(&Network::default());
        prop_assert_eq!(frozen.cost.to_bits(), one.cost.to_bits());
        let fixed = Problem { fixed: network.clone(), ..problem.clone() };
        let fixed_apart = Problem { fixed: apart, ..problem.clone() };
        let none = Network::default();
        prop_assert_eq!(
            Evaluator::new(&fixed).score(&none).cost.to_bits(),
            Evaluator::new(&fixed_apart).score(&none).cost.to_bits()
        );
    }

    #[test]
    fn reversing_a_symmetric_route_changes_nothing((nodes, seed) in (2usize..24, any::<u64>())) {
        let Case { problem, network, .. } = case(Kind::Symmetric, nodes, seed);
        let backwards: Network = network
            .routes
            .iter()
            .map(|route| {
                let stops = route.stops().iter().rev().copied().collect();
                Route::on_links(&problem.city, route.name(), stops, route.direction()).unwrap()
            })
            .collect();
        let mut evaluator = Evaluator::new(&problem);
        let score = evaluator.score(&network);
        prop_assert_eq!(evaluator.score(&backwards).cost.to_bits(), score.cost.to_bits());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    // More nodes than one group of lanes, more stops than one word of bits.
    #[test]
    fn fast_equals_reference_in_larger_cities((kind, nodes, seed) in (kinds(), 100usize..280, any::<u64>())) {
        check(&case(kind, nodes, seed))?;
    }
}
