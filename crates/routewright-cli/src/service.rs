//! Options that say how often vehicles run and what they cost.

use std::path::PathBuf;

use routewright::Network;
use routewright::eval::{Operations, Service, operations};
use routewright::io::read_headways;
use routewright::model::{Headways, Seconds};
use serde_json::{Value, json};

use crate::exit::UsageError;

/// How a network is run.
#[derive(clap::Args, Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ServiceArgs {
    /// Minutes between two vehicles of a route [default: 15]
    #[arg(long, value_name = "MINUTES", help_heading = "Operations")]
    pub headway: Option<f64>,

    /// Headways of single routes: a CSV file with the columns route and headway_minutes
    #[arg(long, value_name = "FILE", help_heading = "Operations")]
    pub headways: Option<PathBuf>,

    /// Minutes a vehicle rests after each way it drives [default: 0]
    #[arg(long, value_name = "MINUTES", help_heading = "Operations")]
    pub layover: Option<f64>,

    /// What a vehicle costs in an hour of service, in any currency [default: 200]
    #[arg(long, value_name = "COST", help_heading = "Operations")]
    pub cost_per_hour: Option<f64>,
}

impl ServiceArgs {
    /// Whether anything was said.
    pub fn is_given(&self) -> bool {
        self.headway.is_some()
            || self.headways.is_some()
            || self.layover.is_some()
            || self.cost_per_hour.is_some()
    }

    /// What was said, defaults filled in.
    pub fn service(&self) -> anyhow::Result<Service> {
        let cost = self.cost_per_hour.unwrap_or(Service::PUBLISHED_COST);
        if !cost.is_finite() || cost < 0.0 {
            return Err(UsageError(format!("--cost-per-hour must be 0 or more, but is {cost}")).into());
        }
        let layover = minutes("--layover", self.layover)?.unwrap_or(Seconds(0));
        Ok(Service { headways: self.headways()?, layover, cost_per_vehicle_hour: cost })
    }

    /// How often vehicles run.
    pub fn headways(&self) -> anyhow::Result<Headways> {
        let every = minutes("--headway", self.headway)?.unwrap_or(Headways::PUBLISHED);
        let own = self.headways.as_deref().map(read_headways).transpose()?.unwrap_or_default();
        Ok(Headways::new(every, own)?)
    }
}

/// Says which routes with a headway of their own are not there.
pub fn note_unknown_routes(headways: &Headways, networks: &[&Network]) {
    let is_known =
        |name: &str| networks.iter().any(|network| network.routes.iter().any(|r| r.name() == name));
    let unknown: Vec<&str> =
        headways.own().keys().map(String::as_str).filter(|name| !is_known(name)).collect();
    match unknown[..] {
        [] => {}
        [name] => eprintln!("note: the headway of {name} is not used: no route has that name"),
        [name, .., last] => {
            eprintln!("note: {} headways are not used: no routes are named {name} to {last}", unknown.len())
        }
    }
}

/// Vehicles and cost as a JSON object.
pub fn operations_json(operations: &Operations, service: &Service) -> Value {
    let routes = operations.routes.iter().map(|route| {
        json!({
            "route": route.name,
            "headway_min": route.headway.minutes(),
            "round_trip_min": route.round_trip.minutes(),
            "vehicles": route.vehicles,
            "vehicles_busy": route.busy_vehicles,
            "cost_per_hour": route.cost_per_hour,
        })
    });
    json!({
        "vehicles": operations.vehicles,
        "vehicles_busy": operations.busy_vehicles,
        "cost_per_hour": operations.cost_per_hour,
        "cost_per_hour_busy": operations.busy_cost_per_hour,
        "co_two_way_min": operations.driven.minutes(),
        "headway_min": service.headways.every().minutes(),
        "layover_min": service.layover.minutes(),
        "cost_per_vehicle_hour": service.cost_per_vehicle_hour,
        "routes": routes.collect::<Vec<_>>(),
    })
}

/// Routes that a table in the terminal shows.
const MOST_ROUTES: usize = 30;

/// Vehicles and cost as a table for people.
pub fn operations_table(network: &Network, service: &Service) -> String {
    let found = operations(network, service);
    let name_width = found.routes.iter().map(|route| route.name.chars().count()).max().unwrap_or(0).max(5);
    let mut text = format!(
        "operations: {} vehicles, {:.0} an hour; {:.2} vehicles and {:.0} if none had to be rounded up\n  \
         {:<name_width$}  round trip   headway  vehicles  cost/h\n",
        found.vehicles, found.cost_per_hour, found.busy_vehicles, found.busy_cost_per_hour, "route"
    );
    // The report has them all.
    for route in found.routes.iter().take(MOST_ROUTES) {
        text.push_str(&format!(
            "  {:<name_width$}  {:>6.1} min  {:>4.1} min  {:>8}  {:>6.0}\n",
            route.name,
            route.round_trip.minutes(),
            route.headway.minutes(),
            route.vehicles,
            route.cost_per_hour
        ));
    }
    if found.routes.len() > MOST_ROUTES {
        text.push_str(&format!("  and {} routes more\n", found.routes.len() - MOST_ROUTES));
    }
    text
}

fn minutes(option: &str, value: Option<f64>) -> Result<Option<Seconds>, UsageError> {
    let wrong = |minutes| UsageError(format!("{option} must be a time in minutes, but is {minutes}"));
    value.map(|minutes| Seconds::from_minutes(minutes).ok_or_else(|| wrong(minutes))).transpose()
}
