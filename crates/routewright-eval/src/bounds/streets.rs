//! Streets as pricing walks them: numbered links beside their reverses.

use routewright_model::Problem;

use super::NoBound;
use crate::components::Components;

/// The street graph of a problem with the same time both ways, and what is asked of a route.
pub(super) struct Streets {
    /// Links that start at node `v`: `first[v]..first[v + 1]`.
    first: Vec<usize>,
    /// Node each link leads to.
    pub to: Vec<usize>,
    /// The same link driven the other way.
    pub back: Vec<usize>,
    /// Driving time of each link, seconds.
    pub time: Vec<f64>,
    /// Whether a route may end at a node.
    pub may_end: Vec<bool>,
    /// Whether a route has to stop at a node.
    pub has_demand: Vec<bool>,
    /// Whether demand ties all nodes that have any together.
    pub demand_is_connected: bool,
    /// Routes (S).
    pub routes: usize,
    /// Fewest stops of a route (MIN).
    pub min_stops: usize,
    /// Most stops of a route (MAX), no more than there are nodes.
    pub max_stops: usize,
    /// Every route's time is a multiple of this, seconds.
    pub unit: f64,
}

impl Streets {
    /// # Errors
    /// Streets differ by direction, some node is not on a street, or there are too many nodes.
    pub fn new(problem: &Problem) -> Result<Self, NoBound> {
        let (city, limits) = (&problem.city, problem.limits);
        if !city.has_symmetric_streets() {
            return Err(NoBound::DirectedStreets);
        }
        if !city.node_ids().all(|node| city.is_on_street(node)) {
            return Err(NoBound::OffStreets);
        }
        if city.node_count() > NoBound::MOST_NODES {
            return Err(NoBound::TooLarge);
        }
        let mut first = vec![0];
        let (mut to, mut time, mut unit) = (Vec::new(), Vec::new(), 0);
        for node in city.node_ids() {
            for &(next, seconds) in city.links_from(node) {
                to.push(next.index());
                time.push(f64::from(seconds.0));
                unit = common_divisor(unit, seconds.0);
            }
            first.push(to.len());
        }
        let reverse = |from: usize, link: usize| {
            let next = to[link];
            (first[next]..first[next + 1]).find(|&other| to[other] == from).expect("streets lead both ways")
        };
        let back = city.node_ids().map(|node| node.index());
        let back = back.flat_map(|node| (first[node]..first[node + 1]).map(move |link| (node, link)));
        let back = back.map(|(node, link)| reverse(node, link)).collect();
        let components = Components::new(city);
        Ok(Self {
            first,
            back,
            to,
            time,
            may_end: city.nodes().iter().map(|node| node.terminal).collect(),
            has_demand: components.has_demand().to_vec(),
            demand_is_connected: components.demand_is_connected(),
            routes: limits.routes(),
            min_stops: limits.min_stops(),
            max_stops: limits.max_stops().min(city.node_count()),
            unit: f64::from(unit.max(1)),
        })
    }

    pub fn node_count(&self) -> usize {
        self.may_end.len()
    }

    pub fn link_count(&self) -> usize {
        self.to.len()
    }

    /// Links that start at a node.
    pub fn links_from(&self, node: usize) -> std::ops::Range<usize> {
        self.first[node]..self.first[node + 1]
    }

    /// Driving time of every network at least, seconds: each node with demand is at an end of a link that is driven, and
    /// a link has two ends.
    pub fn shortest_links(&self) -> f64 {
        let shortest = |node: usize| self.links_from(node).map(|link| self.time[link]).reduce(f64::min);
        let nodes = (0..self.node_count()).filter(|&node| self.has_demand[node]);
        nodes.filter_map(shortest).sum::<f64>() / 2.0
    }

    /// Driving time of a path, seconds.
    pub fn time_along(&self, nodes: &[u32]) -> f64 {
        let leg = |leg: &[u32]| {
            let mut links = self.links_from(leg[0] as usize);
            self.time[links.find(|&link| self.to[link] == leg[1] as usize).expect("paths follow links")]
        };
        nodes.windows(2).map(leg).sum()
    }
}

fn common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
