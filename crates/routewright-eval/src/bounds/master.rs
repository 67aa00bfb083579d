//! The best mix of the routes known so far, and the prices that go with it.

use std::collections::HashSet;

use super::effort::Effort;
use super::prices::{Partition, Prices};
use super::separation::most_missed_partition;
use super::simplex::Simplex;
use super::streets::Streets;

/// Pivots per solve at most.
const MOST_PIVOTS: usize = 5000;
/// Shares below this are none.
const LEAST_SHARE: f64 = 1e-6;
/// Rows ask for less by up to this much, each differently, so that no two columns reach zero at once.
const LOOSENESS: f64 = 1e-6;

/// The restricted linear programme: routes by shares from 0 to 1 that add up to S, stop at every node with
/// demand and connect every known partition, at the least driving time.
#[derive(Clone)]
pub(super) struct Master<'a> {
    streets: &'a Streets,
    simplex: Simplex,
    routes: Vec<Known>,
    known: HashSet<Box<[u32]>>,
    row_of_node: Vec<Option<usize>>,
    partitions: Vec<Partition>,
    row_of_partition: Vec<usize>,
    /// The most of one route: 1 if routes are distinct.
    most_share: f64,
    seen: Vec<bool>,
}

#[derive(Clone)]
struct Known {
    nodes: Box<[u32]>,
    time: f64,
    column: usize,
}

/// How many routes of some kind there are.
#[derive(Clone, Copy)]
pub(super) enum Count {
    AtLeast(u32),
    AtMost(u32),
}

/// What a solve gives.
pub(super) struct Mix {
    /// Driving time of the mix, seconds: what the bound reaches if no other route is worth its while.
    pub time: f64,
    pub prices: Prices,
    /// Routes that cost more than this after prices are of no use.
    pub route_price: f64,
}

impl<'a> Master<'a> {
    pub fn new(streets: &'a Streets, most_share: f64) -> Self {
        let longest = streets.time.iter().copied().fold(0.0, f64::max);
        let mut simplex = Simplex::new(2.0 * longest * streets.max_stops as f64);
        simplex.add_row(streets.routes as f64, true, &[]);
        let mut rows = 1;
        let mut add_cover = |node: usize| {
            streets.has_demand[node].then(|| {
                simplex.add_row(1.0 - LOOSENESS * noise(rows), false, &[]);
                rows += 1;
                rows - 1
            })
        };
        let row_of_node = (0..streets.node_count()).map(&mut add_cover).collect();
        Self {
            streets,
            simplex,
            routes: Vec::new(),
            known: HashSet::new(),
            row_of_node,
            partitions: Vec::new(),
            row_of_partition: Vec::new(),
            most_share,
            seen: Vec::new(),
        }
    }

    pub fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    pub fn is_known(&self, nodes: &[u32]) -> bool {
        self.known.contains(nodes)
    }

    /// Adds a route that is not known yet.
    pub fn add_route(&mut self, nodes: Box<[u32]>) {
        let time = self.streets.time_along(&nodes);
        let covers = nodes.iter().filter_map(|&node| self.row_of_node[node as usize]).map(|row| (row, 1.0));
        let mut entries: Vec<(usize, f64)> = std::iter::once((0, 1.0)).chain(covers).collect();
        for (partition, &row) in self.partitions.iter().zip(&self.row_of_partition) {
            let joined = partition.joined_by(&nodes, &mut self.seen);
            if joined > 0 {
                entries.push((row, joined as f64));
            }
        }
        let column = self.simplex.add_column(time, self.most_share, entries);
        self.known.insert(nodes.clone());
        self.routes.push(Known { nodes, time, column });
    }

    /// Finds the best mix of the known routes.
    pub fn solve(&mut self, effort: &mut Effort<'_>) -> Mix {
        self.simplex.solve(MOST_PIVOTS, effort);
        let rows = self.simplex.prices();
        let price = |row: usize| rows[row].max(0.0);
        let nodes = self.row_of_node.iter().map(|row| row.map_or(0.0, price)).collect();
        let partitions = self.row_of_partition.iter().map(|&row| price(row)).collect();
        Mix { time: self.simplex.cost(), prices: Prices { nodes, partitions }, route_price: rows[0] }
    }

    /// Driving time of a route less what it is paid, seconds.
    pub fn cost(&mut self, nodes: &[u32], prices: &Prices) -> f64 {
        self.streets.time_along(nodes) - self.paid(nodes, prices)
    }

