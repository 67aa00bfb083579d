//! Which lines run from one node to another without a change, and what that takes a rider.

use crate::Line;

/// A line that takes part in sections, with how often it runs.
#[derive(Clone, Copy, Debug)]
pub struct SectionLine<'a> {
    /// Its stops and driving times.
    pub line: Line<'a>,
    /// Minutes between two departures, the same both ways; more than 0.
    pub headway_minutes: f64,
}

/// A ride from one node to another on one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride {
    pub(super) seconds: u32,
    /// The line in one direction: twice the place of its route, and one more on the way back.
    pub(super) way: u32,
    /// Where one boards and alights, as places among the stops of the way.
    pub(super) from: u16,
    pub(super) to: u16,
}

/// The rides from one node to another: those that riders are ready to take first, by time.
#[derive(Clone, Debug, Default)]
pub(super) struct Pair {
    rides: Vec<Ride>,
    /// How many of them riders are ready to take.
    attractive: usize,
    /// Departures per second of these, and the same weighted with riding seconds.
    frequency: f64,
    weighted: f64,
}

impl Pair {
    /// The rides that riders are ready to take.
    pub(super) fn attractive(&self) -> &[Ride] {
        &self.rides[..self.attractive]
    }

    /// Departures per second of the rides that riders are ready to take.
    pub(super) fn frequency(&self) -> f64 {
        self.frequency
    }

    /// Sums up the rides worth waiting for: by riding time, while it is below the expected time so far.
    fn sum_up(&mut self, wait: f64, frequencies: &[f64]) {
        (self.attractive, self.frequency, self.weighted) = (0, 0.0, 0.0);
        let mut expected = f64::INFINITY;
        for ride in &self.rides {
            let seconds = f64::from(ride.seconds);
            if seconds >= expected {
                break;
            }
            let frequency = frequencies[ride.way as usize];
            self.frequency += frequency;
            self.weighted += frequency * seconds;
            self.attractive += 1;
            expected = (wait + self.weighted) / self.frequency;
        }
    }

    /// Expected seconds from one node to the other; infinite where no line runs.
    #[inline(always)]
    fn seconds(&self, wait: f64) -> f64 {
        (wait + self.weighted) / self.frequency
    }

    /// The same with one more ride. `None` if nobody waits for it.
    #[inline(always)]
    fn seconds_with(&self, wait: f64, frequencies: &[f64], seconds: f64, frequency: f64) -> Option<f64> {
        if self.attractive == 0 {
            return Some(wait / frequency + seconds);
        }
        if seconds >= self.seconds(wait) {
            return None;
        }
        let (mut total, mut weighted) = (self.frequency + frequency, self.weighted + frequency * seconds);
        let mut expected = (wait + weighted) / total;
        // Rides that were just worth waiting for are no longer.
        for ride in self.rides[..self.attractive].iter().rev() {
            let slow = f64::from(ride.seconds);
            if slow < expected {
                break;
            }
            total -= frequencies[ride.way as usize];
            weighted -= frequencies[ride.way as usize] * slow;
            expected = (wait + weighted) / total;
        }
        Some(expected)
    }
}

/// A line as the table holds it.
#[derive(Clone, Debug, Default)]
struct Held {
    stops: Vec<u32>,
    /// Seconds from the first stop to each stop on the way out.
    clock_out: Vec<u32>,
    /// Seconds from each stop to the first on the way back; empty if there is none.
    clock_back: Vec<u32>,
    is_present: bool,
    revisits: bool,
}

impl Held {
    fn set(&mut self, line: Line<'_>, dwell: u32) {
        let dwell = if line.has_own_times() { 0 } else { dwell };
        self.stops.clear();
        self.stops.extend(line.stops.iter().map(|stop| stop.index() as u32));
        read_clock(&mut self.clock_out, line.legs_out.iter().map(|leg| leg.0 + dwell));
        self.clock_back.clear();
        if let Some(legs) = line.legs_back {
            read_clock(&mut self.clock_back, legs.iter().map(|leg| leg.0 + dwell));
        }
        self.is_present = true;
        self.revisits = line.has_own_times()
            && (1..self.stops.len()).any(|at| self.stops[..at].contains(&self.stops[at]));
    }

