//! Many networks instead of one: what riders gain by what the operator spends.
//!
//! A few chains go up and down over weights of riders against operator, from one end of the front to the other and
//! back, while the temperature falls. At each weight a chain goes on with the better of two networks: the one it
//! brings along from the weight before, and the one that was left here. Every network that a chain scores on its way
//! and that nothing known dominates is kept, so that the front is filled between the weights as well.
//! `docs/front.md` tells what each part brought.

mod compromise;
mod config;
mod finds;
mod hypervolume;
mod staircase;
mod weighting;

use std::sync::Arc;

use routewright_env::{ConstructionOptions, UniformPolicy, construct};
use routewright_eval::Score;
use routewright_model::Problem;

use crate::anneal::chain::{Chain, Ground};
use crate::moves::CheapRoutes;
use crate::{Draw, Plan, Seed};
pub use compromise::{closest_to_ideal, knee};
pub use config::FrontConfig;
pub(crate) use finds::Finds;
pub use hypervolume::hypervolume;
use staircase::Staircase;
pub use staircase::Trade;
use weighting::{Reach, Weighting};

/// Changes that are scored to find out what one costs at a weight.
const SAMPLES: usize = 512;
/// What the temperature of the opening falls to, as a share of what it begins with.
const OPENING_FALL: f64 = 0.1;

/// The search for a front.
pub struct Front<'p> {
    problem: &'p Problem,
    config: FrontConfig,
    walkers: Vec<Walker<'p>>,
    weightings: Vec<Weighting>,
    known: Staircase<Plan>,
    reach: Reach,
    /// Rounds of plain descent left before anything else.
    descent_left: u32,
    /// Progress at which the opening was over.
    opened: f64,
}

/// A chain on its way over the weights.
struct Walker<'p> {
    chain: Chain<'p>,
    /// The weighting it is at; none during the opening.
    place: Option<usize>,
    /// What a typical change costs there; 0 before it is known.
    scale: f64,
}

impl<'p> Front<'p> {
    /// A search that starts from a network, or from random routes that cover the demand.
    pub fn new(problem: &'p Problem, config: FrontConfig, seed: Seed, start: Option<Plan>) -> Self {
        let cheap = Arc::new(CheapRoutes::new(problem));
        let options = ConstructionOptions {
            cover_demand: true,
            distinct: config.distinct,
            ..ConstructionOptions::default()
        };
        let weightings = Weighting::spread(config.weights, config.steepness);
        let reach = Reach::unknown(problem);
        let walkers: Vec<_> = (0..config.chains.max(1) as u32)
            .map(|number| {
                let plan = start.clone().unwrap_or_else(|| {
                    let mut rng = seed.rng(Draw::Construction { sample: number });
                    Plan::from_stops(&problem.city, &construct(problem, options, &UniformPolicy, &mut rng))
                });
                let rng = seed.rng(Draw::Chain { chain: number });
                let mut chain = Chain::new(Ground::new(problem, &cheap, config.distinct, &None), rng, plan);
                let place = config.place(number as usize, 0.0);
                // Where the operator alone counts, no trip has to be looked at: that end is found in no time.
                let is_last = place + 1 == weightings.len();
                let riders = if is_last { 0.0 } else { weightings[place].riders };
                chain.set_alpha(reach.alpha(riders));
                Walker { chain, place: None, scale: 0.0 }
            })
            .collect();
        let descent_left = (4 * problem.limits.routes() as u32).div_ceil(config.visits(problem));
        let known = Staircase::default();
        let mut search =
            Self { problem, config, walkers, weightings, known, reach, descent_left, opened: 0.0 };
        search.keep_present();
        search
    }

    /// Does one round of work, a fraction of a second in all but the largest cities. `progress` runs from 0 to 1 over
    /// the whole run. Uses at most `threads` threads, and gives the same result with any number.
    pub fn advance(&mut self, progress: f64, threads: usize) {
        if self.descent_left > 0 {
            self.descend(threads);
            self.opened = progress;
        } else if progress < self.config.opening {
            self.look_for_ends(progress / self.config.opening, threads);
            self.opened = progress;
        } else {
            self.sweep((progress - self.opened) / (1.0 - self.opened), threads);
        }
        if self.known.len() > 4 * self.config.points {
            self.known.thin(2 * self.config.points);
        }
    }

    /// The networks found, none of them as good as another for riders and the operator: by rising driving time, and
    /// so by falling trip time. No more than asked for.
    pub fn points(&self) -> Vec<(Trade, Plan)> {
        let mut known = self.known.clone();
        known.thin(self.config.points);
        known.into_steps()
    }

