//! Trips laid on lines, many destinations at once.

use rayon::prelude::*;
use routewright_model::NodeId;

use super::clock::{clock_of_labels, clock_to};
use super::demand::Demand;
use super::flow::{Flow, Totals};
use super::timetable::Timetable;
use super::{RiderCosts, ServiceLine, Trips, Walk};

/// What riders do and what it takes them, per hour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assignment {
    /// Trips made.
    pub served_trips: f64,
    /// Trips that are impossible or take longer than riders put up with.
    pub unserved_trips: f64,
    /// Minutes on board.
    pub riding_minutes: f64,
    /// Minutes at stops.
    pub waiting_minutes: f64,
    /// Minutes on foot.
    pub walking_minutes: f64,
    /// Changes of vehicle.
    pub changes: f64,
    /// Perceived minutes of all trips, those not made with the minutes after which they are given up.
    pub perceived_minutes: f64,
    /// Riders on each leg of each line.
    pub loads: Vec<Vec<f64>>,
    /// Riders who board each line.
    pub boardings: Vec<f64>,
    /// Perceived minutes of each of the trips that were given.
    pub minutes: Vec<f64>,
    /// Whether each of the trips that were given is made.
    pub is_served: Vec<bool>,
}

impl Assignment {
    /// Perceived minutes of a trip, on average over all.
    pub fn mean_minutes(&self) -> f64 {
        self.perceived_minutes / (self.served_trips + self.unserved_trips)
    }

    /// The most riders in a vehicle of a line, on its busiest leg.
    pub fn peak_load(&self, line: usize, headway: f64) -> f64 {
        let busiest = self.loads[line].iter().copied().fold(0.0, f64::max);
        busiest * headway / 60.0
    }
}

/// Destinations that one thread assigns in a row. Sums are formed by group, then over all groups in order: the same
/// bits at any number of threads.
const GROUP: usize = 16;

/// Assigns trips to lines and walks by optimal strategies, with all threads of the pool it is called in.
///
/// # Panics
/// A line has a headway that is not above 0, or not one leg less than stops; a walk takes less than no time.
pub fn assign(
    place_count: usize,
    lines: &[ServiceLine],
    walks: &[Walk],
    trips: &[Trips],
    costs: &RiderCosts,
) -> Assignment {
    assign_and_clock(place_count, lines, walks, trips, costs, &[]).0
}

/// [`assign`] and [`clock_minutes`] at once, in little more time than either.
pub(crate) fn assign_and_clock(
    place_count: usize,
    lines: &[ServiceLine],
    walks: &[Walk],
    trips: &[Trips],
    costs: &RiderCosts,
    destinations: &[NodeId],
) -> (Assignment, Vec<Vec<f64>>) {
    let table = table(place_count, lines, walks, costs);
    let demand = Demand::new(trips);
    let mut is_clocked = vec![false; place_count];
    destinations.iter().for_each(|to| is_clocked[to.index()] = true);
    let all: Vec<usize> = (0..demand.destinations.len()).collect();
    let groups: Vec<Group> = all
        .par_chunks(GROUP)
        .map_init(
            || flow(&table),
            |flow, group| {
                let mut found = Group::default();
                found.totals.restart(&table);
                for &at in group {
                    let (to, origins) = (demand.destinations[at], &demand.origins[demand.range(at)]);
                    let (totals, minutes) = (&mut found.totals, &mut found.minutes);
                    let is_clocked = is_clocked[to as usize];
                    flow.assign((&table, costs), (to, origins), is_clocked, totals, |_, trip| {
                        minutes.push(trip)
                    });
                    if is_clocked {
                        found.clocks.push((to, clock_of_labels(&flow.labels, &table, to, costs)));
                    }
                }
                found
            },
        )
        .collect();
    let mut totals = Totals::default();
    totals.restart(&table);
    groups.iter().for_each(|group| totals.add(&group.totals));
    let mut found = from_totals(&table, totals);
    found.minutes = vec![0.0; trips.len()];
    found.is_served = vec![true; trips.len()];
    let minutes = groups.iter().flat_map(|group| &group.minutes);
    for (&given, &minutes) in demand.given.iter().zip(minutes) {
        found.minutes[given as usize] = minutes.unwrap_or(costs.give_up);
        found.is_served[given as usize] = minutes.is_some();
    }
    let mut clocks: Vec<Option<Vec<f64>>> = vec![None; place_count];
    groups
        .into_iter()
        .flat_map(|group| group.clocks)
        .for_each(|(to, clock)| clocks[to as usize] = Some(clock));
    let known = destinations.iter().map(|to| clocks[to.index()].take()).collect();
    (found, all_clocks(&table, destinations, known, costs))
}

/// What was found for some destinations in a row.
#[derive(Default)]
struct Group {
    totals: Totals,
    minutes: Vec<Option<f64>>,
    /// Minutes by the clock from every place to those destinations for which they are asked.
    clocks: Vec<(u32, Vec<f64>)>,
}

/// Minutes that a clock shows for trips to each destination, from every place: walking, waiting and riding by the
/// strategies of [`assign`], without weights and penalties. Infinite where a trip is not made; 0 where one already is.
///
/// # Panics
/// As [`assign`].
pub fn clock_minutes(
    place_count: usize,
    lines: &[ServiceLine],
    walks: &[Walk],
    destinations: &[NodeId],
    costs: &RiderCosts,
) -> Vec<Vec<f64>> {
    let table = table(place_count, lines, walks, costs);
    all_clocks(&table, destinations, vec![None; destinations.len()], costs)
}

/// Completes what is known of the minutes to each destination.
fn all_clocks(
    table: &Timetable,
    destinations: &[NodeId],
    known: Vec<Option<Vec<f64>>>,
    costs: &RiderCosts,
) -> Vec<Vec<f64>> {
    let to = |flow: &mut Flow, (to, known): (&NodeId, Option<Vec<f64>>)| {
        known.unwrap_or_else(|| clock_to(&mut flow.labels, table, to.index() as u32, costs))
    };
    destinations.par_iter().zip(known).map_init(|| flow(table), to).collect()
}

fn table(place_count: usize, lines: &[ServiceLine], walks: &[Walk], costs: &RiderCosts) -> Timetable {
    let mut table = Timetable::new(place_count, walks, costs);
    table.set_lines(lines);
    table
}

fn flow(table: &Timetable) -> Flow {
    let mut flow = Flow::default();
    flow.fit(table);
    flow
}

fn from_totals(table: &Timetable, totals: Totals) -> Assignment {
    let ends = table.first.iter().skip(1).copied().chain([table.call_count() as u32]);
    let legs = table.first.iter().zip(ends).map(|(&first, end)| first as usize..end as usize - 1);
    let riding = |legs: std::ops::Range<usize>| -> f64 {
        totals.loads[legs.clone()].iter().zip(&table.leg[legs]).map(|(load, leg)| load * leg).sum()
    };
    Assignment {
        served_trips: totals.served,
        unserved_trips: totals.unserved,
        riding_minutes: legs.clone().map(riding).sum(),
        waiting_minutes: totals.waiting,
        walking_minutes: totals.walking,
        changes: totals.changes,
        perceived_minutes: totals.perceived,
        loads: legs.map(|legs| totals.loads[legs].to_vec()).collect(),
        boardings: totals.boardings,
        ..Assignment::default()
    }
}
