//! Links between neighbouring zones, with the time of the fastest way along the streets.

use routewright_model::Seconds;

use crate::geometry::{Plane, simplify};
use crate::neighbours::Neighbours;
use crate::streets::{Access, Searcher, StreetMap, Way, strong_components};

/// How far the drawn line of a link may lie from the street, in metres.
const TOLERANCE: f64 = 5.0;
/// Short links may be this much longer at any distance: round a block, or to the next place to turn.
const FREE_METRES: f64 = 500.0;

/// A link and the streets it follows.
#[derive(Clone, Debug, PartialEq)]
pub struct StreetLink {
    /// Node it starts at, as an index.
    pub from: usize,
    /// Node it leads to.
    pub to: usize,
    /// Driving time.
    pub time: Seconds,
    /// Along the streets.
    pub metres: f64,
    /// Longitude and latitude along the streets, simplified.
    pub shape: Vec<[f64; 2]>,
}

/// Links between neighbours.
pub(crate) struct Links {
    /// Sorted by their ends.
    pub(crate) links: Vec<StreetLink>,
    /// Directed links that wind too much.
    pub(crate) winding: usize,
}

/// A link of over a day, by the indices of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Drives between all neighbours. `doors[i]` is where node `i` meets the streets; all of them can be reached
/// from each other, so that the city is always connected.
///
/// # Errors
/// A link takes over a day.
pub(crate) fn drive(
    map: &StreetMap,
    plane: &Plane,
    doors: &[Access],
    pairs: &[Neighbours],
    detour: f64,
    progress: &mut dyn FnMut(usize),
) -> Result<Links, TooLong> {
    let n = doors.len();
    let mut neighbours: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
    for pair in pairs {
        neighbours[pair.a].push((pair.b, pair.metres));
        neighbours[pair.b].push((pair.a, pair.metres));
    }
    let mut searcher = Searcher::new(map);
    let (mut links, mut winding) = (Vec::new(), Vec::new());
    for (from, near) in neighbours.iter_mut().enumerate() {
        near.sort_by_key(|(to, _)| *to);
        let targets: Vec<&Access> = near.iter().map(|(to, _)| &doors[*to]).collect();
        for (way, &(to, straight)) in searcher.ways(&doors[from], &targets).into_iter().zip(&*near) {
            let way = way.expect("doors of nodes can be reached from each other");
            let winds = way.metres > detour * straight + FREE_METRES;
            let link = street_link(map, plane, from, to, &way).ok_or(TooLong { from, to })?;
            if winds { winding.push(link) } else { links.push(link) }
        }
        progress(from + 1);
    }
    let all = winding.len();
    let brought_back = hold_together(n, &mut links, winding);
    links.sort_by_key(|link| (link.from, link.to));
    Ok(Links { links, winding: all - brought_back })
}

/// `None` if it takes over a day.
fn street_link(map: &StreetMap, plane: &Plane, from: usize, to: usize, way: &Way) -> Option<StreetLink> {
    let places: Vec<[f64; 2]> = way.corners.iter().map(|&corner| map.corners[corner as usize]).collect();
    let metres: Vec<[f64; 2]> = places.iter().map(|&place| plane.metres(place)).collect();
    let mut shape: Vec<[f64; 2]> = simplify(&metres, TOLERANCE).into_iter().map(|at| places[at]).collect();
    if shape.len() == 1 {
        shape.push(shape[0]); // both zones have the same corner: a line still has two ends
    }
    // Two zones at one corner are a second apart: every link takes some time.
    let time = Seconds::from_seconds(f64::from(way.milliseconds) / 1000.0)?.max(Seconds(1));
    Some(StreetLink { from, to, time, metres: way.metres, shape })
}

/// Restores winding links, fastest first, until every node can be reached from every other. Returns how many.
fn hold_together(n: usize, links: &mut Vec<StreetLink>, mut winding: Vec<StreetLink>) -> usize {
    winding.sort_by_key(|link| (link.time, link.from, link.to));
    let all = winding.len();
    loop {
        let mut leads_to: Vec<Vec<usize>> = vec![Vec::new(); n];
        links.iter().for_each(|link| leads_to[link.from].push(link.to));
        let parts = strong_components(n, |at| leads_to[at].iter().copied());
        let Some(at) = winding.iter().position(|link| parts[link.from] != parts[link.to]) else {
            return all - winding.len();
        };
        links.push(winding.remove(at));
    }
}
