//! Trips over a network that changes line by line: only what an exchange of one line for another changes is worked on.
//!
//! A trip is in doubt if a fastest way of it rides the old line between two stops where the new one is slower, or goes on
//! from such a trip. Trips in doubt are found by following fastest trips onwards; they are forgotten, and found anew over
//! all lines. Every other trip has a fastest way that is still there, and can only become faster by the new line. It is
//! driven, and other lines wherever an arrival has become earlier. A line that is only led on leaves nobody in doubt.
//!
//! Origins are treated in groups of lanes. Those of a group lie near each other, so what changes for one of them mostly
//! changes for the others, too.

use std::sync::Mutex;

use multiversion::multiversion;
use rayon::prelude::*;

use super::insert::Added;
use super::scan::{drive_due, take_next};
use super::sum::{Trips, group_trips};
use super::{Lanes, Time, entry};
use crate::lines::Lines;
use crate::weights::Weights;

/// A matrix of arrivals, group by group of origins, and what was changed last.
#[derive(Debug)]
pub(crate) struct Standing<T, const N: usize> {
    groups: Vec<Group<T, N>>,
    old_way: OldWay,
}

/// The trips from some nodes near each other, one per lane.
#[derive(Debug)]
struct Group<T, const N: usize> {
    origins: Vec<u32>,
    /// Row `d`: times from the origins to `d`, a penalty with every ride.
    arrivals: Vec<Lanes<T, N>>,
    /// What the trips weigh, laid out alike.
    weights: Vec<Lanes<u32, N>>,
    total: Trips,
    /// What was changed, and the total before it was.
    undo: Vec<Undo<T, N>>,
    total_before: Trips,
    /// The lanes of each node whose trips are in doubt are not zero.
    doubtful: Vec<Lanes<T, N>>,
    /// Nodes that were changed, as a list and as a set.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    due: Vec<u64>,
}

/// Times as they were.
#[derive(Debug)]
struct Undo<T, const N: usize> {
    node: u32,
    times: Lanes<T, N>,
}

impl<T: Time, const N: usize> Standing<T, N> {
    /// For trips from nodes in this order, those near each other one after the other, in a city of `n` nodes.
    pub(crate) fn new<const M: usize>(order: &[u32], n: usize, all: &Weights<M>) -> Self {
        let groups = order.chunks(N).map(|origins| Group::new(origins, n, all)).collect();
        Self { groups, old_way: OldWay { is_here: vec![false; n], ..OldWay::default() } }
    }

    /// The total of all trips.
    pub(crate) fn total(&self) -> Trips {
        let mut total = Trips::default();
        self.groups.iter().for_each(|group| total.add(group.total));
        total
    }

    /// Computes all trips over the lines, on at most so many threads.
    pub(crate) fn fill(&mut self, lines: &Lines, penalty: T, threads: usize) {
        for_each(&mut self.groups, threads, |group| group.fill(lines, penalty));
    }

    /// Replaces a line by the last of `lines`, which are all that run then.
    pub(crate) fn exchange(&mut self, old: Added<'_>, lines: &Lines, penalty: T, threads: usize) {
        let (stops, legs_out, legs_back) = lines.line(lines.len() - 1);
        self.old_way.compare(old, Added { stops, legs_out, legs_back });
        let old_way = &self.old_way;
        for_each(&mut self.groups, threads, |group| {
            group.due.resize(lines.words(), 0);
            exchange(group, old, old_way, lines, penalty);
        });
        old.stops.iter().for_each(|&stop| self.old_way.is_here[stop as usize] = false);
    }

    /// Undoes what was done since things were last settled.
    pub(crate) fn undo(&mut self) {
        self.groups.iter_mut().for_each(Group::undo);
    }

    /// Leaves things as they are: they cannot be undone any more.
    pub(crate) fn settle(&mut self) {
        self.groups.iter_mut().for_each(Group::settle);
    }
}

/// Works on every group, on at most so many threads. Groups do not concern each other; some take much longer than others,
/// so every thread takes the next one when it is done with one.
fn for_each<T: Time, const N: usize>(
    groups: &mut [Group<T, N>],
    threads: usize,
    work: impl Fn(&mut Group<T, N>) + Sync,
) {
    if threads <= 1 || groups.len() <= 1 {
        return groups.iter_mut().for_each(work);
    }
    let next = Mutex::new(groups.iter_mut());
    let take = || next.lock().expect("no thread panics while it takes a group").next();
    (0..threads).into_par_iter().for_each(|_| std::iter::from_fn(take).for_each(&work));
}

