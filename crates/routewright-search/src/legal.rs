//! Legal routes found by looking everywhere, for where random draws fail.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use routewright_model::NodeId;

use crate::moves::Rules;
use crate::{DesignedRoute, RouteSet, SearchError};

/// Stops visited from one terminal before the next one has its turn: at first, and how many times more each time.
const FIRST_STEPS: usize = 1_000;
const MORE_STEPS: usize = 10;
/// Stops visited in all before the search gives up: about a second of work.
const MOST_STEPS: usize = 5_000_000;

/// Legal routes of a problem, looked for when the first one is needed.
pub(crate) struct LegalRoutes<'p> {
    rules: Rules<'p>,
    /// How many are wanted.
    count: usize,
    found: OnceLock<Result<Vec<Vec<NodeId>>, SearchError>>,
}

impl<'p> LegalRoutes<'p> {
    /// Up to `count` routes that keep the rules.
    pub(crate) fn new(rules: Rules<'p>, count: usize) -> Self {
        Self { rules, count, found: OnceLock::new() }
    }

    /// Makes a network of `count` legal routes: drops what is too many, replaces illegal routes, and adds what is
    /// missing, as `draw` proposes or else from here. New routes differ from the others where that is possible.
    ///
    /// # Errors
    /// There is no legal route, or none was found.
    pub(crate) fn complete(
        &self,
        routes: &mut RouteSet,
        count: usize,
        mut draw: impl FnMut(&mut Vec<NodeId>) -> bool,
    ) -> Result<(), SearchError> {
        let city = self.rules.city;
        routes.routes.truncate(count);
        let mut supply = None;
        for at in 0..routes.routes.len() {
            if !self.rules.allow(routes.routes[at].stops()) {
                routes.routes[at] = DesignedRoute::new(city, self.another(&mut supply, routes)?);
            }
        }
        let mut draft = Vec::new();
        while routes.routes.len() < count {
            let stops = match draw(&mut draft) {
                true => {
                    supply.iter_mut().for_each(|supply| supply.note(&draft));
                    &draft
                }
                false => self.another(&mut supply, routes)?,
            };
            routes.routes.push(DesignedRoute::new(city, stops));
        }
        Ok(())
    }

    /// A legal route that a network lacks, or else any.
    fn another(&self, supply: &mut Option<Supply>, routes: &RouteSet) -> Result<&[NodeId], SearchError> {
        let found = self.found.get_or_init(|| find(self.rules, self.count)).as_ref().map_err(Clone::clone)?;
        let supply = supply.get_or_insert_with(|| Supply::new(routes));
        Ok(supply.next(found))
    }
}

/// What was taken of the routes found.
struct Supply {
    /// The routes that the network had before, as they are compared.
    present: BTreeSet<Vec<NodeId>>,
    next: usize,
}

impl Supply {
    fn new(routes: &RouteSet) -> Self {
        Self { present: routes.routes.iter().map(|route| either_way(route.stops())).collect(), next: 0 }
    }

    /// Takes note of a route that the network got elsewhere.
    fn note(&mut self, stops: &[NodeId]) {
        self.present.insert(either_way(stops));
    }

    /// The next route that the network did not have, or, when all are used up, any in turn.
    fn next<'f>(&mut self, found: &'f [Vec<NodeId>]) -> &'f [NodeId] {
        while self.next < found.len() && self.present.contains(&either_way(&found[self.next])) {
            self.next += 1;
        }
        self.next += 1;
        &found[(self.next - 1) % found.len()]
    }
}

/// The same for a route and its reverse.
fn either_way(stops: &[NodeId]) -> Vec<NodeId> {
    let back: Vec<NodeId> = stops.iter().rev().copied().collect();
    if back[..] < *stops { back } else { stops.to_vec() }
}

/// Finds up to `count` legal routes, one at least, no two of which serve the same stops.
fn find(rules: Rules<'_>, count: usize) -> Result<Vec<Vec<NodeId>>, SearchError> {
    let mut terminals: Vec<NodeId> =
        rules.city.node_ids().filter(|&node| rules.city.node(node).terminal).collect();
    if terminals.is_empty() {
        return Err(SearchError::NoTerminals);
    }
    let links_to_terminal = links_to_terminal(rules);
    let mut found = BTreeSet::new();
    let (mut steps, mut steps_each) = (0, FIRST_STEPS);
    while !terminals.is_empty() && found.len() < count && steps < MOST_STEPS {
        // Terminals from which all paths were tried are done with.
        terminals.retain(|&terminal| {
            let mut walk = Walk {
                rules,
                links_to_terminal: &links_to_terminal,
                stops: vec![terminal],
                is_visited: rules.city.node_ids().map(|node| node == terminal).collect(),
                steps_left: steps_each.min(MOST_STEPS - steps),
                found: &mut found,
                count,
            };
            let allowed = walk.steps_left;
            let is_done = walk.try_all();
            steps += allowed - walk.steps_left;
            !is_done
        });
        steps_each *= MORE_STEPS;
    }
    let (min, max) = (rules.limits.min_stops(), rules.limits.max_stops());
    match found.is_empty() {
        false => Ok(found.into_iter().collect()),
        true if terminals.is_empty() => Err(SearchError::NoLegalRoute { min, max }),
        true => Err(SearchError::LegalRoutesTooRare { min, max, paths: steps }),
    }
}

