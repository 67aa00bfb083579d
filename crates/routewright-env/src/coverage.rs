//! Which demand the routes of an unfinished network leave unconnected.

use routewright_model::{City, Direction, NodeId, Problem, Route};

/// The parts that finished and fixed routes connect, and between which of them people want to travel.
///
/// Every designed route is driven both ways and connects all its stops. A fixed route driven one way, or back by other
/// stops, counts only if it returns to where it started: a pair is never taken for connected when it is not.
#[derive(Clone, Debug)]
pub(crate) struct Coverage {
    /// The part of each node, named by one of its nodes.
    part: Vec<u32>,
    /// For each part, the set of other parts with demand from or to it, as `words` words of bits.
    wants: Vec<u64>,
    words: usize,
    /// Ordered pairs of parts with demand between them.
    open: usize,
    /// Parts that the route in progress touches, and so connects.
    touched: Vec<u32>,
    /// Whether demand remains open with the route in progress.
    is_open: bool,
}

impl Coverage {
    /// The demand that these finished routes and the fixed ones of the problem leave open.
    pub(crate) fn new(problem: &Problem, finished: &[Vec<NodeId>]) -> Self {
        let city = &problem.city;
        let n = city.node_count();
        let words = n.div_ceil(64);
        let mut coverage = Self {
            part: (0..n as u32).collect(),
            wants: vec![0; n * words],
            words,
            open: 0,
            touched: Vec::new(),
            is_open: false,
        };
        for stops in problem.fixed.routes.iter().flat_map(connected) {
            coverage.connect(&stops);
        }
        finished.iter().for_each(|stops| coverage.connect(stops));
        if coverage.part.iter().any(|&part| part != coverage.part[0]) {
            coverage.find_wants(city);
        }
        coverage.count_open();
        coverage
    }

    /// Adds a finished route.
    pub(crate) fn add(&mut self, stops: &[NodeId]) {
        self.connect(stops);
        self.count_open();
    }

    /// Replaces the route in progress.
    pub(crate) fn set_route(&mut self, stops: &[NodeId]) {
        self.touched.clear();
        for stop in stops {
            let part = self.part[stop.index()];
            if !self.touched.contains(&part) {
                self.touched.push(part);
            }
        }
        let closed = |&part: &u32| self.touched.iter().filter(|&&other| self.wants(part, other)).count();
        self.is_open = self.open > self.touched.iter().map(closed).sum();
    }

    /// Whether a pair with demand is unconnected, even with the route in progress.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether adding a path to the route in progress connects a pair with demand that was not.
    pub(crate) fn gains(&self, path: &[NodeId]) -> bool {
        let part = |node: &NodeId| self.part[node.index()];
        path.iter().enumerate().any(|(at, node)| {
            let new = part(node);
            !self.touched.contains(&new)
                && (self.touched.iter().any(|&old| self.wants(new, old))
                    || path[..at].iter().any(|earlier| self.wants(new, part(earlier))))
        })
    }

    /// Recounts after parts were connected; discards the route in progress.
    fn count_open(&mut self) {
        self.open = self.wants.iter().map(|word| word.count_ones() as usize).sum();
        self.set_route(&[]);
    }

    /// Finds the parts with demand between them from scratch.
    fn find_wants(&mut self, city: &City) {
        for from in city.node_ids() {
            for (to, &trips) in city.demand_from(from).iter().enumerate() {
                let (part, other) = (self.part[from.index()], self.part[to]);
                if trips > 0.0 && part != other {
                    self.set(part, other, true);
                    self.set(other, part, true);
                }
            }
        }
    }

    fn connect(&mut self, stops: &[NodeId]) {
        let Some(first) = stops.first() else { return };
        for stop in stops {
            let (into, gone) = (self.part[first.index()], self.part[stop.index()]);
            if into != gone {
                self.merge(into, gone);
            }
        }
    }

