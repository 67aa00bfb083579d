//! The street map: every place of a street is a corner, every piece between two of them a driven edge.

use std::collections::BTreeMap;

use routewright_io::OsmStreets;
use routewright_streets::{Closed, bus_use};
use serde::Serialize;

use super::strong_components;
use crate::geometry::metres_between;

/// Streets open to buses, as a directed graph.
#[derive(Clone, Debug)]
pub struct StreetMap {
    /// Longitude and latitude of every corner.
    pub(crate) corners: Vec<[f64; 2]>,
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// Corners that can be reached from each other, and where a stop may be.
    pub(crate) usable: Vec<Usable>,
}

/// A piece of street in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge {
    pub(crate) to: u32,
    pub(crate) metres: f32,
    pub(crate) milliseconds: u32,
}

/// How a corner can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Usable {
    /// Cut off from most of the city.
    No,
    /// Vehicles pass, but a zone has no stop here.
    Passing,
    /// A zone may have its stop here.
    Stopping,
}

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
    /// Corners of open streets.
    pub corners: usize,
    /// Corners that cannot be reached from most of the city, or from which most of it cannot be reached.
    pub unreachable_corners: usize,
    /// Length of open streets, counting each direction.
    pub kilometres: f64,
    /// Of which cut off.
    pub unreachable_kilometres: f64,
    /// Places where the extract cuts ways off.
    pub missing_places: usize,
}

impl StreetMap {
    /// The streets of an extract that buses may use; driving takes `congestion` times as long as at
    /// those speeds.
    pub fn new(streets: &OsmStreets, congestion: f64) -> (Self, StreetCounts) {
        let mut counts = StreetCounts {
            ways: streets.ways.len(),
            missing_places: streets.missing_places,
            ..StreetCounts::default()
        };
        let mut corner_of = vec![u32::MAX; streets.places.len()];
        let (mut corners, mut may_stop) = (Vec::new(), Vec::new());
        let mut pieces: Vec<(u32, Edge)> = Vec::new();
        for way in &streets.ways {
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
            let mut corner = |place: u32| {
                let corner = &mut corner_of[place as usize];
                if *corner == u32::MAX {
                    *corner = corners.len() as u32;
                    corners.push(streets.places[place as usize]);
                    may_stop.push(false);
                }
                may_stop[*corner as usize] |= found.may_stop;
                *corner
            };
            for piece in way.places.windows(2) {
                let (a, b) = (corner(piece[0]), corner(piece[1]));
                if a == b {
                    continue;
                }
                let metres =
                    metres_between(streets.places[piece[0] as usize], streets.places[piece[1] as usize]);
                let seconds = metres / (found.kilometres_per_hour / 3.6) * congestion;
                let edge =
                    Edge { to: b, metres: metres as f32, milliseconds: (seconds * 1000.0).round() as u32 };
                if found.forward {
                    pieces.push((a, edge));
                }
                if found.backward {
                    pieces.push((b, Edge { to: a, ..edge }));
                }
            }
        }
        let map = Self::from_pieces(corners, &may_stop, pieces);
        map.count(&mut counts);
        (map, counts)
    }

    fn from_pieces(corners: Vec<[f64; 2]>, may_stop: &[bool], mut pieces: Vec<(u32, Edge)>) -> Self {
        pieces.sort_by_key(|(from, edge)| (*from, edge.to, edge.milliseconds));
        let mut starts = vec![0; corners.len() + 1];
        pieces.iter().for_each(|(from, _)| starts[*from as usize + 1] += 1);
        (0..corners.len()).for_each(|at| starts[at + 1] += starts[at]);
        let edges = pieces.into_iter().map(|(_, edge)| edge).collect();
        let mut map = Self { corners, starts, edges, usable: Vec::new() };
        map.mark_usable(may_stop);
        map
    }

    /// Usable is what lies in the largest part in which every corner can be reached from every other.
    fn mark_usable(&mut self, may_stop: &[bool]) {
        let parts =
            strong_components(self.corners.len(), |at| self.from(at).iter().map(|edge| edge.to as usize));
        let mut sizes = vec![0_usize; parts.iter().max().map_or(0, |most| most + 1)];
        parts.iter().for_each(|&part| sizes[part] += 1);
        let largest = (0..sizes.len()).max_by_key(|&part| (sizes[part], std::cmp::Reverse(part)));
        let usable = |at: usize| match (Some(parts[at]) == largest, may_stop[at]) {
            (false, _) => Usable::No,
            (true, false) => Usable::Passing,
            (true, true) => Usable::Stopping,
        };
        self.usable = (0..self.corners.len()).map(usable).collect();
    }

    fn count(&self, counts: &mut StreetCounts) {
        counts.corners = self.corners.len();
        for at in 0..self.corners.len() {
            let kilometres: f64 = self.from(at).iter().map(|edge| f64::from(edge.metres) / 1000.0).sum();
            counts.kilometres += kilometres;
            if self.usable[at] == Usable::No {
                counts.unreachable_corners += 1;
                counts.unreachable_kilometres += kilometres;
            }
        }
    }

    /// How many corners there are.
    pub fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// Edges that start at a corner.
    pub(crate) fn from(&self, corner: usize) -> &[Edge] {
        &self.edges[self.starts[corner] as usize..self.starts[corner + 1] as usize]
    }
}
