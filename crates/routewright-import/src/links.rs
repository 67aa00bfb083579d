//! Links between neighbouring stops, with the time of the fastest legal way along the streets.

use std::collections::{BTreeMap, HashMap};

use routewright_model::Seconds;
use routewright_streets::geometry::distance;
use routewright_streets::{PieceId, Router, StopSite, Streets, strong_components};

use crate::neighbours::Neighbours;

/// Short links may be this much longer at any distance: round a block, or to the next place to turn.
const FREE_METRES: f64 = 500.0;
/// Where one way takes longer than this many times the other,
const LOPSIDED: f64 = 2.0;
/// and longer by more than this many seconds, a line would not come back near its way out.
const LOPSIDED_SECONDS: u32 = 120;

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
    /// Directed links that were left out because the way back takes far longer, or the way out.
    pub(crate) lopsided: usize,
    /// Directed links that were left out because they lead past another stop.
    pub(crate) passing: usize,
}

/// A link of over a day, by the indices of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Drives between all neighbours, and between the stops that their ways lead past: a line that passes a stop stops
/// there. Every site can be reached from every other, so that the city is always connected.
///
/// # Errors
/// A link takes over a day.
pub(crate) fn drive(
    streets: &Streets,
    sites: &[&StopSite],
    pairs: &[Neighbours],
    detour: f64,
    progress: &mut dyn FnMut(usize),
) -> Result<Links, TooLong> {
    let mut driver = Driver::new(streets, sites);
    let mut straight: BTreeMap<(usize, usize), f64> = BTreeMap::new();
    for pair in pairs {
        straight.insert((pair.a, pair.b), pair.metres);
        straight.insert((pair.b, pair.a), pair.metres);
    }
    let (mut found, mut passing): (BTreeMap<(usize, usize), StreetLink>, usize) = (BTreeMap::new(), 0);
    let mut wanted: Vec<(usize, usize)> = straight.keys().copied().collect();
    let mut asked: std::collections::HashSet<(usize, usize)> = wanted.iter().copied().collect();
    let mut is_first = true;
    while !wanted.is_empty() {
        let mut more = Vec::new();
        for group in wanted.chunk_by(|a, b| a.0 == b.0) {
            let from = group[0].0;
            let targets: Vec<usize> = group.iter().map(|&(_, to)| to).collect();
            for (to, (link, between)) in targets.iter().copied().zip(driver.links(from, &targets)?) {
                if between.is_empty() {
                    found.insert((from, to), link);
                    continue;
                }
                passing += 1;
                let chain: Vec<usize> = std::iter::once(from).chain(between).chain([to]).collect();
                more.extend(
                    chain.windows(2).map(|pair| (pair[0], pair[1])).filter(|&pair| asked.insert(pair)),
                );
            }
            if is_first {
                progress(from + 1);
            }
        }
        is_first = false;
        more.sort_unstable();
        wanted = more;
    }
    let place = |at: usize| streets.plane().metres(streets.stop_place(sites[at].anchors()[0]));
    let winds = |link: &StreetLink| {
        let across = straight
            .get(&(link.from, link.to))
            .copied()
            .unwrap_or_else(|| distance(place(link.from), place(link.to)));
        link.metres > detour * across + FREE_METRES
    };
    let is_lopsided = |link: &StreetLink| {
        let back = found.get(&(link.to, link.from)).map(|back| back.time.0);
        // Where the way back leads past other stops, it is made of links of its own.
        back.is_some_and(|back| {
            let (less, more) = (link.time.0.min(back), link.time.0.max(back));
            f64::from(more) > LOPSIDED * f64::from(less) && more - less > LOPSIDED_SECONDS
        })
    };
    let (mut links, mut spare) = (Vec::new(), Vec::new());
    let (mut winding, mut lopsided) = (0, 0);
    for link in found.values() {
        if winds(link) {
            winding += 1;
            spare.push(link.clone());
        } else if is_lopsided(link) {
            lopsided += 1;
            spare.push(link.clone());
        } else {
            links.push(link.clone());
        }
    }
    hold_together(sites.len(), &mut links, spare);
    links.sort_by_key(|link| (link.from, link.to));
    Ok(Links { links, winding, lopsided, passing })
}

/// Finds ways between sites.
struct Driver<'a> {
    streets: &'a Streets,
    sites: &'a [&'a StopSite],
    router: Router<'a>,
    /// Sites by the pieces at which their vehicles stop.
    at_piece: HashMap<PieceId, Vec<usize>>,
}

impl<'a> Driver<'a> {
    fn new(streets: &'a Streets, sites: &'a [&'a StopSite]) -> Self {
        let mut at_piece: HashMap<PieceId, Vec<usize>> = HashMap::new();
        for (at, site) in sites.iter().enumerate() {
            site.anchors().iter().for_each(|&anchor| at_piece.entry(anchor).or_default().push(at));
        }
        Self { streets, sites, router: Router::new(streets), at_piece }
    }

    /// The fastest way to each target, and the other sites that it leads past, in their order.
    fn links(&mut self, from: usize, targets: &[usize]) -> Result<Vec<(StreetLink, Vec<usize>)>, TooLong> {
        let anchors = targets.iter().flat_map(|&to| self.sites[to].anchors().iter().copied());
        let starts = self.sites[from].anchors().iter().map(|&anchor| (anchor, 0));
        self.router.search(starts, anchors, u32::MAX);
        targets.iter().map(|&to| self.link(from, to)).collect()
    }

    fn link(&self, from: usize, to: usize) -> Result<(StreetLink, Vec<usize>), TooLong> {
        let anchors = self.sites[to].anchors().iter();
        let timed = anchors.filter_map(|&anchor| Some((self.router.time(anchor)?, anchor)));
        let (_, anchor) = timed.min().expect("sites can be reached from each other");
        let (start, way) = self.router.way(anchor).expect("what has a time has a way");
        let mut between: Vec<usize> = Vec::new();
        for piece in way.pieces.split_last().map_or(&[][..], |(_, before)| before) {
            let passed = self.at_piece.get(piece).into_iter().flatten().copied();
            for site in passed.filter(|&site| site != from && site != to) {
                if !between.contains(&site) {
                    between.push(site);
                }
            }
        }
        // Two sites at one place are a second apart: every link takes some time.
        let time = Seconds::from_seconds(f64::from(way.milliseconds) / 1000.0).ok_or(TooLong { from, to })?;
        let shape = self.streets.points(start, &way.pieces);
        Ok((StreetLink { from, to, time: time.max(Seconds(1)), metres: way.metres, shape }, between))
    }
}

/// Adds spare links, fastest first, until every node can be reached from every other.
fn hold_together(n: usize, links: &mut Vec<StreetLink>, mut spare: Vec<StreetLink>) {
    spare.sort_by_key(|link| (link.time, link.from, link.to));
    loop {
        let mut leads_to: Vec<Vec<usize>> = vec![Vec::new(); n];
        links.iter().for_each(|link| leads_to[link.from].push(link.to));
        let parts = strong_components(n, |at| leads_to[at].iter().copied());
        let Some(at) = spare.iter().position(|link| parts[link.from] != parts[link.to]) else { return };
        links.push(spare.remove(at));
    }
}
