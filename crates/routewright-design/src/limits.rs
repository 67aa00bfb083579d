//! How many routes and stops are asked for where the options leave it open.

use routewright_model::{City, Limits, Network, ProblemError};
use routewright_search::stops_on_links;

use crate::{Error, ProblemOptions, Result};

/// Limits to score a network by: the options', the city's, or such as the network keeps.
pub fn limits_to_score(
    options: &ProblemOptions,
    city: &City,
    network: &Network,
) -> Result<Limits, ProblemError> {
    let defaults = city.defaults();
    let min_stops = options.min_stops.or(defaults.min_stops).unwrap_or(2);
    Limits::new(
        options.routes.or(defaults.routes).unwrap_or(network.routes.len()),
        min_stops,
        options.max_stops.or(defaults.max_stops).unwrap_or_else(|| city.node_count().max(min_stops)),
    )
}

/// Limits to design by: the options', those of a network to start from, or the city's. A start says how
/// many routes there are, and where the city is silent how long they are, once they follow links.
pub fn limits_to_design(options: &ProblemOptions, city: &City, start: Option<&Network>) -> Result<Limits> {
    let defaults = city.defaults();
    let routes = || start.into_iter().flat_map(|start| &start.routes);
    let shortest = routes().map(|route| route.stop_count()).min();
    let longest = || routes().map(|route| stops_on_links(city, route)).max();
    let count = options.routes.or(start.map(|start| start.routes.len())).or(defaults.routes);
    let min_stops = options.min_stops.or(defaults.min_stops).or(shortest);
    let max_stops = asked_max_stops(options, city).or(defaults.max_stops).or_else(longest);
    // A ring may have fewer stops once none repeats.
    let min_stops = min_stops
        .map(|min| if options.min_stops.is_none() { min.min(max_stops.unwrap_or(min)).max(2) } else { min });
    match (count, min_stops, max_stops) {
        (Some(routes), Some(min), Some(max)) => Ok(Limits::new(routes, min, max)?),
        _ => Err(missing_limits(city)),
    }
}

/// The most stops of a route that the options ask for: no more than there are nodes on streets, since a route stops
/// at each once at most.
pub(crate) fn asked_max_stops(options: &ProblemOptions, city: &City) -> Option<usize> {
    let least = options.min_stops.unwrap_or(2);
    // Other limits are wrong, and refused as such.
    let is_right = |max: usize| (least..=Limits::MOST).contains(&max);
    options.max_stops.map(|max| if is_right(max) { max.min(street_nodes(city)).max(least) } else { max })
}

/// A note about a route length that is asked for but cannot be.
pub(crate) fn capped_stops(options: &ProblemOptions, limits: Limits) -> Option<String> {
    let asked = options.max_stops.filter(|&asked| asked > limits.max_stops())?;
    let most = limits.max_stops();
    Some(format!(
        "--max-stops {asked} means {most}: a route stops at each of the {most} nodes on streets once at most"
    ))
}

/// Nodes at which vehicles can stop.
pub(crate) fn street_nodes(city: &City) -> usize {
    city.node_ids().filter(|&node| city.is_on_street(node)).count()
}

/// Refuses cities with zones that are reached on foot alone: by the paper's cost nobody walks.
pub(crate) fn check_streets(city: &City) -> Result<()> {
    let mut zones = city.node_ids().filter(|&node| !city.is_on_street(node));
    let Some(zone) = zones.next() else { return Ok(()) };
    let others = match zones.count() {
        0 => String::new(),
        1 => " and another one".into(),
        count => format!(" and {count} others"),
    };
    Err(Error::settings(
        format!(
            "node {}{others} can only be reached on foot, and by the paper's cost nobody walks",
            city.node(zone).label()
        ),
        "plan a service: use design with --vehicles N",
    ))
}

/// Limits for a first try in a city that has none: about as many and as long routes as the literature asks of
/// cities of that size.
pub fn suggested_limits(city: &City) -> Limits {
    let n = city.node_count();
    let most = ((2.0 * (n as f64).sqrt()).round() as usize).clamp(2, n);
    Limits::new(n.div_ceil(5).max(2), 2, most).expect("two stops or more, and two routes or more")
}

/// Says what is missing, with values for a first try.
fn missing_limits(city: &City) -> Error {
    let limits = suggested_limits(city);
    Error::settings(
        format!("city {} does not say how many routes it needs or how long they may be", city.name()),
        format!(
            "give --routes, --min-stops and --max-stops; for {} nodes try \
             --routes {} --min-stops {} --max-stops {}",
            city.node_count(),
            limits.routes(),
            limits.min_stops(),
            limits.max_stops()
        ),
    )
}
