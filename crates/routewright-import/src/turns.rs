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
            let driven = (router.lay_out(&stops)?.milliseconds() + 500) / 1000;
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

#[cfg(test)]
mod tests {
    use routewright_io::{OsmStreets, OsmWay};
    use routewright_model::{CityParts, Coordinates, Demand, Link, Node, Position};
    use routewright_streets::SiteFinder;

    use super::*;
    use crate::links;
    use crate::neighbours::Neighbours;

    /// Two blocks side by side, a hundredth of a degree (133.4 s) high and two wide.
    fn streets() -> Streets {
        let way = |id: i64, places: Vec<u32>| OsmWay {
            id,
            places,
            tags: [("highway".into(), "residential".into())].into(),
        };
        let places =
            [[0, 0], [10, 0], [20, 0], [30, 0], [40, 0], [40, 5], [40, 10], [20, 10], [0, 10], [20, 5]];
        let places = places.map(|place| place.map(|part| f64::from(part) / 1000.0)).to_vec();
        let ways = vec![way(1, vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 0]), way(2, vec![2, 9, 7])];
        Streets::from_osm(&OsmStreets { places, ways, ..OsmStreets::default() }, &[], 1.0).0
    }

    /// Turns and links between the first so many of a, b, d and c; b lies behind the crossing that leads to d.
    fn found(count: usize) -> (Vec<Turn>, Vec<StreetLink>, Vec<StreetLink>) {
        let streets = streets();
        let finder = SiteFinder::new(&streets);
        let places = [[0.01, 0.0], [0.03, 0.0], [0.02, 0.005], [0.04, 0.005]];
        let sites: Vec<StopSite> =
            places[..count].iter().map(|&place| finder.site_near(place, 50.0).unwrap()).collect();
        let sites: Vec<&StopSite> = sites.iter().collect();
        let pairs: Vec<Neighbours> = [(0, 1), (0, 2), (1, 2), (1, 3)]
            .into_iter()
            .filter(|&(_, b)| b < count)
            .map(|(a, b)| Neighbours { a, b, metres: 1500.0 })
            .collect();
        let before = links::drive(&streets, &sites, &pairs, 3.0, &mut |_| {}).ok().unwrap().links;
        let node = |at: usize| Node {
            name: at.to_string(),
            label: None,
            position: Position { x: places[at][0], y: places[at][1] },
            terminal: true,
        };
        let link = |link: &StreetLink| Link {
            from: NodeId::new(link.from),
            to: NodeId::new(link.to),
            time: link.time,
        };
        let city = City::new(CityParts {
            name: "town".into(),
            coordinates: Coordinates::Degrees,
            nodes: (0..count).map(node).collect(),
            links: before.iter().map(link).collect(),
            demand: vec![Demand { from: NodeId::new(0), to: NodeId::new(1), trips: 1.0 }],
            ..CityParts::default()
        });
        let mut links = before.clone();
        let turns = turns(&streets, &sites, &city.unwrap(), &mut links);
        (turns, before, links)
    }

    fn time(turns: &[Turn], stops: [usize; 3]) -> u32 {
        let is_it = |turn: &&Turn| [turn.from, turn.via, turn.to].map(NodeId::index) == stops;
        turns.iter().find(is_it).map_or(0, |turn| turn.time.0)
    }

    fn added(before: &[StreetLink], after: &[StreetLink], ends: (usize, usize)) -> u32 {
        let time = |links: &[StreetLink]| {
            links.iter().find(|link| (link.from, link.to) == ends).map(|link| link.time.0).unwrap()
        };
        time(after) - time(before)
    }

    #[test]
    fn what_depends_on_the_turn_stays_with_the_turn() {
        let (turns, before, after) = found(4);
        // From a by b to d leads round the block: three hundredths more, 400 s, and its corners.
        assert!((395..=430).contains(&time(&turns, [0, 1, 2])), "{turns:?}");
        // From c, and on to c, nothing is lost.
        assert_eq!([[3, 1, 2], [0, 1, 3], [3, 1, 0]].map(|stops| time(&turns, stops)), [0; 3]);
        assert_eq!(added(&before, &after, (1, 2)), 0);
    }

    #[test]
    fn what_no_vehicle_can_avoid_belongs_to_the_link() {
        let (turns, before, after) = found(3);
        // Without c, whoever leaves b for d came from a.
        assert_eq!(time(&turns, [0, 1, 2]), 0, "{turns:?}");
        assert!((395..=430).contains(&added(&before, &after, (1, 2))));
    }
}
