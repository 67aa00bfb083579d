//! The cheapest routes under given prices.

use super::completion::{Completion, Start};
use super::effort::Effort;
use super::group_visits::GroupVisits;
use super::prices::{Partition, Prices};
use super::streets::Streets;

/// Paths remembered from one search at most.
const MOST_PATHS: usize = 2000;
/// Paths that are kept where all are wanted.
const MOST_POSSIBLE: usize = 10_000;
/// Steps of a search between two looks at whether to go on.
const STEPS_PER_LOOK: u64 = 1 << 14;

/// What growing a path takes, in steps of the effort.
const STEPS_PER_NODE: usize = 20;
const STEPS_PER_LINK: usize = 6;

/// A legal route as a path, from its end with the smaller index.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    /// Driving time less prices, seconds.
    pub cost: f64,
    pub nodes: Box<[u32]>,
}

/// What a search for the cheapest paths found.
pub(super) struct Cheapest {
    /// No set of so many distinct paths costs less in total; infinite where there are not so many.
    pub total: f64,
    /// Cost of the dearest path of the cheapest set.
    pub dearest: f64,
    /// Cheap paths, the best first.
    pub paths: Vec<Path>,
    /// Whether the search was cut short; `total` is then lower than need be.
    pub is_cut_short: bool,
}

/// What to look for.
pub(super) struct Wanted<'a> {
    pub partitions: &'a [Partition],
    pub prices: &'a Prices,
    /// How many distinct paths.
    pub count: usize,
    /// So many paths cost no more than this; infinite if not known.
    pub ceiling: f64,
    /// Steps of the search at most.
    pub most_steps: u64,
}

/// Finds the cheapest distinct legal paths: depth first from every node, leaving a branch once no walk could
/// finish it at less than the most expensive path of the best set so far.
///
/// The cost of a path is its driving time, less the price of each node on it, less, for each partition, its
/// price times (groups touched - 1). Walks are paid for coming back to a group, paths are not.
/// `None` when told to stop.
pub(super) fn cheapest_paths(
    streets: &Streets,
    wanted: &Wanted<'_>,
    effort: &mut Effort<'_>,
) -> Option<Cheapest> {
    let step = walk_steps(streets, wanted, effort);
    let mut search = Search::new(streets, wanted, &step, effort);
    search.run().then(|| search.finish())
}

/// Finds all legal paths below the ceiling, the cheapest first. `None` when told to stop, or if there are too many.
pub(super) fn paths_below(
    streets: &Streets,
    wanted: &Wanted<'_>,
    effort: &mut Effort<'_>,
) -> Option<Vec<Path>> {
    let step = walk_steps(streets, wanted, effort);
    let wanted = Wanted { count: usize::MAX, ..*wanted };
    let mut search = Search::new(streets, &wanted, &step, effort);
    let is_complete = search.run() && search.floor == f64::INFINITY && !search.has_forgotten;
    search.paths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    is_complete.then_some(search.paths)
}

/// Cost of driving each link and stopping at its end, paid for every partition it crosses.
fn walk_steps(streets: &Streets, wanted: &Wanted<'_>, effort: &mut Effort<'_>) -> Vec<f64> {
    let mut step: Vec<f64> = (0..streets.link_count())
        .map(|link| streets.time[link] - wanted.prices.nodes[streets.to[link]])
        .collect();
    effort.spend(2 * wanted.partitions.len() * streets.link_count());
    for (partition, price) in wanted.partitions.iter().zip(&wanted.prices.partitions) {
        for node in 0..streets.node_count() {
            for link in streets.links_from(node) {
                if partition.group[node] != partition.group[streets.to[link]] {
                    step[link] -= price;
                }
            }
        }
    }
    step
}

/// A depth-first search for paths below a threshold that falls as they are found.
struct Search<'a, 'e> {
    streets: &'a Streets,
    wanted: &'a Wanted<'a>,
    step: &'a [f64],
    effort: &'a mut Effort<'e>,
    completion: Completion,
    visits: GroupVisits<'a>,
    nodes: Vec<u32>,
    is_on_path: Vec<bool>,
    /// Links to try next with the bound and the cost of each, for all nodes on the path.
    branches: Vec<(f64, f64, usize)>,
    /// Costs of the best paths so far, ascending.
    best: Vec<f64>,
    threshold: f64,
    /// Least cost of what was never looked at.
    floor: f64,
    steps: u64,
    paths: Vec<Path>,
    /// Whether some paths found are not among `paths`.
    has_forgotten: bool,
    is_stopped: bool,
}

impl<'a, 'e> Search<'a, 'e> {
    fn new(
        streets: &'a Streets,
        wanted: &'a Wanted<'a>,
        step: &'a [f64],
        effort: &'a mut Effort<'e>,
    ) -> Self {
        Self {
            streets,
            wanted,
            step,
            effort,
            completion: Completion::new(streets),
            visits: GroupVisits::new(streets, wanted.partitions, wanted.prices),
            nodes: Vec::new(),
            is_on_path: vec![false; streets.node_count()],
            branches: Vec::new(),
            best: Vec::new(),
            threshold: wanted.ceiling,
            floor: f64::INFINITY,
            steps: 0,
            paths: Vec::new(),
            has_forgotten: false,
            is_stopped: false,
        }
    }

