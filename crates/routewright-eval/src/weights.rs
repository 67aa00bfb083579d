//! Demand as whole numbers, so that sums of trip times are exact and come out the same in any order.

use routewright_model::City;

use crate::kernel::{Lanes, entry_mut};

/// Bits that the weights of all pairs may take together; times take another 24, and sums 64.
const TOTAL_BITS: i32 = 40;

/// Trips between all pairs, scaled to whole numbers by a power of two.
///
/// Whole trips are kept exactly, as those of the literature's cities are. Fractions are rounded to a share of
/// 2^-39 of all trips; no pair with demand is rounded to none.
pub(crate) struct Weights<const N: usize> {
    width: usize,
    into: Vec<Lanes<u32, N>>,
    /// The same in 16 bits each; empty where they do not fit.
    short: Vec<Lanes<i16, N>>,
    /// The largest sum of the weights into one node.
    pub(crate) busiest: u64,
    /// Sum of all weights.
    pub(crate) total: u64,
    /// Pairs with demand.
    pub(crate) pairs: usize,
}

impl<const N: usize> Weights<N> {
    pub(crate) fn new(city: &City) -> Self {
        let n = city.node_count();
        let width = n.div_ceil(N);
        let demand = || city.node_ids().flat_map(|from| city.demand_from(from).iter().copied());
        let largest = demand().fold(0.0, f64::max);
        let unit = unit(city.total_demand(), largest, demand().all(|trips| trips.fract() == 0.0));
        let mut weights = Self {
            width,
            into: vec![Lanes([0; N]); n * width],
            short: Vec::new(),
            busiest: 0,
            total: 0,
            pairs: 0,
        };
        for from in city.node_ids() {
            for (to, &trips) in city.demand_from(from).iter().enumerate() {
                if trips > 0.0 {
                    let weight = ((trips / unit).round() as u32).max(1);
                    *entry_mut(&mut weights.into[to * width..], from.index()) = weight;
                    weights.total += u64::from(weight);
                    weights.pairs += 1;
                }
            }
        }
        let into_node = |rows: &[Lanes<u32, N>]| rows.iter().flat_map(|row| row.0).map(u64::from).sum();
        weights.busiest = weights.into.chunks(width).map(into_node).max().unwrap_or(0);
        if weights.into.iter().flat_map(|row| row.0).all(|weight| weight <= i16::MAX as u32) {
            let short = |row: &Lanes<u32, N>| Lanes(row.0.map(|weight| weight as i16));
            weights.short = weights.into.iter().map(short).collect();
        }
        weights
    }

    /// How many nodes there are.
    pub(crate) fn nodes(&self) -> usize {
        self.into.len() / self.width.max(1)
    }

    /// Whether the weights are known in 16 bits, too.
    pub(crate) fn are_short(&self) -> bool {
        !self.short.is_empty()
    }

    /// [`Weights::to_node`] in 16 bits.
    ///
    /// # Panics
    /// They do not fit.
    #[inline(always)]
    pub(crate) fn short_to_node(&self, node: usize) -> &[Lanes<i16, N>] {
        &self.short[node * self.width..][..self.width]
    }

    /// Weights of the trips into a node, by origin.
    #[inline(always)]
    pub(crate) fn to_node(&self, node: usize) -> &[Lanes<u32, N>] {
        &self.into[node * self.width..][..self.width]
    }
}

/// The power of two that a weight of one stands for: one where whole trips fit, else as small as fits.
fn unit(total: f64, largest: f64, whole: bool) -> f64 {
    let most = f64::from(u32::MAX / 2);
    let fits = |unit: f64| total / unit <= f64::powi(2.0, TOTAL_BITS) && largest / unit <= most;
    if whole && fits(1.0) {
        return 1.0;
    }
    let mut unit = 1.0;
    while !fits(unit) {
        unit *= 2.0;
    }
    while fits(unit / 2.0) && unit > f64::MIN_POSITIVE * 4.0 {
        unit /= 2.0;
    }
    unit
}

/// Whether two costs of a network, or two mean trips, are the same but for rounding: that of numbers, and that of
/// demand in fractions, which the fast evaluator keeps as whole numbers.
pub fn is_same_cost(city: &City, one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= (1e-9 + rounding(city)) * one.abs().clamp(1.0, f64::MAX)
}

/// How far the mean trip may be off, as a share of it, because demand was rounded: by up to one unit per pair, and those
/// pairs may travel longer than the mean.
fn rounding(city: &City) -> f64 {
    let demand = || city.node_ids().flat_map(|from| city.demand_from(from).iter().copied());
    let is_whole = demand().all(|trips| trips.fract() == 0.0);
    let unit = unit(city.total_demand(), demand().fold(0.0, f64::max), is_whole);
    if is_whole && unit <= 1.0 {
        return 0.0;
    }
    let longer = city.longest_drive().minutes() / city.mean_drive_minutes();
    city.demand_pair_count() as f64 * unit / city.total_demand() * longer.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_of_trips_leave_more_room_for_rounding() {
        let whole = City::mandl();
        let mut parts = whole.to_parts();
        let pairs = parts.demand.iter().filter(|demand| demand.trips > 0.0).count() as f64;
        parts.demand[0].trips += 0.5;
        let fractions = City::new(parts).unwrap();
        // The largest demand, 880 trips, fits into 31 bits in units of 2^-21. The longest drive takes 33 minutes.
        let unit = f64::powi(2.0, -21);
        let room = pairs * unit / fractions.total_demand() * 33.0 / fractions.mean_drive_minutes();
        assert!(is_same_cost(&whole, 0.5, 0.5 + 0.9e-9));
        assert!(!is_same_cost(&whole, 0.5, 0.5 + 1e-9 + 0.9 * room));
        assert!(is_same_cost(&fractions, 0.5, 0.5 + 1e-9 + 0.9 * room));
        assert!(!is_same_cost(&fractions, 0.5, 0.5 + 1e-9 + 1.1 * room));
    }
}