    fn merge(&mut self, into: u32, gone: u32) {
        self.part.iter_mut().filter(|part| **part == gone).for_each(|part| *part = into);
        for word in 0..self.words {
            let mut others = std::mem::take(&mut self.wants[gone as usize * self.words + word]);
            while others != 0 {
                let other = (word * 64) as u32 + others.trailing_zeros();
                others &= others - 1;
                self.set(other, gone, false);
                if other != into {
                    self.set(into, other, true);
                    self.set(other, into, true);
                }
            }
        }
    }

    fn wants(&self, part: u32, other: u32) -> bool {
        self.wants[part as usize * self.words + other as usize / 64] & (1 << (other % 64)) != 0
    }

    fn set(&mut self, part: u32, other: u32, wants: bool) {
        let word = &mut self.wants[part as usize * self.words + other as usize / 64];
        *word = *word & !(1 << (other % 64)) | u64::from(wants) << (other % 64);
    }
}

/// Sets of stops that a fixed route is sure to connect with each other.
fn connected(route: &Route) -> Vec<Vec<NodeId>> {
    let Some(back) = route.own_back() else {
        let stops = route.stops();
        let returns = route.direction() == Direction::BothWays || stops[0] == stops[stops.len() - 1];
        return if returns { vec![stops.to_vec()] } else { Vec::new() };
    };
    let ways = [route.stops(), &back.stops];
    let is_circle = |stops: &[NodeId]| stops[0] == stops[stops.len() - 1];
    let meets = |from: &[NodeId], to: &[NodeId]| from[from.len() - 1] == to[0];
    match meets(ways[0], ways[1]) && meets(ways[1], ways[0]) {
        true => vec![ways.concat()],
        false => ways.into_iter().filter(|stops| is_circle(stops)).map(<[NodeId]>::to_vec).collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, Limits, Pattern, Seconds};
    use routewright_synth::grid_city;

    use super::*;

    #[test]
    fn a_fixed_route_driven_one_way_connects_only_if_it_comes_back() {
        let city = Arc::new(grid_city(2, 2, Seconds(60)));
        let mut problem = Problem::new(city.clone(), Limits::new(1, 2, 4).unwrap(), Alpha::new(1.0).unwrap());
        let mut is_open = |stops: &[usize], direction| {
            let stops: Vec<NodeId> = stops.iter().copied().map(NodeId::new).collect();
            let legs = vec![Seconds(60); stops.len() - 1];
            let route = Route::with_leg_times(&city, "metro", stops, legs, direction).unwrap();
            problem.fixed = [route].into_iter().collect();
            Coverage::new(&problem, &[]).is_open()
        };
        assert!(is_open(&[0, 1, 3, 2], Direction::OneWay));
        assert!(!is_open(&[0, 1, 3, 2, 0], Direction::OneWay));
        assert!(!is_open(&[0, 1, 3, 2], Direction::BothWays));
        assert!(is_open(&[0, 1, 3], Direction::BothWays));
    }

    #[test]
    fn a_way_back_by_other_stops_connects_only_if_the_ways_meet() {
        let city = Arc::new(grid_city(2, 2, Seconds(60)));
        let mut problem = Problem::new(city.clone(), Limits::new(1, 2, 4).unwrap(), Alpha::new(1.0).unwrap());
        let mut is_open = |out: &[usize], back: &[usize]| {
            let [out, back] = [out, back].map(|stops| Pattern {
                stops: stops.iter().copied().map(NodeId::new).collect(),
                legs: vec![Seconds(60); stops.len() - 1],
            });
            let route = Route::with_timetable(&city, "loop", out, Some(back)).unwrap();
            problem.fixed = [route].into_iter().collect();
            Coverage::new(&problem, &[]).is_open()
        };
        assert!(!is_open(&[0, 1, 3], &[3, 2, 0]));
        assert!(is_open(&[0, 1, 3], &[2, 0]), "from 3 nobody gets back");
        assert!(!is_open(&[0, 1, 3, 2, 0], &[2, 0]));
        assert!(is_open(&[0, 1, 0], &[3, 2, 3]), "two circles apart");
    }
}
