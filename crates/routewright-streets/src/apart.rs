//! Stops of different places kept apart.
//!
//! A place is made of stops that lie close together; those at its edge can stand beside stops of the next place. A line
//! that serves both places would then stop twice at one spot. So of two such anchors one goes, where its place has another
//! stop in that direction or a street on which to have one.

use crate::geometry::{distance, turn_between};
use crate::sites::{SAME_DIRECTION, SiteFinder, StopSite};
use crate::{Nearest, PieceId};

/// Vehicles of different places stop at least this far from each other,
const APART_METRES: f64 = 80.0;
/// and a stop that has to move moves to a street this near to the middle of its place.
const MOVED_METRES: f64 = 100.0;

/// An anchor of a site.
#[derive(Clone, Copy)]
struct Anchor {
    site: usize,
    piece: PieceId,
    at: [f64; 2],
    /// To the middle of its place.
    away: f64,
}

impl SiteFinder<'_> {
    /// Takes anchors away, or moves them, where those of two sites are at one spot. `middles` are longitude and
    /// latitude of the sites' places. Every site keeps at least one anchor, and one in each of its directions.
    pub fn keep_apart(&self, sites: &mut [Option<StopSite>], middles: &[[f64; 2]]) {
        // The farther one from its place goes if it can, else the nearer one.
        for farther_goes in [true, false] {
            let anchors = self.anchors(sites, middles);
            let points = Nearest::new(APART_METRES, anchors.iter().map(|anchor| anchor.at).zip(0..));
            let goes = |anchor: &Anchor| {
                let near = points.within(anchor.at, APART_METRES).into_iter();
                near.map(|(other, _)| &anchors[other as usize]).any(|other| {
                    let is_farther = (anchor.away, anchor.site) > (other.away, other.site);
                    other.site != anchor.site && is_farther == farther_goes
                })
            };
            let (going, mut staying): (Vec<Anchor>, Vec<Anchor>) = anchors.iter().copied().partition(goes);
            for anchor in going {
                let heading = self.heading(anchor.piece);
                let is_along = |piece: PieceId| turn_between(self.heading(piece), heading) <= SAME_DIRECTION;
                let is_free = |piece: PieceId| {
                    let at = self.end(piece);
                    let near = staying.iter().filter(|other| other.site != anchor.site);
                    near.into_iter().all(|other| distance(other.at, at) > APART_METRES)
                };
                let has_another =
                    staying.iter().any(|other| other.site == anchor.site && is_along(other.piece));
                let middle = self.metres(middles[anchor.site]);
                let moved =
                    || self.nearest_end(middle, MOVED_METRES, |piece| is_along(piece) && is_free(piece));
                match if has_another { None } else { moved() } {
                    Some(piece) => staying.push(Anchor { piece, at: self.end(piece), ..anchor }),
                    None if has_another => {}
                    None => staying.push(anchor),
                }
            }
            for (at, site) in sites.iter_mut().enumerate() {
                let Some(kept) = site else { continue };
                let before: Vec<PieceId> = kept.anchors().to_vec();
                let mut pieces: Vec<PieceId> =
                    staying.iter().filter(|anchor| anchor.site == at).map(|anchor| anchor.piece).collect();
                // The most likely stay first.
                let rank =
                    |piece: &PieceId| before.iter().position(|other| other == piece).unwrap_or(usize::MAX);
                pieces.sort_by_key(|piece| (rank(piece), *piece));
                pieces.dedup();
                *kept =
                    StopSite::new(self.streets(), pieces).expect("what stays is not empty and was usable");
            }
        }
    }

    fn anchors(&self, sites: &[Option<StopSite>], middles: &[[f64; 2]]) -> Vec<Anchor> {
        let sites = sites.iter().enumerate().filter_map(|(at, site)| Some((at, site.as_ref()?)));
        let anchors = sites.flat_map(|(site, found)| found.anchors().iter().map(move |&piece| (site, piece)));
        let anchor = |(site, piece): (usize, PieceId)| {
            let at = self.end(piece);
            Anchor { site, piece, at, away: distance(at, self.metres(middles[site])) }
        };
        anchors.map(anchor).collect()
    }
}