impl<T: Time, const N: usize> Group<T, N> {
    fn new<const M: usize>(origins: &[u32], n: usize, all: &Weights<M>) -> Self {
        let mut weights = vec![Lanes([0; N]); n];
        for (to, weights) in weights.iter_mut().enumerate() {
            let into = all.to_node(to);
            for (weight, &from) in weights.0.iter_mut().zip(origins) {
                *weight = entry(into, from as usize);
            }
        }
        Self {
            origins: origins.to_vec(),
            arrivals: vec![Lanes::splat(T::ZERO); n],
            weights,
            total: Trips::default(),
            undo: Vec::new(),
            total_before: Trips::default(),
            doubtful: vec![Lanes::splat(T::ZERO); n],
            changed: Vec::new(),
            is_changed: vec![false; n],
            due: Vec::new(),
        }
    }

    fn fill(&mut self, lines: &Lines, penalty: T) {
        self.due.resize(lines.words(), 0);
        fill(lines, penalty, &self.origins, &mut self.arrivals, &mut self.due);
        self.total = Trips::default();
        for (times, weights) in self.arrivals.iter().zip(&self.weights) {
            self.total.add(group_trips(&times.0, &weights.0));
        }
        self.settle();
    }

    fn undo(&mut self) {
        for Undo { node, times } in self.undo.drain(..).rev() {
            self.arrivals[node as usize] = times;
        }
        self.total = self.total_before;
    }

