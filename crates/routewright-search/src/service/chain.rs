//! One chain of changes of a service.

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_eval::service::Sections;
use routewright_model::NodeId;

use super::lines::{ServedRoute, Service};
use super::task::Task;
use crate::moves::{Counts, below};

/// How much work a round is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Lines taken out one after the other.
    pub(super) visits: u32,
    /// Changes scored on each of them.
    pub(super) tries: u32,
    /// Changes of several lines in between.
    pub(super) wide: u32,
    /// Whether loads are worked out for every change that riders would accept, or once per line.
    pub(super) loads_per_change: bool,
}

/// What a service costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Price {
    /// Mean perceived minutes by sections.
    pub(super) minutes: f64,
    /// Riders above capacity, in perceived minutes of a mean trip.
    pub(super) overload: f64,
    /// What terms of the cost charge.
    pub(super) charge: f64,
}

impl Price {
    pub(super) fn total(&self) -> f64 {
        self.minutes + self.overload + self.charge
    }
}

/// Where a chain is: everything that a round changes.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) rng: ChaCha8Rng,
    pub(super) service: Service,
    pub(super) price: Price,
    /// Share of the capacity that sections may fill, so that strategies stay below all of it.
    pub(super) room: f64,
    pub(super) evaluations: u64,
    pub(super) counts: Vec<Counts>,
}

/// A service that is changed step by step.
pub(super) struct Chain<'p> {
    pub(super) task: Arc<Task<'p>>,
    pub(super) at: Position,
    pub(super) best: Service,
    pub(super) best_cost: f64,
    pub(super) sections: Sections<'p>,
    pub(super) is_cancelled: bool,
    /// What a small change costs, as last measured.
    pub(super) worsening: f64,
    pub(super) drafts: [Vec<NodeId>; 2],
    pub(super) candidates: [ServedRoute; 2],
    /// A line before it was visited.
    before: ServedRoute,
}

/// Names of the changes that are not moves of stops.
pub(super) const FREQUENCY: &str = "frequency";
pub(super) const WIDE: [&str; 5] = ["shift-vehicles", "drop-line", "add-line", "split-line", "join-lines"];

