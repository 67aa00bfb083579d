//! From the nodes a vehicle visits to legal routes: along links, and no node twice.

use std::collections::HashSet;

use routewright_model::{City, NodeId};

/// A node on the way of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) node: NodeId,
    /// Whether it stops there or only passes.
    pub(crate) served: bool,
}

/// The pieces of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cut {
    /// Legal routes, in the order of the way.
    pub(crate) pieces: Vec<Vec<NodeId>>,
    /// Served nodes that are on none of them.
    pub(crate) lost: usize,
}

/// A loop with no more stops than this is straightened; a larger one cuts the route in two.
const SMALL_LOOP: usize = 2;

/// The fastest way over links between visits that are not linked.
pub(crate) fn fill_in(city: &City, visits: &[NodeId]) -> Vec<Step> {
    let mut steps: Vec<Step> = visits.first().map(|&node| Step { node, served: true }).into_iter().collect();
    for leg in visits.windows(2) {
        if city.link_time(leg[0], leg[1]).is_some() {
            steps.push(Step { node: leg[1], served: true });
        } else {
            let way = city.shortest_path(leg[0], leg[1]).skip(1);
            steps.extend(way.map(|node| Step { node, served: node == leg[1] }));
        }
    }
    steps
}

/// Cuts a way where it returns to a node, and straightens small loops.
pub(crate) fn cut(city: &City, steps: &[Step]) -> Cut {
    let mut done: Vec<Vec<Step>> = Vec::new();
    let mut piece: Vec<Step> = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let step = steps[at];
        at += 1;
        let Some(place) = piece.iter().position(|other| other.node == step.node) else {
            piece.push(step);
            continue;
        };
        piece[place].served |= step.served;
        let served = piece[place + 1..].iter().filter(|other| other.served).count();
        let onward = if served <= SMALL_LOOP { onward(city, &piece, &steps[at..]) } else { Onward::Back };
        match onward {
            _ if served == 0 => piece.truncate(place + 1),
            // Leave out the return: on from the end of the loop to what comes next.
            Onward::Link { skipped } => at += skipped,
            Onward::NoLink => piece.truncate(place + 1),
            Onward::Back => {
                let last = piece[piece.len() - 1];
                done.push(std::mem::take(&mut piece));
                piece.extend([last, step]);
            }
        }
    }
    // A last leg back to a node that was visited before is not a route.
    let is_closing = piece.len() == 2 && !done.is_empty();
    if piece.len() > 1 && !is_closing {
        done.push(piece);
    }
    let kept: HashSet<NodeId> = done.iter().flatten().map(|step| step.node).collect();
    let missed: HashSet<NodeId> =
        steps.iter().filter(|step| step.served && !kept.contains(&step.node)).map(|step| step.node).collect();
    let nodes = |piece: Vec<Step>| piece.into_iter().map(|step| step.node).collect();
    let (lost, pieces) = (missed.len(), done.into_iter().map(nodes).collect());
    Cut { pieces, lost }
}

/// How a vehicle continues after a loop.
enum Onward {
    /// A link leads from the end of the loop to the next stop (or there is none); the steps before it are
    /// left out.
    Link { skipped: usize },
    /// No link leads there.
    NoLink,
    /// The next stop is one it has been to: it is on its way back.
    Back,
}

fn onward(city: &City, piece: &[Step], coming: &[Step]) -> Onward {
    let end = piece[piece.len() - 1].node;
    let Some(next) = coming.iter().position(|step| step.served) else {
        return Onward::Link { skipped: coming.len() };
    };
    let node = coming[next].node;
    if piece.iter().any(|step| step.node == node) {
        Onward::Back
    } else if city.link_time(end, node).is_some() {
        Onward::Link { skipped: next }
    } else {
        Onward::NoLink
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(visits: &str) -> (Vec<String>, usize) {
        let city = City::mandl();
        let nodes: Vec<NodeId> = visits.split('-').map(|name| city.node_named(name).unwrap()).collect();
        let found = cut(&city, &fill_in(&city, &nodes));
        let name = |piece: &Vec<NodeId>| {
            piece.iter().map(|&node| city.node(node).name.clone()).collect::<Vec<_>>().join("-")
        };
        for piece in &found.pieces {
            routewright_model::Route::on_links(&city, "r", piece.clone(), Default::default()).unwrap();
        }
        (found.pieces.iter().map(name).collect(), found.lost)
    }

    // Links of Mandl's city around here: 1-2, 2-3, 2-4, 2-5, 3-6, 4-5, 4-6, 4-12, 6-8, 6-15, 7-10, 7-15,
    // 8-10, 8-15, 9-15, 10-11, 10-13, 10-14, 11-12, 11-13, 13-14.

    #[test]
    fn stops_that_are_not_linked_are_joined_by_the_fastest_way() {
        assert_eq!(pieces("1-3-8"), (vec!["1-2-3-6-8".into()], 0));
    }

    #[test]
    fn a_small_loop_is_straightened() {
        // Out to 5 and back to 2, then on to 4: 5 and 4 are linked, so that nothing is lost.
        assert_eq!(pieces("1-2-5-2-4"), (vec!["1-2-5-4".into()], 0));
        // From 1 no street leads on but back: 1 is lost.
        assert_eq!(pieces("3-2-1-2-4"), (vec!["3-2-4".into()], 1));
        // The last leg of a loop at the end leads where the bus has been.
        assert_eq!(pieces("1-2-4-5-2"), (vec!["1-2-4-5".into()], 0));
    }

    #[test]
    fn a_way_out_and_back_is_cut_where_it_turns() {
        assert_eq!(pieces("1-2-3-6-8-15-6-3-2-1"), (vec!["1-2-3-6-8-15".into(), "15-6-3-2-1".into()], 0));
    }

    #[test]
    fn a_ring_loses_its_closing_leg() {
        assert_eq!(pieces("10-11-13-14-10"), (vec!["10-11-13-14".into()], 0));
    }
}
