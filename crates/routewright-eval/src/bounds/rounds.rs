//! Column generation, round by round, then branching.

use routewright_model::{NodeId, Problem};

use super::BoundOptions;
use super::branching::{Answer, is_there_a_network};
use super::effort::Effort;
use super::master::{Master, Mix};
use super::prices::{Partition, Prices};
use super::pricing::{Cheapest, Wanted, cheapest_paths, paths_below};
use super::spanning_tree::spanning_tree_minutes;
use super::streets::Streets;

/// Steps of a search for the cheapest routes, before any was cut short.
const FIRST_STEPS: u64 = 300_000;
/// Steps of a search for all routes that may be part of a network at the bound.
const MOST_STEPS: u64 = 50_000_000;
/// Routes that one round adds at most.
const MOST_NEW_ROUTES: usize = 200;
/// How much of the best prices goes into the next ones.
const SMOOTHING: f64 = 0.7;
/// Partitions are looked for once bound and mix are that close, as a share of the bound.
const CLOSE: f64 = 0.003;
/// Partitions are of no more use once the bound rises less than this in so many rounds, as a share of the unit of time.
const STALL: f64 = 0.02;
const STALL_ROUNDS: usize = 10;
/// Nodes with demand that one without may be grouped with.
const MOST_NEIGHBOURS: usize = 6;
/// Floating-point sums are taken to be this exact, as a share of the unit of time and of the bound.
const SAFETY: f64 = 1e-6;
const ROUNDING: f64 = 1e-11;

/// What comes after a round.
pub(super) enum Outcome {
    Continued,
    Ended,
    /// There are not as many routes as asked for.
    Impossible,
}

/// The bound and what led to it.
pub(super) struct Rounds<'a> {
    streets: &'a Streets,
    master: Master<'a>,
    /// Groups to merge into partitions; none unless demand calls for connected networks.
    groups: Vec<Partition>,
    distinct: bool,
    /// The bound, seconds.
    pub bound: f64,
    /// The best bound by prices, and these prices.
    pub priced: f64,
    best: Prices,
    smoothing: f64,
    /// Whether no route improves the mix.
    is_settled: bool,
    most_steps: u64,
    pub count: u32,
    /// The bound by prices before each round in which routes alone could not raise the rounded bound.
    bounds: Vec<f64>,
    /// Routes that take as long as the bound, if any were found.
    pub network: Option<Vec<Box<[u32]>>>,
    /// Routes that a network may have which is at the bound as it was before branching.
    pub promising: Vec<Box<[u32]>>,
}

impl<'a> Rounds<'a> {
    pub fn new(problem: &Problem, streets: &'a Streets, options: &BoundOptions) -> Self {
        let nodes = vec![0.0; streets.node_count()];
        Self {
            streets,
            master: Master::new(streets, if options.distinct { 1.0 } else { f64::INFINITY }),
            groups: if streets.demand_is_connected { smallest_groups(problem, streets) } else { Vec::new() },
            distinct: options.distinct,
            bound: first_bound(problem, streets),
            priced: f64::NEG_INFINITY,
            best: Prices { nodes, partitions: Vec::new() },
            smoothing: 1.0,
            is_settled: false,
            most_steps: FIRST_STEPS,
            count: 0,
            bounds: Vec::new(),
            network: None,
            promising: Vec::new(),
        }
    }

    /// Finds prices, the bound they give, and routes for the next prices.
    pub fn next(&mut self, effort: &mut Effort<'_>) -> Outcome {
        self.count += 1;
        let mut mix = self.master.solve(effort);
        let is_reached = self.rounded_up(self.bound) >= self.rounded_up(mix.time);
        let is_close = is_reached || self.is_settled || mix.time - self.bound < CLOSE * self.bound;
        let mut has_new_partition = false;
        for groups in self.groups.iter().filter(|_| is_close) {
            has_new_partition |= self.master.add_missed_partition(groups, effort);
        }
        if has_new_partition {
            mix = self.master.solve(effort);
        }
        if (is_reached || self.is_settled) && !has_new_partition || is_reached && self.has_stalled() {
            return Outcome::Ended;
        }
        let prices = self.best.between(&mix.prices, self.smoothing);
        let Some(cheapest) = self.cheapest(&prices, effort) else { return Outcome::Continued };
        let routes = self.streets.routes as f64;
        let total = if self.distinct { cheapest.total } else { routes * cheapest.total };
        let bound = prices.earned(self.master.partitions()) + total;
        if bound == f64::INFINITY {
            return Outcome::Impossible;
        }
        if bound > self.priced {
            (self.priced, self.best) = (bound, prices);
            self.bound = self.bound.max(bound);
        }
        self.is_settled = false;
        if self.add_routes(&cheapest, &mix) {
            self.smoothing = SMOOTHING;
        } else if self.smoothing > 0.0 {
            self.smoothing = if self.smoothing > 0.3 { self.smoothing * 0.5 } else { 0.0 };
        } else if cheapest.is_cut_short {
            self.most_steps *= 2;
        } else {
            self.is_settled = true;
        }
        Outcome::Continued
    }

