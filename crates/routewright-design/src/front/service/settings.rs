//! The settings of a front of services.

use routewright_model::{Network, Problem};
use routewright_search::ServiceConfig;

use super::work::says_headways;
use crate::front::FrontOptions;
use crate::planning::{check_ends, vehicle_count};
use crate::{Error, PlanningOptions, Result, ServiceSettings, VehicleRange};

/// Numbers of vehicles, unless asked otherwise.
const POINTS: u32 = 12;
/// Chains of each number of vehicles: its neighbours are as good as chains of its own.
const CHAINS: u32 = 1;

/// The settings of services, and the numbers of vehicles.
///
/// # Errors
/// An option is out of range, or it is not known how many vehicles there are today.
pub(in crate::front) fn resolved(
    options: &FrontOptions,
    range: VehicleRange,
    problem: &Problem,
    start: Option<&Network>,
) -> Result<(ServiceSettings, Vec<u32>)> {
    let planning = PlanningOptions { vehicles: Some(range.most), ..options.planning.clone() };
    let search = ServiceConfig {
        change_price: options.change_price.unwrap_or(0.0),
        chains: options.chains.unwrap_or(CHAINS) as usize,
        ..ServiceConfig::default()
    };
    let settings = ServiceSettings::resolve(&planning, &options.operating, problem, start, search)?;
    let model = planning.model.model(problem, &options.operating)?;
    let fewest = vehicle_count(Some(range.fewest), &model, start)?;
    check_ends(fewest, settings.vehicles)
        .map_err(|why| Error::Settings(format!("--vehicles {range}: {why}")))?;
    let today = start.filter(|start| says_headways(start)).map(|start| model.vehicles(start));
    let today = today.and_then(|today| u32::try_from(today).ok());
    let points = options.points.unwrap_or(POINTS) as usize;
    let counts = VehicleRange::spread(fewest, settings.vehicles, points, today);
    Ok((settings, counts))
}
