//! What a line saves riders, by the trips of some nodes alone: in a large city they tell nearly as much as all, in a
//! fraction of the time.
//!
//! Trips from and to the stops of the line are counted whole at that end: everybody from a sampled node to a stop is
//! carried along the line. Trips that only pass through are counted between the nodes of the sample.

use multiversion::multiversion;

use super::insert::{Added, Base, Scratch, reach_by_rides, times_to};
use super::scan::scan_some;
use super::{Lanes, Time, entry};
use crate::lines::Lines;
use crate::weights::Weights;

/// A node of a sample, and how many nodes it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// The node, by its index.
    pub node: u32,
    /// How many nodes like it there are.
    pub stands_for: f64,
}

/// Numbers of the lanes, each summed up on its own: the same on every machine.
type Sums<const N: usize> = Lanes<f32, N>;

/// Trips of some nodes, one group of lanes at most.
#[derive(Debug)]
pub(crate) struct Sample<T, const N: usize> {
    /// Row `d`: times from the sampled nodes to any node `d`.
    arrivals: Vec<Lanes<T, N>>,
    /// Row `o`: times from any node `o` to the sampled nodes.
    departures: Vec<Lanes<T, N>>,
    /// The nodes, and how many each stands for.
    nodes: Vec<Sampled>,
    stands_for: Sums<N>,
    /// The lane of every node, if it has one.
    lanes: Vec<Option<u8>>,
    /// Row by sampled node: times to it from the others, and what those trips weigh.
    within: Vec<Lanes<T, N>>,
    within_weights: Vec<Sums<N>>,
    /// By node: what trips between it and the sampled nodes weigh, both ways together; computed when first needed.
    stop_weights: Vec<Sums<N>>,
    is_weighed: Vec<bool>,
    /// A trip that takes longer counts as this long.
    longest: T,
}

impl<T: Time, const N: usize> Sample<T, N> {
    pub(crate) fn new() -> Self {
        Self {
            arrivals: Vec::new(),
            departures: Vec::new(),
            nodes: Vec::new(),
            stands_for: Lanes([0.0; N]),
            lanes: Vec::new(),
            within: Vec::new(),
            within_weights: Vec::new(),
            stop_weights: Vec::new(),
            is_weighed: Vec::new(),
            longest: T::NEVER,
        }
    }

    /// Looks at trips over some lines from and to these nodes, `N` at most. A trip that takes more than `longest` counts as
    /// that long.
    pub(crate) fn take(
        &mut self,
        nodes: &[Sampled],
        lines: &Lines,
        (penalty, longest): (T, T),
        weights: &Weights<N>,
        due: &mut [u64],
    ) {
        let n = weights.nodes();
        self.longest = longest;
        self.nodes.clear();
        self.nodes.extend_from_slice(&nodes[..nodes.len().min(N)]);
        self.stands_for = Lanes([0.0; N]);
        self.lanes.clear();
        self.lanes.resize(n, None);
        for (lane, sampled) in self.nodes.iter().enumerate() {
            self.stands_for.0[lane] = sampled.stands_for as f32;
            self.lanes[sampled.node as usize] = Some(lane as u8);
        }
        let indices: Vec<u32> = self.nodes.iter().map(|sampled| sampled.node).collect();
        self.arrivals.resize(n, Lanes::splat(T::ZERO));
        self.departures.resize(n, Lanes::splat(T::ZERO));
        scan_some(lines, penalty, &indices, false, &mut self.arrivals, due);
        match lines.is_symmetric() {
            true => self.departures.copy_from_slice(&self.arrivals),
            false => scan_some(lines, penalty, &indices, true, &mut self.departures, due),
        }
        // Nobody travels from the lanes beyond the last node.
        for lanes in self.arrivals.iter_mut().chain(&mut self.departures) {
            lanes.0[indices.len()..].fill(T::ZERO);
        }
        self.within.clear();
        self.within.extend(indices.iter().map(|&node| self.arrivals[node as usize]));
        self.within_weights.clear();
        for to in &self.nodes {
            let row = weights.to_node(to.node as usize);
            let mut trips = Lanes([0.0; N]);
            for (lane, from) in self.nodes.iter().enumerate() {
                let both = from.stands_for * to.stands_for;
                trips.0[lane] = (f64::from(entry(row, from.node as usize)) * both) as f32;
            }
            self.within_weights.push(trips);
        }
        self.stop_weights.resize(n, Lanes([0.0; N]));
        self.is_weighed.clear();
        self.is_weighed.resize(n, false);
    }

    /// Weighs the trips between the stops of a line and the sampled nodes.
    fn weigh(&mut self, stops: &[u32], weights: &Weights<N>) {
        for &stop in stops {
            let stop = stop as usize;
            if std::mem::replace(&mut self.is_weighed[stop], true) {
                continue;
            }
            let into = weights.to_node(stop);
            for (trips, sampled) in self.stop_weights[stop].0.iter_mut().zip(&self.nodes) {
                let other = sampled.node as usize;
                let both_ways =
                    u64::from(entry(into, other)) + u64::from(entry(weights.to_node(other), stop));
                *trips = (both_ways as f64 * sampled.stands_for) as f32;
            }
        }
    }