    fn cheapest(&mut self, prices: &Prices, effort: &mut Effort<'_>) -> Option<Cheapest> {
        let count = if self.distinct { self.streets.routes } else { 1 };
        let ceiling = self.master.ceiling(prices, count, effort);
        let wanted = Wanted {
            partitions: self.master.partitions(),
            prices,
            count,
            ceiling,
            most_steps: self.most_steps,
        };
        cheapest_paths(self.streets, &wanted, effort)
    }

    /// Whether the bound has hardly risen for some rounds.
    fn has_stalled(&mut self) -> bool {
        self.bounds.push(self.priced);
        let before = self.bounds.len().checked_sub(STALL_ROUNDS);
        before.is_some_and(|at| self.priced - self.bounds[at] < STALL * self.streets.unit)
    }

    /// Adds routes that improve the mix. Returns whether there are any.
    fn add_routes(&mut self, cheapest: &Cheapest, mix: &Mix) -> bool {
        let mut count = 0;
        for path in &cheapest.paths {
            if count == MOST_NEW_ROUTES {
                break;
            }
            let is_new = !self.master.is_known(&path.nodes);
            if is_new && self.master.cost(&path.nodes, &mix.prices) < mix.route_price - SAFETY {
                self.master.add_route(path.nodes.clone());
                count += 1;
            }
        }
        count > 0
    }

    /// Raises the bound as long as no network is at it. Returns whether more rounds would not raise it.
    pub fn raise(&mut self, mut budget: u32, effort: &mut Effort<'_>) -> bool {
        let given = budget;
        let is_final = loop {
            let most = self.rounded_up(self.bound);
            let Some(master) = self.possible_routes(most, effort) else {
                // Too many routes to look at, unless it was told to stop.
                break effort.may_go_on();
            };
            match is_there_a_network(master, &self.groups, most, &mut budget, effort) {
                Answer::No => self.bound = most + self.streets.unit,
                Answer::Yes(routes) => {
                    self.network = Some(routes);
                    break true;
                }
                Answer::Unknown => break false,
            }
        };
        self.count += given - budget;
        is_final
    }

    /// All routes that a network of `most` seconds or less may have. By the prices, a route of cost r above that of
    /// the S-th cheapest makes its network r more expensive than the bound.
    fn possible_routes(&mut self, most: f64, effort: &mut Effort<'_>) -> Option<Master<'a>> {
        let prices = self.best.clone();
        let cheapest = self.cheapest(&prices, effort).filter(|cheapest| !cheapest.is_cut_short)?;
        let partitions = self.master.partitions();
        let bound = prices.earned(partitions) + cheapest.total;
        let ceiling = cheapest.dearest + most - bound + self.streets.unit * 1e-3;
        let wanted = Wanted {
            partitions,
            prices: &prices,
            count: self.streets.routes,
            ceiling,
            most_steps: MOST_STEPS,
        };
        let paths = paths_below(self.streets, &wanted, effort)?;
        let mut master = Master::new(self.streets, 1.0);
        for (partition, &price) in partitions.iter().zip(&prices.partitions) {
            if price > 0.0 {
                master.add_partition(partition.clone());
            }
        }
        let possible: Vec<Box<[u32]>> = paths.into_iter().map(|path| path.nodes).collect();
        possible.iter().for_each(|nodes| master.add_route(nodes.clone()));
        // Once the bound was raised, many more routes are possible, and the first ones still promise most.
        if self.promising.is_empty() {
            self.promising = possible;
        }
        Some(master)
    }

    /// Routes of the best mix, once it is known which routes a network at the bound may have.
    pub fn likely(&self) -> impl Iterator<Item = &[u32]> {
        let mix = if self.promising.is_empty() { Vec::new() } else { self.master.shares() };
        mix.into_iter().map(|(_, nodes)| nodes)
    }

    /// The least time, in seconds, that is a sum of link times and no less than a bound.
    pub fn rounded_up(&self, bound: f64) -> f64 {
        let unit = self.streets.unit;
        ((bound - ROUNDING * bound.abs()) / unit - SAFETY).ceil() * unit
    }
}

/// What can be said at once, seconds.
fn first_bound(problem: &Problem, streets: &Streets) -> f64 {
    let tree = spanning_tree_minutes(&problem.city).map_or(0.0, |minutes| (minutes * 60.0).round());
    tree.max(streets.shortest_links())
}

/// Every node with demand by itself, and the others with the nearest of them, or all with the second nearest, and so
/// on: a partition may have them anywhere.
fn smallest_groups(problem: &Problem, streets: &Streets) -> Vec<Partition> {
    let city = &problem.city;
    let with_demand: Vec<NodeId> = city.node_ids().filter(|node| streets.has_demand[node.index()]).collect();
    let group_count = with_demand.len();
    let neighbours = if group_count == city.node_count() { 1 } else { group_count.min(MOST_NEIGHBOURS) };
    let with_neighbour = |place: usize| {
        let group = city.node_ids().map(|node| {
            with_demand.binary_search(&node).unwrap_or_else(|_| {
                let mut nearest: Vec<usize> = (0..group_count).collect();
                nearest.sort_by_key(|&group| city.drive_time(node, with_demand[group]));
                nearest[place]
            }) as u32
        });
        Partition { group: group.collect(), group_count }
    };
    (0..neighbours).map(with_neighbour).collect()
}
