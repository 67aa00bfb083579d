//! Driving times and one shortest path between every two nodes, computed once per city.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::City;
use crate::adjacency::Adjacency;

/// Not reachable.
const UNREACHED: u32 = u32::MAX;

/// All-pairs driving times (T), the next node on the way (SP) and its number of links, row-major.
#[derive(Clone, Debug)]
pub(crate) struct ShortestPaths {
    pub(crate) times: Vec<u32>,
    /// `next[from * n + to]`: the node after `from` on the chosen path to `to`; `from` itself if they are equal.
    pub(crate) next: Vec<u32>,
    /// Links on the chosen path.
    pub(crate) links: Vec<u32>,
}

impl ShortestPaths {
    /// The time where one of the nodes is not on a street.
    pub(crate) const NO_DRIVE: u32 = City::LONGEST_DRIVE.0;

    /// One search per destination over reversed links.
    ///
    /// Among equally fast paths the one with fewer stops is chosen, then the one whose next node has the
    /// smallest index, so that the choice depends on the city alone. All chosen paths to one destination
    /// form a tree: the rest of a path is the chosen path of its second node.
    ///
    /// # Errors
    /// A pair `(from, to)` of node indices on streets without a connection.
    pub(crate) fn new(is_on_street: &[bool], links_into: &Adjacency) -> Result<Self, (usize, usize)> {
        let n = is_on_street.len();
        let mut paths = Self { times: vec![0; n * n], next: vec![0; n * n], links: vec![0; n * n] };
        let mut label = vec![(UNREACHED, 0u32); n];
        let mut queue = BinaryHeap::new();
        for to in 0..n {
            label.fill((UNREACHED, 0));
            label[to] = (0, 0);
            queue.push(Reverse((0, 0, to)));
            paths.next[to * n + to] = to as u32;
            while let Some(Reverse((time, stops, at))) = queue.pop() {
                if label[at] != (time, stops) {
                    continue;
                }
                for &(before, leg) in links_into.of(at) {
                    let reached = (time.saturating_add(leg.0).min(UNREACHED - 1), stops + 1);
                    let before = before.index();
                    let next = &mut paths.next[before * n + to];
                    if reached < label[before] {
                        label[before] = reached;
                        *next = at as u32;
                        queue.push(Reverse((reached.0, reached.1, before)));
                    } else if reached == label[before] && (at as u32) < *next {
                        *next = at as u32;
                    }
                }
            }
            for (from, &(time, links)) in label.iter().enumerate() {
                if time == UNREACHED && is_on_street[from] && is_on_street[to] {
                    return Err((from, to));
                }
                if time == UNREACHED {
                    paths.times[from * n + to] = Self::NO_DRIVE;
                    paths.next[from * n + to] = to as u32;
                    continue;
                }
                paths.times[from * n + to] = time;
                paths.links[from * n + to] = links;
            }
        }
        Ok(paths)
    }
}
