//! Operations: the vehicles a network needs and what they cost.

use routewright_model::{Direction, Headways, Network, Route, Seconds};

/// How a network is run: how often vehicles leave, how long they rest and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct OperatingPlan {
    /// Time between two vehicles of a route.
    pub headways: Headways,
    /// Rest of a vehicle after each trip, out or back.
    pub layover: Seconds,
    /// Cost of a vehicle-hour, in any currency.
    pub cost_per_vehicle_hour: f64,
}

impl OperatingPlan {
    /// Cost of a bus-hour in the published case study.
    pub const PUBLISHED_COST: f64 = 200.0;
}

impl Default for OperatingPlan {
    /// As in the published case study: a headway of 15 minutes, no layover, 200 per vehicle-hour.
    fn default() -> Self {
        Self {
            headways: Headways::default(),
            layover: Seconds(0),
            cost_per_vehicle_hour: Self::PUBLISHED_COST,
        }
    }
}

/// Vehicles and cost of a route.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteOperations {
    /// Its name.
    pub name: String,
    /// Time between two vehicles.
    pub headway: Seconds,
    /// Time until a vehicle can start again: out and back, or out alone, with a layover after each (tau_r).
    pub round_trip: Seconds,
    /// Vehicles it needs (N_r).
    pub vehicles: u64,
    /// Vehicles it keeps busy: the round trip over the headway, not rounded up.
    pub busy_vehicles: f64,
    /// Cost of its vehicles per hour.
    pub cost_per_hour: f64,
}

/// Vehicles and cost of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Operations {
    /// Route by route, in the order of the network.
    pub routes: Vec<RouteOperations>,
    /// Vehicles in all (N_R).
    pub vehicles: u64,
    /// Vehicles kept busy in all: C_o / h where all headways are the same.
    pub busy_vehicles: f64,
    /// Cost of all vehicles per hour.
    pub cost_per_hour: f64,
    /// Cost per hour without rounding up vehicles: the figure of the published case study.
    pub busy_cost_per_hour: f64,
    /// Driving time of all routes in every direction they are driven (two-way C_o).
    pub driven: Seconds,
}

/// Vehicles and cost of a network, as in the paper's case study:
///
/// N_r = ceil(tau_r / h_r), N_R = sum of N_r, cost per hour = price of a vehicle-hour * N_R
///
/// where tau_r is the time of a round trip: out and back, or out alone if the route is one-way. The paper's
/// own amounts take C_o / h for N_R, without rounding; they are [`Operations::busy_cost_per_hour`].
/// Deviations: headways may differ by route, and a layover may be added after each way.
pub fn operations(network: &Network, plan: &OperatingPlan) -> Operations {
    let routes: Vec<RouteOperations> =
        network.routes.iter().map(|route| route_operations(route, plan)).collect();
    let vehicles = routes.iter().map(|route| route.vehicles).sum();
    let busy_vehicles = routes.iter().map(|route| route.busy_vehicles).sum();
    Operations {
        cost_per_hour: plan.cost_per_vehicle_hour * vehicles as f64,
        busy_cost_per_hour: plan.cost_per_vehicle_hour * busy_vehicles,
        routes,
        vehicles,
        busy_vehicles,
        driven: network.driven_time(),
    }
}

fn route_operations(route: &Route, plan: &OperatingPlan) -> RouteOperations {
    let headway = plan.headways.of(route.name());
    let ways = if route.direction() == Direction::OneWay { 1 } else { 2 };
    let layover = (0..ways).map(|_| plan.layover).sum();
    let round_trip = route.time_out() + route.time_back() + layover;
    // A route of no time still takes a vehicle.
    let vehicles = u64::from(round_trip.0.div_ceil(headway.0).max(1));
    RouteOperations {
        name: route.name().to_owned(),
        headway,
        round_trip,
        vehicles,
        busy_vehicles: f64::from(round_trip.0) / f64::from(headway.0),
        cost_per_hour: plan.cost_per_vehicle_hour * vehicles as f64,
    }
}

