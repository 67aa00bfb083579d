//! Trips by destination.

use super::Trips;

/// Trips by destination, those of one in a row.
#[derive(Clone, Debug, Default)]
pub(super) struct Demand {
    /// Places to which somebody goes.
    pub destinations: Vec<u32>,
    /// Where the trips to each destination start in the lists below, and where the last end.
    starts: Vec<usize>,
    /// Where trips start, and how many there are per hour.
    pub origins: Vec<(u32, f64)>,
    /// Which of the given trips each is.
    pub given: Vec<u32>,
}

impl Demand {
    pub fn new(trips: &[Trips]) -> Self {
        let places = trips.iter().map(|trips| trips.to.index() + 1).max().unwrap_or(0);
        // Sorted by counting, which keeps the order of the trips to a destination.
        let made = || (0..trips.len()).filter(|&at| trips[at].per_hour > 0.0);
        let mut counts = vec![0; places];
        made().for_each(|at| counts[trips[at].to.index()] += 1);
        let mut demand = Self { starts: vec![0], ..Self::default() };
        let mut next = vec![0; places];
        let mut total = 0;
        for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            next[place] = total;
            total += count;
            demand.destinations.push(place as u32);
            demand.starts.push(total);
        }
        demand.origins.resize(total, (0, 0.0));
        demand.given.resize(total, 0);
        for at in made() {
            let Trips { from, to, per_hour } = trips[at];
            let next = &mut next[to.index()];
            demand.origins[*next] = (from.index() as u32, per_hour);
            demand.given[*next] = at as u32;
            *next += 1;
        }
        demand
    }

    /// Where the trips to the destination at a place in the list are.
    pub fn range(&self, at: usize) -> std::ops::Range<usize> {
        self.starts[at]..self.starts[at + 1]
    }
}

#[cfg(test)]
mod tests {
    use routewright_model::NodeId;

    use super::*;

    #[test]
    fn trips_are_grouped_by_destination() {
        let trip = |(from, to, per_hour)| Trips { from: NodeId::new(from), to: NodeId::new(to), per_hour };
        let trips = [(0, 5, 1.0), (3, 2, 2.0), (1, 5, 0.0), (2, 5, 3.0), (4, 2, 4.0)].map(trip);
        let demand = Demand::new(&trips);
        assert_eq!(demand.destinations, [2, 5]);
        assert_eq!((demand.range(0), demand.range(1)), (0..2, 2..4));
        assert_eq!(demand.origins, [(3, 2.0), (4, 4.0), (0, 1.0), (2, 3.0)]);
        assert_eq!(demand.given, [1, 4, 0, 3]);
    }
}