    /// About how much time one more line saves riders, in seconds times weight. Who rides it twice counts as if that were
    /// not possible, and who rides from one of its stops saves as much as who rides to it.
    pub(crate) fn saving(
        &mut self,
        line: Added<'_>,
        penalty: T,
        weights: &Weights<N>,
        scratch: &mut Scratch<T, N>,
    ) -> f64 {
        self.weigh(line.stops, weights);
        let sums = saved(self, line, penalty, scratch);
        sums.0.iter().map(|&saved| f64::from(saved)).sum()
    }
}

/// How trips of each lane count.
struct Shares<const N: usize> {
    /// To stops that are in the sample themselves, and to others.
    to_sampled: Sums<N>,
    to_others: Sums<N>,
    /// Of trips that pass through.
    through: Sums<N>,
}

impl<const N: usize> Shares<N> {
    /// Trips of a stop that is in the sample are all there: it stands for itself alone.
    fn new<T>(sample: &Sample<T, N>, stops: &[u32]) -> Self {
        let ones = Lanes([1.0; N]);
        let mut shares = Self { to_sampled: ones, to_others: ones, through: ones };
        for lane in stops.iter().filter_map(|&stop| sample.lanes[stop as usize]).map(usize::from) {
            let one = 1.0 / sample.stands_for.0[lane];
            shares.to_others.0[lane] = one;
            // Trips between two such stops come up twice.
            shares.to_sampled.0[lane] = one / 2.0;
            shares.through.0[lane] = 0.0;
        }
        shares
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn saved<T: Time, const N: usize>(
    sample: &Sample<T, N>,
    line: Added<'_>,
    penalty: T,
    scratch: &mut Scratch<T, N>,
) -> Sums<N> {
    let shares = Shares::new(sample, line.stops);
    let mut sums = Lanes([0.0; N]);
    // Trips to the stops.
    scratch.arrivals.clear();
    scratch.arrivals.extend(line.stops.iter().map(|&stop| sample.arrivals[stop as usize]));
    let legs = std::iter::once(0).chain(line.legs_out.iter().copied());
    ride(sample, line.stops.iter().copied().zip(legs).enumerate(), penalty, &mut scratch.arrivals);
    if let Some(legs) = line.legs_back {
        let legs = std::iter::once(0).chain(legs.iter().rev().copied());
        let places = (0..line.stops.len()).rev();
        let run = places.zip(line.stops.iter().rev().copied().zip(legs));
        ride(sample, run, penalty, &mut scratch.arrivals);
    }
    for (&stop, after) in line.stops.iter().zip(&scratch.arrivals) {
        let stop = stop as usize;
        let share = if sample.lanes[stop].is_some() { &shares.to_sampled } else { &shares.to_others };
        add_saved(
            &mut sums,
            (&sample.arrivals[stop].0, &after.0, sample.longest),
            &sample.stop_weights[stop],
            share,
        );
    }
    // Trips that pass through.
    let base = Base {
        arrivals: &sample.arrivals,
        departures: &sample.departures,
        whole_arrivals: &sample.within,
        whole_departures: &sample.departures,
        width: 1,
        penalty,
        sums_are_short: false,
    };
    reach_by_rides(base, line, sample.nodes.len(), scratch);
    let words = line.stops.len().div_ceil(64);
    for (lane, (before, weights)) in sample.within.iter().zip(&sample.within_weights).enumerate() {
        let sooner = &scratch.sooner[lane * words..][..words];
        if shares.through.0[lane] > 0.0 && sooner.iter().any(|&word| word != 0) {
            let after = times_to(base, line.stops, &scratch.reach, sooner, lane, 0);
            add_saved(&mut sums, (&before.0, &after, sample.longest), weights, &shares.through);
        }
    }
    sums
}

/// One run along the line: how soon it brings riders to its stops.
#[inline(always)]
fn ride<T: Time, const N: usize>(
    sample: &Sample<T, N>,
    run: impl Iterator<Item = (usize, (u32, u32))>,
    penalty: T,
    arrivals: &mut [Lanes<T, N>],
) {
    let longest_leg = T::NEVER.minus(penalty);
    let mut on_board = [T::NEVER; N];
    for (place, (stop, leg)) in run {
        let leg = T::from_seconds(leg).min(longest_leg);
        let (before, after) = (&sample.arrivals[stop as usize].0, &mut arrivals[place].0);
        for lane in 0..N {
            let ride = on_board[lane].plus(leg);
            after[lane] = after[lane].min(ride);
            on_board[lane] = ride.min(before[lane].plus(penalty));
        }
    }
}

/// Adds what trips of each lane save.
#[inline(always)]
fn add_saved<T: Time, const N: usize>(
    sums: &mut Sums<N>,
    (before, after, longest): (&[T; N], &[T; N], T),
    weights: &Sums<N>,
    shares: &Sums<N>,
) {
    for lane in 0..N {
        let saved = before[lane].min(longest).minus(after[lane].min(longest));
        sums.0[lane] += saved.widen() as i32 as f32 * weights.0[lane] * shares.0[lane];
    }
}
