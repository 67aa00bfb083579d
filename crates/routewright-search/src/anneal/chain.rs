//! One network being annealed.

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_eval::{Evaluator, Score, Screen};
use routewright_model::{Alpha, NodeId, Problem, RouteError};

use super::tried::Tried;
use crate::front::Finds;
use crate::moves::{CheapRoutes, Move, PairMove, Rules, below, fresh_route};
use crate::plan::Path;
use crate::{ChangePrice, Plan};

/// Draws until a change of two routes is given up: most pairs of routes have nothing to exchange.
const PAIR_DRAWS: u32 = 8;
/// Changes of each route that are drawn at least to find out what one costs.
const LEAST_SAMPLES: usize = 16;

/// What all chains of a search share.
pub(crate) struct Ground<'p> {
    problem: &'p Problem,
    cheap: Arc<CheapRoutes>,
    distinct: bool,
    /// The price of departing from the start, where there is one.
    change: Option<Arc<ChangePrice>>,
}

impl<'p> Ground<'p> {
    pub(crate) fn new(
        problem: &'p Problem,
        cheap: &Arc<CheapRoutes>,
        distinct: bool,
        change: &Option<Arc<ChangePrice>>,
    ) -> Self {
        Self { problem, cheap: cheap.clone(), distinct, change: change.clone() }
    }

    fn changed_stops(&self, plan: &Plan) -> usize {
        self.change.as_ref().map_or(0, |change| change.changed_stops(plan))
    }

    fn changed_at(&self, at: usize, stops: &[NodeId]) -> usize {
        self.change.as_ref().map_or(0, |change| change.changed_at(at, stops))
    }

    fn charge(&self, changed_stops: usize) -> f64 {
        self.change.as_ref().map_or(0.0, |change| change.charge(changed_stops))
    }
}

/// A network, its cost, and everything needed to change it. Costs include what its changed stops are charged.
pub(crate) struct Chain<'p> {
    rules: Rules<'p>,
    ground: Ground<'p>,
    rng: ChaCha8Rng,
    evaluator: Evaluator<'p>,
    plan: Plan,
    changed: usize,
    cost: f64,
    best: Plan,
    best_cost: f64,
    evaluations: u64,
    worsening: f64,
    drafts: [Vec<NodeId>; 2],
    candidates: [Path; 2],
    tried: Tried,
    screen: Option<Screen>,
    finds: Option<Finds>,
}

/// What [`Chain::restore`] needs.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct ChainState {
    rng: ChaCha8Rng,
    plan: Vec<Vec<u32>>,
    best: Vec<Vec<u32>>,
    evaluations: u64,
}

impl<'p> Chain<'p> {
    /// A chain that starts from a plan, with routes added or dropped to make up the number asked for.
    pub(crate) fn new(ground: Ground<'p>, mut rng: ChaCha8Rng, mut plan: Plan) -> Self {
        let (rules, count) = (Rules::new(ground.problem), ground.problem.designed_routes());
        plan.paths.truncate(count);
        let mut draft = Vec::new();
        while plan.paths.len() < count {
            fresh_route(rules, &mut rng, &mut draft);
            plan.paths.push(Path::new(rules.city, &draft));
        }
        Self::with_plans(ground, rng, plan.clone(), plan, 0)
    }

    /// Goes on from where another chain was laid down.
    pub(crate) fn restore(ground: Ground<'p>, state: ChainState) -> Result<Self, RouteError> {
        let city = &ground.problem.city;
        let plan = Plan::from_indices(city, &state.plan)?;
        let best = Plan::from_indices(city, &state.best)?;
        Ok(Self::with_plans(ground, state.rng, plan, best, state.evaluations))
    }

    fn with_plans(ground: Ground<'p>, rng: ChaCha8Rng, plan: Plan, best: Plan, evaluations: u64) -> Self {
        let mut evaluator = Evaluator::new(ground.problem);
        let changed = ground.changed_stops(&plan);
        let cost = plan.cost(&mut evaluator) + ground.charge(changed);
        let best_cost = best.cost(&mut evaluator) + ground.charge(ground.changed_stops(&best));
        let (drafts, candidates) = Default::default();
        let rules = Rules::new(ground.problem);
        let worsening = 0.0;
        Self {
            rules,
            ground,
            rng,
            evaluator,
            plan,
            changed,
            cost,
            best,
            best_cost,
            evaluations,
            worsening,
            drafts,
            candidates,
            tried: Tried::default(),
            screen: None,
            finds: None,
        }
    }

    pub(crate) fn state(&self) -> ChainState {
        ChainState {
            rng: self.rng.clone(),
            plan: self.plan.to_indices(),
            best: self.best.to_indices(),
            evaluations: self.evaluations,
        }
    }

