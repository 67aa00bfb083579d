//! An agency's routes turned into routes that a search can change.

use routewright_model::{City, Direction, Network, NodeId, Problem, Route};

use crate::moves::Rules;
use crate::{DesignedRoute, RouteSet};

/// A network as a search can hold it, and what was done to get there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repaired {
    /// Routes on links, driven both ways, each within the limits.
    pub routes: RouteSet,
    /// The route of the network that each of them comes from, by its place.
    pub sources: Vec<usize>,
    /// Routes that were changed: other stops, driven both ways, or other running times.
    pub changed: usize,
    /// Routes that were dropped: too short, a repetition of another, or its way back.
    pub dropped: usize,
}

/// Turns the routes of today's network into routes that searches can change.
///
/// A route keeps the stops of its way out in their order. Of a route that visits a node twice, such as a circular one,
/// the longest part that does not is taken. Between stops without a link it follows the fastest way and stops
/// there as well; a stop that it could reach only through one it has visited before is left out. Ends that are not
/// terminals are cut off; of a route that is too long, the longest part within the limits stays, among equals
/// the one with most demand between its stops. It is then driven both ways at the times of the links, so the
/// separate way back of a one-way route is dropped, and so is a way back by other stops.
pub fn repair(problem: &Problem, network: &Network, distinct: bool) -> Repaired {
    let (city, rules) = (&*problem.city, Rules::new(problem));
    let mut repaired = Repaired::default();
    for (at, route) in network.routes.iter().enumerate() {
        let is_back = |&source: &usize| is_way_back(route, &network.routes[source]);
        if repaired.sources.iter().any(is_back) {
            repaired.dropped += 1;
            continue;
        }
        let stops = match part_within(city, rules, &street_stops(city, route.stops())) {
            Some(stops) if !(distinct && repaired.routes.has_line(&stops, usize::MAX)) => stops,
            _ => {
                repaired.dropped += 1;
                continue;
            }
        };
        let as_it_was =
            route.stops() == stops && route.direction() == Direction::BothWays && !route.has_own_times();
        repaired.changed += usize::from(!as_it_was);
        repaired.routes.routes.push(DesignedRoute::new(city, &stops));
        repaired.sources.push(at);
    }
    repaired
}

/// Whether a one-way route is the way back of another: they share at least half the stops of the shorter
/// one, and it visits most of these in the opposite order.
fn is_way_back(route: &Route, other: &Route) -> bool {
    if [route, other].iter().any(|route| route.direction() == Direction::BothWays) {
        return false;
    }
    let place = |stop: &NodeId| other.stops().iter().position(|there| there == stop);
    let common: Vec<usize> = route.stops().iter().filter_map(place).collect();
    let backwards = common.windows(2).filter(|pair| pair[1] < pair[0]).count();
    2 * common.len() >= route.stops().len().min(other.stops().len()) && 2 * backwards > common.len()
}

/// How many stops a route has once it follows links; see [`repair`].
pub fn stops_on_links(city: &City, route: &Route) -> usize {
    street_stops(city, route.stops()).len()
}

/// Stops along links, none twice; without those that no street leads to. Of stops that return to a node, the part that
/// makes the longest route, among equals the first.
fn street_stops(city: &City, stops: &[NodeId]) -> Vec<NodeId> {
    let on_street: Vec<NodeId> = stops.iter().copied().filter(|&stop| city.is_on_street(stop)).collect();
    let parts = simple_parts(&on_street).into_iter().map(|part| along_links(city, part));
    parts.rev().max_by_key(Vec::len).unwrap_or_default()
}

/// The parts that visit no node twice and could not be longer; all of them where that is true of the whole.
fn simple_parts(stops: &[NodeId]) -> Vec<&[NodeId]> {
    let mut parts = Vec::new();
    let mut first = 0;
    for (at, stop) in stops.iter().enumerate() {
        if let Some(before) = stops[first..at].iter().position(|earlier| earlier == stop) {
            parts.push(&stops[first..at]);
            first += before + 1;
        }
    }
    parts.push(&stops[first..]);
    parts
}

/// Stops along links, none twice.
fn along_links(city: &City, stops: &[NodeId]) -> Vec<NodeId> {
    let mut stops = stops.iter().copied();
    let mut found: Vec<NodeId> = stops.next().into_iter().collect();
    for stop in stops {
        let end = found[found.len() - 1];
        if city.link_time(end, stop).is_some() {
            if !found.contains(&stop) {
                found.push(stop);
            }
            continue;
        }
        let way: Vec<NodeId> = city.shortest_path(end, stop).skip(1).collect();
        if !way.iter().any(|node| found.contains(node)) {
            found.extend(way);
        }
    }
    found
}

