//! What the lines of a network look like: long or short, straight or winding, alone or together.

use std::collections::BTreeMap;

use routewright_model::geography::{metres_between, to_degrees};
use routewright_model::{City, Network, NodeId, Route};

use super::ServiceModel;

/// The least, the middle and the largest of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// Half of them are no larger.
    pub median: f64,
    /// The largest.
    pub most: f64,
}

impl Spread {
    /// The spread of some numbers; zeros if there are none.
    pub fn of(mut numbers: Vec<f64>) -> Self {
        numbers.sort_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else { return Self::default() };
        Self { least, median: numbers[(numbers.len() - 1) / 2], most }
    }
}

/// What the lines of a network look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineShapes {
    /// How many lines there are.
    pub lines: usize,
    /// Share of lines with three stops or fewer.
    pub short_share: f64,
    /// Stops of a line.
    pub stops: Spread,
    /// Running time of the way out, minutes, stops included.
    pub minutes: Spread,
    /// Kilometres of the way out, straight from stop to stop.
    pub kilometres: Spread,
    /// Driving time of the way out against the fastest drive between its ends. Circular lines and lines that end off
    /// the streets are left out.
    pub detour: Spread,
    /// Kilometres per hour on the way out, from stop to stop, stops included.
    pub speed: Spread,
    /// Share of the legs between two stops, in either direction, that more than one line drives.
    pub shared_legs: f64,
}

impl LineShapes {
    /// The lines of a network.
    pub fn of(city: &City, network: &Network, model: &ServiceModel) -> Self {
        let routes = &network.routes;
        let minutes = |route: &Route| -> f64 {
            route.legs_out().iter().map(|&leg| model.leg_minutes(leg, route.has_own_times())).sum()
        };
        let kilometres = |route: &Route| -> f64 {
            let place = |stop: NodeId| to_degrees(city, city.node(stop).position);
            let metres = route.stops().windows(2).map(|leg| metres_between(place(leg[0]), place(leg[1])));
            metres.sum::<f64>() / 1000.0
        };
        let detour = |route: &Route| {
            let (first, last) = (route.stops()[0], route.stops()[route.stop_count() - 1]);
            let fastest = city.drive_time(first, last).0;
            // Times of a route's own include its stops.
            let standing =
                model.dwell.0 * if route.has_own_times() { route.legs_out().len() as u32 } else { 0 };
            let driving = route.time_out().0.saturating_sub(standing);
            let is_known = first != last && city.is_on_street(first) && city.is_on_street(last);
            (is_known && fastest > 0).then(|| f64::from(driving) / f64::from(fastest))
        };
        let speed = |route: &Route| {
            let minutes = minutes(route);
            (minutes > 0.0).then(|| kilometres(route) / minutes * 60.0)
        };
        let mut legs: BTreeMap<(NodeId, NodeId), Vec<usize>> = BTreeMap::new();
        for (at, route) in routes.iter().enumerate() {
            for leg in route.patterns().iter().flat_map(|way| way.stops.windows(2)) {
                let lines = legs.entry((leg[0].min(leg[1]), leg[0].max(leg[1]))).or_default();
                if !lines.contains(&at) {
                    lines.push(at);
                }
            }
        }
        let share = |part: usize, whole: usize| if whole > 0 { part as f64 / whole as f64 } else { 0.0 };
        Self {
            lines: routes.len(),
            short_share: share(routes.iter().filter(|route| route.stop_count() <= 3).count(), routes.len()),
            stops: Spread::of(routes.iter().map(|route| route.stop_count() as f64).collect()),
            minutes: Spread::of(routes.iter().map(minutes).collect()),
            kilometres: Spread::of(routes.iter().map(kilometres).collect()),
            detour: Spread::of(routes.iter().filter_map(detour).collect()),
            speed: Spread::of(routes.iter().filter_map(speed).collect()),
            shared_legs: share(legs.values().filter(|lines| lines.len() > 1).count(), legs.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use routewright_model::{Direction, Seconds};

    use super::*;

    #[test]
    fn lines_are_measured() {
        let city = City::mandl();
        let model = ServiceModel::for_city(&city);
        let route = |stops: &str| {
            let stops = stops.split('-').map(|name| city.node_named(name).unwrap()).collect();
            Route::on_links(&city, "line", stops, Direction::BothWays).unwrap()
        };
        // 13, 5 and 15 minutes; from 2 to 4 by way of 3 and 6 instead of 3 minutes straight.
        let network = Network::from_iter([route("1-2-3-6"), route("2-3-6"), route("2-3-6-4")]);
        let found = LineShapes::of(&city, &network, &model);
        assert_eq!((found.lines, found.short_share), (3, 1.0 / 3.0));
        assert_eq!(found.stops, Spread { least: 3.0, median: 4.0, most: 4.0 });
        assert_eq!((found.minutes.least, found.minutes.most), (5.0, 13.0));
        assert_eq!((found.detour.least, found.detour.most), (1.0, 3.0));
        // Legs 1-2, 2-3, 3-6 and 6-4: two are driven by several lines.
        assert_eq!(found.shared_legs, 0.5);
        assert!(found.speed.least > 0.0 && found.kilometres.most > found.kilometres.least);
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }

    #[test]
    fn lines_that_end_off_the_streets_have_no_detour() {
        let mut parts = City::mandl().to_parts();
        let position = routewright_model::Position { x: 0.0, y: 0.0 };
        parts.nodes.push(routewright_model::Node {
            name: "off".into(),
            label: None,
            position,
            terminal: true,
        });
        let [first, off] = [0, 15].map(NodeId::new);
        parts.walks.push(routewright_model::Walk { from: off, to: first, time: Seconds(60) });
        let city = City::new(parts).unwrap();
        let stops = vec![off, first, NodeId::new(1)];
        let legs = vec![Seconds(60), Seconds(480)];
        let line = Route::with_leg_times(&city, "line", stops, legs, Direction::BothWays).unwrap();
        let found = LineShapes::of(&city, &Network::from_iter([line]), &ServiceModel::for_city(&city));
        assert_eq!((found.lines, found.detour), (1, Spread::default()));
    }
}
