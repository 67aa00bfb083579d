//! Perceived times between all pairs over sections and walks, in ticks.

use multiversion::multiversion;
use routewright_model::City;

use super::ground::{Ground, close};
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
    ground: Ground<T, N>,
    /// The most a trip may take, with a penalty, as departures; empty where nobody walks.
    most: Vec<Lanes<T, N>>,
    walks_are_symmetric: bool,
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
    scratch: Scratch<T, N>,
}

impl<T: Time, const N: usize> Times<T, N> {
    fn new(city: &City, ticks: &Ticks) -> Self {
        let ground = Ground::new(city, ticks);
        let mut times = Self {
            weights: Weights::new(city),
            most: Vec::new(),
            walks_are_symmetric: true,
            departures: Vec::new(),
            arrivals: Vec::new(),
            whole_departures: Vec::new(),
            whole_arrivals: Vec::new(),
            is_symmetric: true,
            rows: vec![Trips::default(); ground.n],
            total: Trips::default(),
            sums_are_short: false,
            scratch: Scratch::new(),
            ground,
        };
        if times.ground.walks() {
            times.walk();
        }
        times
    }

    /// Derives from the walks what a trip may take at most.
    fn walk(&mut self) {
        let Ground { n, width, ticks, on_foot, .. } = &self.ground;
        let (n, width) = (*n, *width);
        let time = |from: usize, to: usize| entry(&on_foot[from * width..], to);
        self.walks_are_symmetric = (0..n).all(|i| (0..i).all(|j| time(i, j) == time(j, i)));
        let (penalty, give_up) = (T::from_seconds(ticks.penalty), T::from_seconds(ticks.give_up));
        self.most = vec![Lanes::splat(T::ZERO); n * width];
        for from in 0..n {
            for to in (0..n).filter(|&to| to != from) {
                *entry_mut(&mut self.most[from * width..], to) = time(from, to).min(give_up).plus(penalty);
            }
        }
    }

    /// Whole trips: a walk, a ride, and whatever comes after it.
    fn fill_whole(&mut self) {
        let Ground { n, width, ref on_foot, ref direct, ref mut row, .. } = self.ground;
        self.whole_departures.clone_from(&self.most);
        for from in 0..n {
            let span = from * width..(from + 1) * width;
            let (on_foot, parts) = (&on_foot[span.clone()], &self.departures[span.clone()]);
            let mine = &mut self.whole_departures[span];
            whole_row((from, on_foot, parts), direct, &self.departures, row, mine);
        }
    }

    /// Whole trips, as arrivals and as departures.
    fn whole(&self) -> (&[Lanes<T, N>], &[Lanes<T, N>]) {
        match (self.ground.walks(), self.is_symmetric) {
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
            width: self.ground.width,
            penalty: T::from_seconds(self.ground.ticks.penalty),
            sums_are_short: self.sums_are_short,
        }
    }
}

impl<T: Time, const N: usize> SectionTimes for Times<T, N> {
    fn fill(&mut self, table: &Table) -> u64 {
        self.ground.fill(table);
        let (n, width) = (self.ground.n, self.ground.width);
        self.is_symmetric = table.is_symmetric() && self.walks_are_symmetric;
        self.ground.start_parts(&mut self.departures);
        close(&mut self.departures, width, &self.ground.via, &mut self.ground.row);
        match self.ground.walks() {
            true => self.fill_whole(),
            false => cap(&mut self.departures, T::from_seconds(self.ground.ticks.most())),
        }
        if !self.is_symmetric {
            transpose(&self.departures, &mut self.arrivals, n, width);
            if self.ground.walks() {
                transpose(&self.whole_departures, &mut self.whole_arrivals, n, width);
            }
        }
        let (mut rows, mut total) = (std::mem::take(&mut self.rows), Trips::default());
        let arrivals = self.whole().0;
        for (node, trips) in rows.iter_mut().enumerate() {
            *trips = row_trips(&arrivals[node * width..][..width], self.weights.to_node(node));
            total.add(*trips);
        }
        let most = longest_served(arrivals).widen().saturating_mul(self.weights.busiest);
        self.sums_are_short = T::IS_SHORT && self.weights.are_short() && most <= i32::MAX as u64;
        (self.rows, self.total) = (rows, total);
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
        entry(&self.whole().1[from * self.ground.width..], to).widen()
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