    /// The most expensive of the cheapest `count` known routes; infinite if not so many are known.
    pub fn ceiling(&mut self, prices: &Prices, count: usize, effort: &mut Effort<'_>) -> f64 {
        effort.spend(self.routes.len() * self.steps_per_route(prices));
        let routes = std::mem::take(&mut self.routes);
        let mut costs: Vec<f64> =
            routes.iter().map(|route| route.time - self.paid(&route.nodes, prices)).collect();
        self.routes = routes;
        if costs.len() < count {
            return f64::INFINITY;
        }
        *costs.select_nth_unstable_by(count - 1, f64::total_cmp).1
    }

    /// Routes of the present mix with their shares.
    pub fn shares(&self) -> Vec<(f64, &[u32])> {
        let shares = self.routes.iter().map(|route| (self.simplex.value(route.column), &*route.nodes));
        shares.filter(|route| route.0 > LEAST_SHARE).collect()
    }

    /// The routes with shares near one, if they are as many as asked for and take `most` seconds or less.
    pub fn network(&self, most: f64) -> Option<Vec<Box<[u32]>>> {
        let routes = self.routes.iter().filter(|route| self.simplex.value(route.column) > 0.5);
        let time: f64 = routes.clone().map(|route| route.time).sum();
        let nodes: Vec<Box<[u32]>> = routes.map(|route| route.nodes.clone()).collect();
        (nodes.len() == self.streets.routes && time <= most).then_some(nodes)
    }

    /// No mix of the known routes takes less time, seconds.
    pub fn lower_bound(&self) -> f64 {
        self.simplex.lower_bound()
    }

    /// Asks for so many of some routes: at least, or at most.
    pub fn restrict(&mut self, is_one: impl Fn(&[u32]) -> bool, count: Count) {
        let (sign, least) = match count {
            Count::AtLeast(count) => (1.0, f64::from(count)),
            Count::AtMost(count) => (-1.0, -f64::from(count)),
        };
        let routes = self.routes.iter().filter(|route| is_one(&route.nodes));
        let entries: Vec<(usize, f64)> = routes.map(|route| (route.column, sign)).collect();
        self.simplex.add_row(least - LOOSENESS * noise(self.simplex.row_count()), false, &entries);
    }

    /// Adds the partition that the present mix connects least. Returns whether there is one.
    pub fn add_missed_partition(&mut self, start: &Partition, effort: &mut Effort<'_>) -> bool {
        let missed = most_missed_partition(start, &self.shares(), effort)
            .filter(|missed| !self.partitions.contains(missed));
        let is_any = missed.is_some();
        missed.into_iter().for_each(|partition| self.add_partition(partition));
        is_any
    }

    /// Asks for a partition to be connected.
    pub fn add_partition(&mut self, partition: Partition) {
        let joined =
            self.routes.iter().map(|route| (route.column, partition.joined_by(&route.nodes, &mut self.seen)));
        let entries: Vec<(usize, f64)> =
            joined.filter(|entry| entry.1 > 0).map(|(column, joined)| (column, joined as f64)).collect();
        let row = self.simplex.row_count();
        let least = (partition.group_count - 1) as f64 - LOOSENESS * noise(row);
        self.simplex.add_row(least, false, &entries);
        self.row_of_partition.push(row);
        self.partitions.push(partition);
    }

    /// About what it takes to price a route.
    fn steps_per_route(&self, prices: &Prices) -> usize {
        let priced = self.partitions.iter().zip(&prices.partitions).filter(|(_, price)| **price > 0.0);
        let stops = self.streets.max_stops;
        stops + priced.map(|(partition, _)| 2 * stops + partition.group_count / 8).sum::<usize>()
    }

    fn paid(&mut self, nodes: &[u32], prices: &Prices) -> f64 {
        let stops: f64 = nodes.iter().map(|&node| prices.nodes[node as usize]).sum();
        let priced = self.partitions.iter().zip(&prices.partitions).filter(|(_, price)| **price > 0.0);
        let joins =
            priced.map(|(partition, price)| price * partition.joined_by(nodes, &mut self.seen) as f64);
        stops + joins.sum::<f64>()
    }
}

/// A number from 0 to 1 that looks random.
fn noise(of: usize) -> f64 {
    let mixed = (of as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}
