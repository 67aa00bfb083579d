//! The services that a front is to have.

use std::sync::Arc;

use routewright_eval::service::{ServiceAssessment, ServiceModel};
use routewright_model::{Network, Problem};
use routewright_search::{RouteSet, ServiceProblem};

use crate::design::{Start, split};
use crate::front::FrontSettings;
use crate::planning::{
    check_frozen, check_shortest_line, check_vehicles, driven_service, lines_beyond_rules, named_network,
};
use crate::{Ground, Result, ServiceSettings};

/// The services that a front is to have: one problem per number of vehicles.
pub(in crate::front) struct ServiceWork {
    /// Vehicles rise from one to the next.
    pub problems: Vec<ServiceProblem>,
    /// Routes of the start that stay as they are.
    pub frozen: Network,
    /// The network of today, its routes run as often as is known.
    pub before: Option<Network>,
    /// Streets and today's lines, where they are known.
    pub ground: Arc<Ground>,
}

impl ServiceWork {
    /// The problems, what their searches start from, and what a person should know about that.
    ///
    /// # Errors
    /// A setting is wrong, or frozen routes leave nothing to design.
    pub fn new(
        settings: &FrontSettings,
        service: &ServiceSettings,
        problem: &Problem,
        before: Option<Network>,
        ground: Arc<Ground>,
    ) -> Result<(Self, Option<RouteSet>, Vec<String>)> {
        let posed = service.problem(problem, &settings.operating)?;
        let problems: Vec<ServiceProblem> = settings
            .vehicle_counts
            .iter()
            .map(|&vehicles| ServiceProblem { vehicles, ..posed.clone() })
            .collect();
        let (free, frozen) = match &before {
            Some(before) => split(before, &settings.freeze)?,
            None => Default::default(),
        };
        check_frozen(&frozen, settings.routes)?;
        let left = check_vehicles(&problems[0], &frozen)?;
        check_shortest_line(&problems[0], left)?;
        let start = before.as_ref().map(|_| Start::of_service(problem, &free));
        let mut notes = start.as_ref().map(Start::notes).unwrap_or_default();
        let begun = start.as_ref().map(|start| start.network(&problem.city));
        notes.extend(begun.and_then(|begun| lines_beyond_rules(&problems[0], &begun)));
        let silent = |before: &Network| {
            let silent = before.routes.iter().find(|route| route.frequency().is_none());
            silent.map(|route| route.name().to_owned())
        };
        if let Some(name) = before.as_ref().and_then(silent) {
            notes.push(format!(
                "today's network is not on the plot: route {name} of the start does not say how often it runs; give \
                 headway_minutes for every route, --headways or --headway"
            ));
        }
        Ok((Self { problems, frozen, before, ground }, start.map(|start| start.routes), notes))
    }

    /// Vehicles that frozen routes leave to the largest service.
    ///
    /// # Errors
    /// They leave none.
    pub fn most_vehicles_left(&self) -> Result<u32> {
        check_vehicles(&self.problems[self.problems.len() - 1], &self.frozen)
    }

    /// How vehicles run and what riders mind.
    pub fn model(&self) -> &ServiceModel {
        &self.problems[0].model
    }

    /// The network of a route set, its lines named after those of today, and the frozen ones.
    pub fn network_of(&self, routes: &RouteSet) -> Network {
        let network = routes.to_network(self.problems[0].city());
        match &self.before {
            Some(before) => named_network(network, before, &self.frozen, &self.problems[0].problem.fixed),
            None => network,
        }
    }

    /// A service with at most so many vehicles, laid out along the streets where they are known.
    pub fn driven(&self, network: Network, vehicles: u32) -> Network {
        let problem = self.problems.iter().find(|problem| problem.vehicles == vehicles);
        match problem.filter(|_| self.ground.streets.is_some()) {
            Some(problem) => driven_service(&self.ground, problem, &network, &self.frozen).network,
            None => network,
        }
    }

    /// What riders live with.
    pub fn assess(&self, network: &Network) -> ServiceAssessment {
        let ServiceProblem { problem, model, .. } = &self.problems[0];
        ServiceAssessment::new(&problem.city, network, &problem.fixed, model, None)
    }

    /// The service of today, if it is known how often its routes run.
    pub fn today(&self) -> Option<ServiceAssessment> {
        let before = self.before.as_ref().filter(|before| says_headways(before))?;
        Some(self.assess(before))
    }
}

/// Whether every route says how often it runs.
pub(super) fn says_headways(network: &Network) -> bool {
    network.routes.iter().all(|route| route.frequency().is_some())
}
