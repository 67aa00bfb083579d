//! What a line saves those who ride nothing else, without a look at anybody else's trip.

use super::insert::{Added, Base};
use super::{Lanes, Time, entry};
use crate::weights::Weights;

/// Seconds saved, weighted, by trips between stops of the line that board it once and change nowhere.
pub(crate) fn direct_saving<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    line: Added<'_>,
    weights: &Weights<N>,
) -> u64 {
    match (base.width, line.legs_back == Some(line.legs_out)) {
        (1, true) => saving_both_ways(base, line, weights),
        _ => {
            let out = saving_one_way(base.departures, base, line.stops, line.legs_out, |from, to| {
                entry(weights.to_node(to), from)
            });
            let back = line.legs_back.map(|legs| {
                saving_one_way(base.arrivals, base, line.stops, legs, |to, from| {
                    entry(weights.to_node(to), from)
                })
            });
            out + back.unwrap_or_default()
        }
    }
}

/// The way out and the way back at once, for a line that takes the same time both ways in a city of one group of
/// lanes.
fn saving_both_ways<T: Time, const N: usize>(
    base: Base<'_, T, N>,
    line: Added<'_>,
    weights: &Weights<N>,
) -> u64 {
    let penalty = base.penalty.widen();
    let mut saving = 0;
    for (at, &here) in line.stops.iter().enumerate() {
        let (here, known) = (here as usize, &base.departures[here as usize].0);
        let weights_to_here = &weights.to_node(here)[0].0;
        let mut ride = penalty;
        for (&there, &leg) in line.stops[at + 1..].iter().zip(&line.legs_out[at..]) {
            ride += u64::from(leg);
            let saved = known[there as usize].widen().saturating_sub(ride);
            let weight = weights_to_here[there as usize] + weights.to_node(there as usize)[0].0[here];
            saving += saved * u64::from(weight);
        }
    }
    saving
}

/// One way: row `here`, lane `there` of `known` is the time of a trip between them, and `weight` its weight.
fn saving_one_way<T: Time, const N: usize>(
    known: &[Lanes<T, N>],
    base: Base<'_, T, N>,
    stops: &[u32],
    legs: &[u32],
    weight: impl Fn(usize, usize) -> u32,
) -> u64 {
    let mut saving = 0;
    for (at, &here) in stops.iter().enumerate() {
        let known = &known[here as usize * base.width..][..base.width];
        let mut ride = base.penalty.widen();
        for (&there, &leg) in stops[at + 1..].iter().zip(&legs[at..]) {
            ride += u64::from(leg);
            let saved = entry(known, there as usize).widen().saturating_sub(ride);
            saving += saved * u64::from(weight(here as usize, there as usize));
        }
    }
    saving
}