impl<'p> Chain<'p> {
    /// Names of all changes, in the order of their counters.
    pub(super) fn names(task: &Task<'_>) -> Vec<&'static str> {
        task.moves.names().chain([FREQUENCY]).chain(WIDE).collect()
    }

    pub(super) fn new(task: Arc<Task<'p>>, rng: ChaCha8Rng, service: Service) -> Self {
        let counts = vec![Counts::default(); Self::names(&task).len()];
        let price = Price::default();
        let at = Position { rng, service, price, room: 1.0, evaluations: 0, counts };
        let mut chain = Self {
            sections: task.sections(),
            best: at.service.clone(),
            best_cost: f64::INFINITY,
            at,
            is_cancelled: false,
            worsening: 0.0,
            drafts: Default::default(),
            candidates: Default::default(),
            before: ServedRoute::default(),
            task,
        };
        chain.score_again();
        chain.note_best();
        chain
    }

    /// Returns to where the chain was; only the best service stays.
    pub(super) fn return_to(&mut self, at: Position) {
        self.at = at;
        self.set_sections();
    }

    /// Moves to the service of another chain.
    pub(super) fn take_over(&mut self, other: &Chain<'_>) {
        self.at.service.clone_from(&other.at.service);
        // Costs with another share of the capacity cannot be compared.
        if self.at.room != other.at.room {
            self.best_cost = f64::INFINITY;
        }
        (self.at.price, self.at.room) = (other.at.price, other.at.room);
        self.set_sections();
        self.note_best();
    }

    pub(super) fn cost(&self) -> f64 {
        self.at.price.total()
    }

    /// Changes the share of capacity that may be filled.
    pub(super) fn set_room(&mut self, room: f64) {
        if self.at.room != room {
            self.at.room = room;
            self.at.price.overload = self.price_of_overload(None);
            self.best_cost = f64::INFINITY;
            self.note_best();
        }
    }

    /// Scores the service it is at from scratch.
    pub(super) fn score_again(&mut self) {
        self.set_sections();
        let minutes = self.sections.minutes();
        let overload = self.price_of_overload(None);
        self.at.price = Price { minutes, overload, charge: self.task.charge(&self.at.service) };
    }

    fn set_sections(&mut self) {
        self.sections.set(self.at.service.lines.iter().map(ServedRoute::line));
    }

    /// Takes out lines one after the other and tries changes of each, and changes of several lines in between.
    pub(super) fn anneal(&mut self, temperature: f64, effort: Effort) {
        for _ in 0..effort.visits {
            if self.is_asked_to_end() {
                return;
            }
            for _ in 0..effort.wide {
                self.try_wide(temperature);
            }
            let out = below(&mut self.at.rng, self.at.service.lines.len());
            match effort.loads_per_change {
                true => self.visit(out, temperature, effort.tries, true),
                false => self.visit_and_load(out, temperature, effort.tries),
            }
        }
    }

    /// Takes a line out and tries changes of it.
    fn visit(&mut self, out: usize, temperature: f64, tries: u32, loads: bool) {
        self.sections.take_out(out);
        let mut left = tries;
        // Most draws of a rigid line break some rule; they cost little but must end some time.
        for _ in 0..tries.saturating_mul(8) {
            left -= u32::from(self.try_change(out, temperature, loads));
            if left == 0 {
                break;
            }
        }
        self.sections.put(out, self.at.service.lines[out].line());
    }

    /// Takes a line out and tries changes of it as if vehicles held everybody, then works out loads once. If they are
    /// much worse, the line goes back to what it was.
    fn visit_and_load(&mut self, out: usize, temperature: f64, tries: u32) {
        let before = self.at.price;
        let mut line = std::mem::take(&mut self.before);
        line.copy_from(&self.at.service.lines[out]);
        self.visit(out, temperature, tries, false);
        if self.at.service.lines[out] != line {
            let chance: f64 = self.at.rng.random();
            self.at.price.overload = self.price_of_overload(None);
            let worse = self.at.price.overload - before.overload;
            if worse > -temperature * libm::log(1.0 - chance) && self.cost() > before.total() {
                std::mem::swap(&mut self.at.service.lines[out], &mut line);
                self.at.price = before;
                self.sections.take_out(out);
                self.sections.put(out, self.at.service.lines[out].line());
            } else {
                self.note_best();
            }
        }
        self.before = line;
    }

    /// Scores some changes of every line, accepts none, and measures what they cost.
    pub(super) fn measure_worsening(&mut self, samples: usize) {
        let count = self.at.service.lines.len();
        let minutes = self.at.price.minutes;
        let mut worse = Vec::new();
        for out in 0..count {
            if self.is_asked_to_end() {
                return;
            }
            self.sections.take_out(out);
            for _ in 0..(samples / count).max(16) {
                if self.draft(out).is_some() {
                    self.at.evaluations += 1;
                    let found = self.sections.minutes_with(self.candidates[0].line());
                    worse.extend((found > minutes).then_some(found - minutes));
                }
            }
            self.sections.put(out, self.at.service.lines[out].line());
        }
        worse.sort_by(f64::total_cmp);
        self.worsening = worse.get(worse.len() / 4).copied().unwrap_or(1e-3).max(1e-9);
    }

    fn is_asked_to_end(&mut self) -> bool {
        self.is_cancelled = self.is_cancelled || self.task.interrupt.is_asked();
        self.is_cancelled
    }

    /// Vehicles that a line may have while the others keep theirs.
    pub(super) fn vehicles_without(&self, out: &[usize]) -> u32 {
        let taken: u32 = out.iter().map(|&at| self.at.service.lines[at].vehicles).sum();
        self.task.vehicles - (self.at.service.vehicles() - taken)
    }

    /// Draws a change of a line into the first candidate and says of which kind. `None` if it broke a rule.
    fn draft(&mut self, out: usize) -> Option<usize> {
        let task = self.task.clone();
        let problem = task.problem;
        let available = self.vehicles_without(&[out]);
        let line = &self.at.service.lines[out];
        let candidate = &mut self.candidates[0];
        candidate.copy_from(line);
        let moves = task.moves.names().count();
        if self.at.rng.random_bool(0.12) {
            self.at.counts[moves].0[Counts::TRIED] += 1;
            let steps = 1 + below(&mut self.at.rng, 2) as i64;
            let steps = if self.at.rng.random_bool(0.5) { steps } else { -steps };
            candidate.set_setting(problem, problem.stepped(line.setting, steps)?);
            if candidate.vehicles > available {
                return None;
            }
            self.at.counts[moves].0[Counts::LEGAL] += 1;
            return Some(moves);
        }
        let kind = task.moves.draw(&mut self.at.rng, None);
        self.at.counts[kind].0[Counts::TRIED] += 1;
        let draft = &mut self.drafts[0];
        if !task.moves.propose(kind, &task.context, &mut self.at.rng, line.route.stops(), draft)
            || self.at.service.has_line(draft, &[out])
        {
            return None;
        }
        candidate.set_stops(problem, draft);
        if !task.allows(candidate) {
            return None;
        }
        candidate.set_setting(problem, problem.setting_from(candidate.round_trip, line.setting, available)?);
        self.at.counts[kind].0[Counts::LEGAL] += 1;
        Some(kind)
    }

    /// Tries a change of the line that is out; loads count, or are taken to stay as they are. False if it broke a rule.
    fn try_change(&mut self, out: usize, temperature: f64, loads: bool) -> bool {
        let Some(kind) = self.draft(out) else { return false };
        let limit = self.limit(temperature);
        let charge = self.charge_of(&[out]);
        self.at.evaluations += 1;
        self.at.counts[kind].0[Counts::SCORED] += 1;
        let minutes = self.sections.minutes_with(self.candidates[0].line());
        // Loads take time to work out. Mostly it is taken for granted that they are no better than before.
        let least = if !loads || self.at.rng.random_bool(0.9) { self.at.price.overload } else { 0.0 };
        if minutes + charge + least > limit {
            return true;
        }
        let overload = if loads { self.price_of_overload(Some(out)) } else { least };
        let price = Price { minutes, overload, charge };
        if price.total() <= limit {
            std::mem::swap(&mut self.at.service.lines[out], &mut self.candidates[0]);
            self.accept(kind, price, loads);
        }
        true
    }

    /// What terms charge once the lines at some places are replaced by the candidates.
    pub(super) fn charge_of(&mut self, places: &[usize]) -> f64 {
        if !self.task.charges() {
            return 0.0;
        }
        for (&place, candidate) in places.iter().zip(&mut self.candidates) {
            std::mem::swap(&mut self.at.service.lines[place], candidate);
        }
        let charge = self.task.charge(&self.at.service);
        for (&place, candidate) in places.iter().zip(&mut self.candidates) {
            std::mem::swap(&mut self.at.service.lines[place], candidate);
        }
        charge
    }

    /// Riders above capacity, in perceived minutes of a mean trip: of the lines that sections hold, or with the first
    /// candidate at a place that is free.
    pub(super) fn price_of_overload(&mut self, out: Option<usize>) -> f64 {
        let problem = self.task.problem;
        if problem.overload_price == 0.0 {
            return 0.0;
        }
        let overload = match out {
            Some(out) => self.sections.overload_with(out, self.candidates[0].line(), self.at.room),
            None => self.sections.overload(self.at.room),
        };
        problem.overload_price * overload / problem.trips_per_hour()
    }

    /// The cost up to which a change is accepted: Metropolis' rule with the chance drawn first.
    pub(super) fn limit(&mut self, temperature: f64) -> f64 {
        let chance: f64 = self.at.rng.random();
        self.cost() - temperature * libm::log(1.0 - chance)
    }

    /// Takes note that the service it is at now has this price, which is known or assumed.
    pub(super) fn accept(&mut self, kind: usize, price: Price, is_known: bool) {
        let counts = &mut self.at.counts[kind].0;
        counts[Counts::ACCEPTED] += 1;
        counts[Counts::IMPROVING] += u64::from(price.total() < self.at.price.total());
        self.at.price = price;
        if is_known {
            self.note_best();
        }
    }

    pub(super) fn note_best(&mut self) {
        if self.cost() < self.best_cost - 1e-12 {
            self.best_cost = self.cost();
            self.best.clone_from(&self.at.service);
        }
    }
}
