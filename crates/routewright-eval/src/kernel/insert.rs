//! One more line on top of a network whose trips are known, exactly.
//!
//! A trip that uses the new line rides from where it first gets on, `s`, to wherever it goes: its time is the
//! known time to `s` plus the best time from `s` with the new line. Those best times follow from the few
//! stops of the line alone. Where the new line does not improve them, nothing else changes either, so only
//! improved pairs of stop and destination are worked on.

use multiversion::multiversion;

use super::sum::{Trips, group_trips, short_time};
use super::{Lanes, Time, entry, relax};
use crate::weights::Weights;

/// Entries of the small matrices over the stops of a line that are treated at once.
const SMALL: usize = 32;

/// A group of entries of a small matrix.
type Few<T> = [T; SMALL];

/// What is known of the network without the line.
#[derive(Clone, Copy)]
pub(crate) struct Base<'a, T, const N: usize> {
    /// Row `d`, lane `o`: time from `o` to `d`.
    pub(crate) arrivals: &'a [Lanes<T, N>],
    /// Row `o`, lane `d`: time from `o` to `d`. The same matrix when all lines are symmetric.
    pub(crate) departures: &'a [Lanes<T, N>],
    /// As `arrivals`, for whole trips: what the line has to beat. The same matrix unless riders may walk.
    pub(crate) whole_arrivals: &'a [Lanes<T, N>],
    /// As `departures`, for whole trips.
    pub(crate) whole_departures: &'a [Lanes<T, N>],
    /// Groups in a row.
    pub(crate) width: usize,
    /// What a transfer costs.
    pub(crate) penalty: T,
    /// Whether the trips into a node that all can reach may be summed in 32 bits.
    pub(crate) sums_are_short: bool,
}

/// Room to work in, kept from one line to the next.
pub(crate) struct Scratch<T, const N: usize> {
    /// Times between the stops of the line without it, rows of small groups.
    known: Vec<Few<T>>,
    /// The same with it.
    between: Vec<Few<T>>,
    /// Times between stops for riders who have boarded before, while sections are inserted.
    onwards: Vec<Few<T>>,
    /// Seconds from the first stop to each stop on the way out, and from each stop on the way back.
    clock_out: Vec<Few<u32>>,
    clock_back: Vec<Few<u32>>,
    /// Times to the stops of the line from the nodes of a sample.
    pub(super) arrivals: Vec<Lanes<T, N>>,
    /// Row `s`, lane `d`: best times from stop `s` of the line to everywhere, where it has improved some.
    pub(super) reach: Vec<Lanes<T, N>>,
    /// For each node, the set of stops from which it is reached sooner, as words of bits.
    pub(super) sooner: Vec<u64>,
}

impl<T: Time, const N: usize> Scratch<T, N> {
    pub(crate) fn new() -> Self {
        Self {
            known: Vec::new(),
            between: Vec::new(),
            onwards: Vec::new(),
            clock_out: Vec::new(),
            clock_back: Vec::new(),
            arrivals: Vec::new(),
            reach: Vec::new(),
            sooner: Vec::new(),
        }
    }

    fn resize(&mut self, stops: usize, nodes: usize, width: usize) {
        if self.reach.len() < stops * width {
            self.reach.resize(stops * width, Lanes::splat(T::ZERO));
        }
        self.sooner.clear();
        self.sooner.resize(nodes * stops.div_ceil(64), 0);
    }
}

/// A line as the kernel reads it.
#[derive(Clone, Copy)]
pub(crate) struct Added<'a> {
    pub(crate) stops: &'a [u32],
    pub(crate) legs_out: &'a [u32],
    pub(crate) legs_back: Option<&'a [u32]>,
}

/// The total of the trips once the line is added. `rows` holds the totals of the trips into each node without it,
/// `total` their sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(crate) fn trips_with<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    line: Added<'_>,
    weights: &Weights<N>,
    rows: &[Trips],
    total: Trips,
    scratch: &mut Scratch<T, N>,
) -> Trips {
    times_between(base, line, true, scratch);
    use_twice(&mut scratch.between, line.stops.len());
    total_with(base, line.stops, weights, rows, total, scratch)
}

/// The total of the trips once a route with sections of its own is added: row `s`, column `e` of `rides` is the time
/// from stop `s` to stop `e` without a change, a penalty included.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(crate) fn trips_with_sections<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    stops: &[u32],
    rides: &[u32],
    weights: &Weights<N>,
    rows: &[Trips],
    total: Trips,
    scratch: &mut Scratch<T, N>,
) -> Trips {
    sections_between(base, stops, rides, scratch);
    total_with(base, stops, weights, rows, total, scratch)
}

