//! The slow evaluator: the definitions of the costs, word for word, in plain floating point.
//!
//! It shares no code with the fast one and is what the fast one is tested against. Every network that is
//! reported is scored by it as well.

use routewright_model::{Network, NodeId, Problem, Route, Seconds};

use crate::Figures;
use crate::violation::violations;

/// Scores a network by the definitions: spec section 3, the paper's section on cost functions.
pub fn evaluate(problem: &Problem, network: &Network) -> Figures {
    let city = &*problem.city;
    let n = city.node_count();
    let times = trip_times(problem, network);
    let with_transfers = [0, 1, 2].map(|transfers| times_within(problem, network, transfers));
    let longest = city.longest_drive().minutes();

    let mut trips_by_transfers = [0.0; 4];
    let (mut served_trips, mut served_minutes, mut all_minutes) = (0.0, 0.0, 0.0);
    let (mut unserved_pairs, mut demand_pairs) = (0, 0);
    for from in 0..n {
        for to in 0..n {
            let trips = city.demand(NodeId::new(from), NodeId::new(to));
            if trips <= 0.0 {
                continue;
            }
            demand_pairs += 1;
            let time = times[from * n + to];
            let fewest = (0..3).find(|&k| time.is_finite() && with_transfers[k][from * n + to] == time);
            trips_by_transfers[fewest.unwrap_or(3)] += trips;
            if time.is_finite() {
                served_trips += trips;
                served_minutes += trips * time / 60.0;
                all_minutes += trips * time / 60.0;
            } else {
                unserved_pairs += 1;
                all_minutes += trips * 2.0 * longest;
            }
        }
    }

    let total = city.total_demand();
    let limits = problem.limits;
    let driven: f64 = network.routes.iter().map(|r| r.time_out().minutes() + r.time_back().minutes()).sum();
    let excess: usize = network
        .routes
        .iter()
        .map(|route| {
            let stops = route.stop_count();
            limits.min_stops().saturating_sub(stops).max(stops.saturating_sub(limits.max_stops()))
        })
        .sum();
    let violations = violations(problem, network, unserved_pairs);
    let unserved_share = unserved_pairs as f64 / demand_pairs as f64;
    let excess_share = excess as f64 / (limits.routes() as f64 * limits.max_stops() as f64);
    let any_violation = if violations.is_empty() { 0.0 } else { 0.1 };
    let alpha = problem.alpha.value();
    let cost = alpha * (all_minutes / total) / longest
        + (1.0 - alpha) * driven / (limits.routes() as f64 * longest)
        + problem.violation_weight * (unserved_share + excess_share + any_violation);
    Figures {
        cost,
        passenger_minutes: if served_trips > 0.0 { served_minutes / served_trips } else { f64::NAN },
        route_minutes: network.routes.iter().map(|route| route.time_out().minutes()).sum(),
        driven_minutes: driven,
        transfer_percent: trips_by_transfers.map(|trips| 100.0 * trips / total),
        unserved_percent: 100.0 * (total - served_trips) / total,
        unserved_pairs,
        violations,
    }
}

/// Seconds of the fastest trip between every two nodes (tau_R), transfers included, row-major; infinite
/// where there is none. Shortest paths over legs that cost the ride and a transfer, less the first transfer.
pub fn trip_times(problem: &Problem, network: &Network) -> Vec<f64> {
    let n = problem.city.node_count();
    let penalty = f64::from(problem.transfer_penalty.0);
    let mut times = direct_times(problem, network);
    for time in &mut times {
        *time += penalty;
    }
    for via in 0..n {
        for from in 0..n {
            for to in 0..n {
                let longer_way = times[from * n + via] + times[via * n + to];
                if longer_way < times[from * n + to] {
                    times[from * n + to] = longer_way;
                }
            }
        }
    }
    for time in &mut times {
        *time -= penalty;
    }
    for node in 0..n {
        times[node * n + node] = 0.0;
    }
    times
}

/// Seconds of the fastest ride without a transfer between every two nodes (M), row-major; infinite where no
/// route serves both in a direction that is driven.
pub fn direct_times(problem: &Problem, network: &Network) -> Vec<f64> {
    let n = problem.city.node_count();
    let mut times = vec![f64::INFINITY; n * n];
    let mut keep = |from: NodeId, to: NodeId, ride: f64| {
        let time = &mut times[from.index() * n + to.index()];
        if from != to && ride < *time {
            *time = ride;
        }
    };
    for way in network.routes.iter().chain(&problem.fixed.routes).flat_map(Route::patterns) {
        for first in 0..way.stops.len() {
            for last in first + 1..way.stops.len() {
                keep(way.stops[first], way.stops[last], ride(&way.legs, first, last));
            }
        }
    }
    times
}

fn ride(legs: &[Seconds], first: usize, last: usize) -> f64 {
    legs[first..last].iter().map(|leg| f64::from(leg.0)).sum()
}

/// Fastest trips with at most `transfers` changes of vehicle, as a sequence of rides.
fn times_within(problem: &Problem, network: &Network, transfers: usize) -> Vec<f64> {
    let n = problem.city.node_count();
    let penalty = f64::from(problem.transfer_penalty.0);
    let direct = direct_times(problem, network);
    let mut times = direct.clone();
    for _ in 0..transfers {
        let shorter = times.clone();
        for from in 0..n {
            for via in 0..n {
                let first_part = shorter[from * n + via];
                if first_part.is_infinite() {
                    continue;
                }
                for to in (0..n).filter(|&to| to != from) {
                    let time = first_part + penalty + direct[via * n + to];
                    if time < times[from * n + to] {
                        times[from * n + to] = time;
                    }
                }
            }
        }
    }
    times
}