    fn settle(&mut self) {
        self.undo.clear();
        self.total_before = self.total;
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn fill<T: Time, const N: usize>(
    lines: &Lines,
    penalty: T,
    origins: &[u32],
    arrivals: &mut [Lanes<T, N>],
    due: &mut [u64],
) {
    arrivals.fill(Lanes::splat(T::NEVER));
    due.fill(0);
    for (lane, &origin) in origins.iter().enumerate().take(N) {
        arrivals[origin as usize].0[lane] = T::ZERO;
        lines.mark_all_at(origin, due);
    }
    // Nobody travels in lanes without an origin.
    for times in arrivals.iter_mut() {
        times.0[origins.len().min(N)..].fill(T::ZERO);
    }
    drive_due(lines, false, penalty, arrivals, due, |_, _| ());
}

/// The stops of a line that is replaced, by what becomes of rides on it.
#[derive(Debug, Default)]
struct OldWay {
    /// For each of its stops, whether the new line stops there, too, in the same order.
    stays: Vec<bool>,
    /// For each of its stops, whether the new line takes longer to there from the last stop that stays: on the way out,
    /// and on the way back.
    is_slower_out: Vec<bool>,
    is_slower_back: Vec<bool>,
    /// For each node, whether the line stops there.
    is_here: Vec<bool>,
    /// Place on the new line of each stop that stays.
    places: Vec<Option<usize>>,
    /// Whether it stops somewhere twice: its own riders may ride it again.
    revisits: bool,
}

impl OldWay {
    fn compare(&mut self, old: Added<'_>, new: Added<'_>) {
        let forth = match_stops(old.stops, new.stops.iter().copied());
        let back = match_stops(old.stops, new.stops.iter().rev().copied());
        let count = |places: &[Option<usize>]| places.iter().flatten().count();
        // Whichever way it is written down, it is driven both ways, unless it is one-way.
        let is_reversed = count(&back) > count(&forth) && old.legs_back.is_some() && new.legs_back.is_some();
        self.places = if is_reversed { back } else { forth };
        self.stays.clear();
        self.stays.extend(self.places.iter().map(Option::is_some));
        self.is_slower_out.clear();
        self.is_slower_out.resize(old.stops.len(), false);
        self.is_slower_back.clone_from(&self.is_slower_out);
        let reversed = |legs: &[u32]| legs.iter().rev().copied().collect::<Vec<_>>();
        // Legs of the new line in the order of the old one's stops.
        let (new_out, new_back) = match is_reversed {
            false => (new.legs_out.to_vec(), new.legs_back.map(<[u32]>::to_vec)),
            true => (reversed(new.legs_back.expect("it is driven back")), Some(reversed(new.legs_out))),
        };
        let mut before = None;
        for at in 0..old.stops.len() {
            let Some(place) = self.places[at] else { continue };
            if let Some((last, last_place)) = before.replace((at, place)) {
                let time = |legs: &[u32], from: usize, to: usize| {
                    legs[from..to].iter().map(|&leg| u64::from(leg)).sum::<u64>()
                };
                self.is_slower_out[at] = time(&new_out, last_place, place) > time(old.legs_out, last, at);
                if let Some(legs) = old.legs_back {
                    // Driven back, the ride ends at the earlier stop.
                    self.is_slower_back[last] = new_back
                        .as_ref()
                        .is_none_or(|new| time(new, last_place, place) > time(legs, last, at));
                }
            }
        }
        self.revisits = false;
        for &stop in old.stops {
            self.revisits |= std::mem::replace(&mut self.is_here[stop as usize], true);
        }
    }
}

/// For each stop of one line its place on another, in growing order; those that break it have none.
fn match_stops(old: &[u32], new: impl Iterator<Item = u32> + Clone) -> Vec<Option<usize>> {
    let mut from = 0;
    let place_of = |stop: u32, from: usize| {
        new.clone().skip(from).position(|other| other == stop).map(|further| from + further)
    };
    old.iter()
        .map(|&stop| {
            let place = place_of(stop, from)?;
            from = place + 1;
            Some(place)
        })
        .collect()
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
fn exchange<T: Time, const N: usize>(
    group: &mut Group<T, N>,
    old: Added<'_>,
    old_way: &OldWay,
    lines: &Lines,
    penalty: T,
) {
    let new = lines.len() - 1;
    let Group { origins, arrivals, weights, total, undo, doubtful, changed, is_changed, due, .. } = group;
    due.fill(0);
    let mut doubt =
        Doubt { lines, penalty, arrivals, doubtful, changed, is_changed, due, old_way, old_is_due: true };
    doubt.follow_all(old, new);
    for (lane, &origin) in origins.iter().enumerate() {
        doubtful[origin as usize].0[lane] = T::ZERO;
    }
    for &node in changed.iter() {
        let times = &mut arrivals[node as usize];
        undo.push(Undo { node, times: *times });
        for (time, doubt) in times.0.iter_mut().zip(&mut doubtful[node as usize].0) {
            *time = if *doubt > T::ZERO { T::NEVER } else { *time };
            *doubt = T::ZERO;
        }
        lines.mark_all_at(node, due);
    }
    due[new / 64] |= 1 << (new % 64);
    drive_due(lines, false, penalty, arrivals, due, |node, before| {
        if !std::mem::replace(&mut is_changed[node as usize], true) {
            changed.push(node);
            undo.push(Undo { node, times: *before });
        }
    });
    let first = undo.len() - changed.len();
    for (node, before) in changed.drain(..).zip(&undo[first..]) {
        let node = node as usize;
        is_changed[node] = false;
        total.subtract_wrapping(group_trips(&before.times.0, &weights[node].0));
        total.add_wrapping(group_trips(&arrivals[node].0, &weights[node].0));
    }
}

/// Follows the fastest trips of one group of origins that are in doubt.
struct Doubt<'a, T, const N: usize> {
    lines: &'a Lines,
    penalty: T,
    arrivals: &'a [Lanes<T, N>],
    doubtful: &'a mut [Lanes<T, N>],
    changed: &'a mut Vec<u32>,
    is_changed: &'a mut [bool],
    due: &'a mut [u64],
    old_way: &'a OldWay,
    old_is_due: bool,
}

impl<T: Time, const N: usize> Doubt<'_, T, N> {
    /// Until nobody else is in doubt. `new` is not followed: nobody has ridden it so far.
    #[inline(always)]
    fn follow_all(&mut self, old: Added<'_>, new: usize) {
        while std::mem::take(&mut self.old_is_due) {
            let (stays, way) = (&self.old_way.stays, self.old_way);
            let legs = std::iter::once(0).chain(old.legs_out.iter().copied());
            let fates = stays.iter().copied().zip(way.is_slower_out.iter().copied());
            self.follow_old(old.stops.iter().copied().zip(legs).zip(fates));
            if let Some(legs) = old.legs_back {
                let legs = std::iter::once(0).chain(legs.iter().rev().copied());
                let fates = stays.iter().copied().zip(way.is_slower_back.iter().copied()).rev();
                self.follow_old(old.stops.iter().rev().copied().zip(legs).zip(fates));
            }
            let mut at = 0;
            self.due[new / 64] &= !(1 << (new % 64));
            while let Some(next) = take_next(self.due, at) {
                at = next;
                let (stops, out, back) = self.lines.line(at);
                let legs = std::iter::once(0).chain(out.iter().copied());
                self.follow(stops.iter().copied().zip(legs), at);
                if let Some(legs) = back {
                    let legs = std::iter::once(0).chain(legs.iter().rev().copied());
                    self.follow(stops.iter().rev().copied().zip(legs), at);
                }
                self.due[new / 64] &= !(1 << (new % 64));
            }
        }
    }

    /// Along the old line one way, where each stop stays or not, and the ride to it may have become slower.
    #[inline(always)]
    fn follow_old(&mut self, way: impl Iterator<Item = ((u32, u32), (bool, bool))>) {
        let longest_leg = T::NEVER.minus(self.penalty);
        // Times on board of everybody, and of those in doubt.
        let mut all = [T::NEVER; N];
        let mut in_doubt = [T::NEVER; N];
        for ((stop, leg), (stays, is_slower)) in way {
            let leg = T::from_seconds(leg).min(longest_leg);
            let arrival = &self.arrivals[stop as usize].0;
            let doubtful = &mut self.doubtful[stop as usize].0;
            let mut grows = false;
            for lane in 0..N {
                let ride = all[lane].plus(leg);
                let doubted = if is_slower { ride } else { in_doubt[lane].plus(leg) };
                let alights = if stays { doubted } else { ride };
                let board = arrival[lane].plus(self.penalty);
                let is_fastest = if alights == arrival[lane] { T::NEVER } else { T::ZERO };
                grows |= is_fastest > doubtful[lane];
                let now = doubtful[lane].max(is_fastest);
                doubtful[lane] = now;
                all[lane] = ride.min(board);
                let boards = if !stays || now > T::ZERO { board } else { T::NEVER };
                in_doubt[lane] = doubted.min(boards).min(T::NEVER);
            }
            if grows {
                self.note(stop);
                self.lines.mark_all_at(stop, self.due);
                self.old_is_due |= self.old_way.revisits;
            }
        }
    }

    /// Along another line one way.
    #[inline(always)]
    fn follow(&mut self, way: impl Iterator<Item = (u32, u32)>, line: usize) {
        let longest_leg = T::NEVER.minus(self.penalty);
        let mut on_board = [T::NEVER; N];
        let mut is_empty = true;
        for (stop, leg) in way {
            if is_empty && !self.is_changed[stop as usize] {
                continue;
            }
            let leg = T::from_seconds(leg).min(longest_leg);
            let arrival = &self.arrivals[stop as usize].0;
            let doubtful = &mut self.doubtful[stop as usize].0;
            let (mut grows, mut stay) = (false, false);
            for lane in 0..N {
                let ride = on_board[lane].plus(leg);
                let board = arrival[lane].plus(self.penalty);
                let is_fastest = if ride == arrival[lane] { T::NEVER } else { T::ZERO };
                grows |= is_fastest > doubtful[lane];
                let now = doubtful[lane].max(is_fastest);
                doubtful[lane] = now;
                // Whoever would do better to get on here is not on a fastest trip.
                let stays = if ride <= board { ride } else { T::NEVER };
                let boards = if now > T::ZERO { board } else { T::NEVER };
                on_board[lane] = stays.min(boards).min(T::NEVER);
                stay |= on_board[lane] < T::NEVER;
            }
            is_empty = !stay;
            if grows {
                self.note(stop);
                self.lines.mark_others_at(stop, line, self.due);
                self.old_is_due |= self.old_way.is_here[stop as usize];
            }
        }
    }

    /// Takes note that trips to a stop are in doubt.
    #[inline(always)]
    fn note(&mut self, stop: u32) {
        if !std::mem::replace(&mut self.is_changed[stop as usize], true) {
            self.changed.push(stop);
        }
    }
}
