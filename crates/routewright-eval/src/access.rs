//! Accessibility: whom a network serves, and the jobs they can get to.

use routewright_model::{Network, NodeId, PeopleAndJobs, Problem, Seconds};

use crate::assess::for_each_origin;
use crate::{Line, OperatingPlan};

/// Time limits within which jobs are counted.
pub const ACCESS_LIMITS: [Seconds; 3] = [Seconds(1800), Seconds(2700), Seconds(3600)];

/// What a trip takes besides riding and transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessAssumptions {
    /// Walking, both ends of the trip together.
    pub walking: Seconds,
    /// Waiting for the first vehicle: half a headway. Later waits are part of the transfer penalty.
    pub waiting: Seconds,
}

impl AccessAssumptions {
    /// Five minutes on foot at either end of a trip.
    pub const WALKING: Seconds = Seconds(600);

    /// [`Self::WALKING`], and half of the plan's common headway; headways of single routes do not count.
    pub fn for_plan(plan: &OperatingPlan) -> Self {
        Self { walking: Self::WALKING, waiting: Seconds(plan.headways.every().0 / 2) }
    }

    /// Walking and waiting together.
    pub fn door_time(&self) -> Seconds {
        self.walking + self.waiting
    }
}

/// Shares of people and jobs with access, from 0 to 1; zero where there are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Access {
    /// People who live at a node that some route stops at.
    pub people_served: f64,
    /// Jobs at such nodes.
    pub jobs_served: f64,
    /// Jobs that a person can get to within each of [`ACCESS_LIMITS`], door to door, on average over all
    /// people.
    pub jobs_within: [f64; 3],
    /// What trips take besides riding and transfers.
    pub assumptions: AccessAssumptions,
}

/// Access to jobs over a network and the fixed routes. A trip takes its time in vehicles, for transfers, and
/// at the doors as assumed. Jobs at one's own node take no time.
pub fn access(
    problem: &Problem,
    network: &Network,
    counts: &PeopleAndJobs,
    assumptions: AccessAssumptions,
) -> Access {
    let door_time = assumptions.door_time();
    let (people, jobs) = (counts.people(), counts.jobs());
    let mut is_served = vec![false; problem.city.node_count()];
    for line in network.routes.iter().chain(&problem.fixed.routes).flat_map(Line::of) {
        line.stops.iter().for_each(|stop| is_served[stop.index()] = true);
    }
    let served = |of_nodes: &[f64]| -> f64 {
        of_nodes.iter().zip(&is_served).filter(|(_, served)| **served).map(|(count, _)| count).sum()
    };
    let mut person_jobs = [0.0; 3];
    for_each_origin(problem, network, |from: NodeId, seconds_to: &dyn Fn(usize) -> Option<u64>| {
        let from = from.index();
        if people[from] <= 0.0 {
            return;
        }
        for (to, &count) in jobs.iter().enumerate().filter(|(_, count)| **count > 0.0) {
            let seconds = match seconds_to(to) {
                _ if to == from => 0,
                Some(seconds) => seconds + u64::from(door_time.0),
                None => continue,
            };
            for (sum, limit) in person_jobs.iter_mut().zip(ACCESS_LIMITS) {
                if seconds <= u64::from(limit.0) {
                    *sum += people[from] * count;
                }
            }
        }
    });
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let (all_people, all_jobs): (f64, f64) = (people.iter().sum(), jobs.iter().sum());
    Access {
        people_served: share(served(people), all_people),
        jobs_served: share(served(jobs), all_jobs),
        jobs_within: person_jobs.map(|sum| share(sum, all_people * all_jobs)),
        assumptions,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use routewright_model::{Alpha, City, Direction, Limits, Route};

    use super::*;

    fn doors(waiting: u32) -> AccessAssumptions {
        AccessAssumptions { walking: Seconds(600), waiting: Seconds(waiting) }
    }

    #[test]
    fn jobs_are_counted_up_to_the_time_they_take() {
        let city = Arc::new(City::mandl());
        let limits = Limits::new(1, 2, 8).unwrap();
        let problem = Problem::new(city.clone(), limits, Alpha::new(0.5).unwrap());
        let node = |name: &str| city.node_named(name).unwrap();
        // Minutes from 1 along the route: 2 at 8, 3 at 10, 6 at 13, 8 at 15.
        let stops = ["1", "2", "3", "6", "8"].map(node).to_vec();
        let network = Network::from_iter([Route::on_links(&city, "1", stops, Direction::BothWays).unwrap()]);
        let mut people = vec![0.0; 15];
        let mut jobs = vec![0.0; 15];
        people[node("1").index()] = 30.0;
        people[node("8").index()] = 10.0;
        people[node("15").index()] = 60.0; // not served
        jobs[node("1").index()] = 10.0;
        jobs[node("3").index()] = 20.0;
        jobs[node("8").index()] = 30.0;
        jobs[node("9").index()] = 40.0; // not served
        let counts = PeopleAndJobs::new(people, jobs).unwrap();
        // With 15 minutes at the doors: from 1 to 3 in 25, to 8 in 30; from 8 to 3 in 20, to 1 in 30.
        let found = access(&problem, &network, &counts, doors(300));
        assert_eq!((found.people_served, found.jobs_served), (0.4, 0.6));
        assert!((found.jobs_within[0] - 0.4 * 0.6).abs() < 1e-12, "{found:?}");
        // With 31 minutes none but one's own within 30, 3 from 1 and 8 within 45 (41 and 36), all within 60.
        let found = access(&problem, &network, &counts, doors(1260));
        let expected = [(30.0 * 10.0 + 10.0 * 30.0) / 10_000.0, (30.0 * 30.0 + 10.0 * 50.0) / 10_000.0, 0.24];
        for (share, expected) in found.jobs_within.iter().zip(expected) {
            assert!((share - expected).abs() < 1e-12, "{found:?}");
        }
    }
}
