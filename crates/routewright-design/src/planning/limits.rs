//! What limits allow, worked out before a search starts.

use routewright_model::{City, Frequency, Limits, Network, NodeId, Problem, Route};
use routewright_search::{HeadwayChoices, SearchError, ServiceProblem};

use crate::limits::{asked_max_stops, street_nodes};
use crate::{Error, ProblemOptions, Result};

/// Limits of a service: the most lines, and how many stops they have. The options' and the city's come first; then
/// there may be as many lines as today, or as there are vehicles and nodes, of any length.
///
/// # Errors
/// An option is out of range.
pub(crate) fn service_limits(
    options: &ProblemOptions,
    city: &City,
    start: Option<&Network>,
    vehicles: Option<u32>,
) -> Result<Limits> {
    let (defaults, nodes) = (city.defaults(), city.node_count());
    let stops = street_nodes(city);
    let most = vehicles.map_or(stops, |vehicles| (vehicles as usize).min(stops)).max(1);
    let routes = options.routes.or(start.map(|start| start.routes.len())).or(defaults.routes).unwrap_or(most);
    let min_stops = options.min_stops.or(defaults.min_stops).unwrap_or(2);
    let max_stops = asked_max_stops(options, city).or(defaults.max_stops).unwrap_or(nodes.max(min_stops));
    Ok(Limits::new(routes, min_stops, max_stops)?)
}

/// Refuses limits that no network can keep or that none can use, and notes what no network within them can do, with the
/// arithmetic. `today` are the routes of the start. `vehicles` are those that frozen routes leave to a service: each of
/// its lines takes one at least.
///
/// # Errors
/// A route would need more stops than there are, or there are more routes than nodes and than today.
pub(crate) fn checked_limits(
    problem: &Problem,
    today: usize,
    frozen: &Network,
    vehicles: Option<u32>,
) -> Result<Vec<String>> {
    let (city, limits) = (&*problem.city, problem.limits);
    let stops: Vec<NodeId> = city.node_ids().filter(|&node| city.is_on_street(node)).collect();
    if limits.min_stops() > stops.len() {
        return Err(Error::settings(
            format!(
                "a route must have {} stops or more, but the city has {} nodes on streets, and a route stops at each \
                 once at most",
                limits.min_stops(),
                stops.len()
            ),
            format!("give --min-stops {} or less", stops.len()),
        ));
    }
    let most = stops.len().max(today).max(2);
    if limits.routes() > most {
        return Err(Error::settings(
            format!(
                "{} routes are too many for a city with {} nodes on streets: most would repeat others or serve nobody",
                limits.routes(),
                stops.len()
            ),
            format!(
                "give --routes {most} or less; cities of the literature have about one route for every five nodes"
            ),
        ));
    }
    if !city.walks().is_empty() {
        return Ok(Vec::new());
    }
    // What other routes serve needs no stop of a new one.
    let mut is_served = vec![false; city.node_count()];
    for route in problem.fixed.routes.iter().chain(&frozen.routes) {
        route.stops().iter().for_each(|stop| is_served[stop.index()] = true);
    }
    let mut travels = vec![false; city.node_count()];
    for from in city.node_ids() {
        for (to, &trips) in city.demand_from(from).iter().enumerate() {
            travels[from.index()] |= trips > 0.0;
            travels[to] |= trips > 0.0;
        }
    }
    let needed: Vec<NodeId> =
        stops.into_iter().filter(|node| travels[node.index()] && !is_served[node.index()]).collect();
    let is_dead_end = |node: &&NodeId| {
        let mut neighbours: Vec<NodeId> = city.links_from(**node).iter().map(|link| link.0).collect();
        neighbours.extend(city.links_into(**node).iter().map(|link| link.0));
        neighbours.sort_unstable();
        neighbours.dedup();
        neighbours.len() == 1
    };
    let dead_ends = needed.iter().filter(is_dead_end).count();
    let may_be = limits.routes() - frozen.routes.len().min(limits.routes());
    let routes = vehicles.map_or(may_be, |vehicles| may_be.min(vehicles as usize));
    let scarce = if routes < may_be { "vehicles" } else { "routes" };
    let (counted, have) = match routes {
        1 => ("1 route".to_owned(), "has"),
        count => (format!("{count} routes"), "have"),
    };
    let mut notes = Vec::new();
    if routes.saturating_mul(limits.max_stops()) < needed.len() {
        notes.push(format!(
            "{counted} of {} stops at most {have} {} stops, fewer than the {} nodes with trips: not every trip \
             can be served; allow more {scarce} or stops",
            limits.max_stops(),
            routes * limits.max_stops(),
            needed.len()
        ));
    } else if 2 * routes < dead_ends {
        notes.push(format!(
            "{dead_ends} nodes with trips are dead ends, where a route must end, but {counted} {have} {} ends: not \
             every trip can be served; allow more {scarce}",
            2 * routes
        ));
    }
    Ok(notes)
}