    /// Whether the way back takes the same time as the way out, leg by leg.
    fn is_symmetric(&self) -> bool {
        self.clock_out == self.clock_back
    }

    /// Every ride: from, to, seconds, whether on the way back, and the places of both stops on that way.
    fn for_each_ride(&self, mut found: impl FnMut(usize, usize, Ride)) {
        let last = self.stops.len() - 1;
        for (at, &from) in self.stops.iter().enumerate() {
            for (to, &stop) in self.stops.iter().enumerate().skip(at + 1) {
                let (from, stop) = (from as usize, stop as usize);
                if from == stop {
                    continue;
                }
                let seconds = self.clock_out[to] - self.clock_out[at];
                found(from, stop, Ride { seconds, way: 0, from: at as u16, to: to as u16 });
                if !self.clock_back.is_empty() {
                    let seconds = self.clock_back[to] - self.clock_back[at];
                    let (from_place, to_place) = ((last - to) as u16, (last - at) as u16);
                    found(stop, from, Ride { seconds, way: 1, from: from_place, to: to_place });
                }
            }
        }
    }
}

fn read_clock(clock: &mut Vec<u32>, legs: impl Iterator<Item = u32>) {
    clock.clear();
    clock.push(0);
    let mut time = 0u32;
    clock.extend(legs.map(|leg| {
        time = time.saturating_add(leg);
        time
    }));
}

/// Lines at their places, and the rides between all pairs of nodes.
pub(super) struct Table {
    n: usize,
    /// Perceived waiting seconds per second between two departures.
    wait: f64,
    dwell: u32,
    lines: Vec<Held>,
    /// Departures per second of each way.
    frequencies: Vec<f64>,
    pairs: Vec<Pair>,
    /// For each node, lines that stop there; twice where a line alone makes a change worth while.
    lines_at: Vec<u32>,
    asymmetric: usize,
    candidate: Held,
}

impl Table {
    pub(super) fn new(n: usize, wait: f64, dwell: u32) -> Self {
        Self {
            n,
            wait,
            dwell,
            lines: Vec::new(),
            frequencies: Vec::new(),
            pairs: vec![Pair::default(); n * n],
            lines_at: vec![0; n],
            asymmetric: 0,
            candidate: Held::default(),
        }
    }

    /// How many places there are, taken or not.
    pub(super) fn places(&self) -> usize {
        self.lines.len()
    }

    /// Puts a line at a place that is free.
    pub(super) fn put(&mut self, place: usize, line: SectionLine<'_>) {
        if self.lines.len() <= place {
            self.lines.resize(place + 1, Held::default());
            self.frequencies.resize(2 * place + 2, 0.0);
        }
        debug_assert!(!self.lines[place].is_present, "the place is free");
        let frequency = 1.0 / (60.0 * line.headway_minutes);
        self.frequencies[2 * place..2 * place + 2].fill(frequency);
        let mut held = std::mem::take(&mut self.lines[place]);
        held.set(line.line, self.dwell);
        self.asymmetric += usize::from(!held.is_symmetric());
        let weight = if held.revisits || held.clock_back.is_empty() { 2 } else { 1 };
        held.stops.iter().for_each(|&stop| self.lines_at[stop as usize] += weight);
        let Self { n, wait, pairs, frequencies, .. } = self;
        held.for_each_ride(|from, to, ride| {
            let pair = &mut pairs[from * *n + to];
            let way = 2 * place as u32 + ride.way;
            if held.revisits {
                // Of one line, the fastest ride alone counts.
                match pair.rides.iter().position(|other| other.way == way) {
                    Some(other) if pair.rides[other].seconds <= ride.seconds => return,
                    Some(other) => drop(pair.rides.remove(other)),
                    None => {}
                }
            }
            let key = (ride.seconds, way);
            let at = pair.rides.iter().position(|other| (other.seconds, other.way) > key);
            pair.rides.insert(at.unwrap_or(pair.rides.len()), Ride { way, ..ride });
            pair.sum_up(*wait, frequencies);
        });
        self.lines[place] = held;
    }

