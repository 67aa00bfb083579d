//! Perceived times between all pairs over sections and walks, in ticks.

use multiversion::multiversion;
use routewright_model::City;

use super::table::Table;
use super::ticks::Ticks;
use crate::kernel::insert::{Base, Scratch, trips_with_sections};
use crate::kernel::sum::{Trips, longest_served, row_trips};
use crate::kernel::{Lanes, Time, entry, entry_mut, relax};
use crate::weights::Weights;

/// Times over some lines, and their total with one more line.
pub(super) trait SectionTimes: Send {
    /// Computes all times over the lines of a table. Returns the weighted total.
    fn fill(&mut self, table: &Table) -> u64;
    /// The weighted total with one more line on top of those of the last [`SectionTimes::fill`]: the times between its
    /// stops without a change, in ticks with a penalty, row by row.
    fn with_rides(&mut self, stops: &[u32], rides: &[u32]) -> u64;
    /// Sum of the weights of all pairs.
    fn weight(&self) -> u64;
    /// Perceived ticks of a trip with the penalty of its first boarding; the last ticks of a trip that is not made.
    fn ticks(&self, from: usize, to: usize) -> u64;
}

/// Times of a city, with groups of lanes that fit its size.
pub(super) fn section_times<T: Time>(city: &City, ticks: &Ticks) -> Box<dyn SectionTimes> {
    match city.node_count() {
        ..=64 => Box::new(Times::<T, 64>::new(city, ticks)),
        65..=96 => Box::new(Times::<T, 96>::new(city, ticks)),
        _ => Box::new(Times::<T, 128>::new(city, ticks)),
    }
}

/// Matrices of one city and the room to work on them. Row `i`, lane `j` of "departures" is the time from `i` to
/// `j`, of "arrivals" that from `j` to `i`. Every boarding costs a penalty, the first one too.
struct Times<T, const N: usize> {
    weights: Weights<N>,
    n: usize,
    width: usize,
    ticks: Ticks,
    /// Ways on foot, closed, as departures; empty where nobody walks.
    on_foot: Vec<Lanes<T, N>>,
    /// The most a trip may take, with a penalty, as departures; empty where nobody walks.
    most: Vec<Lanes<T, N>>,
    walks_are_symmetric: bool,
    /// Rides without a change, as departures.
    direct: Vec<Lanes<T, N>>,
    /// Parts of trips: on foot, by rides, or both.
    departures: Vec<Lanes<T, N>>,
    arrivals: Vec<Lanes<T, N>>,
    /// Whole trips with one ride at least, or what walking or giving up takes. Empty where nobody walks.
    whole_departures: Vec<Lanes<T, N>>,
    whole_arrivals: Vec<Lanes<T, N>>,
    is_symmetric: bool,
    rows: Vec<Trips>,
    total: Trips,
    sums_are_short: bool,
    row: Vec<Lanes<T, N>>,
    via: Vec<u32>,
    scratch: Scratch<T, N>,
}

impl<T: Time, const N: usize> Times<T, N> {
    fn new(city: &City, ticks: &Ticks) -> Self {
        let n = city.node_count();
        let width = n.div_ceil(N);
        let empty = || vec![Lanes::splat(T::ZERO); n * width];
        let mut times = Self {
            weights: Weights::new(city),
            n,
            width,
            ticks: *ticks,
            on_foot: Vec::new(),
            most: Vec::new(),
            walks_are_symmetric: true,
            direct: empty(),
            departures: empty(),
            arrivals: Vec::new(),
            whole_departures: Vec::new(),
            whole_arrivals: Vec::new(),
            is_symmetric: true,
            rows: vec![Trips::default(); n],
            total: Trips::default(),
            sums_are_short: false,
            row: vec![Lanes::splat(T::ZERO); width],
            via: Vec::new(),
            scratch: Scratch::new(),
        };
        if !city.walks().is_empty() {
            times.walk(city);
        }
        times
    }

