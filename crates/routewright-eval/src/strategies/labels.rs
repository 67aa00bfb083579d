//! The best strategy from everywhere to one destination, place by place.
//!
//! Vehicles need no labels in the queue. When the label of a place is final, everybody who is on the way to it by one
//! of its lines knows how long that takes: the time on board is handed back along the line for as long as it is an
//! improvement. A place that hears of one may choose anew among the lines that stop there: sorted by the time from on
//! board, lines join while that is below the expected time so far. It does so as late as possible, when all labels
//! below that time are final, for no label can fall below the time from on board. No label that is set later can
//! improve one that is final, so the least label is the next final one (Dijkstra).
//!
//! Riders who have not boarded yet pay no penalty. Nobody becomes one of them on the way, so their labels are set when
//! all others are known.

use super::RiderCosts;
use super::queue::Queue;
use super::timetable::Timetable;

/// No walk.
const NONE: u32 = u32::MAX;

/// Labels for one destination. Sized once, used for destination after destination.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// Perceived minutes from on board at each call, not waiting for it.
    pub on_board: Vec<f64>,
    /// The call at which a rider on board at each call gets off.
    pub exit: Vec<u32>,
    /// Riders who have boarded before.
    pub later: Riders,
    /// Riders who have not boarded yet.
    pub first: Riders,
    /// Calls at each place, as `Timetable::boarding` has them, the least time from on board first.
    sorted: Vec<u32>,
    /// The least time from on board, with the penalty, that each place has heard of since it last chose.
    news: Vec<f64>,
}

/// Labels of riders at all places.
#[derive(Clone, Debug, Default)]
pub(super) struct Riders {
    /// Expected perceived minutes to the destination.
    pub minutes: Vec<f64>,
    /// Places whose labels are final, in the order in which they became so.
    pub order: Vec<u32>,
    /// The walk to take at each place; `NONE` where one waits.
    via: Vec<u32>,
    is_final: Vec<bool>,
    queue: Queue,
}

/// Lines that a rider is ready to take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attractive {
    /// How many there are.
    pub count: usize,
    /// Their departures per minute.
    pub frequency: f64,
    /// Perceived minutes with them, waiting included.
    pub minutes: f64,
}

/// What a rider does at a place.
pub(super) enum Choice<'a> {
    /// Takes a walk.
    Walk(usize),
    /// Takes the first to come of these calls' lines, whose departures per minute are given.
    Wait(&'a [u32], f64),
}

impl Labels {
    /// Makes room for the lines of a timetable.
    pub fn fit(&mut self, table: &Timetable) {
        self.on_board.resize(table.call_count(), f64::INFINITY);
        self.exit.resize(table.call_count(), 0);
        self.sorted.clone_from(&table.boarding.all);
    }

    /// Sets the labels of riders who have boarded, and the times from on board, until all places that `is_wanted` are
    /// final or the rest takes longer than riders put up with. `wanted` is how many those are.
    pub fn set_later(
        &mut self,
        table: &Timetable,
        destination: u32,
        costs: &RiderCosts,
        (is_wanted, mut wanted): (&[bool], usize),
    ) {
        self.on_board.fill(f64::INFINITY);
        self.later.restart(table.place_count, costs.give_up);
        self.later.improve(destination, 0.0, NONE);
        self.news.clear();
        self.news.resize(table.place_count, f64::INFINITY);
        while let Some((minutes, place)) = self.later.queue.pop() {
            if minutes == self.news[place as usize] {
                self.news[place as usize] = f64::INFINITY;
                self.sort(table, place);
                let chosen = self.attractive(table, place, costs.transfer_penalty, costs);
                self.later.improve(place, chosen.minutes, NONE);
                continue;
            }
            if !self.later.finish(place, minutes) {
                continue;
            }
            if is_wanted[place as usize] {
                wanted -= 1;
                if wanted == 0 {
                    break;
                }
            }
            for &walk in table.walks_into.at(place) {
                let link = table.walks[walk as usize];
                self.later.improve(link.from, minutes + link.cost, walk);
            }
            self.hand_back(table, place, minutes, costs.transfer_penalty);
        }
    }

    /// The lines that riders at a place take who have not boarded and cannot walk.
    pub fn first_lines(&mut self, table: &Timetable, place: u32, costs: &RiderCosts) -> Attractive {
        self.sort(table, place);
        self.attractive(table, place, 0.0, costs)
    }

    /// Sets the labels of all riders who have not boarded, in a city with walks.
    pub fn set_first(&mut self, table: &Timetable, destination: u32, costs: &RiderCosts) {
        self.first.restart(table.place_count, costs.give_up);
        self.first.improve(destination, 0.0, NONE);
        for place in (0..table.place_count as u32).filter(|&place| place != destination) {
            let minutes = self.first_lines(table, place, costs).minutes;
            self.first.improve(place, minutes, NONE);
        }
        while let Some((minutes, place)) = self.first.queue.pop() {
            if !self.first.finish(place, minutes) {
                continue;
            }
            for &walk in table.walks_into.at(place) {
                let link = table.walks[walk as usize];
                self.first.improve(link.from, minutes + link.cost, walk);
            }
        }
    }

