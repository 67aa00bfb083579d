//! The inputs of a net, computed from their definitions.

use routewright_env::{Decision, End, Extension, PathAction, Step};
use routewright_eval::reference;
use routewright_model::{City, Coordinates, Direction, Network, NodeId, Problem, Route};

/// All inputs of a net, not normalised.
pub struct Features {
    pub n: usize,
    pub is_symmetric: bool,
    pub nodes: Vec<[f64; 4]>,
    /// Row-major.
    pub edges: Vec<[f64; 13]>,
    pub globals: Vec<f64>,
    pub route_minutes: f64,
    pub route_stops: f64,
    /// First and last stop, if the decision is whether to halt.
    pub ends: Option<(usize, usize)>,
    pub candidates: Vec<Candidate>,
}

/// A path with every pair it connects: from, to, minutes.
pub struct Candidate {
    pub pairs: Vec<(usize, usize, f64)>,
    pub minutes: f64,
    pub stops: f64,
}

pub fn of(step: Step<'_>, actions: &[PathAction]) -> Features {
    let problem = step.state.problem();
    let city = &*problem.city;
    let route = step.state.route();
    let out = minutes_along(city, route);
    let back = minutes_along(city, &route.iter().rev().copied().collect::<Vec<_>>());
    let is_halt = step.state.decision() == Decision::Halt;
    let network = network(step);
    Features {
        n: city.node_count(),
        is_symmetric: city.is_symmetric(),
        nodes: nodes(city),
        edges: edges(problem, &network),
        globals: globals(problem, step, &network),
        route_minutes: if city.is_symmetric() { out } else { (out + back) / 2.0 },
        route_stops: route.len() as f64,
        ends: is_halt.then(|| (route[0].index(), route[route.len() - 1].index())),
        candidates: actions.iter().map(|action| candidate(step, action)).collect(),
    }
}

/// The finished routes and the one in progress.
fn network(step: Step<'_>) -> Network {
    let in_progress = (!step.state.route().is_empty()).then_some(step.state.route());
    let routes = step.state.finished().iter().map(Vec::as_slice).chain(in_progress);
    let city = &step.state.problem().city;
    routes.map(|stops| Route::on_links(city, "", stops.to_vec(), Direction::BothWays).unwrap()).collect()
}

fn nodes(city: &City) -> Vec<[f64; 4]> {
    assert_eq!(city.coordinates(), Coordinates::Metres, "synthetic cities lie on a plane");
    let n = city.node_count() as f64;
    let x = city.nodes().iter().map(|node| node.position.x).sum::<f64>() / n;
    let y = city.nodes().iter().map(|node| node.position.y).sum::<f64>() / n;
    let (mut metres, mut minutes) = (0.0, 0.0);
    for link in city.links() {
        let (a, b) = (city.node(link.from).position, city.node(link.to).position);
        metres += ((a.x - b.x).powi(2) + (a.y - b.y).powi(2)).sqrt();
        minutes += link.time.minutes();
    }
    let pace = minutes / metres;
    city.node_ids()
        .map(|id| {
            let position = city.node(id).position;
            let (into, out) = (city.links_into(id).len() as f64, city.links_from(id).len() as f64);
            [(position.x - x) * pace, (position.y - y) * pace, into, out]
        })
        .collect()
}

/// Fastest ride without a transfer, in minutes.
fn direct(network: &Network, n: usize) -> Vec<f64> {
    let mut direct = vec![f64::INFINITY; n * n];
    for route in &network.routes {
        for a in 0..route.stop_count() {
            for b in a + 1..route.stop_count() {
                let (from, to) = (route.stops()[a].index(), route.stops()[b].index());
                let out: f64 = route.legs_out()[a..b].iter().map(|leg| leg.minutes()).sum();
                let back: f64 = route.legs_back().unwrap()[a..b].iter().map(|leg| leg.minutes()).sum();
                direct[from * n + to] = direct[from * n + to].min(out);
                direct[to * n + from] = direct[to * n + from].min(back);
            }
        }
    }
    direct
}

/// Fewest rides between all pairs, up to three; more count as four, none as zero.
fn rides(direct: &[f64], trips: &[f64], n: usize) -> Vec<usize> {
    let mut rides = vec![0; n * n];
    for from in 0..n {
        let mut reached = vec![from];
        for count in 1..=3 {
            let mut further = Vec::new();
            for &via in &reached {
                for to in (0..n).filter(|&to| direct[via * n + to].is_finite()) {
                    if to != from && rides[from * n + to] == 0 {
                        rides[from * n + to] = count;
                        further.push(to);
                    }
                }
            }
            reached = further;
        }
        for to in (0..n).filter(|&to| to != from) {
            if rides[from * n + to] == 0 && trips[from * n + to].is_finite() {
                rides[from * n + to] = 4;
            }
        }
    }
    rides
}

