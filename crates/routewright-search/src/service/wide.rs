//! Changes of several lines at once: vehicles change hands, lines come and go.

use rand::RngExt;

use super::chain::{Chain, Price, WIDE};
use crate::moves::{Counts, below};

/// Draws until a change of two lines is given up: most pairs of lines have nothing to exchange.
pub(super) const PAIR_DRAWS: u32 = 8;

/// A change of several lines that was drawn into the candidates.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wide {
    /// The candidates replace the lines at two places.
    Replace([usize; 2]),
    /// The first candidate replaces a line; the second is new.
    Split(usize),
    /// The first candidate is new.
    Add,
    /// A line goes.
    Drop(usize),
    /// A line goes, and the first candidate replaces another.
    Bequeath { from: usize, to: usize },
}

impl Chain<'_> {
    /// Tries a change of several lines.
    pub(super) fn try_wide(&mut self, temperature: f64) {
        let count = self.at.service.lines.len();
        let first = self.task.moves.names().count() + 1;
        // Three draws in twelve are moves of two lines, which count for themselves.
        let draw = below(&mut self.at.rng, 12);
        let (kind, drawn) = match draw {
            0..=4 if count > 1 => (first, self.draw_shift()),
            5 if count > 1 => (first + 1, self.draw_drop()),
            6 => (first + 2, self.draw_add()),
            10 => (first + 3, self.draw_split()),
            11 if count > 1 => (first + 4, self.draw_join()),
            7..=9 if count > 1 && self.task.moves.has_pairs() => match self.draw_pair() {
                Some((kind, places)) => (kind, Some(Wide::Replace(places))),
                None => return,
            },
            _ => return,
        };
        debug_assert!(first + WIDE.len() == self.at.counts.len());
        if !(7..=9).contains(&draw) {
            self.at.counts[kind].0[Counts::TRIED] += 1;
        }
        let Some(change) = drawn else { return };
        self.at.counts[kind].0[Counts::LEGAL] += 1;
        self.at.counts[kind].0[Counts::SCORED] += 1;
        self.at.evaluations += 1;
        let limit = self.limit(temperature);
        self.apply(change);
        let minutes = self.sections.minutes();
        let charge = self.task.charge(&self.at.service);
        // Vehicles change hands to relieve others; other changes rarely do.
        let relieves = self.at.rng.random_bool(if kind == first { 0.5 } else { 0.1 });
        let least = if relieves { 0.0 } else { self.at.price.overload };
        if minutes + charge + least <= limit {
            let price = Price { minutes, overload: self.price_of_overload(None), charge };
            if price.total() <= limit {
                self.accept(kind, price, true);
                return;
            }
        }
        self.undo(change);
    }

    /// Moves some service from one line to another.
    fn draw_shift(&mut self) -> Option<Wide> {
        let [from, to] = self.two_places();
        let problem = self.task.problem;
        let steps = 1 + below(&mut self.at.rng, 3) as i64;
        let (giver, taker) = (&self.at.service.lines[from], &self.at.service.lines[to]);
        let [one, two] = &mut self.candidates;
        one.copy_from(giver);
        two.copy_from(taker);
        one.set_setting(problem, problem.stepped(giver.setting, -steps)?);
        two.set_setting(problem, problem.stepped(taker.setting, steps)?);
        let needed = one.vehicles + two.vehicles;
        (needed <= self.vehicles_without(&[from, to])).then_some(Wide::Replace([from, to]))
    }

    /// Drops a line and gives its vehicles to another, or to nobody.
    fn draw_drop(&mut self) -> Option<Wide> {
        let [from, to] = self.two_places();
        if self.at.rng.random_bool(0.3) {
            return Some(Wide::Drop(from));
        }
        let problem = self.task.problem;
        let available = self.vehicles_without(&[from, to]);
        let heir = &self.at.service.lines[to];
        let candidate = &mut self.candidates[0];
        candidate.copy_from(heir);
        candidate.set_setting(problem, problem.setting_within(heir.round_trip, available)?);
        Some(Wide::Bequeath { from, to })
    }

    /// Adds a line with vehicles that are free or that another line has.
    fn draw_add(&mut self) -> Option<Wide> {
        let (task, count) = (self.task.clone(), self.at.service.lines.len());
        let problem = task.problem;
        if count >= task.most_lines {
            return None;
        }
        let donor = below(&mut self.at.rng, count);
        let (free, line) = (self.vehicles_without(&[]), &self.at.service.lines[donor]);
        let [one, two] = &mut self.candidates;
        if self.at.rng.random_bool(0.5) {
            if !task.draw_line(&mut self.at.rng, two, &mut self.drafts[1]) {
                return None;
            }
        } else {
            // Much like a line there is.
            let kind = task.moves.draw(&mut self.at.rng, None);
            let draft = &mut self.drafts[1];
            if !task.moves.propose(kind, &task.context, &mut self.at.rng, line.route.stops(), draft) {
                return None;
            }
            two.set_stops(problem, draft);
            two.route.set_origin(None);
            if !task.allows(two) {
                return None;
            }
        }
        if self.at.service.has_line(two.route.stops(), &[]) {
            return None;
        }
        if free > 0 && self.at.rng.random_bool(0.5) {
            let vehicles = 1 + below(&mut self.at.rng, free as usize) as u32;
            two.set_setting(problem, problem.setting_within(two.round_trip, vehicles)?);
            self.candidates.swap(0, 1);
            return Some(Wide::Add);
        }
        if line.vehicles < 2 {
            return None;
        }
        let kept = 1 + below(&mut self.at.rng, line.vehicles as usize - 1) as u32;
        one.copy_from(line);
        one.set_setting(problem, problem.setting_within(line.round_trip, kept)?);
        let left = free + line.vehicles - one.vehicles;
        two.set_setting(problem, problem.setting_within(two.round_trip, left)?);
        Some(Wide::Split(donor))
    }

    /// Draws a change of the stops of two lines, and says by which move and of which two.
    fn draw_pair(&mut self) -> Option<(usize, [usize; 2])> {
        let task = self.task.clone();
        let problem = task.problem;
        let (kind, places) = (0..PAIR_DRAWS).find_map(|_| {
            let places = self.two_places();
            let stops = places.map(|at| self.at.service.lines[at].route.stops());
            let kind = task.moves.draw_pair(&mut self.at.rng);
            self.at.counts[kind].0[Counts::TRIED] += 1;
            let is_legal =
                task.moves.propose_pair(kind, &task.context, &mut self.at.rng, stops, &mut self.drafts);
            is_legal.then_some((kind, places))
        })?;
        let mut available = self.vehicles_without(&places);
        for (at, &place) in places.iter().enumerate() {
            let (line, candidate) = (&self.at.service.lines[place], &mut self.candidates[at]);
            candidate.copy_from(line);
            candidate.set_stops(problem, &self.drafts[at]);
            // The second line needs a vehicle, too.
            let most = available.saturating_sub(1 - at as u32);
            let setting = problem.setting_from(candidate.round_trip, line.setting, most)?;
            candidate.set_setting(problem, setting);
            available -= candidate.vehicles;
            if !task.allows(candidate) || self.at.service.has_line(candidate.route.stops(), &places) {
                return None;
            }
        }
        let [one, two] = &self.candidates;
        (!one.route.is_same_line(two.route.stops())).then_some((kind, places))
    }

    pub(super) fn two_places(&mut self) -> [usize; 2] {
        let count = self.at.service.lines.len();
        let one = below(&mut self.at.rng, count);
        [one, (one + 1 + below(&mut self.at.rng, count - 1)) % count]
    }

    /// Makes the change, in the service and in its sections. What it replaces is left in the candidates.
    pub(super) fn apply(&mut self, change: Wide) {
        match change {
            Wide::Replace(places) => {
                places.into_iter().enumerate().for_each(|(at, place)| self.swap(place, at))
            }
            Wide::Split(donor) => {
                self.swap(donor, 0);
                self.push(1);
            }
            Wide::Add => self.push(0),
            Wide::Drop(place) => self.remove(place, 1),
            Wide::Bequeath { from, to } => {
                self.swap(to, 0);
                self.remove(from, 1);
            }
        }
    }

    /// Undoes a change that was made.
    fn undo(&mut self, change: Wide) {
        match change {
            Wide::Replace(places) => {
                places.into_iter().enumerate().for_each(|(at, place)| self.swap(place, at))
            }
            Wide::Split(donor) => {
                self.pop(1);
                self.swap(donor, 0);
            }
            Wide::Add => self.pop(0),
            Wide::Drop(place) => self.put_back(place, 1),
            Wide::Bequeath { from, to } => {
                self.put_back(from, 1);
                self.swap(to, 0);
            }
        }
    }

    /// Exchanges the line at a place for a candidate.
    fn swap(&mut self, place: usize, candidate: usize) {
        std::mem::swap(&mut self.at.service.lines[place], &mut self.candidates[candidate]);
        self.sections.take_out(place);
        self.sections.put(place, self.at.service.lines[place].line());
    }

    /// Adds a candidate behind the last line.
    fn push(&mut self, candidate: usize) {
        let place = self.at.service.lines.len();
        self.at.service.lines.push(std::mem::take(&mut self.candidates[candidate]));
        self.sections.put(place, self.at.service.lines[place].line());
    }

    /// Takes the last line away again.
    fn pop(&mut self, candidate: usize) {
        let line = self.at.service.lines.pop().expect("a line was added");
        self.candidates[candidate] = line;
        self.sections.take_out(self.at.service.lines.len());
    }

    /// Takes a line away; the last one takes its place.
    fn remove(&mut self, place: usize, candidate: usize) {
        let last = self.at.service.lines.len() - 1;
        self.candidates[candidate] = self.at.service.lines.swap_remove(place);
        self.sections.take_out(place);
        if place < last {
            self.sections.take_out(last);
            self.sections.put(place, self.at.service.lines[place].line());
        }
    }

    /// Puts a line back to where it was taken away.
    fn put_back(&mut self, place: usize, candidate: usize) {
        let line = std::mem::take(&mut self.candidates[candidate]);
        let last = self.at.service.lines.len();
        self.at.service.lines.push(line);
        self.at.service.lines.swap(place, last);
        if place < last {
            self.sections.take_out(place);
            self.sections.put(last, self.at.service.lines[last].line());
        }
        self.sections.put(place, self.at.service.lines[place].line());
    }
}
