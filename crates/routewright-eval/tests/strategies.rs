//! Optimal strategies against published examples and against laws.

use proptest::prelude::*;
use routewright_eval::strategies::{Assignment, RiderCosts, ServiceLine, Trips, Walk, assign};
use routewright_model::{City, NodeId};

const FREE_CHANGES: RiderCosts = RiderCosts { transfer_penalty: 0.0, ..RiderCosts::LITERATURE };

fn line(stops: &[usize], leg_minutes: &[f64], headway: f64) -> ServiceLine {
    let stops = stops.iter().map(|&stop| NodeId::new(stop)).collect();
    ServiceLine { stops, leg_minutes: leg_minutes.to_vec(), headway }
}

fn trip(from: usize, to: usize) -> Trips {
    Trips { from: NodeId::new(from), to: NodeId::new(to), per_hour: 1.0 }
}

fn walk(from: usize, to: usize, minutes: f64) -> Walk {
    Walk { from: NodeId::new(from), to: NodeId::new(to), minutes }
}

/// Spiess and Florian 1989, figure 1: stops A, X, Y, B.
fn example_of_1989() -> Vec<ServiceLine> {
    vec![
        line(&[0, 3], &[25.0], 12.0),
        line(&[0, 1, 2], &[7.0, 6.0], 12.0),
        line(&[1, 2, 3], &[4.0, 4.0], 30.0),
        line(&[2, 3], &[10.0], 6.0),
    ]
}

#[test]
fn the_example_of_1989() {
    let trips = [trip(0, 3), trip(1, 3), trip(2, 3)];
    let found = assign(4, &example_of_1989(), &[], &trips, &FREE_CHANGES);
    for (minutes, published) in found.minutes.iter().zip([27.75, 19.0714, 11.5]) {
        assert!((minutes - published).abs() < 5e-5, "{minutes} is not {published}");
    }
    // Of two lines that come every 12 minutes, half of the riders from A take each.
    let from_a = assign(4, &example_of_1989(), &[], &trips[..1], &FREE_CHANGES);
    assert!((from_a.loads[0][0] - 0.5).abs() < 1e-12 && (from_a.loads[1][0] - 0.5).abs() < 1e-12);
    assert!((from_a.perceived_minutes - from_a.riding_minutes - from_a.waiting_minutes).abs() < 1e-9);
}

/// Arbex and Cunha 2015, Mandl: ten routes and their vehicles.
const ARBEX: [(&str, f64); 10] = [
    ("1-2-3-6-8-10-11-13", 12.0),
    ("9-15-7-10-11-12", 9.0),
    ("7-15-8-6-3-2-4-5", 4.0),
    ("2-4-6-8-10-11-13-14", 9.0),
    ("13-14-10-8-6-3-2-4", 8.0),
    ("1-2-5-4-12", 3.0),
    ("11-10-7-15-6-3-2-1", 13.0),
    ("5-4-6-8-10-11", 9.0),
    ("13-11-12-4-5-2-1", 5.0),
    ("9-15-8-6-3-2-4-12", 4.0),
];

fn arbex(costs: &RiderCosts) -> (Assignment, Vec<ServiceLine>) {
    let city = City::mandl();
    let mut lines = Vec::new();
    for (stops, vehicles) in ARBEX {
        let out: Vec<NodeId> = stops.split('-').map(|name| city.node_named(name).unwrap()).collect();
        let legs: Vec<f64> =
            out.windows(2).map(|leg| city.link_time(leg[0], leg[1]).unwrap().minutes()).collect();
        let headway = 2.0 * legs.iter().sum::<f64>() / vehicles;
        let back = ServiceLine {
            stops: out.iter().rev().copied().collect(),
            leg_minutes: legs.iter().rev().copied().collect(),
            headway,
        };
        lines.extend([ServiceLine { stops: out, leg_minutes: legs, headway }, back]);
    }
    let mut trips = Vec::new();
    for from in city.node_ids() {
        for (to, &per_hour) in city.node_ids().zip(city.demand_from(from)) {
            trips.push(Trips { from, to, per_hour });
        }
    }
    (assign(city.node_count(), &lines, &[], &trips, costs), lines)
}

#[test]
fn ten_routes_and_76_vehicles_of_arbex() {
    for (wait_factor, [riding, waiting, changes, all]) in
        [(0.5, [157_752.5, 24_218.4, 627.8, 185_109.9]), (1.0, [159_412.9, 44_150.3, 870.8, 207_916.9])]
    {
        let costs = RiderCosts { wait_factor, ..RiderCosts::LITERATURE };
        let (found, lines) = arbex(&costs);
        let is_near = |found: f64, published: f64| (found - published).abs() < 0.06;
        assert!(is_near(found.riding_minutes, riding), "{}", found.riding_minutes);
        assert!(is_near(found.waiting_minutes, waiting), "{}", found.waiting_minutes);
        assert!(is_near(found.changes, changes), "{}", found.changes);
        assert!(is_near(found.perceived_minutes, all), "{}", found.perceived_minutes);
        assert_eq!((found.served_trips, found.unserved_trips, found.walking_minutes), (15_570.0, 0.0, 0.0));
        if wait_factor == 0.5 {
            let loads = lines.iter().enumerate().map(|(at, line)| found.peak_load(at, line.headway));
            assert!(loads.fold(0.0, f64::max) <= 62.5);
        }
    }
}

