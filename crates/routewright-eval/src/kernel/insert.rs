//! One more line on top of a network whose trips are known, exactly.
//!
//! A trip that uses the new line rides from where it first gets on, `s`, to wherever it goes: its time is the
//! known time to `s` plus the best time from `s` with the new line. Those best times follow from the few
//! stops of the line alone. Where the new line does not improve them, nothing else changes either, so only
//! improved pairs of stop and destination are worked on.

use multiversion::multiversion;

use super::sum::{Trips, group_trips};
use super::{LANES, Lanes, Time, entry, relax};
use crate::weights::Weights;

/// Groups of the small matrix over the stops of a line.
const SMALL: usize = 32;

/// What is known of the network without the line.
#[derive(Clone, Copy)]
pub(crate) struct Base<'a, T> {
    /// Row `d`, lane `o`: time from `o` to `d`.
    pub(crate) arrivals: &'a [Lanes<T>],
    /// Row `o`, lane `d`: time from `o` to `d`. The same matrix when all lines are symmetric.
    pub(crate) departures: &'a [Lanes<T>],
    /// Groups in a row.
    pub(crate) width: usize,
    /// What a transfer costs.
    pub(crate) penalty: T,
}

/// Room to work in, kept from one line to the next.
pub(crate) struct Scratch<T> {
    /// Times between the stops of the line, rows of small groups.
    between: Vec<[T; SMALL]>,
    /// Row `s`, lane `d`: best times from stop `s` of the line to everywhere, where it has improved some.
    reach: Vec<Lanes<T>>,
    /// For each node, the set of stops from which it is reached sooner, as words of bits.
    sooner: Vec<u64>,
}

impl<T: Time> Scratch<T> {
    pub(crate) fn new() -> Self {
        Self { between: Vec::new(), reach: Vec::new(), sooner: Vec::new() }
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

/// What the trips of the network come to once the line is added. `rows` holds what the trips into each node
/// come to without it, `total` their sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(crate) fn trips_with<T: Time>(
    base: Base<'_, T>,
    line: Added<'_>,
    weights: &Weights,
    rows: &[Trips],
    mut total: Trips,
    scratch: &mut Scratch<T>,
) -> Trips {
    let (nodes, width) = (rows.len(), base.width);
    let words = line.stops.len().div_ceil(64);
    times_between(base, line, &mut scratch.between);
    close_small(&mut scratch.between, line.stops.len());
    scratch.resize(line.stops.len(), nodes, width);
    reach_from_stops(base, line, scratch);
    for (node, &before) in rows.iter().enumerate() {
        let sooner = &scratch.sooner[node * words..][..words];
        if sooner.iter().all(|&word| word == 0) {
            continue;
        }
        total.subtract(before);
        let arrivals = row(base.arrivals, node as u32, width);
        for (group, (known, weights)) in arrivals.iter().zip(weights.to_node(node)).enumerate() {
            let mut times = known.0;
            for (word, &stops) in sooner.iter().enumerate() {
                let mut stops = stops;
                while stops != 0 {
                    let at = word * 64 + stops.trailing_zeros() as usize;
                    stops &= stops - 1;
                    let offset = entry(&scratch.reach[at * width..][..width], node);
                    let to_stop = &base.arrivals[line.stops[at] as usize * width + group].0;
                    for lane in 0..LANES {
                        times[lane] = times[lane].min(offset.plus(to_stop[lane]));
                    }
                }
            }
            total.add(group_trips(&times, &weights.0));
        }
    }
    total
}

/// Best times from every stop of the line to everywhere, and where they are improved.
#[inline(always)]
fn reach_from_stops<T: Time>(base: Base<'_, T>, line: Added<'_>, scratch: &mut Scratch<T>) {
    let Scratch { between, reach, sooner } = scratch;
    let (count, width) = (line.stops.len(), base.width);
    let (words, small_width) = (count.div_ceil(64), count.div_ceil(SMALL));
    for (at, &stop) in line.stops.iter().enumerate() {
        let known = row(base.departures, stop, width);
        let reach = &mut reach[at * width..][..width];
        let mut any = false;
        for (to, &other) in line.stops.iter().enumerate() {
            let time = between[at * small_width + to / SMALL][to % SMALL];
            if time < entry(known, other as usize) {
                if !any {
                    reach.copy_from_slice(known);
                    any = true;
                }
                relax(reach, time, row(base.departures, other, width));
            }
        }
        if !any {
            continue;
        }
        for (group, (reached, known)) in reach.iter().zip(known).enumerate() {
            let mut better = improved(&reached.0, &known.0);
            while better != 0 {
                let node = group * LANES + better.trailing_zeros() as usize;
                better &= better - 1;
                sooner[node * words + at / 64] |= 1 << (at % 64);
            }
        }
    }
}

#[inline(always)]
fn row<T>(matrix: &[Lanes<T>], node: u32, width: usize) -> &[Lanes<T>] {
    &matrix[node as usize * width..][..width]
}

/// Bit `i` says whether `reached[i] < known[i]`.
#[inline(always)]
fn improved<T: Time>(reached: &[T; LANES], known: &[T; LANES]) -> u128 {
    let mut flags = [0u8; LANES];
    for lane in 0..LANES {
        flags[lane] = u8::from(reached[lane] < known[lane]);
    }
    let mut bits = 0;
    for (byte, flags) in flags.chunks_exact(8).enumerate() {
        let flags = u64::from_le_bytes(flags.try_into().expect("eight flags"));
        // Gathers the lowest bit of each of eight bytes into one byte.
        bits |= u128::from(flags.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * byte);
    }
    bits
}

/// Times between the stops of the line: known ones, or a ride on the line where that is faster.
#[inline(always)]
fn times_between<T: Time>(base: Base<'_, T>, line: Added<'_>, between: &mut Vec<[T; SMALL]>) {
    let Added { stops, legs_out, legs_back } = line;
    let width = stops.len().div_ceil(SMALL);
    between.clear();
    between.resize(stops.len() * width, [T::NEVER; SMALL]);
    for (at, &from) in stops.iter().enumerate() {
        let known = row(base.departures, from, base.width);
        let times = &mut between[at * width..][..width];
        for (to, &other) in stops.iter().enumerate() {
            times[to / SMALL][to % SMALL] = entry(known, other as usize);
        }
        let mut ride = |to: usize, time: T| {
            let known = &mut times[to / SMALL][to % SMALL];
            *known = time.min(*known);
        };
        let mut time = base.penalty;
        for (to, &leg) in legs_out.iter().enumerate().skip(at) {
            time = time.plus(T::from_seconds(leg)).min(T::NEVER);
            ride(to + 1, time);
        }
        let mut time = base.penalty;
        for (to, &leg) in legs_back.unwrap_or_default().iter().enumerate().take(at).rev() {
            time = time.plus(T::from_seconds(leg)).min(T::NEVER);
            ride(to, time);
        }
    }
}

/// Closes the small matrix: trips between stops of the line that use it more than once.
#[inline(always)]
fn close_small<T: Time>(between: &mut [[T; SMALL]], count: usize) {
    let width = count.div_ceil(SMALL);
    for via in 0..count {
        for at in 0..count {
            let offset = between[at * width + via / SMALL][via % SMALL];
            for group in 0..width {
                let other = between[via * width + group];
                let mine = &mut between[at * width + group];
                for lane in 0..SMALL {
                    mine[lane] = mine[lane].min(offset.plus(other[lane]));
                }
            }
        }
    }
}
