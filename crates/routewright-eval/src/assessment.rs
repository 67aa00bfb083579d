//! Everything that is reported of a network, computed once.

use routewright_model::{Network, PeopleAndJobs, Problem, Seconds};

use crate::service::{LineAssessment, ServiceAssessment};
use crate::{
    Access, AccessAssumptions, Figures, OperatingPlan, Operations, RouteOperations, access, assess,
    operations,
};

/// A network's costs, the vehicles it needs and whom it serves. Tables, JSON and pages show the same
/// assessment.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// Riders' time, route minutes, transfers and violations.
    pub figures: Figures,
    /// How the network is run, which `operations` and `access` assume unless there is a service.
    pub plan: OperatingPlan,
    /// Vehicles and cost per hour.
    pub operations: Operations,
    /// People and jobs served, if trips take a fixed time at the doors; `None` where the city has no zone data, or where
    /// the service says how long trips really take.
    pub access: Option<Access>,
    /// What riders live with who walk, wait and change; `None` where some route does not say how often it runs.
    pub service: Option<ServiceAssessment>,
}

impl Assessment {
    /// Assesses a network that is run by a plan. `zones` are the people and jobs at every node, where they
    /// are known.
    pub fn new(
        problem: &Problem,
        network: &Network,
        plan: &OperatingPlan,
        zones: Option<&PeopleAndJobs>,
    ) -> Self {
        Self::with_figures(assess(problem, network), problem, network, plan, zones)
    }

    /// The same with figures that are known already, such as those of [`crate::reference::evaluate`].
    pub fn with_figures(
        figures: Figures,
        problem: &Problem,
        network: &Network,
        plan: &OperatingPlan,
        zones: Option<&PeopleAndJobs>,
    ) -> Self {
        let assumptions = AccessAssumptions::for_plan(plan);
        Self {
            figures,
            plan: plan.clone(),
            operations: operations(network, plan),
            access: zones.map(|zones| access(problem, network, zones, assumptions)),
            service: None,
        }
    }

    /// Adds what riders live with. Operations then follow from the headways, dwell and layover of the service, and
    /// access from its walking and waiting times.
    #[must_use]
    pub fn with_service(self, service: ServiceAssessment) -> Self {
        Self {
            operations: service_operations(&service, &self.operations, &self.plan),
            access: self.access.filter(|_| service.access.is_none()),
            service: Some(service),
            ..self
        }
    }
}

/// Vehicles and cost of a service.
fn service_operations(service: &ServiceAssessment, before: &Operations, plan: &OperatingPlan) -> Operations {
    let price = plan.cost_per_vehicle_hour;
    let seconds = |minutes: f64| Seconds::from_minutes(minutes).unwrap_or(Seconds::LONGEST);
    let route = |line: &LineAssessment| RouteOperations {
        name: line.name.clone(),
        headway: seconds(line.headway_minutes),
        round_trip: line.round_trip,
        vehicles: u64::from(line.vehicles),
        busy_vehicles: line.round_trip.minutes() / line.headway_minutes,
        cost_per_hour: price * f64::from(line.vehicles),
    };
    Operations {
        routes: service.lines.iter().filter(|line| !line.is_fixed).map(route).collect(),
        vehicles: service.vehicles,
        busy_vehicles: service.vehicle_hours,
        cost_per_hour: price * service.vehicles as f64,
        busy_cost_per_hour: price * service.vehicle_hours,
        driven: before.driven,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, City, Direction, Frequency, Headways, Limits, Route};

    use super::*;
    use crate::service::ServiceModel;

    #[test]
    fn one_assessment_holds_what_its_parts_say() {
        let city = Arc::new(City::mandl());
        let stops = ["1", "2", "3"].map(|name| city.node_named(name).unwrap()).to_vec();
        let network = Network::from_iter([Route::on_links(&city, "1", stops, Direction::BothWays).unwrap()]);
        let problem = Problem::new(city, Limits::new(1, 2, 8).unwrap(), Alpha::new(0.5).unwrap());
        let headways = Headways::new(Seconds(1200), Default::default()).unwrap();
        let plan = OperatingPlan { headways, ..OperatingPlan::default() };
        let zones = PeopleAndJobs::new(vec![1.0; 15], vec![2.0; 15]).unwrap();
        let found = Assessment::new(&problem, &network, &plan, Some(&zones));
        assert_eq!(found.figures.route_minutes, 10.0);
        // A round trip of 20 minutes every 20 minutes.
        assert_eq!((found.operations.vehicles, found.operations.cost_per_hour), (1, 200.0));
        let access = found.access.unwrap();
        assert_eq!(access.people_served, 0.2);
        // Ten minutes on foot, and half of 20 minutes waiting.
        let expected = AccessAssumptions { walking: Seconds(600), waiting: Seconds(600) };
        assert_eq!(access.assumptions, expected);
        assert_eq!(Assessment::new(&problem, &network, &plan, None).access, None);
    }

    #[test]
    fn a_service_says_what_vehicles_and_trips_really_take() {
        let city = Arc::new(City::mandl());
        let stops = ["1", "2", "3"].map(|name| city.node_named(name).unwrap()).to_vec();
        let route = Route::on_links(&city, "1", stops, Direction::BothWays).unwrap();
        let network = Network::from_iter([route.with_frequency(Some(Frequency::Every(6.0)))]);
        let problem = Problem::new(city.clone(), Limits::new(1, 2, 8).unwrap(), Alpha::new(0.5).unwrap());
        let zones = PeopleAndJobs::new(vec![1.0; 15], vec![2.0; 15]).unwrap();
        let found = Assessment::new(&problem, &network, &OperatingPlan::default(), Some(&zones));
        assert_eq!((found.operations.vehicles, found.service.is_none()), (2, true));
        let model = ServiceModel { layover: Seconds(120), ..ServiceModel::for_city(&city) };
        let service = ServiceAssessment::new(&city, &network, &Network::default(), &model, Some(&zones));
        let found = found.with_service(service);
        // Twice 10 minutes and 2 of rest, every 6 minutes.
        assert_eq!((found.operations.vehicles, found.operations.busy_vehicles), (4, 4.0));
        assert_eq!((found.operations.routes[0].round_trip, found.access), (Seconds(24 * 60), None));
        assert!(found.service.unwrap().access.is_some());
    }
}
