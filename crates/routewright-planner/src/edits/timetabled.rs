//! Lines that run by an agency's timetable, changed where a planner changes them and nowhere else: both ways keep their
//! other stops and times. New pieces follow the streets, at the speed of their course.

use routewright_model::geography::metres_between;
use routewright_model::{Direction, NodeId, Pattern, Route, Seconds};

use super::End;
use super::way::through;
use crate::{PlannerError, Result, Town};

/// Stops of the two ways that are nearer than this are two sides of a street.
const ACROSS_THE_STREET: f64 = 250.0;

/// Both ways of a line with the times of a timetable, time at stops included.
pub(super) struct Ways<'a> {
    town: &'a Town,
    out: Pattern,
    back: Option<Pattern>,
    /// Whether the last change left the way back alone, because it does not pass there.
    is_out_only: bool,
}

impl<'a> Ways<'a> {
    /// Words for a change that the way back has no part in.
    pub(super) fn aside(&self) -> &'static str {
        if self.is_out_only { ", on the way out only" } else { "" }
    }

    /// The ways of a line; one that was drawn gets its time at stops.
    pub(super) fn of(town: &'a Town, route: &Route) -> Self {
        let dwell = if route.has_own_times() { Seconds(0) } else { town.model().dwell };
        let timed = |way: Pattern| Pattern {
            legs: way.legs.into_iter().map(|leg| leg + dwell).collect(),
            stops: way.stops,
        };
        let mut ways = route.patterns().into_iter().map(timed);
        let out = ways.next().expect("a route has a way out");
        Self { town, out, back: ways.next(), is_out_only: false }
    }

    /// The line again.
    pub(super) fn route(self, old: &Route) -> Result<Route> {
        let route = Route::with_timetable(self.town.city(), old.name(), self.out, self.back);
        let route = route.map_err(|error| PlannerError::refused(error.to_string()))?;
        Ok(route.with_frequency(old.frequency()))
    }

    /// Leaves a stop out, and the one across the street.
    pub(super) fn skip(mut self, at: usize) -> Result<Self> {
        let here = self.out.stops[at];
        let dwell = self.town.model().dwell;
        let across = self.counterpart(at).filter(|&other| self.is_across(here, other));
        leave_out(&mut self.out, at, dwell)?;
        if let (Some(back), Some(across)) = (&mut self.back, across) {
            leave_out(back, across, dwell)?;
        }
        Ok(self)
    }

    /// Whether a position of the way back is across the street from a stop of the way out, and from no other one; the last
    /// two stops of a way back stay.
    fn is_across(&self, here: NodeId, other: usize) -> bool {
        let Some(back) = self.back.as_ref().filter(|back| back.stops.len() > 2) else { return false };
        let (there, stops) = (back.stops[other], self.out.stops.iter());
        let metres = self.metres(here, there);
        let is_nearest = |&stop: &NodeId| stop == here || self.metres(stop, there) > metres;
        metres < ACROSS_THE_STREET && stops.copied().all(|stop| is_nearest(&stop))
    }

    /// Keeps what lies between two positions of the way out.
    pub(super) fn cut(mut self, from: usize, to: usize) -> Result<Self> {
        if let Some((first, last)) = self.piece_back(from, to)? {
            self.back = self.back.map(|back| part(&back, first, last));
        }
        self.out = part(&self.out, from, to);
        Ok(self)
    }

    /// Leads the piece between two positions of the way out through other stops, and the same piece of the way back.
    pub(super) fn reroute(mut self, from: usize, to: usize, via: &[NodeId]) -> Result<Self> {
        let back_piece = self.piece_back(from, to).unwrap_or(None);
        let out = self.led(&self.out, (from, to), via.iter().copied())?;
        if out.stops == self.out.stops {
            return Err(PlannerError::refused_with("the line already runs this way", "choose other stops"));
        }
        self.out = out;
        self.is_out_only = self.back.is_some() && back_piece.is_none();
        if let (Some((first, last)), Some(back)) = (back_piece, &self.back) {
            self.back = Some(self.led(back, (first, last), via.iter().rev().copied())?);
        }
        Ok(self)
    }

    /// Leads both ways on from an end; `stops` in the order in which they are reached from there.
    pub(super) fn extend(mut self, end: End, stops: &[NodeId]) -> Result<Self> {
        let (ahead, towards): (Vec<NodeId>, Vec<NodeId>) =
            (stops.to_vec(), stops.iter().rev().copied().collect());
        match end {
            End::Last => {
                self.out = joined(self.out.clone(), self.piece(chain([last(&self.out)], ahead))?);
                if let Some(back) = self.back.take() {
                    self.back = Some(joined(self.piece(chain(towards, [first(&back)]))?, back));
                }
            }
            End::First => {
                self.out = joined(self.piece(chain(towards, [first(&self.out)]))?, self.out.clone());
                if let Some(back) = self.back.take() {
                    let more = self.piece(chain([last(&back)], ahead))?;
                    self.back = Some(joined(back, more));
                }
            }
        }
        Ok(self)
    }

    /// The line with its ends exchanged; `None` if it runs one way.
    pub(super) fn turned(self) -> Option<Self> {
        Some(Self { town: self.town, out: self.back?, back: Some(self.out), is_out_only: false })
    }

    /// First and last stop of the way out.
    pub(super) fn ends(&self) -> [NodeId; 2] {
        [first(&self.out), last(&self.out)]
    }

    /// This line and then another that starts at its last stop.
    pub(super) fn then(self, other: Self) -> Result<Self> {
        let out = joined(self.out.clone(), other.out);
        let back = match (self.back.clone(), other.back) {
            (Some(mine), Some(theirs)) => {
                let (from, to) = (last(&theirs), first(&mine));
                let between = if from == to { None } else { Some(self.piece(vec![from, to])?) };
                let theirs = between.into_iter().fold(theirs, joined);
                Some(joined(theirs, mine))
            }
            (None, None) => None,
            _ => {
                return Err(PlannerError::refused(
                    "a line that runs one way and one that runs both ways cannot be joined",
                ));
            }
        };
        Ok(Self { town: self.town, out, back, is_out_only: false })
    }

    /// A way with the piece between two positions led through other stops.
    fn led(
        &self,
        way: &Pattern,
        (from, to): (usize, usize),
        via: impl Iterator<Item = NodeId>,
    ) -> Result<Pattern> {
        let (before, after) = (part(way, 0, from), part(way, to, way.stops.len() - 1));
        let mut points: Vec<NodeId> =
            [way.stops[from]].into_iter().chain(via).chain([way.stops[to]]).collect();
        points.dedup();
        Ok(joined(joined(before, self.piece(points)?), after))
    }

    /// A new piece along the streets through these stops.
    fn piece(&self, points: Vec<NodeId>) -> Result<Pattern> {
        let mut points = points;
        points.dedup();
        let stops = through(self.town.city(), &points, &[])?.stops;
        let dwell = self.town.model().dwell;
        if stops.len() < 2 {
            return Ok(Pattern { stops, legs: Vec::new() });
        }
        let route = self.town.drawn("", stops, Direction::OneWay)?;
        let legs = route.legs_out().iter().map(|&leg| leg + dwell).collect();
        Ok(Pattern { stops: route.stops().to_vec(), legs })
    }

    /// The positions on the way back between which it passes a piece of the way out; `None` for a line that runs one way.
    fn piece_back(&self, from: usize, to: usize) -> Result<Option<(usize, usize)>> {
        let (Some(first), Some(last)) = (self.counterpart(to), self.counterpart(from)) else {
            return Ok(None);
        };
        match first < last {
            true => Ok(Some((first, last))),
            false => Err(PlannerError::refused_with(
                "the way back does not pass this piece of the line",
                "choose stops that both ways are near to",
            )),
        }
    }

    /// The position on the way back that is nearest to one of the way out. Ends belong to ends.
    fn counterpart(&self, at: usize) -> Option<usize> {
        let back = self.back.as_ref()?;
        let (last_out, last_back) = (self.out.stops.len() - 1, back.stops.len() - 1);
        if at == 0 || at == last_out {
            return Some(if at == 0 { last_back } else { 0 });
        }
        let expected = last_back as f64 * (1.0 - at as f64 / last_out as f64);
        let distance = |other: &usize| {
            (self.metres(self.out.stops[at], back.stops[*other]), (*other as f64 - expected).abs())
        };
        (0..=last_back).min_by(|one, two| {
            let ((one, at_one), (two, at_two)) = (distance(one), distance(two));
            one.total_cmp(&two).then(at_one.total_cmp(&at_two))
        })
    }

    fn metres(&self, one: NodeId, other: NodeId) -> f64 {
        let city = self.town.city();
        if one == other { 0.0 } else { metres_between(city.node(one).position, city.node(other).position) }
    }
}