    pub(crate) fn cost(&self) -> f64 {
        self.cost
    }

    pub(crate) fn best(&self) -> &Plan {
        &self.best
    }

    pub(crate) fn best_cost(&self) -> f64 {
        self.best_cost
    }

    pub(crate) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// How much worse a change makes the network, as last measured: a quarter of those that make it worse cost
    /// less. (The median is no good: between small changes and large ones there is a gap, and it lies there.)
    pub(crate) fn worsening(&self) -> f64 {
        self.worsening
    }

    /// The network it is at.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Goes on at another alpha, as if it had known no better network.
    pub(crate) fn set_alpha(&mut self, alpha: Alpha) {
        self.evaluator.set_alpha(alpha);
        self.cost = self.plan.cost(&mut self.evaluator) + self.ground.charge(self.changed);
        self.best.clone_from(&self.plan);
        self.best_cost = self.cost;
    }

    /// Goes on with another network.
    pub(crate) fn go_on_with(&mut self, plan: &Plan) {
        self.plan.clone_from(plan);
        let changed = self.ground.changed_stops(&self.plan);
        let cost = self.plan.cost(&mut self.evaluator) + self.ground.charge(changed);
        self.accept(cost, changed);
    }

    /// What its network comes to.
    pub(crate) fn score(&mut self) -> Score {
        self.evaluator.score_lines(self.plan.lines())
    }

    /// Notes from now on what it scores and nothing known dominates.
    pub(crate) fn note_finds(&mut self, finds: Finds) {
        self.finds = Some(finds);
    }

    /// What it noted. It notes no more.
    pub(crate) fn take_finds(&mut self) -> Option<Finds> {
        self.finds.take()
    }

    /// Goes on with the network of another chain.
    pub(crate) fn take_over(&mut self, other: &Chain<'_>) {
        self.plan.clone_from(&other.plan);
        self.changed = other.changed;
        self.cost = other.cost;
    }

    /// Takes out `visits` routes one after the other and scores `tries` changes of each, and `pairs` changes
    /// of two routes in between.
    pub(crate) fn anneal(&mut self, temperature: f64, visits: u32, tries: u32, pairs: u32) {
        for _ in 0..visits {
            if self.plan.paths.len() > 1 {
                for _ in 0..pairs {
                    self.try_pair(temperature);
                }
            }
            let out = below(&mut self.rng, self.plan.paths.len());
            self.evaluator.keep(self.plan.lines_without(out));
            self.tried.clear();
            let unified = self.unified_cost();
            self.screen = self.evaluator.screen(self.plan.paths[out].line(), unified);
            let mut left = tries;
            // Most draws of a rigid route are illegal; they cost little but must end some time.
            for _ in 0..8 * tries {
                left -= u32::from(self.try_change(out, temperature));
                if left == 0 {
                    break;
                }
            }
        }
    }

    /// Scores some changes of every route, accepts none, and notes what they cost.
    pub(crate) fn measure_worsening(&mut self, samples: usize) {
        // What departing from the start is charged is left out: the temperature is that of the problem itself. Changes
        // that break constraints are walls, not slopes.
        let unified = self.unified_cost();
        let wall = unified + 0.09 * self.rules.violation_weight;
        let mut worse = Vec::new();
        let samples = (samples / self.plan.paths.len()).max(LEAST_SAMPLES);
        for out in 0..self.plan.paths.len() {
            self.evaluator.keep(self.plan.lines_without(out));
            for _ in 0..samples {
                if self.draft_change(out) {
                    self.candidates[0].set(self.rules.city, &self.drafts[0]);
                    self.evaluations += 1;
                    let cost = self.evaluator.cost_with(self.candidates[0].line(), wall);
                    worse.extend(cost.filter(|&cost| cost > unified).map(|cost| cost - unified));
                }
            }
        }
        worse.sort_by(f64::total_cmp);
        self.worsening = worse.get(worse.len() / 4).copied().unwrap_or(1e-3);
    }

    /// Draws a change of a route into the first draft. False if there was no legal one.
    fn draft_change(&mut self, out: usize) -> bool {
        let kind = Move::draw(&mut self.rng);
        let (stops, draft) = (self.plan.paths[out].stops(), &mut self.drafts[0]);
        if !kind.propose(self.rules, &self.ground.cheap, &mut self.rng, stops, draft) {
            return false;
        }
        !(self.ground.distinct && (self.plan.has_line(draft, out) || is_frozen(self.ground.problem, draft)))
    }

