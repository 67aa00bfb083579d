//! Many services of one city, one after the other.

use routewright_model::City;

use super::demand::Demand;
use super::flow::{Flow, Totals};
use super::timetable::Timetable;
use super::{RiderCosts, ServiceLine};
use crate::service::ServiceModel;

/// Judges services of one city by optimal strategies, on one thread. Keeps its memory from one to the next.
#[derive(Clone, Debug)]
pub struct Judge {
    costs: RiderCosts,
    most_riders: f64,
    demand: Demand,
    table: Timetable,
    flow: Flow,
    totals: Totals,
}

/// What a judge says of a service.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Perceived minutes of all trips, per hour.
    pub perceived_minutes: f64,
    /// Riders per hour above what vehicles hold, summed over all legs.
    pub overload: f64,
    /// The most riders in any vehicle.
    pub peak_load: f64,
}

impl Judge {
    /// A judge of services of a city.
    pub fn new(city: &City, model: &ServiceModel) -> Self {
        Self {
            costs: model.costs,
            most_riders: model.most_riders(),
            demand: Demand::new(&model.trips(city)),
            table: Timetable::new(city.node_count(), &model.walks(city), &model.costs),
            flow: Flow::default(),
            totals: Totals::default(),
        }
    }

    /// Judges a service. Vehicles of the first `ours` lines have the capacity of the model; the others hold everybody.
    ///
    /// # Panics
    /// As [`super::assign`].
    pub fn assess(&mut self, lines: &[ServiceLine], ours: usize) -> Verdict {
        self.table.set_lines(lines);
        self.flow.fit(&self.table);
        self.totals.restart(&self.table);
        let demand = &self.demand;
        for (at, &destination) in demand.destinations.iter().enumerate() {
            let task = (destination, &demand.origins[demand.range(at)]);
            self.flow.assign((&self.table, &self.costs), task, false, &mut self.totals, |_, _| ());
        }
        let (mut overload, mut peak_load) = (0.0, 0.0_f64);
        let stops: usize = lines[..ours].iter().map(|line| line.stops.len()).sum();
        for (load, frequency) in self.totals.loads.iter().zip(&self.table.frequency).skip(1).take(stops) {
            // Departures per hour: riders per vehicle, and riders that all vehicles hold.
            let departures = 60.0 * frequency;
            overload += (load - departures * self.most_riders).max(0.0);
            peak_load = peak_load.max(load / departures);
        }
        Verdict { perceived_minutes: self.totals.perceived, overload, peak_load }
    }
}