/// The longest part that keeps the limits and ends at terminals.
fn part_within(city: &City, rules: Rules<'_>, stops: &[NodeId]) -> Option<Vec<NodeId>> {
    let (least, most) = (rules.limits.min_stops(), rules.limits.max_stops().min(stops.len()));
    let demand = |part: &&[NodeId]| -> f64 {
        part.iter().flat_map(|&a| part.iter().map(move |&b| city.demand(a, b))).sum()
    };
    (least..=most).rev().find_map(|length| {
        let parts = stops.windows(length).filter(|part| rules.allow(part));
        let best = parts.max_by(|a, b| demand(a).total_cmp(&demand(b)))?;
        Some(best.to_vec())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, Limits, Pattern, Seconds};

    use super::*;

    fn problem(max_stops: usize) -> Problem {
        let limits = Limits::new(4, 2, max_stops).unwrap();
        Problem::new(Arc::new(City::mandl()), limits, Alpha::new(0.5).unwrap())
    }

    fn agency_route(city: &City, stops: &str) -> Route {
        let stops: Vec<NodeId> = stops.split('-').map(|name| city.node_named(name).unwrap()).collect();
        let legs = vec![Seconds(100); stops.len() - 1];
        Route::with_leg_times(city, stops.len().to_string(), stops, legs, Direction::OneWay).unwrap()
    }

    fn names(problem: &Problem, repaired: &Repaired) -> Vec<String> {
        let name = |stop: &NodeId| problem.city.node(*stop).name.clone();
        let stops = |route: &DesignedRoute| route.stops().iter().map(name).collect::<Vec<_>>().join("-");
        repaired.routes.routes.iter().map(stops).collect()
    }

    #[test]
    fn gaps_are_filled_and_returns_left_out() {
        let problem = problem(15);
        let city = &problem.city;
        // 1 to 6 skips 2 and 3; the ring returns to where it began; then the first again, the other way and the same.
        let network = Network::from_iter(
            ["1-6-8", "2-3-6-4-2", "8-6-1", "1-6-8"].map(|stops| agency_route(city, stops)),
        );
        let repaired = repair(&problem, &network, true);
        assert_eq!(names(&problem, &repaired), ["1-2-3-6-8", "2-3-6-4"]);
        assert_eq!((repaired.changed, repaired.dropped, &repaired.sources[..]), (2, 2, &[0, 1][..]));
        assert_eq!(repair(&problem, &network, false).routes.routes.len(), 3);
    }

    #[test]
    fn a_way_back_is_driven_by_the_way_out() {
        let problem = problem(15);
        let city = &problem.city;
        // Back over 3 instead of 4 and 5; a round trip in the same direction; a short one that has little to do with it.
        let routes = ["1-2-5-4-6-8", "8-6-3-2-1", "1-2-4-6-8", "8-10-11"];
        let network = Network::from_iter(routes.map(|stops| agency_route(city, stops)));
        let repaired = repair(&problem, &network, true);
        assert_eq!((&repaired.sources[..], repaired.dropped), (&[0, 2, 3][..], 1));
    }

    #[test]
    fn of_a_route_that_returns_to_a_node_the_longest_part_stays() {
        let problem = problem(15);
        let repaired = |stops: &str| {
            let network = Network::from_iter([agency_route(&problem.city, stops)]);
            let repaired = repair(&problem, &network, true);
            assert_eq!(
                stops_on_links(&problem.city, &network.routes[0]),
                repaired.routes.routes[0].stops().len()
            );
            names(&problem, &repaired).remove(0)
        };
        // A spur at the beginning, a circle at the end of a stem, a circle in the middle of a line.
        assert_eq!(repaired("1-2-3-2-5-4-12"), "3-2-5-4-12");
        assert_eq!(repaired("1-2-3-6-4-2-1"), "1-2-3-6-4");
        assert_eq!(repaired("9-15-8-6-15-7-10-14"), "8-6-15-7-10-14");
        // What counts is how long the route is that it makes: from 3 to 8 by way of 6.
        assert_eq!(repaired("6-3-2-3-8"), "2-3-6-8");
    }

    #[test]
    fn a_line_with_its_own_way_back_keeps_its_way_out() {
        let problem = problem(15);
        let city = &problem.city;
        let pattern = |stops: &str| {
            let route = agency_route(city, stops);
            Pattern { stops: route.stops().to_vec(), legs: route.legs_out().to_vec() }
        };
        let make = |out, back| Route::with_timetable(city, "7", pattern(out), Some(pattern(back))).unwrap();
        let network = Network::from_iter([make("1-6-8", "8-15-6-4-5-2-1"), make("8-6-1", "1-2-4-6-8")]);
        let repaired = repair(&problem, &network, true);
        assert_eq!(names(&problem, &repaired), ["1-2-3-6-8"]);
        assert_eq!((repaired.changed, repaired.dropped, &repaired.sources[..]), (1, 1, &[0][..]));
        // Course times of a designed route are not stops.
        let stops = pattern("1-2-3").stops;
        let route = Route::on_links(city, "n", stops, Direction::BothWays).unwrap();
        let laid = route.with_driving_times(vec![Seconds(500); 2], vec![Seconds(600); 2]).unwrap();
        assert_eq!(repair(&problem, &Network::from_iter([laid]), true).changed, 0);
    }

    #[test]
    fn routes_that_keep_the_rules_stay() {
        let problem = problem(8);
        let stops = ["1", "2", "3", "6"].map(|name| problem.city.node_named(name).unwrap()).to_vec();
        let route = Route::on_links(&problem.city, "a", stops, Direction::BothWays).unwrap();
        let repaired = repair(&problem, &Network::from_iter([route]), true);
        assert_eq!((repaired.changed, repaired.dropped), (0, 0));
        assert_eq!(names(&problem, &repaired), ["1-2-3-6"]);
    }

    #[test]
    fn long_routes_keep_their_busiest_part_and_end_where_they_may() {
        let mut parts = City::mandl().to_parts();
        parts.nodes[0].terminal = false;
        let limits = Limits::new(1, 2, 3).unwrap();
        let city = Arc::new(City::new(parts).unwrap());
        let problem = Problem::new(city.clone(), limits, Alpha::new(0.5).unwrap());
        let repaired = repair(&problem, &Network::from_iter([agency_route(&city, "1-2-3-6-8")]), true);
        // Trips a way within 1-2-3, which may not end at 1: 400 + 200 + 50; within 2-3-6: 50 + 180 + 180; within 3-6-8:
        // 180 + 90 + 100.
        assert_eq!(names(&problem, &repaired), ["2-3-6"]);
    }
}