fn edges(problem: &Problem, network: &Network) -> Vec<[f64; 13]> {
    let city = &*problem.city;
    let n = city.node_count();
    let trips = reference::trip_times(problem, network);
    let direct = direct(network, n);
    let rides = rides(&direct, &trips, n);
    let alpha = problem.alpha.value();
    let flag = |is_set: bool| if is_set { 1.0 } else { 0.0 };
    let mut edges = Vec::new();
    for from in city.node_ids() {
        for to in city.node_ids() {
            let at = from.index() * n + to.index();
            let link = city.link_time(from, to);
            let is_connected = from != to && trips[at].is_finite();
            edges.push([
                city.demand(from, to),
                flag(link.is_some()),
                link.map_or(0.0, |time| time.minutes()),
                flag(is_connected),
                flag(rides[at] == 1),
                flag(rides[at] == 2),
                flag(rides[at] == 3),
                flag(from == to),
                if is_connected { trips[at] / 60.0 } else { 0.0 },
                if from != to && direct[at].is_finite() { direct[at] } else { 0.0 },
                city.drive_time(from, to).minutes(),
                alpha,
                1.0 - alpha,
            ]);
        }
    }
    edges
}

fn globals(problem: &Problem, step: Step<'_>, network: &Network) -> Vec<f64> {
    let city = &*problem.city;
    let n = city.node_count();
    let trips = reference::trip_times(problem, network);
    let direct = direct(network, n);
    let (mut minutes, mut direct_trips, mut unserved, mut pairs) = (0.0, 0.0, 0.0, 0.0);
    for (at, time) in trips.iter().enumerate() {
        let demand = city.demand(NodeId::new(at / n), NodeId::new(at % n));
        if demand > 0.0 {
            pairs += 1.0;
            unserved += if time.is_finite() { 0.0 } else { 1.0 };
            minutes +=
                demand * if time.is_finite() { time / 60.0 } else { 2.0 * city.longest_drive().minutes() };
            direct_trips += if direct[at].is_finite() { demand } else { 0.0 };
        }
    }
    let (limits, stops) = (problem.limits, step.state.route().len() as f64);
    let most = limits.max_stops() as f64;
    let finished = step.state.finished().len() as f64;
    vec![
        minutes / city.total_demand(),
        network.route_time().minutes(),
        finished,
        limits.routes() as f64 - finished,
        unserved / pairs,
        problem.alpha.value(),
        1.0 - problem.alpha.value(),
        (most - stops) / most,
        stops / most,
        limits.min_stops() as f64 / most,
        (n as f64).ln(),
        direct_trips / city.total_demand(),
        most / n as f64,
    ]
}

fn minutes_along(city: &City, stops: &[NodeId]) -> f64 {
    stops.windows(2).map(|leg| city.leg_time(leg[0], leg[1]).minutes()).sum()
}

/// Lists every pair that a path connects.
fn candidate(step: Step<'_>, action: &PathAction) -> Candidate {
    let city = &*step.state.problem().city;
    let route = step.state.route();
    let mut path = Vec::new();
    step.state.new_stops(action, &mut path);
    let is_symmetric = city.is_symmetric();
    let mut pairs = Vec::new();
    for (at, &from) in path.iter().enumerate() {
        for &to in &path[at + 1..] {
            pairs.push((from.index(), to.index(), city.drive_time(from, to).minutes()));
            if !is_symmetric {
                pairs.push((to.index(), from.index(), city.drive_time(to, from).minutes()));
            }
        }
    }
    let mut minutes = city.drive_time(action.from, action.to).minutes();
    if !route.is_empty() {
        let is_shared = step.state.options().extension == Extension::SharedTerminal;
        let (end, near) = match action.end {
            End::First => (route[0], if is_shared { route[0] } else { path[path.len() - 1] }),
            End::Last => (route[route.len() - 1], if is_shared { route[route.len() - 1] } else { path[0] }),
        };
        if !is_shared {
            minutes += match action.end {
                End::First => city.leg_time(near, end).minutes(),
                End::Last => city.leg_time(end, near).minutes(),
            };
        }
        let link = |from, to| if is_shared { 0.0 } else { city.leg_time(from, to).minutes() };
        for (at, &stop) in route.iter().enumerate() {
            // From the stop to the end of the route that is extended, and from there back to the stop.
            let between: Vec<NodeId> = match action.end {
                End::First => route[..=at].iter().rev().copied().collect(),
                End::Last => route[at..].to_vec(),
            };
            let back: Vec<NodeId> = between.iter().rev().copied().collect();
            for &new in &path {
                let onward = link(end, near) + city.drive_time(near, new).minutes();
                pairs.push((stop.index(), new.index(), minutes_along(city, &between) + onward));
                if !is_symmetric {
                    let homeward = city.drive_time(new, near).minutes() + link(near, end);
                    pairs.push((new.index(), stop.index(), homeward + minutes_along(city, &back)));
                }
            }
        }
    }
    Candidate { pairs, minutes, stops: path.len() as f64 }
}
