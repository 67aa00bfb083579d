//! The operator's problem: a network that is proven to take the fewest route minutes, and among those that take equally few
//! one that is good for riders.

use routewright_eval::{BoundOptions, route_minutes_bound};
use routewright_model::{Alpha, Problem};

use super::{Anneal, SAMPLES};
use crate::RouteSet;
use crate::chain::{Chain, Effort};
use crate::moves::RoutePool;

/// Steps of the first attempt at a proof, some hundredths of a second.
const FIRST_STEPS: u64 = 20_000_000;
/// Every other attempt has so many times the steps of the one before.
const GROWTH: u64 = 4;
/// What an attempt may take, as a share of what is left of the run.
const MOST_SHARE: f64 = 0.6;
/// Share of the run after which riders come first among networks of equal route minutes.
const RIDERS_FROM: f64 = 0.85;
/// No network keeps riders on their way for longer than this many times the longest drive.
const LONGEST_TRIP: f64 = 20.0;
/// Changes of two routes for every change of one: most that cost the operator nothing exchange parts of routes.
const PAIRS_PER_TRY: f64 = 0.5;

/// Attempts to find a network of fewest route minutes by proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Least {
    /// Steps of the last attempt at most.
    steps: u64,
    /// Share of the run when it began.
    began: f64,
    /// Whether there will be no other.
    is_over: bool,
    /// Whether the network was found.
    is_found: bool,
    /// Whether it found routes that promise most for the network.
    pub(super) has_pool: bool,
}

/// The time when riders come first.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Riders {
    /// Share of the run when it began.
    began: f64,
    /// What a typical change costs; `None` before it is known.
    scale: Option<f64>,
    /// Cost of the best network as it is weighed then.
    best_cost: f64,
}

impl Anneal<'_> {
    /// Attempts a proof if one is due. Returns whether this round was spent on it.
    pub(super) fn look_for_least(&mut self, progress: f64) -> bool {
        let least = self.course.least;
        if !self.may_prove || least.is_over || self.chains[0].is_large() {
            return false;
        }
        let is_affordable = GROWTH as f64 * (progress - least.began) <= MOST_SHARE * (1.0 - progress);
        if least.steps > 0 && !is_affordable {
            self.course.least.is_over = true;
            return false;
        }
        let steps = least.steps.saturating_mul(GROWTH).max(FIRST_STEPS);
        let interrupt = self.chains[0].interrupt().clone();
        let options = BoundOptions { distinct: true, most_steps: steps, ..BoundOptions::default() };
        let bound = route_minutes_bound(self.problem, &options, &mut || !interrupt.is_asked());
        if interrupt.is_asked() {
            self.chains.cancel();
            return true;
        }
        self.course.least = Least { steps, began: progress, ..least };
        match bound {
            Ok(bound) if !bound.is_final && bound.promising.is_empty() => {}
            Ok(bound) => {
                self.course.least.is_over = bound.is_final;
                self.course.least.has_pool = !bound.promising.is_empty();
                let networks = [bound.promising, bound.likely]
                    .map(|routes| RouteSet::from_stops(&self.problem.city, &routes));
                let pool = RoutePool::new(&self.problem.city, networks.into());
                // Where the proof lists no routes, those of short annealings will be a pool like any other.
                self.pool = if self.course.least.has_pool { pool.proven() } else { pool };
                self.share_pool();
                let found =
                    bound.network.and_then(|found| RouteSet::from_network(&self.problem.city, &found).ok());
                if let Some(routes) = found {
                    self.course.least.is_found = true;
                    self.chains.iter_mut().for_each(|chain| chain.move_to(&routes));
                }
            }
            Err(_) => self.course.least.is_over = true,
        }
        true
    }

    /// Share of the run after which there is nothing left to do for the operator.
    pub(super) fn end(&self) -> f64 {
        if self.problem.alpha.value() == 0.0 && !self.chains[0].is_large() { RIDERS_FROM } else { 1.0 }
    }

    /// Whether the operator's side is settled, or all but.
    pub(super) fn is_time_for_riders(&self, progress: f64) -> bool {
        let is_late = progress >= RIDERS_FROM && self.course.scale > 0.0;
        self.problem.alpha.value() == 0.0
            && !self.chains[0].is_large()
            && (self.course.riders.is_some() || self.course.least.is_found || is_late)
    }

    /// Weighs riders so little that no route minute is spent on them, and anneals.
    pub(super) fn help_riders(&mut self, progress: f64, threads: usize) {
        let Some(riders) = self.course.riders else {
            let best = self.best.clone();
            self.chains.iter_mut().for_each(|chain| chain.move_to(&best));
            let best_cost = self.weigh_riders();
            self.chains.iter_mut().for_each(|chain| chain.forget_best());
            self.course.riders = Some(Riders { began: progress, scale: None, best_cost });
            return;
        };
        let Some(scale) = riders.scale else {
            let step = least_step(self.problem);
            let work = |_: usize, chain: &mut Chain<'_>| chain.measure_worsening_below(SAMPLES, step / 2.0);
            if self.chains.run(threads, work).is_some() {
                let known: Vec<f64> =
                    self.chains.iter().map(|chain| chain.worsening()).filter(|&scale| scale > 0.0).collect();
                let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
                self.course.riders = Some(Riders { scale: Some(mean), ..riders });
            }
            return;
        };
        let within = ((progress - riders.began) / (1.0 - riders.began)).clamp(0.0, 1.0);
        let temperature = scale * self.config.hot * libm::pow(self.config.cold / self.config.hot, within);
        let effort = self.effort();
        let pairs = (PAIRS_PER_TRY * f64::from(effort.tries)) as u32;
        let effort = Effort { pairs, ..effort };
        self.chains.run(threads, |_, chain| chain.anneal(temperature, effort, &mut ()));
        self.keep_best_for_riders(riders);
    }

    /// Lets chains weigh riders; the cost of the network they are at.
    pub(super) fn weigh_riders(&mut self) -> f64 {
        let alpha = riders_weight(self.problem);
        self.chains.iter_mut().for_each(|chain| chain.set_alpha(alpha));
        self.chains[0].cost()
    }

    fn keep_best_for_riders(&mut self, riders: Riders) {
        let best = self.chains.iter().min_by(|a, b| a.best_cost().total_cmp(&b.best_cost()));
        let Some(best) = best.filter(|best| best.best_cost() < riders.best_cost) else { return };
        self.best.clone_from(best.best());
        let best_cost = best.best_cost();
        self.course.riders = Some(Riders { best_cost, ..riders });
        // The operator's cost is the same or lower.
        let chain = &mut self.chains[0];
        chain.set_alpha(self.problem.alpha);
        self.best_cost = chain.cost_of(&self.best);
        chain.set_alpha(riders_weight(self.problem));
    }
}

/// The least that two networks of different route minutes differ by in cost, where riders do not count.
fn least_step(problem: &Problem) -> f64 {
    let city = &problem.city;
    let times = city.links().map(|link| link.time).chain(city.turns().iter().map(|turn| turn.time));
    let unit = times.fold(0, |unit, time| greatest_common_divisor(unit, time.0));
    f64::from(unit) / (problem.limits.routes() as f64 * f64::from(city.longest_drive().0))
}

/// So little that a whole step of the operator's cost outweighs all that riders could gain.
fn riders_weight(problem: &Problem) -> Alpha {
    let step = least_step(problem);
    Alpha::new(step / (2.0 * LONGEST_TRIP + step)).expect("a share")
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
