//! All figures of a report, for cities of any size.

use routewright_model::{Network, NodeId, Problem};

use crate::Figures;
use crate::cost::{Terms, excess_stops, unified_cost};
use crate::kernel::scan::scan;
use crate::kernel::{Lanes, Time};
use crate::lines::{Line, Lines};
use crate::violation::violations;

/// Origins taken at a time.
const ORIGINS: usize = 32;

/// Scores a network with its transfers. Among equally fast trips the one with fewest transfers counts.
///
/// Exact like [`crate::reference::evaluate`], but takes a group of origins at a time: memory grows with the
/// nodes, not with their square.
pub fn assess(problem: &Problem, network: &Network) -> Figures {
    let city = &*problem.city;
    let mut trips_by_transfers = [0.0; 4];
    let (mut served_trips, mut served_seconds) = (0.0, 0.0);
    let (mut unserved_pairs, mut demand_pairs) = (0, 0);
    for_each_arrival(problem, network, |from, arrival_at| {
        for (to, &trips) in city.demand_from(from).iter().enumerate() {
            if trips <= 0.0 {
                continue;
            }
            demand_pairs += 1;
            let Some(arrival) = arrival_at(to) else {
                unserved_pairs += 1;
                trips_by_transfers[3] += trips;
                continue;
            };
            let transfers = arrival.rides() - 1;
            trips_by_transfers[transfers.min(3)] += trips;
            served_trips += trips;
            served_seconds += trips * (arrival.seconds() - u64::from(problem.transfer_penalty.0)) as f64;
        }
    });

    let routes = &network.routes;
    let longest = f64::from(city.longest_drive().0);
    let total = city.total_demand();
    let violations = violations(problem, network, unserved_pairs);
    let driven_minutes: f64 = routes.iter().map(|r| r.time_out().minutes() + r.time_back().minutes()).sum();
    let terms = Terms {
        passenger_share: served_seconds / total / longest + 2.0 * (total - served_trips) / total,
        driven_seconds: driven_minutes * 60.0,
        unserved_share: unserved_pairs as f64 / demand_pairs as f64,
        excess_stops: routes.iter().map(|route| excess_stops(problem, route.stop_count())).sum(),
        is_violated: !violations.is_empty(),
    };
    Figures {
        cost: unified_cost(problem, problem.alpha, &terms),
        passenger_minutes: if served_trips > 0.0 { served_seconds / 60.0 / served_trips } else { f64::NAN },
        route_minutes: routes.iter().map(|route| route.time_out().minutes()).sum(),
        driven_minutes,
        transfer_percent: trips_by_transfers.map(|trips| 100.0 * trips / total),
        unserved_percent: 100.0 * (total - served_trips) / total,
        unserved_pairs,
        violations,
    }
}

/// Hands every origin to `visit`, with a function that gives the seconds of the fastest trip from there to a node by its
/// index: `None` where there is none, zero for the origin itself.
pub(crate) fn for_each_origin(
    problem: &Problem,
    network: &Network,
    mut visit: impl FnMut(NodeId, &dyn Fn(usize) -> Option<u64>),
) {
    let penalty = u64::from(problem.transfer_penalty.0);
    for_each_arrival(problem, network, |from, arrival_at| {
        visit(from, &|to| Some(arrival_at(to)?.seconds().saturating_sub(penalty)));
    });
}

/// Hands every origin to `visit`, with a function that gives the arrival of a trip from there at a node.
fn for_each_arrival(
    problem: &Problem,
    network: &Network,
    mut visit: impl FnMut(NodeId, &dyn Fn(usize) -> Option<TimeAndRides>),
) {
    let n = problem.city.node_count();
    let mut lines = Lines::default();
    let routes = network.routes.iter().chain(&problem.fixed.routes).flat_map(Line::of);
    lines.restart(n, routes.clone().count());
    routes.for_each(|line| lines.push(line));
    let penalty = TimeAndRides::new(problem.transfer_penalty.0, 1);
    let mut arrivals = vec![Lanes::<_, ORIGINS>::splat(TimeAndRides::NEVER); n];
    let mut due = vec![0; lines.words()];
    for group in 0..n.div_ceil(ORIGINS) {
        scan(&lines, penalty, group, &mut arrivals, &mut due);
        for (lane, from) in (group * ORIGINS..n).take(ORIGINS).enumerate() {
            let arrival_at = |to: usize| {
                let arrival: TimeAndRides = arrivals[to].0[lane];
                (arrival < TimeAndRides::NEVER).then_some(arrival)
            };
            visit(NodeId::new(from), &arrival_at);
        }
    }
}

/// Seconds in the upper bits, rides in the lower: sums add both, and the smaller of two is the faster or,
/// between equals, the one with fewer rides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TimeAndRides(u64);

impl TimeAndRides {
    const RIDE_BITS: u32 = 24;

    fn new(seconds: u32, rides: u64) -> Self {
        Self(u64::from(seconds) << Self::RIDE_BITS | rides)
    }

    fn seconds(self) -> u64 {
        self.0 >> Self::RIDE_BITS
    }

    fn rides(self) -> usize {
        (self.0 & ((1 << Self::RIDE_BITS) - 1)) as usize
    }
}

impl Time for TimeAndRides {
    const NEVER: Self = Self(u64::MAX / 2);
    const ZERO: Self = Self(0);

    fn from_seconds(seconds: u32) -> Self {
        Self::new(seconds, 0)
    }

    fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    fn minus(self, smaller: Self) -> Self {
        Self(self.0 - smaller.0)
    }

    fn widen(self) -> u64 {
        self.0
    }
}