    /// Takes out the line at a place.
    pub(super) fn take_out(&mut self, place: usize) {
        let mut held = std::mem::take(&mut self.lines[place]);
        debug_assert!(held.is_present, "there is a line");
        held.is_present = false;
        self.asymmetric -= usize::from(!held.is_symmetric());
        let weight = if held.revisits || held.clock_back.is_empty() { 2 } else { 1 };
        held.stops.iter().for_each(|&stop| self.lines_at[stop as usize] -= weight);
        let Self { n, wait, pairs, frequencies, .. } = self;
        held.for_each_ride(|from, to, ride| {
            let pair = &mut pairs[from * *n + to];
            let way = 2 * place as u32 + ride.way;
            if let Some(at) = pair.rides.iter().position(|other| other.way == way) {
                pair.rides.remove(at);
                if at < pair.attractive {
                    pair.sum_up(*wait, frequencies);
                }
            }
        });
        self.lines[place] = held;
    }

    /// Whether every ride takes as long as the one back.
    pub(super) fn is_symmetric(&self) -> bool {
        self.asymmetric == 0
    }

    /// Whether riders may have a reason to change at a node.
    pub(super) fn is_for_changes(&self, node: usize) -> bool {
        self.lines_at[node] > 1
    }

    /// Whether any line stops at a node.
    pub(super) fn is_served(&self, node: usize) -> bool {
        self.lines_at[node] > 0
    }

    /// Expected seconds from one node to another without a change; `None` if no line runs.
    pub(super) fn seconds(&self, from: usize, to: usize) -> Option<f64> {
        let pair = &self.pairs[from * self.n + to];
        (pair.attractive > 0).then(|| pair.seconds(self.wait))
    }

    /// The rides from one node to another.
    pub(super) fn pair(&self, from: usize, to: usize) -> &Pair {
        &self.pairs[from * self.n + to]
    }

    /// Departures per second of each way.
    pub(super) fn frequencies(&self) -> &[f64] {
        &self.frequencies
    }

    /// How many stops the line at a place has; none if the place is free.
    pub(super) fn stop_count(&self, place: usize) -> usize {
        if self.lines[place].is_present { self.lines[place].stops.len() } else { 0 }
    }

    /// Writes the expected seconds between the stops of one more line where that line shortens them, row by row,
    /// through `convert`; `none` elsewhere. Returns the stops.
    pub(super) fn seconds_with(
        &mut self,
        line: SectionLine<'_>,
        none: u32,
        convert: impl Fn(f64) -> u32,
        rides: &mut Vec<u32>,
    ) -> &[u32] {
        self.candidate.set(line.line, self.dwell);
        let Self { n, wait, pairs, frequencies, candidate, asymmetric, .. } = self;
        debug_assert!(!candidate.revisits, "a line to try visits no node twice");
        let count = candidate.stops.len();
        let frequency = 1.0 / (60.0 * line.headway_minutes);
        let both_at_once = *asymmetric == 0 && candidate.is_symmetric();
        rides.clear();
        rides.resize(count * count, none);
        for at in 0..count {
            let from = candidate.stops[at] as usize;
            for to in at + 1..count {
                let stop = candidate.stops[to] as usize;
                let seconds = f64::from(candidate.clock_out[to] - candidate.clock_out[at]);
                let pair = &pairs[from * *n + stop];
                if let Some(found) = pair.seconds_with(*wait, frequencies, seconds, frequency) {
                    rides[at * count + to] = convert(found);
                }
                if both_at_once {
                    rides[to * count + at] = rides[at * count + to];
                } else if !candidate.clock_back.is_empty() {
                    let seconds = f64::from(candidate.clock_back[to] - candidate.clock_back[at]);
                    let pair = &pairs[stop * *n + from];
                    if let Some(found) = pair.seconds_with(*wait, frequencies, seconds, frequency) {
                        rides[to * count + at] = convert(found);
                    }
                }
            }
        }
        &candidate.stops
    }
}
