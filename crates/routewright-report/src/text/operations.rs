//! Operations as text.

use routewright_eval::Operations;

use crate::words::printable;

/// Routes that the table shows; the report page has all of them.
const MOST_ROUTES: usize = 30;

/// Vehicles and cost per hour, in all and route by route.
pub fn operations_table(operations: &Operations) -> String {
    let Operations { routes, vehicles, busy_vehicles, cost_per_hour, busy_cost_per_hour, .. } = operations;
    let names: Vec<String> = routes.iter().take(MOST_ROUTES).map(|route| printable(&route.name)).collect();
    let name_width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let mut text = format!(
        "operations: {vehicles} vehicles, cost per hour {cost_per_hour:.0} (without rounding up: {busy_vehicles:.2} \
         vehicles, {busy_cost_per_hour:.0})\n  {:<name_width$}  round trip   headway  vehicles  cost/h\n",
        "route"
    );
    for (route, name) in routes.iter().zip(&names) {
        text.push_str(&format!(
            "  {name:<name_width$}  {:>6.1} min  {:>4.1} min  {:>8}  {:>6.0}\n",
            route.round_trip.minutes(),
            route.headway.minutes(),
            route.vehicles,
            route.cost_per_hour
        ));
    }
    if routes.len() > MOST_ROUTES {
        text.push_str(&format!("  and {} more routes\n", routes.len() - MOST_ROUTES));
    }
    text
}