    /// Closes the walks and derives what a trip may take at most.
    fn walk(&mut self, city: &City) {
        let (n, width) = (self.n, self.width);
        let mut on_foot = self.never();
        for walk in city.walks() {
            let ticks = T::from_seconds(self.ticks.walk(walk.time));
            *entry_mut(&mut on_foot[walk.from.index() * width..], walk.to.index()) = ticks;
        }
        let all: Vec<u32> = (0..n as u32).collect();
        close(&mut on_foot, width, &all, &mut self.row);
        let time = |from: usize, to: usize| entry(&on_foot[from * width..], to);
        self.walks_are_symmetric = (0..n).all(|i| (0..i).all(|j| time(i, j) == time(j, i)));
        let (penalty, give_up) = (T::from_seconds(self.ticks.penalty), T::from_seconds(self.ticks.give_up));
        let at_most = |walk: &T| (*walk).min(give_up).plus(penalty);
        self.most =
            on_foot.iter().map(|row| Lanes(std::array::from_fn(|lane| at_most(&row.0[lane])))).collect();
        for from in 0..n {
            *entry_mut(&mut self.most[from * width..], from) = T::ZERO;
            self.most[from * width..][..width].iter_mut().enumerate().for_each(|(group, lanes)| {
                lanes.0[n.saturating_sub(group * N).min(N)..].fill(T::ZERO);
            });
        }
        self.on_foot = on_foot;
    }

    /// A matrix of no way at all: no time from a node to itself and beyond the last lane.
    fn never(&self) -> Vec<Lanes<T, N>> {
        let mut matrix = vec![Lanes::splat(T::ZERO); self.n * self.width];
        self.clear_to_never(&mut matrix);
        matrix
    }

    fn clear_to_never(&self, matrix: &mut [Lanes<T, N>]) {
        for node in 0..self.n {
            for (group, lanes) in matrix[node * self.width..][..self.width].iter_mut().enumerate() {
                let within = self.n.saturating_sub(group * N).min(N);
                lanes.0[..within].fill(T::NEVER);
                lanes.0[within..].fill(T::ZERO);
            }
            *entry_mut(&mut matrix[node * self.width..], node) = T::ZERO;
        }
    }

    fn walks(&self) -> bool {
        !self.on_foot.is_empty()
    }

    /// Whole trips: a walk, a ride, and whatever comes after it.
    fn fill_whole(&mut self) {
        let (n, width) = (self.n, self.width);
        let mut whole = std::mem::take(&mut self.whole_departures);
        whole.clone_from(&self.most);
        for from in 0..n {
            let (on_foot, parts) = (&self.on_foot[from * width..], &self.departures[from * width..]);
            let mine = &mut whole[from * width..][..width];
            whole_row(
                (from, &on_foot[..width], &parts[..width]),
                &self.direct,
                &self.departures,
                &mut self.row,
                mine,
            );
        }
        self.whole_departures = whole;
    }

    fn fill_direct(&mut self, table: &Table) {
        let mut direct = std::mem::take(&mut self.direct);
        self.clear_to_never(&mut direct);
        for node in 0..self.n {
            *entry_mut(&mut direct[node * self.width..], node) = T::NEVER;
        }
        for from in (0..self.n).filter(|&node| table.is_served(node)) {
            let row = &mut direct[from * self.width..][..self.width];
            for to in (0..self.n).filter(|&node| table.is_served(node)) {
                if let Some(seconds) = table.seconds(from, to) {
                    *entry_mut(row, to) = T::from_seconds(self.ticks.ride(seconds));
                }
            }
        }
        self.direct = direct;
    }

    fn whole(&self) -> (&[Lanes<T, N>], &[Lanes<T, N>]) {
        match (self.walks(), self.is_symmetric) {
            (false, false) => (&self.arrivals, &self.departures),
            (false, true) => (&self.departures, &self.departures),
            (true, false) => (&self.whole_arrivals, &self.whole_departures),
            (true, true) => (&self.whole_departures, &self.whole_departures),
        }
    }

    fn base(&self) -> Base<'_, T, N> {
        let arrivals = if self.is_symmetric { &self.departures } else { &self.arrivals };
        let (whole_arrivals, whole_departures) = self.whole();
        Base {
            arrivals,
            departures: &self.departures,
            whole_arrivals,
            whole_departures,
            width: self.width,
            penalty: T::from_seconds(self.ticks.penalty),
            sums_are_short: self.sums_are_short,
        }
    }
}