/// Refuses a service in which even the shortest line imaginable takes too many vehicles or minutes.
///
/// # Errors
/// No line can keep the limits, with the arithmetic.
pub(crate) fn check_shortest_line(service: &ServiceProblem, vehicles: u32) -> Result<()> {
    let ServiceProblem { problem, model, rules, headways, .. } = service;
    let city = &*problem.city;
    let may_end = |&node: &NodeId| city.is_on_street(node) && city.node(node).terminal;
    let ends = city.node_ids().filter(may_end).count();
    if ends < 2 {
        return Err(Error::settings(
            format!("a line needs two nodes to end at, but {ends} of the nodes on streets are terminals"),
            "set terminal to 1 in nodes.csv where routes may end",
        ));
    }
    let links = city.node_ids().flat_map(|from| city.links_from(from).iter().map(|link| link.1));
    let Some(shortest) = links.min() else { return Ok(()) };
    let stops = problem.limits.min_stops();
    let driving = shortest.minutes() * (stops - 1) as f64;
    let one_way = driving + model.dwell.minutes() * stops as f64;
    let round_trip = 2.0 * (one_way + model.layover.minutes());
    let line = format!("a line of {stops} stops takes {one_way:.1} minutes one way at least");
    if let Some(most) = rules.max_minutes.filter(|&most| one_way > most + 1e-9) {
        return Err(Error::settings(
            format!("{line}, more than --max-minutes {most}"),
            "allow more minutes or fewer stops",
        ));
    }
    let HeadwayChoices::List(choices) = headways else { return Ok(()) };
    let Some(&longest) = choices.last() else { return Ok(()) };
    let needed = Frequency::Every(longest).vehicle_count(round_trip);
    if needed > vehicles {
        return Err(Error::settings(
            format!(
                "{line} and {round_trip:.1} out and back with layovers, so one every {longest} minutes needs {needed} \
                 vehicles, but there are {vehicles}"
            ),
            "give more --vehicles, or longer headways in --headway-choices",
        ));
    }
    Ok(())
}

/// A note about lines of a start that are longer or wind more than lines may: the search starts from parts of them.
pub(crate) fn lines_beyond_rules(service: &ServiceProblem, start: &Network) -> Option<String> {
    let breaks = |route: &&Route| !service.allows(route.stops(), [route.time_out(), route.time_back()]);
    let names: Vec<&str> = start.routes.iter().filter(breaks).map(Route::name).collect();
    let (first, more) = (names.first()?, names.len() - 1);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(format!(
        "the start breaks --max-minutes or --max-detour with line {first}{more}: cut down to parts that keep them; \
         use --freeze to keep a route as it is"
    ))
}

/// Says what to do where no line keeps the rules.
pub(crate) fn no_line(error: SearchError) -> Error {
    let help = "allow more --vehicles, longer headways (--headway-choices), longer lines (--max-minutes, --max-detour) or \
                fewer stops (--min-stops)";
    match error {
        SearchError::NoLegalLine => Error::settings(error, help),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::Alpha;

    use super::*;

    fn problem(routes: usize, min: usize, max: usize) -> Problem {
        let limits = Limits::new(routes, min, max).unwrap();
        Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap())
    }

    #[test]
    fn what_cannot_be_is_said_before_the_search() {
        let none = Network::default();
        let told = checked_limits(&problem(6, 16, 20), 0, &none, None).unwrap_err().to_string();
        assert!(told.contains("16 stops or more, but the city has 15 nodes on streets"), "{told}");
        assert!(checked_limits(&problem(6, 2, 8), 0, &none, None).unwrap().is_empty());
        // As many routes as nodes, or as today, and no more.
        assert!(checked_limits(&problem(15, 2, 8), 0, &none, None).is_ok());
        assert!(checked_limits(&problem(40, 2, 8), 40, &none, None).is_ok());
        let told = checked_limits(&problem(500, 2, 8), 40, &none, Some(9)).unwrap_err().to_string();
        assert!(told.starts_with("500 routes are too many for a city with 15 nodes on streets"), "{told}");
        assert!(told.contains("give --routes 40 or less"), "{told}");
        let notes = checked_limits(&problem(1, 2, 8), 0, &none, None).unwrap();
        assert!(
            notes[0]
                .starts_with("1 route of 8 stops at most has 8 stops, fewer than the 14 nodes with trips"),
            "{notes:?}"
        );
        // Two vehicles run two lines at most.
        let notes = checked_limits(&problem(6, 2, 4), 0, &none, Some(2)).unwrap();
        assert!(
            notes[0].starts_with("2 routes of 4 stops at most have 8 stops")
                && notes[0].ends_with("allow more vehicles or stops"),
            "{notes:?}"
        );
    }

    #[test]
    fn dead_ends_need_ends_of_routes() {
        // A star of five streets from node 1 of Mandl's city, where node 9 is a dead end already.
        let mut parts = City::mandl().to_parts();
        let hub = parts.nodes.len();
        for name in ["hub", "a", "b", "c", "d", "e"] {
            parts.nodes.push(routewright_model::Node { name: name.into(), ..parts.nodes[0].clone() });
        }
        let mut street = |a: usize, b: usize| {
            for (from, to) in [(a, b), (b, a)] {
                let (from, to) = (NodeId::new(from), NodeId::new(to));
                parts.links.push(routewright_model::Link { from, to, time: routewright_model::Seconds(60) });
            }
        };
        street(0, hub);
        (1..=5).for_each(|arm| street(hub, hub + arm));
        for arm in 1..=5 {
            let to = NodeId::new(hub + arm);
            parts.demand.push(routewright_model::Demand { from: NodeId::new(0), to, trips: 5.0 });
        }
        let city = Arc::new(City::new(parts).unwrap());
        let problem = Problem { city, ..problem(2, 2, 30) };
        let notes = checked_limits(&problem, 0, &Network::default(), None).unwrap();
        assert!(
            notes[0].contains("6 nodes with trips are dead ends")
                && notes[0].contains("2 routes have 4 ends"),
            "{notes:?}"
        );
    }
}
