//! Time that vehicles lose between two links, by laying three stops out along the streets.
//!
//! A stop place has several stopping places: both sides of a street, or stops a little apart. A link takes the time between
//! the best of both ends, but a vehicle goes on from where it stopped. What it loses whichever way it came or goes belongs
//! to the link; the rest depends on the turn.

use std::collections::BTreeMap;

use rayon::prelude::*;
use routewright_model::{City, NodeId, Seconds, Turn};
use routewright_streets::{Router, StopSite, Streets};

use crate::StreetLink;

/// Losses below this are left out.
const LEAST_SECONDS: u32 = 2;

/// The turns between all neighbours of every stop, after the part that no vehicle can avoid was added to the links.
pub(crate) fn turns(
    streets: &Streets,
    sites: &[&StopSite],
    city: &City,
    links: &mut [StreetLink],
) -> Vec<Turn> {
    let mut losses = losses(streets, sites, city);
    let mut added: BTreeMap<(NodeId, NodeId), u32> = BTreeMap::new();
    // First what is lost before a link wherever a vehicle comes from, then what is lost after it wherever it goes.
    for link_of in [|turn: &Turn| (turn.via, turn.to), |turn: &Turn| (turn.from, turn.via)] {
        let mut least: BTreeMap<(NodeId, NodeId), u32> = BTreeMap::new();
        for turn in &losses {
            let known = least.entry(link_of(turn)).or_insert(u32::MAX);
            *known = turn.time.0.min(*known);
        }
        // Only links carry time; where there is none, the turn keeps it.
        least.retain(|&(from, to), _| city.link_time(from, to).is_some());
        for turn in &mut losses {
            turn.time.0 -= least.get(&link_of(turn)).copied().unwrap_or(0);
        }
        least.into_iter().for_each(|(link, seconds)| *added.entry(link).or_default() += seconds);
    }
    for link in links {
        let ends = (NodeId::new(link.from), NodeId::new(link.to));
        link.time.0 += added.get(&ends).copied().unwrap_or(0);
    }
    losses.retain(|turn| turn.time.0 >= LEAST_SECONDS);
    losses
}

/// What is lost at every stop between each two of its neighbours.
fn losses(streets: &Streets, sites: &[&StopSite], city: &City) -> Vec<Turn> {
    let neighbours = |via: NodeId| -> Vec<NodeId> {
        let all = city.links_from(via).iter().chain(city.links_into(via));
        let mut all: Vec<NodeId> = all.map(|&(node, _)| node).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let losses_at = |router: &mut Router<'_>, via: usize| -> Vec<Turn> {
        let via = NodeId::new(via);
        let near = neighbours(via);
        let pairs = near.iter().flat_map(|&from| near.iter().map(move |&to| (from, to)));
        let loss = |(from, to): (NodeId, NodeId)| {
            let stops = [from, via, to].map(|node| sites[node.index()]);
            let driven = router.lay_out(&stops)?.milliseconds().div_ceil(1000);
            let links = city.leg_time(from, via).0 + city.leg_time(via, to).0;
            let lost = u32::try_from(driven).ok()?.saturating_sub(links);
            Some(Turn { from, via, to, time: Seconds(lost) })
        };
        pairs.filter(|(from, to)| from != to).filter_map(loss).collect()
    };
    let found: Vec<Vec<Turn>> =
        (0..sites.len()).into_par_iter().map_init(|| Router::new(streets), losses_at).collect();
    found.into_iter().flatten().collect()
}
