//! A second look at a line, before its network is scored: by the trips from some origins alone.

use routewright_model::{City, NodeId};

use crate::engine::SAMPLE_SIZE;
use crate::evaluator::Evaluator;
use crate::lines::Line;

/// Fewest nodes of a city for which a sample of origins is worth the trouble.
const LEAST_NODES: usize = 3 * SAMPLE_SIZE;
/// How far the difference between two lines over all trips may be from that over the sampled ones, as a share of it.
const TOLERANCE: f64 = 0.15;

/// The yardstick for replacements of a line: see [`Evaluator::glance`].
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// The cost of the present network.
    cost: f64,
    /// What riders' time costs in it, by the sampled trips.
    riders: f64,
    running: f64,
}

/// How likely each node is to be drawn as an origin: by its demand.
#[derive(Clone, Debug)]
pub struct Origins {
    /// Trips from all nodes up to each one.
    trips: Vec<f64>,
}

impl Origins {
    /// `None` for cities so small that all trips may as well be looked at.
    pub fn new(city: &City) -> Option<Self> {
        if city.node_count() < LEAST_NODES {
            return None;
        }
        let mut sum = 0.0;
        let mut up_to = |node: NodeId| {
            sum += city.demand_from(node).iter().sum::<f64>();
            sum
        };
        Some(Self { trips: city.node_ids().map(&mut up_to).collect() })
    }

    /// As many origins as a sample holds, by random numbers from 0 to 1.
    pub fn draw(&self, mut chance: impl FnMut() -> f64) -> Vec<u32> {
        let all = self.trips[self.trips.len() - 1];
        let mut origin = |_| {
            let wanted = chance() * all;
            self.trips.partition_point(|&trips| trips <= wanted).min(self.trips.len() - 1) as u32
        };
        (0..SAMPLE_SIZE).map(&mut origin).collect()
    }
}

impl Evaluator<'_> {
    /// Measures a line on top of the kept ones by the trips from some origins, where `cost` is the cost of all of them.
    /// `None` where riders' time does not count.
    pub fn glance(&mut self, origins: &[u32], line: Line<'_>, cost: f64) -> Option<Glance> {
        if !self.counts_riders() {
            return None;
        }
        self.sample(origins);
        Some(Glance { cost, riders: self.sampled_riders_cost(line), running: self.running_cost(line) })
    }

    /// Whether one more line may bring the cost down to `limit`, by the trips from the origins of the glance. No proof,
    /// but in a city of a thousand nodes a tenth of the work of [`Evaluator::cost_with`].
    pub fn looks_promising(&mut self, glance: &Glance, line: Line<'_>, limit: f64) -> bool {
        if !self.may_cost(line, limit) {
            return false;
        }
        let running = self.running_cost(line) - glance.running;
        let riders = self.sampled_riders_cost(line) - glance.riders;
        glance.cost + running + riders - TOLERANCE * riders.abs() <= limit
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, Direction, Limits, Problem, Route};

    use super::*;

    fn problem() -> Problem {
        let limits = Limits::new(3, 2, 15).unwrap();
        Problem::new(Arc::new(City::mandl()), limits, Alpha::new(1.0).unwrap())
    }

    fn route(problem: &Problem, text: &str) -> Route {
        let stops = text.split('-').map(|name| problem.city.node_named(name).unwrap()).collect();
        Route::on_links(&problem.city, text, stops, Direction::BothWays).unwrap()
    }

    #[test]
    fn sampled_trips_are_those_of_all_lines_together() {
        let problem = problem();
        let routes =
            ["1-2-3-6-8-10-11-12-4-5", "9-15-7-10-14-13", "13-14-10-8-6"].map(|text| route(&problem, text));
        let line = |at: usize| Line::of(&routes[at]).next().unwrap();
        let mut evaluator = Evaluator::new(&problem);
        for origins in [vec![0], vec![12, 3, 3], (0..15).collect()] {
            evaluator.keep(routes.iter().flat_map(Line::of));
            evaluator.sample(&origins);
            let whole = evaluator.sampled_riders_cost(line(0));
            // The second one alone connects some nodes: without it trips are unserved.
            for out in 0..3 {
                evaluator.keep((0..3).filter(|&at| at != out).map(line));
                evaluator.sample(&origins);
                let cost = evaluator.sampled_riders_cost(line(out));
                assert!((cost - whole).abs() < 1e-12, "{origins:?} without {out}: {cost}, not {whole}");
            }
        }
    }

    #[test]
    fn a_trip_from_one_origin_takes_its_time() {
        let problem = problem();
        let (line, none) = (route(&problem, "1-2-3-6-8-10-11-12-4-5"), route(&problem, "9-15"));
        let mut evaluator = Evaluator::new(&problem);
        evaluator.keep(Line::of(&line));
        evaluator.sample(&[0]);
        let cost = evaluator.sampled_riders_cost(Line::of(&none).next().unwrap());
        // Minutes from node 1 along the line; nodes 7, 9, 13, 14 and 15 are out of reach.
        let minutes = [
            (2, 8.0),
            (3, 10.0),
            (6, 13.0),
            (8, 15.0),
            (10, 23.0),
            (11, 28.0),
            (12, 38.0),
            (4, 48.0),
            (5, 52.0),
        ];
        let trips = |to: usize| problem.city.demand(NodeId::new(0), NodeId::new(to - 1));
        let longest = problem.city.longest_drive().minutes();
        let served: f64 = minutes.iter().map(|&(to, minutes)| trips(to) * minutes / longest).sum();
        let unserved: f64 = [7, 9, 13, 14, 15].iter().map(|&to| trips(to) * 2.0).sum();
        let all: f64 = (1..=15).map(trips).sum();
        assert!((cost - (served + unserved) / all).abs() < 1e-4, "{cost}, not {}", (served + unserved) / all);
    }

    #[test]
    fn a_line_is_as_promising_as_itself_and_a_stub_is_not() {
        let problem = problem();
        let [red, blue, green, stub] = ["1-2-3-6-8-10-11-12-4-5", "9-15-7-10-14-13", "13-14-10-8-6", "9-15"]
            .map(|text| route(&problem, text));
        let line = |route| Line::of(route).next().unwrap();
        let mut evaluator = Evaluator::new(&problem);
        evaluator.keep([&red, &blue].into_iter().flat_map(Line::of));
        let cost = evaluator.score_with(line(&green)).cost;
        let glance = evaluator.glance(&(0..15).collect::<Vec<_>>(), line(&green), cost).unwrap();
        assert!(evaluator.looks_promising(&glance, line(&green), cost));
        assert!(!evaluator.looks_promising(&glance, line(&stub), cost));
    }

    #[test]
    fn origins_are_drawn_by_their_demand() {
        let config = routewright_synth::SynthConfig::new(routewright_synth::CityKind::Grid4, 400);
        let mut parts = routewright_synth::generate(&config, 1).unwrap().to_parts();
        assert!(Origins::new(&City::mandl()).is_none());
        // All trips but a few start at node 7.
        parts.demand.iter_mut().for_each(|demand| {
            demand.trips = if demand.from.index() == 7 { 1e6 } else { demand.trips / 1e3 };
        });
        let origins = Origins::new(&City::new(parts).unwrap()).unwrap();
        let mut next = 0.0;
        let drawn = origins.draw(|| {
            next += 0.999 / SAMPLE_SIZE as f64;
            next
        });
        assert_eq!(drawn.len(), SAMPLE_SIZE);
        assert!(drawn.iter().filter(|&&origin| origin == 7).count() > SAMPLE_SIZE * 9 / 10, "{drawn:?}");
    }
}