#[cfg(test)]
mod tests {
    use routewright_model::{City, Pattern};

    use super::*;

    /// A two-way route of 15 minutes a way, and a one-way route of 31.
    fn network(city: &City) -> Network {
        let nodes = |names: &[&str]| names.iter().map(|name| city.node_named(name).unwrap()).collect();
        let red = Route::on_links(city, "red", nodes(&["1", "2", "3", "6", "8"]), Direction::BothWays);
        let legs = vec![Seconds(31 * 60)];
        let loop_line =
            Route::with_leg_times(city, "loop", nodes(&["1", "9"]), legs, Direction::OneWay).unwrap();
        Network::from_iter([red.unwrap(), loop_line])
    }

    #[test]
    fn vehicles_and_cost_follow_the_published_formula() {
        let city = City::mandl();
        let found = operations(&network(&city), &OperatingPlan::default());
        // Every 15 minutes: 30 / 15 = 2 vehicles, 31 / 15 = 2.07, so 3.
        let vehicles: Vec<u64> = found.routes.iter().map(|route| route.vehicles).collect();
        assert_eq!((vehicles, found.vehicles), (vec![2, 3], 5));
        assert_eq!((found.routes[1].cost_per_hour, found.cost_per_hour), (600.0, 1000.0));
        // One-way routes count once in the two-way C_o: 30 + 31; 61 / 15 vehicles at 200 an hour.
        assert_eq!(found.driven, Seconds(61 * 60));
        assert!((found.busy_cost_per_hour - 61.0 / 15.0 * 200.0).abs() < 1e-9);
    }

    #[test]
    fn routes_have_headways_of_their_own_and_vehicles_rest_at_every_end() {
        let city = City::mandl();
        let own = [("red".to_owned(), Seconds(360))].into();
        let plan = OperatingPlan {
            headways: Headways::new(Seconds(1800), own).unwrap(),
            layover: Seconds(180),
            cost_per_vehicle_hour: 100.0,
        };
        let found = operations(&network(&city), &plan);
        // 30 + 2 * 3 = 36 minutes every 6 minutes; 31 + 3 = 34 minutes every 30.
        let routes: Vec<_> = found.routes.iter().map(|route| (route.round_trip.0, route.vehicles)).collect();
        assert_eq!(routes, [(36 * 60, 6), (34 * 60, 2)]);
        assert_eq!((found.vehicles, found.cost_per_hour), (8, 800.0));
    }

    #[test]
    fn a_way_back_by_other_stops_takes_the_time_it_takes() {
        let city = City::mandl();
        let nodes = |names: &[&str]| names.iter().map(|name| city.node_named(name).unwrap()).collect();
        let out = Pattern { stops: nodes(&["1", "2"]), legs: vec![Seconds(600)] };
        let back = Pattern { stops: nodes(&["2", "5", "1"]), legs: vec![Seconds(300), Seconds(500)] };
        let route = Route::with_timetable(&city, "7", out, Some(back)).unwrap();
        let plan = OperatingPlan { layover: Seconds(100), ..OperatingPlan::default() };
        let found = operations(&Network::from_iter([route]), &plan);
        // 600 + 800 and two rests every 900 seconds.
        assert_eq!((found.routes[0].round_trip, found.vehicles), (Seconds(1600), 2));
        assert_eq!(found.driven, Seconds(1400));
    }

    #[test]
    fn the_published_amounts_come_out() {
        // Table of the case study: C_o 23954 minutes at a headway of 15 and 200 an hour make 319,387.
        let city = City::mandl();
        let nodes = ["1", "9"].map(|name| city.node_named(name).unwrap());
        let nodes = nodes.into_iter().cycle().take(59).collect();
        // 58 * 413 = 23954.
        let legs = vec![Seconds(413 * 60); 58];
        let stl = Route::with_leg_times(&city, "STL", nodes, legs, Direction::OneWay).unwrap();
        let found = operations(&Network::from_iter([stl]), &OperatingPlan::default());
        assert_eq!(found.busy_cost_per_hour.round(), 319_387.0);
    }
}
