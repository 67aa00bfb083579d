//! A network as searches hold it: stops and leg times, no names, cheap to copy and to change.

use routewright_eval::{Evaluator, Line};
use routewright_model::{City, Direction, Frequency, Network, NodeId, Route, RouteError, Seconds, Timing};

/// A designed route: visits no node twice, follows links, driven both ways.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DesignedRoute {
    stops: Vec<NodeId>,
    legs_out: Vec<Seconds>,
    legs_back: Vec<Seconds>,
    frequency: Option<Frequency>,
    origin: Option<u32>,
}

impl DesignedRoute {
    /// A route with these stops.
    ///
    /// # Panics
    /// No link leads from one of the stops to the next.
    pub(crate) fn new(city: &City, stops: &[NodeId]) -> Self {
        let mut route = Self::default();
        route.set(city, stops);
        route
    }

    /// Replaces the stops, keeping the memory it holds.
    ///
    /// # Panics
    /// No link leads from one of the stops to the next.
    pub(crate) fn set(&mut self, city: &City, stops: &[NodeId]) {
        self.stops.clear();
        self.stops.extend_from_slice(stops);
        let is_linked = |leg: &[NodeId]| city.link_time(leg[0], leg[1]).is_some();
        debug_assert!(stops.windows(2).all(is_linked), "consecutive stops are linked");
        city.legs_along(stops, &mut self.legs_out, &mut self.legs_back);
    }

    /// How often it runs, where a service is planned.
    pub fn frequency(&self) -> Option<Frequency> {
        self.frequency
    }

    /// Says how often it runs.
    pub fn set_frequency(&mut self, frequency: Option<Frequency>) {
        self.frequency = frequency;
    }

    /// The place of the route of the start that it was made from, where a service is planned.
    pub fn origin(&self) -> Option<u32> {
        self.origin
    }

    pub(crate) fn set_origin(&mut self, origin: Option<u32>) {
        self.origin = origin;
    }

    /// Its stops in the order of the way out.
    pub fn stops(&self) -> &[NodeId] {
        &self.stops
    }

    /// The route as the evaluator reads it.
    pub fn line(&self) -> Line<'_> {
        Line {
            stops: &self.stops,
            legs_out: &self.legs_out,
            legs_back: Some(&self.legs_back),
            timing: Timing::Links,
            is_way_back: false,
        }
    }

    /// Whether it serves these stops, in the same or the reverse order.
    pub fn is_same_line(&self, stops: &[NodeId]) -> bool {
        self.stops.len() == stops.len() && (self.stops == stops || self.stops.iter().eq(stops.iter().rev()))
    }
}

/// The designed routes of a network: what a search holds and changes. Frozen and fixed routes are not part of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RouteSet {
    /// Its routes.
    pub routes: Vec<DesignedRoute>,
}

impl RouteSet {
    /// The routes of a network. Searches design routes on links, driven both ways: running times and directions
    /// of their own are dropped.
    ///
    /// # Errors
    /// A route visits a node twice or does not follow links.
    pub fn from_network(city: &City, network: &Network) -> Result<Self, RouteError> {
        let routes = network.routes.iter().map(|route| checked(city, route.name(), route.stops().to_vec()));
        Ok(Self { routes: routes.collect::<Result<_, _>>()? })
    }

    /// The network, its routes named 1, 2, 3 and so on.
    pub fn to_network(&self, city: &City) -> Network {
        let routes = self.routes.iter().zip(1..);
        routes
            .map(|(route, number): (_, usize)| {
                Route::on_links(city, number.to_string(), route.stops.clone(), Direction::BothWays)
                    .expect("a route set holds routes on links")
                    .with_frequency(route.frequency)
            })
            .collect()
    }

    /// Routes that are known to follow links and to visit no node twice.
    ///
    /// # Panics
    /// No link leads from a stop to the next.
    pub fn from_stops(city: &City, routes: &[Vec<NodeId>]) -> Self {
        Self { routes: routes.iter().map(|stops| DesignedRoute::new(city, stops)).collect() }
    }

    /// Adds a route that is known to follow links and to visit no node twice.
    pub(crate) fn push(&mut self, city: &City, stops: &[NodeId]) {
        self.routes.push(DesignedRoute::new(city, stops));
    }

    /// Its unified cost.
    ///
    /// # Panics
    /// There are no routes.
    pub fn cost(&self, evaluator: &mut Evaluator<'_>) -> f64 {
        evaluator.keep(self.lines_without(0));
        evaluator.cost_with(self.routes[0].line(), f64::INFINITY).expect("no cost is above infinity")
    }

    /// Every route as the evaluator reads it.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> + Clone {
        self.routes.iter().map(DesignedRoute::line)
    }

    /// Every route but one.
    pub fn lines_without(&self, out: usize) -> impl Iterator<Item = Line<'_>> + Clone {
        self.routes.iter().enumerate().filter(move |(at, _)| *at != out).map(|(_, route)| route.line())
    }

    /// Whether a route other than `except` serves these stops.
    pub fn has_line(&self, stops: &[NodeId], except: usize) -> bool {
        self.routes.iter().enumerate().any(|(at, route)| at != except && route.is_same_line(stops))
    }

    /// Whether no two routes serve the same stops.
    pub fn has_distinct_lines(&self) -> bool {
        !self.routes.iter().enumerate().any(|(at, route)| self.has_line(route.stops(), at))
    }

    /// Its routes as node indices, for snapshots.
    pub fn to_indices(&self) -> Vec<Vec<u32>> {
        let indices = |route: &DesignedRoute| route.stops.iter().map(|stop| stop.index() as u32).collect();
        self.routes.iter().map(indices).collect()
    }

    /// The routes of a snapshot.
    ///
    /// # Errors
    /// The indices do not form legal routes of the city.
    pub fn from_indices(city: &City, routes: &[Vec<u32>]) -> Result<Self, RouteError> {
        let stops =
            |indices: &Vec<u32>| indices.iter().map(|&index| NodeId::new(index as usize)).collect::<Vec<_>>();
        let routes = routes.iter().map(|indices| checked(city, "", stops(indices)));
        Ok(Self { routes: routes.collect::<Result<_, _>>()? })
    }
}

fn checked(city: &City, name: &str, stops: Vec<NodeId>) -> Result<DesignedRoute, RouteError> {
    let route = Route::on_links(city, name, stops, Direction::BothWays)?;
    Ok(DesignedRoute::new(city, route.stops()))
}
