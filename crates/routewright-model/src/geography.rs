//! From degrees to metres and back: the one place that knows the size of the earth.

use std::f64::consts::PI;

use crate::{City, Coordinates, Position};

/// Mean radius of the earth in metres (R_1 of the International Union of Geodesy and Geophysics).
pub const EARTH_RADIUS: f64 = 6_371_008.8;

/// Metres in a degree of latitude on a sphere of [`EARTH_RADIUS`]: 111,195.
pub const METRES_PER_DEGREE: f64 = EARTH_RADIUS * PI / 180.0;

/// Longitude (x) and latitude (y) of a position in a city, in degrees. Cities on a plane are placed around 0°
/// N, 0° E at their true size.
pub fn to_degrees(city: &City, position: Position) -> Position {
    match city.coordinates() {
        Coordinates::Degrees => position,
        Coordinates::Metres => {
            Position { x: position.x / METRES_PER_DEGREE, y: position.y / METRES_PER_DEGREE }
        }
    }
}

/// Length of a degree of longitude over that of a degree of latitude, at a latitude in degrees: 1 at the
/// equator, 0 at the poles.
///
/// For drawings and distances in exports, where the last bit does not matter: `cos` differs by platform.
pub fn longitude_scale(latitude: f64) -> f64 {
    latitude.to_radians().cos().abs()
}

/// Metres between two positions in degrees that are a few kilometres apart.
pub fn metres_between(from: Position, to: Position) -> f64 {
    let east = (to.x - from.x) * longitude_scale((from.y + to.y) / 2.0);
    let north = to.y - from.y;
    METRES_PER_DEGREE * (east * east + north * north).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_of_longitude_are_half_as_long_at_sixty_north() {
        let place = |x: f64, y: f64| Position { x, y };
        assert!((metres_between(place(0.0, 0.0), place(0.0, 1.0)) - 111_195.08).abs() < 0.01);
        assert!((metres_between(place(0.0, 60.0), place(1.0, 60.0)) - 55_597.54).abs() < 0.01);
    }

    #[test]
    fn cities_on_a_plane_keep_their_size_in_degrees() {
        let city = City::mandl();
        let positions = [0, 1].map(|at| city.nodes()[at].position);
        let [a, b] = positions.map(|position| to_degrees(&city, position));
        let on_plane =
            ((positions[1].x - positions[0].x).powi(2) + (positions[1].y - positions[0].y).powi(2)).sqrt();
        assert!((metres_between(a, b) / on_plane - 1.0).abs() < 1e-5, "{on_plane}");
    }
}
