//! The paper's evolutionary algorithm (algorithm 1).

mod selection;
mod stage;
mod variant;

use rand::seq::SliceRandom;
use routewright_eval::Evaluator;
use routewright_model::Problem;

use crate::legal::LegalRoutes;
use crate::moves::Rules;
use crate::snapshot::check_cost;
use crate::{Draw, NetworkSearch, RestoreError, RouteSet, Search, SearchError, Seed, Snapshot};
use stage::{Member, MutationStage};
pub use variant::{EvolutionConfig, EvolutionVariant};

/// A population of networks under mutation and selection. One round of the search is one iteration of the
/// paper's algorithm 1: E times each network is changed by one of two heuristics, drawn by shuffling, and
/// the change is kept where it costs less than the network it came from; then selection.
///
/// Deviations: the first round shuffles before it mutates (its networks are all alike), and every later
/// mutation starts from a shuffle of its own, which has the same distribution; heuristics do not propose changes
/// that could not be kept.
pub struct Evolve<'p> {
    problem: &'p Problem,
    config: EvolutionConfig,
    variant: EvolutionVariant,
    seed: Seed,
    members: Vec<Member<'p>>,
    /// Rounds done.
    round: u32,
    best: RouteSet,
    best_cost: f64,
    evaluations: u64,
}

impl<'p> Evolve<'p> {
    /// A population of copies of one network, with routes added or dropped to make up the number asked for, and legal
    /// ones in place of those that do not keep the limits.
    ///
    /// # Errors
    /// There is no legal route.
    pub fn new(
        problem: &'p Problem,
        config: EvolutionConfig,
        variant: EvolutionVariant,
        seed: Seed,
        mut start: RouteSet,
    ) -> Result<Self, SearchError> {
        let count = problem.limits.routes();
        LegalRoutes::new(Rules::new(problem), count).complete(&mut start, count, |_| false)?;
        let cost = Evaluator::new(problem).score_lines(start.lines()).cost;
        let members =
            (0..config.population.get()).map(|_| Member::new(problem, start.clone(), cost)).collect();
        Ok(Self {
            problem,
            config,
            variant,
            seed,
            members,
            round: 0,
            best: start,
            best_cost: cost,
            evaluations: 1,
        })
    }

    /// Resumes a search from a snapshot, with the settings and the seed that it had.
    ///
    /// # Errors
    /// The snapshot is of another search, another city or another size of population.
    pub fn restore(
        problem: &'p Problem,
        config: EvolutionConfig,
        variant: EvolutionVariant,
        seed: Seed,
        snapshot: &Snapshot,
    ) -> Result<Self, RestoreError> {
        snapshot.check_method(variant.name)?;
        let state: State = serde_json::from_str(&snapshot.state)?;
        let expected = usize::from(config.population.get());
        if state.population.len() != expected || state.costs.len() != expected {
            let found = state.population.len();
            return Err(RestoreError::Damaged(format!("it has {found} networks, not {expected}")));
        }
        let saved = |routes: &[Vec<u32>]| RouteSet::from_indices(&problem.city, routes);
        let members = state
            .population
            .iter()
            .zip(&state.costs)
            .map(|(routes, &cost)| Ok(Member::new(problem, saved(routes)?, f64::from_bits(cost))));
        let best = saved(&snapshot.best)?;
        let best_cost = f64::from_bits(state.best_cost);
        check_cost(Evaluator::new(problem).score_lines(best.lines()).cost, best_cost)?;
        Ok(Self {
            problem,
            config,
            variant,
            seed,
            members: members.collect::<Result<_, RestoreError>>()?,
            round: state.round,
            best,
            best_cost,
            evaluations: snapshot.evaluations,
        })
    }

    /// The population and what each network costs.
    pub fn population(&self) -> impl Iterator<Item = (&RouteSet, f64)> {
        self.members.iter().map(|member| (&member.routes, member.cost))
    }

    /// For each mutation of the round, whether a network gets the first heuristic: half of them, at random.
    fn draw_halves(&self, rng: &mut impl rand::Rng) -> Vec<Vec<bool>> {
        let mut order: Vec<u16> = (0..self.config.population.get()).collect();
        let halves = (0..self.config.mutations.get()).map(|_| {
            order.shuffle(rng);
            let mut gets_first = vec![false; order.len()];
            order[..order.len() / 2].iter().for_each(|&member| gets_first[usize::from(member)] = true);
            gets_first
        });
        halves.collect()
    }

    fn keep_best(&mut self) {
        for member in &self.members {
            if member.cost < self.best_cost {
                self.best_cost = member.cost;
                self.best.clone_from(&member.routes);
            }
        }
    }
}

impl Search for Evolve<'_> {
    fn name(&self) -> &'static str {
        self.variant.name
    }

    fn advance(&mut self, _progress: f64, threads: usize) {
        let mut rng = self.seed.rng(Draw::Selection { round: self.round });
        let stage = MutationStage {
            problem: self.problem,
            variant: &self.variant,
            seed: self.seed,
            first_round: self.round.wrapping_mul(self.config.mutations.get().into()),
            gets_first: self.draw_halves(&mut rng),
        };
        self.evaluations += stage.run(&mut self.members, threads);
        self.keep_best();
        let costs: Vec<f64> = self.members.iter().map(|member| member.cost).collect();
        for (at, parent) in selection::select(&costs, &mut rng).into_iter().enumerate() {
            if parent != at {
                // Parents survive, so none of them has been replaced itself.
                let routes = self.members[parent].routes.clone();
                self.members[at].routes = routes;
                self.members[at].cost = costs[parent];
            }
        }
        self.round += 1;
    }

    fn best_cost(&self) -> f64 {
        self.best_cost
    }

    fn evaluations(&self) -> u64 {
        self.evaluations
    }

    fn snapshot(&self) -> Snapshot {
        let state = State {
            round: self.round,
            best_cost: self.best_cost.to_bits(),
            costs: self.members.iter().map(|member| member.cost.to_bits()).collect(),
            population: self.members.iter().map(|member| member.routes.to_indices()).collect(),
        };
        Snapshot {
            method: self.name().into(),
            evaluations: self.evaluations,
            best_cost: self.best_cost,
            best: self.best.to_indices(),
            state: serde_json::to_string(&state).expect("numbers and lists can be written"),
        }
    }
}

impl NetworkSearch for Evolve<'_> {
    fn best(&self) -> &RouteSet {
        &self.best
    }
}

/// What a snapshot holds of the population. Costs are kept as bits: text would round them.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct State {
    round: u32,
    best_cost: u64,
    costs: Vec<u64>,
    population: Vec<Vec<Vec<u32>>>,
}
