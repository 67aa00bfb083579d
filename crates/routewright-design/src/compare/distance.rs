//! How far vehicles drive.

use routewright_eval::service::ServiceModel;
use routewright_io::{Course, LinkShapes};
use routewright_model::geography::{metres_between, to_degrees};
use routewright_model::{City, Network, NodeId, Pattern, Position, Route};

/// Kilometres that the vehicles of a network drive per hour, along streets as far as their course is known. Routes that
/// do not say how often they run are left out.
pub(super) fn vehicle_km(city: &City, network: &Network, shapes: &LinkShapes, model: &ServiceModel) -> f64 {
    let km = |route: &Route| -> f64 {
        let is_street = |stops: &[NodeId]| stops.iter().all(|&stop| city.is_on_street(stop));
        let metres = |pattern: &Pattern| -> f64 {
            let course = if is_street(&pattern.stops) { Course::Streets } else { Course::Straight };
            shapes.legs_out(city, &pattern.stops, course).iter().map(|leg| metres(city, leg)).sum()
        };
        route.patterns().iter().map(metres).sum::<f64>() / 1000.0
    };
    let per_hour = |route: &Route| model.timed(route).map(|timed| 60.0 / timed.headway_minutes);
    network.routes.iter().filter_map(|route| Some(km(route) * per_hour(route)?)).sum::<f64>() + 0.0
}

fn metres(city: &City, leg: &[Position]) -> f64 {
    let places: Vec<_> = leg.iter().map(|&place| to_degrees(city, place)).collect();
    places.windows(2).map(|step| metres_between(step[0], step[1])).sum()
}

#[cfg(test)]
mod tests {
    use routewright_io::{TextFile, parse_network};

    use super::*;

    #[test]
    fn vehicles_drive_both_ways_as_often_as_they_depart() {
        let city = City::mandl();
        let read = |text: &str| parse_network(&city, &TextFile::new("n", text)).unwrap();
        let model = ServiceModel::for_city(&city);
        let shapes = LinkShapes::default();
        let km = |text: &str| vehicle_km(&city, &read(text), &shapes, &model);
        let one = km(r#"[{"stops": [1, 2, 3], "headway_minutes": 60}]"#);
        assert!(one > 0.0);
        let often = km(r#"[{"stops": [1, 2, 3], "headway_minutes": 15}]"#);
        assert!((often - 4.0 * one).abs() < 1e-9, "{often} {one}");
        // From 1 to 3 there is no link: along the streets by way of 2.
        let skips = km(r#"[{"stops": [1, 3], "leg_minutes": [5], "headway_minutes": 60}]"#);
        assert!((skips - one).abs() < 1e-9, "{skips} {one}");
        assert_eq!(km(r#"[{"stops": [1, 2, 3]}]"#), 0.0);
    }
}
