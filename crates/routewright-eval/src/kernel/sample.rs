//! Trips between some nodes alone: in a large city they tell nearly as much as all, in a fraction of the time.

use super::scan::scan_some;
use super::sum::{Trips, group_trips};
use super::{Lanes, Time, entry};
use crate::lines::Lines;
use crate::weights::Weights;

/// The most that trips between two nodes may weigh, so that the product with a time of 16 bits fits 32.
const MOST_WEIGHT: f64 = u16::MAX as f64;

/// A node of a sample, and how many nodes it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// The node, by its index.
    pub node: u32,
    /// How many nodes like it there are.
    pub stands_for: f64,
}

/// Trips between the nodes of a sample, one group of lanes at most.
#[derive(Debug)]
pub(crate) struct Sample<T, const N: usize> {
    /// Row `d`: times from the sampled nodes to any node `d`.
    pub(crate) arrivals: Vec<Lanes<T, N>>,
    /// Row `o`: times from any node `o` to the sampled nodes.
    pub(crate) departures: Vec<Lanes<T, N>>,
    /// Row by sampled node: times to it from the others, and their weights.
    pub(crate) within: Vec<Lanes<T, N>>,
    pub(crate) weights: Vec<Lanes<u32, N>>,
    pub(crate) total: Trips,
    pub(crate) total_weight: u64,
}

impl<T: Time, const N: usize> Sample<T, N> {
    pub(crate) fn new() -> Self {
        Self {
            arrivals: Vec::new(),
            departures: Vec::new(),
            within: Vec::new(),
            weights: Vec::new(),
            total: Trips::default(),
            total_weight: 0,
        }
    }

    /// Looks at trips over some lines between these nodes, `N` at most, in a city of `n`.
    pub(crate) fn take(
        &mut self,
        nodes: &[Sampled],
        lines: &Lines,
        penalty: T,
        weights: &Weights<N>,
        (n, due): (usize, &mut [u64]),
    ) {
        let nodes = &nodes[..nodes.len().min(N)];
        let indices: Vec<u32> = nodes.iter().map(|sampled| sampled.node).collect();
        self.arrivals.resize(n, Lanes::splat(T::ZERO));
        self.departures.resize(n, Lanes::splat(T::ZERO));
        scan_some(lines, penalty, &indices, false, &mut self.arrivals, due);
        match lines.is_symmetric() {
            true => self.departures.copy_from_slice(&self.arrivals),
            false => scan_some(lines, penalty, &indices, true, &mut self.departures, due),
        }
        // Nobody travels from the lanes beyond the last node.
        for lanes in self.arrivals.iter_mut().chain(&mut self.departures) {
            lanes.0[nodes.len()..].fill(T::ZERO);
        }
        self.within.clear();
        self.within.extend(nodes.iter().map(|sampled| self.arrivals[sampled.node as usize]));
        self.weigh(nodes, weights);
    }

    fn weigh(&mut self, nodes: &[Sampled], weights: &Weights<N>) {
        let weight = |to: &Sampled, from: &Sampled| {
            let weight = entry(weights.to_node(to.node as usize), from.node as usize);
            f64::from(weight) * to.stands_for * from.stands_for
        };
        let pairs = || nodes.iter().flat_map(|to| nodes.iter().map(move |from| weight(to, from)));
        let scale = MOST_WEIGHT / pairs().fold(f64::MIN_POSITIVE, f64::max);
        self.weights.clear();
        (self.total, self.total_weight) = (Trips::default(), 0);
        for (to, times) in nodes.iter().zip(&self.within) {
            let mut row = Lanes([0; N]);
            for (lane, from) in row.0.iter_mut().zip(nodes) {
                *lane = (weight(to, from) * scale) as u32;
            }
            self.total.add(group_trips(&times.0, &row.0));
            self.total_weight += row.0.iter().map(|&weight| u64::from(weight)).sum::<u64>();
            self.weights.push(row);
        }
    }
}

/// What a line saves the sampled trips.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Saved {
    time: u64,
    newly_served: Trips,
}

impl Saved {
    /// The trips to one node, which take as long as before or less.
    #[inline(always)]
    pub(crate) fn add<T: Time, const N: usize>(
        &mut self,
        before: &[T; N],
        after: &[T; N],
        weights: &[u32; N],
    ) {
        let longest = before.iter().fold(T::ZERO, |longest, &time| longest.max(time));
        if !T::IS_SHORT || longest >= T::NEVER {
            self.newly_served.subtract_wrapping(group_trips(before, weights));
            self.newly_served.add_wrapping(group_trips(after, weights));
            return;
        }
        let mut sum = 0u64;
        for lane in 0..N {
            let saved = before[lane].minus(after[lane]).widen() as u32;
            sum += u64::from(saved.wrapping_mul(weights[lane]));
        }
        self.time += sum;
    }

    /// A total less what is saved.
    pub(crate) fn off(self, mut total: Trips) -> Trips {
        total.add_wrapping(self.newly_served);
        total.time -= self.time;
        total
    }
}