    /// How many networks are known that nothing dominates, and what the outermost of them are: the one of the least
    /// driving time, and the one of the shortest trips.
    pub fn extent(&self) -> Option<(usize, [Trade; 2])> {
        let steps = self.known.steps();
        Some((steps.len(), [steps.first()?.0, steps.last()?.0]))
    }

    /// Networks scored so far.
    pub fn evaluations(&self) -> u64 {
        self.walkers.iter().map(|walker| walker.chain.evaluations()).sum()
    }

    /// Plain descent; at its end the temperature of the opening is set by what changes cost there.
    fn descend(&mut self, threads: usize) {
        let (visits, tries, pairs) = self.effort();
        let is_last = self.descent_left == 1;
        self.run_walkers(threads, |walker| {
            walker.chain.anneal(0.0, visits, tries, pairs);
            if is_last {
                walker.measure_scale();
            }
        });
        self.descent_left -= 1;
        self.keep_present();
    }

    /// Each chain anneals for its first weight, so that the reach of the front gets known.
    fn look_for_ends(&mut self, done: f64, threads: usize) {
        let (visits, tries, pairs) = self.effort();
        let heat = self.config.hot * libm::pow(OPENING_FALL, done);
        self.run_walkers(threads, |walker| walker.chain.anneal(heat * walker.scale, visits, tries, pairs));
        self.keep_present();
    }

    /// A round at the weights where the chains are now.
    fn sweep(&mut self, done: f64, threads: usize) {
        for number in 0..self.walkers.len() {
            self.enter(number, self.config.place(number, done));
        }
        let (visits, tries, pairs) = self.effort();
        let heat = self.config.heat(done);
        let (known, distinct) = (self.known.bare(), self.config.distinct);
        self.run_walkers(threads, |walker| {
            if walker.scale == 0.0 {
                walker.measure_scale();
            }
            walker.chain.note_finds(Finds::new(known.clone(), distinct));
            walker.chain.anneal(heat * walker.scale, visits, tries, pairs);
        });
        for walker in &mut self.walkers {
            if let Some(place) = walker.place {
                self.weightings[place].scale = walker.scale;
            }
            for (trade, plan) in walker.chain.take_finds().into_iter().flat_map(Finds::into_found) {
                self.known.add(trade, plan);
            }
        }
    }

    /// Moves a chain to a weight.
    fn enter(&mut self, number: usize, place: usize) {
        let walker = &mut self.walkers[number];
        if walker.place == Some(place) {
            return;
        }
        let present = trade(&walker.chain.score()).map(|trade| (trade, walker.chain.plan().clone()));
        self.reach.update(&self.known);
        if let (Some(from), Some(_)) = (walker.place, &present) {
            self.weightings[from].left.clone_from(&present);
        }
        let weighting = &self.weightings[place];
        let cost = |(trade, _): &&(Trade, Plan)| self.reach.cost(*trade, weighting.riders);
        let choices = present.iter().chain(&weighting.left);
        let best = choices.min_by(|a, b| cost(a).total_cmp(&cost(b)));
        walker.chain.set_alpha(self.reach.alpha(weighting.riders));
        if let Some((_, plan)) = best {
            walker.chain.go_on_with(plan);
        }
        walker.scale = weighting.scale;
        walker.place = Some(place);
    }

    /// Keeps the networks that the chains are at, where nothing known is as good.
    fn keep_present(&mut self) {
        for walker in &mut self.walkers {
            let plan = walker.chain.plan().clone();
            let is_legal = !self.config.distinct || plan.has_distinct_lines();
            if let Some(trade) = trade(&walker.chain.score()).filter(|_| is_legal) {
                self.known.add(trade, plan);
            }
        }
    }

    fn effort(&self) -> (u32, u32, u32) {
        (self.config.visits(self.problem), self.config.tries, self.config.pairs)
    }

    /// Lets every walker do something, on as many threads as there are.
    fn run_walkers(&mut self, threads: usize, work: impl Fn(&mut Walker<'p>) + Sync) {
        let share = self.walkers.len().div_ceil(threads.clamp(1, self.walkers.len()));
        if share == self.walkers.len() {
            return self.walkers.iter_mut().for_each(work);
        }
        std::thread::scope(|scope| {
            for walkers in self.walkers.chunks_mut(share) {
                scope.spawn(|| walkers.iter_mut().for_each(&work));
            }
        });
    }
}

impl Walker<'_> {
    fn measure_scale(&mut self) {
        self.chain.measure_worsening(SAMPLES);
        self.scale = self.chain.worsening();
    }
}

/// What a network is to riders and operator, if it keeps all constraints.
fn trade(score: &Score) -> Option<Trade> {
    let Score { passenger_minutes, driven, .. } = *score;
    (score.is_feasible && passenger_minutes.is_finite()).then_some(Trade { passenger_minutes, driven })
}
