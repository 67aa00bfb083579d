//! The problem that the options of a service pose.

use routewright_model::{Network, Problem};
use routewright_search::ServiceProblem;

use super::{VehicleLimit, service_limits};
use crate::{Error, Inputs, OperatingOptions, ProblemOptions, Result};

/// The problem of planning a service with this many vehicles at most.
///
/// # Errors
/// An option is out of range.
pub(crate) fn posed_service(
    options: &ProblemOptions,
    operating: &OperatingOptions,
    inputs: &Inputs,
    vehicles: Option<VehicleLimit>,
) -> Result<Problem> {
    let (city, start) = (&inputs.city, inputs.start.as_ref());
    let given: Vec<&Network> = start.into_iter().chain([&inputs.fixed]).collect();
    operating.check_headway_used(&given)?;
    let vehicles = match vehicles {
        Some(VehicleLimit::Count(count)) => Some(count),
        _ => None,
    };
    let limits = service_limits(options, city, start, vehicles)?;
    let problem = ProblemOptions {
        routes: Some(limits.routes()),
        min_stops: Some(limits.min_stops()),
        max_stops: Some(limits.max_stops()),
        ..options.clone()
    };
    problem.to_design(city, start, inputs.fixed.clone())
}

/// Refuses frozen routes that leave no route to design.
pub(crate) fn check_frozen(frozen: &Network, routes: usize) -> Result<()> {
    match frozen.routes.len() >= routes {
        true => Err(Error::settings(
            "--freeze leaves no route to design",
            "freeze fewer, or ask for more --routes",
        )),
        false => Ok(()),
    }
}

/// Vehicles that frozen routes leave. Refuses a service in which they leave none, or do not say how many they take.
pub(crate) fn check_vehicles(service: &ServiceProblem, frozen: &Network) -> Result<u32> {
    if let Some(silent) = frozen.routes.iter().find(|route| route.frequency().is_none()) {
        return Err(Error::settings(
            format!("route {} is frozen but does not say how often it runs", silent.name()),
            "give it headway_minutes, or use --headways or --headway",
        ));
    }
    let taken = service.model.vehicles(frozen);
    if taken >= u64::from(service.vehicles) {
        let routes = match frozen.routes.len() {
            1 => "the frozen route takes".to_owned(),
            count => format!("{count} frozen routes take"),
        };
        return Err(Error::settings(
            format!("{routes} {taken} of {} vehicles, so none is left to design with", service.vehicles),
            format!("give --vehicles {} or more, or freeze fewer routes", taken + 1),
        ));
    }
    Ok(service.vehicles - taken as u32)
}
