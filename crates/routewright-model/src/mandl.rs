//! Mandl's Swiss city (1980): fifteen nodes, the classic instance of the field, built in.

use crate::{
    City, CityParts, Coordinates, Defaults, Demand, Link, Node, NodeId, Period, Position, Seconds,
    ServiceDefaults,
};

/// Two-way streets: end, end, minutes.
const STREETS: [(usize, usize, u32); 21] = [
    (1, 2, 8),
    (2, 3, 2),
    (2, 4, 3),
    (2, 5, 6),
    (3, 6, 3),
    (4, 5, 4),
    (4, 6, 4),
    (4, 12, 10),
    (6, 8, 2),
    (6, 15, 3),
    (7, 10, 7),
    (7, 15, 2),
    (8, 10, 8),
    (8, 15, 2),
    (9, 15, 8),
    (10, 11, 5),
    (10, 13, 10),
    (10, 14, 8),
    (11, 12, 10),
    (11, 13, 5),
    (13, 14, 2),
];

/// Trips a day to each later node: row `i` holds the demand between node `i + 1` and nodes `i + 2..=15`.
/// The same number travels back.
const TRIPS: [&[u32]; 14] = [
    &[400, 200, 60, 80, 150, 75, 75, 30, 160, 30, 25, 35, 0, 0],
    &[50, 120, 20, 180, 90, 90, 15, 130, 20, 10, 10, 5, 0],
    &[40, 60, 180, 90, 90, 15, 45, 20, 10, 10, 5, 0],
    &[50, 100, 50, 50, 15, 240, 40, 25, 10, 5, 0],
    &[50, 25, 25, 10, 120, 20, 15, 5, 0, 0],
    &[100, 100, 30, 880, 60, 15, 15, 10, 0],
    &[50, 15, 440, 35, 10, 10, 5, 0],
    &[15, 440, 35, 10, 10, 5, 0],
    &[140, 20, 5, 0, 0, 0],
    &[600, 250, 500, 200, 0],
    &[75, 95, 15, 0],
    &[70, 0, 0],
    &[45, 0],
    &[0],
];

/// Kilometres east and north on the customary drawing of the city.
const PLACES: [(f64, f64); 15] = [
    (1.0, 9.0),
    (3.0, 8.1),
    (4.6, 7.9),
    (3.0, 6.9),
    (0.9, 6.9),
    (4.7, 6.6),
    (8.5, 5.2),
    (6.2, 5.3),
    (9.2, 6.7),
    (7.3, 3.4),
    (6.6, 2.3),
    (3.1, 3.9),
    (7.9, 1.6),
    (8.9, 2.5),
    (7.4, 6.7),
];

impl City {
    /// Mandl's city with the customary limits: six routes of two to eight stops.
    pub fn mandl() -> City {
        let nodes = PLACES
            .iter()
            .zip(1..)
            .map(|(&(x, y), number)| Node {
                name: format!("{number}"),
                label: None,
                position: Position { x: x * 1000.0, y: y * 1000.0 },
                terminal: true,
            })
            .collect();
        let node = |number: usize| NodeId::new(number - 1);
        let links = STREETS
            .iter()
            .flat_map(|&(a, b, minutes)| [(a, b, minutes), (b, a, minutes)])
            .map(|(from, to, minutes)| Link { from: node(from), to: node(to), time: Seconds(minutes * 60) })
            .collect();
        let demand = TRIPS
            .iter()
            .zip(1..)
            .flat_map(|(row, from)| row.iter().zip(from + 1..).map(move |(&trips, to)| (from, to, trips)))
            .filter(|&(_, _, trips)| trips > 0)
            .flat_map(|(a, b, trips)| [(a, b, trips), (b, a, trips)])
            .map(|(from, to, trips)| Demand { from: node(from), to: node(to), trips: f64::from(trips) })
            .collect();
        City::new(CityParts {
            name: "mandl".into(),
            coordinates: Coordinates::Metres,
            nodes,
            links,
            demand,
            defaults: Defaults {
                routes: Some(6),
                min_stops: Some(2),
                max_stops: Some(8),
                transfer_penalty: None,
            },
            // The literature counts these trips per hour.
            service: ServiceDefaults {
                period: Some(Period { name: "one hour".into(), hours: 1.0 }),
                ..ServiceDefaults::default()
            },
            ..CityParts::default()
        })
        .expect("the built-in city is valid")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mandl_has_the_published_size_and_bounds() {
        let city = City::mandl();
        assert_eq!((city.node_count(), city.links().count()), (15, 42));
        assert_eq!(city.total_demand(), 15_570.0);
        assert_eq!(city.longest_drive(), Seconds(33 * 60));
        assert!((city.mean_drive_minutes() - 10.0058).abs() < 5e-5);
        let (two, three) = (city.node_named("2").unwrap(), city.node_named("3").unwrap());
        assert_eq!(city.demand(two, three), 50.0);
        assert!(city.is_symmetric());
    }
}
