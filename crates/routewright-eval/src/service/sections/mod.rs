//! Route sections: a fast model of riders who walk, wait and change, for searches.
//!
//! Between two nodes, the lines that run from one to the other without a change form a section. Sorted by riding time,
//! lines join while their riding time is below the expected total so far:
//!
//! ```text
//! D(i, j) = (wait_weight * wait_factor + sum of f_a t_a) / sum of f_a
//! ```
//!
//! A trip is the best chain of sections and walks, with a penalty for each change. Never below the time of the optimal
//! strategies, and close to it. One more line improves D only between its own stops, so the times over all other lines
//! are kept, and those of the line are inserted.

mod flows;
mod ground;
mod table;
mod ticks;
mod times;

use routewright_model::{City, Network};

use super::ServiceModel;
use crate::Line;
use flows::{SectionFlows, section_flows};
use table::Table;
use ticks::{PER_MINUTE, Ticks};
use times::{SectionTimes, section_times};

pub use table::SectionLine;

/// Scores services of one city fast. Keep one per worker: it owns its scratch space and allocates only when a
/// network is larger than any before.
///
/// Lines have places. All lines but one can be kept ([`Sections::take_out`]) while many replacements are scored
/// ([`Sections::minutes_with`]).
pub struct Sections<'c> {
    city: &'c City,
    model: ServiceModel,
    ticks: Ticks,
    /// Lines whose vehicles hold everybody, at the first places of the table.
    uncounted: usize,
    /// These and other lines that every network has.
    fixed: usize,
    table: Table,
    /// Times over the lines of the table.
    kept: Box<dyn SectionTimes>,
    is_filled: bool,
    kept_total: u64,
    flows: Box<dyn SectionFlows>,
    rides: Vec<u32>,
    /// Riders who board and alight at each stop of each way.
    changes: Vec<Vec<f64>>,
}

