//! Assessments as JSON. The keys and their order are fixed: scripts rely on them.

use routewright_eval::service::{
    LineAssessment, LineShapes, LoadedLeg, ServiceAccess, ServiceAssessment, Spread, Way,
};
use routewright_eval::{ACCESS_LIMITS, Access, Figures, LowerBounds, OperatingPlan, Operations};
use routewright_model::{City, Network, Problem};
use serde_json::{Map, Value, json};

use crate::MoveRow;

/// How a network was found, for [`figures_json`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Origin<'run> {
    /// The search, or the command.
    pub method: &'run str,
    /// Seed of the random numbers, if any were drawn.
    pub seed: Option<u64>,
    /// Seconds it took.
    pub seconds: f64,
    /// Networks scored.
    pub evaluations: u64,
}

/// The figures of a network, how it was found, and how far it is above lower bounds, where that is known.
pub fn figures_json(
    problem: &Problem,
    network: &Network,
    figures: &Figures,
    bounds: &LowerBounds,
    origin: &Origin<'_>,
) -> Value {
    let [d0, d1, d2, dun] = figures.transfer_percent;
    let mut value = json!({
        "cost": figures.cost,
        "cp_min": figures.passenger_minutes,
        "co_min": figures.route_minutes,
        "co_two_way_min": figures.driven_minutes,
        "d0": d0,
        "d1": d1,
        "d2": d2,
        "dun": dun,
        "unserved_pairs": figures.unserved_pairs,
        "violations": figures.violations.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "routes": network.routes.len(),
        "alpha": problem.alpha.value(),
        "seconds": origin.seconds,
        "evaluations": origin.evaluations,
        "seed": origin.seed,
        "method": origin.method,
        "city": problem.city.name(),
        "cp_lower_bound_min": problem.city.mean_drive_minutes(),
    });
    let known = [
        ("co_lower_bound_min", bounds.route_minutes),
        ("cp_gap_percent", bounds.passenger_gap_percent(figures)),
        ("co_gap_percent", bounds.route_gap_percent(figures)),
    ];
    for (key, number) in known.into_iter().filter_map(|(key, number)| Some((key, number?))) {
        value[key] = json!(number);
    }
    value
}

/// Vehicles and cost per hour, and the operating plan they follow from.
pub fn operations_json(operations: &Operations, plan: &OperatingPlan) -> Value {
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
        "headway_min": plan.headways.every().minutes(),
        "layover_min": plan.layover.minutes(),
        "cost_per_vehicle_hour": plan.cost_per_vehicle_hour,
        "routes": routes.collect::<Vec<_>>(),
    })
}

/// People and jobs with access in percent, and the walking and waiting that every trip is assumed to take.
pub fn access_json(access: &Access) -> Value {
    let mut object = Map::new();
    object.insert("people_served_percent".into(), json!(100.0 * access.people_served));
    object.insert("jobs_served_percent".into(), json!(100.0 * access.jobs_served));
    for (limit, share) in ACCESS_LIMITS.iter().zip(access.jobs_within) {
        object.insert(format!("jobs_within_{:.0}_min_percent", limit.minutes()), json!(100.0 * share));
    }
    object.insert("walking_min".into(), json!(access.assumptions.walking.minutes()));
    object.insert("waiting_min".into(), json!(access.assumptions.waiting.minutes()));
    object.into()
}

/// People and jobs with access in percent, by the walking and waiting that trips really take.
pub fn service_access_json(access: &ServiceAccess) -> Value {
    let mut object = Map::new();
    object.insert("people_served_percent".into(), json!(100.0 * access.people_served));
    object.insert("jobs_served_percent".into(), json!(100.0 * access.jobs_served));
    for (what, shares) in [("jobs", access.jobs_within), ("people", access.people_within)] {
        for (limit, share) in ACCESS_LIMITS.iter().zip(shares) {
            let minutes = limit.minutes();
            object.insert(format!("{what}_within_{minutes:.0}_min_percent"), json!(100.0 * share));
        }
    }
    object.into()
}

