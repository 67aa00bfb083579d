//! Costs of lines by a sample of the trips: what a search tries by the thousand in a large city.

use routewright_model::{City, NodeId};

use crate::engine::SAMPLE_SIZE;
use crate::evaluator::Evaluator;
use crate::kernel::order::compact_order;
pub use crate::kernel::sample::Sampled;
use crate::lines::Line;

/// Fewest nodes of a city for which a sample is worth the trouble.
const LEAST_NODES: usize = 3 * SAMPLE_SIZE;
/// Nodes of a group that lie near each other.
const GROUP: usize = 64;
/// Most nodes beside a route that are all in a sample.
const NEAR: usize = SAMPLE_SIZE / 2;

/// The yardstick for replacements of a line: see [`Evaluator::glance`].
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// The cost of the present network.
    cost: f64,
    /// What the line saves of the cost of riders' time, by the sampled trips.
    saving: f64,
    running: f64,
}

/// Draws samples of the nodes of a large city.
#[derive(Clone, Debug)]
pub struct Sampler {
    /// Trips from and to every node, and their sum.
    trips: Vec<f64>,
    all: f64,
    /// All nodes, those near each other one after the other.
    order: Vec<u32>,
}

impl Sampler {
    /// `None` for cities so small that all trips may as well be looked at.
    pub fn new(city: &City) -> Option<Self> {
        if city.node_count() < LEAST_NODES {
            return None;
        }
        let mut trips = vec![0.0; city.node_count()];
        for from in city.node_ids() {
            for (to, &count) in city.demand_from(from).iter().enumerate() {
                trips[from.index()] += count;
                trips[to] += count;
            }
        }
        let all = trips.iter().sum();
        Some(Self { trips, all, order: compact_order(city, GROUP) })
    }

    /// Nodes at a route and beside it, as far as there is room, and others by their trips. `chance` gives random numbers
    /// from 0 to 1.
    pub fn draw(&self, city: &City, stops: &[NodeId], mut chance: impl FnMut() -> f64) -> Vec<Sampled> {
        let beside = stops.iter().flat_map(|&stop| city.links_from(stop)).map(|link| link.0);
        let mut near: Vec<u32> = Vec::with_capacity(SAMPLE_SIZE);
        for node in stops.iter().copied().chain(beside).map(|node| node.index() as u32) {
            if near.len() < NEAR && !near.contains(&node) {
                near.push(node);
            }
        }
        let near_by: f64 = near.iter().map(|&node| self.trips[node as usize]).sum();
        let room = SAMPLE_SIZE - near.len();
        // As many trips stand for each of the others: nodes near each other have the same chance together, wherever they are.
        let far = self.all - near_by;
        // What is left of the sum may be rounding.
        let share = if far > 1e-9 * self.all { far / room as f64 } else { f64::INFINITY };
        let mut wanted = if share < f64::INFINITY { chance() * share } else { share };
        let mut up_to = 0.0;
        let mut drawn = Vec::with_capacity(room);
        for &node in self.order.iter().filter(|node| !near.contains(node)) {
            let trips = self.trips[node as usize];
            up_to += trips;
            let mut times = 0;
            while wanted < up_to {
                wanted += share;
                times += 1;
            }
            if times > 0 && drawn.len() < room {
                drawn.push(Sampled { node, stands_for: f64::from(times) * share / trips });
            }
        }
        near.into_iter().map(|node| Sampled { node, stands_for: 1.0 }).chain(drawn).collect()
    }
}

