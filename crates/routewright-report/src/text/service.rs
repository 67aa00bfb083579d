//! A service as text.

use routewright_eval::ACCESS_LIMITS;
use routewright_eval::service::{
    LineAssessment, LoadedLeg, ServiceAccess, ServiceAssessment, WALK_TO_STOP_MINUTES,
};
use routewright_model::{City, Node};

use super::TextTable;
use crate::words::{counted, grouped, printable, trimmed};

/// Lines that the table shows; the report page has all of them.
const MOST_LINES: usize = 30;

/// Overloaded legs that are named.
const MOST_LEGS: usize = 5;

/// What riders live with, what it takes to run it, and line by line how full it is.
pub fn service_table(city: &City, service: &ServiceAssessment) -> String {
    let mut text = format!(
        "service, by optimal strategies: {} min per trip, {}\n",
        trimmed(service.mean_min, 3),
        vehicles(service)
    );
    text += &riders_table(service).render();
    text += &lines_table(city, service);
    text + &overloaded_list(city, service)
}

/// People and jobs with access, by the walking and waiting that trips really take.
pub fn service_access_table(access: &ServiceAccess) -> String {
    let mut table = TextTable::default();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let near = |what: &str| format!("{what} within {WALK_TO_STOP_MINUTES} min on foot of a stop");
    table.row(near("people"), percent(access.people_served)).row(near("jobs"), percent(access.jobs_served));
    for (what, shares) in [("jobs", access.jobs_within), ("people", access.people_within)] {
        for (limit, share) in ACCESS_LIMITS.iter().zip(shares) {
            table.row(format!("{what} within {:.0} min, door to door", limit.minutes()), percent(share));
        }
    }
    format!("access, with the walking and waiting that each trip takes:\n{}", table.render())
}

fn vehicles(service: &ServiceAssessment) -> String {
    let designed = counted(service.vehicles as usize, "vehicle");
    match service.fixed_vehicles {
        0 => designed,
        fixed => format!("{designed} ({fixed} more on fixed lines)"),
    }
}

/// Perceived minutes per trip by what they are spent on; they add up to the mean.
fn riders_table(service: &ServiceAssessment) -> TextTable {
    let costs = &service.model.costs;
    let per_trip = |total: f64| if service.trips > 0.0 { total / service.trips } else { 0.0 };
    let minutes = |total: f64| format!("{:.2} min", per_trip(total));
    let weighed = |total: f64, weight: f64| match weight {
        1.0 => minutes(total),
        _ => format!("{} (weighted {})", minutes(total * weight), trimmed(weight, 2)),
    };
    let changing = format!(
        "{} ({:.3} changes of {} min)",
        minutes(service.changes * costs.transfer_penalty),
        per_trip(service.changes),
        trimmed(costs.transfer_penalty, 2)
    );
    let unserved = match service.unserved_trips {
        0.0 => "none".to_owned(),
        trips => format!(
            "{} of {} per hour ({:.2} %), each counted as {} min",
            grouped(trips, 1),
            grouped(service.trips, 1),
            100.0 * per_trip(trips),
            trimmed(costs.give_up, 1)
        ),
    };
    let most = service.model.most_riders();
    let mut table = TextTable::default();
    table
        .row("walking", weighed(service.walking_min, costs.walk_weight))
        .row("waiting", weighed(service.waiting_min, costs.wait_weight))
        .row("riding", minutes(service.riding_min))
        .row("changing", changing)
        .row("unserved trips", unserved)
        .row("in service", format!("{:.1} vehicle-hours per hour, layovers included", service.vehicle_hours))
        .row("fullest vehicle", format!("{:.1} riders, {} allowed", service.peak_load, trimmed(most, 1)));
    table
}

