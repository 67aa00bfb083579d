//! Lanes: the position of each route on the streets it shares with others.

use std::collections::BTreeMap;

use routewright_model::{City, Network, NodeId};

use super::geometry::Point;

/// Greatest width of a bundle of routes, from the middle of its first line to that of its last.
const WIDEST_BUNDLE: f64 = 22.0;
/// Distance between neighbouring lines where there is room.
const WIDEST_LANE: f64 = 5.0;
const NARROWEST_LANE: f64 = 2.2;

/// A street as an unordered pair of nodes, the smaller index first.
type Street = (NodeId, NodeId);

/// Which routes run along each street, and in which lane. Routes are identified by their index; fixed ones
/// come after those of the network and take two lanes each.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    bundles: BTreeMap<Street, Bundle>,
    /// Distance between neighbouring lines.
    lane: f64,
}

#[derive(Clone, Debug, Default)]
struct Bundle {
    /// Indices of the routes, in order across the street, and the number of lanes each takes.
    routes: Vec<(usize, usize)>,
    /// Whether the order runs from the right to the left, as seen from the smaller node.
    mirrored: bool,
}

impl Lanes {
    pub(super) fn new(city: &City, network: &Network, fixed: Option<&Network>) -> Self {
        let fixed = fixed.iter().flat_map(|fixed| &fixed.routes).map(|route| (route.stops(), 2));
        let routes = network.routes.iter().map(|route| (route.stops(), 1));
        let routes: Vec<(&[NodeId], usize)> = routes.chain(fixed).collect();
        let mut bundles: BTreeMap<Street, Bundle> = BTreeMap::new();
        for (index, &(stops, lanes)) in routes.iter().enumerate() {
            for leg in stops.windows(2) {
                let bundle = &mut bundles.entry(street(leg[0], leg[1])).or_default().routes;
                if bundle.last() != Some(&(index, lanes)) {
                    bundle.push((index, lanes));
                }
            }
        }
        let mut lanes = Self { lane: lane_width(&bundles, city.node_count()), bundles };
        lanes.untangle(routes.into_iter().map(|(stops, _)| stops));
        lanes
    }

    /// Width of a line: a little less than a lane, so that neighbours stay apart.
    pub(super) fn line_width(&self) -> f64 {
        self.lane * 0.8
    }

    /// Offset of a route from the middle of the street between two stops, as a vector across the street;
    /// `towards` is the direction of travel on the page.
    pub(super) fn shift(&self, route: usize, from: NodeId, to: NodeId, towards: Point) -> Point {
        let bundle = &self.bundles[&street(from, to)];
        let place = bundle.routes.iter().position(|&(other, _)| other == route);
        let place = place.expect("a route runs along its own streets");
        let before: usize = bundle.routes[..place].iter().map(|&(_, lanes)| lanes).sum();
        let middle = before as f64 + bundle.routes[place].1 as f64 / 2.0;
        let aside = (middle - bundle.lane_count() as f64 / 2.0) * self.spacing(bundle);
        let along = if from < to { towards } else { towards * -1.0 };
        along.turned() * if bundle.mirrored { -aside } else { aside }
    }

    /// Width of a fixed route's line.
    pub(super) fn fixed_width(&self) -> f64 {
        self.lane * 1.5
    }

    /// Distance between the middles of the outermost lanes on the street between two nodes.
    pub(super) fn bundle_width(&self, a: NodeId, b: NodeId) -> f64 {
        let width = |bundle: &Bundle| self.spacing(bundle) * (bundle.lane_count() - 1) as f64;
        self.bundles.get(&street(a, b)).map_or(0.0, width)
    }

    fn spacing(&self, bundle: &Bundle) -> f64 {
        self.lane.min(WIDEST_BUNDLE / (bundle.lane_count() - 1).max(1) as f64)
    }

    /// Mirrors bundles so that routes that run together on two consecutive streets keep their order at the
    /// stop between them, as far as possible. Pairs of streets that share the most routes are settled first.
    fn untangle<'a>(&mut self, routes: impl Iterator<Item = &'a [NodeId]>) {
        let streets: Vec<Street> = self.bundles.keys().copied().collect();
        let index = |street: &Street| streets.binary_search(street).expect("every leg has its street");
        // How many routes run through each pair of consecutive streets, and whether these point the same way.
        let mut shared: BTreeMap<(usize, usize, bool), usize> = BTreeMap::new();
        for stops in routes {
            for way in stops.windows(3) {
                let (before, after) = (index(&street(way[0], way[1])), index(&street(way[1], way[2])));
                let same_way = (way[0] < way[1]) == (way[1] < way[2]);
                *shared.entry((before.min(after), before.max(after), same_way)).or_default() += 1;
            }
        }
        let mut pairs: Vec<_> = shared.into_iter().filter(|pair| pair.0.0 != pair.0.1).collect();
        pairs.sort_by_key(|&(pair, routes)| (std::cmp::Reverse(routes), pair));
        let mut groups = Groups::new(streets.len());
        for ((a, b, same_way), _) in pairs {
            groups.settle(a, b, !same_way);
        }
        for (at, street) in streets.iter().enumerate() {
            self.bundles.get_mut(street).expect("a known street").mirrored = groups.find(at).1;
        }
    }
}

