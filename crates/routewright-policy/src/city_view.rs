//! What a net sees of a city: all inputs that do not depend on routes.

use std::sync::{Arc, Mutex, PoisonError};

use routewright_env::PathAction;
use routewright_model::{City, Coordinates, Direction, NodeId, Problem};

use crate::architecture::NODE_FEATURES;
use crate::path_sums::StartPlan;

/// Marks a pair whose path has not been followed yet.
const UNSEEN: u32 = u32::MAX;

/// Inputs that are the same in every state of a problem, shared by its observations.
#[derive(Debug)]
pub(crate) struct CityView {
    n: usize,
    is_symmetric: bool,
    nodes: Vec<[f32; NODE_FEATURES]>,
    demand: Vec<f32>,
    is_link: Vec<bool>,
    link_minutes: Vec<f32>,
    drive_minutes: Vec<f32>,
    /// Links on the shortest path between two nodes.
    hops: Vec<u32>,
    next: Vec<u32>,
    previous: Vec<u32>,
    /// The longest plan requested so far.
    start_plan: Mutex<Option<Arc<StartPlan>>>,
}

impl CityView {
    pub(crate) fn new(problem: &Problem) -> Self {
        let city = &*problem.city;
        let n = city.node_count();
        let mut view = Self {
            n,
            is_symmetric: is_symmetric(problem),
            nodes: node_features(city),
            demand: Vec::with_capacity(n * n),
            is_link: vec![false; n * n],
            link_minutes: vec![0.0; n * n],
            drive_minutes: Vec::with_capacity(n * n),
            hops: Vec::with_capacity(n * n),
            next: Vec::with_capacity(n * n),
            previous: vec![UNSEEN; n * n],
            start_plan: Mutex::default(),
        };
        for link in city.links() {
            let at = link.from.index() * n + link.to.index();
            view.is_link[at] = true;
            view.link_minutes[at] = link.time.minutes() as f32;
        }
        for from in city.node_ids() {
            view.demand.extend(city.demand_from(from).iter().map(|&trips| trips as f32));
            for to in city.node_ids() {
                view.drive_minutes.push(city.drive_time(from, to).minutes() as f32);
                view.hops.push(city.links_on_path(from, to) as u32);
                view.next.push(city.next_on_path(from, to).index() as u32);
            }
        }
        view.find_previous();
        view
    }

    pub(crate) fn node_count(&self) -> usize {
        self.n
    }

    /// Whether streets, demand and fixed routes are the same in both directions.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.is_symmetric
    }

    /// Position (x, y), links into the node, links out of it.
    pub(crate) fn node(&self, node: usize) -> &[f32; NODE_FEATURES] {
        &self.nodes[node]
    }

    pub(crate) fn demand(&self, from: usize, to: usize) -> f32 {
        self.demand[from * self.n + to]
    }

    pub(crate) fn is_link(&self, from: usize, to: usize) -> bool {
        self.is_link[from * self.n + to]
    }

    /// Driving time of a link; zero where there is none.
    pub(crate) fn link_minutes(&self, from: usize, to: usize) -> f32 {
        self.link_minutes[from * self.n + to]
    }

    /// Driving time of a leg of a route: the link's, or the fastest way round a one-way street.
    pub(crate) fn leg_minutes(&self, from: usize, to: usize) -> f32 {
        if self.is_link(from, to) { self.link_minutes(from, to) } else { self.drive_minutes(from, to) }
    }

    /// Driving time of the shortest path (T).
    pub(crate) fn drive_minutes(&self, from: usize, to: usize) -> f32 {
        self.drive_minutes[from * self.n + to]
    }

    /// Links on the shortest path.
    pub(crate) fn hops(&self, from: usize, to: usize) -> usize {
        self.hops[from * self.n + to] as usize
    }

    /// The second node of the shortest path.
    pub(crate) fn next(&self, from: usize, to: usize) -> usize {
        self.next[from * self.n + to] as usize
    }

    /// The second to last node of the shortest path.
    ///
    /// Every part of a shortest path is the shortest path between its ends: ties are broken by fewer stops, then by the
    /// smaller next node, and a better choice for a part would have improved the whole path as well.
    pub(crate) fn previous(&self, from: usize, to: usize) -> usize {
        self.previous[from * self.n + to] as usize
    }

    /// The plan of the sums of these paths at the start of a route. These are usually all paths of the city, so one plan
    /// is shared; where demand must be covered they may be fewer.
    pub(crate) fn start_plan(
        &self,
        actions: &[PathAction],
        plan: impl FnOnce() -> StartPlan,
    ) -> Arc<StartPlan> {
        let kept = || self.start_plan.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().as_ref().filter(|known| known.is_of(actions)) {
            return known.clone();
        }
        let made = Arc::new(plan());
        let mut kept = kept();
        if kept.as_ref().is_none_or(|kept| kept.path_count() < made.path_count()) {
            *kept = Some(made.clone());
        }
        made
    }

    /// Follows every path once: the node before `to` is the same for the rest of the path.
    fn find_previous(&mut self) {
        let n = self.n;
        let mut walk = Vec::new();
        for to in 0..n {
            self.previous[to * n + to] = to as u32;
            for start in 0..n {
                let mut at = start;
                while self.previous[at * n + to] == UNSEEN {
                    walk.push(at);
                    at = self.next(at, to);
                }
                while let Some(before) = walk.pop() {
                    let after = self.next(before, to);
                    let previous = if after == to { before as u32 } else { self.previous[after * n + to] };
                    self.previous[before * n + to] = previous;
                }
            }
        }
    }
}

