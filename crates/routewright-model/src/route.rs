//! One line of the network.

use crate::{City, Frequency, NodeId, RouteError, Seconds};

/// Which ways a route is driven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Out along its stops and back again.
    #[default]
    BothWays,
    /// Out only.
    OneWay,
}

/// Stops in the order in which a vehicle visits them, and the time of every leg.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// Two or more.
    pub stops: Vec<NodeId>,
    /// Leg `i` leads from stop `i` to stop `i + 1`.
    pub legs: Vec<Seconds>,
}

/// Where the leg times of a route come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The links of the city.
    #[default]
    Links,
    /// The course of the route along the streets, once it is laid out: driving without time at stops.
    Driving,
    /// Its own timetable, time at stops included.
    Timetable,
}

/// A line with its stops and the time of every leg, out and back.
///
/// Invariant: two stops or more; one leg time for each two consecutive stops and direction driven.
/// A route made by [`Route::on_links`] also visits no node twice and follows links. Only a route with a timetable
/// of its own may have other stops on the way back than on the way out.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    name: String,
    stops: Box<[NodeId]>,
    legs_out: Box<[Seconds]>,
    /// Leg `i` leads from stop `i + 1` to stop `i`; empty when the route is driven one way or has a way back of
    /// its own.
    legs_back: Box<[Seconds]>,
    /// A way back with other stops than the way out.
    own_back: Option<Box<Pattern>>,
    direction: Direction,
    timing: Timing,
    frequency: Option<Frequency>,
}

impl Route {
    /// A route over street links, as we design them.
    ///
    /// A link must lead from every stop to the next. On the way back, where a street is one-way, the vehicle
    /// takes the fastest detour: the driving time of the shortest path, without stops on it.
    ///
    /// # Errors
    /// Fewer than two stops, an unknown one, one visited twice, or two consecutive ones without a link.
    pub fn on_links(
        city: &City,
        name: impl Into<String>,
        stops: Vec<NodeId>,
        direction: Direction,
    ) -> Result<Self, RouteError> {
        check_known(city, &stops)?;
        let mut seen = vec![false; city.node_count()];
        for &stop in &stops {
            if std::mem::replace(&mut seen[stop.index()], true) {
                return Err(RouteError::RepeatedStop(city.node(stop).name.clone()));
            }
        }
        if let Some(leg) = stops.windows(2).find(|leg| city.link_time(leg[0], leg[1]).is_none()) {
            let [from, to] = [leg[0], leg[1]].map(|node| city.node(node).name.clone());
            return Err(RouteError::MissingLink(from, to));
        }
        let (mut legs_out, mut legs_back) = (Vec::new(), Vec::new());
        city.legs_along(&stops, &mut legs_out, &mut legs_back);
        if direction == Direction::OneWay {
            legs_back.clear();
        }
        let (legs_out, legs_back) = (legs_out.into(), legs_back.into());
        let (name, stops, timing) = (name.into(), stops.into(), Timing::Links);
        Ok(Self { name, stops, legs_out, legs_back, own_back: None, direction, timing, frequency: None })
    }

    /// A route with running times of its own, such as an agency's or a metro's. It need not
    /// follow links and may visit a node twice. Driven both ways, a leg takes the same time either way.
    ///
    /// # Errors
    /// Fewer than two stops, an unknown one, one twice in a row, or the wrong number of leg times.
    pub fn with_leg_times(
        city: &City,
        name: impl Into<String>,
        stops: Vec<NodeId>,
        legs: Vec<Seconds>,
        direction: Direction,
    ) -> Result<Self, RouteError> {
        let legs_back = match direction {
            Direction::OneWay => Box::default(),
            Direction::BothWays => legs.clone().into(),
        };
        let route = Self::with_timetable(city, name, Pattern { stops, legs }, None)?;
        Ok(Self { legs_back, direction, ..route })
    }

    /// A route as its timetable says: stops and times of the way out and, unless it is driven one way, of the way
    /// back, which may have other stops. Neither need follow links, and both may visit a node twice. Times include
    /// those at stops.
    ///
    /// # Errors
    /// In either pattern: fewer than two stops, an unknown one, one twice in a row, or the wrong number of leg times.
    pub fn with_timetable(
        city: &City,
        name: impl Into<String>,
        out: Pattern,
        back: Option<Pattern>,
    ) -> Result<Self, RouteError> {
        check_pattern(city, &out)?;
        back.iter().try_for_each(|back| check_pattern(city, back))?;
        let direction = if back.is_some() { Direction::BothWays } else { Direction::OneWay };
        let is_mirror = |back: &Pattern| back.stops.iter().rev().eq(&out.stops);
        let (legs_back, own_back) = match back {
            Some(back) if is_mirror(&back) => (back.legs.into_iter().rev().collect(), None),
            back => (Box::default(), back.map(Box::new)),
        };
        Ok(Self {
            name: name.into(),
            stops: out.stops.into(),
            legs_out: out.legs.into(),
            legs_back,
            own_back,
            direction,
            timing: Timing::Timetable,
            frequency: None,
        })
    }

