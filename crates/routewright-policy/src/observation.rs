//! Everything a net sees of one decision.

use std::sync::Arc;

use routewright_env::{Decision, End, Extension, PathAction, Step};

use crate::EpisodeTracker;
use crate::architecture::{ALL_GLOBALS, PAPER_GLOBALS};
use crate::city_view::CityView;
use crate::normalisers::EDGE_QUANTITIES;
use crate::transfers::Connection;

/// One decision as a net sees it: the network with the route in progress, and the legal actions. It owns its data, so it
/// can be stored; data of the city alone is shared with the other observations of an [`EpisodeTracker`].
#[derive(Clone, Debug)]
pub struct Observation {
    pub(crate) city: Arc<CityView>,
    pub(crate) decision: Decision,
    pub(crate) extension: Extension,
    pub(crate) alpha: f32,
    /// Fastest trips (tau_R) in minutes, zero where there is none.
    pub(crate) trip_minutes: Vec<f32>,
    /// Fastest rides without a transfer in minutes, zero where there is none.
    pub(crate) direct_minutes: Vec<f32>,
    pub(crate) connections: Vec<Connection>,
    /// The route in progress (r).
    pub(crate) route: Vec<u32>,
    pub(crate) actions: Vec<PathAction>,
    pub(crate) global: [f32; ALL_GLOBALS],
}

impl Observation {
    /// The observation of a step. For many steps of a problem use an [`EpisodeTracker`].
    pub fn new(step: Step<'_>) -> Self {
        EpisodeTracker::new(step.state.problem()).observe(step)
    }

    /// The paper's global inputs, not normalised: mean trip time with twice the longest drive for every
    /// unserved trip (C_p', minutes), sum of one-way route times (C_o, minutes), routes built, routes left to
    /// build, share of pairs with demand unserved (F_un), alpha, 1 − alpha.
    pub fn global(&self) -> &[f32] {
        &self.global[..PAPER_GLOBALS]
    }

    /// Those and the further inputs of [`Inputs::Extended`](crate::Inputs::Extended).
    pub fn all_globals(&self) -> &[f32] {
        &self.global
    }

    /// The decision to make.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The number of paths to choose from; zero if the decision is whether to halt.
    pub fn action_count(&self) -> usize {
        self.actions.len()
    }

    /// The number of scores of a net: one per path, or one for halting.
    pub fn score_count(&self) -> usize {
        if self.decision == Decision::Halt { 1 } else { self.actions.len() }
    }

    /// Memory used, without the data shared with other observations of the tracker.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&self.trip_minutes[..])
            + size_of_val(&self.direct_minutes[..])
            + size_of_val(&self.connections[..])
            + size_of_val(&self.route[..])
            + size_of_val(&self.actions[..])
    }

    /// Nodes of the city.
    pub fn node_count(&self) -> usize {
        self.city.node_count()
    }

    pub(crate) fn city(&self) -> &CityView {
        &self.city
    }

    pub(crate) fn actions(&self) -> &[PathAction] {
        &self.actions
    }

    /// The edge features that are quantities: demand, link time, trip time, direct time, drive time.
    pub(crate) fn edge_quantities(&self, from: usize, to: usize) -> [f32; EDGE_QUANTITIES] {
        let at = from * self.node_count() + to;
        [
            self.city.demand(from, to),
            self.city.link_minutes(from, to),
            self.trip_minutes[at],
            self.direct_minutes[at],
            self.city.drive_minutes(from, to),
        ]
    }

    /// Driving time of the route in progress, one way (the mean of both where they differ), and its stops.
    pub(crate) fn route_size(&self) -> [f32; 2] {
        [self.route_minutes(), self.route.len() as f32]
    }

    fn route_minutes(&self) -> f32 {
        let legs = || self.route.windows(2).map(|leg| (leg[0] as usize, leg[1] as usize));
        let out: f32 = legs().map(|(from, to)| self.city.leg_minutes(from, to)).sum();
        if self.city.is_symmetric() {
            return out;
        }
        let back: f32 = legs().map(|(from, to)| self.city.leg_minutes(to, from)).sum();
        0.5 * (out + back)
    }

    /// Where a path meets the route: the stop of the route, and whether the path includes it.
    pub(crate) fn joint(&self, end: End) -> Option<Joint> {
        let stop = match end {
            End::First => *self.route.first()?,
            End::Last => *self.route.last()?,
        };
        Some(Joint { stop: stop as usize, is_shared: self.extension == Extension::SharedTerminal })
    }

    /// The first and last of the stops that a path adds, in outbound order.
    pub(crate) fn new_ends(&self, action: &PathAction) -> (usize, usize) {
        let (from, to) = (action.from.index(), action.to.index());
        match (self.joint(action.end), action.end) {
            (Some(joint), End::First) if joint.is_shared => (from, self.city.previous(from, to)),
            (Some(joint), End::Last) if joint.is_shared => (self.city.next(from, to), to),
            _ => (from, to),
        }
    }

    /// Minutes and stops that a path adds to the route, the link to it included.
    pub(crate) fn path_size(&self, action: &PathAction) -> [f32; 2] {
        let (from, to) = (action.from.index(), action.to.index());
        let link = match (self.joint(action.end), action.end) {
            (Some(joint), End::First) if !joint.is_shared => self.city.leg_minutes(to, joint.stop),
            (Some(joint), End::Last) if !joint.is_shared => self.city.leg_minutes(joint.stop, from),
            _ => 0.0,
        };
        let minutes = self.city.drive_minutes(from, to) + link;
        let (first, last) = self.new_ends(action);
        let stops = self.city.hops(first, last) + 1;
        [minutes, stops as f32]
    }
}

/// Where a path meets the route.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    /// The end of the route.
    pub(crate) stop: usize,
    /// Whether the path starts there, rather than at a neighbour.
    pub(crate) is_shared: bool,
}
