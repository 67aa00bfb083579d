//! Riders of every section, for loads.
//!
//! The times are closed once more, and this time it is noted by way of which node each of them was found. Trips are
//! then split at these nodes, the latest first, until nothing but sections and walks is left.

use multiversion::multiversion;
use routewright_model::{City, NodeId};

use super::ground::Ground;
use super::table::Table;
use super::ticks::Ticks;
use crate::kernel::{Lanes, Time, entry};

/// No node: a section or a walk of its own.
const NONE: u16 = u16::MAX;

/// Riders of every section of a network.
pub(super) trait SectionFlows: Send {
    /// Calls `found` for every two nodes with a section that riders use, with their number.
    fn for_each(&mut self, table: &Table, city: &City, found: &mut dyn FnMut(usize, usize, f64));
}

/// Flows of a city, with groups of lanes that fit its size.
pub(super) fn section_flows<T: Time>(city: &City, ticks: &Ticks) -> Box<dyn SectionFlows> {
    match city.node_count() {
        ..=64 => Box::new(Flows::<T, 64>::new(city, ticks)),
        65..=96 => Box::new(Flows::<T, 96>::new(city, ticks)),
        _ => Box::new(Flows::<T, 128>::new(city, ticks)),
    }
}

/// Matrices of departures: row `i`, lane `j` is about the way from `i` to `j`.
struct Flows<T, const N: usize> {
    ground: Ground<T, N>,
    /// Parts of trips, and by way of which node each was found.
    parts: Vec<Lanes<T, N>>,
    via: Vec<Lanes<u16, N>>,
    /// Walks that end with a ride, and where one boards; rows are made one by one.
    boarding: Vec<Lanes<T, N>>,
    boards_at: Vec<Lanes<u16, N>>,
    /// Whole trips from one node, and where they first alight.
    whole: Vec<Lanes<T, N>>,
    alights_at: Vec<Lanes<u16, N>>,
    /// Riders between every two nodes.
    riders: Vec<f64>,
    /// Riders on sections, where some of them walk before.
    sections: Vec<f64>,
    /// Pairs that were found by way of each node, as lists.
    latest: Vec<u32>,
    before: Vec<u32>,
}

impl<T: Time, const N: usize> Flows<T, N> {
    fn new(city: &City, ticks: &Ticks) -> Self {
        let ground = Ground::new(city, ticks);
        let (n, width) = (ground.n, ground.width);
        Self {
            ground,
            parts: Vec::new(),
            via: vec![Lanes([NONE; N]); n * width],
            boarding: vec![Lanes::splat(T::NEVER); width],
            boards_at: vec![Lanes([NONE; N]); width],
            whole: vec![Lanes::splat(T::NEVER); width],
            alights_at: vec![Lanes([NONE; N]); width],
            riders: Vec::new(),
            sections: Vec::new(),
            latest: Vec::new(),
            before: Vec::new(),
        }
    }

    fn fill_parts(&mut self, table: &Table) {
        self.ground.fill(table);
        self.ground.start_parts(&mut self.parts);
        self.via.fill(Lanes([NONE; N]));
        let Ground { width, via, row, .. } = &mut self.ground;
        close(&mut self.parts, &mut self.via, *width, via, row);
    }

    /// Trips of people who do not walk are parts of trips.
    fn start_trips(&mut self, city: &City) {
        let Ground { n, width, ticks, .. } = self.ground;
        let most = T::from_seconds(ticks.most());
        for from in 0..n {
            let parts = &self.parts[from * width..][..width];
            let trips = city.demand_from(NodeId::new(from));
            for ((to, riders), &trips) in self.riders[from * n..][..n].iter_mut().enumerate().zip(trips) {
                *riders = if entry(parts, to) < most { trips } else { 0.0 };
            }
        }
    }

    /// Whole trips: a walk, a ride, and whatever comes after it.
    fn start_trips_on_foot(&mut self, city: &City) {
        let Ground { n, width, ticks, ref on_foot, ref direct, .. } = self.ground;
        let (penalty, give_up) = (T::from_seconds(ticks.penalty), T::from_seconds(ticks.give_up));
        for from in 0..n {
            let (on_foot, parts) = (&on_foot[from * width..][..width], &self.parts[from * width..][..width]);
            board(from, on_foot, parts, direct, &mut self.boarding, &mut self.boards_at);
            ride_on(from, &self.boarding, &self.parts, &mut self.whole, &mut self.alights_at);
            for (to, &trips) in city.demand_from(NodeId::new(from)).iter().enumerate() {
                let most = entry(on_foot, to).min(give_up).plus(penalty);
                if trips == 0.0 || entry(&self.whole, to) >= most {
                    continue;
                }
                let alights = usize::from(entry(&self.alights_at, to));
                let boards = usize::from(entry(&self.boards_at, alights));
                self.sections[boards * n + alights] += trips;
                if alights != to {
                    self.riders[alights * n + to] += trips;
                }
            }
        }
    }