impl Evaluator<'_> {
    /// Measures a line on top of the kept ones by sampled trips, where `cost` is the cost of all of them. `None` where
    /// riders' time does not count.
    pub fn glance(&mut self, nodes: &[Sampled], line: Line<'_>, cost: f64) -> Option<Glance> {
        if !self.counts_riders() {
            return None;
        }
        self.sample(nodes);
        Some(Glance { cost, saving: self.sampled_saving(line), running: self.running_cost(line) })
    }

    /// About what the kept lines and one more cost, by the sampled trips; or `None` if that is sure to be above `limit`.
    /// In a city of a thousand nodes a tenth of the work of [`Evaluator::cost_with`] or less.
    pub fn estimate_within(&mut self, glance: &Glance, line: Line<'_>, limit: f64) -> Option<f64> {
        if !self.may_cost(line, limit) {
            return None;
        }
        let running = self.running_cost(line) - glance.running;
        Some(glance.cost + running + glance.saving - self.sampled_saving(line))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, Direction, Limits, Problem, Route};

    use super::*;
    use crate::Score;

    fn problem() -> Problem {
        let limits = Limits::new(3, 2, 15).unwrap();
        Problem::new(Arc::new(City::mandl()), limits, Alpha::new(1.0).unwrap())
    }

    fn route(problem: &Problem, text: &str) -> Route {
        let stops = text.split('-').map(|name| problem.city.node_named(name).unwrap()).collect();
        Route::on_links(&problem.city, text, stops, Direction::BothWays).unwrap()
    }

    #[test]
    fn what_a_line_saves_is_exact_where_all_is_sampled() {
        let problem = problem();
        let routes = ["1-2-3-6-8-10-11-12-4-5", "9-15-7-10-14-13", "9-15"].map(|text| route(&problem, text));
        let line = |at: usize| Line::of(&routes[at]).next().unwrap();
        let mut evaluator = Evaluator::new(&problem);
        let all = sampled(&(0..15).collect::<Vec<_>>());
        // C_p' over T_max: that of the cost without the constraints.
        let riders = |score: Score| {
            let unserved = score.unserved_pairs as f64 / problem.city.demand_pair_count() as f64;
            let violated = f64::from(u8::from(!score.is_feasible));
            score.cost - problem.violation_weight * (unserved + 0.1 * violated)
        };
        // Everybody is served, or some are.
        for (kept, added) in [(0, 1), (0, 2), (1, 0)] {
            let without = riders(evaluator.score_lines([line(kept)].into_iter()));
            let with = riders(evaluator.score_lines([line(kept), line(added)].into_iter()));
            evaluator.keep([line(kept)].into_iter());
            evaluator.sample(&all);
            let saving = evaluator.sampled_saving(line(added));
            assert!((saving - (without - with)).abs() < 1e-6, "{saving}, not {}", without - with);
        }
    }

    #[test]
    fn trips_of_stops_outside_the_sample_count_whole() {
        let problem = problem();
        let routes = ["1-2-3-6-8-10-11-12-4-5", "9-15-7-10-14-13", "9-15"].map(|text| route(&problem, text));
        let line = |at: usize| Line::of(&routes[at]).next().unwrap();
        let mut evaluator = Evaluator::new(&problem);
        let mut saving = |nodes: Vec<usize>| {
            evaluator.keep([line(0), line(1)].into_iter());
            evaluator.sample(&sampled(&nodes));
            evaluator.sampled_saving(line(2))
        };
        // Of the two stops, 9 and 15, either one may be missing from the sample.
        let whole = saving((0..15).collect());
        for missing in [8, 14] {
            let part = saving((0..15).filter(|&node| node != missing).collect());
            assert!((part - whole).abs() < 1e-6, "{part}, not {whole}");
        }
    }

    #[test]
    fn estimates_are_costs_where_all_is_sampled() {
        let problem = problem();
        let [red, blue, green, stub] = ["1-2-3-6-8-10-11-12-4-5", "9-15-7-10-14-13", "13-14-10-8-6", "9-15"]
            .map(|text| route(&problem, text));
        let line = |route| Line::of(route).next().unwrap();
        let mut evaluator = Evaluator::new(&problem);
        evaluator.keep([&red, &blue].into_iter().flat_map(Line::of));
        let cost = evaluator.score_with(line(&green)).cost;
        let all = sampled(&(0..15).collect::<Vec<_>>());
        let glance = evaluator.glance(&all, line(&green), cost).unwrap();
        for route in [&green, &stub, &red] {
            let estimate = evaluator.estimate_within(&glance, line(route), f64::INFINITY).unwrap();
            let exact = evaluator.score_with(line(route)).cost;
            assert!((estimate - exact).abs() < 1e-6, "{estimate}, not {exact}");
        }
        assert_eq!(evaluator.estimate_within(&glance, line(&stub), 0.01), None);
    }

    #[test]
    fn nodes_beside_the_route_stand_for_themselves() {
        let config = routewright_synth::SynthConfig::new(routewright_synth::CityKind::Grid4, 400);
        let city = routewright_synth::generate(&config, 1).unwrap();
        assert!(Sampler::new(&City::mandl()).is_none());
        let sampler = Sampler::new(&city).unwrap();
        let stops: Vec<NodeId> = city.shortest_path(NodeId::new(0), NodeId::new(9)).collect();
        let mut state = 0.0_f64;
        let drawn = sampler.draw(&city, &stops, || {
            state = (state + 0.618_033_988_75).fract();
            state
        });
        assert_eq!(drawn.len(), SAMPLE_SIZE);
        for (stop, sampled) in stops.iter().zip(&drawn) {
            assert_eq!((stop.index() as u32, sampled.stands_for), (sampled.node, 1.0));
        }
        // All trips are stood for.
        let trips: f64 = drawn.iter().map(|node| node.stands_for * sampler.trips[node.node as usize]).sum();
        assert!((trips - 2.0 * city.total_demand()).abs() < 1e-6 * trips, "{trips}");
    }

    fn sampled(nodes: &[usize]) -> Vec<Sampled> {
        nodes.iter().map(|&node| Sampled { node: node as u32, stands_for: 1.0 }).collect()
    }
}
