//! Whether some network is as good as the bound: branch and bound over the routes that it could have.

use super::effort::Effort;
use super::master::{Count, Master};
use super::prices::Partition;

/// Sums of shares this close to a whole number are whole.
const WHOLE: f64 = 1e-4;
/// Seconds that floating-point sums may be wrong by.
const SAFETY: f64 = 1e-3;

/// What branching finds out.
pub(super) enum Answer {
    /// No network takes so little time.
    No,
    /// These routes make one.
    Yes(Vec<Box<[u32]>>),
    /// It was told to stop.
    Unknown,
}

/// Asks whether a network of the known routes takes `most` seconds or less. `groups` are those to merge into
/// partitions; `budget` is how many linear programmes may be solved.
///
/// A case is a linear programme. It is settled once its bound is above `most`; else it is split in two by the number
/// of routes that stop at a node or use a link, where the mix has a broken number of them.
pub(super) fn is_there_a_network(
    master: Master<'_>,
    groups: &[Partition],
    most: f64,
    budget: &mut u32,
    effort: &mut Effort<'_>,
) -> Answer {
    let mut open = vec![master];
    while let Some(mut case) = open.pop() {
        loop {
            if *budget == 0 || !effort.may_go_on() {
                return Answer::Unknown;
            }
            *budget -= 1;
            case.solve(effort);
            if case.lower_bound() > most + SAFETY {
                break;
            }
            let mut has_new_partition = false;
            for start in groups {
                has_new_partition |= case.add_missed_partition(start, effort);
            }
            if has_new_partition {
                continue;
            }
            let Some(split) = broken_number(&case.shares()) else {
                return case.network(most).map_or(Answer::Unknown, Answer::Yes);
            };
            let below = split.number.floor() as u32;
            let mut other = case.clone();
            other.restrict(|nodes| split.applies_to(nodes), Count::AtMost(below));
            case.restrict(|nodes| split.applies_to(nodes), Count::AtLeast(below + 1));
            open.extend([other, case]);
            break;
        }
    }
    Answer::No
}

/// Some routes, and how many of them the mix has.
struct Split {
    kind: Kind,
    number: f64,
}

enum Kind {
    Link(u32, u32),
    Stop(u32),
    Route(Box<[u32]>),
}

impl Split {
    fn applies_to(&self, nodes: &[u32]) -> bool {
        match &self.kind {
            &Kind::Link(a, b) => nodes.windows(2).any(|leg| leg == [a, b] || leg == [b, a]),
            Kind::Stop(node) => nodes.contains(node),
            Kind::Route(route) => **route == *nodes,
        }
    }
}

/// The number of routes at a node, else on a link, else of one kind, that is furthest from a whole one. Nodes come
/// first: on Mumford3 they settle in seconds what links do not in minutes.
fn broken_number(shares: &[(f64, &[u32])]) -> Option<Split> {
    let links = shares.iter().flat_map(|&(share, nodes)| {
        nodes.windows(2).map(move |leg| ((leg[0].min(leg[1]), leg[0].max(leg[1])), share))
    });
    let stops =
        shares.iter().flat_map(|&(share, nodes)| nodes.iter().map(move |&node| ((node, node), share)));
    let most_broken = |sums: Vec<((u32, u32), f64)>| {
        let broken = sums.into_iter().filter(|sum| distance(sum.1) > WHOLE);
        broken.reduce(|best, other| if distance(other.1) > distance(best.1) + WHOLE { other } else { best })
    };
    if let Some(((node, _), number)) = most_broken(summed(stops)) {
        return Some(Split { kind: Kind::Stop(node), number });
    }
    if let Some(((a, b), number)) = most_broken(summed(links)) {
        return Some(Split { kind: Kind::Link(a, b), number });
    }
    let route = shares.iter().find(|route| distance(route.0) > WHOLE)?;
    Some(Split { kind: Kind::Route(route.1.into()), number: route.0 })
}

/// How far a number is from a whole one.
fn distance(number: f64) -> f64 {
    (number - number.round()).abs()
}

/// Sums by key, in order of keys.
fn summed(items: impl Iterator<Item = ((u32, u32), f64)>) -> Vec<((u32, u32), f64)> {
    let mut items: Vec<_> = items.collect();
    items.sort_by_key(|item| item.0);
    let sums = items.chunk_by(|a, b| a.0 == b.0);
    sums.map(|same| (same[0].0, same.iter().map(|item| item.1).sum())).collect()
}
