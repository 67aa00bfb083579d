//! One network from several that searches made of the same one.

use routewright_eval::Evaluator;
use routewright_model::{Network, Problem};

use crate::{DesignedRoute, RouteSet};

/// Joins what several searches changed in a network that they all continued from: the best of theirs, with the changes
/// of the others as far as they hold beside it. Never worse than the best of them. In large cities nearly all changes
/// hold side by side.
///
/// Networks with another number of routes than the base are only considered as they are. Frozen routes count in every
/// network; they are in none of those given.
pub fn join_networks(
    problem: &Problem,
    frozen: &Network,
    base: &RouteSet,
    networks: &[RouteSet],
    distinct: bool,
) -> Option<RouteSet> {
    let mut evaluator = Evaluator::with_frozen(problem, frozen);
    let before = base.cost(&mut evaluator);
    let mut costs: Vec<(f64, &RouteSet)> =
        networks.iter().map(|network| (network.cost(&mut evaluator), network)).collect();
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (&(cost, first), others) = costs.split_first()?;
    let mut joined = Joined { evaluator, routes: first.clone(), cost, distinct };
    let count = base.routes.len();
    if first.routes.len() != count {
        return Some(joined.routes);
    }
    for (cost, other) in others.iter().filter(|(_, other)| other.routes.len() == count) {
        let is_news = |place: &usize| {
            other.routes[*place] != base.routes[*place]
                && other.routes[*place] != joined.routes.routes[*place]
        };
        let places: Vec<usize> = (0..count).filter(is_news).collect();
        // Half of what was promised is enough to take all at once.
        joined.take(&other.routes, &places, ((cost - before) / 2.0).min(0.0));
    }
    Some(joined.routes)
}

struct Joined<'p> {
    evaluator: Evaluator<'p>,
    routes: RouteSet,
    cost: f64,
    distinct: bool,
}

impl Joined<'_> {
    /// Takes over all of these routes if that changes the cost by no more than allowed; else the halves that lower it.
    fn take(&mut self, from: &[DesignedRoute], places: &[usize], allowed: f64) {
        if places.is_empty() {
            return;
        }
        let before: Vec<DesignedRoute> =
            places.iter().map(|&place| self.routes.routes[place].clone()).collect();
        for &place in places {
            self.routes.routes[place] = from[place].clone();
        }
        let is_new = |&place: &usize| !self.routes.has_line(self.routes.routes[place].stops(), place);
        if !self.distinct || places.iter().all(is_new) {
            let cost = self.routes.cost(&mut self.evaluator);
            if cost - self.cost <= allowed && cost <= self.cost {
                self.cost = cost;
                return;
            }
        }
        for (&place, route) in places.iter().zip(before) {
            self.routes.routes[place] = route;
        }
        if places.len() > 1 {
            let (one, two) = places.split_at(places.len() / 2);
            self.take(from, one, 0.0);
            self.take(from, two, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::check::{grid, nodes};

    #[test]
    fn improvements_of_different_routes_are_joined() {
        let problem = grid(4, 4, 2, 5);
        let set = |routes: &[&[usize]]| {
            let stops: Vec<_> = routes.iter().map(|route| nodes(route)).collect();
            RouteSet::from_stops(&problem.city, &stops)
        };
        // A comb that connects everything, with two routes that can be straightened apart from each other.
        let comb: [&[usize]; 5] =
            [&[0, 4, 8, 12], &[0, 1, 2, 3], &[4, 5, 6, 7], &[8, 9, 10, 11], &[12, 13, 14, 15]];
        let with = |changes: &[(usize, &'static [usize])]| {
            let mut routes = comb;
            changes.iter().for_each(|&(place, route)| routes[place] = route);
            set(&routes)
        };
        let base = with(&[(1, &[1, 2, 3]), (4, &[13, 14, 15])]);
        let (one, two) = (with(&[(4, &[13, 14, 15])]), with(&[(1, &[1, 2, 3])]));
        let joined =
            join_networks(&problem, &Network::default(), &base, &[one.clone(), two.clone()], true).unwrap();
        assert_eq!(joined, set(&comb), "both improvements");
        let alone =
            join_networks(&problem, &Network::default(), &base, &[base.clone(), one.clone()], true).unwrap();
        assert_eq!(alone, one);
        assert_eq!(join_networks(&problem, &Network::default(), &base, &[], true), None);
    }
}
