//! The use case: how few route minutes a network may have. And beside a run: how far its network is from that.

use std::sync::Arc;

use routewright_eval::{
    BoundOptions, LowerBounds, NoBound, RouteMinutesBound, route_minutes_bound, spanning_tree_minutes,
};
use routewright_model::{City, Direction, Network, Problem, Timing};

use crate::planning::checked_limits;
use crate::stop::{Clock, check_seconds};
use crate::{Error, ProblemOptions, Result};

/// Share of a run's time that the bound of its route minutes may take.
const SHARE: f64 = 0.02;
/// Seconds that it may take at most.
const MOST_SECONDS: f64 = 4.0;
/// A run without a time limit counts as one of so many seconds.
const USUAL_SECONDS: f64 = 20.0;
/// Steps of computation per second on a usual machine.
const STEPS_PER_SECOND: f64 = 7.5e8;
/// Seconds that slower machines may take beyond twice the time.
const GRACE: f64 = 0.05;

/// A problem and the bound of its route minutes.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The problem; what the options left open comes from the city.
    pub problem: Problem,
    /// The bound for distinct routes, or why there is none.
    pub route_minutes: Result<RouteMinutesBound, NoBound>,
    /// Seconds that it took.
    pub seconds: f64,
}

impl Bound {
    /// Computes a lower bound of the route minutes of every network that serves all demand with distinct routes,
    /// for so many seconds at most, on one core.
    ///
    /// # Errors
    /// An option is out of range, neither options nor city say how many routes of which length, or no network
    /// meets these limits.
    pub fn of(city: &Arc<City>, options: &ProblemOptions, seconds: f64) -> Result<Self> {
        check_seconds(Some(seconds))?;
        let problem = options.to_design(city, None, Network::default())?;
        if let Some(note) = checked_limits(&problem, 0, &Network::default(), None)?.first() {
            return Err(Error::Settings(note.clone()));
        }
        let clock = Clock::start(0.0);
        let route_minutes =
            route_minutes_bound(&problem, &BoundOptions::default(), &mut || clock.seconds() < seconds);
        if route_minutes == Err(NoBound::TooFewRoutes) {
            let (routes, least, most) =
                (problem.limits.routes(), problem.limits.min_stops(), problem.limits.max_stops());
            return Err(Error::settings(
                format!("the city has fewer than {routes} different routes of {least} to {most} stops"),
                "give fewer --routes, or other --min-stops and --max-stops",
            ));
        }
        Ok(Self { problem, route_minutes, seconds: clock.seconds() })
    }
}

/// How much work the bound of a run may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundEffort {
    /// Steps of computation: the same bound on every machine.
    steps: u64,
    /// Seconds after which it ends on slow machines all the same, where the run has a time limit.
    seconds: f64,
}

impl BoundEffort {
    /// What can be had for nothing.
    pub const NONE: Self = Self { steps: 0, seconds: f64::INFINITY };

    /// A small part of the time that a run has.
    pub fn beside(run_seconds: Option<f64>) -> Self {
        let seconds = (SHARE * run_seconds.unwrap_or(USUAL_SECONDS)).min(MOST_SECONDS);
        let most_seconds = run_seconds.map_or(f64::INFINITY, |_| 2.0 * seconds + GRACE);
        Self { steps: (seconds * STEPS_PER_SECOND) as u64, seconds: most_seconds }
    }
}

/// The bound of the mean trip (C_p) for a network of a problem: no trip is faster than the shortest drive, unless
/// existing routes or timetables have times of their own.
pub(crate) fn riders_bound(problem: &Problem, network: &Network) -> LowerBounds {
    let follows_links = network.routes.iter().all(|route| route.timing() == Timing::Links);
    let holds = problem.fixed.routes.is_empty() && follows_links;
    LowerBounds {
        passenger_minutes: holds.then(|| problem.city.mean_drive_minutes()),
        ..LowerBounds::default()
    }
}

