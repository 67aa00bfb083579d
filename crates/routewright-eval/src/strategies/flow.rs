//! Trips to one destination laid on lines, in proportion to the frequencies of the strategies they follow.

use super::RiderCosts;
use super::labels::{Choice, Labels};
use super::timetable::Timetable;

/// What riders do, added up.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    pub served: f64,
    pub unserved: f64,
    pub perceived: f64,
    pub waiting: f64,
    pub walking: f64,
    pub changes: f64,
    /// Riders from each call to the next.
    pub loads: Vec<f64>,
    /// Riders who board each line.
    pub boardings: Vec<f64>,
}

impl Totals {
    /// Starts over, for the lines of a timetable.
    pub fn restart(&mut self, table: &Timetable) {
        let (mut loads, mut boardings) =
            (std::mem::take(&mut self.loads), std::mem::take(&mut self.boardings));
        loads.clear();
        loads.resize(table.call_count(), 0.0);
        boardings.clear();
        boardings.resize(table.first.len(), 0.0);
        *self = Self { loads, boardings, ..Self::default() };
    }

    /// Adds what others do.
    pub fn add(&mut self, others: &Self) {
        self.served += others.served;
        self.unserved += others.unserved;
        self.perceived += others.perceived;
        self.waiting += others.waiting;
        self.walking += others.walking;
        self.changes += others.changes;
        self.loads.iter_mut().zip(&others.loads).for_each(|(sum, load)| *sum += load);
        self.boardings.iter_mut().zip(&others.boardings).for_each(|(sum, riders)| *sum += riders);
    }
}

/// Assigns trips, destination after destination. Keep one per thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    pub labels: Labels,
    is_wanted: Vec<bool>,
    /// Riders at each place who have not boarded yet.
    first: Vec<f64>,
    /// Riders at each place who have.
    later: Vec<f64>,
}

impl Flow {
    /// Makes room for the lines of a timetable.
    pub fn fit(&mut self, table: &Timetable) {
        self.labels.fit(table);
        self.is_wanted.resize(table.place_count, false);
        self.first.resize(table.place_count, 0.0);
        self.later.resize(table.place_count, 0.0);
    }

    /// Assigns the trips to a destination; `perceive` is told the perceived minutes of each, `None` if it is not made. With
    /// `sets_all`, the labels of all riders everywhere are set afterwards, also of those that no trip asks for.
    pub fn assign(
        &mut self,
        (table, costs): (&Timetable, &RiderCosts),
        (destination, origins): (u32, &[(u32, f64)]),
        sets_all: bool,
        totals: &mut Totals,
        mut perceive: impl FnMut(usize, Option<f64>),
    ) {
        let mut wanted = 0;
        for &(origin, _) in origins {
            wanted += usize::from(!std::mem::replace(&mut self.is_wanted[origin as usize], true));
        }
        // It ends when all that are wanted are set.
        let wanted = if sets_all { usize::MAX } else { wanted };
        self.labels.set_later(table, destination, costs, (&self.is_wanted, wanted));
        let has_walks = !table.walks.is_empty();
        // Without walks nobody's strategy asks for these labels, but a clock does.
        if has_walks || sets_all {
            self.labels.set_first(table, destination, costs);
        }
        for (at, &(origin, per_hour)) in origins.iter().enumerate() {
            self.is_wanted[origin as usize] = false;
            let lines = (!has_walks).then(|| self.labels.first_lines(table, origin, costs));
            let minutes = match lines {
                _ if origin == destination => 0.0,
                Some(lines) => lines.minutes,
                None => self.labels.first.minutes[origin as usize],
            };
            if minutes > costs.give_up {
                totals.unserved += per_hour;
                totals.perceived += per_hour * costs.give_up;
                perceive(at, None);
                continue;
            }
            totals.served += per_hour;
            totals.perceived += per_hour * minutes;
            perceive(at, Some(minutes));
            if origin == destination {
                continue;
            }
            match lines {
                None => self.first[origin as usize] += per_hour,
                Some(lines) => {
                    let choice = self.labels.wait_for(table, origin, lines);
                    follow(table, costs, &choice, per_hour, &self.labels.exit, &mut self.later, totals);
                }
            }
        }
        if has_walks {
            for &place in self.labels.first.order.iter().rev() {
                let riders = std::mem::take(&mut self.first[place as usize]);
                if riders == 0.0 || place == destination {
                    continue;
                }
                match self.labels.first_choice(table, place, costs) {
                    Choice::Walk(walk) => {
                        totals.walking += riders * table.walks[walk].minutes;
                        self.first[table.walks[walk].to as usize] += riders;
                    }
                    wait => follow(table, costs, &wait, riders, &self.labels.exit, &mut self.later, totals),
                }
            }
        }
        // A strategy leads to places whose labels became final before: the last first.
        for &place in self.labels.later.order.iter().rev() {
            let riders = std::mem::take(&mut self.later[place as usize]);
            if riders == 0.0 || place == destination {
                continue;
            }
            match self.labels.later_choice(table, place, costs) {
                Choice::Walk(walk) => {
                    totals.walking += riders * table.walks[walk].minutes;
                    self.later[table.walks[walk].to as usize] += riders;
                }
                wait => {
                    totals.changes += riders;
                    follow(table, costs, &wait, riders, &self.labels.exit, &mut self.later, totals);
                }
            }
        }
    }
}

/// Lets riders wait for lines, ride them and get off.
#[inline(always)]
fn follow(
    table: &Timetable,
    costs: &RiderCosts,
    choice: &Choice<'_>,
    riders: f64,
    exits: &[u32],
    later: &mut [f64],
    totals: &mut Totals,
) {
    let Choice::Wait(calls, frequency) = *choice else { return };
    totals.waiting += riders * costs.wait_factor / frequency;
    for &call in calls {
        let (call, exit) = (call as usize, exits[call as usize] as usize);
        let share = riders * table.frequency[call] / frequency;
        totals.boardings[table.line[call] as usize] += share;
        totals.loads[call..exit].iter_mut().for_each(|load| *load += share);
        later[table.place[exit] as usize] += share;
    }
}
