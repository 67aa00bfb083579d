//! Random problems with random networks, of every kind the evaluator has to get right.
#![allow(dead_code, reason = "every test program has this module for itself and needs a part of it")]

use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use routewright_model::{
    Alpha, City, CityError, CityParts, Coordinates, Demand, Direction, Limits, Link, Network, Node, NodeId,
    Pattern, Position, Problem, Route, Seconds,
};

/// How a case looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Streets, demand and routes the same both ways, as in the literature.
    Symmetric,
    /// Links and demand differ by direction; one-way routes; routes with their own times, and some with their own way
    /// back; routes with driving times of their course; fixed routes.
    Directed,
    /// As directed, with legs so long that trips do not fit 16 bits.
    Slow,
}

/// A problem, a network for it (pairs may be unserved), and one route more.
pub struct Case {
    pub problem: Problem,
    pub network: Network,
    pub spare: Route,
}

pub fn case(kind: Kind, node_count: usize, seed: u64) -> Case {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let city = Arc::new(city(kind, node_count, &mut rng));
    let routes = rng.random_range(1..8);
    let mut network: Network = (0..routes).map(|i| route(kind, &city, i, &mut rng)).collect();
    if rng.random_bool(0.1) {
        network.routes.push(network.routes[0].clone());
    }
    let min = rng.random_range(2..5);
    let limits = Limits::new(rng.random_range(1..8), min, min + rng.random_range(0..8)).unwrap();
    let alpha = [0.0, 1.0, rng.random_range(0.0..=1.0)][rng.random_range(0..3)];
    let mut problem = Problem::new(city.clone(), limits, Alpha::new(alpha).unwrap());
    problem.transfer_penalty = Seconds(rng.random_range(0..600));
    if kind != Kind::Symmetric && rng.random_bool(0.5) {
        problem.fixed = (0..rng.random_range(1..3)).map(|i| route(kind, &city, i, &mut rng)).collect();
    }
    let spare = route(kind, &city, 99, &mut rng);
    Case { problem, network, spare }
}

fn city(kind: Kind, n: usize, rng: &mut impl Rng) -> City {
    let longest = if kind == Kind::Slow { 40_000 } else { 600 };
    let mut links = std::collections::BTreeMap::new();
    // A tree keeps the city connected; other links come on top.
    let tree: Vec<_> = (1..n).map(|node| (rng.random_range(0..node), node)).collect();
    let extra: Vec<_> = (0..n).map(|_| (rng.random_range(0..n), rng.random_range(0..n))).collect();
    for (index, (a, b)) in tree.into_iter().chain(extra).enumerate() {
        if a == b {
            continue;
        }
        let time = if rng.random_bool(0.05) { 0 } else { rng.random_range(1..longest) };
        let back = if kind == Kind::Symmetric { time } else { rng.random_range(1..longest) };
        links.insert((a, b), time);
        if index < n - 1 || kind == Kind::Symmetric || rng.random_bool(0.5) {
            links.insert((b, a), back);
        }
    }
    if kind == Kind::Symmetric {
        let forward: Vec<_> = links.iter().map(|(&(a, b), &time)| (a, b, time)).collect();
        for (a, b, time) in forward {
            links.insert((b, a), time);
            links.insert((a, b), time);
        }
    }
    let whole = rng.random_bool(0.7);
    // Sums of trips in 32 bits: they fit, do not fit, or the trips of one pair do not even fit 16.
    let crowd = [1, 30, 5_000][rng.random_range(0..3)];
    let mut demand = Vec::new();
    for from in 0..n {
        for to in 0..n {
            if from != to && rng.random_bool(0.6) {
                let trips = (crowd * rng.random_range(0..900)) as f64 / if whole { 1.0 } else { 7.0 };
                demand.push(Demand { from: NodeId::new(from), to: NodeId::new(to), trips });
            }
        }
    }
    demand.retain(|entry| (entry.from.index(), entry.to.index()) != (0, 1));
    demand.push(Demand { from: NodeId::new(0), to: NodeId::new(1), trips: 3.0 });
    let drawn = City::new(CityParts {
        name: "random".into(),
        coordinates: Coordinates::Metres,
        nodes: (0..n)
            .map(|i| Node {
                name: i.to_string(),
                label: None,
                position: Position::default(),
                terminal: rng.random_bool(0.9),
            })
            .collect(),
        links: links
            .into_iter()
            .map(|((a, b), time)| Link { from: NodeId::new(a), to: NodeId::new(b), time: Seconds(time) })
            .collect(),
        demand,
        ..CityParts::default()
    });
    match drawn {
        // Some links take no time, by chance all that matter.
        Err(CityError::NoTime) => city(kind, n, rng),
        drawn => drawn.unwrap(),
    }
}

fn route(kind: Kind, city: &City, index: usize, rng: &mut impl Rng) -> Route {
    let name = index.to_string();
    let direction = match kind {
        Kind::Symmetric => Direction::BothWays,
        _ if rng.random_bool(0.3) => Direction::OneWay,
        _ => Direction::BothWays,
    };
    if kind != Kind::Symmetric && rng.random_bool(0.3) {
        let out = pattern(city, rng);
        if rng.random_bool(0.5) {
            let back = match rng.random_bool(0.2) {
                // The way out in reverse, at other times.
                true => Pattern {
                    stops: out.stops.iter().rev().copied().collect(),
                    legs: out.legs.iter().map(|leg| Seconds(leg.0 / 2)).collect(),
                },
                false => pattern(city, rng),
            };
            return Route::with_timetable(city, name, out, Some(back)).unwrap();
        }
        return Route::with_leg_times(city, name, out.stops, out.legs, direction).unwrap();
    }
    let mut stops = vec![anywhere(city, rng)];
    for _ in 0..rng.random_range(1..2 * city.node_count().min(80)) {
        let ways = city.links_from(*stops.last().unwrap());
        let next = ways[rng.random_range(0..ways.len())].0;
        if !stops.contains(&next) {
            stops.push(next);
        }
    }
    if stops.len() == 1 {
        stops.push(city.links_from(stops[0])[0].0);
    }
    let route = Route::on_links(city, name, stops, direction).unwrap();
    if kind == Kind::Symmetric || rng.random_bool(0.8) {
        return route;
    }
    let legs = |count: usize, rng: &mut dyn FnMut() -> u32| (0..count).map(|_| Seconds(rng())).collect();
    let mut time = || rng.random_range(0..900);
    let (out, back) = (route.legs_out().len(), route.legs_back().map_or(0, <[Seconds]>::len));
    let (out, back) = (legs(out, &mut time), legs(back, &mut time));
    route.with_driving_times(out, back).unwrap()
}

/// Stops anywhere, at any times; perhaps some of them twice.
fn pattern(city: &City, rng: &mut impl Rng) -> Pattern {
    let mut stops = vec![anywhere(city, rng)];
    for _ in 0..rng.random_range(1..9) {
        let stop = anywhere(city, rng);
        if *stops.last().unwrap() != stop {
            stops.push(stop);
        }
    }
    if stops.len() == 1 {
        stops.push(NodeId::new((stops[0].index() + 1) % city.node_count()));
    }
    let legs = (1..stops.len()).map(|_| Seconds(rng.random_range(0..900))).collect();
    Pattern { stops, legs }
}

fn anywhere(city: &City, rng: &mut impl Rng) -> NodeId {
    NodeId::new(rng.random_range(0..city.node_count()))
}
