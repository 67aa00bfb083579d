//! The street graph of an OpenStreetMap extract.

use std::collections::BTreeMap;

use routewright_io::{OsmStreets, OsmTurn as TurnBan};
use serde::Serialize;

use crate::geometry::metres_between;
use crate::rules::{Closed, bus_use};
use crate::{BannedTurn, Street, StreetParts, Streets};

/// Longer pieces with stops are divided, so that a stop, which lies at the end of a piece, is near where it
/// should be.
const LONGEST_PIECE: f64 = 60.0;

/// How the streets of an extract were used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StreetCounts {
    /// Ways with a `highway` tag.
    pub ways: usize,
    /// Ways that buses may use.
    pub open_ways: usize,
    /// Footways, cycle paths, yards and the like, by class.
    pub not_streets: BTreeMap<String, usize>,
    /// Streets closed to buses.
    pub no_access: usize,
    /// Turn restrictions on open streets.
    pub turns: usize,
    /// Directed pieces of open streets.
    pub pieces: usize,
    /// Of which usable: from each of them every other can be reached without a turn on the spot.
    pub usable_pieces: usize,
    /// Length of open streets, counting each direction.
    pub kilometres: f64,
    /// Of which not usable: cut off, or dead ends without a place to turn.
    pub unusable_kilometres: f64,
    /// Places where the extract cuts ways off.
    pub missing_places: usize,
}

impl Streets {
    /// The streets of an extract that buses may use; driving takes `congestion` times as long as at their speeds.
    pub fn from_osm(osm: &OsmStreets, bans: &[TurnBan], congestion: f64) -> (Self, StreetCounts) {
        let mut counts = StreetCounts {
            ways: osm.ways.len(),
            missing_places: osm.missing_places,
            ..StreetCounts::default()
        };
        let mut corners = Corners::new(osm);
        let mut streets = Vec::new();
        for way in &osm.ways {
            let found = match bus_use(way) {
                Ok(found) => found,
                Err(Closed::NoAccess) => {
                    counts.no_access += 1;
                    continue;
                }
                Err(Closed::NotAStreet) => {
                    *counts.not_streets.entry(way.tag("highway").to_owned()).or_default() += 1;
                    continue;
                }
            };
            counts.open_ways += 1;
            streets.push(Street {
                way: way.id,
                corners: corners.along(&way.places, found.may_stop),
                kilometres_per_hour: found.kilometres_per_hour,
                forward: found.forward,
                backward: found.backward,
                may_stop: found.may_stop,
            });
        }
        let turns: Vec<BannedTurn> = bans.iter().filter_map(|ban| corners.turn(ban)).collect();
        counts.turns = turns.len();
        let streets = Self::new(StreetParts { corners: corners.corners, streets, turns, congestion });
        counts.pieces = streets.pieces().len();
        for piece in streets.pieces() {
            counts.kilometres += piece.metres / 1000.0;
            if piece.is_usable {
                counts.usable_pieces += 1;
            } else {
                counts.unusable_kilometres += piece.metres / 1000.0;
            }
        }
        (streets, counts)
    }
}

/// Corners met so far.
struct Corners<'a> {
    osm: &'a OsmStreets,
    corner_of: Vec<u32>,
    corners: Vec<[f64; 2]>,
}

impl<'a> Corners<'a> {
    fn new(osm: &'a OsmStreets) -> Self {
        Self { osm, corner_of: vec![u32::MAX; osm.places.len()], corners: Vec::new() }
    }

    /// The corners along a way, with more of them on long straight pieces if it has stops.
    fn along(&mut self, places: &[u32], may_stop: bool) -> Vec<u32> {
        let mut corners: Vec<u32> = Vec::with_capacity(places.len());
        for &place in places {
            let corner = self.at(place);
            if let Some(&before) = corners.last().filter(|_| may_stop) {
                let [a, b] = [before, corner].map(|corner| self.corners[corner as usize]);
                let parts = (metres_between(a, b) / LONGEST_PIECE).ceil();
                for part in 1..parts as u32 {
                    let share = f64::from(part) / parts;
                    corners.push(self.add([0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * share)));
                }
            }
            corners.push(corner);
        }
        corners
    }

    fn at(&mut self, place: u32) -> u32 {
        if self.corner_of[place as usize] == u32::MAX {
            self.corner_of[place as usize] = self.add(self.osm.places[place as usize]);
        }
        self.corner_of[place as usize]
    }

    /// Seven decimals, a centimetre, as in OpenStreetMap and in files.
    fn add(&mut self, place: [f64; 2]) -> u32 {
        self.corners.push(place.map(|degrees| (degrees * 1e7).round() / 1e7 + 0.0));
        (self.corners.len() - 1) as u32
    }

    /// `None` where the restriction is on no open street.
    fn turn(&self, ban: &TurnBan) -> Option<BannedTurn> {
        let via = *self.corner_of.get(ban.via as usize).filter(|&&corner| corner != u32::MAX)?;
        Some(BannedTurn { from_way: ban.from_way, via, to_way: ban.to_way, kind: ban.kind })
    }
}
