//! What times and flows are both built on: walks, rides without a change, and where riders may change.

use multiversion::multiversion;
use routewright_model::City;

use super::table::Table;
use super::ticks::Ticks;
use crate::kernel::{Lanes, Time, entry, entry_mut, relax};

/// Matrices of departures: row `i`, lane `j` is the time from `i` to `j`; zeros beyond the last node.
pub(super) struct Ground<T, const N: usize> {
    pub(super) n: usize,
    /// Groups in a row.
    pub(super) width: usize,
    pub(super) ticks: Ticks,
    /// Ways on foot, closed; empty where nobody walks.
    pub(super) on_foot: Vec<Lanes<T, N>>,
    /// Rides without a change, each with a penalty; none from a node to itself.
    pub(super) direct: Vec<Lanes<T, N>>,
    /// Nodes where riders may have a reason to change or to walk on.
    pub(super) via: Vec<u32>,
    /// Room for a row.
    pub(super) row: Vec<Lanes<T, N>>,
}

impl<T: Time, const N: usize> Ground<T, N> {
    pub(super) fn new(city: &City, ticks: &Ticks) -> Self {
        let n = city.node_count();
        let width = n.div_ceil(N);
        let mut ground = Self {
            n,
            width,
            ticks: *ticks,
            on_foot: Vec::new(),
            direct: vec![Lanes::splat(T::ZERO); n * width],
            via: Vec::new(),
            row: vec![Lanes::splat(T::ZERO); width],
        };
        if !city.walks().is_empty() {
            let mut on_foot = vec![Lanes::splat(T::ZERO); n * width];
            ground.clear(&mut on_foot, T::ZERO);
            for walk in city.walks() {
                let time = T::from_seconds(ticks.walk(walk.time));
                *entry_mut(&mut on_foot[walk.from.index() * width..], walk.to.index()) = time;
            }
            let all: Vec<u32> = (0..n as u32).collect();
            close(&mut on_foot, width, &all, &mut ground.row);
            ground.on_foot = on_foot;
        }
        ground
    }

    /// Whether anybody walks.
    pub(super) fn walks(&self) -> bool {
        !self.on_foot.is_empty()
    }

    /// Takes over the rides of a table.
    pub(super) fn fill(&mut self, table: &Table) {
        let mut direct = std::mem::take(&mut self.direct);
        self.clear(&mut direct, T::NEVER);
        for from in (0..self.n).filter(|&node| table.is_served(node)) {
            let row = &mut direct[from * self.width..][..self.width];
            for to in (0..self.n).filter(|&node| table.is_served(node)) {
                if let Some(seconds) = table.seconds(from, to) {
                    *entry_mut(row, to) = T::from_seconds(self.ticks.ride(seconds));
                }
            }
        }
        self.direct = direct;
        self.via.clear();
        // Where people walk, any stop may be one where they begin to.
        let walks = self.walks();
        let is_via = |node: &usize| table.is_for_changes(*node) || walks && table.is_served(*node);
        self.via.extend((0..self.n).filter(is_via).map(|node| node as u32));
    }

    /// Makes `parts` what a rider can do without a change: stay, walk or ride.
    pub(super) fn start_parts(&self, parts: &mut Vec<Lanes<T, N>>) {
        parts.clone_from(&self.direct);
        for node in 0..self.n {
            *entry_mut(&mut parts[node * self.width..], node) = T::ZERO;
        }
        lower(parts, &self.on_foot);
    }

    /// No way from any node to another, and so much from each to itself.
    fn clear(&self, matrix: &mut [Lanes<T, N>], to_itself: T) {
        for (node, row) in matrix.chunks_exact_mut(self.width).enumerate() {
            for (group, lanes) in row.iter_mut().enumerate() {
                let within = self.n.saturating_sub(group * N).min(N);
                lanes.0[..within].fill(T::NEVER);
                lanes.0[within..].fill(T::ZERO);
            }
            *entry_mut(row, node) = to_itself;
        }
    }
}

/// Closes a matrix of departures over changes at some nodes (Floyd-Warshall).
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(super) fn close<T: Time, const N: usize>(
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

/// Entries no larger than those of another matrix, where it has some.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn lower<T: Time, const N: usize>(matrix: &mut [Lanes<T, N>], other: &[Lanes<T, N>]) {
    for (mine, theirs) in matrix.iter_mut().zip(other) {
        for lane in 0..N {
            mine.0[lane] = mine.0[lane].min(theirs.0[lane]);
        }
    }
}