    /// The same route with the driving times of its course along the streets, each in the order in which it is
    /// driven.
    ///
    /// # Errors
    /// The wrong number of times, or one of over a day.
    ///
    /// # Panics
    /// The route has a timetable of its own.
    pub fn with_driving_times(self, out: Vec<Seconds>, back: Vec<Seconds>) -> Result<Self, RouteError> {
        assert!(!self.has_own_times(), "a timetable stays as it is");
        for (legs, before) in [(&out, &self.legs_out), (&back, &self.legs_back)] {
            if legs.len() != before.len() {
                return Err(RouteError::LegCount { stops: before.len() + 1, legs: legs.len() });
            }
            if legs.iter().any(|&leg| leg > Seconds::LONGEST) {
                return Err(RouteError::LegTooLong);
            }
        }
        let legs_back = back.into_iter().rev().collect();
        Ok(Self { legs_out: out.into(), legs_back, timing: Timing::Driving, ..self })
    }

    /// The same route under another name.
    pub fn renamed(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same route, run this often.
    pub fn with_frequency(self, frequency: Option<Frequency>) -> Self {
        Self { frequency, ..self }
    }

    /// How often it runs, if that is known.
    pub fn frequency(&self) -> Option<Frequency> {
        self.frequency
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its stops, in the order of the way out.
    pub fn stops(&self) -> &[NodeId] {
        &self.stops
    }

    /// How many stops it has.
    pub fn stop_count(&self) -> usize {
        self.stops.len()
    }

    /// Leg `i` leads from stop `i` to stop `i + 1`.
    pub fn legs_out(&self) -> &[Seconds] {
        &self.legs_out
    }

    /// Leg `i` leads from stop `i + 1` to stop `i`. `None` if the route is driven one way, or if its way back has
    /// other stops: see [`Route::own_back`].
    pub fn legs_back(&self) -> Option<&[Seconds]> {
        (self.direction == Direction::BothWays && self.own_back.is_none()).then_some(&*self.legs_back)
    }

    /// The way back where it is not the way out in reverse.
    pub fn own_back(&self) -> Option<&Pattern> {
        self.own_back.as_deref()
    }

    /// The way out and, unless it is driven one way, the way back, each in the order in which it is driven.
    pub fn patterns(&self) -> Vec<Pattern> {
        let out = Pattern { stops: self.stops.to_vec(), legs: self.legs_out.to_vec() };
        let mirror = |legs: &[Seconds]| Pattern {
            stops: self.stops.iter().rev().copied().collect(),
            legs: legs.iter().rev().copied().collect(),
        };
        let back = self.own_back.as_deref().cloned().or_else(|| self.legs_back().map(mirror));
        [Some(out), back].into_iter().flatten().collect()
    }

    /// Which ways it is driven.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Whether it has a timetable of its own instead of following links.
    pub fn has_own_times(&self) -> bool {
        self.timing == Timing::Timetable
    }

    /// Where its leg times come from.
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Driving time from the first stop to the last.
    pub fn time_out(&self) -> Seconds {
        self.legs_out.iter().copied().sum()
    }

    /// Driving time from the last stop back to the first; zero for a one-way route.
    pub fn time_back(&self) -> Seconds {
        let legs = self.own_back.as_deref().map_or(&*self.legs_back, |back| &back.legs);
        legs.iter().copied().sum()
    }

    /// Whether both serve the same stops in the same or the reverse order, and the same on ways back of their own.
    pub fn is_same_line(&self, other: &Route) -> bool {
        match (self.own_back(), other.own_back()) {
            (None, None) => self.stops == other.stops || self.stops.iter().eq(other.stops.iter().rev()),
            (Some(mine), Some(theirs)) => {
                let (mine, theirs) = ([&*self.stops, &mine.stops], [&*other.stops, &theirs.stops]);
                mine == theirs || mine == [theirs[1], theirs[0]]
            }
            _ => false,
        }
    }
}

fn check_known(city: &City, stops: &[NodeId]) -> Result<(), RouteError> {
    if stops.len() < 2 {
        return Err(RouteError::TooShort);
    }
    match stops.iter().find(|stop| stop.index() >= city.node_count()) {
        Some(stop) => Err(RouteError::UnknownStop(stop.index())),
        None => Ok(()),
    }
}

fn check_pattern(city: &City, Pattern { stops, legs }: &Pattern) -> Result<(), RouteError> {
    check_known(city, stops)?;
    if legs.len() + 1 != stops.len() {
        return Err(RouteError::LegCount { stops: stops.len(), legs: legs.len() });
    }
    if let Some(leg) = stops.windows(2).find(|leg| leg[0] == leg[1]) {
        return Err(RouteError::StandingStill(city.node(leg[0]).name.clone()));
    }
    if legs.iter().any(|&leg| leg > Seconds::LONGEST) {
        return Err(RouteError::LegTooLong);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(city: &City, names: &str) -> Vec<NodeId> {
        names.split('-').map(|name| city.node_named(name).unwrap()).collect()
    }

    #[test]
    fn a_designed_route_is_simple_and_follows_links() {
        let city = City::mandl();
        let make = |stops| Route::on_links(&city, "r", nodes(&city, stops), Direction::BothWays);
        assert_eq!(make("1-2-3-6-8").unwrap().time_out(), Seconds(15 * 60));
        assert_eq!(make("1-3"), Err(RouteError::MissingLink("1".into(), "3".into())));
        assert_eq!(make("1-2-1"), Err(RouteError::RepeatedStop("1".into())));
        assert_eq!(make("1"), Err(RouteError::TooShort));
    }

    #[test]
    fn a_route_with_its_own_times_may_skip_links_and_return_to_a_node() {
        let city = City::mandl();
        let stops = nodes(&city, "1-14-1-9");
        let legs = vec![Seconds(60), Seconds(70), Seconds(80)];
        let metro =
            Route::with_leg_times(&city, "m", stops.clone(), legs.clone(), Direction::OneWay).unwrap();
        assert_eq!((metro.time_out(), metro.time_back()), (Seconds(210), Seconds(0)));
        assert_eq!(metro.legs_back(), None);
        let wrong = Route::with_leg_times(&city, "m", stops, legs[..2].to_vec(), Direction::OneWay);
        assert_eq!(wrong, Err(RouteError::LegCount { stops: 4, legs: 2 }));
    }

    #[test]
    fn a_timetable_may_bring_its_own_way_back() {
        let city = City::mandl();
        let pattern = |stops: &str, legs: &[u32]| Pattern {
            stops: nodes(&city, stops),
            legs: legs.iter().map(|&leg| Seconds(leg)).collect(),
        };
        let out = pattern("1-2-3", &[60, 70]);
        let back = pattern("3-5-1", &[80, 90]);
        let make = |back| Route::with_timetable(&city, "7", out.clone(), back);
        let route = make(Some(back.clone())).unwrap();
        assert_eq!(route.patterns(), [out.clone(), back.clone()]);
        assert_eq!((route.legs_back(), route.own_back()), (None, Some(&back)));
        assert_eq!((route.time_back(), route.direction()), (Seconds(170), Direction::BothWays));
        // The way out in reverse, with times of its own.
        let mirror = pattern("3-2-1", &[75, 65]);
        let route = make(Some(mirror.clone())).unwrap();
        assert_eq!((route.own_back(), route.legs_back()), (None, Some(&[Seconds(65), Seconds(75)][..])));
        assert_eq!(route.patterns(), [out.clone(), mirror]);
        assert_eq!(make(None).unwrap().direction(), Direction::OneWay);
        let swapped = Route::with_timetable(&city, "8", back.clone(), Some(out.clone())).unwrap();
        let loop_line = make(Some(back.clone())).unwrap();
        assert!(loop_line.is_same_line(&swapped) && !loop_line.is_same_line(&make(None).unwrap()));
        let network = crate::Network::from_iter([make(None).unwrap(), loop_line, swapped, route]);
        assert_eq!(network.repeated_routes(), [(1, 2), (0, 3)]);
        assert_eq!(make(Some(pattern("3-5-1", &[80]))), Err(RouteError::LegCount { stops: 3, legs: 1 }));
    }

    #[test]
    fn a_designed_route_takes_the_times_of_its_course() {
        let city = City::mandl();
        let route = Route::on_links(&city, "r", nodes(&city, "1-2-3"), Direction::BothWays).unwrap();
        let laid = route
            .clone()
            .with_driving_times(vec![Seconds(500), Seconds(150)], vec![Seconds(160), Seconds(510)]);
        let laid = laid.unwrap();
        assert_eq!((laid.timing(), laid.has_own_times()), (Timing::Driving, false));
        assert_eq!(laid.legs_back(), Some(&[Seconds(510), Seconds(160)][..]));
        assert!(route.with_driving_times(vec![Seconds(500)], vec![]).is_err());
    }
}
