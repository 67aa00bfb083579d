//! Lines that break a rule once they are driven along the streets, where turns and ways round take time.

use routewright_model::{Network, NodeId, Route};
use routewright_search::ServiceProblem;

/// Takes stops off the ends of such lines until they keep the rules, wherever another line serves these stops. Lines that
/// cannot be mended so stay as they are, as do frozen ones and those with a timetable. `drive` gives a route the times of
/// its way along the streets, if there is one.
pub(super) fn shorten_to_rules(
    problem: &ServiceProblem,
    network: &mut Network,
    frozen: &Network,
    drive: impl Fn(&Route) -> Option<Route>,
) {
    let city = problem.city();
    let mut lines_at = vec![0u32; city.node_count()];
    for route in network.routes.iter().chain(&problem.problem.fixed.routes) {
        route.stops().iter().for_each(|stop| lines_at[stop.index()] += 1);
    }
    let keeps = |route: &Route| problem.allows(route.stops(), [route.time_out(), route.time_back()]);
    for route in &mut network.routes {
        let is_kept = frozen.routes.iter().any(|frozen| frozen.name() == route.name());
        if is_kept || route.has_own_times() || keeps(route) {
            continue;
        }
        let mut shorter = route.clone();
        while !keeps(&shorter) && shorter.stop_count() > problem.problem.limits.min_stops().max(2) {
            let stops = shorter.stops();
            let last = stops.len() - 1;
            let may_go = |end: NodeId, next: NodeId| lines_at[end.index()] > 1 && city.node(next).terminal;
            let without = |kept: &[NodeId]| {
                let route = Route::on_links(city, route.name(), kept.to_vec(), route.direction()).ok()?;
                drive(&route.with_frequency(shorter.frequency()))
            };
            let first = may_go(stops[0], stops[1]).then(|| without(&stops[1..])).flatten();
            let second = may_go(stops[last], stops[last - 1]).then(|| without(&stops[..last])).flatten();
            let Some(best) = first
                .into_iter()
                .chain(second)
                .min_by(|a, b| beyond(problem, a).total_cmp(&beyond(problem, b)))
            else {
                break;
            };
            shorter = best;
        }
        if keeps(&shorter) {
            let gone = route.stops().iter().filter(|stop| !shorter.stops().contains(stop));
            gone.for_each(|stop| lines_at[stop.index()] -= 1);
            *route = shorter;
        }
    }
}

/// How far a line is from keeping the rules: its minutes over the fastest drive, none where it keeps them.
fn beyond(problem: &ServiceProblem, route: &Route) -> f64 {
    let (stops, city) = (route.stops(), problem.city());
    let (first, last) = (stops[0], stops[stops.len() - 1]);
    match problem.allows(stops, [route.time_out(), route.time_back()]) {
        true => 0.0,
        false => f64::from(route.time_out().0) / f64::from(city.drive_time(first, last).0.max(1)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_eval::service::ServiceModel;
    use routewright_model::{Alpha, City, Direction, Limits, Problem, Seconds};
    use routewright_search::{HeadwayChoices, LineRules};

    use super::*;

    fn shortened(max_detour: f64, lines: &[&str], frozen: &[usize]) -> Vec<String> {
        let city = Arc::new(City::mandl());
        let limits = Limits::new(lines.len(), 2, 8).unwrap();
        let problem = Problem::new(city.clone(), limits, Alpha::new(0.5).unwrap());
        let problem = ServiceProblem {
            model: ServiceModel::for_city(&city),
            problem,
            vehicles: 50,
            headways: HeadwayChoices::Any,
            rules: LineRules { max_minutes: None, max_detour: Some(max_detour) },
            overload_price: ServiceProblem::OVERLOAD_PRICE,
        };
        let route = |(at, names): (usize, &&str)| {
            let stops = names.split(' ').map(|name| city.node_named(name).unwrap()).collect();
            Route::on_links(&city, at.to_string(), stops, Direction::BothWays).unwrap()
        };
        let mut network = Network { routes: lines.iter().enumerate().map(route).collect() };
        let frozen = Network { routes: frozen.iter().map(|&at| network.routes[at].clone()).collect() };
        // On the streets, the first leg out takes nine minutes longer.
        let slower = |route: &Route| {
            let (mut out, back) = (route.legs_out().to_vec(), route.legs_back().unwrap().to_vec());
            out[0] = Seconds(out[0].0 + 540);
            route.clone().with_driving_times(out, back).ok()
        };
        network.routes = network.routes.iter().map(|route| slower(route).unwrap()).collect();
        shorten_to_rules(&problem, &mut network, &frozen, |route| Some(route.clone()));
        let names = |route: &Route| {
            let names: Vec<&str> = route.stops().iter().map(|&stop| &*city.node(stop).name).collect();
            names.join(" ")
        };
        network.routes.iter().map(names).collect()
    }

    #[test]
    fn lines_lose_end_stops_that_others_serve() {
        // 42 minutes out instead of 33.
        let (long, other) = ("1 2 3 6 8 10 13", "2 1");
        assert_eq!(shortened(2.0, &[long, other], &[]), [long, other]);
        assert_eq!(shortened(1.2, &[long, other], &[]), ["2 3 6 8 10 13", other]);
        assert_eq!(shortened(1.2, &[long, other], &[0]), [long, other], "frozen");
        assert_eq!(shortened(1.2, &[long, "2 3"], &[]), [long, "2 3"], "nobody else serves 1 or 13");
    }
}
