//! A network under construction.

use routewright_model::{NodeId, Problem};

use crate::coverage::Coverage;
use crate::{ConstructionOptions, Decision, End, HaltChoice, PathAction};

/// Finished routes and the route in progress: the state s = (R, r) of the paper's decision process.
///
/// Decisions alternate. On [`Decision::Extend`] one of [`State::path_actions`] is added to the route; on
/// [`Decision::Halt`] the route is finished or continued, as [`State::halt_choice`] allows.
///
/// Invariant: finished routes and the one in progress visit no node twice, follow links on the way out, start
/// and end at terminals and have at most MAX stops, if the finished ones that were given do.
#[derive(Clone, Debug)]
pub struct State<'p> {
    problem: &'p Problem,
    options: ConstructionOptions,
    finished: Vec<Vec<NodeId>>,
    route: Vec<NodeId>,
    on_route: Vec<bool>,
    decision: Decision,
    /// Finished routes at which the episode is over.
    route_count: usize,
    /// Nodes where routes may end.
    pub(crate) terminals: Vec<NodeId>,
    /// Only where demand must be covered.
    pub(crate) coverage: Option<Coverage>,
}

impl<'p> State<'p> {
    /// The start of an episode: no routes.
    pub fn new(problem: &'p Problem, options: ConstructionOptions) -> Self {
        Self::with_finished(problem, options, std::iter::empty())
    }

    /// An episode that starts with these routes finished. It is over at once if they are all of them.
    pub fn with_finished<'a>(
        problem: &'p Problem,
        options: ConstructionOptions,
        finished: impl Iterator<Item = &'a [NodeId]>,
    ) -> Self {
        let city = &problem.city;
        let mut state = Self {
            problem,
            options,
            finished: finished.map(<[NodeId]>::to_vec).collect(),
            route: Vec::with_capacity(problem.limits.max_stops().min(city.node_count())),
            on_route: vec![false; city.node_count()],
            decision: Decision::Extend,
            route_count: problem.limits.routes(),
            terminals: city.node_ids().filter(|&node| city.node(node).terminal).collect(),
            coverage: None,
        };
        state.coverage = options.cover_demand.then(|| Coverage::new(problem, &state.finished));
        state.decision = state.first_decision();
        state
    }

    /// The problem.
    pub fn problem(&self) -> &'p Problem {
        self.problem
    }

    /// How the network is constructed.
    pub fn options(&self) -> ConstructionOptions {
        self.options
    }

    /// The finished routes (R), in the order they were built.
    pub fn finished(&self) -> &[Vec<NodeId>] {
        &self.finished
    }

    /// The route in progress (r); empty between routes.
    pub fn route(&self) -> &[NodeId] {
        &self.route
    }

    /// Whether the route in progress stops at a node.
    pub fn is_on_route(&self, node: NodeId) -> bool {
        self.on_route[node.index()]
    }

    /// The next decision.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// Whether demand must be covered and a pair is still unconnected, even with the route in progress.
    pub fn has_open_demand(&self) -> bool {
        self.coverage.as_ref().is_some_and(Coverage::is_open)
    }

    /// Whether the route in progress serves the stops of a finished one, in the same or the reverse order.
    pub fn repeats_a_route(&self) -> bool {
        let route = &self.route;
        self.finished.iter().any(|other| {
            other.len() == route.len() && (other == route || other.iter().eq(route.iter().rev()))
        })
    }

    /// The possible results of a halting decision (the paper's equation of halting actions).
    ///
    /// Deviations: a route that cannot be extended is finished even if it has fewer than MIN stops, and where
    /// demand must be covered a route continues as long as it can and pairs are unconnected.
    pub fn halt_choice(&self) -> HaltChoice {
        if !self.can_extend() {
            HaltChoice::MustHalt
        } else if self.must_grow() {
            HaltChoice::MustContinue
        } else {
            HaltChoice::Either
        }
    }

    /// Whether the route continues if it can.
    pub(crate) fn must_grow(&self) -> bool {
        self.route.len() < self.problem.limits.min_stops() || self.has_open_demand()
    }

    /// Adds a path to the route.
    ///
    /// # Panics
    /// It is not time to extend, or the path visits a stop of the route.
    pub fn extend(&mut self, action: &PathAction) {
        assert_eq!(self.decision, Decision::Extend, "a path is added when it is time to extend");
        let mut stops = Vec::new();
        self.new_stops(action, &mut stops);
        for stop in &stops {
            let was_there = std::mem::replace(&mut self.on_route[stop.index()], true);
            assert!(!was_there, "a path adds new stops only");
        }
        let at = if action.end == End::First { 0 } else { self.route.len() };
        self.route.splice(at..at, stops);
        self.route_changed();
        self.decision = Decision::Halt;
    }

    /// Decides that the route continues.
    ///
    /// # Panics
    /// It is not time to decide that.
    pub fn go_on(&mut self) {
        assert_eq!(self.decision, Decision::Halt, "a route goes on when it is time to decide that");
        self.decision = Decision::Extend;
    }

    /// Finishes the route.
    ///
    /// # Panics
    /// It is not time to decide that.
    pub fn halt(&mut self) {
        assert_eq!(self.decision, Decision::Halt, "a route is finished when it is time to decide that");
        if let Some(coverage) = &mut self.coverage {
            coverage.add(&self.route);
        }
        let route = self.route.clone();
        self.abandon_route();
        self.finished.push(route);
        self.decision = self.first_decision();
    }

    /// Discards the route in progress; the next decision starts another.
    pub fn abandon_route(&mut self) {
        for stop in self.route.drain(..) {
            self.on_route[stop.index()] = false;
        }
        self.route_changed();
        self.decision = self.first_decision();
    }

    /// Makes it the episode of one more route, however many there are.
    pub(crate) fn for_one_more(mut self) -> Self {
        self.route_count = self.finished.len() + 1;
        self.decision = self.first_decision();
        self
    }

    /// Ends the episode with the routes there are.
    pub(crate) fn give_up(&mut self) {
        self.abandon_route();
        self.decision = Decision::Over;
    }

    /// The finished routes, taken out.
    pub(crate) fn into_finished(self) -> Vec<Vec<NodeId>> {
        self.finished
    }

    fn first_decision(&self) -> Decision {
        if self.finished.len() >= self.route_count { Decision::Over } else { Decision::Extend }
    }

    fn route_changed(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.set_route(&self.route);
        }
    }
}
