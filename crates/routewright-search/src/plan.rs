//! A network as searches hold it: stops and leg times, no names, cheap to copy and to change.

use routewright_eval::{Evaluator, Line};
use routewright_model::{City, Direction, Network, NodeId, Route, RouteError, Seconds};

/// A designed route under change: visits no node twice, follows links, driven both ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    stops: Vec<NodeId>,
    legs_out: Vec<Seconds>,
    legs_back: Vec<Seconds>,
}

impl Path {
    /// Takes over stops that form a legal route.
    pub fn new(city: &City, stops: &[NodeId]) -> Self {
        let mut path = Self::default();
        path.set(city, stops);
        path
    }

    /// Takes over other stops, keeping its room.
    pub fn set(&mut self, city: &City, stops: &[NodeId]) {
        self.stops.clear();
        self.stops.extend_from_slice(stops);
        self.legs_out.clear();
        self.legs_back.clear();
        let symmetric = city.has_symmetric_streets();
        for leg in stops.windows(2) {
            let out = city.link_time(leg[0], leg[1]).expect("moves follow links");
            self.legs_out.push(out);
            self.legs_back.push(if symmetric { out } else { city.leg_time(leg[1], leg[0]) });
        }
    }

    /// Its stops in the order of the way out.
    pub fn stops(&self) -> &[NodeId] {
        &self.stops
    }

    /// As the evaluator reads it.
    pub fn line(&self) -> Line<'_> {
        Line {
            stops: &self.stops,
            legs_out: &self.legs_out,
            legs_back: Some(&self.legs_back),
            own_times: false,
        }
    }

    /// Whether both serve the same stops in the same or the reverse order.
    pub fn is_same_line(&self, stops: &[NodeId]) -> bool {
        self.stops.len() == stops.len() && (self.stops == stops || self.stops.iter().eq(stops.iter().rev()))
    }
}

/// A network under change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Its routes.
    pub paths: Vec<Path>,
}

impl Plan {
    /// A plan with the routes of a network. Searches design routes on links, driven both ways: running times
    /// and directions of their own are dropped.
    ///
    /// # Errors
    /// A route visits a node twice or does not follow links.
    pub fn from_network(city: &City, network: &Network) -> Result<Self, RouteError> {
        let path = |route: &Route| {
            Route::on_links(city, route.name(), route.stops().to_vec(), Direction::BothWays)?;
            Ok(Path::new(city, route.stops()))
        };
        Ok(Self { paths: network.routes.iter().map(path).collect::<Result<_, _>>()? })
    }

    /// The network, its routes named 1, 2, 3 and so on.
    pub fn to_network(&self, city: &City) -> Network {
        let routes = self.paths.iter().zip(1..);
        routes
            .map(|(path, number): (_, usize)| {
                Route::on_links(city, number.to_string(), path.stops.clone(), Direction::BothWays)
                    .expect("a plan holds legal routes")
            })
            .collect()
    }

    /// A plan with routes that are legal already.
    pub fn from_stops(city: &City, routes: &[Vec<NodeId>]) -> Self {
        Self { paths: routes.iter().map(|stops| Path::new(city, stops)).collect() }
    }

    /// Its unified cost.
    pub fn cost(&self, evaluator: &mut Evaluator<'_>) -> f64 {
        evaluator.keep(self.lines_without(0));
        evaluator.cost_with(self.paths[0].line(), f64::INFINITY).expect("no cost is above infinity")
    }

    /// Every path as the evaluator reads it.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> + Clone {
        self.paths.iter().map(Path::line)
    }

    /// Every path but one.
    pub fn lines_without(&self, out: usize) -> impl Iterator<Item = Line<'_>> + Clone {
        self.paths.iter().enumerate().filter(move |(at, _)| *at != out).map(|(_, path)| path.line())
    }

    /// Whether a route other than `except` serves these stops.
    pub fn has_line(&self, stops: &[NodeId], except: usize) -> bool {
        self.paths.iter().enumerate().any(|(at, path)| at != except && path.is_same_line(stops))
    }

    /// Whether no two routes serve the same stops.
    pub fn has_distinct_lines(&self) -> bool {
        !self.paths.iter().enumerate().any(|(at, path)| self.has_line(path.stops(), at))
    }

    /// Its routes as node indices, for snapshots.
    pub fn to_indices(&self) -> Vec<Vec<u32>> {
        self.paths.iter().map(|path| path.stops.iter().map(|stop| stop.index() as u32).collect()).collect()
    }

    /// The plan of a snapshot.
    ///
    /// # Errors
    /// The indices do not form legal routes of the city.
    pub fn from_indices(city: &City, routes: &[Vec<u32>]) -> Result<Self, RouteError> {
        let path = |indices: &Vec<u32>| {
            let stops: Vec<NodeId> = indices.iter().map(|&index| NodeId::new(index as usize)).collect();
            Route::on_links(city, "", stops.clone(), Direction::BothWays)?;
            Ok(Path::new(city, &stops))
        };
        Ok(Self { paths: routes.iter().map(path).collect::<Result<_, _>>()? })
    }
}
