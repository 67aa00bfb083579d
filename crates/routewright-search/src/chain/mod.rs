//! A network being annealed: the part that [`Anneal`](crate::Anneal) and [`Front`](crate::Front) share.

mod chains;
mod estimates;
mod pairs;
mod state;
mod task;
mod team;
mod tried;

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_eval::{Evaluator, Score, Screen};
use routewright_model::{Alpha, NodeId};

use crate::moves::{Counts, RoutePool, below};
use crate::{DesignedRoute, Interrupt, RouteSet, SearchError};
pub(crate) use chains::Chains;
pub(crate) use state::ChainState;
use state::Position;
use task::Charges;
pub(crate) use task::Task;
pub(crate) use team::Share;
use tried::Tried;

/// Fewest changes of each route that are drawn to measure what a change costs.
const LEAST_SAMPLES: usize = 16;

/// Most routes that are measured in a large city.
const LARGE_CITY_ROUTES: usize = 24;

/// Visits of every route, and changes tried on each, to connect what a first network leaves out.
const CONNECTING_VISITS: usize = 8;
const CONNECTING_TRIES: u32 = 64;

/// How much a chain does in a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Routes taken out one after the other.
    pub(crate) visits: u32,
    /// Changes tried on each of them.
    pub(crate) tries: u32,
    /// Changes of two routes tried before each visit.
    pub(crate) pairs: u32,
    /// The routes that may be changed.
    pub(crate) share: Share,
}

/// Does something until it was legal so many times. Most draws of a rigid route are illegal; they cost little but must
/// end some time.
fn in_turn(tries: u32, mut is_legal: impl FnMut() -> bool) {
    let mut left = tries;
    for _ in 0..tries.saturating_mul(8) {
        left -= u32::from(is_legal());
        if left == 0 {
            break;
        }
    }
}

/// A change of a route that was drawn.
struct Drawn {
    /// By which move.
    kind: usize,
    /// The cost up to which it is accepted.
    limit: f64,
    /// Its cost, if it was tried before.
    known: Option<f64>,
    /// What cost terms charge for it.
    charge: f64,
}

/// Hears of the networks that a chain scores.
pub(crate) trait Listener {
    /// A network was scored: `routes` with one of them replaced.
    fn scored(&mut self, score: &Score, routes: &RouteSet, replaced: (usize, &DesignedRoute));
}

/// Nobody listens.
impl Listener for () {
    fn scored(&mut self, _: &Score, _: &RouteSet, _: (usize, &DesignedRoute)) {}
}

/// A network, its cost, and everything needed to change it. Costs include what terms of the cost charge.
pub(crate) struct Chain<'p> {
    task: Arc<Task<'p>>,
    rng: ChaCha8Rng,
    evaluator: Evaluator<'p>,
    routes: RouteSet,
    charges: Charges,
    cost: f64,
    best: RouteSet,
    best_cost: f64,
    evaluations: u64,
    worsening: f64,
    drafts: [Vec<NodeId>; 2],
    candidates: [DesignedRoute; 2],
    candidate_charges: Charges,
    /// Counters of each move.
    counts: Vec<Counts>,
    tried: Tried,
    screen: Option<Screen>,
    /// In a large city, the routes of the network whose trips the evaluator holds; the one it is at, or close to it.
    standing: Vec<DesignedRoute>,
    /// Routes to draw from, beside changes.
    pool: Option<Arc<RoutePool>>,
    /// Whether it was asked to end before its work was done.
    is_cancelled: bool,
}

impl<'p> Chain<'p> {
    /// A chain that starts from a network, with routes added or dropped to make up the number asked for, and legal
    /// ones in place of those that do not keep the limits.
    ///
    /// # Errors
    /// There is no legal route.
    fn new(
        task: Arc<Task<'p>>,
        mut rng: ChaCha8Rng,
        mut routes: RouteSet,
        is_opening: bool,
    ) -> Result<Self, SearchError> {
        task.complete(&mut routes, &mut rng)?;
        let mut chain = Self::with_networks(task, rng, routes.clone(), routes, 0);
        if is_opening && chain.is_large() {
            chain.connect();
        }
        Ok(chain)
    }

