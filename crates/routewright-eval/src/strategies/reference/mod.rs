//! The algorithm of the paper as it stands there: every place and every stop of a line is a node of a graph, and links
//! are looked at one by one. Slow; for tests.

mod graph;
mod labels;

use routewright_model::NodeId;

use self::graph::{Graph, Kind, Link};
use self::labels::Labels;
use super::{Assignment, RiderCosts, ServiceLine, Trips, Walk};

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
            boardings: vec![0.0; lines.len()],
            minutes: vec![0.0; trips.len()],
            is_served: vec![true; trips.len()],
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

/// Minutes that a clock shows for trips to each destination, from every place: walking, waiting and riding by the
/// strategies of [`assign`], without weights and penalties. Infinite where a trip is not made; 0 where one already is.
pub fn clock_minutes(
    place_count: usize,
    lines: &[ServiceLine],
    walks: &[Walk],
    destinations: &[NodeId],
    costs: &RiderCosts,
) -> Vec<Vec<f64>> {
    let graph = Graph::new(place_count, lines, walks, costs);
    let mut labels = Labels::new(&graph);
    let mut clock = vec![0.0; graph.node_count];
    let mut to = |destination: &NodeId| {
        labels.set(&graph, destination.index(), costs);
        clock.fill(f64::INFINITY);
        clock[destination.index()] = 0.0;
        clock[place_count + destination.index()] = 0.0;
        for &node in &labels.order {
            let all = labels.frequency[node];
            let is_waiting = all.is_finite();
            clock[node] = if is_waiting { costs.wait_factor / all } else { 0.0 };
            for Link { to, minutes, frequency, .. } in labels.strategy(node).map(|at| graph.links[at]) {
                clock[node] += (minutes + clock[to]) * if is_waiting { frequency / all } else { 1.0 };
            }
        }
        let is_made = |place: usize| labels.minutes[place] <= costs.give_up;
        (0..place_count).map(|place| if is_made(place) { clock[place] } else { f64::INFINITY }).collect()
    };
    destinations.iter().map(&mut to).collect()
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
            found.is_served[at] = is_made;
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
                    Kind::Change { line } => {
                        found.changes += share;
                        found.boardings[line] += share;
                    }
                    Kind::FirstBoarding { line } => found.boardings[line] += share,
                    Kind::Ride { line, leg } => {
                        found.riding_minutes += share * minutes;
                        found.loads[line][leg] += share;
                    }
                    Kind::Alight => {}
                }
            }
        }
    }
}