impl<T: Time, const N: usize> SectionTimes for Times<T, N> {
    fn fill(&mut self, table: &Table) -> u64 {
        let (n, width) = (self.n, self.width);
        self.fill_direct(table);
        self.is_symmetric = table.is_symmetric() && self.walks_are_symmetric;
        self.departures.clone_from(&self.direct);
        for node in 0..n {
            *entry_mut(&mut self.departures[node * width..], node) = T::ZERO;
        }
        if self.walks() {
            lower(&mut self.departures, &self.on_foot);
        }
        self.via.clear();
        // Where people walk, any stop may be one where they begin to.
        let walks = !self.on_foot.is_empty();
        let is_via = |node: &usize| table.is_for_changes(*node) || walks && table.is_served(*node);
        self.via.extend((0..n).filter(is_via).map(|node| node as u32));
        close(&mut self.departures, width, &self.via, &mut self.row);
        match self.walks() {
            true => self.fill_whole(),
            false => cap(&mut self.departures, T::from_seconds(self.ticks.most())),
        }
        if !self.is_symmetric {
            transpose(&self.departures, &mut self.arrivals, n, width);
            if self.walks() {
                transpose(&self.whole_departures, &mut self.whole_arrivals, n, width);
            }
        }
        let arrivals = match (self.walks(), self.is_symmetric) {
            (false, false) => &self.arrivals,
            (false, true) => &self.departures,
            (true, false) => &self.whole_arrivals,
            (true, true) => &self.whole_departures,
        };
        self.total = Trips::default();
        for node in 0..n {
            self.rows[node] = row_trips(&arrivals[node * width..][..width], self.weights.to_node(node));
            self.total.add(self.rows[node]);
        }
        let most = longest_served(arrivals).widen().saturating_mul(self.weights.busiest);
        self.sums_are_short = T::IS_SHORT && self.weights.are_short() && most <= i32::MAX as u64;
        self.total.time
    }

    fn with_rides(&mut self, stops: &[u32], rides: &[u32]) -> u64 {
        let mut scratch = std::mem::replace(&mut self.scratch, Scratch::new());
        let total = trips_with_sections(
            self.base(),
            stops,
            rides,
            &self.weights,
            &self.rows,
            self.total,
            &mut scratch,
        );
        self.scratch = scratch;
        total.time
    }

    fn weight(&self) -> u64 {
        self.weights.total
    }

    fn ticks(&self, from: usize, to: usize) -> u64 {
        entry(&self.whole().1[from * self.width..], to).widen()
    }
}

/// Whole trips from a node: a walk, a ride, and whatever comes after it. `whole` holds the most a trip may take.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn whole_row<T: Time, const N: usize>(
    (from, on_foot, parts): (usize, &[Lanes<T, N>], &[Lanes<T, N>]),
    direct: &[Lanes<T, N>],
    departures: &[Lanes<T, N>],
    row: &mut [Lanes<T, N>],
    whole: &mut [Lanes<T, N>],
) {
    let width = row.len();
    row.fill(Lanes::splat(T::NEVER));
    for (stop, rides) in direct.chunks_exact(width).enumerate() {
        // Whoever gets there sooner by riding boards before.
        let walk = entry(on_foot, stop);
        if walk < T::NEVER && walk == entry(parts, stop) {
            relax(row, walk, rides);
        }
    }
    for (mine, ride) in whole.iter_mut().zip(row.iter()) {
        for lane in 0..N {
            mine.0[lane] = mine.0[lane].min(ride.0[lane]);
        }
    }
    for (stop, on) in departures.chunks_exact(width).enumerate() {
        // Whoever gets there sooner in another way goes on from there just the same.
        let ride = entry(row, stop);
        if stop != from && ride < T::NEVER && ride <= entry(whole, stop) {
            relax(whole, ride, on);
        }
    }
}

/// Closes a matrix of departures over changes at some nodes (Floyd-Warshall).
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn close<T: Time, const N: usize>(
    matrix: &mut [Lanes<T, N>],
    width: usize,
    via: &[u32],
    on: &mut [Lanes<T, N>],
) {
    for &via in via {
        let via = via as usize;
        on.copy_from_slice(&matrix[via * width..][..width]);
        for row in matrix.chunks_exact_mut(width) {
            let offset = entry(row, via);
            if offset < T::NEVER {
                relax(row, offset, on);
            }
        }
    }
}

/// Entries no larger than those of another matrix.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn lower<T: Time, const N: usize>(matrix: &mut [Lanes<T, N>], other: &[Lanes<T, N>]) {
    for (mine, theirs) in matrix.iter_mut().zip(other) {
        for lane in 0..N {
            mine.0[lane] = mine.0[lane].min(theirs.0[lane]);
        }
    }
}

/// Entries no larger than a number.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn cap<T: Time, const N: usize>(matrix: &mut [Lanes<T, N>], most: T) {
    for mine in matrix.iter_mut() {
        for lane in 0..N {
            mine.0[lane] = mine.0[lane].min(most);
        }
    }
}

fn transpose<T: Time, const N: usize>(
    from: &[Lanes<T, N>],
    to: &mut Vec<Lanes<T, N>>,
    n: usize,
    width: usize,
) {
    to.resize(from.len(), Lanes::splat(T::ZERO));
    for row in 0..n {
        for lane in 0..n {
            *entry_mut(&mut to[lane * width..], row) = entry(&from[row * width..], lane);
        }
    }
}
