//! A service as the search holds it.

use routewright_eval::service::SectionLine;
use routewright_model::{NodeId, Seconds};

use super::ServiceProblem;
use crate::{DesignedRoute, RouteSet};

/// A route and how often it runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ServedRoute {
    pub(super) route: DesignedRoute,
    /// See [`ServiceProblem::frequency`].
    pub(super) setting: u32,
    pub(super) headway_minutes: f64,
    pub(super) vehicles: u32,
    pub(super) round_trip: Seconds,
}

impl ServedRoute {
    /// Sets the stops, keeping the memory it holds; its setting is to be set anew.
    pub(super) fn set_stops(&mut self, problem: &ServiceProblem, stops: &[NodeId]) {
        self.route.set(problem.city(), stops);
        self.round_trip = problem.model.round_trip(self.route.line());
    }

    pub(super) fn set_setting(&mut self, problem: &ServiceProblem, setting: u32) {
        self.setting = setting;
        (self.headway_minutes, self.vehicles) = problem.timing(self.round_trip, setting);
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.route.clone_from(&other.route);
        self.setting = other.setting;
        (self.headway_minutes, self.vehicles) = (other.headway_minutes, other.vehicles);
        self.round_trip = other.round_trip;
    }

    /// Driving time out and back.
    pub(super) fn driving(&self) -> [Seconds; 2] {
        let line = self.route.line();
        let out = line.time_out();
        [out, Seconds(line.driven_time().0 - out.0)]
    }

    /// The route as sections read it.
    pub(super) fn line(&self) -> SectionLine<'_> {
        SectionLine { line: self.route.line(), headway_minutes: self.headway_minutes }
    }
}

/// The designed lines of a network.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Service {
    pub(super) lines: Vec<ServedRoute>,
}

impl Service {
    /// Vehicles of all lines.
    pub(super) fn vehicles(&self) -> u32 {
        self.lines.iter().map(|line| line.vehicles).sum()
    }

    /// Whether a line other than those at some places serves these stops.
    pub(super) fn has_line(&self, stops: &[NodeId], except: &[usize]) -> bool {
        let mut others = self.lines.iter().enumerate().filter(|(at, _)| !except.contains(at));
        others.any(|(_, line)| line.route.is_same_line(stops))
    }

    /// The routes with their frequencies.
    pub(super) fn to_routes(&self, problem: &ServiceProblem) -> RouteSet {
        let timed = |line: &ServedRoute| {
            let mut route = line.route.clone();
            route.set_frequency(Some(problem.frequency(line.setting)));
            route
        };
        RouteSet { routes: self.lines.iter().map(timed).collect() }
    }

    /// A service of routes that say how often they run.
    pub(super) fn from_routes(problem: &ServiceProblem, routes: &RouteSet) -> Self {
        let lines = routes.routes.iter().enumerate().map(|(at, route)| {
            let mut line = ServedRoute::default();
            line.set_stops(problem, route.stops());
            line.route.set_origin(Some(at as u32));
            let setting = match route.frequency() {
                Some(frequency) => problem.setting_near(line.round_trip, frequency),
                None => problem.setting_within(line.round_trip, 1).unwrap_or(0),
            };
            line.set_setting(problem, setting);
            line
        });
        Self { lines: lines.collect() }
    }
}
