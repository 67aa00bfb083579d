//! Lines.

use routewright::eval::service::{LineAssessment, ServiceAssessment};
use routewright::model::{City, Route};
use routewright::planner::{PlanLine, Town};
use routewright::report::{LineStyle, fixed_route_data, line_width, route_data};
use serde_json::{Value, json};

use super::rounded;

/// Lines with their riders.
pub(crate) fn lines(city: &City, lines: &[PlanLine], service: &ServiceAssessment) -> Vec<Value> {
    let shortest = shortest_headway(service);
    let value = |(at, line): (usize, &PlanLine)| {
        let found = service.lines.iter().find(|other| !other.is_fixed && other.route == at);
        let mut value = drawn_line(city, line);
        if let Some(found) = found {
            add_riders(&mut value, found, shortest);
        }
        value
    };
    lines.iter().enumerate().map(value).collect()
}

/// Lines that stay, with their riders where they are known.
pub(crate) fn fixed_lines(town: &Town, service: Option<&ServiceAssessment>) -> Vec<Value> {
    let routes = town.fixed().routes.iter().enumerate();
    let value = |(at, route): (usize, &Route)| {
        let mut value = fixed_route_data(town.city(), route);
        value["id"] = json!(at + 1);
        value["headway"] = json!(town.model().timed(route).map(|timed| timed.headway_minutes));
        let found =
            service.and_then(|service| service.lines.iter().find(|line| line.is_fixed && line.route == at));
        if let Some(found) = found {
            add_riders(&mut value, found, 0.0);
        }
        value
    };
    routes.map(value).collect()
}

/// The lines of a search, without riders.
pub(crate) fn drawn_network(town: &Town, lines: &[PlanLine]) -> Value {
    let line = |line: &PlanLine| {
        let mut value = drawn_line(town.city(), line);
        if let Some(timed) = town.model().timed(&line.route) {
            (value["headway"], value["vehicles"]) =
                (json!(rounded(timed.headway_minutes, 2)), json!(timed.vehicles));
        }
        value
    };
    let lines: Vec<Value> = lines.iter().map(line).collect();
    json!({"lines": lines, "courses": {}})
}

/// A line as a map draws it.
pub(crate) fn drawn_line(city: &City, line: &PlanLine) -> Value {
    let PlanLine { id, style, is_frozen, route } = line;
    let mut value = route_data(city, route, LineStyle::of_route(*style));
    let own = json!({
        "id": id,
        "style": style,
        "frozen": is_frozen,
        "timetable": route.has_own_times(),
        "headway": null,
        "vehicles": 0,
        "boardings": 0,
        "peak": 0,
        "loads": [],
        "loads_back": [],
        "wide": 1,
    });
    for (key, own) in own.as_object().into_iter().flatten() {
        value[key] = own.clone();
    }
    for key in ["one_way", "back"] {
        if value.get(key).is_none() {
            value[key] = if key == "one_way" { json!(false) } else { Value::Null };
        }
    }
    value
}

/// Minutes from one end to the other, time at stops included.
pub(crate) fn minutes_out(town: &Town, route: &Route) -> f64 {
    let minutes = |&leg| town.model().leg_minutes(leg, route.has_own_times());
    route.legs_out().iter().map(minutes).sum()
}

fn add_riders(value: &mut Value, line: &LineAssessment, shortest: f64) {
    let loads = |loads: &[f64]| loads.iter().map(|&load| rounded(load, 1)).collect::<Vec<_>>();
    value["headway"] = json!(rounded(line.headway_minutes, 2));
    value["vehicles"] = json!(line.vehicles);
    value["minutes"] = json!(rounded(line.minutes_out, 1));
    value["boardings"] = json!(rounded(line.boardings, 1));
    value["peak"] = json!(rounded(line.peak_load, 1));
    value["loads"] = json!(loads(&line.loads_out));
    value["loads_back"] = json!(loads(&line.loads_back));
    if shortest > 0.0 {
        value["wide"] = json!(rounded(line_width(line.headway_minutes, shortest), 2));
    }
}

fn shortest_headway(service: &ServiceAssessment) -> f64 {
    let headways = service.lines.iter().filter(|line| !line.is_fixed).map(|line| line.headway_minutes);
    headways.fold(f64::INFINITY, f64::min)
}
