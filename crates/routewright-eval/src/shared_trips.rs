//! Two networks by the trips that both serve.

use routewright_model::{Network, Problem};

use crate::assess::for_each_origin;

/// The trips that two networks both serve. The mean of all that a network serves says little beside another's where one
/// serves more, as those added are mostly long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedTrips {
    /// Share of all trips, in percent.
    pub percent: f64,
    /// Their mean over the first network and over the second, in minutes; not a number where there are none.
    pub minutes: [f64; 2],
}

/// Times the trips that two networks both serve, with the fixed routes of the problem.
pub fn shared_trips(problem: &Problem, first: &Network, second: &Network) -> SharedTrips {
    let city = &*problem.city;
    let n = city.node_count();
    let mut of_first = vec![None; n * n];
    for_each_origin(problem, first, |from, seconds_to| {
        let row = &mut of_first[from.index() * n..][..n];
        row.iter_mut()
            .enumerate()
            .for_each(|(to, seconds)| *seconds = seconds_to(to).map(|time| time as u32));
    });
    let (mut trips, mut seconds) = (0.0, [0.0; 2]);
    for_each_origin(problem, second, |from, seconds_to| {
        for (to, &demand) in city.demand_from(from).iter().enumerate().filter(|(_, demand)| **demand > 0.0) {
            if let Some((first, second)) = of_first[from.index() * n + to].zip(seconds_to(to)) {
                trips += demand;
                seconds[0] += demand * f64::from(first);
                seconds[1] += demand * second as f64;
            }
        }
    });
    SharedTrips {
        percent: 100.0 * trips / city.total_demand(),
        minutes: seconds.map(|sum| sum / 60.0 / trips),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, City, Direction, Limits, Route};

    use super::*;
    use crate::assess;

    #[test]
    fn only_trips_that_both_serve_count() {
        let city = Arc::new(City::mandl());
        let problem = Problem::new(city.clone(), Limits::new(2, 2, 8).unwrap(), Alpha::new(0.5).unwrap());
        let network = |lines: &[&[&str]]| {
            let route = |names: &&[&str]| {
                let stops = names.iter().map(|name| city.node_named(name).unwrap()).collect();
                Route::on_links(&city, names.concat(), stops, Direction::BothWays).unwrap()
            };
            Network::from_iter(lines.iter().map(route))
        };
        let small = network(&[&["1", "2", "3"]]);
        let large = network(&[&["1", "2", "3", "6", "8"], &["2", "4", "5"]]);
        let found = shared_trips(&problem, &small, &large);
        let alone = assess(&problem, &small);
        assert!((found.percent - (100.0 - alone.unserved_percent)).abs() < 1e-9, "{found:?}");
        // The larger network drives the same way between the three, and all that the small one serves.
        assert!((found.minutes[0] - alone.passenger_minutes).abs() < 1e-9);
        assert!((found.minutes[1] - alone.passenger_minutes).abs() < 1e-9);
        let own = assess(&problem, &large).passenger_minutes;
        assert!((own - alone.passenger_minutes).abs() > 0.1, "{own} minutes of all that it serves");
        // The other way round they are the same trips.
        assert_eq!(shared_trips(&problem, &large, &small).percent, found.percent);
    }
}
