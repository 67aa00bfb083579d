//! All-pairs shortest trips by driving along the routes, many origins at once.
//!
//! A group of origins is carried along every line, out and back: on board with the time so far, getting off
//! where that improves an arrival, getting on where an arrival plus a transfer beats staying on board. Lines
//! are driven again while an arrival on them was improved by another line. Work grows with the stops on all
//! lines, not with the square of the nodes.

use multiversion::multiversion;

use super::{Lanes, Time};
use crate::lines::Lines;

/// Fills `arrivals` with the trips of one group of origins: those at `group * N` and on.
/// `arrivals[d]` holds, lane by lane, the least time to `d`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(crate) fn scan<T: Time, const N: usize>(
    lines: &Lines,
    penalty: T,
    group: usize,
    arrivals: &mut [Lanes<T, N>],
    due: &mut [u64],
) {
    arrivals.fill(Lanes::splat(T::NEVER));
    for (lane, origin) in (group * N..arrivals.len()).enumerate().take(N) {
        arrivals[origin].0[lane] = T::ZERO;
    }
    lines.all(due);
    drive_due(lines, false, penalty, arrivals, due, |_, _| ());
}

/// As [`scan`], for any `N` nodes at most, lane by lane. `is_towards`: the times from everywhere to them, instead of those
/// from them to everywhere.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(crate) fn scan_some<T: Time, const N: usize>(
    lines: &Lines,
    penalty: T,
    nodes: &[u32],
    is_towards: bool,
    times: &mut [Lanes<T, N>],
    due: &mut [u64],
) {
    times.fill(Lanes::splat(T::NEVER));
    for (lane, &node) in nodes.iter().enumerate() {
        times[node as usize].0[lane] = T::ZERO;
    }
    lines.all(due);
    drive_due(lines, is_towards, penalty, times, due, |_, _| ());
}

/// Drives lines until nothing changes; against their direction for times towards the origins. `note` is told the
/// arrivals at a stop before they become earlier.
#[inline(always)]
pub(super) fn drive_due<T: Time, const N: usize>(
    lines: &Lines,
    is_towards: bool,
    penalty: T,
    arrivals: &mut [Lanes<T, N>],
    due: &mut [u64],
    mut note: impl FnMut(u32, &Lanes<T, N>),
) {
    let mut at = 0;
    while let Some(next) = take_next(due, at) {
        at = next;
        let (stops, out, back) = lines.line(at);
        let (forth, against) = if is_towards { (back, Some(out)) } else { (Some(out), back) };
        if let Some(legs) = forth {
            let legs = std::iter::once(0).chain(legs.iter().copied());
            drive(stops.iter().copied().zip(legs), at, lines, penalty, arrivals, due, &mut note);
        }
        if let Some(legs) = against {
            let legs = std::iter::once(0).chain(legs.iter().rev().copied());
            drive(stops.iter().rev().copied().zip(legs), at, lines, penalty, arrivals, due, &mut note);
        }
    }
}

/// One run along a line.
#[inline(always)]
fn drive<T: Time, const N: usize>(
    run: impl Iterator<Item = (u32, u32)>,
    line: usize,
    lines: &Lines,
    penalty: T,
    arrivals: &mut [Lanes<T, N>],
    due: &mut [u64],
    note: &mut impl FnMut(u32, &Lanes<T, N>),
) {
    // On board the time is at most "never" plus the penalty, which it pays on getting on. A leg this long
    // brings it to "never" and no further than twice that, which still fits.
    let longest_leg = T::NEVER.minus(penalty);
    let mut on_board = [T::NEVER; N];
    for (stop, leg) in run {
        let leg = T::from_seconds(leg).min(longest_leg);
        let mut arrival = arrivals[stop as usize].0;
        let mut improved = false;
        for lane in 0..N {
            let ride = on_board[lane].plus(leg);
            let before = arrival[lane];
            improved |= ride < before;
            arrival[lane] = before.min(ride);
            on_board[lane] = ride.min(before.plus(penalty));
        }
        if improved {
            note(stop, &arrivals[stop as usize]);
            arrivals[stop as usize].0 = arrival;
            lines.mark_others_at(stop, line, due);
        }
    }
}

/// Removes and returns the first line of the set at or after `from`, or else the first of all.
#[inline(always)]
pub(super) fn take_next(due: &mut [u64], from: usize) -> Option<usize> {
    let (word, bit) = (from / 64, from % 64);
    let later = due[word] & (u64::MAX << bit);
    let at = if later != 0 {
        word * 64 + later.trailing_zeros() as usize
    } else {
        let after = (word + 1..due.len()).chain(0..=word).find(|&word| due[word] != 0)?;
        after * 64 + due[after].trailing_zeros() as usize
    };
    due[at / 64] &= !(1 << (at % 64));
    Some(at)
}
