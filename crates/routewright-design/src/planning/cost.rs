//! What a service costs by strategies, as its search counts it.

use routewright_eval::service::{LineAssessment, ServiceAssessment};
use routewright_model::City;
use routewright_search::{DesignedRoute, RouteSet, ServiceProblem, changed_stops};

/// Mean perceived minutes, and the price of riders above capacity.
pub(crate) fn service_cost(problem: &ServiceProblem, service: &ServiceAssessment) -> f64 {
    service.mean_min + problem.overload_price * overload(service) / service.trips
}

/// Riders per hour above what vehicles hold, over all legs of the lines that are not fixed.
fn overload(service: &ServiceAssessment) -> f64 {
    let lines = service.lines.iter().filter(|line| !line.is_fixed);
    let above = |line: &LineAssessment| -> f64 {
        let most = service.model.most_riders() * 60.0 / line.headway_minutes;
        line.loads_out.iter().chain(&line.loads_back).map(|riders| (riders - most).max(0.0)).sum()
    };
    lines.map(above).sum()
}

/// Whether no vehicle is fuller than allowed; those of fixed lines do not count.
pub(crate) fn keeps_capacity(service: &ServiceAssessment) -> bool {
    service.overloaded_legs == 0
}

/// Stops that changed against the start and what they are charged, where change has a price.
pub(crate) fn charged_changes(
    city: &City,
    price: f64,
    start: &RouteSet,
    routes: &RouteSet,
) -> Option<(usize, f64)> {
    let before: Vec<&DesignedRoute> = start.routes.iter().collect();
    let stops = changed_stops(routes.routes.iter(), &before, city.node_count());
    (price > 0.0).then_some((stops, price * stops as f64))
}
