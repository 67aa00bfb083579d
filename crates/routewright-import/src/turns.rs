//! Time that vehicles lose between two links, by laying three stops out along the streets.

use rayon::prelude::*;
use routewright_model::{City, NodeId, Seconds, Turn};
use routewright_streets::{Router, StopSite, Streets};

/// Losses below this are left out.
const LEAST_SECONDS: u32 = 3;

/// The turns between all neighbours of every stop. Links take the time between the best of their ends' stopping places; a
/// vehicle that goes on has to go on from where it stopped.
pub(crate) fn turns(streets: &Streets, sites: &[&StopSite], city: &City) -> Vec<Turn> {
    let neighbours = |via: NodeId| -> Vec<NodeId> {
        let all = city.links_from(via).iter().chain(city.links_into(via));
        let mut all: Vec<NodeId> = all.map(|&(node, _)| node).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let turns_at = |router: &mut Router<'_>, via: usize| -> Vec<Turn> {
        let via = NodeId::new(via);
        let near = neighbours(via);
        let pairs = near.iter().flat_map(|&from| near.iter().map(move |&to| (from, to)));
        let turn = |(from, to): (NodeId, NodeId)| {
            let stops = [from, via, to].map(|node| sites[node.index()]);
            let driven = router.lay_out(&stops)?.milliseconds().div_ceil(1000);
            let links = city.leg_time(from, via).0 + city.leg_time(via, to).0;
            let lost = u32::try_from(driven).ok()?.saturating_sub(links);
            (lost >= LEAST_SECONDS).then_some(Turn { from, via, to, time: Seconds(lost) })
        };
        pairs.filter(|(from, to)| from != to).filter_map(turn).collect()
    };
    let found: Vec<Vec<Turn>> =
        (0..sites.len()).into_par_iter().map_init(|| Router::new(streets), turns_at).collect();
    found.into_iter().flatten().collect()
}
