//! Partitions of the nodes that a mix of routes does not connect.

use super::effort::Effort;
use super::prices::Partition;

/// How much a partition has to be missed by to count.
const LEAST_MISSED: f64 = 0.002;
/// Less than this is nothing.
const TOLERANCE: f64 = 1e-9;

/// Looks for the partition into unions of the given groups that a mix of routes, each with its share, connects
/// least: the sum of share * (groups touched - 1) falls furthest below the number of groups - 1. `None` if all are
/// connected; nothing is overlooked.
///
/// With f(A) the total share of the routes that touch A, this asks for the partition with the least sum of
/// f(A) - 1: the Dilworth truncation of f - 1. Edmonds' greedy algorithm gives each group in turn
/// y(v) = min over A of f(A) - 1 - y(A - v), where A holds v and earlier groups, and unites what is tight. The
/// minimum is a maximum flow: groups send y(v) through the routes that touch them, each of which carries its share.
pub(super) fn most_missed_partition(
    start: &Partition,
    routes: &[(f64, &[u32])],
    effort: &mut Effort<'_>,
) -> Option<Partition> {
    let mut flow = Flow::new(start, routes);
    (0..start.group_count).for_each(|group| flow.add(group, effort));
    let partition = flow.partition(start);
    let mut seen = Vec::new();
    let joins = routes.iter().map(|(share, nodes)| share * partition.joined_by(nodes, &mut seen) as f64);
    let missed = (partition.group_count - 1) as f64 - joins.sum::<f64>();
    (missed > LEAST_MISSED).then_some(partition)
}

/// What groups send through routes.
struct Flow {
    /// Groups that each route touches, with what they send through it.
    routes: Vec<Vec<(usize, f64)>>,
    /// What each route can still carry.
    room: Vec<f64>,
    /// Routes that touch each group, with the group's place there.
    touching: Vec<Vec<(usize, usize)>>,
    /// A group of the same union, or the group itself.
    parent: Vec<usize>,
    /// The group from which a route was reached, and the route from which a group was.
    group_before: Vec<usize>,
    route_before: Vec<usize>,
}

const NONE: usize = usize::MAX;

impl Flow {
    fn new(start: &Partition, routes: &[(f64, &[u32])]) -> Self {
        let touched = |nodes: &[u32]| {
            let mut groups: Vec<u32> = nodes.iter().map(|&node| start.group[node as usize]).collect();
            groups.sort_unstable();
            groups.dedup();
            groups.into_iter().map(|group| (group as usize, 0.0)).collect()
        };
        let touched: Vec<Vec<(usize, f64)>> = routes.iter().map(|(_, nodes)| touched(nodes)).collect();
        let mut touching = vec![Vec::new(); start.group_count];
        for (route, groups) in touched.iter().enumerate() {
            groups.iter().enumerate().for_each(|(place, &(group, _))| touching[group].push((route, place)));
        }
        Self {
            group_before: vec![NONE; touched.len()],
            route_before: vec![NONE; start.group_count],
            routes: touched,
            room: routes.iter().map(|route| route.0).collect(),
            touching,
            parent: (0..start.group_count).collect(),
        }
    }

    /// Sends as much as possible from a group, unites it with what holds it back, and takes back one unit.
    fn add(&mut self, group: usize, effort: &mut Effort<'_>) {
        let tight = loop {
            let (reached, end) = self.reach(group, effort);
            match end {
                Some(route) => self.send(group, route),
                None => break reached,
            }
        };
        for other in tight {
            let (a, b) = (self.root(group), self.root(other));
            self.parent[a.max(b)] = a.min(b);
        }
        let mut back = 1.0;
        for &(route, place) in &self.touching[group] {
            let sent = &mut self.routes[route][place].1;
            let less = sent.min(back);
            *sent -= less;
            self.room[route] += less;
            back -= less;
        }
    }