    /// What a rider who has boarded before does at a place.
    #[inline(always)]
    pub fn later_choice(&self, table: &Timetable, place: u32, costs: &RiderCosts) -> Choice<'_> {
        match self.later.via[place as usize] {
            NONE => {
                let lines = self.attractive(table, place, costs.transfer_penalty, costs);
                self.wait_for(table, place, lines)
            }
            walk => Choice::Walk(walk as usize),
        }
    }

    /// What a rider who has not boarded yet does at a place, in a city with walks.
    #[inline(always)]
    pub fn first_choice(&self, table: &Timetable, place: u32, costs: &RiderCosts) -> Choice<'_> {
        match self.first.via[place as usize] {
            NONE => self.wait_for(table, place, self.attractive(table, place, 0.0, costs)),
            walk => Choice::Walk(walk as usize),
        }
    }

    /// To wait for these lines at a place.
    #[inline(always)]
    pub fn wait_for(&self, table: &Timetable, place: u32, lines: Attractive) -> Choice<'_> {
        Choice::Wait(&self.sorted[table.boarding.range(place)][..lines.count], lines.frequency)
    }

    /// The lines to wait for at a place, if its calls are sorted.
    #[inline(always)]
    fn attractive(&self, table: &Timetable, place: u32, penalty: f64, costs: &RiderCosts) -> Attractive {
        let mut chosen = Attractive { count: 0, frequency: 0.0, minutes: f64::INFINITY };
        for &call in &self.sorted[table.boarding.range(place)] {
            let minutes = self.on_board[call as usize] + penalty;
            if minutes >= chosen.minutes {
                break;
            }
            let (so_far, added) = (chosen.frequency, table.frequency[call as usize]);
            chosen.frequency = so_far + added;
            chosen.minutes = match chosen.count {
                0 => costs.wait_weight * costs.wait_factor / added + minutes,
                _ => (so_far * chosen.minutes + added * minutes) / chosen.frequency,
            };
            chosen.count += 1;
        }
        chosen
    }

    /// Tells those on board of lines that call at a place how long it takes from there, and the places where they board.
    #[inline(always)]
    fn hand_back(&mut self, table: &Timetable, place: u32, minutes: f64, penalty: f64) {
        for &exit in table.alighting.at(place) {
            let (mut call, mut minutes) = (exit as usize, minutes);
            loop {
                call -= 1;
                minutes += table.leg[call];
                // Infinite before the first call of a line.
                if minutes >= self.on_board[call] {
                    break;
                }
                self.on_board[call] = minutes;
                self.exit[call] = exit;
                let (boarding, heard) = (table.place[call], minutes + penalty);
                let news = &mut self.news[boarding as usize];
                if heard < *news && heard < self.later.minutes[boarding as usize] {
                    *news = heard;
                    self.later.queue.push(heard, boarding);
                }
            }
        }
    }

    /// Sorts the calls at a place by the time from on board, then by line. They are nearly sorted before.
    #[inline(always)]
    fn sort(&mut self, table: &Timetable, place: u32) {
        let calls = &mut self.sorted[table.boarding.range(place)];
        let key = |call: u32| (self.on_board[call as usize], call);
        for at in 1..calls.len() {
            let (moved, mut to) = (calls[at], at);
            while to > 0 && key(calls[to - 1]) > key(moved) {
                calls[to] = calls[to - 1];
                to -= 1;
            }
            calls[to] = moved;
        }
    }
}

impl Riders {
    /// Labels above `give_up` are of no use.
    fn restart(&mut self, place_count: usize, give_up: f64) {
        self.minutes.clear();
        self.minutes.resize(place_count, f64::INFINITY);
        self.via.clear();
        self.via.resize(place_count, NONE);
        self.is_final.clear();
        self.is_final.resize(place_count, false);
        self.order.clear();
        self.queue.restart(give_up);
    }

    #[inline(always)]
    fn improve(&mut self, place: u32, minutes: f64, via: u32) {
        if minutes < self.minutes[place as usize] {
            self.minutes[place as usize] = minutes;
            self.via[place as usize] = via;
            self.queue.push(minutes, place);
        }
    }

    /// Makes a label final, if that is what it is and it was not before.
    #[inline(always)]
    fn finish(&mut self, place: u32, minutes: f64) -> bool {
        let is_final = &mut self.is_final[place as usize];
        if *is_final || minutes != self.minutes[place as usize] {
            return false;
        }
        *is_final = true;
        self.order.push(place);
        true
    }
}
