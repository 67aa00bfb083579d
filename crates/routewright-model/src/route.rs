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

/// A line with its stops and the driving time of every leg, out and back.
///
/// Invariant: two stops or more; one leg time for each two consecutive stops and direction driven.
/// A route made by [`Route::on_links`] also visits no node twice and follows links.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    name: String,
    stops: Box<[NodeId]>,
    legs_out: Box<[Seconds]>,
    /// Leg `i` leads from stop `i + 1` to stop `i`; empty when the route is driven one way.
    legs_back: Box<[Seconds]>,
    direction: Direction,
    own_times: bool,
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
        let legs_out = stops
            .windows(2)
            .map(|leg| {
                city.link_time(leg[0], leg[1]).ok_or_else(|| {
                    RouteError::MissingLink(city.node(leg[0]).name.clone(), city.node(leg[1]).name.clone())
                })
            })
            .collect::<Result<_, _>>()?;
        let legs_back = match direction {
            Direction::OneWay => Box::default(),
            Direction::BothWays => stops.windows(2).map(|leg| city.leg_time(leg[1], leg[0])).collect(),
        };
        let (name, stops) = (name.into(), stops.into());
        Ok(Self { name, stops, legs_out, legs_back, direction, own_times: false, frequency: None })
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
        check_known(city, &stops)?;
        if legs.len() + 1 != stops.len() {
            return Err(RouteError::LegCount { stops: stops.len(), legs: legs.len() });
        }
        if let Some(leg) = stops.windows(2).find(|leg| leg[0] == leg[1]) {
            return Err(RouteError::StandingStill(city.node(leg[0]).name.clone()));
        }
        if legs.iter().any(|&leg| leg > Seconds::LONGEST) {
            return Err(RouteError::LegTooLong);
        }
        let legs_back = match direction {
            Direction::OneWay => Box::default(),
            Direction::BothWays => legs.clone().into(),
        };
        let (name, stops, legs_out) = (name.into(), stops.into(), legs.into());
        Ok(Self { name, stops, legs_out, legs_back, direction, own_times: true, frequency: None })
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

    /// Leg `i` leads from stop `i + 1` to stop `i`. `None` if the route is driven one way.
    pub fn legs_back(&self) -> Option<&[Seconds]> {
        (self.direction == Direction::BothWays).then_some(&*self.legs_back)
    }

    /// Which ways it is driven.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Whether it has leg times of its own instead of following links.
    pub fn has_own_times(&self) -> bool {
        self.own_times
    }

    /// Driving time from the first stop to the last.
    pub fn time_out(&self) -> Seconds {
        self.legs_out.iter().copied().sum()
    }

    /// Driving time from the last stop back to the first; zero for a one-way route.
    pub fn time_back(&self) -> Seconds {
        self.legs_back.iter().copied().sum()
    }

    /// Whether both serve the same stops in the same or the reverse order.
    pub fn is_same_line(&self, other: &Route) -> bool {
        self.stops == other.stops || self.stops.iter().eq(other.stops.iter().rev())
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
}
