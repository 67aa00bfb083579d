//! What a service asks of each line.

use routewright_model::{NodeId, Route, Seconds};

use super::ServiceModel;
use crate::strategies::Assignment;

/// Which way a vehicle goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// In the order of the route's stops.
    Out,
    /// Against it, or by stops of its own.
    Back,
}

/// A leg of a line, and the riders on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadedLeg {
    /// Where it starts.
    pub from: NodeId,
    /// The next stop.
    pub to: NodeId,
    /// The way it lies on.
    pub way: Way,
    /// Riders per hour.
    pub riders: f64,
    /// Riders in a vehicle.
    pub per_vehicle: f64,
}

/// How a line runs and who rides it.
#[derive(Clone, Debug, PartialEq)]
pub struct LineAssessment {
    /// Its name.
    pub name: String,
    /// Its place in its network: the designed one, or the fixed one.
    pub route: usize,
    /// Whether it is one of the fixed routes.
    pub is_fixed: bool,
    /// Its first and its last stop.
    pub ends: [NodeId; 2],
    /// Minutes between two departures, the same both ways.
    pub headway_minutes: f64,
    /// Vehicles it takes.
    pub vehicles: u32,
    /// Time until a vehicle can start again, layovers included.
    pub round_trip: Seconds,
    /// Minutes from the first stop to the last, time at stops included.
    pub minutes_out: f64,
    /// Stops of the way out.
    pub stop_count: usize,
    /// Riders who board per hour.
    pub boardings: f64,
    /// The most riders in one of its vehicles.
    pub peak_load: f64,
    /// The leg with the most riders; `None` if nobody rides.
    pub busiest: Option<LoadedLeg>,
    /// Riders per hour on each leg of the way out.
    pub loads_out: Vec<f64>,
    /// The same for the way back, in the order in which it is driven; empty if driven one way.
    pub loads_back: Vec<f64>,
    stops: Vec<NodeId>,
    stops_back: Vec<NodeId>,
}

impl LineAssessment {
    /// Riders in a vehicle where so many ride per hour.
    pub fn per_vehicle(&self, riders: f64) -> f64 {
        riders * self.headway_minutes / 60.0
    }

    /// All legs with their riders: the way out, then the way back, each in the order in which it is driven.
    pub fn legs(&self) -> impl Iterator<Item = LoadedLeg> + '_ {
        let leg = move |way, at: usize, riders| {
            let stops = if way == Way::Out { &self.stops } else { &self.stops_back };
            LoadedLeg {
                from: stops[at],
                to: stops[at + 1],
                way,
                riders,
                per_vehicle: self.per_vehicle(riders),
            }
        };
        let out = self.loads_out.iter().enumerate().map(move |(at, &riders)| leg(Way::Out, at, riders));
        let back = self.loads_back.iter().enumerate().map(move |(at, &riders)| leg(Way::Back, at, riders));
        out.chain(back)
    }

    /// A route with what was assigned to its lines, the first of which is `first`. `None` if it does not say how
    /// often it runs; then it has no lines.
    pub(super) fn new(
        (route, at, is_fixed): (&Route, usize, bool),
        model: &ServiceModel,
        found: &Assignment,
        first: usize,
    ) -> Option<Self> {
        let timed = model.timed(route)?;
        let mut ways = route.patterns().into_iter().map(|way| way.stops);
        let (stops, stops_back) = (ways.next().unwrap_or_default(), ways.next());
        let minutes = |leg| model.leg_minutes(leg, route.has_own_times());
        let mut line = Self {
            name: route.name().to_owned(),
            route: at,
            is_fixed,
            ends: [route.stops()[0], route.stops()[route.stop_count() - 1]],
            headway_minutes: timed.headway_minutes,
            vehicles: timed.vehicles,
            round_trip: timed.round_trip,
            minutes_out: route.legs_out().iter().map(|&leg| minutes(leg)).sum(),
            stop_count: route.stop_count(),
            boardings: found.boardings[first..=first + usize::from(stops_back.is_some())].iter().sum(),
            peak_load: 0.0,
            busiest: None,
            loads_out: found.loads[first].clone(),
            loads_back: if stops_back.is_some() { found.loads[first + 1].clone() } else { Vec::new() },
            stops,
            stops_back: stops_back.unwrap_or_default(),
        };
        for leg in line.legs().filter(|leg| leg.riders > 0.0).collect::<Vec<_>>() {
            if line.busiest.is_none_or(|busiest| leg.riders > busiest.riders) {
                line.busiest = Some(leg);
                line.peak_load = leg.per_vehicle;
            }
        }
        Some(line)
    }
}