    fn with_networks(
        task: Arc<Task<'p>>,
        rng: ChaCha8Rng,
        routes: RouteSet,
        best: RouteSet,
        evaluations: u64,
    ) -> Self {
        let evaluator = task.evaluator();
        let charges = task.charges(&routes);
        let counts = vec![Counts::default(); task.moves.names().count()];
        let (drafts, candidates, candidate_charges) = Default::default();
        let mut chain = Self {
            task,
            rng,
            evaluator,
            routes,
            charges,
            cost: f64::INFINITY,
            best,
            best_cost: f64::INFINITY,
            evaluations,
            worsening: 0.0,
            drafts,
            candidates,
            candidate_charges,
            counts,
            tried: Tried::default(),
            screen: None,
            standing: Vec::new(),
            pool: None,
            is_cancelled: false,
        };
        chain.score_again();
        chain
    }

    /// What may end the search.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.task.interrupt
    }

    /// Cost of the network it is at.
    pub(crate) fn cost(&self) -> f64 {
        self.cost
    }

    /// The best network it has been at.
    pub(crate) fn best(&self) -> &RouteSet {
        &self.best
    }

    /// Cost of the best network.
    pub(crate) fn best_cost(&self) -> f64 {
        self.best_cost
    }

    /// Counters of each move, in the order of their names.
    fn counts(&self) -> &[Counts] {
        &self.counts
    }

    fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// How much worse a change makes the network, as last measured: the lower quartile of the changes that make it
    /// worse. (The median lies in the gap between small changes and large ones.)
    pub(crate) fn worsening(&self) -> f64 {
        self.worsening
    }

    /// The network it is at.
    pub(crate) fn routes(&self) -> &RouteSet {
        &self.routes
    }

    /// Weighs costs by another alpha from now on. Networks stay.
    pub(crate) fn set_alpha(&mut self, alpha: Alpha) {
        self.evaluator.set_alpha(alpha);
        self.score_again();
    }

    /// Connects what is unserved before any trip is timed, as far as some visits of every route get: until then only the
    /// parts of the city count, and route minutes.
    pub(super) fn connect(&mut self) {
        if !self.leaves_unserved() {
            return;
        }
        let alpha = self.task.problem.alpha;
        self.set_alpha(Alpha::new(0.0).expect("the operator alone"));
        let effort = Effort { visits: 1, tries: CONNECTING_TRIES, pairs: 0, share: Share::ALL };
        for _ in 0..CONNECTING_VISITS * self.routes.routes.len() {
            self.anneal(0.0, effort, &mut ());
            if self.is_cancelled || !self.leaves_unserved() {
                break;
            }
        }
        self.set_alpha(alpha);
        self.forget_best();
    }

    /// Whether its network is sure to leave demand unserved.
    fn leaves_unserved(&mut self) -> bool {
        self.evaluator.keep(self.routes.lines_without(0));
        self.evaluator.surely_leaves_unserved(self.routes.routes[0].line())
    }

    /// Forgets the best network: the one it is at is the best so far.
    pub(crate) fn forget_best(&mut self) {
        self.best.clone_from(&self.routes);
        self.best_cost = self.cost;
    }

    /// A random network to start anew from.
    pub(crate) fn construct(&mut self) -> Option<RouteSet> {
        let mut routes = self.task.construct(&mut self.rng);
        let is_complete = self.task.complete(&mut routes, &mut self.rng).is_ok();
        (!self.is_asked_to_end() && is_complete).then_some(routes)
    }

    /// Draws routes from a pool from now on.
    pub(crate) fn set_pool(&mut self, pool: Arc<RoutePool>) {
        self.pool = Some(pool);
    }

    /// Moves to another network.
    pub(crate) fn move_to(&mut self, routes: &RouteSet) {
        self.routes.clone_from(routes);
        self.candidate_charges = self.task.charges(&self.routes);
        let cost = self.exact_cost() + self.candidate_charges.total();
        self.accept(cost);
    }

    /// Whether the city is so large that chains do well to work on one network together.
    pub(crate) fn is_large(&self) -> bool {
        self.task.sampler.is_some()
    }

    /// Moves to the network of another chain.
    pub(crate) fn take_over(&mut self, other: &Chain<'_>) {
        self.routes.clone_from(&other.routes);
        self.charges.clone_from(&other.charges);
        self.cost = other.cost;
    }

    /// The cost of another network.
    pub(crate) fn cost_of(&mut self, routes: &RouteSet) -> f64 {
        routes.cost(&mut self.evaluator) + self.task.charges(routes).total()
    }

    /// The score of the network it is at.
    pub(crate) fn score(&mut self) -> Score {
        self.evaluator.score_lines(self.routes.lines())
    }

    /// Takes out routes one after the other and tries changes of each, and changes of two routes in between.
    pub(crate) fn anneal(&mut self, temperature: f64, effort: Effort, listener: &mut impl Listener) {
        if self.anneal_by_estimates(temperature, effort, listener) {
            return;
        }
        for _ in 0..effort.visits {
            if self.is_asked_to_end() {
                return;
            }
            if self.routes.routes.len() > 1 && self.task.moves.has_pairs() {
                for _ in 0..effort.pairs {
                    self.try_pair(temperature, listener);
                }
            }
            let count = effort.share.count(self.routes.routes.len());
            let out = effort.share.place(below(&mut self.rng, count));
            self.evaluator.keep(self.routes.lines_without(out));
            self.tried.clear();
            let unified = self.unified_cost();
            self.screen = self.evaluator.screen(self.routes.routes[out].line(), unified);
            in_turn(effort.tries, || self.try_change(out, temperature, listener));
        }
    }

    /// Scores some changes of every route, accepts none, and measures what they cost.
    pub(crate) fn measure_worsening(&mut self, samples: usize) {
        // Changes that break constraints are walls, not slopes.
        self.measure_worsening_below(samples, 0.09 * self.task.problem.violation_weight);
        if self.worsening == 0.0 {
            self.worsening = 1e-3;
        }
    }

    /// As [`Chain::measure_worsening`], of changes that cost less than that; 0 if there are none.
    pub(crate) fn measure_worsening_below(&mut self, samples: usize, most: f64) {
        // Charges of cost terms are left out: the temperature is that of the problem itself.
        let unified = self.unified_cost();
        let wall = unified + most;
        let mut worse = Vec::new();
        let count = self.routes.routes.len();
        let samples = (samples / count).max(LEAST_SAMPLES);
        // In large cities some routes must do: every change takes its time.
        let step = if self.is_large() { count.div_ceil(LARGE_CITY_ROUTES) } else { 1 };
        for out in (0..count).step_by(step) {
            if self.is_asked_to_end() {
                return;
            }
            self.evaluator.keep(self.routes.lines_without(out));
            for _ in 0..samples {
                if let Some(kind) = self.draft_change(out) {
                    self.candidates[0].set(self.task.context.city(), &self.drafts[0]);
                    self.count_scored(kind);
                    let cost = self.evaluator.cost_with(self.candidates[0].line(), wall);
                    // In a small city some that leave riders behind count as well: its temperatures were chosen so.
                    let highest = if self.is_large() { wall } else { f64::INFINITY };
                    let is_slope = |cost: &f64| *cost > unified && *cost <= highest;
                    worse.extend(cost.filter(is_slope).map(|cost| cost - unified));
                }
            }
        }
        worse.sort_by(f64::total_cmp);
        self.worsening = worse.get(worse.len() / 4).copied().unwrap_or(0.0);
    }

    fn is_asked_to_end(&mut self) -> bool {
        self.is_cancelled = self.is_cancelled || self.task.interrupt.is_asked();
        self.is_cancelled
    }

    /// Draws a change of a route into the first draft and says by which move. `None` if it was not legal.
    fn draft_change(&mut self, out: usize) -> Option<usize> {
        let task = &*self.task;
        let kind = task.moves.draw(&mut self.rng, self.pool.as_deref());
        self.counts[kind].0[Counts::TRIED] += 1;
        let (stops, draft) = (self.routes.routes[out].stops(), &mut self.drafts[0]);
        let is_drafted = match self.pool.as_ref().filter(|_| task.moves.is_pool(kind)) {
            Some(pool) => pool.draw(&mut self.rng, stops, draft),
            None => task.moves.propose(kind, &task.context, &mut self.rng, stops, draft),
        };
        if !is_drafted || (task.distinct && (self.routes.has_line(draft, out) || task.is_frozen(draft))) {
            return None;
        }
        self.counts[kind].0[Counts::LEGAL] += 1;
        Some(kind)
    }

    /// Draws a change of a route and makes it the first candidate. Otherwise says whether it was legal: then it is known to
    /// cost too much.
    fn draw_candidate(&mut self, out: usize, temperature: f64) -> Result<Drawn, bool> {
        let kind = self.draft_change(out).ok_or(false)?;
        let limit = self.limit(temperature);
        let known = self.tried.cost_of(&self.drafts[0]);
        if known.is_some_and(|cost| cost > limit) {
            return Err(true);
        }
        let candidate = &mut self.candidates[0];
        candidate.set(self.task.context.city(), &self.drafts[0]);
        let (charges, replaced) = (&mut self.candidate_charges, [(out, &*candidate)]);
        self.task.charges_after(&self.routes, &self.charges, &replaced, charges);
        Ok(Drawn { kind, limit, known, charge: charges.total() })
    }

    /// Tries a change of the route that is out. False if none was legal.
    fn try_change(&mut self, out: usize, temperature: f64, listener: &mut impl Listener) -> bool {
        let Drawn { kind, limit, known, charge } = match self.draw_candidate(out, temperature) {
            Ok(drawn) => drawn,
            Err(is_legal) => return is_legal,
        };
        let candidate = &self.candidates[0];
        if let Some(screen) = self.screen.filter(|_| known.is_none())
            && !self.evaluator.is_promising(&screen, candidate.line(), limit - charge)
        {
            return true;
        }
        let cost = known.unwrap_or_else(|| {
            self.evaluations += 1;
            self.counts[kind].0[Counts::SCORED] += 1;
            // A candidate that was refused unscored may be accepted later, when the limit is higher.
            let Some(score) = self.evaluator.score_within(candidate.line(), limit - charge) else {
                return f64::INFINITY;
            };
            self.tried.note(&self.drafts[0], score.cost + charge);
            listener.scored(&score, &self.routes, (out, candidate));
            score.cost + charge
        });
        if cost <= limit {
            self.count_accepted(kind, cost);
            std::mem::swap(&mut self.routes.routes[out], &mut self.candidates[0]);
            self.accept(cost);
        }
        true
    }

    /// The cost up to which a change is accepted: Metropolis' rule with the chance drawn first.
    fn limit(&mut self, temperature: f64) -> f64 {
        let chance: f64 = self.rng.random();
        self.cost - temperature * libm::log(1.0 - chance)
    }

    /// Its cost from scratch, without what cost terms charge.
    fn exact_cost(&mut self) -> f64 {
        if self.is_large() && self.evaluator.counts_riders() {
            self.stand();
            return self.evaluator.standing_score(self.routes.lines()).cost;
        }
        self.routes.cost(&mut self.evaluator)
    }

    /// Its cost without what cost terms charge.
    fn unified_cost(&self) -> f64 {
        self.cost - self.charges.total()
    }

    /// Scores both networks from scratch.
    fn score_again(&mut self) {
        self.cost = self.routes.cost(&mut self.evaluator) + self.charges.total();
        self.best_cost = self.best.cost(&mut self.evaluator) + self.task.charges(&self.best).total();
    }

    fn count_scored(&mut self, kind: usize) {
        self.evaluations += 1;
        self.counts[kind].0[Counts::SCORED] += 1;
    }

    fn count_accepted(&mut self, kind: usize, cost: f64) {
        let counts = &mut self.counts[kind].0;
        counts[Counts::ACCEPTED] += 1;
        counts[Counts::IMPROVING] += u64::from(cost < self.cost);
    }

    /// Takes note that the network it is at now has this cost and the charges of the candidate.
    fn accept(&mut self, cost: f64) {
        self.cost = cost;
        std::mem::swap(&mut self.charges, &mut self.candidate_charges);
        if cost < self.best_cost - 1e-12 {
            self.best_cost = cost;
            self.best.clone_from(&self.routes);
        }
    }
}