#[test]
fn riders_walk_where_that_is_better() {
    // 0 to 1 by bus: 2 minutes of waiting and 10 of riding. On foot 11.
    let lines = [line(&[0, 1], &[10.0], 4.0)];
    let walks = [walk(0, 1, 11.0)];
    let trips = [trip(0, 1), trip(1, 0)];
    let found = assign(2, &lines, &walks, &trips, &RiderCosts::LITERATURE);
    assert_eq!((found.minutes[0], found.walking_minutes, found.riding_minutes), (11.0, 11.0, 0.0));
    // Nobody comes back: no line, no walk.
    assert_eq!((found.served_trips, found.unserved_trips), (1.0, 1.0));
    // Walking weighs more: now the bus is better.
    let costs = RiderCosts { give_up: 60.0, ..RiderCosts::REAL_CITY };
    let found = assign(2, &lines, &walks, &trips, &costs);
    assert_eq!((found.minutes[0], found.walking_minutes, found.waiting_minutes), (13.0, 0.0, 2.0));
    assert_eq!((found.minutes[1], found.perceived_minutes, found.mean_minutes()), (60.0, 73.0, 36.5));
}

#[test]
fn walking_to_a_stop_and_between_lines_is_no_first_boarding() {
    // 0 -walk- 1 -bus- 2 -walk- 3 -bus- 4: two boardings, one change.
    let lines = [line(&[1, 2], &[5.0], 10.0), line(&[3, 4], &[6.0], 10.0)];
    let walks = [walk(0, 1, 2.0), walk(2, 3, 3.0)];
    let found = assign(5, &lines, &walks, &[trip(0, 4)], &RiderCosts::LITERATURE);
    // Walks 5, waits twice 5, rides 11, one change 5.
    assert_eq!(found.minutes, [31.0]);
    assert_eq!(
        (found.walking_minutes, found.waiting_minutes, found.riding_minutes, found.changes),
        (5.0, 10.0, 11.0, 1.0)
    );
}

/// A small network: lines over places 0..6, walks, trips between all.
fn any_service() -> impl Strategy<Value = (Vec<ServiceLine>, Vec<Walk>)> {
    let legs = prop::collection::vec((0..6usize, 1..20u32), 2..6);
    let any_line = (legs, 1..40u32).prop_map(|(legs, headway)| {
        let mut stops: Vec<usize> = legs.iter().map(|leg| leg.0).collect();
        stops.dedup();
        if stops.len() == 1 {
            stops.push((stops[0] + 1) % 6);
        }
        let minutes: Vec<f64> =
            (1..stops.len()).map(|at| f64::from(legs[at.min(legs.len() - 1)].1)).collect();
        line(&stops, &minutes, f64::from(headway))
    });
    let any_walk =
        (0..6usize, 0..6usize, 1..60u32).prop_map(|(from, to, minutes)| walk(from, to, f64::from(minutes)));
    (prop::collection::vec(any_line, 1..6), prop::collection::vec(any_walk, 0..4))
}

fn all_trips() -> Vec<Trips> {
    (0..6).flat_map(|from| (0..6).filter(move |to| *to != from).map(move |to| trip(from, to))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn parts_add_up_and_riders_are_kept((lines, walks) in any_service()) {
        let costs = RiderCosts { give_up: 90.0, ..RiderCosts::REAL_CITY };
        let trips = all_trips();
        let found = assign(6, &lines, &walks, &trips, &costs);
        let parts = costs.walk_weight * found.walking_minutes
            + costs.wait_weight * found.waiting_minutes
            + found.riding_minutes
            + costs.transfer_penalty * found.changes
            + costs.give_up * found.unserved_trips;
        prop_assert!((parts - found.perceived_minutes).abs() < 1e-6, "{} {}", parts, found.perceived_minutes);
        prop_assert_eq!(found.served_trips + found.unserved_trips, trips.len() as f64);
    }

    #[test]
    fn more_service_never_makes_a_trip_longer(
        (lines, walks) in any_service(),
        (more_lines, more_walks) in any_service(),
        shorter in 0..5usize,
    ) {
        let trips = all_trips();
        let costs = RiderCosts { give_up: 200.0, ..RiderCosts::REAL_CITY };
        let before = assign(6, &lines, &walks, &trips, &costs);
        let mut faster = lines.clone();
        let at = shorter % faster.len();
        faster[at].headway /= 2.0;
        let with_line: Vec<_> = lines.iter().chain(&more_lines[..1]).cloned().collect();
        let with_walk: Vec<_> = walks.iter().chain(&more_walks).copied().collect();
        for after in [
            assign(6, &faster, &walks, &trips, &costs),
            assign(6, &with_line, &walks, &trips, &costs),
            assign(6, &lines, &with_walk, &trips, &costs),
        ] {
            for (after, before) in after.minutes.iter().zip(&before.minutes) {
                prop_assert!(*after <= before + 1e-9, "{} {}", after, before);
            }
        }
    }
}
