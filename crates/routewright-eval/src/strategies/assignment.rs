//! Trips laid on lines, in proportion to the frequencies of the strategies they follow.

use routewright_model::NodeId;

use super::graph::{Graph, Kind, Link};
use super::labels::Labels;
use super::{RiderCosts, ServiceLine, Trips, Walk};

/// What riders do and what it takes them, per hour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assignment {
    /// Trips made.
    pub served_trips: f64,
    /// Trips that are impossible or take longer than riders put up with.
    pub unserved_trips: f64,
    /// Minutes on board.
    pub riding_minutes: f64,
    /// Minutes at stops.
    pub waiting_minutes: f64,
    /// Minutes on foot.
    pub walking_minutes: f64,
    /// Changes of vehicle.
    pub changes: f64,
    /// Perceived minutes of all trips, those not made with the minutes after which they are given up.
    pub perceived_minutes: f64,
    /// Riders on each leg of each line.
    pub loads: Vec<Vec<f64>>,
    /// Perceived minutes of each of the trips that were given.
    pub minutes: Vec<f64>,
}

impl Assignment {
    /// Perceived minutes of a trip, on average over all.
    pub fn mean_minutes(&self) -> f64 {
        self.perceived_minutes / (self.served_trips + self.unserved_trips)
    }

    /// The most riders in a vehicle of a line, on its busiest leg.
    pub fn peak_load(&self, line: usize, headway: f64) -> f64 {
        let busiest = self.loads[line].iter().copied().fold(0.0, f64::max);
        busiest * headway / 60.0
    }
}

/// Assigns trips to lines and walks by optimal strategies.
///
/// # Panics
/// A line has a headway that is not above 0, or not one leg less than stops; a walk takes less than no time.
pub fn assign(
    place_count: usize,
    lines: &[ServiceLine],
    walks: &[Walk],
    trips: &[Trips],
    costs: &RiderCosts,
) -> Assignment {
    for line in lines {
        assert!(line.headway > 0.0 && line.headway.is_finite(), "a headway is more than 0 minutes");
        assert!(line.leg_minutes.len() + 1 == line.stops.len(), "a line has one leg less than stops");
        assert!(line.leg_minutes.iter().all(|minutes| *minutes >= 0.0), "a leg takes no less than no time");
    }
    assert!(walks.iter().all(|walk| walk.minutes >= 0.0), "a walk takes no less than no time");
    let graph = Graph::new(place_count, lines, walks, costs);
    let mut flow = Flow {
        labels: Labels::new(&graph),
        volumes: vec![0.0; graph.node_count],
        found: Assignment {
            loads: lines.iter().map(|line| vec![0.0; line.leg_minutes.len()]).collect(),
            minutes: vec![0.0; trips.len()],
            ..Assignment::default()
        },
        graph: &graph,
        costs,
    };
    let mut by_destination: Vec<usize> = (0..trips.len()).filter(|&at| trips[at].per_hour > 0.0).collect();
    by_destination.sort_by_key(|&at| (trips[at].to, at));
    for group in by_destination.chunk_by(|&a, &b| trips[a].to == trips[b].to) {
        flow.assign_to(trips[group[0]].to, trips, group);
    }
    flow.found
}

struct Flow<'a> {
    graph: &'a Graph,
    costs: &'a RiderCosts,
    labels: Labels,
    volumes: Vec<f64>,
    found: Assignment,
}

impl Flow<'_> {
    fn assign_to(&mut self, destination: NodeId, trips: &[Trips], group: &[usize]) {
        self.labels.set(self.graph, destination.index(), self.costs);
        self.volumes.fill(0.0);
        let found = &mut self.found;
        for &at in group {
            let Trips { from, per_hour, .. } = trips[at];
            let minutes = self.labels.minutes[from.index()];
            let is_made = minutes.is_finite() && minutes <= self.costs.give_up;
            let minutes = if is_made { minutes } else { self.costs.give_up };
            match is_made {
                true => found.served_trips += per_hour,
                false => found.unserved_trips += per_hour,
            }
            if is_made {
                self.volumes[from.index()] += per_hour;
            }
            found.minutes[at] = minutes;
            found.perceived_minutes += per_hour * minutes;
        }
        // A strategy leads to nodes whose labels became final before: the last first.
        for &node in self.labels.order.iter().rev() {
            let volume = self.volumes[node];
            if volume == 0.0 {
                continue;
            }
            let all = self.labels.frequency[node];
            if all.is_finite() {
                found.waiting_minutes += volume * self.costs.wait_factor / all;
            }
            for at in self.labels.strategy(node) {
                let Link { to, minutes, frequency, kind, .. } = self.graph.links[at];
                let share = if all.is_finite() { volume * frequency / all } else { volume };
                self.volumes[to] += share;
                match kind {
                    Kind::Walk => found.walking_minutes += share * minutes,
                    Kind::Change => found.changes += share,
                    Kind::Ride { line, leg } => {
                        found.riding_minutes += share * minutes;
                        found.loads[line][leg] += share;
                    }
                    Kind::FirstBoarding | Kind::Alight => {}
                }
            }
        }
    }
}
