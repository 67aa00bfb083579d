//! Where the vehicles of a node stop.

use crate::geometry::{distance, turn_between};
use crate::near_pieces::NearPieces;
use crate::{PieceId, Streets};

/// A stop's heading and the street's may differ by this many degrees.
pub(crate) const SAME_DIRECTION: f64 = 60.0;
/// A real stop lies at most this far from the middle of its street,
const STOP_METRES: f64 = 40.0;
/// and the stop of the other direction at most this far from it.
const OPPOSITE_METRES: f64 = 150.0;
/// Streets that cross at a stop serve it as well, if they are at most this much farther away.
const CROSSING_METRES: f64 = 30.0;
/// Pieces that are at most this much farther away than the nearest are as near: then the one that ends nearest counts.
const SAME_STREET_METRES: f64 = 5.0;
/// Other streets in the same direction, at most this much farther away, may be the one that a stop is on:
const BESIDE_METRES: f64 = 15.0;
/// so many streets are tried for each stop.
const MOST_BESIDE: usize = 3;
/// No site has more anchors.
const MOST_ANCHORS: usize = 8;

/// The pieces of street at which vehicles can stop for a node, each at its end: its anchors.
///
/// Invariant: at least one; all usable and different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopSite {
    anchors: Vec<PieceId>,
}

impl StopSite {
    /// A site of these anchors, without repetitions; `None` if there are none, or one is not a usable piece.
    pub fn new(streets: &Streets, anchors: impl IntoIterator<Item = PieceId>) -> Option<Self> {
        let mut kept: Vec<PieceId> = Vec::new();
        for anchor in anchors {
            if !streets.pieces().get(anchor.index())?.is_usable {
                return None;
            }
            if !kept.contains(&anchor) {
                kept.push(anchor);
            }
        }
        (!kept.is_empty()).then_some(Self { anchors: kept })
    }

    /// Its anchors, the first the most likely.
    pub fn anchors(&self) -> &[PieceId] {
        &self.anchors
    }
}

/// Finds the sites of nodes.
#[derive(Debug)]
pub struct SiteFinder<'a> {
    streets: &'a Streets,
    near: NearPieces<'a>,
}

/// A piece and how far it is.
type Near = (PieceId, f64);

impl<'a> SiteFinder<'a> {
    /// For the streets of a city.
    pub fn new(streets: &'a Streets) -> Self {
        Self { streets, near: NearPieces::new(streets, |piece| piece.may_stop) }
    }

    /// The site of a place of which nothing else is known: the nearest street within so many metres in both
    /// directions, or a street nearby in the opposite one, and streets that cross there.
    pub fn site_near(&self, place: [f64; 2], metres: f64) -> Option<StopSite> {
        let place = self.streets.plane().metres(place);
        let near = self.near.within(place, metres);
        let first = self.best(place, &near, |_| true)?;
        let heading = self.streets.piece(first).heading;
        let crossing = near[0].1 + CROSSING_METRES;
        let mut anchors = vec![first];
        anchors.extend(self.opposite(first));
        let beside: Vec<Near> = near.into_iter().filter(|(_, away)| *away <= crossing).collect();
        for turn in [90.0, 270.0] {
            anchors.extend(self.best(place, &beside, |other| {
                turn_between(other, heading + turn) < 90.0 - SAME_DIRECTION / 2.0
            }));
        }
        StopSite::new(self.streets, anchors)
    }

    /// The site of a place made of real stops, the most used one first, each with the heading in which buses
    /// pass where it is known (degrees clockwise from north). Stops farther than `metres` from any street are
    /// left out; `None` if all are.
    pub fn site_of_stops(&self, stops: &[([f64; 2], Option<f64>)], metres: f64) -> Option<StopSite> {
        let mut anchors: Vec<PieceId> = Vec::new();
        let mut beside: Vec<PieceId> = Vec::new();
        for &(place, heading) in stops {
            let mut found = self.stop(self.streets.plane().metres(place), heading, metres).into_iter();
            anchors.extend(found.next());
            beside.extend(found);
        }
        let mut added = Vec::new();
        for &anchor in &anchors {
            let heading = self.streets.piece(anchor).heading;
            let at = self.end(anchor);
            let is_opposite = |other: &PieceId| {
                turn_between(self.streets.piece(*other).heading, heading + 180.0) <= SAME_DIRECTION
                    && distance(at, self.end(*other)) <= OPPOSITE_METRES
            };
            if !anchors.iter().chain(&added).any(is_opposite) {
                added.extend(self.opposite(anchor));
            }
        }
        // The least certain ones last: they are the first to go where there are too many.
        let mut site = StopSite::new(self.streets, anchors.into_iter().chain(added).chain(beside))?;
        site.anchors.truncate(MOST_ANCHORS);
        Some(site)
    }

