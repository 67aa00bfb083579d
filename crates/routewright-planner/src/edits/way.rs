//! Ways along the streets for lines that are drawn.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use routewright_model::{City, NodeId};

use crate::{PlannerError, Result};

/// A way through given stops.
pub(super) struct Way {
    /// Its stops.
    pub stops: Vec<NodeId>,
    /// The stops that the fastest way would have passed a second time.
    pub around: Vec<NodeId>,
}

/// The way of a line that passes all given stops in their order, as fast as possible without passing a stop twice or any
/// of `taken`.
pub(super) fn through(city: &City, points: &[NodeId], taken: &[NodeId]) -> Result<Way> {
    let mut is_taken = vec![false; city.node_count()];
    for &node in taken {
        is_taken[node.index()] = true;
    }
    for &point in points {
        if !city.is_on_street(point) {
            return Err(PlannerError::refused_with(
                format!("no street leads to {}", city.node(point).label()),
                "choose a stop on a street",
            ));
        }
        if std::mem::replace(&mut is_taken[point.index()], true) {
            return Err(twice(city, point));
        }
    }
    let mut stops = points[..1].to_vec();
    let mut around = Vec::new();
    for leg in points.windows(2) {
        let (from, to) = (leg[0], leg[1]);
        let way = fastest(city, from, to, &is_taken).ok_or_else(|| {
            let [from, to] = [from, to].map(|node| city.node(node).label());
            PlannerError::refused_with(
                format!("no way from {from} to {to} avoids the stops that the line already has"),
                "choose other stops, or cut the line first",
            )
        })?;
        let passed = city.shortest_path(from, to).filter(|&stop| stop != from && stop != to);
        around.extend(passed.filter(|stop| is_taken[stop.index()]));
        for &stop in &way {
            is_taken[stop.index()] = true;
        }
        stops.extend(way);
    }
    Ok(Way { stops, around })
}

fn twice(city: &City, stop: NodeId) -> PlannerError {
    PlannerError::refused_with(
        format!("the line would stop at {} twice", city.node(stop).label()),
        "a line visits a stop once; draw a second line instead",
    )
}

/// The stops after `from` up to `to` by the fastest way without taken nodes in between.
fn fastest(city: &City, from: NodeId, to: NodeId, is_taken: &[bool]) -> Option<Vec<NodeId>> {
    let usual: Vec<NodeId> = city.shortest_path(from, to).skip(1).collect();
    let inner = &usual[..usual.len().saturating_sub(1)];
    if inner.iter().all(|stop| !is_taken[stop.index()]) {
        return Some(usual);
    }
    // Dijkstra's algorithm; ties go to the smaller index.
    let mut best = vec![u64::MAX; city.node_count()];
    let mut before = vec![None; city.node_count()];
    let mut queue = BinaryHeap::from([Reverse((0, from))]);
    best[from.index()] = 0;
    while let Some(Reverse((time, at))) = queue.pop() {
        if at == to {
            break;
        }
        if time > best[at.index()] {
            continue;
        }
        for &(next, leg) in city.links_from(at) {
            let later = time + u64::from(leg.0);
            if (next == to || !is_taken[next.index()]) && later < best[next.index()] {
                best[next.index()] = later;
                before[next.index()] = Some(at);
                queue.push(Reverse((later, next)));
            }
        }
    }
    before[to.index()]?;
    let mut way: Vec<NodeId> = std::iter::successors(Some(to), |stop| before[stop.index()])
        .take_while(|&stop| stop != from)
        .collect();
    way.reverse();
    Some(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stops(names: &str, taken: &str) -> std::result::Result<String, String> {
        let city = City::mandl();
        let nodes = |names: &str| -> Vec<NodeId> {
            names.split_whitespace().map(|name| city.node_named(name).unwrap()).collect()
        };
        let found = through(&city, &nodes(names), &nodes(taken)).map_err(|error| error.to_string())?;
        let named =
            |stops: &[NodeId]| stops.iter().map(|&stop| &*city.node(stop).name).collect::<Vec<_>>().join(" ");
        Ok(match &found.around[..] {
            [] => named(&found.stops),
            around => format!("{} around {}", named(&found.stops), named(around)),
        })
    }

    #[test]
    fn lines_follow_the_streets() {
        assert_eq!(stops("1 6", ""), Ok("1 2 3 6".into()));
        assert_eq!(stops("1 3 13", ""), Ok("1 2 3 6 8 10 13".into()));
    }

    #[test]
    fn no_stop_is_passed_twice() {
        // The fastest way from 6 to 10 passes 8.
        assert_eq!(stops("6 10", ""), Ok("6 8 10".into()));
        assert_eq!(stops("6 10", "8"), Ok("6 15 7 10 around 8".into()));
        assert_eq!(stops("8 6 10", ""), Ok("8 6 15 7 10 around 8".into()));
        assert_eq!(stops("1 2 1", ""), Err("the line would stop at 1 twice".into()));
        let stuck = stops("1 3", "2").unwrap_err();
        assert!(stuck.contains("no way from 1 to 3"), "{stuck}");
    }
}