    /// Groups that could send more if the group did, breadth first, up to a route with room if there is one.
    fn reach(&mut self, from: usize, effort: &mut Effort<'_>) -> (Vec<usize>, Option<usize>) {
        effort.spend((self.group_before.len() + self.route_before.len()) / 4);
        self.group_before.fill(NONE);
        self.route_before.fill(NONE);
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&group) = reached.get(next) {
            next += 1;
            effort.spend(2 * self.touching[group].len());
            for &(route, _) in &self.touching[group] {
                if self.group_before[route] != NONE {
                    continue;
                }
                self.group_before[route] = group;
                if self.room[route] > TOLERANCE {
                    return (reached, Some(route));
                }
                effort.spend(2 * self.routes[route].len());
                for &(other, sent) in &self.routes[route] {
                    if sent > TOLERANCE && other != from && self.route_before[other] == NONE {
                        self.route_before[other] = route;
                        reached.push(other);
                    }
                }
            }
        }
        (reached, None)
    }

    /// Sends what fits along the way that was found; groups on the way send elsewhere what they sent before.
    fn send(&mut self, from: usize, end: usize) {
        let mut amount = self.room[end];
        let mut group = self.group_before[end];
        while group != from {
            let route = self.route_before[group];
            amount = amount.min(*self.sent(group, route));
            group = self.group_before[route];
        }
        self.room[end] -= amount;
        let mut route = end;
        loop {
            let group = self.group_before[route];
            *self.sent(group, route) += amount;
            if group == from {
                return;
            }
            route = self.route_before[group];
            *self.sent(group, route) -= amount;
        }
    }

    fn sent(&mut self, group: usize, route: usize) -> &mut f64 {
        let place =
            self.routes[route].binary_search_by_key(&group, |entry| entry.0).expect("it touches the group");
        &mut self.routes[route][place].1
    }

    fn root(&self, mut group: usize) -> usize {
        while self.parent[group] != group {
            group = self.parent[group];
        }
        group
    }

    /// The unions, numbered in order of their first nodes.
    fn partition(&self, start: &Partition) -> Partition {
        let mut number = vec![NONE; start.group_count];
        let mut count = 0;
        let group = start.group.iter().map(|&group| {
            let number = &mut number[self.root(group as usize)];
            if *number == NONE {
                *number = count;
                count += 1;
            }
            *number as u32
        });
        Partition { group: group.collect(), group_count: count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_partition_that_is_connected_least_is_found() {
        let single = Partition { group: vec![0, 1, 2, 3], group_count: 4 };
        let check = |routes: &[(f64, &[u32])], missed: Option<f64>| {
            let found = most_missed_partition(&single, routes, &mut Effort::new(u64::MAX, &mut || true)).map(
                |partition| {
                    let joined = |nodes| partition.joined_by(nodes, &mut Vec::new()) as f64;
                    let joins: f64 = routes.iter().map(|(share, nodes)| share * joined(nodes)).sum();
                    (partition.group_count - 1) as f64 - joins
                },
            );
            assert_eq!(found, missed, "{routes:?}");
        };
        // Two routes that do not meet, and one that joins them.
        check(&[(1.0, &[0, 1]), (1.0, &[2, 3])], Some(1.0));
        check(&[(1.0, &[0, 1]), (1.0, &[2, 3]), (1.0, &[1, 2])], None);
        // Half a route between every two of 0, 1 and 2 joins 1.5 groups where 2 are needed.
        check(&[(0.5, &[0, 1]), (0.5, &[1, 2]), (0.5, &[0, 2]), (1.0, &[2, 3])], Some(0.5));
        // 0 and 1 belong together, for they are joined twice; the others then miss half a route.
        check(&[(1.0, &[0, 1]), (1.0, &[1, 0]), (0.5, &[1, 2]), (0.5, &[0, 2, 3]), (0.5, &[2, 3])], None);
        check(&[(1.0, &[0, 1]), (1.0, &[1, 0]), (0.5, &[1, 2]), (0.5, &[2, 3]), (0.5, &[2, 3])], Some(0.5));
    }
}