    /// The piece of one real stop, and those of other streets in the same direction beside it: where lanes for buses,
    /// side roads and junctions lie close together, the map does not say which of them the stop is on.
    fn stop(&self, place: [f64; 2], heading: Option<f64>, metres: f64) -> Vec<PieceId> {
        let mut near = self.near.within(place, STOP_METRES);
        let is_along = |id: PieceId, heading: f64| {
            turn_between(self.streets.piece(id).heading, heading) <= SAME_DIRECTION
        };
        if let Some(heading) = heading.filter(|&heading| near.iter().any(|(id, _)| is_along(*id, heading))) {
            near.retain(|(id, _)| is_along(*id, heading));
        }
        if near.is_empty() {
            return Vec::from_iter(self.best(place, &self.near.within(place, metres), |_| true));
        }
        let most = near[0].1 + BESIDE_METRES;
        near.retain(|(_, away)| *away <= most);
        let mut found = Vec::new();
        while found.len() < MOST_BESIDE
            && let Some(best) = self.best(place, &near, |_| true)
        {
            let street = self.streets.piece(best).street;
            near.retain(|(id, _)| self.streets.piece(*id).street != street);
            found.push(best);
        }
        found
    }

    /// The nearest piece in about the opposite direction.
    fn opposite(&self, anchor: PieceId) -> Option<PieceId> {
        let heading = self.streets.piece(anchor).heading + 180.0;
        let place = self.end(anchor);
        let near = self.near.within(place, OPPOSITE_METRES);
        self.best(place, &near, |other| turn_between(other, heading) <= SAME_DIRECTION)
    }

    /// Of pieces sorted by distance whose heading is wanted, the nearest; among those of about the same
    /// distance the one that ends nearest.
    fn best(&self, place: [f64; 2], near: &[Near], is_wanted: impl Fn(f64) -> bool) -> Option<PieceId> {
        let mut wanted = near.iter().filter(|(id, _)| is_wanted(self.streets.piece(*id).heading)).peekable();
        let most = wanted.peek()?.1 + SAME_STREET_METRES;
        let as_near = wanted.take_while(|(_, away)| *away <= most);
        let by_end = |id: PieceId| distance(place, self.end(id));
        as_near.map(|(id, _)| *id).min_by(|&a, &b| by_end(a).total_cmp(&by_end(b)).then(a.cmp(&b)))
    }

    pub(crate) fn streets(&self) -> &Streets {
        self.streets
    }

    pub(crate) fn metres(&self, place: [f64; 2]) -> [f64; 2] {
        self.streets.plane().metres(place)
    }

    pub(crate) fn heading(&self, id: PieceId) -> f64 {
        self.streets.piece(id).heading
    }

    /// The piece that ends nearest to a place of the plane, of those within so many metres that are wanted.
    pub(crate) fn nearest_end(
        &self,
        place: [f64; 2],
        metres: f64,
        is_wanted: impl Fn(PieceId) -> bool,
    ) -> Option<PieceId> {
        let near = self.near.within(place, metres).into_iter().map(|(id, _)| id).filter(|&id| is_wanted(id));
        let away = |id: PieceId| distance(place, self.end(id));
        near.min_by(|&a, &b| away(a).total_cmp(&away(b)).then(a.cmp(&b)))
    }

    /// Where vehicles stop on a piece, on the plane.
    pub(crate) fn end(&self, id: PieceId) -> [f64; 2] {
        self.streets.plane().metres(self.streets.stop_place(id))
    }
}
