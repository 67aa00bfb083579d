//! What all chains of a search share.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use routewright_env::{ConstructionOptions, UniformPolicy, construct_while};
use routewright_eval::{Evaluator, Sampler};
use routewright_model::{Network, NodeId, Problem};

use crate::legal::LegalRoutes;
use crate::moves::{MoveContext, Moves, Rules, fresh_route};
use crate::opening::open;
use crate::{CostTerm, DesignedRoute, Interrupt, RouteSet, SearchError, Start};

/// The problem of a search and everything derived from it once.
pub(crate) struct Task<'p> {
    pub(crate) problem: &'p Problem,
    pub(super) context: MoveContext<'p>,
    pub(super) moves: Moves,
    pub(super) legal: LegalRoutes<'p>,
    /// Routes of the network that stay as they are.
    pub(crate) frozen: Network,
    /// For cities so large that changes are tried on a sample of the trips.
    pub(super) sampler: Option<Sampler>,
    /// Whether no two routes may serve the same stops.
    pub(crate) distinct: bool,
    pub(crate) interrupt: Interrupt,
    /// What is added to the unified cost.
    terms: Vec<Arc<dyn CostTerm>>,
}

impl<'p> Task<'p> {
    /// # Errors
    /// All routes are frozen.
    pub(crate) fn new(
        problem: &'p Problem,
        distinct: bool,
        start: &Start,
        moves: Moves,
        terms: Vec<Arc<dyn CostTerm>>,
    ) -> Result<Self, SearchError> {
        let (routes, frozen) = (problem.limits.routes(), start.frozen.routes.len());
        if frozen >= routes {
            return Err(SearchError::NothingToDesign { routes, frozen });
        }
        let legal = LegalRoutes::new(Rules::new(problem), routes);
        let context = MoveContext::new(problem);
        let (frozen, interrupt) = (start.frozen.clone(), start.interrupt.clone());
        let sampler = Sampler::new(&problem.city);
        Ok(Self { problem, context, moves, legal, sampler, frozen, distinct, interrupt, terms })
    }

    /// Routes that are to be designed.
    pub(crate) fn route_count(&self) -> usize {
        self.problem.limits.routes() - self.frozen.routes.len()
    }

    /// A random network that reaches everybody where the limits allow it.
    pub(super) fn construct(&self, rng: &mut ChaCha8Rng) -> RouteSet {
        if self.sampler.is_some() {
            // Random construction would take seconds.
            let (routes, distinct) = (self.route_count(), self.distinct);
            return open(self.problem, &self.context, &self.frozen, routes, distinct, rng);
        }
        let (distinct, defaults) = (self.distinct, ConstructionOptions::default());
        let options = ConstructionOptions { cover_demand: true, distinct, ..defaults };
        let keep_going: &dyn Fn() -> bool = &|| !self.interrupt.is_asked();
        let stops = construct_while(self.problem, options, &UniformPolicy, rng, keep_going);
        RouteSet::from_stops(&self.problem.city, &stops)
    }

    /// Makes up the number of routes asked for, with legal ones in place of those that are not.
    ///
    /// # Errors
    /// There is no legal route.
    pub(super) fn complete(&self, routes: &mut RouteSet, rng: &mut ChaCha8Rng) -> Result<(), SearchError> {
        let fresh = |draft: &mut Vec<NodeId>| {
            !self.interrupt.is_asked() && fresh_route(self.context.rules, rng, draft)
        };
        self.legal.complete(routes, self.route_count(), fresh)
    }

    pub(super) fn evaluator(&self) -> Evaluator<'p> {
        Evaluator::with_frozen(self.problem, &self.frozen)
    }

    /// Whether a frozen route serves these stops.
    pub(super) fn is_frozen(&self, stops: &[NodeId]) -> bool {
        let serves = |other: &[NodeId]| {
            other == stops || other.len() == stops.len() && other.iter().eq(stops.iter().rev())
        };
        self.frozen.routes.iter().any(|route| serves(route.stops()))
    }

    /// Whether anything is added to the unified cost.
    pub(crate) fn has_terms(&self) -> bool {
        !self.terms.is_empty()
    }

    /// What each term charges for a network.
    pub(super) fn charges(&self, routes: &RouteSet) -> Charges {
        Charges(self.terms.iter().map(|term| term.cost(routes)).collect())
    }

    /// Writes into `after` what each term charges once some routes are replaced.
    pub(super) fn charges_after(
        &self,
        routes: &RouteSet,
        before: &Charges,
        replaced: &[(usize, &DesignedRoute)],
        after: &mut Charges,
    ) {
        let costs = self.terms.iter().zip(&before.0);
        after.0.clear();
        after.0.extend(costs.map(|(term, &before)| term.cost_after(routes, before, replaced)));
    }
}

/// What each term of the cost charges.
#[derive(Clone, Debug, Default)]
pub(super) struct Charges(Vec<f64>);

impl Charges {
    pub(super) fn total(&self) -> f64 {
        self.0.iter().fold(0.0, |sum, cost| sum + cost)
    }
}