fn chain(one: impl IntoIterator<Item = NodeId>, two: impl IntoIterator<Item = NodeId>) -> Vec<NodeId> {
    one.into_iter().chain(two).collect()
}

fn first(way: &Pattern) -> NodeId {
    way.stops[0]
}

fn last(way: &Pattern) -> NodeId {
    way.stops[way.stops.len() - 1]
}

/// The stops of a way from one position to another.
fn part(way: &Pattern, from: usize, to: usize) -> Pattern {
    Pattern { stops: way.stops[from..=to].to_vec(), legs: way.legs[from..to].to_vec() }
}

/// Two ways, of which the second starts where the first ends.
fn joined(mut one: Pattern, two: Pattern) -> Pattern {
    one.stops.extend(&two.stops[1..]);
    one.legs.extend(two.legs);
    one
}

/// Drives past a stop: what it took to stand there is saved.
fn leave_out(way: &mut Pattern, at: usize, dwell: Seconds) -> Result<()> {
    let last = way.stops.len() - 1;
    if last < 2 {
        return Err(PlannerError::refused_with("a line has two stops or more", "delete the line"));
    }
    way.stops.remove(at);
    if at == 0 || at == last {
        way.legs.remove(at.min(last - 1));
        return Ok(());
    }
    let after = way.legs.remove(at);
    let whole = way.legs[at - 1] + after;
    way.legs[at - 1] = Seconds(whole.0.saturating_sub(dwell.0).max(1));
    // A spur to the stop and back goes with it.
    if way.stops[at - 1] == way.stops[at] {
        if last < 3 {
            return Err(PlannerError::refused_with("a line has two stops or more", "delete the line"));
        }
        way.stops.remove(at);
        way.legs.remove(at - 1);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(town: &Town, names: &str) -> Vec<NodeId> {
        names.split_whitespace().map(|name| town.city().node_named(name).unwrap()).collect()
    }

    fn pattern(town: &Town, names: &str) -> Pattern {
        let stops = nodes(town, names);
        Pattern { legs: vec![Seconds(600); stops.len() - 1], stops }
    }

    /// A line of Mandl's city whose way back has other stops than its way out; every leg takes ten minutes.
    fn ways(town: &Town) -> Ways<'_> {
        Ways {
            town,
            out: pattern(town, "1 2 3 6 8 10 13"),
            back: Some(pattern(town, "13 10 7 15 6 3 2 1")),
            is_out_only: false,
        }
    }

    fn shown(ways: &Ways<'_>) -> [String; 2] {
        let city = ways.town.city();
        let way = |way: &Pattern| {
            let mut text = city.node(way.stops[0]).name.clone();
            for (stop, leg) in way.stops[1..].iter().zip(&way.legs) {
                text += &format!(" {}:{}", leg.0 / 60, city.node(*stop).name);
            }
            text
        };
        [way(&ways.out), ways.back.as_ref().map_or(String::new(), way)]
    }

    #[test]
    fn only_what_is_changed_changes() {
        let town = Town::open("mandl", "mandl").unwrap();
        let check = |changed: Result<Ways<'_>>, expected: [&str; 2]| {
            let changed = changed.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(shown(&changed), expected);
        };
        // The same stop on both ways; time in between stays.
        check(ways(&town).skip(2), ["1 10:2 20:6 10:8 10:10 10:13", "13 10:10 10:7 10:15 10:6 20:2 10:1"]);
        check(ways(&town).cut(1, 5), ["2 10:3 10:6 10:8 10:10", "10 10:7 10:15 10:6 10:3 10:2"]);
        // New pieces take as long as the streets do, both ways.
        let city = town.city();
        let [four, two] = [nodes(&town, "4")[0], nodes(&town, "2")[0]];
        let minutes = |from, to| city.link_time(from, to).unwrap().0 / 60;
        let six = nodes(&town, "6")[0];
        let (there, on) = (minutes(two, four), minutes(four, six));
        check(
            ways(&town).reroute(1, 3, &[four]),
            [
                &format!("1 10:2 {there}:4 {on}:6 10:8 10:10 10:13"),
                &format!("13 10:10 10:7 10:15 10:6 {on}:4 {there}:2 10:1"),
            ],
        );
        let fourteen = nodes(&town, "14")[0];
        let more = minutes(nodes(&town, "13")[0], fourteen);
        check(
            ways(&town).extend(End::Last, &[fourteen]),
            [
                &format!("1 10:2 10:3 10:6 10:8 10:10 10:13 {more}:14"),
                &format!("14 {more}:13 10:10 10:7 10:15 10:6 10:3 10:2 10:1"),
            ],
        );
        check(
            ways(&town).turned().ok_or_else(|| PlannerError::refused("")),
            ["13 10:10 10:7 10:15 10:6 10:3 10:2 10:1", "1 10:2 10:3 10:6 10:8 10:10 10:13"],
        );
        let rest = Ways {
            town: &town,
            out: pattern(&town, "13 14"),
            back: Some(pattern(&town, "14 13")),
            is_out_only: false,
        };
        check(
            ways(&town).then(rest),
            ["1 10:2 10:3 10:6 10:8 10:10 10:13 10:14", "14 10:13 10:10 10:7 10:15 10:6 10:3 10:2 10:1"],
        );
    }

    #[test]
    fn the_way_back_loses_only_what_is_across_the_street() {
        let town = Town::open("mandl", "mandl").unwrap();
        // Stops of Mandl's city lie far apart: only the same stop is across the street.
        let with = |back: &str| {
            let (out, back) = (pattern(&town, "1 2 3"), Some(pattern(&town, back)));
            shown(&Ways { town: &town, out, back, is_out_only: false }.skip(1).unwrap())
        };
        assert_eq!(with("3 2 1"), ["1 20:3", "3 20:1"]);
        assert_eq!(with("3 6 4 2 1"), ["1 20:3", "3 10:6 10:4 20:1"]);
        assert_eq!(with("3 6 4 1"), ["1 20:3", "3 10:6 10:4 10:1"], "it never stopped there");
        assert_eq!(with("3 1"), ["1 20:3", "3 10:1"], "two stops stay");
        // A piece that the way back does not pass.
        let ways = Ways {
            town: &town,
            out: pattern(&town, "1 2 3 6"),
            back: Some(pattern(&town, "6 3 2 1 2 1")),
            is_out_only: false,
        };
        let same = ways.reroute(1, 2, &[]);
        assert!(same.err().unwrap().to_string().contains("already runs this way"));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let town = Town::open("mandl", "mandl").unwrap();
        let short = || Ways { town: &town, out: pattern(&town, "1 2"), back: None, is_out_only: false };
        assert!(short().skip(0).is_err() && short().turned().is_none());
        let mixed = short().then(Ways {
            town: &town,
            out: pattern(&town, "2 3"),
            back: Some(pattern(&town, "3 2")),
            is_out_only: false,
        });
        assert!(mixed.err().unwrap().to_string().contains("one way"));
    }
}
