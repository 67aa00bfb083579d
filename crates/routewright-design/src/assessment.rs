//! An assessment as text and as JSON, the same for every use case.

use routewright_eval::service::{ServiceAssessment, gains};
use routewright_eval::{Assessment, LowerBounds};
use routewright_model::{City, Network, Problem};
use routewright_report::{
    Origin, access_json, access_table, figures_json, figures_table, operations_json, operations_table,
    relative_change, service_access_json, service_access_table, service_json, service_table,
};
use serde_json::Value;

/// For people. Operations are shown where somebody said how the network is operated; a service says the same and more.
pub(crate) fn assessment_table(
    problem: &Problem,
    network: &Network,
    assessment: &Assessment,
    bounds: &LowerBounds,
    shows_operations: bool,
) -> String {
    let constraints = match assessment.service {
        Some(_) => "constraints of the literature's problem",
        None => "constraints",
    };
    let mut text = figures_table(problem, network, &assessment.figures, bounds, constraints);
    match &assessment.service {
        Some(service) => {
            text += &service_table(&problem.city, service);
            if shows_operations {
                text += &cost_line(assessment, service);
            }
            text += &service.access.as_ref().map(service_access_table).unwrap_or_default();
        }
        None if shows_operations => text += &operations_table(&assessment.operations),
        None => {}
    }
    text + &assessment.access.as_ref().map(access_table).unwrap_or_default()
}

/// What the vehicles of a service cost.
fn cost_line(assessment: &Assessment, service: &ServiceAssessment) -> String {
    let cost = assessment.plan.cost_per_vehicle_hour * service.vehicles as f64;
    format!("cost per hour: {cost:.0}\n")
}

/// For people, of a service that was planned, beside the one it started from. The cost is shown where somebody said
/// how the network is operated.
pub(crate) fn planned_table(
    city: &City,
    assessment: &Assessment,
    service: &ServiceAssessment,
    before: Option<&ServiceAssessment>,
    shows_operations: bool,
) -> String {
    let mut text = service_table(city, service);
    if shows_operations {
        text += &cost_line(assessment, service);
    }
    text += &service.access.as_ref().map(service_access_table).unwrap_or_default();
    let Some(before) = before else { return text };
    let gained = gains(before, service);
    let share = |counts: &dyn Fn(f64) -> bool| -> f64 {
        let trips: f64 = gained.iter().filter(|zone| counts(zone.gain_min())).map(|zone| zone.trips).sum();
        // A sum of nothing is a negative zero.
        if service.trips > 0.0 { 100.0 * trips / service.trips + 0.0 } else { 0.0 }
    };
    text += &format!(
        "against the start: mean trip {:.2} -> {:.2} min ({}), vehicles {} -> {}, unserved trips {:.0} -> {:.0}\n",
        before.mean_min,
        service.mean_min,
        relative_change(before.mean_min, service.mean_min),
        before.vehicles,
        service.vehicles,
        before.unserved_trips,
        service.unserved_trips,
    );
    text + &format!(
        "zones that gain over a minute: {:.0} % of trips; that lose over a minute: {:.0} %\n",
        share(&|saved| saved > 1.0),
        share(&|saved| saved < -1.0)
    )
}

/// For programs.
pub(crate) fn assessment_json(
    problem: &Problem,
    network: &Network,
    assessment: &Assessment,
    bounds: &LowerBounds,
    origin: &Origin<'_>,
    shows_operations: bool,
) -> Value {
    let mut value = figures_json(problem, network, &assessment.figures, bounds, origin);
    if shows_operations {
        value["operations"] = operations_json(&assessment.operations, &assessment.plan);
    }
    if let Some(service) = &assessment.service {
        value["service"] = service_json(&problem.city, service);
    }
    let real = assessment.service.as_ref().and_then(|service| service.access.as_ref());
    let access = real.map(service_access_json).or(assessment.access.as_ref().map(access_json));
    if let Some(access) = access {
        value["access"] = access;
    }
    value
}
