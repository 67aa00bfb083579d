//! How vehicles run and what riders mind.

use routewright_model::{City, Coordinates, Network, Pattern, Route, Seconds};

use crate::Line;
use crate::strategies::{RiderCosts, ServiceLine, Trips, Walk};

/// How vehicles run and what riders mind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServiceModel {
    /// What riders mind.
    pub costs: RiderCosts,
    /// Time that a vehicle takes at every stop of a designed route, besides driving.
    pub dwell: Seconds,
    /// Rest of a vehicle at each end of a route.
    pub layover: Seconds,
    /// Places in a vehicle.
    pub capacity: f64,
    /// Riders per place on the busiest leg, at most.
    pub load_factor: f64,
    /// Hours over which the city's demand is counted.
    pub hours: f64,
}

impl ServiceModel {
    /// Places in a standard bus.
    pub const CAPACITY: f64 = 50.0;
    /// Some riders stand.
    pub const LOAD_FACTOR: f64 = 1.25;
    /// Time at a stop in a city made from streets.
    pub const DWELL: Seconds = Seconds(18);
    /// Rest at an end in a city made from streets.
    pub const LAYOVER: Seconds = Seconds(180);

    /// Whether a city is a real one: vehicles take time at its stops, or, where it does not say, its positions are in
    /// degrees. The literature's cities are not.
    pub fn is_real(city: &City) -> bool {
        match city.service().dwell {
            Some(dwell) => dwell > Seconds(0),
            None => city.coordinates() == Coordinates::Degrees,
        }
    }

    /// The defaults of a city: its own, or else those of real cities or of the literature.
    pub fn for_city(city: &City) -> Self {
        let is_real = Self::is_real(city);
        let (service, penalty) = (city.service(), city.defaults().transfer_penalty);
        let costs = if is_real { RiderCosts::REAL_CITY } else { RiderCosts::LITERATURE };
        let real = |time: Seconds| if is_real { time } else { Seconds(0) };
        Self {
            costs: RiderCosts {
                transfer_penalty: penalty.map_or(costs.transfer_penalty, Seconds::minutes),
                ..costs
            },
            dwell: service.dwell.unwrap_or(real(Self::DWELL)),
            layover: service.layover.unwrap_or(real(Self::LAYOVER)),
            capacity: Self::CAPACITY,
            load_factor: Self::LOAD_FACTOR,
            hours: service.period.as_ref().map_or(1.0, |period| period.hours),
        }
    }

    /// Riders in a vehicle at most.
    pub fn most_riders(&self) -> f64 {
        self.capacity * self.load_factor
    }

    /// Minutes of a leg that takes so long to drive. Timetables (`own_times`) include the time at stops.
    pub fn leg_minutes(&self, driving: Seconds, own_times: bool) -> f64 {
        if own_times { driving.minutes() } else { (driving + self.dwell).minutes() }
    }

    /// Time until a vehicle can start again: all ways with their stops, and a layover after each way. That of a route
    /// is the sum of its lines.
    pub fn round_trip(&self, line: Line<'_>) -> Seconds {
        let ways = if line.legs_back.is_some() { 2 } else { 1 };
        let dwell = if line.has_own_times() { 0 } else { self.dwell.0 * line.stops.len() as u32 };
        line.driven_time() + Seconds(ways * (dwell + self.layover.0))
    }

    /// A route with its headway and vehicles; `None` if it does not say how often it runs.
    pub fn timed(&self, route: &Route) -> Option<TimedRoute> {
        let round_trip: Seconds = Line::of(route).map(|line| self.round_trip(line)).sum();
        let (frequency, minutes) = (route.frequency()?, round_trip.minutes());
        Some(TimedRoute {
            round_trip,
            headway_minutes: frequency.headway_minutes(minutes),
            vehicles: frequency.vehicle_count(minutes),
        })
    }

    /// Lines as strategies take them: each route out, then back where it is driven both ways. Routes that do not say
    /// how often they run are left out.
    pub fn lines(&self, network: &Network) -> Vec<ServiceLine> {
        network.routes.iter().flat_map(|route| self.lines_of(route)).collect()
    }

    /// The lines of one route: out, and back where it is driven both ways.
    pub fn lines_of(&self, route: &Route) -> Vec<ServiceLine> {
        let Some(TimedRoute { headway_minutes: headway, .. }) = self.timed(route) else { return Vec::new() };
        let line = |Pattern { stops, legs }| {
            let minutes = |leg: Seconds| self.leg_minutes(leg, route.has_own_times());
            ServiceLine { stops, leg_minutes: legs.into_iter().map(minutes).collect(), headway }
        };
        route.patterns().into_iter().map(line).collect()
    }

    /// The city's walks as strategies take them.
    pub fn walks(&self, city: &City) -> Vec<Walk> {
        let walk = |walk: &routewright_model::Walk| Walk {
            from: walk.from,
            to: walk.to,
            minutes: walk.time.minutes(),
        };
        city.walks().iter().map(walk).collect()
    }

