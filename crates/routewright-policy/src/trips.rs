//! Trip times over the routes of an unfinished network, updated as it grows.

use multiversion::multiversion;
use routewright_model::{NodeId, Problem, Route, Seconds};

/// No trip. Twice this value still fits.
pub(crate) const NEVER: u32 = 1 << 30;

/// Direct rides and trips with transfers between all pairs, in seconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trips {
    n: usize,
    penalty: u32,
    /// Fastest ride without a transfer (M).
    direct: Vec<u32>,
    /// Fastest trip, every ride of which costs a transfer penalty: tau_R plus one penalty.
    rides: Vec<u32>,
}

impl Trips {
    /// Trips over the fixed routes of a problem and these.
    pub(crate) fn new(problem: &Problem, routes: &[Vec<NodeId>]) -> Self {
        let n = problem.city.node_count();
        let mut trips = Self {
            n,
            penalty: problem.transfer_penalty.0,
            direct: vec![NEVER; n * n],
            rides: vec![NEVER; n * n],
        };
        for node in 0..n {
            trips.direct[node * n + node] = 0;
            trips.rides[node * n + node] = 0;
        }
        problem.fixed.routes.iter().for_each(|route| trips.ride_fixed(route));
        routes.iter().for_each(|stops| trips.ride(problem, stops));
        close(&mut trips.rides, n, 0..n);
        trips
    }

    /// Adds a route.
    ///
    /// The trips so far are closed: no detour over them is faster. A faster trip therefore transfers only at stops of the
    /// new route, and only those are tried.
    pub(crate) fn add(&mut self, problem: &Problem, stops: &[NodeId]) {
        self.ride(problem, stops);
        close(&mut self.rides, self.n, stops.iter().map(|stop| stop.index()));
    }

    /// Becomes a copy of `other`, reusing its own memory.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        (self.n, self.penalty) = (other.n, other.penalty);
        self.direct.clone_from(&other.direct);
        self.rides.clone_from(&other.rides);
    }

    /// Whether there is a ride without a transfer to each node, a node itself included.
    pub(crate) fn direct_from(&self, from: usize) -> impl Iterator<Item = bool> {
        self.direct[from * self.n..][..self.n].iter().map(|&time| time < NEVER)
    }

    /// Whether there is a trip to each node, a node itself included.
    pub(crate) fn trips_from(&self, from: usize) -> impl Iterator<Item = bool> {
        self.rides[from * self.n..][..self.n].iter().map(|&time| time < NEVER)
    }

    /// Minutes of the fastest rides without a transfer, row by row; zero where there is none.
    pub(crate) fn direct_minutes(&self, into: &mut Vec<f32>) {
        into.resize(self.direct.len(), 0.0);
        minutes(&self.direct, 0, into);
    }

    /// Minutes of the fastest trips (tau_R), row by row; zero where there is none, and from a node to itself.
    pub(crate) fn trip_minutes(&self, into: &mut Vec<f32>) {
        into.resize(self.rides.len(), 0.0);
        minutes(&self.rides, self.penalty, into);
    }

    fn ride(&mut self, problem: &Problem, stops: &[NodeId]) {
        let city = &problem.city;
        for (at, &from) in stops.iter().enumerate() {
            let (mut out, mut back) = (Seconds(0), Seconds(0));
            for leg in stops[at..].windows(2) {
                out += city.leg_time(leg[0], leg[1]);
                back += city.leg_time(leg[1], leg[0]);
                self.keep(from.index(), leg[1].index(), out.0);
                self.keep(leg[1].index(), from.index(), back.0);
            }
        }
    }

    fn ride_fixed(&mut self, route: &Route) {
        for way in route.patterns() {
            for (at, from) in way.stops.iter().enumerate() {
                let mut time = Seconds(0);
                for (to, &leg) in way.stops[at..].iter().skip(1).zip(&way.legs[at.min(way.legs.len())..]) {
                    time += leg;
                    self.keep(from.index(), to.index(), time.0);
                }
            }
        }
    }

    fn keep(&mut self, from: usize, to: usize, time: u32) {
        if from != to {
            let (direct, ride) = (&mut self.direct[from * self.n + to], &mut self.rides[from * self.n + to]);
            *direct = (*direct).min(time);
            *ride = (*ride).min(time.saturating_add(self.penalty));
        }
    }
}

/// Lowers every time to that of the best detour over these nodes (Floyd–Warshall).
fn close(times: &mut [u32], n: usize, over: impl Iterator<Item = usize>) {
    let mut onward = vec![0; n];
    for via in over {
        onward.copy_from_slice(&times[via * n..][..n]);
        detour(times, &onward, via);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn minutes(times: &[u32], penalty: u32, into: &mut [f32]) {
    for (&time, minutes) in times.iter().zip(into) {
        let seconds = if time < NEVER { time.saturating_sub(penalty) } else { 0 };
        *minutes = seconds as f32 / 60.0;
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn detour(times: &mut [u32], onward: &[u32], via: usize) {
    for row in times.chunks_exact_mut(onward.len()) {
        let first = row[via];
        if first < NEVER {
            for (time, &rest) in row.iter_mut().zip(onward) {
                *time = (*time).min(first + rest);
            }
        }
    }
}
