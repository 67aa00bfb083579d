//! Figures.

use routewright::planner::{BrokenRule, Figures, PlanLine, Town};
use serde_json::{Value, json};

use super::rounded;

/// Overloaded legs that are sent: the map marks them all, unless there are more than anybody could tell apart.
const MOST_LEGS: usize = 5_000;

/// The figures in brief, for differences.
pub(crate) fn brief(town: &Town, figures: &Figures) -> Value {
    let service = &figures.service;
    let trips = service.trips.max(1e-9);
    let costs = &service.model.costs;
    let per_trip = |minutes: f64| rounded(minutes / trips, 4);
    json!({
        "trips": rounded(service.trips, 1),
        "mean_min": rounded(service.mean_min, 4),
        "walking": per_trip(costs.walk_weight * service.walking_min),
        "waiting": per_trip(costs.wait_weight * service.waiting_min),
        "riding": per_trip(service.riding_min),
        "changing": per_trip(costs.transfer_penalty * service.changes),
        "unserved_min": per_trip(costs.give_up * service.unserved_trips),
        "changes": per_trip(service.changes),
        "unserved_trips": rounded(service.unserved_trips, 1),
        "vehicles": service.vehicles,
        "vehicle_hours": rounded(service.vehicle_hours, 2),
        "cost_per_hour": rounded(figures.cost_per_hour, 0),
        "lines": service.lines.iter().filter(|line| !line.is_fixed).count(),
        "fullest": rounded(service.peak_load, 1),
        "overloaded_legs": town.has_period().then_some(service.overloaded_legs),
        "broken_rules": figures.broken.len(),
        "people_served": service.access.map(|access| rounded(access.people_served, 4)),
        "jobs_45": service.access.map(|access| rounded(access.jobs_within[1], 4)),
    })
}

/// All figures. Lines are named by their ids in `lines`; without them, by their number.
pub(crate) fn figures(town: &Town, figures: &Figures, lines: Option<&[PlanLine]>) -> Value {
    let service = &figures.service;
    let id = |at: usize| lines.map_or(at as u32 + 1, |lines| lines.get(at).map_or(0, |line| line.id));
    let overloaded: Vec<Value> = match town.has_period() {
        true => service.overloaded.iter().take(MOST_LEGS).map(|found| {
            let leg = &found.leg;
            let line = id(service.lines[found.line].route);
            json!({"line": line, "from": leg.from.index(), "to": leg.to.index(), "riders": rounded(leg.per_vehicle, 1)})
        }).collect(),
        false => Vec::new(),
    };
    let rule = |rule: &BrokenRule| {
        let nodes: Vec<usize> = rule.nodes.iter().map(|node| node.index()).collect();
        json!({"words": rule.words, "line": rule.line.map(id), "nodes": nodes})
    };
    let zones = service
        .by_origin
        .iter()
        .map(|zone| (zone.trips > 0.0).then(|| [rounded(zone.mean_min, 2), rounded(zone.trips, 2)]));
    let mut value = brief(town, figures);
    value["overloaded"] = overloaded.into();
    value["rules"] = figures.broken.iter().map(rule).collect::<Vec<_>>().into();
    value["zones"] = json!(zones.collect::<Vec<_>>());
    let waits = figures.waits.iter().map(|wait| wait.and_then(|wait| rounded(wait, 2)));
    value["waits"] = json!(waits.collect::<Vec<_>>());
    value
}