/// What riders live with per hour, what it takes to run it, and the model that both follow from.
pub fn service_json(city: &City, service: &ServiceAssessment) -> Value {
    let (model, costs) = (&service.model, &service.model.costs);
    let overloaded = service.overloaded.iter().map(|overloaded| {
        let mut leg = leg_json(city, &overloaded.leg);
        leg["line"] = json!(service.lines[overloaded.line].name);
        leg
    });
    json!({
        "mean_min": service.mean_min,
        "total_min": service.total_min,
        "riding_min": service.riding_min,
        "waiting_min": service.waiting_min,
        "walking_min": service.walking_min,
        "changes": service.changes,
        "unserved_trips": service.unserved_trips,
        "vehicles": service.vehicles,
        "peak_load": service.peak_load,
        "overloaded_legs": service.overloaded_legs,
        "trips": service.trips,
        "fixed_vehicles": service.fixed_vehicles,
        "vehicle_hours": service.vehicle_hours,
        "lines": service.lines.iter().map(|line| line_json(city, line)).collect::<Vec<_>>(),
        "overloaded": overloaded.collect::<Vec<_>>(),
        "shapes": shapes_json(&service.shapes),
        "model": {
            "wait_factor": costs.wait_factor,
            "wait_weight": costs.wait_weight,
            "walk_weight": costs.walk_weight,
            "transfer_penalty_min": costs.transfer_penalty,
            "give_up_min": costs.give_up,
            "dwell_min": model.dwell.minutes(),
            "layover_min": model.layover.minutes(),
            "capacity": model.capacity,
            "load_factor": model.load_factor,
            "period_hours": model.hours,
        },
    })
}

/// What the lines look like.
fn shapes_json(shapes: &LineShapes) -> Value {
    let spread =
        |spread: Spread| json!({"least": spread.least, "median": spread.median, "most": spread.most});
    json!({
        "lines": shapes.lines,
        "short_share": shapes.short_share,
        "shared_legs": shapes.shared_legs,
        "stops": spread(shapes.stops),
        "minutes": spread(shapes.minutes),
        "km": spread(shapes.kilometres),
        "detour": spread(shapes.detour),
        "kmh": spread(shapes.speed),
    })
}

/// How a line runs and who rides it. Loads are riders per hour, leg by leg in the order in which it is driven.
fn line_json(city: &City, line: &LineAssessment) -> Value {
    json!({
        "line": line.name,
        "is_fixed": line.is_fixed,
        "headway_minutes": line.headway_minutes,
        "vehicles": line.vehicles,
        "round_trip_min": line.round_trip.minutes(),
        "one_way_min": line.minutes_out,
        "stops": line.stop_count,
        "boardings": line.boardings,
        "peak_load": line.peak_load,
        "busiest_leg": line.busiest.as_ref().map(|leg| leg_json(city, leg)),
        "loads_out": line.loads_out,
        "loads_back": line.loads_back,
    })
}

fn leg_json(city: &City, leg: &LoadedLeg) -> Value {
    json!({
        "from": city.node(leg.from).name,
        "to": city.node(leg.to).name,
        "way": match leg.way { Way::Out => "out", Way::Back => "back" },
        "riders_per_hour": leg.riders,
        "riders_per_vehicle": leg.per_vehicle,
    })
}

/// Counters of the moves of a search, one object per move.
pub fn moves_json(moves: &[MoveRow]) -> Value {
    let object = |row: &MoveRow| {
        let MoveRow { name, tried, legal, scored, accepted, improving } = row;
        json!({
            "move": name,
            "tried": tried,
            "legal": legal,
            "scored": scored,
            "accepted": accepted,
            "improving": improving,
        })
    };
    moves.iter().map(object).collect()
}

#[cfg(test)]
mod tests {
    use routewright_eval::AccessAssumptions;
    use routewright_model::Seconds;

    use super::*;

    #[test]
    fn access_has_its_assumptions_beside_it() {
        let access = Access {
            people_served: 0.5,
            jobs_served: 1.0,
            jobs_within: [0.125, 0.25, 0.75],
            assumptions: AccessAssumptions { walking: Seconds(600), waiting: Seconds(450) },
        };
        let expected = concat!(
            r#"{"people_served_percent":50.0,"jobs_served_percent":100.0,"#,
            r#""jobs_within_30_min_percent":12.5,"jobs_within_45_min_percent":25.0,"#,
            r#""jobs_within_60_min_percent":75.0,"walking_min":10.0,"waiting_min":7.5}"#
        );
        assert_eq!(access_json(&access).to_string(), expected);
    }
}
