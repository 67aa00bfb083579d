//! Routes of networks found before.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use routewright_model::{City, NodeId, RouteError};

use super::random::below;
use super::{Move, MoveContext};
use crate::RouteSet;

/// How often a route is looked for at a stop of the route that it is to replace.
const NEARBY: f64 = 0.7;

/// Share of the changes that are drawn from a pool of the most promising routes by a proof.
const PROVEN_SHARE: f64 = 0.8;

/// Routes of good networks. One that several of them have is drawn the more often.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoutePool {
    networks: Vec<RouteSet>,
    /// Whether a proof says that these routes are the most promising of all.
    is_proven: bool,
    /// Network and place of every route, once for every time that it counts.
    routes: Vec<(u32, u32)>,
    /// For each node, the routes that stop there.
    through: Vec<Vec<u32>>,
}

impl RoutePool {
    /// The pool of some networks.
    pub(crate) fn new(city: &City, networks: Vec<RouteSet>) -> Self {
        let through = vec![Vec::new(); city.node_count()];
        let mut pool = Self { through, ..Self::default() };
        networks.into_iter().for_each(|network| pool.add(network));
        pool
    }

    /// The same pool, where a proof says that the routes of the first network here are the most promising of all, and
    /// among them those of the second: they come up as often as all the others together.
    pub(crate) fn proven(mut self) -> Self {
        if let [all, likely, ..] = &self.networks[..] {
            let times = all.routes.len() / likely.routes.len().max(1);
            (1..times).for_each(|_| self.count(1));
        }
        self.is_proven = true;
        self
    }

    /// Whether the next change is surely drawn from the pool; if not, it may still be.
    pub(super) fn comes_first(&self, rng: &mut ChaCha8Rng) -> bool {
        self.is_proven && rng.random_bool(PROVEN_SHARE)
    }

    /// Adds the routes of a network.
    pub(crate) fn add(&mut self, network: RouteSet) {
        self.networks.push(network);
        self.count(self.networks.len() - 1);
    }

    /// Lets the routes of a network come up, or come up once more.
    fn count(&mut self, network: usize) {
        for (at, route) in (0..).zip(&self.networks[network].routes) {
            let number = self.routes.len() as u32;
            route.stops().iter().for_each(|stop| self.through[stop.index()].push(number));
            self.routes.push((network as u32, at));
        }
    }

    /// Drafts a route of the pool, most often one through a stop of the route given.
    pub(crate) fn draw(&self, rng: &mut ChaCha8Rng, stops: &[NodeId], draft: &mut Vec<NodeId>) -> bool {
        let nearby = &self.through[stops[below(rng, stops.len())].index()];
        let number = match rng.random_bool(NEARBY) {
            true if nearby.is_empty() => return false,
            true => nearby[below(rng, nearby.len())] as usize,
            false => below(rng, self.routes.len()),
        };
        let (network, at) = self.routes[number];
        draft.clear();
        draft.extend_from_slice(self.networks[network as usize].routes[at as usize].stops());
        draft != stops
    }

    /// What [`RoutePool::from_indices`] needs.
    pub(crate) fn to_indices(&self) -> Vec<Vec<Vec<u32>>> {
        self.networks.iter().map(RouteSet::to_indices).collect()
    }

    /// A pool as it was saved.
    pub(crate) fn from_indices(city: &City, networks: &[Vec<Vec<u32>>]) -> Result<Self, RouteError> {
        let networks = networks.iter().map(|network| RouteSet::from_indices(city, network));
        Ok(Self::new(city, networks.collect::<Result<_, _>>()?))
    }
}

/// Stands for the [`RoutePool`] of a search among its moves: chains draw from the pool themselves.
pub(super) struct Pooled;

impl Move for Pooled {
    fn name(&self) -> &'static str {
        "pool"
    }

    fn propose(&self, _: &MoveContext<'_>, _: &mut ChaCha8Rng, _: &[NodeId], _: &mut Vec<NodeId>) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::moves::check::{grid, nodes};

    #[test]
    fn routes_nearby_and_those_that_recur_come_up_most() {
        let problem = grid(4, 4, 2, 4);
        let network = |routes: &[&[usize]]| {
            let stops: Vec<Vec<NodeId>> = routes.iter().map(|route| nodes(route)).collect();
            RouteSet::from_stops(&problem.city, &stops)
        };
        let networks = vec![network(&[&[0, 1, 2], &[12, 13]]), network(&[&[0, 1, 2], &[1, 5]])];
        let pool = RoutePool::new(&problem.city, networks);
        let again = RoutePool::from_indices(&problem.city, &pool.to_indices()).unwrap();
        assert_eq!(again.to_indices(), pool.to_indices());
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut draft, mut shares) = (Vec::new(), [0.0_f64; 4]);
        for _ in 0..10_000 {
            let is_drawn = pool.draw(&mut rng, &nodes(&[1, 2, 3]), &mut draft);
            let routes = [nodes(&[0, 1, 2]), nodes(&[12, 13]), nodes(&[1, 5])];
            let place = routes.iter().position(|route| is_drawn && *route == draft);
            shares[place.unwrap_or(3)] += 1e-4;
        }
        // Seven times of ten at one of three stops, two of which routes pass; else any of the four.
        for (share, expected) in shares.into_iter().zip([0.539, 0.075, 0.153, 0.233]) {
            assert!((share - expected).abs() < 0.02, "{shares:?}");
        }
        assert!(!pool.draw(&mut rng, &nodes(&[12, 13]), &mut draft) || draft != nodes(&[12, 13]));
    }

    #[test]
    fn likely_routes_of_a_proof_come_up_as_often_as_all_others() {
        let problem = grid(4, 4, 2, 4);
        let network = |starts: std::ops::Range<usize>| {
            let stops: Vec<Vec<NodeId>> = starts.map(|at| nodes(&[at, at + 4])).collect();
            RouteSet::from_stops(&problem.city, &stops)
        };
        let pool = RoutePool::new(&problem.city, vec![network(0..12), network(0..2)]).proven();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut draft = Vec::new();
        let is_likely = |_: &u32| {
            assert!(pool.draw(&mut rng, &nodes(&[0]), &mut draft));
            draft[0].index() < 2
        };
        let share = (0..10_000).filter(is_likely).count() as f64 / 10_000.0;
        // Seven times of ten at the node given, where there is nothing else; else two routes that count 7 times each, of 24.
        assert!((share - (0.7 + 0.3 * 14.0 / 24.0)).abs() < 0.01, "{share}");
    }
}
