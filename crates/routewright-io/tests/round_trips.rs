//! What is written reads back the same, whatever the city and network.

use proptest::prelude::*;
use routewright_io::{
    TextFile, format_city_folder, network_to_json, network_to_json_with_service, network_to_text,
    parse_city_folder, parse_network,
};
use routewright_model::{
    City, CityParts, Coordinates, Defaults, Demand, Direction, Frequency, Link, Network, Node, NodeId,
    Pattern, Period, Position, Route, Seconds, ServiceDefaults, Turn, Walk,
};

/// A ring of streets with chords, so that its nodes reach each other; perhaps the last node is off the streets and
/// reached on foot. Ids of any kind.
fn any_city() -> impl Strategy<Value = City> {
    let name = "[a-zA-Z0-9,;\"'#é-]([a-z0-9 ,;\"'#é-]{0,6}[a-z0-9\"#é-])?";
    let names = prop::collection::btree_set(name, 2..9);
    (names, any::<u64>(), "[ -~é]{0,12}", any_defaults(), any_service()).prop_perturb(
        |(names, _, name, defaults, service), mut rng| {
            let n = names.len();
            let mut next = move || rng.next_u32();
            let coordinates = if next() % 2 == 0 { Coordinates::Degrees } else { Coordinates::Metres };
            let mut number = |below: f64| (f64::from(next()) / f64::from(u32::MAX) * 2.0 - 1.0) * below;
            let mut nodes: Vec<Node> = names
                .into_iter()
                .map(|name| Node {
                    name,
                    label: None,
                    position: Position { x: number(180.0), y: number(90.0) },
                    terminal: true,
                })
                .collect();
            let mut chance = |percent: f64| number(1.0).abs() * 100.0 < percent;
            nodes.iter_mut().for_each(|node| node.terminal = chance(70.0));
            let has_labels = chance(50.0);
            for node in nodes.iter_mut().filter(|_| has_labels && chance(70.0)) {
                node.label = Some(format!("at \"{}\", é", node.name));
            }
            let pairs: Vec<(usize, usize)> =
                (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
            let on_street = if n > 2 && chance(30.0) { n - 1 } else { n };
            let is_street = |(a, b): &&(usize, usize)| *a < on_street && *b < on_street;
            let chosen: Vec<_> = pairs
                .iter()
                .filter(is_street)
                .filter(|(a, b)| (a + 1) % on_street == *b || chance(25.0))
                .collect();
            let walked = |(a, b): (usize, usize), chance: &mut dyn FnMut(f64) -> bool| {
                ((a, b) == (n - 1, 0) && on_street < n) || chance(10.0)
            };
            let walked: Vec<_> = pairs.iter().filter(|pair| walked(**pair, &mut chance)).collect();
            let walks = walked
                .into_iter()
                .map(|&(a, b)| Walk {
                    from: NodeId::new(a),
                    to: NodeId::new(b),
                    time: Seconds(number(if b % 3 == 0 { 86_400.0 } else { 5.0 }).abs() as u32),
                })
                .collect();
            let links: Vec<Link> = chosen
                .into_iter()
                .map(|&(a, b)| Link {
                    from: NodeId::new(a),
                    to: NodeId::new(b),
                    time: Seconds(number(if a % 3 == 0 { 86_400.0 } else { 300.0 }).abs() as u32),
                })
                .collect();
            let mut turns = Vec::new();
            let has_turns = number(1.0) > 0.0;
            for &Link { from, to: via, .. } in links.iter().filter(|_| has_turns) {
                for &Link { to, .. } in links.iter().filter(|link| link.from == via) {
                    let time = Seconds(number(600.0).abs() as u32);
                    turns.extend((time > Seconds(300)).then_some(Turn { from, via, to, time }));
                }
            }
            let demand = pairs
                .iter()
                .enumerate()
                .map(|(index, &(a, b))| {
                    let trips = if index == 0 { 1.5 } else { number(1000.0) };
                    let trips = if trips < 1e-5 { 0.0 } else { trips };
                    Demand { from: NodeId::new(a), to: NodeId::new(b), trips }
                })
                .collect();
            City::new(CityParts { name, coordinates, nodes, links, turns, demand, walks, defaults, service })
                .unwrap()
        },
    )
}

fn any_defaults() -> impl Strategy<Value = Defaults> {
    let option = |range: std::ops::Range<usize>| prop::option::of(range);
    (option(1..70), option(2..9), option(9..30), prop::option::of(0_u32..10_000)).prop_map(
        |(routes, min_stops, max_stops, penalty)| Defaults {
            routes,
            min_stops,
            max_stops,
            transfer_penalty: penalty.map(Seconds),
        },
    )
}

fn any_service() -> impl Strategy<Value = ServiceDefaults> {
    let hours = prop_oneof![Just(1.0), Just(2.0), 0.01..8784.0];
    let period = ("[ -~é]{0,12}[!-~é]", hours).prop_map(|(name, hours)| Period { name, hours });
    let seconds = |most: u32| prop::option::of((0..=most).prop_map(Seconds));
    (prop::option::of(period), seconds(3600), seconds(86_400))
        .prop_map(|(period, dwell, layover)| ServiceDefaults { period, dwell, layover })
}

fn any_frequency() -> impl Strategy<Value = Option<Frequency>> {
    let every = prop_oneof![Just(7.5), 0.01..1440.0].prop_map(Frequency::Every);
    prop::option::of(prop_oneof![every, (1_u32..=100_000).prop_map(Frequency::Vehicles)])
}

/// Where the times of a route come from.
#[derive(Clone, Copy, Debug)]
enum Times {
    Links,
    Driving(u32),
    /// All legs take this long, either way.
    Own(u32),
    /// The way out in reverse, with times of its own.
    Mirror(u32),
    /// Other stops on the way back.
    OtherStops(u32),
}

fn any_times() -> impl Strategy<Value = Times> {
    let time = || 0..Seconds::LONGEST.0 / 2;
    prop_oneof![
        Just(Times::Links),
        time().prop_map(Times::Driving),
        time().prop_map(Times::Own),
        time().prop_map(Times::Mirror),
        time().prop_map(Times::OtherStops),
    ]
}

/// Shortest paths with at least two stops, some one-way, some with times or a way back of their own, some with a
/// frequency.
fn any_network() -> impl Strategy<Value = (City, Network)> {
    let route = (0..1000_usize, 0..1000_usize, any::<bool>(), any_times(), "\\PC{0,8}", any_frequency());
    (any_city(), prop::collection::vec(route, 1..6)).prop_map(|(city, routes)| {
        let n = city.node_ids().filter(|&node| city.is_on_street(node)).count();
        let network = routes
            .into_iter()
            .map(|(from, distance, one_way, times, name, frequency)| {
                let (from, to) = (NodeId::new(from % n), NodeId::new((from + 1 + distance % (n - 1)) % n));
                let stops: Vec<NodeId> = city.shortest_path(from, to).collect();
                let direction = if one_way { Direction::OneWay } else { Direction::BothWays };
                let legs = |time: u32, count: usize| (0..count as u32).map(|at| Seconds(time + at)).collect();
                let count = stops.len() - 1;
                let links = |stops| Route::on_links(&city, &name, stops, direction).unwrap();
                let timetable = |time, back: Vec<NodeId>| {
                    let back = Pattern { legs: legs(time / 2, back.len() - 1), stops: back };
                    let out = Pattern { legs: legs(time, count), stops: stops.clone() };
                    Route::with_timetable(&city, &name, out, Some(back)).unwrap()
                };
                let route = match times {
                    Times::Links => links(stops),
                    Times::Driving(time) => {
                        let back = if one_way { 0 } else { count };
                        links(stops).with_driving_times(legs(time, count), legs(time / 2, back)).unwrap()
                    }
                    Times::Own(time) => {
                        let legs = vec![Seconds(time); count];
                        Route::with_leg_times(&city, &name, stops, legs, direction).unwrap()
                    }
                    Times::Mirror(time) => timetable(time, stops.iter().rev().copied().collect()),
                    Times::OtherStops(time) => timetable(time, vec![to, from, to, from]),
                };
                route.with_frequency(frequency)
            })
            .collect();
        (city, network)
    })
}

proptest! {
    #[test]
    fn a_city_survives_its_folder(city in any_city()) {
        let files = format_city_folder(&city).unwrap();
        let again = parse_city_folder(&files).unwrap_or_else(|errors| panic!("{errors}\n{files:?}"));
        prop_assert_eq!(again.to_parts(), city.to_parts());
    }

    #[test]
    fn a_network_survives_json((city, network) in any_network()) {
        let file = TextFile::new("network.json", network_to_json(&city, &network));
        prop_assert_eq!(parse_network(&city, &file).unwrap_or_else(|errors| panic!("{errors}")), network);
    }

    #[test]
    fn a_planned_service_survives_json((city, network) in any_network(), rest in 0_u32..=60) {
        // What a design writes: headways, and the vehicles that they take with some rest.
        let timed = |route: &Route| {
            let minutes = (route.time_out() + route.time_back() + Seconds(60 * rest)).minutes();
            let frequency = route.frequency()?;
            Some((frequency.headway_minutes(minutes), frequency.vehicle_count(minutes), minutes))
        };
        let is_planned = |route: &&Route| timed(route).is_none_or(|(headway, count, minutes)| {
            let is_needed = headway * f64::from(count - 1) < minutes.max(headway);
            is_needed && headway <= Frequency::LONGEST_HEADWAY && count <= Frequency::MOST_VEHICLES
        });
        let network: Network = network.routes.iter().filter(is_planned).cloned().collect();
        let service = |route: &Route| timed(route).map(|(headway, count, _)| (headway, count));
        prop_assume!(!network.routes.is_empty());
        let timed: Vec<_> = network.routes.iter().map(service).collect();
        let file = TextFile::new("n.json", network_to_json_with_service(&city, &network, &timed));
        let again = parse_network(&city, &file).unwrap_or_else(|errors| panic!("{errors}"));
        for ((again, route), timed) in again.routes.iter().zip(&network.routes).zip(timed) {
            prop_assert_eq!(again.frequency(), timed.map(|(headway, _)| Frequency::Every(headway)));
            prop_assert_eq!(again.clone().with_frequency(route.frequency()), route.clone());
        }
    }

    #[test]
    fn the_stops_of_a_network_survive_text((city, network) in any_network()) {
        let Some(text) = network_to_text(&city, &network) else { return Ok(()) };
        let again = parse_network(&city, &TextFile::new("network.txt", text)).unwrap();
        for (again, route) in again.routes.iter().zip(&network.routes) {
            prop_assert_eq!(again.stops(), route.stops());
        }
        prop_assert_eq!(again.routes.len(), network.routes.len());
    }
}