/// For each node, the fewest links to a node where a route may end.
fn links_to_terminal(rules: Rules<'_>) -> Vec<usize> {
    let city = rules.city;
    let mut links = vec![usize::MAX; city.node_count()];
    let mut reached: Vec<NodeId> = city.node_ids().filter(|&node| city.node(node).terminal).collect();
    reached.iter().for_each(|node| links[node.index()] = 0);
    let mut next = 0;
    while next < reached.len() {
        let node = reached[next];
        next += 1;
        for &(before, _) in city.links_into(node) {
            if links[before.index()] == usize::MAX {
                links[before.index()] = links[node.index()] + 1;
                reached.push(before);
            }
        }
    }
    links
}

/// A walk over all simple paths from a terminal, depth first.
struct Walk<'a> {
    rules: Rules<'a>,
    links_to_terminal: &'a [usize],
    stops: Vec<NodeId>,
    /// Whether each node is among the stops.
    is_visited: Vec<bool>,
    steps_left: usize,
    found: &'a mut BTreeSet<Vec<NodeId>>,
    count: usize,
}

impl Walk<'_> {
    /// Tries all paths, as long as steps are left and routes are wanted. Whether it tried them all.
    fn try_all(&mut self) -> bool {
        // The links of each stop of the path that are still to be tried: a stack of its own, as paths may be long.
        let mut tried = vec![0];
        while let Some(at) = tried.last_mut() {
            let end = self.stops[self.stops.len() - 1];
            let Some(&(next, _)) = self.rules.city.links_from(end).get(*at) else {
                tried.pop();
                self.is_visited[end.index()] = false;
                self.stops.pop();
                continue;
            };
            *at += 1;
            let length = self.stops.len() + 1;
            let fits = self.links_to_terminal[next.index()]
                <= self.rules.limits.max_stops().saturating_sub(length)
                && length <= self.rules.limits.max_stops();
            if !fits || self.is_visited[next.index()] {
                continue;
            }
            if self.steps_left == 0 || self.found.len() >= self.count {
                return false;
            }
            self.steps_left -= 1;
            self.stops.push(next);
            self.is_visited[next.index()] = true;
            tried.push(0);
            if self.rules.allow(&self.stops) {
                let back: Vec<NodeId> = self.stops.iter().rev().copied().collect();
                if !self.found.contains(&back) {
                    self.found.insert(self.stops.clone());
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use routewright_model::Problem;

    use super::*;
    use crate::moves::check::{city, grid, problem, without_terminals};

    fn found(problem: &Problem, count: usize) -> Result<Vec<String>, SearchError> {
        let text = |stops: Vec<NodeId>| {
            stops.iter().map(|stop| stop.index().to_string()).collect::<Vec<_>>().join("-")
        };
        Ok(find(Rules::new(problem), count)?.into_iter().map(text).collect())
    }

    #[test]
    fn every_route_of_a_small_city_is_found_once() {
        let line = || problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 3, 4);
        assert_eq!(found(&line(), 9).unwrap(), ["0-1-2", "0-1-2-3", "1-2-3"]);
        assert_eq!(found(&line(), 1).unwrap().len(), 1);
        assert_eq!(found(&without_terminals(line(), &[0]), 9).unwrap(), ["1-2-3"]);
        // A square: four routes of two stops, four of three, four of four.
        assert_eq!(found(&grid(2, 2, 2, 4), 99).unwrap().len(), 12);
    }

    #[test]
    fn networks_are_completed_with_what_they_lack() {
        let line = problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 3, 4);
        let stops = |stops: &[usize]| crate::moves::check::nodes(stops);
        // Too short, fine the other way round, and two are missing of three there are: one comes twice.
        let mut routes = RouteSet::from_stops(&line.city, &[stops(&[0, 1]), stops(&[3, 2, 1])]);
        let legal = LegalRoutes::new(Rules::new(&line), 4);
        legal.complete(&mut routes, 4, |_| false).unwrap();
        assert_eq!(routes.to_indices(), [vec![0, 1, 2], vec![3, 2, 1], vec![0, 1, 2, 3], vec![0, 1, 2]]);
        // What is drawn comes first; what is too many goes.
        let mut routes = RouteSet::default();
        let draw = |draft: &mut Vec<NodeId>| {
            *draft = stops(&[1, 2, 3]);
            true
        };
        legal.complete(&mut routes, 2, draw).unwrap();
        assert_eq!(routes.to_indices(), [[1, 2, 3]; 2]);
        legal.complete(&mut routes, 1, draw).unwrap();
        assert_eq!(routes.routes.len(), 1);
    }

    #[test]
    fn reasons_are_told() {
        let line = || problem(city(4, &[(0, 1), (1, 2), (2, 3)]), 4, 4);
        assert_eq!(found(&without_terminals(line(), &[0, 1, 2, 3]), 9), Err(SearchError::NoTerminals));
        let none = SearchError::NoLegalRoute { min: 4, max: 4 };
        assert_eq!(found(&without_terminals(line(), &[0]), 9), Err(none));
        let one_terminal = without_terminals(grid(3, 3, 2, 9), &[1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(found(&one_terminal, 9), Err(SearchError::NoLegalRoute { min: 2, max: 9 }));
    }

    #[test]
    fn a_hopeless_search_ends() {
        // A star of grids has no path through all of its nodes, and too many paths to try them all.
        let streets = |offset: usize| {
            let inner = (0..16).flat_map(move |at| {
                let right = (at % 4 < 3).then_some((offset + at, offset + at + 1));
                let down = (at / 4 < 3).then_some((offset + at, offset + at + 4));
                right.into_iter().chain(down)
            });
            inner.chain([(0, offset)])
        };
        let all: Vec<_> = [1, 17, 33].into_iter().flat_map(streets).collect();
        let problem = problem(city(49, &all), 49, 49);
        let refused = found(&problem, 1).unwrap_err();
        assert_eq!(refused, SearchError::LegalRoutesTooRare { min: 49, max: 49, paths: MOST_STEPS });
    }
}
