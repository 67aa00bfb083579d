//! A city: what does not change while people plan in it.

use routewright::model::{City, NodeId};
use routewright::planner::{Figures, PlanLine, Town};
use routewright::report::{map_data, palette_data};
use routewright::search::HeadwayChoices;
use serde_json::{Value, json};

use super::rounded;
use super::{figures::figures, line};

/// Everything of a city that a page draws.
pub(crate) fn city_map(town: &Town) -> Value {
    let city = town.city();
    let mut map = map_data(city, &town.inputs().details.link_shapes);
    let demand = demand(city, town.model().hours);
    if let Some(nodes) = map["nodes"].as_array_mut() {
        for (at, node) in nodes.iter_mut().enumerate() {
            let on_street = u8::from(city.is_on_street(NodeId::new(at)));
            let has_demand = u8::from(demand[at] != [0.0; 2]);
            node.as_array_mut().into_iter().for_each(|node| node.push(json!(on_street + 2 * has_demand)));
        }
    }
    let today = town.today_figures();
    map["id"] = town.id().into();
    map["name"] = city.name().into();
    let shown = |[from, to]: [f64; 2]| [rounded(from, 2), rounded(to, 2)];
    map["demand"] = json!(demand.into_iter().map(shown).collect::<Vec<_>>());
    map["fixed"] = line::fixed_lines(town, today.as_ref().map(|today| &today.service)).into();
    map["today"] = today.map_or(Value::Null, |today| todays_network(town, &today));
    map["headways"] = json!(HeadwayChoices::COMMON);
    map["palette"] = palette_data();
    let (limits, rules) = (city.defaults(), town.rules());
    map["limits"] = json!({
        "min_stops": limits.min_stops.unwrap_or(2),
        "max_stops": limits.max_stops,
        "max_minutes": rules.max_minutes,
        "max_detour": rules.max_detour,
        "most_riders": town.model().most_riders(),
    });
    map["cost_per_vehicle_hour"] = town.cost_per_vehicle_hour().into();
    let costs = &town.model().costs;
    map["weights"] = json!({"walk": costs.walk_weight, "wait": costs.wait_weight});
    map["has_period"] = town.has_period().into();
    map
}

fn todays_network(town: &Town, today: &Figures) -> Value {
    let routes = town.today().into_iter().flat_map(|network| network.routes.iter().enumerate());
    let lines: Vec<PlanLine> = routes
        .map(|(at, route)| PlanLine {
            id: at as u32 + 1,
            style: at % Town::PALETTE,
            is_frozen: false,
            route: route.clone(),
        })
        .collect();
    json!({
        "lines": line::lines(town.city(), &lines, &today.service),
        "figures": figures(town, today, None),
        "courses": {},
    })
}

/// Trips per hour from and to every node.
fn demand(city: &City, hours: f64) -> Vec<[f64; 2]> {
    let mut demand = vec![[0.0; 2]; city.node_count()];
    for from in city.node_ids() {
        for (to, trips) in city.demand_from(from).iter().enumerate() {
            demand[from.index()][0] += trips / hours;
            demand[to][1] += trips / hours;
        }
    }
    demand
}
