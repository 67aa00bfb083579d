//! Courses of lines: one legal way along all stops.

use crate::geometry::{Plane, simplify};
use crate::{PieceId, Router, StopSite, Streets, Way};

/// How far a drawn course may lie from the street, in metres.
const TOLERANCE: f64 = 1.5;

/// What a vehicle drives from one stop to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseLeg {
    /// Driving time, turns included.
    pub milliseconds: u32,
    /// Along the streets.
    pub metres: f64,
    /// Longitude and latitude along the streets, simplified; from the one stop exactly to the other.
    pub points: Vec<[f64; 2]>,
    /// The pieces that are driven, the one of the first stop not included.
    pub pieces: Vec<PieceId>,
}

/// A line laid out on the streets: one way that vehicles may drive from the first stop to the last, without a turn on
/// the spot, at stops neither.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The piece on which the vehicle stops, for each stop.
    pub anchors: Vec<PieceId>,
    /// One leg less than stops.
    pub legs: Vec<CourseLeg>,
}

impl Course {
    /// Driving time of all legs.
    pub fn milliseconds(&self) -> u64 {
        self.legs.iter().map(|leg| u64::from(leg.milliseconds)).sum()
    }

    /// Length of all legs.
    pub fn metres(&self) -> f64 {
        self.legs.iter().map(|leg| leg.metres).sum()
    }

    /// The whole course: longitude and latitude, each stop once.
    pub fn points(&self) -> Vec<[f64; 2]> {
        let mut points: Vec<[f64; 2]> = Vec::new();
        for leg in &self.legs {
            let skip = usize::from(!points.is_empty());
            points.extend(&leg.points[skip..]);
        }
        points.dedup();
        points
    }
}

/// A line laid out in both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct BothWays {
    /// From the first stop to the last,
    pub out: Course,
    /// and from the last to the first.
    pub back: Course,
    /// How the empty vehicle gets from its last stop on the way out to its first on the way back,
    pub turn_at_last: Way,
    /// and the other way round.
    pub turn_at_first: Way,
}

impl Router<'_> {
    /// The fastest legal course along the sites, in this order. Exact: the vehicle leaves every stop on the
    /// piece on which it came, and among all such courses over all anchors none is faster. `None` for fewer
    /// than two sites, or where a site cannot be reached.
    pub fn lay_out(&mut self, sites: &[&StopSite]) -> Option<Course> {
        let ((first, rest), _) = (sites.split_first()?, sites.get(1)?);
        let starts: Vec<(PieceId, u32)> = first.anchors().iter().map(|&anchor| (anchor, 0)).collect();
        // Of each site, its reached anchors: the anchor before and the way from there.
        let mut reached: Vec<Vec<(PieceId, PieceId, Way)>> = Vec::with_capacity(rest.len());
        // Times since the first stop would overflow on absurdly slow streets: they are kept relative to the earliest.
        let mut from = starts;
        for site in rest {
            self.search(from.iter().copied(), site.anchors().iter().copied(), u32::MAX);
            let times = site.anchors().iter().filter_map(|&anchor| Some((anchor, self.time(anchor)?)));
            from = times.collect();
            let earliest = from.iter().map(|(_, time)| *time).min()?;
            let arrival = |&(anchor, _): &(PieceId, u32)| {
                let (before, way) = self.way(anchor).expect("what has a time has a way");
                (anchor, before, way)
            };
            reached.push(from.iter().map(arrival).collect());
            from.iter_mut().for_each(|(_, time)| *time -= earliest);
        }
        let mut at = from.iter().min_by_key(|(anchor, time)| (*time, *anchor))?.0;
        let (mut anchors, mut legs) = (vec![at], Vec::new());
        for mut arrivals in reached.into_iter().rev() {
            let found = arrivals.iter().position(|(anchor, ..)| *anchor == at).expect("ways are chained");
            let (_, before, way) = arrivals.swap_remove(found);
            legs.push(leg(self.streets, before, way));
            anchors.push(before);
            at = before;
        }
        anchors.reverse();
        legs.reverse();
        Some(Course { anchors, legs })
    }

    /// The courses of a line out and back, each the fastest one, and how the vehicle turns at either end. `None`
    /// where [`Router::lay_out`] finds none.
    pub fn lay_out_both_ways(&mut self, sites: &[&StopSite]) -> Option<BothWays> {
        let reversed: Vec<&StopSite> = sites.iter().rev().copied().collect();
        let (out, back) = (self.lay_out(sites)?, self.lay_out(&reversed)?);
        let turn_at_last = self.turn(&out, &back)?;
        let turn_at_first = self.turn(&back, &out)?;
        Some(BothWays { out, back, turn_at_last, turn_at_first })
    }

    fn turn(&mut self, before: &Course, after: &Course) -> Option<Way> {
        let (from, to) = (*before.anchors.last()?, *after.anchors.first()?);
        self.search([(from, 0)], [to], u32::MAX);
        self.way(to).map(|(_, way)| way)
    }
}

impl Streets {
    /// Longitude and latitude along a way that starts at the end of a piece, simplified; two points or more.
    pub fn points(&self, from: PieceId, pieces: &[PieceId]) -> Vec<[f64; 2]> {
        let ids = std::iter::once(from).chain(pieces.iter().copied());
        simplified(self.plane(), &ids.map(|id| self.stop_place(id)).collect::<Vec<_>>())
    }
}

fn leg(streets: &Streets, from: PieceId, way: Way) -> CourseLeg {
    let points = streets.points(from, &way.pieces);
    CourseLeg { milliseconds: way.milliseconds, metres: way.metres, points, pieces: way.pieces }
}

/// A line always has two ends, even if both stops are at one corner.
fn simplified(plane: &Plane, places: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let metres: Vec<[f64; 2]> = places.iter().map(|&place| plane.metres(place)).collect();
    let mut points: Vec<[f64; 2]> = simplify(&metres, TOLERANCE).into_iter().map(|at| places[at]).collect();
    if points.len() == 1 {
        points.push(points[0]);
    }
    points
}