impl Bundle {
    /// At least one: no bundle is empty.
    fn lane_count(&self) -> usize {
        self.routes.iter().map(|&(_, lanes)| lanes).sum()
    }
}

/// Groups of streets whose orders depend on each other (union-find).
struct Groups {
    /// Another street of the group, and whether the two are mirrored with respect to each other.
    parents: Vec<(usize, bool)>,
}

impl Groups {
    fn new(count: usize) -> Self {
        Self { parents: (0..count).map(|street| (street, false)).collect() }
    }

    /// The root of the group, and whether this street is mirrored with respect to it.
    fn find(&self, mut street: usize) -> (usize, bool) {
        let mut mirrored = false;
        while self.parents[street].0 != street {
            mirrored ^= self.parents[street].1;
            street = self.parents[street].0;
        }
        (street, mirrored)
    }

    /// Sets whether two streets are mirrored with respect to each other, unless that is settled already.
    fn settle(&mut self, a: usize, b: usize, mirrored: bool) {
        let ((a, of_a), (b, of_b)) = (self.find(a), self.find(b));
        if a != b {
            self.parents[a.max(b)] = (a.min(b), mirrored ^ of_a ^ of_b);
        }
    }
}

fn street(a: NodeId, b: NodeId) -> Street {
    (a.min(b), a.max(b))
}

/// As wide as nine in ten bundles allow; narrower in cities with many nodes, whose streets are short.
fn lane_width(bundles: &BTreeMap<Street, Bundle>, node_count: usize) -> f64 {
    let mut sizes: Vec<usize> = bundles.values().map(Bundle::lane_count).collect();
    sizes.sort_unstable();
    let large = sizes.get(sizes.len() * 9 / 10).copied().unwrap_or(1);
    let widest = WIDEST_LANE * (200.0 / node_count as f64).sqrt().min(1.0);
    (WIDEST_BUNDLE / large as f64).min(widest).max(NARROWEST_LANE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use routewright_model::{City, Direction, Route};

    const EAST: Point = Point { x: 1.0, y: 0.0 };

    fn network(city: &City, routes: &[&str]) -> Network {
        let node = |name: &str| city.node_named(name).unwrap();
        let route = |stops: &&str| {
            let stops = stops.split('-').map(node).collect();
            Route::on_links(city, "r", stops, Direction::BothWays).unwrap()
        };
        routes.iter().map(route).collect()
    }

    #[test]
    fn routes_on_one_street_keep_apart_and_balance() {
        let city = City::mandl();
        for count in 1..30 {
            let lanes = Lanes::new(&city, &network(&city, &vec!["1-2"; count]), None);
            let (one, two) = (city.node_named("1").unwrap(), city.node_named("2").unwrap());
            let shifts: Vec<f64> = (0..count).map(|route| lanes.shift(route, one, two, EAST).y).collect();
            assert!(shifts.windows(2).all(|pair| pair[0] + 0.5 < pair[1]), "{shifts:?}");
            assert!(shifts.iter().sum::<f64>().abs() < 1e-9, "{shifts:?}");
            let width = shifts[count - 1] - shifts[0];
            assert!(width <= WIDEST_BUNDLE + 1e-9, "{width}");
            assert!((lanes.bundle_width(two, one) - width).abs() < 1e-9);
        }
    }

    #[test]
    fn the_way_back_runs_in_the_same_lane() {
        let city = City::mandl();
        let lanes = Lanes::new(&city, &network(&city, &["1-2-3", "3-2-1"]), None);
        let (one, two) = (city.node_named("1").unwrap(), city.node_named("2").unwrap());
        assert_eq!(lanes.shift(0, one, two, EAST), lanes.shift(0, two, one, EAST * -1.0));
        assert_ne!(lanes.shift(0, one, two, EAST), lanes.shift(1, one, two, EAST));
    }

    #[test]
    fn a_fixed_route_takes_two_lanes() {
        let city = City::mandl();
        let (one, two) = (city.node_named("1").unwrap(), city.node_named("2").unwrap());
        let lanes = Lanes::new(&city, &network(&city, &["1-2"]), Some(&network(&city, &["2-1"])));
        let shifts = [0, 1].map(|route| lanes.shift(route, one, two, EAST).y);
        assert_eq!(shifts, [-WIDEST_LANE, WIDEST_LANE / 2.0]);
    }

    #[test]
    fn routes_that_stay_together_do_not_cross() {
        // 15 has a larger index than both its neighbours: the streets point in opposite directions.
        let city = City::mandl();
        let lanes = Lanes::new(&city, &network(&city, &["8-15-7", "8-15-7"]), None);
        let node = |name: &str| city.node_named(name).unwrap();
        let before = lanes.shift(0, node("8"), node("15"), EAST);
        let after = lanes.shift(0, node("15"), node("7"), EAST);
        assert_eq!(before, after);
    }
}
