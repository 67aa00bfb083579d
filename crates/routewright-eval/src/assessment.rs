//! Everything that is reported of a network, computed once.

use routewright_model::{Network, PeopleAndJobs, Problem};

use crate::{Access, AccessAssumptions, Figures, OperatingPlan, Operations, access, assess, operations};

/// A network's costs, the vehicles it needs and whom it serves. Tables, JSON and pages show the same
/// assessment.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// Riders' time, route minutes, transfers and violations.
    pub figures: Figures,
    /// How the network is run, which `operations` and `access` assume.
    pub plan: OperatingPlan,
    /// Vehicles and cost per hour.
    pub operations: Operations,
    /// People and jobs served; `None` where the city has no zone data.
    pub access: Option<Access>,
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
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, City, Direction, Headways, Limits, Route, Seconds};

    use super::*;

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
}
