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

mod table;
mod ticks;
mod times;

use routewright_model::{City, Network};

use super::ServiceModel;
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
    /// Lines that every network has, at the first places of the table.
    fixed: usize,
    table: Table,
    /// Times over the lines of the table.
    kept: Box<dyn SectionTimes>,
    is_filled: bool,
    kept_total: u64,
    /// Times with one more line, for loads.
    full: Option<Box<dyn SectionTimes>>,
    rides: Vec<u32>,
    /// Riders who board and alight at each stop of each way.
    changes: Vec<Vec<f64>>,
}

impl<'c> Sections<'c> {
    /// An evaluator for a city where some lines always run. Those that do not say how often are left out.
    pub fn new(city: &'c City, model: &ServiceModel, fixed: &Network) -> Self {
        let ticks = Ticks::new(model);
        let wait = model.costs.wait_weight * model.costs.wait_factor;
        let mut table = Table::new(city.node_count(), wait, model.dwell.0);
        let timed = fixed.routes.iter().filter_map(|route| Some((route, model.timed(route)?)));
        for (place, (route, timed)) in timed.enumerate() {
            table.put(place, SectionLine { line: route.into(), headway_minutes: timed.headway_minutes });
        }
        let fixed = table.places();
        let mut sections = Self {
            city,
            model: *model,
            ticks,
            fixed,
            table,
            kept: section_times::<u16>(city, &ticks),
            is_filled: false,
            kept_total: 0,
            full: None,
            rides: Vec::new(),
            changes: Vec::new(),
        };
        sections.kept = sections.times();
        sections
    }

    fn times(&self) -> Box<dyn SectionTimes> {
        match self.ticks.most() < u32::from(u16::MAX / 2) {
            true => section_times::<u16>(self.city, &self.ticks),
            false => section_times::<u32>(self.city, &self.ticks),
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

    /// Mean perceived minutes of a trip with one more line.
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

    /// Riders per hour above what vehicles hold, summed over all legs of the lines there are. `room` is the share of
    /// the capacity that may be used.
    pub fn overload(&mut self, room: f64) -> f64 {
        self.fill();
        gather_loads(&mut *self.kept, &self.table, self.city, &mut self.changes);
        self.sum_overload(room)
    }

    /// The same with one more line at a place that is free.
    pub fn overload_with(&mut self, place: usize, line: SectionLine<'_>, room: f64) -> f64 {
        let mut full = self.full.take().unwrap_or_else(|| self.times());
        self.table.put(self.fixed + place, line);
        full.fill(&self.table);
        gather_loads(&mut *full, &self.table, self.city, &mut self.changes);
        self.full = Some(full);
        let overload = self.sum_overload(room);
        self.table.take_out(self.fixed + place);
        overload
    }

    /// The most riders per hour on a leg of the line at a place, as of the last call of [`Sections::overload`] or
    /// [`Sections::overload_with`].
    pub fn busiest(&self, place: usize) -> f64 {
        let ways = &self.changes[2 * (self.fixed + place)..][..2];
        let busiest = |way: &Vec<f64>| {
            let mut load = 0.0;
            way.iter().fold(0.0, |most: f64, change| {
                load += change;
                most.max(load)
            })
        };
        ways.iter().map(busiest).fold(0.0, f64::max) / self.model.hours
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
        for (way, changes) in self.changes.iter().enumerate().skip(2 * self.fixed) {
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
fn gather_loads(times: &mut dyn SectionTimes, table: &Table, city: &City, changes: &mut Vec<Vec<f64>>) {
    changes.resize(2 * table.places(), Vec::new());
    for (way, changes) in changes.iter_mut().enumerate() {
        changes.clear();
        changes.resize(table.stop_count(way / 2), 0.0);
    }
    times.for_each_flow(city, &mut |from, to, flow| {
        let pair = table.pair(from, to);
        for ride in pair.attractive() {
            let share = flow * table.frequencies()[ride.way as usize] / pair.frequency();
            let changes = &mut changes[ride.way as usize];
            changes[usize::from(ride.from)] += share;
            changes[usize::from(ride.to)] -= share;
        }
    });
}
