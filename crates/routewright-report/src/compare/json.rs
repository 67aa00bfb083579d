//! A comparison as JSON. The keys and their order are fixed: scripts rely on them.

use routewright_eval::ACCESS_LIMITS;
use routewright_eval::fates::Fates;
use serde_json::{Map, Value, json};

use super::{ComparePage, ComparedNetwork, Judged};
use crate::json::service_json;
use crate::map::{GAIN_CLASSES, gain_class};

/// All figures of all networks: today's, then the plans'.
pub fn compare_json(page: &ComparePage<'_>) -> Value {
    json!({
        "city": page.city.name(),
        "judged_by": if page.model.is_some() { "service" } else { "paper" },
        "networks": page.networks.iter().map(|network| network_json(page, network)).collect::<Vec<_>>(),
        "data_limits": page.limits,
        "command": page.command,
        "version": page.version,
    })
}

fn network_json(page: &ComparePage<'_>, network: &ComparedNetwork) -> Value {
    let mut value = json!({ "name": network.name, "origin": network.origin });
    match &network.judged {
        Judged::Service(service) => {
            value["service"] = service_json(page.city, service);
            value["vehicle_km_per_hour"] = json!(network.vehicle_km);
            if let Some(plan) = &page.operating {
                value["cost_per_hour"] = json!(plan.cost_per_vehicle_hour * service.vehicles as f64);
            }
        }
        Judged::Paper(figures) => {
            let [d0, d1, d2, dun] = figures.transfer_percent;
            value["paper"] = json!({
                "cp_min": figures.passenger_minutes,
                "co_min": figures.route_minutes,
                "co_two_way_min": figures.driven_minutes,
                "d0": d0,
                "d1": d1,
                "d2": d2,
                "dun": dun,
                "unserved_percent": figures.unserved_percent,
                "unserved_pairs": figures.unserved_pairs,
                "routes": network.network.routes.len(),
            });
        }
    }
    if !network.reach.is_empty() {
        value["access"] = access_json(page, network);
    }
    if !network.gains.is_empty() {
        value["gains"] = gains_json(page, network);
    }
    if let Some(fates) = &network.fates {
        value["todays_lines"] = fates_json(page, network, fates);
    }
    if !network.frozen.is_empty() {
        value["frozen"] = json!(network.frozen);
    }
    value
}

/// Percent of everything that is counted which an average person can get to.
fn access_json(page: &ComparePage<'_>, network: &ComparedNetwork) -> Value {
    let mut object = Map::new();
    for (column, reach) in page.columns.iter().zip(&network.reach) {
        let mut kind = Map::new();
        kind.insert("served_percent".into(), json!(100.0 * reach.served));
        for (limit, share) in ACCESS_LIMITS.iter().zip(reach.within) {
            kind.insert(format!("within_{:.0}_min_percent", limit.minutes()), json!(100.0 * share));
        }
        object.insert(column.name.clone(), kind.into());
    }
    object.into()
}

/// Trips and people by class of minutes gained or lost.
fn gains_json(page: &ComparePage<'_>, network: &ComparedNetwork) -> Value {
    let class = |at: usize| {
        let zones = || network.gains.iter().filter(move |zone| gain_class(zone.gain_min()) == at);
        let trips: f64 = zones().map(|zone| zone.trips).sum();
        let people =
            page.people.map(|people| zones().map(|zone| people[zone.node.index()]).sum::<f64>() + 0.0);
        json!({ "class": GAIN_CLASSES[at], "trips_per_hour": trips + 0.0, "people": people })
    };
    (0..GAIN_CLASSES.len()).map(class).collect()
}

fn fates_json(page: &ComparePage<'_>, network: &ComparedNetwork, fates: &Fates) -> Value {
    let today = &page.today().network.routes;
    let lines = today.iter().zip(&fates.lines).map(|(route, line)| {
        let to = line.fate.successors().iter().map(|successor| network.network.routes[successor.line].name());
        json!({
            "line": route.name(),
            "fate": line.fate.name(),
            "stops_kept": line.kept,
            "now": to.collect::<Vec<_>>(),
        })
    });
    let new = fates.new.iter().map(|&line| network.network.routes[line].name());
    json!({ "lines": lines.collect::<Vec<_>>(), "new": new.collect::<Vec<_>>() })
}