    /// Searches from every node, the most promising first. Returns false when told to stop.
    fn run(&mut self) -> bool {
        let (streets, step) = (self.streets, self.step);
        let entry = |node: usize| -self.wanted.prices.nodes[node];
        self.fill(Start { node: None, rank: &[] });
        let from = |node: usize| {
            let rests = streets.links_from(node).map(|link| step[link] + self.completion.least(2, link));
            entry(node) + rests.fold(f64::INFINITY, f64::min)
        };
        let mut starts: Vec<(f64, usize)> =
            (0..streets.node_count()).map(|node| (from(node), node)).collect();
        starts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut rank = vec![0; streets.node_count()];
        starts.iter().enumerate().for_each(|(at, &(_, node))| rank[node] = at as u32);
        for &(least, node) in starts.iter().filter(|start| streets.may_end[start.1]) {
            self.is_stopped |= !self.effort.may_go_on();
            if self.is_stopped || least >= self.threshold {
                break;
            }
            let start = Start { node: Some(node), rank: &rank };
            self.fill(start);
            self.visits.start(node);
            self.nodes.push(node as u32);
            self.is_on_path[node] = true;
            self.extend(start, node, entry(node));
            self.is_on_path[node] = false;
            self.nodes.pop();
        }
        !self.is_stopped
    }

    fn fill(&mut self, start: Start<'_>) {
        self.effort.spend(2 * self.streets.max_stops * self.streets.link_count());
        self.completion.fill(self.streets, start, self.step);
    }

    /// Tries everything that begins with the path so far.
    fn extend(&mut self, start: Start<'_>, at: usize, cost: f64) {
        let (streets, stops) = (self.streets, self.nodes.len());
        if stops >= streets.min_stops && cost < self.threshold && start.allows_end(streets, at) {
            self.keep(cost);
        }
        if stops == streets.max_stops {
            return;
        }
        let base = self.branches.len();
        self.effort.spend(STEPS_PER_NODE);
        for link in streets.links_from(at).filter(|&link| !self.is_on_path[streets.to[link]]) {
            self.effort.spend(STEPS_PER_LINK + self.visits.crossed_by(link));
            let next = cost + self.step[link] + self.visits.repaid(link);
            let bound = next + self.completion.least(stops + 1, link);
            if bound < self.threshold {
                self.branches.push((bound, next, link));
            }
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_LOOK) {
            self.is_stopped |= !self.effort.may_go_on();
        }
        if self.steps > self.wanted.most_steps || self.is_stopped {
            let bounds = self.branches.drain(base..).map(|branch| branch.0);
            self.floor = bounds.fold(self.floor, f64::min);
            return;
        }
        self.branches[base..].sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        for branch in base..self.branches.len() {
            let (bound, next, link) = self.branches[branch];
            if bound >= self.threshold {
                break;
            }
            let to = streets.to[link];
            self.nodes.push(to as u32);
            self.is_on_path[to] = true;
            self.visits.enter(link);
            self.extend(start, to, next);
            self.visits.leave(link);
            self.is_on_path[to] = false;
            self.nodes.pop();
        }
        self.branches.truncate(base);
    }

    /// Takes the present path among the best.
    fn keep(&mut self, cost: f64) {
        let at = self.best.partition_point(|&other| other <= cost);
        self.best.insert(at, cost);
        self.best.truncate(self.wanted.count);
        if self.best.len() == self.wanted.count {
            self.threshold = self.threshold.min(self.best[self.wanted.count - 1]);
        }
        let mut nodes: Box<[u32]> = self.nodes.as_slice().into();
        if nodes.first() > nodes.last() {
            nodes.reverse();
        }
        self.paths.push(Path { cost, nodes });
        // Where all are wanted there may be too many.
        let most = if self.wanted.count == usize::MAX { MOST_POSSIBLE } else { MOST_PATHS };
        if self.paths.len() >= 2 * most {
            self.forget(most);
            self.is_stopped |= self.wanted.count == usize::MAX;
        }
    }

    fn forget(&mut self, most: usize) {
        self.paths.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        self.has_forgotten |= self.paths.len() > most;
        self.paths.truncate(most);
    }

    fn finish(mut self) -> Cheapest {
        self.forget(MOST_PATHS);
        // What is not among the best costs the threshold or more, or was not looked at.
        let unseen = self.threshold.min(self.floor);
        let best = self.best.iter().copied().chain(std::iter::repeat(unseen));
        let total = best.take(self.wanted.count).map(|cost| cost.min(self.floor)).sum();
        Cheapest { total, dearest: unseen, paths: self.paths, is_cut_short: self.floor < f64::INFINITY }
    }
}