impl<'c> Sections<'c> {
    /// An evaluator for a city where some lines always run: fixed ones, whose vehicles hold everybody, and frozen ones,
    /// which have the capacity of the model. Those that do not say how often they run are left out.
    pub fn new(city: &'c City, model: &ServiceModel, fixed: &Network, frozen: &Network) -> Self {
        let ticks = Ticks::new(model);
        let wait = model.costs.wait_weight * model.costs.wait_factor;
        let mut table = Table::new(city.node_count(), wait, model.dwell.0);
        let mut places = [0; 2];
        for (network, places) in [fixed, frozen].into_iter().zip(&mut places) {
            let timed = network.routes.iter().filter_map(|route| Some((route, model.timed(route)?)));
            for (route, timed) in timed {
                for line in Line::of(route) {
                    let headway_minutes = timed.headway_minutes;
                    table.put(table.places(), SectionLine { line, headway_minutes });
                }
            }
            *places = table.places();
        }
        let [uncounted, fixed] = places;
        let (kept, flows) = match ticks.most() < u32::from(u16::MAX / 2) {
            true => (section_times::<u16>(city, &ticks), section_flows::<u16>(city, &ticks)),
            false => (section_times::<u32>(city, &ticks), section_flows::<u32>(city, &ticks)),
        };
        Self {
            city,
            model: *model,
            ticks,
            uncounted,
            fixed,
            table,
            kept,
            is_filled: false,
            kept_total: 0,
            flows,
            rides: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Replaces all lines but the fixed ones; the first is at place 0.
    pub fn set<'a>(&mut self, lines: impl Iterator<Item = SectionLine<'a>>) {
        for place in self.fixed..self.table.places() {
            if self.table.stop_count(place) > 0 {
                self.table.take_out(place);
            }
        }
        for (place, line) in lines.enumerate() {
            self.table.put(self.fixed + place, line);
        }
        self.is_filled = false;
    }

    /// Takes out the line at a place; the others keep theirs.
    pub fn take_out(&mut self, place: usize) {
        self.table.take_out(self.fixed + place);
        self.is_filled = false;
    }

    /// Puts a line at a place that is free.
    pub fn put(&mut self, place: usize, line: SectionLine<'_>) {
        self.table.put(self.fixed + place, line);
        self.is_filled = false;
    }

    /// Mean perceived minutes of a trip over the lines there are.
    pub fn minutes(&mut self) -> f64 {
        let total = self.fill();
        self.mean(total)
    }

    /// Mean perceived minutes of a trip with one more line, which visits no node twice.
    pub fn minutes_with(&mut self, line: SectionLine<'_>) -> f64 {
        self.fill();
        let ticks = self.ticks;
        let stops = self.table.seconds_with(line, u32::MAX, |seconds| ticks.ride(seconds), &mut self.rides);
        let total = self.kept.with_rides(stops, &self.rides);
        self.mean(total)
    }

    /// Perceived minutes of the trip from one node to another over the lines there are.
    pub fn trip_minutes(&mut self, from: usize, to: usize) -> f64 {
        self.fill();
        let ticks = self.kept.ticks(from, to).saturating_sub(u64::from(self.ticks.penalty));
        ticks as f64 / PER_MINUTE
    }

    /// Riders per hour above what vehicles hold, summed over all legs of the lines that are not fixed. `room` is the share of
    /// the capacity that may be used.
    pub fn overload(&mut self, room: f64) -> f64 {
        gather_loads(&mut *self.flows, &self.table, self.city, &mut self.changes);
        self.sum_overload(room)
    }

    /// The same with one more line at a place that is free.
    pub fn overload_with(&mut self, place: usize, line: SectionLine<'_>, room: f64) -> f64 {
        self.table.put(self.fixed + place, line);
        gather_loads(&mut *self.flows, &self.table, self.city, &mut self.changes);
        let overload = self.sum_overload(room);
        self.table.take_out(self.fixed + place);
        overload
    }

    fn fill(&mut self) -> u64 {
        if !self.is_filled {
            self.kept_total = self.kept.fill(&self.table);
            self.is_filled = true;
        }
        self.kept_total
    }

    fn mean(&self, total: u64) -> f64 {
        let weight = self.kept.weight();
        (total - u64::from(self.ticks.penalty) * weight) as f64 / weight as f64 / PER_MINUTE
    }

    fn sum_overload(&self, room: f64) -> f64 {
        let most = self.model.most_riders() * room * self.model.hours * 3600.0;
        let mut overload = 0.0;
        for (way, changes) in self.changes.iter().enumerate().skip(2 * self.uncounted) {
            let capacity = most * self.table.frequencies()[way];
            let mut load = 0.0;
            for change in changes {
                load += change;
                overload += f64::max(load - capacity, 0.0);
            }
        }
        overload / self.model.hours
    }
}

/// Riders who board less those who alight, at each stop of each way.
fn gather_loads(flows: &mut dyn SectionFlows, table: &Table, city: &City, changes: &mut Vec<Vec<f64>>) {
    changes.resize(2 * table.places(), Vec::new());
    for (way, changes) in changes.iter_mut().enumerate() {
        changes.clear();
        changes.resize(table.stop_count(way / 2), 0.0);
    }
    flows.for_each(table, city, &mut |from, to, flow| {
        let pair = table.pair(from, to);
        for ride in pair.attractive() {
            let share = flow * table.frequencies()[ride.way as usize] / pair.frequency();
            let changes = &mut changes[ride.way as usize];
            changes[usize::from(ride.from)] += share;
            changes[usize::from(ride.to)] -= share;
        }
    });
}

#[cfg(test)]
mod tests {
    use routewright_model::{Direction, NodeId, Route, Seconds, Walk};

    use super::*;

    /// Lines of Mandl's city by their stops.
    fn lines(city: &City, stops: &[&str]) -> Vec<Route> {
        let node = |name: &str| city.node_named(name).unwrap();
        let route = |stops: &&str| {
            let stops = stops.split('-').map(node).collect();
            Route::on_links(city, "line", stops, Direction::BothWays).unwrap()
        };
        stops.iter().map(route).collect()
    }