fn is_symmetric(problem: &Problem) -> bool {
    problem.city.is_symmetric()
        && problem.fixed.routes.iter().all(|route| {
            route.direction() == Direction::BothWays && route.legs_back() == Some(route.legs_out())
        })
}

/// Positions relative to the centre of the city, in minutes of driving: one unit is the average distance driven in a
/// minute. Files use metres, degrees or arbitrary units; a net needs one scale.
fn node_features(city: &City) -> Vec<[f32; NODE_FEATURES]> {
    let n = city.node_count() as f64;
    let middle = |axis: fn(&routewright_model::Position) -> f64| {
        city.nodes().iter().map(|node| axis(&node.position)).sum::<f64>() / n
    };
    let (x, y) = (middle(|position| position.x), middle(|position| position.y));
    let shrink = match city.coordinates() {
        Coordinates::Degrees => libm::cos(y.to_radians()).abs(),
        Coordinates::Metres => 1.0,
    };
    let place = |node: NodeId| {
        let position = city.node(node).position;
        ((position.x - x) * shrink, position.y - y)
    };
    let (mut length, mut minutes) = (0.0, 0.0);
    for link in city.links() {
        let (a, b) = (place(link.from), place(link.to));
        length += libm::hypot(a.0 - b.0, a.1 - b.1);
        minutes += link.time.minutes();
    }
    let minutes_per_length = if length > 0.0 { minutes / length } else { 0.0 };
    let features = |node: NodeId| {
        let (x, y) = place(node);
        let (into, out) = (city.links_into(node).len(), city.links_from(node).len());
        [(x * minutes_per_length) as f32, (y * minutes_per_length) as f32, into as f32, out as f32]
    };
    city.node_ids().map(features).collect()
}

#[cfg(test)]
mod tests {
    use routewright_model::{Alpha, Limits, Seconds};
    use routewright_synth::{CityKind, SynthConfig, directed_grid_city, generate, grid_city};

    use super::*;

    #[test]
    fn parts_of_shortest_paths_are_shortest_paths() {
        let random = |kind, n| generate(&SynthConfig::new(kind, n), 3).unwrap();
        let cities = [
            grid_city(5, 4, Seconds(60)),
            directed_grid_city(4, 4, Seconds(60), Seconds(100)),
            random(CityKind::Grid8, 30),
            random(CityKind::Voronoi, 40),
        ];
        for city in cities {
            let city = Arc::new(city);
            let limits = Limits::new(2, 2, 8).unwrap();
            let view = CityView::new(&Problem::new(city.clone(), limits, Alpha::new(1.0).unwrap()));
            assert_eq!(view.is_symmetric(), city.is_symmetric());
            for from in city.node_ids() {
                for to in city.node_ids().filter(|&to| to != from) {
                    let path: Vec<NodeId> = city.shortest_path(from, to).collect();
                    assert_eq!(view.hops(from.index(), to.index()), path.len() - 1);
                    assert_eq!(view.previous(from.index(), to.index()), path[path.len() - 2].index());
                    let part: Vec<NodeId> = city.shortest_path(from, path[path.len() - 2]).collect();
                    assert_eq!(part, path[..path.len() - 1]);
                }
            }
        }
    }

    #[test]
    fn positions_are_minutes_from_the_middle() {
        let city = Arc::new(grid_city(3, 1, Seconds(120)));
        let view =
            CityView::new(&Problem::new(city, Limits::new(1, 2, 3).unwrap(), Alpha::new(1.0).unwrap()));
        assert_eq!(view.node(0), &[-2.0, 0.0, 1.0, 1.0]);
        assert_eq!(view.node(1), &[0.0, 0.0, 2.0, 2.0]);
    }
}
