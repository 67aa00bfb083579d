//! A checker of drawn courses. It knows the mapped streets alone, and nothing of the graph that courses are
//! found on: a mistake there does not hide here.

use std::collections::{BTreeMap, HashMap};

use crate::geometry::{Plane, distance, heading, metres_between, to_segment, turn_between};
use crate::{StreetParts, TurnKind};

/// A course may be drawn this far from its street, in metres.
const TOLERANCE: f64 = 10.0;
/// A course is looked at every so many metres.
const STEP: f64 = 5.0;
/// From one look to the next, a vehicle may pass streets of this length unseen.
const UNSEEN: f64 = STEP + 2.0 * TOLERANCE;
/// A course and its street may differ by this many degrees.
const SAME_DIRECTION: f64 = 75.0;
/// Turning by more than this at a point is turning on the spot.
const ON_THE_SPOT: f64 = 165.0;
/// Points of a course that are nearer to each other, in metres, do not show a direction.
const JOG: f64 = 3.0;
/// Side of a square of the index in metres.
const SQUARE: f64 = 50.0;

/// What is wrong with a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It follows a one-way street against its direction.
    WrongWay,
    /// It turns round where it is.
    TurnOnTheSpot,
    /// It breaks a turn restriction.
    BannedTurn,
    /// It does not follow a street.
    OffStreet,
    /// It changes to a street that does not meet the one it was on, such as from a bridge to the street below.
    Jump,
}

/// A fault and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// What is wrong.
    pub fault: Fault,
    /// Longitude and latitude.
    pub place: [f64; 2],
}

/// Checks courses against the streets of one city.
#[derive(Debug)]
pub struct CourseChecker<'a> {
    parts: &'a StreetParts,
    plane: Plane,
    arrows: Vec<Arrow>,
    /// Arrows by the corner they start at,
    starting: HashMap<u32, Vec<u32>>,
    /// and by the squares they touch.
    squares: HashMap<(i64, i64), Vec<u32>>,
}

/// A piece of street in a direction in which it may be driven.
#[derive(Clone, Copy, Debug)]
struct Arrow {
    from: u32,
    to: u32,
    way: i64,
    ends: [[f64; 2]; 2],
    heading: f64,
}

/// A point on a course.
#[derive(Clone, Copy, Debug)]
struct Look {
    place: [f64; 2],
    heading: f64,
    /// How far the course has turned since the look before.
    turn: f64,
    degrees: [f64; 2],
}

/// Everything wrong with a course of longitudes and latitudes, in its order.
pub fn check_course(parts: &StreetParts, points: &[[f64; 2]]) -> Vec<Finding> {
    CourseChecker::new(parts).check(points)
}

impl<'a> CourseChecker<'a> {
    /// For the streets of a city.
    pub fn new(parts: &'a StreetParts) -> Self {
        let plane = Plane::around(parts.corners.first().map_or(0.0, |corner| corner[1]));
        let mut arrows = Vec::new();
        for street in &parts.streets {
            for ends in street.corners.windows(2) {
                let ways = [(street.forward, ends[0], ends[1]), (street.backward, ends[1], ends[0])];
                for (_, from, to) in ways.into_iter().filter(|(is_open, ..)| *is_open) {
                    let ends = [from, to].map(|corner| plane.metres(parts.corners[corner as usize]));
                    let heading = heading(ends[0], ends[1]);
                    arrows.push(Arrow { from, to, way: street.way, ends, heading });
                }
            }
        }
        let (mut starting, mut squares) = (HashMap::<_, Vec<u32>>::new(), HashMap::<_, Vec<u32>>::new());
        for (at, arrow) in (0..).zip(&arrows) {
            starting.entry(arrow.from).or_default().push(at);
            let [a, b] = arrow.ends;
            let low = [a[0].min(b[0]) - TOLERANCE, a[1].min(b[1]) - TOLERANCE].map(square);
            let high = [a[0].max(b[0]) + TOLERANCE, a[1].max(b[1]) + TOLERANCE].map(square);
            for x in low[0]..=high[0] {
                (low[1]..=high[1]).for_each(|y| squares.entry((x, y)).or_default().push(at));
            }
        }
        Self { parts, plane, arrows, starting, squares }
    }

    /// Everything wrong with a course of longitudes and latitudes, in its order.
    ///
    /// All streets that the vehicle may be on are followed at once; where none is left, something is wrong, and the
    /// vehicle goes on from whatever street is there. Faults over less than about 25 metres may stay unseen, but for
    /// turns on the spot.
    pub fn check(&self, points: &[[f64; 2]]) -> Vec<Finding> {
        let mut findings: Vec<Finding> = Vec::new();
        let mut on: Option<Vec<u32>> = None;
        let mut last = None;
        for look in self.looks(points) {
            let along = self.along(&look);
            let before = on.take();
            let turned = look.turn > ON_THE_SPOT;
            let here = before.as_ref().map(|before| self.follow(before, &look, true));
            let fault = match (&before, &here) {
                _ if turned => Some(Fault::TurnOnTheSpot),
                (_, Some(here)) if !here.is_empty() => None,
                (None, _) if !along.is_empty() => None,
                _ if along.is_empty() => Some(self.why_not_along(&look)),
                (Some(before), _) if !self.follow(before, &look, false).is_empty() => Some(Fault::BannedTurn),
                (Some(before), _) if self.turns_back(before, &along) => Some(Fault::TurnOnTheSpot),
                _ => Some(Fault::Jump),
            };
            if let Some(fault) = fault.filter(|_| fault != last || turned) {
                findings.push(Finding { fault, place: look.degrees });
            }
            last = fault;
            on = match here {
                Some(here) if fault.is_none() => Some(here),
                _ => Some(along).filter(|along| !along.is_empty()),
            };
        }
        findings
    }