fn lines_table(city: &City, service: &ServiceAssessment) -> String {
    let mut lines: Vec<&LineAssessment> = service.lines.iter().collect();
    lines.sort_by_key(|line| (line.is_fixed, std::cmp::Reverse(line.vehicles)));
    lines.truncate(MOST_LINES);
    let name = |line: &LineAssessment| printable(&line.name) + if line.is_fixed { " (fixed)" } else { "" };
    let names: Vec<String> = lines.iter().map(|line| name(line)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let mut text = format!("  {:<width$}   headway  vehicles  boardings/h  peak load  ends\n", "line");
    for (line, name) in lines.iter().zip(&names) {
        let [first, last] = line.ends.map(|node| printable(city.node(node).label()));
        text += &format!(
            "  {name:<width$}  {:>4.1} min  {:>8}  {:>11}  {:>9.1}  {first} and {last}\n",
            line.headway_minutes,
            line.vehicles,
            grouped(line.boardings, 0),
            line.peak_load,
        );
    }
    match service.lines.len() - lines.len() {
        0 => text,
        more => text + &format!("  and {more} more lines\n"),
    }
}

fn overloaded_list(city: &City, service: &ServiceAssessment) -> String {
    let most = trimmed(service.model.most_riders(), 1);
    let legs = &service.overloaded;
    if legs.is_empty() {
        return format!("no vehicle holds more than {most} riders\n");
    }
    let mut text = format!("{} with more than {most} riders in a vehicle:\n", counted(legs.len(), "leg"));
    for overloaded in legs.iter().take(MOST_LEGS) {
        let name = printable(&service.lines[overloaded.line].name);
        let leg = leg_name(city, &overloaded.leg);
        text += &format!("  - line {name}, {leg}: {:.1}\n", overloaded.leg.per_vehicle);
    }
    match legs.len().saturating_sub(MOST_LEGS) {
        0 => text,
        more => text + &format!("  and {more} more\n"),
    }
}

fn leg_name(city: &City, leg: &LoadedLeg) -> String {
    let [from, to] = [leg.from, leg.to].map(|node| city.node(node));
    // Stops of one street often have its name: then their ids tell them apart.
    let is_same = from.label() == to.label();
    let name = |node: &Node| match is_same {
        true => format!("{} ({})", printable(node.label()), printable(&node.name)),
        false => printable(node.label()),
    };
    format!("{} to {}", name(from), name(to))
}

#[cfg(test)]
mod tests {
    use routewright_eval::service::ServiceModel;
    use routewright_model::{Direction, Frequency, Network, Route};

    use super::*;

    fn network(city: &City, routes: &[(&str, f64)]) -> Network {
        let route = |&(stops, headway): &(&str, f64)| {
            let nodes = stops.split('-').map(|name| city.node_named(name).unwrap()).collect();
            let route = Route::on_links(city, stops, nodes, Direction::BothWays).unwrap();
            route.with_frequency(Some(Frequency::Every(headway)))
        };
        routes.iter().map(route).collect()
    }

    #[test]
    fn a_service_is_told_line_by_line_with_its_fullest_vehicle() {
        let city = City::mandl();
        let designed = network(&city, &[("9-15-7", 10.0)]);
        let fixed = network(&city, &[("15-6", 20.0)]);
        let mut model = ServiceModel::for_city(&city);
        model.costs.wait_weight = 1.5;
        let service = ServiceAssessment::new(&city, &designed, &fixed, &model, None);
        // Per hour and direction: 15 trips between 9 and 7, 30 between 9 and 6, 100 between 7 and 6.
        let expected = "\
service, by optimal strategies: 118.364 min per trip, 2 vehicles (1 more on fixed lines)
  walking          0.00 min
  waiting          0.39 min (weighted 1.5)
  riding           0.13 min
  changing         0.08 min (0.017 changes of 5 min)
  unserved trips   15,280.0 of 15,570.0 per hour (98.14 %), each counted as 120 min
  in service       2.0 vehicle-hours per hour, layovers included
  fullest vehicle  19.2 riders, 62.5 allowed
  line           headway  vehicles  boardings/h  peak load  ends
  9-15-7        10.0 min         2          290       19.2  9 and 7
  15-6 (fixed)  20.0 min         1          260       43.3  15 and 6
no vehicle holds more than 62.5 riders
";
        assert_eq!(service_table(&city, &service), expected);
        model.capacity = 4.0;
        let service = ServiceAssessment::new(&city, &designed, &fixed, &model, None);
        let text = service_table(&city, &service);
        let expected = "\
4 legs with more than 5 riders in a vehicle:
  - line 9-15-7, 15 to 7: 19.2
  - line 9-15-7, 7 to 15: 19.2
  - line 9-15-7, 9 to 15: 7.5
  - line 9-15-7, 15 to 9: 7.5
";
        assert!(text.ends_with(expected), "{text}");
    }
}
