//! Random augmentation of cities, so that no two episodes have the same one.

use std::f64::consts::TAU;

use rand::{Rng, RngExt};
use routewright_model::{City, CityParts, Position, Seconds};

/// The probability that a node of a city with uneven demand has no trips at all.
const QUIET_NODES: f64 = 0.03;

/// The paper's augmentation of a city: scaled, with more or less demand, mirrored, rotated.
///
/// Positions and driving times of links scale together, so speeds stay the same; T follows from the links. Times and
/// trips are rounded to whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Augmentation {
    /// Factor of positions and driving times, in `0.4..=1.6`.
    pub scale: f64,
    /// Factor of demand, in `0.8..=1.2`.
    pub demand: f64,
    /// Whether the city is mirrored about the y axis.
    pub is_mirrored: bool,
    /// The angle of rotation about the centre, in radians.
    pub angle: f64,
}

impl Augmentation {
    /// Draws a random augmentation.
    pub fn draw(rng: &mut impl Rng) -> Self {
        Self {
            scale: 0.4 + 1.2 * rng.random::<f64>(),
            demand: 0.8 + 0.4 * rng.random::<f64>(),
            is_mirrored: rng.random::<bool>(),
            angle: TAU * rng.random::<f64>(),
        }
    }

    /// The augmented city.
    pub fn apply(&self, city: &City) -> City {
        let mut parts = city.to_parts();
        self.move_nodes(&mut parts);
        for link in &mut parts.links {
            let seconds = f64::from(link.time.0) * self.scale;
            link.time = Seconds::from_seconds(seconds).expect("links of synthetic cities take hours at most");
        }
        for demand in &mut parts.demand {
            demand.trips = (demand.trips * self.demand).round().max(1.0);
        }
        City::new(parts).expect("links and demand are between the same nodes as before")
    }

    /// Mirrors, rotates and scales about the centre of all nodes.
    fn move_nodes(&self, parts: &mut CityParts) {
        let count = parts.nodes.len() as f64;
        let middle_x = parts.nodes.iter().map(|node| node.position.x).sum::<f64>() / count;
        let middle_y = parts.nodes.iter().map(|node| node.position.y).sum::<f64>() / count;
        let (sin, cos) = self.angle.sin_cos();
        for node in &mut parts.nodes {
            let x = node.position.x - middle_x;
            let (x, y) = (if self.is_mirrored { -x } else { x }, node.position.y - middle_y);
            node.position = Position {
                x: middle_x + self.scale * (cos * x - sin * y),
                y: middle_y + self.scale * (sin * x + cos * y),
            };
        }
    }
}

/// The same city with uneven demand, as in real cities: some nodes attract more trips than others, a few none at all.
/// Synthetic demand is even. Total demand stays about the same.
pub(crate) fn with_uneven_demand(city: &City, rng: &mut impl Rng) -> City {
    let spread = 2.0 * rng.random::<f64>();
    let weights: Vec<f64> = (0..city.node_count())
        .map(|_| {
            let weight = libm::exp2(spread * (2.0 * rng.random::<f64>() - 1.0));
            if rng.random_bool(QUIET_NODES) { 0.0 } else { weight }
        })
        .collect();
    let mut parts = city.to_parts();
    let total = |parts: &CityParts| parts.demand.iter().map(|demand| demand.trips).sum::<f64>();
    let before = total(&parts);
    for demand in &mut parts.demand {
        demand.trips *= weights[demand.from.index()] * weights[demand.to.index()];
    }
    parts.demand.retain(|demand| demand.trips > 0.0);
    if parts.demand.is_empty() {
        return city.clone();
    }
    let scale = before / total(&parts);
    for demand in &mut parts.demand {
        demand.trips = (scale * demand.trips).round().max(1.0);
    }
    City::new(parts).expect("links and demand are between the same nodes as before")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use routewright_synth::{CityKind, SynthConfig, generate};

    use super::*;

    #[test]
    fn positions_links_and_drive_times_scale_together() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for seed in 0..40 {
            let kind = CityKind::ALL[seed as usize % CityKind::ALL.len()];
            let city = generate(&SynthConfig::new(kind, 20), seed).unwrap();
            let change = Augmentation::draw(&mut rng);
            let changed = change.apply(&city);
            assert!(changed.is_symmetric());
            for link in changed.links() {
                let (a, b) = (changed.node(link.from).position, changed.node(link.to).position);
                let seconds = (a.x - b.x).hypot(a.y - b.y) / 15.0;
                // Rounded twice, once before and once after it was scaled.
                assert!((f64::from(link.time.0) - seconds).abs() <= 1.31, "{link:?} {seconds}");
            }
            for from in city.node_ids() {
                for to in city.node_ids().filter(|&to| to != from) {
                    let before = f64::from(city.drive_time(from, to).0) * change.scale;
                    let after = f64::from(changed.drive_time(from, to).0);
                    assert!((after - before).abs() <= 0.5 * 19.0, "{before} {after}");
                    let trips = city.demand(from, to) * change.demand;
                    assert!((changed.demand(from, to) - trips).abs() <= 0.5);
                }
            }
        }
    }

    #[test]
    fn uneven_demand_is_symmetric_and_keeps_its_total() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut quiet = 0;
        for seed in 0..40 {
            let city = generate(&SynthConfig::new(CityKind::Grid4, 20), seed).unwrap();
            let uneven = with_uneven_demand(&city, &mut rng);
            assert!(uneven.is_symmetric());
            let change = uneven.total_demand() / city.total_demand();
            assert!((change - 1.0).abs() < 0.01, "{change}");
            let trips = |from| uneven.demand_from(from).iter().sum::<f64>();
            quiet += uneven.node_ids().filter(|&node| trips(node) == 0.0).count();
        }
        assert!((5..60).contains(&quiet), "{quiet} of 800 nodes");
    }

    #[test]
    fn mirroring_and_rotating_keep_distances_and_the_centre() {
        let city = generate(&SynthConfig::new(CityKind::Voronoi, 20), 5).unwrap();
        let change = Augmentation { scale: 1.0, demand: 1.0, is_mirrored: true, angle: 1.0 };
        let changed = change.apply(&city);
        let middle = |city: &City| city.nodes().iter().map(|node| node.position.x).sum::<f64>() / 20.0;
        assert!((middle(&city) - middle(&changed)).abs() < 1e-6);
        let distance = |city: &City, a: usize, b: usize| {
            let (a, b) = (city.nodes()[a].position, city.nodes()[b].position);
            (a.x - b.x).hypot(a.y - b.y)
        };
        assert!((distance(&city, 0, 19) - distance(&changed, 0, 19)).abs() < 1e-6);
        // The orientation of a triangle is reversed.
        let turn = |city: &City| {
            let [a, b, c] = [0, 7, 19].map(|at| city.nodes()[at].position);
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        };
        assert!((turn(&city) + turn(&changed)).abs() < 1e-3 * turn(&city).abs());
        assert_eq!(changed.to_parts().links, city.to_parts().links);
        assert_eq!(changed.to_parts().demand, city.to_parts().demand);
    }
}