    /// Splits all riders at the nodes by way of which they travel, the latest first.
    fn split(&mut self) {
        let Ground { n, width, .. } = self.ground;
        self.latest.clear();
        self.latest.resize(n, u32::MAX);
        self.before.clear();
        self.before.resize(n * n, u32::MAX);
        for from in 0..n {
            let via = &self.via[from * width..][..width];
            for to in 0..n {
                let via = entry(via, to);
                if via != NONE {
                    let pair = from * n + to;
                    self.before[pair] = std::mem::replace(&mut self.latest[usize::from(via)], pair as u32);
                }
            }
        }
        for &via in self.ground.via.iter().rev() {
            let via = via as usize;
            let mut next = self.latest[via];
            while next != u32::MAX {
                let pair = next as usize;
                let riders = std::mem::take(&mut self.riders[pair]);
                self.riders[pair / n * n + via] += riders;
                self.riders[via * n + pair % n] += riders;
                next = self.before[pair];
            }
        }
    }
}

impl<T: Time, const N: usize> SectionFlows for Flows<T, N> {
    fn for_each(&mut self, table: &Table, city: &City, found: &mut dyn FnMut(usize, usize, f64)) {
        self.fill_parts(table);
        let Ground { n, width, .. } = self.ground;
        self.riders.clear();
        self.riders.resize(n * n, 0.0);
        self.sections.clear();
        let walks = self.ground.walks();
        if walks {
            self.sections.resize(n * n, 0.0);
            self.start_trips_on_foot(city);
        } else {
            self.start_trips(city);
        }
        self.split();
        for from in (0..n).filter(|&node| table.is_served(node)) {
            for to in 0..n {
                let mut riders = self.riders[from * n + to];
                if walks {
                    let walk = entry(&self.ground.on_foot[from * width..], to);
                    if walk <= entry(&self.ground.direct[from * width..], to) {
                        riders = 0.0;
                    }
                    riders += self.sections[from * n + to];
                }
                if riders > 0.0 {
                    found(from, to, riders);
                }
            }
        }
    }
}

/// `row = min(row, offset + other)`, and which of them it was.
#[inline(always)]
fn relax<T: Time, const N: usize>(
    row: &mut [Lanes<T, N>],
    via: &mut [Lanes<u16, N>],
    offset: T,
    other: &[Lanes<T, N>],
    node: u16,
) {
    for ((mine, via), theirs) in row.iter_mut().zip(via).zip(other) {
        for lane in 0..N {
            let time = offset.plus(theirs.0[lane]);
            let is_less = time < mine.0[lane];
            mine.0[lane] = mine.0[lane].min(time);
            via.0[lane] = if is_less { node } else { via.0[lane] };
        }
    }
}

/// Walks from a node to the stops that nobody reaches sooner, and a ride from there.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn board<T: Time, const N: usize>(
    from: usize,
    on_foot: &[Lanes<T, N>],
    parts: &[Lanes<T, N>],
    direct: &[Lanes<T, N>],
    boarding: &mut [Lanes<T, N>],
    boards_at: &mut [Lanes<u16, N>],
) {
    let width = on_foot.len();
    boarding.fill(Lanes::splat(T::NEVER));
    for (stop, rides) in direct.chunks_exact(width).enumerate() {
        let walk = entry(on_foot, stop);
        if walk < T::NEVER && (stop == from || walk == entry(parts, stop)) {
            relax(boarding, boards_at, walk, rides, stop as u16);
        }
    }
}

/// What follows the first ride from a node.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn ride_on<T: Time, const N: usize>(
    from: usize,
    boarding: &[Lanes<T, N>],
    parts: &[Lanes<T, N>],
    whole: &mut [Lanes<T, N>],
    alights_at: &mut [Lanes<u16, N>],
) {
    let width = boarding.len();
    whole.fill(Lanes::splat(T::NEVER));
    for (stop, on) in parts.chunks_exact(width).enumerate() {
        let ride = entry(boarding, stop);
        if stop != from && ride < T::NEVER && ride <= entry(whole, stop) {
            relax(whole, alights_at, ride, on, stop as u16);
        }
    }
}

/// Closes a matrix over changes at some nodes (Floyd-Warshall), and notes by way of which node each time was found.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn close<T: Time, const N: usize>(
    matrix: &mut [Lanes<T, N>],
    via: &mut [Lanes<u16, N>],
    width: usize,
    order: &[u32],
    on: &mut [Lanes<T, N>],
) {
    for &node in order {
        on.copy_from_slice(&matrix[node as usize * width..][..width]);
        for (row, via) in matrix.chunks_exact_mut(width).zip(via.chunks_exact_mut(width)) {
            let offset = entry(row, node as usize);
            if offset < T::NEVER {
                relax(row, via, offset, on, node as u16);
            }
        }
    }
}
