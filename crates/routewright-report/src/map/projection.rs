//! Positions of a city on the page.

use routewright_model::geography::longitude_scale;
use routewright_model::{City, Coordinates, NodeId, Position};

use super::geometry::Point;

/// Largest extent of the city on the page.
const WIDEST: f64 = 980.0;
const HIGHEST: f64 = 860.0;

/// The position of every node on the page, north up and at the same scale in both directions.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    points: Vec<Point>,
    corner: Point,
    narrowing: f64,
    west: f64,
    north: f64,
    scale: f64,
    /// Extent of the nodes; no margin.
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Projection {
    /// Fits the city into the page with its north-west corner at `corner`. A degree of longitude is as long
    /// as it is at the middle latitude of the city.
    pub(super) fn new(city: &City, corner: Point) -> Self {
        let positions = || city.nodes().iter().map(|node| node.position);
        let (south, north) = range(positions().map(|position| position.y));
        let narrowing = east_scale(city, (south + north) / 2.0);
        let east = |position: Position| position.x * narrowing;
        let (west, far_east) = range(positions().map(east));
        let (ground_width, ground_height) = (far_east - west, north - south);
        let fit = |room: f64, ground: f64| if ground > 0.0 { room / ground } else { f64::INFINITY };
        let scale = fit(WIDEST, ground_width).min(fit(HIGHEST, ground_height));
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let (width, height) = (ground_width * scale, ground_height * scale);
        let mut page = Self { points: Vec::new(), corner, narrowing, west, north, scale, width, height };
        page.points = positions().map(|position| page.place(position)).collect();
        page
    }

    /// Where a position of the city lies.
    pub(super) fn place(&self, position: Position) -> Point {
        let east = position.x * self.narrowing;
        self.corner + Point { x: (east - self.west) * self.scale, y: (self.north - position.y) * self.scale }
    }

    pub(super) fn point(&self, node: NodeId) -> Point {
        self.points[node.index()]
    }
}

/// Length of a unit to the east over that of a unit to the north, at a latitude of the city.
pub(super) fn east_scale(city: &City, latitude: f64) -> f64 {
    match city.coordinates() {
        Coordinates::Metres => 1.0,
        // Near the poles maps would have no width.
        Coordinates::Degrees => longitude_scale(latitude).max(0.01),
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright_model::CityParts;

    fn two_nodes(coordinates: Coordinates, places: [(f64, f64); 2]) -> Projection {
        let mut parts = City::mandl().to_parts();
        parts.nodes.truncate(2);
        for (node, (x, y)) in parts.nodes.iter_mut().zip(places) {
            node.position = Position { x, y };
        }
        parts.links.retain(|link| link.from.index().max(link.to.index()) < 2);
        parts.demand.retain(|demand| demand.from.index().max(demand.to.index()) < 2);
        Projection::new(&City::new(CityParts { coordinates, ..parts }).unwrap(), Point::default())
    }

    #[test]
    fn north_is_up() {
        let page = two_nodes(Coordinates::Metres, [(0.0, 0.0), (490.0, 245.0)]);
        assert_eq!(page.point(NodeId::new(0)), Point { x: 0.0, y: WIDEST / 2.0 });
        assert_eq!(page.point(NodeId::new(1)), Point { x: WIDEST, y: 0.0 });
    }

    #[test]
    fn a_degree_of_longitude_is_half_as_long_in_the_north() {
        let page = two_nodes(Coordinates::Degrees, [(0.0, 59.5), (1.0, 60.5)]);
        assert!((page.width / page.height - 0.5).abs() < 1e-9, "{page:?}");
    }

    #[test]
    fn nodes_on_one_spot_are_drawn_there() {
        let page = two_nodes(Coordinates::Metres, [(5.0, 5.0), (5.0, 5.0)]);
        assert_eq!(page.point(NodeId::new(1)), Point::default());
    }
}
