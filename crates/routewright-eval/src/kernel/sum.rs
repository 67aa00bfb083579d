//! Weighted sums over rows of arrivals.

use multiversion::multiversion;

use super::{Lanes, Time};

/// The total of some trips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trips {
    /// Sum of weight and time over served pairs, each ride with its transfer penalty.
    pub(crate) time: u64,
    /// Weight of the pairs that no trip connects.
    pub(crate) unserved_weight: u64,
    /// How many pairs with demand no trip connects.
    pub(crate) unserved_pairs: u64,
}

impl Trips {
    pub(crate) fn add(&mut self, other: Trips) {
        self.time += other.time;
        self.unserved_weight += other.unserved_weight;
        self.unserved_pairs += other.unserved_pairs;
    }

    pub(crate) fn subtract(&mut self, other: Trips) {
        self.time -= other.time;
        self.unserved_weight -= other.unserved_weight;
        self.unserved_pairs -= other.unserved_pairs;
    }
}

impl Trips {
    /// For differences that are put together before they are whole.
    pub(crate) fn add_wrapping(&mut self, other: Trips) {
        self.time = self.time.wrapping_add(other.time);
        self.unserved_weight = self.unserved_weight.wrapping_add(other.unserved_weight);
        self.unserved_pairs = self.unserved_pairs.wrapping_add(other.unserved_pairs);
    }

    /// As [`Trips::add_wrapping`].
    pub(crate) fn subtract_wrapping(&mut self, other: Trips) {
        self.time = self.time.wrapping_sub(other.time);
        self.unserved_weight = self.unserved_weight.wrapping_sub(other.unserved_weight);
        self.unserved_pairs = self.unserved_pairs.wrapping_sub(other.unserved_pairs);
    }
}

/// The trips of a row of arrivals.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(crate) fn row_trips<T: Time, const N: usize>(row: &[Lanes<T, N>], weights: &[Lanes<u32, N>]) -> Trips {
    let mut trips = Trips::default();
    for (times, weights) in row.iter().zip(weights) {
        trips.add(group_trips(&times.0, &weights.0));
    }
    trips
}

/// The longest of the times that are not "never".
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2"))]
pub(crate) fn longest_served<T: Time, const N: usize>(rows: &[Lanes<T, N>]) -> T {
    let mut longest = [T::ZERO; N];
    for row in rows {
        for (longest, &time) in longest.iter_mut().zip(&row.0) {
            *longest = (*longest).max(if time < T::NEVER { time } else { T::ZERO });
        }
    }
    longest.into_iter().max().unwrap_or(T::ZERO)
}

/// The times of one group of lanes where all trips are served and sums fit 32 bits.
#[inline(always)]
pub(crate) fn short_time<T: Time, const N: usize>(times: &[T; N], weights: &[i16; N]) -> u64 {
    let mut time = 0i32;
    for lane in 0..N {
        time = time.wrapping_add(i32::from(times[lane].short()) * i32::from(weights[lane]));
    }
    time as u64
}

/// The trips of one group of lanes.
#[inline(always)]
pub(crate) fn group_trips<T: Time, const N: usize>(times: &[T; N], weights: &[u32; N]) -> Trips {
    // Pairs that are never served are counted with the rest first and taken off again below; what they add
    // may wrap around, what is left does not.
    let mut time = 0u64;
    let mut longest = T::ZERO;
    for lane in 0..N {
        time = time.wrapping_add(times[lane].widen() * u64::from(weights[lane]));
        longest = longest.max(times[lane]);
    }
    let mut trips = Trips { time, ..Trips::default() };
    if longest >= T::NEVER {
        for lane in 0..N {
            let never = times[lane] >= T::NEVER;
            let weight = if never { weights[lane] } else { 0 };
            trips.unserved_weight += u64::from(weight);
            trips.unserved_pairs += u64::from(weight > 0);
        }
        trips.time = time.wrapping_sub(T::NEVER.widen().wrapping_mul(trips.unserved_weight));
    }
    trips
}
