//! What is written reads back the same, whatever the city and network.

use proptest::prelude::*;
use routewright_io::{
    TextFile, format_city_folder, network_to_json, network_to_text, parse_city_folder, parse_network,
};
use routewright_model::{
    City, CityParts, Coordinates, Defaults, Demand, Direction, Link, Network, Node, NodeId, Position, Route,
    Seconds,
};

/// A ring of streets with chords, so that every node reaches every other; ids of any kind.
fn any_city() -> impl Strategy<Value = City> {
    let name = "[a-zA-Z0-9,;\"'#é-]([a-z0-9 ,;\"'#é-]{0,6}[a-z0-9\"#é-])?";
    let names = prop::collection::btree_set(name, 2..9);
    (names, any::<u64>(), "[ -~é]{0,12}", any_defaults()).prop_perturb(
        |(names, _, name, defaults), mut rng| {
            let n = names.len();
            let mut next = move || rng.next_u32();
            let coordinates = if next() % 2 == 0 { Coordinates::Degrees } else { Coordinates::Metres };
            let mut number = |below: f64| (f64::from(next()) / f64::from(u32::MAX) * 2.0 - 1.0) * below;
            let mut nodes: Vec<Node> = names
                .into_iter()
                .map(|name| Node {
                    name,
                    position: Position { x: number(180.0), y: number(90.0) },
                    terminal: true,
                })
                .collect();
            let mut chance = |percent: f64| number(1.0).abs() * 100.0 < percent;
            nodes.iter_mut().for_each(|node| node.terminal = chance(70.0));
            let pairs: Vec<(usize, usize)> =
                (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b).collect();
            let chosen: Vec<_> = pairs.iter().filter(|(a, b)| (a + 1) % n == *b || chance(25.0)).collect();
            let links = chosen
                .into_iter()
                .map(|&(a, b)| Link {
                    from: NodeId::new(a),
                    to: NodeId::new(b),
                    time: Seconds(number(if a % 3 == 0 { 86_400.0 } else { 300.0 }).abs() as u32),
                })
                .collect();
            let demand = pairs
                .iter()
                .enumerate()
                .map(|(index, &(a, b))| {
                    let trips = if index == 0 { 1.5 } else { number(1000.0) };
                    let trips = if trips < 1e-5 { 0.0 } else { trips };
                    Demand { from: NodeId::new(a), to: NodeId::new(b), trips }
                })
                .collect();
            City::new(CityParts { name, coordinates, nodes, links, demand, defaults, ..CityParts::default() })
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

/// Shortest paths with at least two stops, some one-way, some with times of their own.
fn any_network() -> impl Strategy<Value = (City, Network)> {
    let route =
        (0..1000_usize, 0..1000_usize, any::<bool>(), prop::option::of(0..Seconds::LONGEST.0), "\\PC{0,8}");
    (any_city(), prop::collection::vec(route, 1..6)).prop_map(|(city, routes)| {
        let n = city.node_count();
        let network = routes
            .into_iter()
            .map(|(from, distance, one_way, own_time, name)| {
                let (from, to) = (NodeId::new(from % n), NodeId::new((from + 1 + distance % (n - 1)) % n));
                let stops: Vec<NodeId> = city.shortest_path(from, to).collect();
                let direction = if one_way { Direction::OneWay } else { Direction::BothWays };
                match own_time {
                    None => Route::on_links(&city, name, stops, direction).unwrap(),
                    Some(time) => {
                        let legs = vec![Seconds(time); stops.len() - 1];
                        Route::with_leg_times(&city, name, stops, legs, direction).unwrap()
                    }
                }
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
    fn the_stops_of_a_network_survive_text((city, network) in any_network()) {
        let Some(text) = network_to_text(&city, &network) else { return Ok(()) };
        let again = parse_network(&city, &TextFile::new("network.txt", text)).unwrap();
        for (again, route) in again.routes.iter().zip(&network.routes) {
            prop_assert_eq!(again.stops(), route.stops());
        }
        prop_assert_eq!(again.routes.len(), network.routes.len());
    }
}