    /// The city's trips per hour, by origin, then destination.
    pub fn trips(&self, city: &City) -> Vec<Trips> {
        let pairs = city.node_ids().flat_map(|from| city.node_ids().map(move |to| (from, to)));
        pairs
            .map(|(from, to)| Trips { from, to, per_hour: city.demand(from, to) / self.hours })
            .filter(|trips| trips.per_hour > 0.0)
            .collect()
    }

    /// Vehicles of all routes that say how often they run.
    pub fn vehicles(&self, network: &Network) -> u64 {
        network
            .routes
            .iter()
            .filter_map(|route| self.timed(route))
            .map(|timed| u64::from(timed.vehicles))
            .sum()
    }
}

/// How a route runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedRoute {
    /// Time until a vehicle can start again.
    pub round_trip: Seconds,
    /// Minutes between two departures, the same both ways.
    pub headway_minutes: f64,
    /// Vehicles it takes.
    pub vehicles: u32,
}

#[cfg(test)]
mod tests {
    use routewright_model::{Direction, Frequency};

    use super::*;

    #[test]
    fn vehicles_stand_at_stops_and_rest_at_ends() {
        let city = City::mandl();
        let nodes = ["1", "2", "3", "6"].map(|name| city.node_named(name).unwrap()).to_vec();
        let route = Route::on_links(&city, "1", nodes.clone(), Direction::BothWays).unwrap();
        let model =
            ServiceModel { dwell: Seconds(30), layover: Seconds(120), ..ServiceModel::for_city(&city) };
        // 13 minutes a way, half a minute at each of four stops, two minutes of rest.
        let round_trip =
            |route: &Route| -> Seconds { Line::of(route).map(|line| model.round_trip(line)).sum() };
        assert_eq!(round_trip(&route), Seconds(2 * (13 * 60 + 120 + 120)));
        assert_eq!(model.timed(&route), None);
        let timed = model.timed(&route.clone().with_frequency(Some(Frequency::Every(10.0)))).unwrap();
        assert_eq!((timed.headway_minutes, timed.vehicles), (10.0, 4));
        let lines = model.lines_of(&route.with_frequency(Some(Frequency::Vehicles(4))));
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[1].headway, &lines[1].leg_minutes[..]), (8.5, &[3.5, 2.5, 8.5][..]));
        // Times of one's own include the stops.
        let own = Route::with_leg_times(&city, "m", nodes, vec![Seconds(60); 3], Direction::OneWay).unwrap();
        assert_eq!(round_trip(&own), Seconds(180 + 120));
    }

    #[test]
    fn a_way_back_of_its_own_shares_the_vehicles_of_the_way_out() {
        let city = City::mandl();
        let pattern = |names: &[&str], minutes: &[u32]| Pattern {
            stops: names.iter().map(|name| city.node_named(name).unwrap()).collect(),
            legs: minutes.iter().map(|minutes| Seconds(60 * minutes)).collect(),
        };
        let (out, back) = (pattern(&["1", "2", "3"], &[4, 5]), pattern(&["3", "5", "4", "1"], &[6, 7, 8]));
        let route = Route::with_timetable(&city, "7", out, Some(back)).unwrap();
        let model =
            ServiceModel { dwell: Seconds(30), layover: Seconds(120), ..ServiceModel::for_city(&city) };
        // Ways of 9 and 21 minutes and two rests, every five minutes: seven vehicles.
        let timed = model.timed(&route.clone().with_frequency(Some(Frequency::Every(5.0)))).unwrap();
        assert_eq!((timed.round_trip, timed.vehicles), (Seconds(34 * 60), 7));
        let lines = model.lines_of(&route.with_frequency(Some(Frequency::Vehicles(4))));
        assert_eq!((lines[0].headway, &lines[0].leg_minutes[..]), (8.5, &[4.0, 5.0][..]));
        assert_eq!((lines[1].stops.len(), &lines[1].leg_minutes[..]), (4, &[6.0, 7.0, 8.0][..]));
        // The course of a designed route is driving alone.
        let stops = ["1", "2", "3"].map(|name| city.node_named(name).unwrap()).to_vec();
        let designed = Route::on_links(&city, "8", stops, Direction::BothWays).unwrap();
        let laid = designed.with_driving_times(vec![Seconds(60); 2], vec![Seconds(90); 2]).unwrap();
        let laid = laid.with_frequency(Some(Frequency::Every(5.0)));
        assert_eq!(model.timed(&laid).unwrap().round_trip, Seconds(120 + 180 + 2 * (3 * 30 + 120)));
        assert_eq!(model.lines_of(&laid)[1].leg_minutes, [2.0, 2.0]);
    }

    #[test]
    fn literature_and_real_cities_have_their_own_defaults() {
        let model = ServiceModel::for_city(&City::mandl());
        assert_eq!((model.dwell, model.layover, model.costs.wait_weight), (Seconds(0), Seconds(0), 1.0));
        let mut parts = City::mandl().to_parts();
        parts.coordinates = Coordinates::Degrees;
        parts.service.layover = Some(Seconds(60));
        let model = ServiceModel::for_city(&City::new(parts).unwrap());
        assert_eq!((model.dwell, model.layover, model.costs.wait_weight), (Seconds(18), Seconds(60), 1.5));
        assert_eq!(model.most_riders(), 62.5);
    }
}