    /// Tries a change of the route that is out. False if none was legal.
    fn try_change(&mut self, out: usize, temperature: f64) -> bool {
        if !self.draft_change(out) {
            return false;
        }
        let limit = self.limit(temperature);
        let changed = self.changed - self.ground.changed_at(out, self.plan.paths[out].stops())
            + self.ground.changed_at(out, &self.drafts[0]);
        let charge = self.ground.charge(changed);
        let known = self.tried.cost_of(&self.drafts[0]);
        if known.is_some_and(|cost| cost > limit) {
            return true;
        }
        let candidate = &mut self.candidates[0];
        candidate.set(self.rules.city, &self.drafts[0]);
        if let Some(screen) = self.screen.filter(|_| known.is_none())
            && !self.evaluator.is_promising(&screen, candidate.line(), limit - charge)
        {
            return true;
        }
        let cost = known.unwrap_or_else(|| {
            self.evaluations += 1;
            // What was refused unscored may do another time, when the limit is higher.
            let Some(score) = self.evaluator.score_within(candidate.line(), limit - charge) else {
                return f64::INFINITY;
            };
            self.tried.note(&self.drafts[0], score.cost + charge);
            if let Some(finds) = &mut self.finds {
                finds.offer(&score, &self.plan, (out, candidate));
            }
            score.cost + charge
        });
        if cost <= limit {
            std::mem::swap(&mut self.plan.paths[out], &mut self.candidates[0]);
            self.accept(cost, changed);
        }
        true
    }

    /// Tries a change of two routes at once.
    fn try_pair(&mut self, temperature: f64) {
        let Some([one, two]) = self.draft_pair() else { return };
        for (candidate, draft) in self.candidates.iter_mut().zip(&self.drafts) {
            candidate.set(self.rules.city, draft);
        }
        if self.ground.distinct && self.repeats([one, two]) {
            return;
        }
        let limit = self.limit(temperature);
        let changed =
            [one, two].iter().zip(&self.candidates).fold(self.changed, |changed, (&at, candidate)| {
                changed - self.ground.changed_at(at, self.plan.paths[at].stops())
                    + self.ground.changed_at(at, candidate.stops())
            });
        let charge = self.ground.charge(changed);
        std::mem::swap(&mut self.plan.paths[one], &mut self.candidates[0]);
        self.evaluator.keep(self.plan.lines_without(two));
        self.evaluations += 1;
        match self.evaluator.score_within(self.candidates[1].line(), limit - charge) {
            Some(score) if score.cost + charge <= limit => {
                if let Some(finds) = &mut self.finds {
                    finds.offer(&score, &self.plan, (two, &self.candidates[1]));
                }
                std::mem::swap(&mut self.plan.paths[two], &mut self.candidates[1]);
                self.accept(score.cost + charge, changed);
            }
            _ => std::mem::swap(&mut self.plan.paths[one], &mut self.candidates[0]),
        }
    }

    /// Draws a change of two routes into the drafts, and says which two.
    fn draft_pair(&mut self) -> Option<[usize; 2]> {
        let count = self.plan.paths.len();
        (0..PAIR_DRAWS).find_map(|_| {
            let one = below(&mut self.rng, count);
            let two = (one + 1 + below(&mut self.rng, count - 1)) % count;
            let stops = [self.plan.paths[one].stops(), self.plan.paths[two].stops()];
            let kind = PairMove::draw(&mut self.rng);
            kind.propose(self.rules, &mut self.rng, stops, &mut self.drafts).then_some([one, two])
        })
    }

    /// Whether one of the candidates repeats the other or a route that stays.
    fn repeats(&self, out: [usize; 2]) -> bool {
        let [one, two] = &self.candidates;
        let stays = self.plan.paths.iter().enumerate().filter(|(at, _)| !out.contains(at));
        one.is_same_line(two.stops())
            || self.candidates.iter().any(|path| is_frozen(self.ground.problem, path.stops()))
            || stays
                .into_iter()
                .any(|(_, path)| path.is_same_line(one.stops()) || path.is_same_line(two.stops()))
    }

    /// The cost up to which a change is accepted: Metropolis' rule with the chance drawn first.
    fn limit(&mut self, temperature: f64) -> f64 {
        let chance: f64 = self.rng.random();
        self.cost - temperature * libm::log(1.0 - chance)
    }

    /// Its cost without what changed stops are charged.
    fn unified_cost(&self) -> f64 {
        self.cost - self.ground.charge(self.changed)
    }

    fn accept(&mut self, cost: f64, changed: usize) {
        self.cost = cost;
        self.changed = changed;
        if cost < self.best_cost - 1e-12 {
            self.best_cost = cost;
            self.best.clone_from(&self.plan);
        }
    }
}

/// Whether a frozen route serves these stops.
fn is_frozen(problem: &Problem, stops: &[NodeId]) -> bool {
    let frozen = &problem.frozen.routes;
    frozen.iter().any(|route| route.stops() == stops || route.stops().iter().eq(stops.iter().rev()))
}