/// The bounds of mean trip (C_p) and route minutes (C_o) for a network of a problem, as far as they hold and can be
/// had with so much effort. `distinct` says that no two routes may be the same.
pub(crate) fn lower_bounds(
    problem: &Problem,
    network: &Network,
    distinct: bool,
    effort: BoundEffort,
) -> LowerBounds {
    let riders = riders_bound(problem, network);
    let is_two_way = network.routes.iter().all(|route| route.direction() == Direction::BothWays);
    if riders.passenger_minutes.is_none() || !is_two_way {
        return riders;
    }
    // Where too few routes are legal, some are repeated all the same.
    let distinct = distinct && network.repeated_routes().is_empty();
    let options = BoundOptions { distinct, most_steps: effort.steps, ..BoundOptions::default() };
    let clock = Clock::start(0.0);
    let route_minutes = match route_minutes_bound(problem, &options, &mut || clock.seconds() < effort.seconds)
    {
        Ok(bound) => Some(bound.minutes),
        Err(NoBound::TooLarge) => spanning_tree_minutes(&problem.city),
        Err(_) => None,
    };
    LowerBounds { route_minutes: route_minutes.filter(|minutes| *minutes > 0.0), ..riders }
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright_model::{Route, Seconds};

    fn mandl() -> Problem {
        Problem::for_city(&Arc::new(City::mandl())).build().unwrap()
    }

    /// One route, from node 1 to node 3.
    fn network(problem: &Problem, direction: Direction) -> Network {
        let stops = ["1", "2", "3"].map(|name| problem.city.node_named(name).unwrap()).to_vec();
        Network::from_iter([Route::on_links(&problem.city, "1", stops, direction).unwrap()])
    }

    #[test]
    fn a_run_of_any_length_has_time_for_the_bound_of_mandl() {
        let problem = mandl();
        let network = network(&problem, Direction::BothWays);
        for seconds in [None, Some(1.0), Some(1e6)] {
            let effort = BoundEffort { seconds: f64::INFINITY, ..BoundEffort::beside(seconds) };
            let bounds = lower_bounds(&problem, &network, true, effort);
            assert_eq!(bounds.route_minutes, Some(63.0), "{seconds:?}");
            assert!((bounds.passenger_minutes.unwrap() - 10.00578).abs() < 1e-5);
        }
        let at_once = lower_bounds(&problem, &network, true, BoundEffort::NONE).route_minutes.unwrap();
        assert!((10.0..63.0).contains(&at_once), "{at_once}");
    }

    #[test]
    fn effort_is_a_small_part_of_a_run() {
        assert_eq!(BoundEffort::beside(Some(10.0)).steps, (0.2 * STEPS_PER_SECOND) as u64);
        assert!(BoundEffort::beside(Some(1.0)).seconds < 0.1);
        assert!(BoundEffort::beside(Some(1e6)).seconds < 10.0);
    }

    #[test]
    fn routes_that_may_repeat_have_a_bound_of_their_own() {
        let problem = mandl();
        let two_way = network(&problem, Direction::BothWays);
        let twice = Network { routes: [&two_way.routes[..], &two_way.routes[..]].concat() };
        let effort = BoundEffort { seconds: f64::INFINITY, ..BoundEffort::beside(Some(100.0)) };
        let bound = |network, distinct| lower_bounds(&problem, network, distinct, effort).route_minutes;
        let repeated = bound(&two_way, false);
        assert!(repeated.unwrap() <= 63.0);
        assert_eq!(bound(&twice, true), repeated);
    }

    #[test]
    fn there_is_no_bound_beside_times_of_their_own() {
        let problem = mandl();
        let effort = BoundEffort::beside(None);
        let two_way = network(&problem, Direction::BothWays);
        let fixed = Problem { fixed: two_way.clone(), ..problem.clone() };
        assert_eq!(lower_bounds(&fixed, &two_way, true, effort), LowerBounds::default());
        let stops = two_way.routes[0].stops().to_vec();
        let legs = vec![Seconds(10), Seconds(10)];
        let fast = Route::with_leg_times(&problem.city, "1", stops, legs, Direction::BothWays).unwrap();
        let fast = Network::from_iter([fast]);
        assert_eq!(lower_bounds(&problem, &fast, true, effort), LowerBounds::default());
        let one_way = lower_bounds(&problem, &network(&problem, Direction::OneWay), true, effort);
        assert!(one_way.passenger_minutes.is_some() && one_way.route_minutes.is_none());
    }
}