    /// Riders of every section, times what the section takes with its penalty, in tick-riders.
    fn on_board(sections: &mut Sections<'_>) -> f64 {
        let (table, ticks) = (&sections.table, sections.ticks);
        let mut sum = 0.0;
        sections.flows.for_each(table, sections.city, &mut |from, to, riders| {
            sum += riders * f64::from(ticks.ride(table.seconds(from, to).unwrap()));
        });
        sum
    }

    #[test]
    fn riders_are_on_board_for_as_long_as_their_trips_take() {
        let city = City::mandl();
        let model = ServiceModel::for_city(&city);
        let routes = lines(&city, &["1-2-3-6-8-10-11-13", "9-15-7-10-11-12", "7-15-8-6-3-2-4-5", "11-10-14"]);
        let mut sections = Sections::new(&city, &model, &Network::default(), &Network::default());
        let line = |line| SectionLine { line, headway_minutes: 7.0 };
        sections.set(routes.iter().flat_map(Line::of).map(line));
        let mut expected = 0.0;
        for from in 0..15 {
            for (to, trips) in city.demand_from(NodeId::new(from)).iter().enumerate() {
                let minutes = sections.trip_minutes(from, to);
                if *trips > 0.0 && minutes < model.costs.give_up {
                    expected += trips * (minutes + model.costs.transfer_penalty) * PER_MINUTE;
                }
            }
        }
        let found = on_board(&mut sections);
        assert!((found - expected).abs() < 1e-6 * expected, "{found} is not {expected}");
    }

    #[test]
    fn frozen_lines_have_a_capacity_and_fixed_ones_hold_everybody() {
        let city = City::mandl();
        let model = ServiceModel::for_city(&city);
        let often = |minutes| Some(routewright_model::Frequency::Every(minutes));
        let line: Network =
            lines(&city, &["1-2-3-6-8"]).into_iter().map(|line| line.with_frequency(often(30.0))).collect();
        let none = Network::default();
        assert_eq!(Sections::new(&city, &model, &line, &none).overload(0.1), 0.0);
        assert!(Sections::new(&city, &model, &none, &line).overload(0.1) > 0.0);
    }

    #[test]
    fn who_walks_a_part_of_the_way_rides_the_rest() {
        // From 1 to 9 there is no ride, but a walk leads from 8 to 15.
        let mut parts = City::mandl().to_parts();
        let walk = Walk { from: NodeId::new(7), to: NodeId::new(14), time: Seconds(60) };
        parts.walks = vec![walk];
        let (one, eight, nine, fifteen) = (NodeId::new(0), NodeId::new(7), NodeId::new(8), NodeId::new(14));
        parts.demand.retain(|demand| demand.from == one && demand.to == nine);
        parts.demand.push(routewright_model::Demand { from: one, to: nine, trips: 90.0 });
        parts.demand.dedup_by_key(|demand| (demand.from, demand.to));
        parts.demand.iter_mut().for_each(|demand| demand.trips = 90.0);
        let city = City::new(parts).unwrap();
        let model = ServiceModel::for_city(&city);
        let routes = lines(&city, &["1-2-3-6-8", "15-9"]);
        let mut sections = Sections::new(&city, &model, &Network::default(), &Network::default());
        let line = |line| SectionLine { line, headway_minutes: 10.0 };
        sections.set(routes.iter().flat_map(Line::of).map(line));
        let mut found = Vec::new();
        let table = &sections.table;
        sections.flows.for_each(table, &city, &mut |from, to, riders| found.push((from, to, riders)));
        assert_eq!(found, [(one.index(), eight.index(), 90.0), (fifteen.index(), nine.index(), 90.0)]);
        // 15 minutes of riding, 8 from 15 to 9, twice 5 of waiting, 5 for the change, 1 on foot.
        assert_eq!(sections.minutes(), 15.0 + 8.0 + 10.0 + 5.0 + 1.0);
        // A vehicle every ten minutes holds 6 x 62.5 riders an hour: nobody is left behind on the four legs out
        // unless it may be filled to a tenth only.
        assert_eq!(sections.overload(1.0), 0.0);
        assert!((sections.overload(0.1) - 5.0 * (90.0 - 37.5)).abs() < 1e-9);
    }
}