/// The total, once the times between the stops of the line are known.
#[inline(always)]
fn total_with<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    stops: &[u32],
    weights: &Weights<N>,
    rows: &[Trips],
    mut total: Trips,
    scratch: &mut Scratch<T, N>,
) -> Trips {
    let (nodes, width) = (rows.len(), base.width);
    let words = stops.len().div_ceil(64);
    scratch.resize(stops.len(), nodes, width);
    reach_from_stops(base, stops, scratch);
    for (node, &before) in rows.iter().enumerate() {
        let sooner = &scratch.sooner[node * words..][..words];
        if sooner.iter().all(|&word| word == 0) {
            continue;
        }
        total.subtract(before);
        // A line only shortens trips: whoever arrives without it does so with it.
        if base.sums_are_short && before.unserved_weight == 0 {
            for (group, weights) in weights.short_to_node(node).iter().enumerate() {
                total.time +=
                    short_time(&times_to(base, stops, &scratch.reach, sooner, node, group), &weights.0);
            }
            continue;
        }
        for (group, weights) in weights.to_node(node).iter().enumerate() {
            total.add(group_trips(&times_to(base, stops, &scratch.reach, sooner, node, group), &weights.0));
        }
    }
    total
}

/// Times to a node from one group of origins, by the stops of the line from which it is reached sooner.
#[inline(always)]
pub(super) fn times_to<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    line_stops: &[u32],
    reach: &[Lanes<T, N>],
    sooner: &[u64],
    node: usize,
    group: usize,
) -> [T; N] {
    let width = base.width;
    let mut times = base.whole_arrivals[node * width + group].0;
    for (word, &stops) in sooner.iter().enumerate() {
        let mut stops = stops;
        while stops != 0 {
            let at = word * 64 + stops.trailing_zeros() as usize;
            stops &= stops - 1;
            let offset = entry(&reach[at * width..][..width], node);
            let to_stop = &base.arrivals[line_stops[at] as usize * width + group].0;
            for lane in 0..N {
                times[lane] = times[lane].min(offset.plus(to_stop[lane]));
            }
        }
    }
    times
}

/// Best times from every stop of the line to everywhere by one ride on it, and where they are improved.
#[inline(always)]
pub(super) fn reach_by_rides<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    line: Added<'_>,
    nodes: usize,
    scratch: &mut Scratch<T, N>,
) {
    times_between(base, line, false, scratch);
    scratch.resize(line.stops.len(), nodes, base.width);
    reach_from_stops(base, line.stops, scratch);
}

/// Best times from every stop of the line to everywhere, and where they are improved.
#[inline(always)]
fn reach_from_stops<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    stops: &[u32],
    scratch: &mut Scratch<T, N>,
) {
    let Scratch { known, between, reach, sooner, .. } = scratch;
    let (count, width) = (stops.len(), base.width);
    let (words, few) = (count.div_ceil(64), count.div_ceil(SMALL));
    for (at, &stop) in stops.iter().enumerate() {
        let from_stop = row(base.whole_departures, stop, width);
        let reach = &mut reach[at * width..][..width];
        let mut any = false;
        for group in 0..few {
            let times = &between[at * few + group];
            let mut better = improved(times, &known[at * few + group])[0];
            while better != 0 {
                let lane = better.trailing_zeros() as usize;
                better &= better - 1;
                if !any {
                    reach.copy_from_slice(from_stop);
                    any = true;
                }
                relax(reach, times[lane], row(base.departures, stops[group * SMALL + lane], width));
            }
        }
        if !any {
            continue;
        }
        for (group, (reached, from_stop)) in reach.iter().zip(from_stop).enumerate() {
            for (word, mut better) in improved(&reached.0, &from_stop.0).into_iter().enumerate() {
                while better != 0 {
                    let node = group * N + word * 64 + better.trailing_zeros() as usize;
                    better &= better - 1;
                    sooner[node * words + at / 64] |= 1 << (at % 64);
                }
            }
        }
    }
}

#[inline(always)]
fn row<T, const N: usize>(matrix: &[Lanes<T, N>], node: u32, width: usize) -> &[Lanes<T, N>] {
    &matrix[node as usize * width..][..width]
}

/// Bit `i` says whether `times[i] < known[i]`.
#[inline(always)]
fn improved<T: Time, const N: usize>(times: &[T; N], known: &[T; N]) -> [u64; 2] {
    let mut flags = [0u8; N];
    for lane in 0..N {
        flags[lane] = u8::from(times[lane] < known[lane]);
    }
    let mut bits = [0; 2];
    for (byte, flags) in flags.chunks_exact(8).enumerate() {
        let flags = u64::from_le_bytes(flags.try_into().expect("eight flags"));
        // Gathers the lowest bit of each of eight bytes into one byte.
        bits[byte / 8] |= (flags.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * (byte % 8));
    }
    bits
}

