//! Observations of the steps of an episode, updated incrementally.

use std::sync::Arc;

use routewright_env::{Decision, State, Step};
use routewright_model::{NodeId, Problem};

use crate::Observation;
use crate::architecture::ALL_GLOBALS;
use crate::city_view::CityView;
use crate::transfers::{Connection, TransferSets};
use crate::trips::Trips;

/// Makes the [`Observation`]s of a problem. It keeps the trips over the finished routes, so that following an episode step
/// by step is cheap; steps in any order give the same observations.
#[derive(Clone, Debug)]
pub struct EpisodeTracker<'p> {
    problem: &'p Problem,
    memory: Memory,
}

impl<'p> EpisodeTracker<'p> {
    /// A tracker of episodes of a problem.
    pub fn new(problem: &'p Problem) -> Self {
        Self { problem, memory: Memory::new(problem) }
    }

    /// The observation of a step of the problem.
    pub fn observe(&mut self, step: Step<'_>) -> Observation {
        let mut observation = self.memory.blank();
        self.memory.observe(self.problem, step, &mut observation);
        observation
    }
}

/// The memory of a tracker, without a reference to its problem.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    city: Arc<CityView>,
    /// The finished routes that `settled` stands for.
    finished: Vec<Vec<NodeId>>,
    settled: Trips,
    /// The route in progress that `current` has in addition; empty if there is none.
    route: Vec<NodeId>,
    current: Trips,
    transfer_sets: TransferSets,
}

impl Memory {
    pub(crate) fn new(problem: &Problem) -> Self {
        let settled = Trips::new(problem, &[]);
        Self {
            city: Arc::new(CityView::new(problem)),
            finished: Vec::new(),
            current: settled.clone(),
            settled,
            route: Vec::new(),
            transfer_sets: TransferSets::default(),
        }
    }

    /// A memory of the same city without any routes.
    pub(crate) fn fresh(&self, problem: &Problem) -> Self {
        let settled = Trips::new(problem, &[]);
        Self {
            city: self.city.clone(),
            finished: Vec::new(),
            current: settled.clone(),
            settled,
            route: Vec::new(),
            transfer_sets: TransferSets::default(),
        }
    }

    /// An empty observation, to be filled in.
    pub(crate) fn blank(&self) -> Observation {
        Observation {
            city: self.city.clone(),
            decision: Decision::Over,
            extension: Default::default(),
            alpha: 0.0,
            trip_minutes: Vec::new(),
            direct_minutes: Vec::new(),
            connections: Vec::new(),
            route: Vec::new(),
            actions: Vec::new(),
            global: [0.0; ALL_GLOBALS],
        }
    }

    /// Whether the network observed last is that of a state.
    pub(crate) fn knows(&self, state: &State<'_>) -> bool {
        self.route == state.route() && self.finished == state.finished()
    }

    /// Whether the network of a state is a small change from the one observed last.
    pub(crate) fn nearly_knows(&self, state: &State<'_>) -> bool {
        self.finished == state.finished() || self.has_just_finished(state)
    }

    /// Fills in the observation of a step. Returns whether the network differs from the one observed last.
    pub(crate) fn observe(&mut self, problem: &Problem, step: Step<'_>, into: &mut Observation) -> bool {
        let state = step.state;
        let is_known = self.knows(state);
        let is_new = !is_known || into.decision == Decision::Over;
        if !is_known {
            self.follow(problem, state);
        }
        if is_new {
            self.describe_network(problem, state, into);
        }
        into.decision = state.decision();
        into.extension = state.options().extension;
        into.actions.clear();
        into.actions.extend_from_slice(step.actions);
        is_new
    }

    fn has_just_finished(&self, state: &State<'_>) -> bool {
        state.finished().split_last().is_some_and(|(last, earlier)| {
            !self.route.is_empty() && *last == self.route && earlier == self.finished
        })
    }

    /// Brings the trips up to date.
    fn follow(&mut self, problem: &Problem, state: &State<'_>) {
        if self.finished != state.finished() {
            if self.has_just_finished(state) {
                self.settled.copy_from(&self.current);
            } else {
                self.settled = Trips::new(problem, state.finished());
            }
            self.finished.clear();
            self.finished.extend_from_slice(state.finished());
        }
        self.route.clear();
        self.route.extend_from_slice(state.route());
        self.current.copy_from(&self.settled);
        if !self.route.is_empty() {
            self.current.add(problem, &self.route);
        }
    }

    fn describe_network(&mut self, problem: &Problem, state: &State<'_>, into: &mut Observation) {
        let trips = &self.current;
        trips.trip_minutes(&mut into.trip_minutes);
        trips.direct_minutes(&mut into.direct_minutes);
        self.transfer_sets.connections(self.city.node_count(), trips, &mut into.connections);
        into.route.clear();
        into.route.extend(state.route().iter().map(|stop| stop.index() as u32));
        into.alpha = problem.alpha.value() as f32;
        into.global = globals(problem, state, into);
    }
}

/// The global inputs, in the order of [`Observation::all_globals`].
fn globals(problem: &Problem, state: &State<'_>, seen: &Observation) -> [f32; ALL_GLOBALS] {
    let city = &*problem.city;
    let n = city.node_count();
    let (mut minutes, mut direct_trips) = (0.0, 0.0);
    let (mut unserved_pairs, mut demand_pairs) = (0u32, 0u32);
    let longest = 2.0 * city.longest_drive().minutes();
    for from in city.node_ids() {
        let row = from.index() * n;
        for (to, &trips) in city.demand_from(from).iter().enumerate() {
            if trips > 0.0 {
                let connection = seen.connections[row + to];
                let is_served = connection != Connection::None;
                demand_pairs += 1;
                unserved_pairs += u32::from(!is_served);
                minutes += trips * if is_served { f64::from(seen.trip_minutes[row + to]) } else { longest };
                direct_trips += if connection == Connection::Direct { trips } else { 0.0 };
            }
        }
    }
    let route_time = |stops: &[NodeId]| -> f64 {
        stops.windows(2).map(|leg| city.leg_time(leg[0], leg[1]).minutes()).sum()
    };
    let built: f64 = state.finished().iter().map(|stops| route_time(stops)).sum();
    let (alpha, limits) = (problem.alpha.value(), problem.limits);
    let (stops, most) = (state.route().len() as f64, limits.max_stops() as f64);
    let routes = state.finished().len();
    [
        minutes / city.total_demand(),
        built + route_time(state.route()),
        routes as f64,
        limits.routes().saturating_sub(routes) as f64,
        f64::from(unserved_pairs) / f64::from(demand_pairs),
        alpha,
        1.0 - alpha,
        (most - stops) / most,
        stops / most,
        limits.min_stops() as f64 / most,
        libm::log(n as f64),
        direct_trips / city.total_demand(),
        most / n as f64,
    ]
    .map(|value| value as f32)
}
