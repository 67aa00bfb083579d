//! What a network means for riders and for the fleet.

use std::collections::BTreeMap;

use routewright_eval::service::ServiceAssessment;
use routewright_eval::strategies::ServiceLine;
use routewright_model::Network;

use crate::Town;
use crate::rules::{BrokenRule, broken_rules};

/// What a network means for riders and for the fleet.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Everything that is reported of a service, by optimal strategies.
    pub service: ServiceAssessment,
    /// What is wrong with its lines. Lines are named by their place in the network.
    pub broken: Vec<BrokenRule>,
    /// Minutes until the next vehicle of any line, on average, at every node with one.
    pub waits: Vec<Option<f64>>,
    /// What its vehicles cost per hour.
    pub cost_per_hour: f64,
}

impl Figures {
    /// Judges a network beside the fixed lines of its city.
    pub fn of(town: &Town, network: &Network) -> Self {
        let (city, model) = (town.city(), town.model());
        let zones = town.inputs().details.people_and_jobs.as_ref();
        let service = ServiceAssessment::new(city, network, town.fixed(), model, zones);
        Self {
            broken: broken_rules(town, network),
            waits: waits(town, network),
            cost_per_hour: town.cost_per_vehicle_hour() * service.vehicles as f64,
            service,
        }
    }
}

pub(crate) fn lines(town: &Town, network: &Network) -> Vec<ServiceLine> {
    let model = town.model();
    model.lines(network).into_iter().chain(model.lines(town.fixed())).collect()
}

fn waits(town: &Town, network: &Network) -> Vec<Option<f64>> {
    // By the stop that comes next: what leaves the other way is of no use to those who wait.
    let mut departures = BTreeMap::new();
    for line in lines(town, network) {
        for leg in line.stops.windows(2) {
            *departures.entry((leg[0].index(), leg[1].index())).or_insert(0.0) += 1.0 / line.headway;
        }
    }
    let mut most = vec![0.0_f64; town.city().node_count()];
    for ((stop, _), rate) in departures {
        most[stop] = most[stop].max(rate);
    }
    let factor = town.model().costs.wait_factor;
    most.into_iter().map(|rate| (rate > 0.0).then(|| factor / rate)).collect()
}
