//! Lines and walks laid out for speed: flat arrays, no pointers to follow.

use super::{RiderCosts, ServiceLine, Walk};

/// All lines and walks. A *call* is a stop of a line, in one row for all lines: the calls of a line follow each other,
/// and the leg from a call leads to the next. Call 0 belongs to no line, so that every line has a call before it.
#[derive(Clone, Debug, Default)]
pub(super) struct Timetable {
    pub place_count: usize,
    /// The place of each call.
    pub place: Vec<u32>,
    /// The line of each call.
    pub line: Vec<u32>,
    /// Minutes to the next call; infinite at the last call of a line.
    pub leg: Vec<f64>,
    /// Departures per minute.
    pub frequency: Vec<f64>,
    /// The first call of each line.
    pub first: Vec<u32>,
    /// Calls where riders can board, by place.
    pub boarding: ByPlace,
    /// Calls where riders can alight, by place.
    pub alighting: ByPlace,
    /// Walks by the place they lead to.
    pub walks_into: ByPlace,
    /// Where each walk starts and ends, the minutes a clock shows and how long it feels.
    pub walks: Vec<WalkLink>,
}

/// A walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkLink {
    pub from: u32,
    pub to: u32,
    pub minutes: f64,
    pub cost: f64,
}

impl Timetable {
    /// Takes over the walks of a city. Has no lines yet.
    pub fn new(place_count: usize, walks: &[Walk], costs: &RiderCosts) -> Self {
        assert!(walks.iter().all(|walk| walk.minutes >= 0.0), "a walk takes no less than no time");
        let link = |walk: &Walk| WalkLink {
            from: walk.from.index() as u32,
            to: walk.to.index() as u32,
            minutes: walk.minutes,
            cost: costs.walk_weight * walk.minutes,
        };
        let mut table = Self { place_count, walks: walks.iter().map(link).collect(), ..Self::default() };
        let ends = table.walks.iter().enumerate().map(|(at, walk)| (walk.to, at as u32));
        table.walks_into.set(place_count, ends);
        table
    }

    /// Replaces all lines.
    ///
    /// # Panics
    /// A line has a headway that is not above 0, or not one leg less than stops, or a leg of less than no time.
    pub fn set_lines(&mut self, lines: &[ServiceLine]) {
        self.place.clear();
        self.line.clear();
        self.leg.clear();
        self.frequency.clear();
        self.first.clear();
        self.push_call(0, 0, f64::INFINITY, 0.0);
        for (at, line) in lines.iter().enumerate() {
            assert!(line.headway > 0.0 && line.headway.is_finite(), "a headway is more than 0 minutes");
            assert!(line.leg_minutes.len() + 1 == line.stops.len(), "a line has one leg less than stops");
            let no_less = line.leg_minutes.iter().all(|minutes| *minutes >= 0.0);
            assert!(no_less, "a leg takes no less than no time");
            self.first.push(self.place.len() as u32);
            let legs = line.leg_minutes.iter().copied().chain([f64::INFINITY]);
            for (stop, leg) in line.stops.iter().zip(legs) {
                self.push_call(stop.index() as u32, at as u32, leg, 1.0 / line.headway);
            }
        }
        let (place, leg) = (&self.place, &self.leg);
        let calls = || (1..place.len()).map(|call| (place[call], call as u32));
        self.boarding.set(self.place_count, calls().filter(|call| leg[call.1 as usize].is_finite()));
        self.alighting.set(self.place_count, calls().filter(|call| leg[call.1 as usize - 1].is_finite()));
    }

    /// Calls of all lines, and one.
    pub fn call_count(&self) -> usize {
        self.place.len()
    }

    fn push_call(&mut self, place: u32, line: u32, leg: f64, frequency: f64) {
        self.place.push(place);
        self.line.push(line);
        self.leg.push(leg);
        self.frequency.push(frequency);
    }
}

/// Things at every place, in one row.
#[derive(Clone, Debug, Default)]
pub(super) struct ByPlace {
    starts: Vec<u32>,
    /// The things, place by place.
    pub all: Vec<u32>,
}

impl ByPlace {
    /// Where the things at a place are.
    #[inline(always)]
    pub fn range(&self, place: u32) -> std::ops::Range<usize> {
        self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize
    }

    /// The things at a place.
    #[inline(always)]
    pub fn at(&self, place: u32) -> &[u32] {
        &self.all[self.range(place)]
    }

    fn set(&mut self, place_count: usize, things: impl Iterator<Item = (u32, u32)> + Clone) {
        self.starts.clear();
        self.starts.resize(place_count + 2, 0);
        // Counted two places ahead, then one: afterwards every place starts where it should.
        things.clone().for_each(|(place, _)| self.starts[place as usize + 2] += 1);
        for place in 2..place_count + 2 {
            self.starts[place] += self.starts[place - 1];
        }
        self.all.clear();
        self.all.resize(self.starts[place_count + 1] as usize, 0);
        for (place, thing) in things {
            let next = &mut self.starts[place as usize + 1];
            self.all[*next as usize] = thing;
            *next += 1;
        }
        self.starts.truncate(place_count + 1);
    }
}
