//! Demand as a matrix, checked.

use crate::{City, CityError, Demand, NodeId};

/// Holds demand to [`City::MOST_DEMAND_RATIO`].
pub(crate) fn check_demand_range(demand: &[f64], total: f64) -> Result<(), CityError> {
    let largest = demand.iter().copied().fold(0.0, f64::max);
    let smallest = demand.iter().copied().filter(|&trips| trips > 0.0).fold(f64::INFINITY, f64::min);
    let (pair, all) = City::MOST_DEMAND_RATIO;
    // Whole trips are kept as they are while they fit.
    let is_whole = || total <= 2.0 * all && demand.iter().all(|trips| trips.fract() == 0.0);
    if largest > smallest * pair || (total > smallest * all && !is_whole()) {
        return Err(CityError::DemandRange { smallest, largest });
    }
    Ok(())
}

/// The dense matrix and the trips that stay within a node, or the entry that is bad (or given twice).
pub(crate) fn fill_demand(n: usize, entries: &[Demand]) -> Result<(Vec<f64>, f64), (NodeId, NodeId, bool)> {
    let mut demand = vec![0.0; n * n];
    let mut within = 0.0;
    let mut given = vec![false; n * n];
    for &Demand { from, to, trips } in entries {
        let at = from.index() * n + to.index();
        if !Demand::is_trips(trips) {
            return Err((from, to, false));
        }
        if std::mem::replace(&mut given[at], true) {
            return Err((from, to, true));
        }
        if from == to {
            within += trips;
        } else {
            demand[at] = trips;
        }
    }
    Ok((demand, within))
}