    /// Points along a course; where it bends, one in the old direction and one in the new.
    fn looks(&self, points: &[[f64; 2]]) -> Vec<Look> {
        let mut spread: Vec<[f64; 2]> = Vec::new();
        for &point in points {
            let is_far = |&before: &[f64; 2]| metres_between(before, point) >= JOG;
            if spread.last().is_none_or(is_far) {
                spread.push(point);
            }
        }
        let mut looks: Vec<Look> = Vec::new();
        for ends in spread.windows(2) {
            let [a, b] = [ends[0], ends[1]].map(|point| self.plane.metres(point));
            let (metres, heading) = (distance(a, b), heading(a, b));
            let turn = looks.last().map_or(0.0, |before| turn_between(before.heading, heading));
            let count = (metres / STEP).ceil().max(1.0);
            for at in 0..=count as usize {
                let share = at as f64 / count;
                let between = |a: [f64; 2], b: [f64; 2]| [0, 1].map(|i| a[i] + (b[i] - a[i]) * share);
                let turn = if at == 0 { turn } else { 0.0 };
                looks.push(Look { place: between(a, b), heading, turn, degrees: between(ends[0], ends[1]) });
            }
        }
        looks
    }

    /// Streets that lead along the course at a point.
    fn along(&self, look: &Look) -> Vec<u32> {
        let near = self.squares.get(&(square(look.place[0]), square(look.place[1])));
        near.into_iter().flatten().copied().filter(|&at| self.is_along(at, look)).collect()
    }

    fn is_along(&self, at: u32, look: &Look) -> bool {
        let arrow = &self.arrows[at as usize];
        turn_between(arrow.heading, look.heading) <= SAME_DIRECTION && self.is_near(arrow, look)
    }

    fn is_near(&self, arrow: &Arrow, look: &Look) -> bool {
        to_segment(look.place, arrow.ends[0], arrow.ends[1]) <= TOLERANCE
    }

    /// Streets that lead along the course at a point and can be reached from those before.
    fn follow(&self, before: &[u32], look: &Look, heeds_turns: bool) -> Vec<u32> {
        // The length of streets passed on the way, for each street reached.
        let mut passed: BTreeMap<u32, f64> = before.iter().map(|&at| (at, 0.0)).collect();
        let mut open: Vec<u32> = before.to_vec();
        while let Some(at) = open.pop() {
            let (arrow, metres) = (&self.arrows[at as usize], passed[&at]);
            if distance(arrow.ends[1], look.place) > UNSEEN {
                continue;
            }
            for &next in self.starting.get(&arrow.to).into_iter().flatten() {
                let after = &self.arrows[next as usize];
                let is_open = after.to != arrow.from && !(heeds_turns && self.is_banned(arrow, after));
                // Only what lies between the two looks is passed unseen; the street looked at may be long.
                let unseen = match before.contains(&at) {
                    true => 0.0,
                    false => metres + distance(arrow.ends[0], arrow.ends[1]),
                };
                if is_open && unseen <= UNSEEN && passed.get(&next).is_none_or(|&known| unseen < known) {
                    passed.insert(next, unseen);
                    open.push(next);
                }
            }
        }
        passed.into_keys().filter(|&at| self.is_along(at, look)).collect()
    }

    fn is_banned(&self, arrow: &Arrow, after: &Arrow) -> bool {
        let mut here =
            self.parts.turns.iter().filter(|turn| turn.via == arrow.to && turn.from_way == arrow.way);
        let onto = |way: i64| {
            let mut starting = self.starting.get(&arrow.to).into_iter().flatten();
            starting.any(|&at| {
                let other = &self.arrows[at as usize];
                other.way == way && other.to != arrow.from
            })
        };
        let mut only =
            here.clone().filter(|turn| turn.kind == TurnKind::Only && onto(turn.to_way)).peekable();
        let misses_only = only.peek().is_some() && only.all(|turn| turn.to_way != after.way);
        let is_named = |kind: TurnKind, way: i64| kind == TurnKind::No && way == after.way;
        misses_only || (after.way != arrow.way && here.any(|turn| is_named(turn.kind, turn.to_way)))
    }

    /// Whether a street is one of those before, the other way.
    fn turns_back(&self, before: &[u32], along: &[u32]) -> bool {
        let corners = |at: &u32| (self.arrows[*at as usize].from, self.arrows[*at as usize].to);
        before
            .iter()
            .map(corners)
            .any(|(from, to)| along.iter().map(corners).any(|other| other == (to, from)))
    }

    /// Why no street leads along the course here.
    fn why_not_along(&self, look: &Look) -> Fault {
        let back = Look { heading: look.heading + 180.0, ..*look };
        if self.along(&back).is_empty() { Fault::OffStreet } else { Fault::WrongWay }
    }
}

fn square(metres: f64) -> i64 {
    (metres / SQUARE).floor() as i64
}