/// Times between the stops of the line: known ones, or a ride on the line where that is faster. Rides alone where other
/// trips between them are not known.
#[inline(always)]
fn times_between<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    line: Added<'_>,
    are_known: bool,
    scratch: &mut Scratch<T, N>,
) {
    let Scratch { known, between, clock_out, clock_back, .. } = scratch;
    let count = line.stops.len();
    let few = count.div_ceil(SMALL);
    read_clock(line.legs_out, few, clock_out);
    read_clock(line.legs_back.unwrap_or_default(), few, clock_back);
    let way_back = if line.legs_back.is_some() { 0 } else { u32::MAX / 2 };
    let penalty = base.penalty.widen() as u32;
    known.clear();
    known.resize(count * few, [T::ZERO; SMALL]);
    between.clear();
    between.resize(count * few, [T::ZERO; SMALL]);
    for (at, &from) in line.stops.iter().enumerate() {
        for (times, stops) in known[at * few..][..few].iter_mut().zip(line.stops.chunks(SMALL)) {
            if !are_known {
                times[..stops.len()].fill(T::NEVER);
                continue;
            }
            let from_stop = row(base.departures, from, base.width);
            for (time, &stop) in times.iter_mut().zip(stops) {
                *time = entry(from_stop, stop as usize);
            }
        }
        let (out_here, back_here) =
            (clock_out[at / SMALL][at % SMALL], clock_back[at / SMALL][at % SMALL] + way_back);
        for group in 0..few {
            let (known, times) = (&known[at * few + group], &mut between[at * few + group]);
            let (out, back) = (&clock_out[group], &clock_back[group]);
            for lane in 0..SMALL {
                let to = group * SMALL + lane;
                let ride = if to > at { out[lane] - out_here } else { back_here - back[lane] };
                times[lane] = known[lane].min(T::from_seconds(ride.saturating_add(penalty)));
            }
        }
    }
}

/// The same for a route with sections of its own. Where whole trips differ from parts of one, `between` holds trips
/// that board this very route at their first stop.
#[inline(always)]
fn sections_between<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    stops: &[u32],
    rides: &[u32],
    scratch: &mut Scratch<T, N>,
) {
    let Scratch { known, between, onwards, .. } = scratch;
    let count = stops.len();
    let few = count.div_ceil(SMALL);
    let walks = !std::ptr::eq(base.arrivals, base.whole_arrivals);
    for matrix in [&mut *known, &mut *between, &mut *onwards] {
        matrix.clear();
        matrix.resize(count * few, [T::ZERO; SMALL]);
    }
    for (at, &from) in stops.iter().enumerate() {
        let (part, whole) =
            (row(base.departures, from, base.width), row(base.whole_departures, from, base.width));
        for (to, (&stop, &ride)) in stops.iter().zip(&rides[at * count..]).enumerate() {
            let (place, lane) = (at * few + to / SMALL, to % SMALL);
            let ride = T::from_seconds(ride);
            known[place][lane] = entry(whole, stop as usize);
            between[place][lane] = ride;
            onwards[place][lane] = ride.min(entry(part, stop as usize));
        }
    }
    use_twice(onwards, count);
    if !walks {
        std::mem::swap(between, onwards);
        return;
    }
    // A ride, then whatever comes after it.
    for at in 0..count {
        for group in 0..few {
            let mut best = between[at * few + group];
            for via in 0..count {
                let offset = T::from_seconds(rides[at * count + via]);
                if offset < T::NEVER {
                    let on = &onwards[via * few + group];
                    for lane in 0..SMALL {
                        best[lane] = best[lane].min(offset.plus(on[lane]));
                    }
                }
            }
            between[at * few + group] = best;
        }
    }
}

/// Running totals of the legs; beyond the last stop the total stands still.
#[inline(always)]
fn read_clock(legs: &[u32], few: usize, clock: &mut Vec<Few<u32>>) {
    clock.clear();
    clock.resize(few, [0; SMALL]);
    let mut time = 0u32;
    for at in 0..few * SMALL {
        clock[at / SMALL][at % SMALL] = time;
        time = time.saturating_add(legs.get(at).copied().unwrap_or(0)).min(u32::MAX / 4);
    }
}

/// Trips between stops of the line that leave it and use it again: closes the small matrix (Floyd-Warshall).
#[inline(always)]
fn use_twice<T: Time>(between: &mut [Few<T>], count: usize) {
    let few = count.div_ceil(SMALL);
    for via in 0..count {
        for group in 0..few {
            let on = between[via * few + group];
            for at in 0..count {
                let offset = between[at * few + via / SMALL][via % SMALL];
                let mine = &mut between[at * few + group];
                for lane in 0..SMALL {
                    mine[lane] = mine[lane].min(offset.plus(on[lane]));
                }
            }
        }
    }
}
