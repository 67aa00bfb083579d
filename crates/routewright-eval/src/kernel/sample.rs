//! Trips from some origins alone: in a large city they tell nearly as much as all, in a fraction of the time.

use super::sum::{Trips, group_trips};
use super::{Lanes, Time, entry};
use crate::weights::Weights;

/// What every origin weighs in a sample, or less where that makes trips weigh too much.
const ORIGIN_WEIGHT: f64 = (1u32 << 22) as f64;
/// The most that trips between two nodes may weigh, so that the product with a time of 16 bits fits 32.
const MOST_WEIGHT: f64 = u16::MAX as f64;

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

/// Trips from one group of origins to everywhere. An origin that is drawn as often as it has demand counts for as much as
/// any other.
#[derive(Debug)]
pub(crate) struct Sample<T, const N: usize> {
    /// Row `d`: times from the origins to `d`.
    pub(crate) arrivals: Vec<Lanes<T, N>>,
    /// Their weights.
    pub(crate) weights: Vec<Lanes<u32, N>>,
    pub(crate) total: Trips,
    pub(crate) total_weight: u64,
}

impl<T: Time, const N: usize> Sample<T, N> {
    pub(crate) fn new() -> Self {
        Self { arrivals: Vec::new(), weights: Vec::new(), total: Trips::default(), total_weight: 0 }
    }

    /// Looks at trips from these origins, `N` at most; `all` has `width` groups in a row.
    pub(crate) fn take(&mut self, origins: &[u32], all: &[Lanes<T, N>], width: usize, weights: &Weights<N>) {
        let n = all.len() / width;
        self.arrivals.clear();
        self.weights.clear();
        self.total = Trips::default();
        self.total_weight = 0;
        let share = |&origin: &u32| {
            let (all, most) = weights.out_of_node(origin as usize);
            f64::from(most) / (all as f64).max(1.0)
        };
        let largest = origins.iter().map(share).fold(MOST_WEIGHT / ORIGIN_WEIGHT, f64::max);
        let mut scales = [0.0; N];
        for (scale, &origin) in scales.iter_mut().zip(origins) {
            *scale = MOST_WEIGHT / largest / (weights.out_of_node(origin as usize).0 as f64).max(1.0);
        }
        for node in 0..n {
            let (row, row_weights) = (&all[node * width..][..width], weights.to_node(node));
            let (mut times, mut here) = ([T::ZERO; N], [0; N]);
            for (lane, &origin) in origins.iter().enumerate().take(N) {
                times[lane] = entry(row, origin as usize);
                here[lane] = (f64::from(entry(row_weights, origin as usize)) * scales[lane]) as u32;
            }
            self.total.add(group_trips(&times, &here));
            self.total_weight += here.iter().map(|&weight| u64::from(weight)).sum::<u64>();
            self.arrivals.push(Lanes(times));
            self.weights.push(Lanes(here));
        }
    }
}
