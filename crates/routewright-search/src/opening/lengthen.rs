//! Routes led on at both ends to where their riders want to go. Where riders' time alone counts, longer routes cost nothing,
//! and the search would add one stop after the other.

use routewright_model::{City, NodeId, Seconds};

use crate::RouteSet;
use crate::moves::Rules;

/// How well routes serve trips without a change.
struct Served<'a> {
    city: &'a City,
    /// For each pair of nodes, how direct the best ride without a change is: from 0, none, to 1, the fastest drive.
    ratio: Vec<f32>,
}

impl Served<'_> {
    /// Takes note of a route.
    fn note(&mut self, stops: &[NodeId]) {
        let mut since = Vec::with_capacity(stops.len());
        for (at, &stop) in stops.iter().enumerate() {
            let step = at.checked_sub(1).map_or(Seconds(0), |before| self.city.leg_time(stops[before], stop));
            since.iter_mut().for_each(|time: &mut Seconds| *time += step);
            for (&other, &time) in stops[..at].iter().zip(&since) {
                self.set(other, stop, time);
            }
            since.push(Seconds(0));
        }
    }

    fn set(&mut self, a: NodeId, b: NodeId, time: Seconds) {
        let n = self.city.node_count();
        let ratio = self.directness(a, b, time);
        for pair in [a.index() * n + b.index(), b.index() * n + a.index()] {
            self.ratio[pair] = self.ratio[pair].max(ratio);
        }
    }

    /// 1 for a ride that is as fast as can be, less for one that takes longer.
    fn directness(&self, a: NodeId, b: NodeId, time: Seconds) -> f32 {
        (f64::from(self.city.drive_time(a, b).0) / f64::from(time.0.max(1))).min(1.0) as f32
    }

    /// Trips that a node added behind the last stop would serve better than any route does. `since` are the times from
    /// every stop to the last one.
    fn gain(&self, stops: &[NodeId], since: &[Seconds], node: NodeId) -> f64 {
        let (city, n) = (self.city, self.city.node_count());
        let step = city.leg_time(stops[stops.len() - 1], node);
        let better = |(&stop, &time): (&NodeId, &Seconds)| {
            let trips = city.demand(stop, node) + city.demand(node, stop);
            let known = self.ratio[stop.index() * n + node.index()];
            trips * f64::from((self.directness(stop, node, time + step) - known).max(0.0))
        };
        stops.iter().zip(since).map(better).sum()
    }
}

/// Lengthens every route as long as that serves more trips directly and the limits allow it. No two routes become the same
/// where `distinct`.
pub(super) fn lengthen(rules: Rules<'_>, routes: &mut RouteSet, distinct: bool) {
    let city = rules.city;
    let mut served = Served { city, ratio: vec![0.0; city.node_count() * city.node_count()] };
    routes.routes.iter().for_each(|route| served.note(route.stops()));
    for at in 0..routes.routes.len() {
        let mut stops = routes.routes[at].stops().to_vec();
        while stops.len() < rules.limits.max_stops() && add_best(rules, &served, &mut stops) {}
        if rules.allow(&stops) && !(distinct && routes.has_line(&stops, at)) {
            served.note(&stops);
            routes.routes[at].set(city, &stops);
        }
    }
}

/// Adds the node behind either end that serves most trips. False if none serves any.
fn add_best(rules: Rules<'_>, served: &Served<'_>, stops: &mut Vec<NodeId>) -> bool {
    let city = rules.city;
    let mut best: Option<(f64, bool, NodeId)> = None;
    // The front is looked at as the end of the route driven the other way round.
    for at_end in [false, true] {
        stops.reverse();
        let mut since = vec![Seconds(0); stops.len()];
        for at in (1..stops.len()).rev() {
            since[at - 1] = since[at] + city.leg_time(stops[at - 1], stops[at]);
        }
        for &(node, _) in city.links_from(stops[stops.len() - 1]) {
            let is_open = city.node(node).terminal && city.link_time(node, stops[stops.len() - 1]).is_some();
            if is_open && !stops.contains(&node) {
                let gain = served.gain(stops, &since, node);
                if gain > 0.0 && best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, at_end, node));
                }
            }
        }
    }
    match best {
        Some((_, true, node)) => stops.push(node),
        Some((_, false, node)) => stops.insert(0, node),
        None => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveContext;
    use crate::moves::check::{grid, nodes};

    #[test]
    fn routes_are_led_to_where_riders_go() {
        // A row of six nodes; all trips are between the third and the last.
        let mut problem = grid(6, 1, 2, 6);
        problem.city = {
            let mut parts = problem.city.to_parts();
            parts.demand.retain(|trips| [trips.from.index(), trips.to.index()] == [2, 5]);
            assert_eq!(parts.demand.len(), 1);
            std::sync::Arc::new(City::new(parts).unwrap())
        };
        let context = MoveContext::new(&problem);
        let mut routes = RouteSet::from_stops(&problem.city, &[nodes(&[2, 3, 4]), nodes(&[0, 1])]);
        lengthen(context.rules, &mut routes, true);
        let stops: Vec<Vec<NodeId>> = routes.routes.iter().map(|route| route.stops().to_vec()).collect();
        // The second would serve nobody new.
        assert_eq!(stops, [nodes(&[2, 3, 4, 5]), nodes(&[0, 1])]);
    }
}
