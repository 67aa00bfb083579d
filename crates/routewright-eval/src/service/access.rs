//! Whom a service serves, and what they can get to with the walking and waiting it takes.

use routewright_model::{City, NodeId, PeopleAndJobs};

use super::ServiceModel;
use crate::ACCESS_LIMITS;
use crate::strategies::{ServiceLine, clock_minutes};

/// Shares of people and jobs with access, from 0 to 1; zero where there are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServiceAccess {
    /// People who live at a stop of some line, or one walk away from it.
    pub people_served: f64,
    /// Jobs at such nodes.
    pub jobs_served: f64,
    /// Jobs that a person can get to within each of [`ACCESS_LIMITS`], door to door, on average over all people.
    pub jobs_within: [f64; 3],
    /// The same for people, such as friends and customers.
    pub people_within: [f64; 3],
}

/// Access by lines and walks. A trip takes the minutes a clock shows: walking, waiting and riding, without weights
/// and penalties. What lies at one's own node takes no time; what takes longer than `give_up` is out of reach.
pub(super) fn access(
    city: &City,
    lines: &[ServiceLine],
    model: &ServiceModel,
    zones: &PeopleAndJobs,
) -> ServiceAccess {
    let (people, jobs) = (zones.people(), zones.jobs());
    let walks = model.walks(city);
    let mut is_stop = vec![false; city.node_count()];
    lines.iter().flat_map(|line| &line.stops).for_each(|stop| is_stop[stop.index()] = true);
    let mut is_served = is_stop.clone();
    for walk in walks.iter().filter(|walk| is_stop[walk.to.index()]) {
        is_served[walk.from.index()] = true;
    }
    let served = |of_nodes: &[f64]| -> f64 {
        of_nodes.iter().zip(&is_served).filter(|(_, served)| **served).map(|(count, _)| count).sum()
    };
    let worth_going = |node: &NodeId| people[node.index()] + jobs[node.index()] > 0.0;
    let destinations: Vec<NodeId> = city.node_ids().filter(worth_going).collect();
    let minutes = clock_minutes(city.node_count(), lines, &walks, &destinations, &model.costs);
    let (mut to_jobs, mut to_people) = ([0.0; 3], [0.0; 3]);
    for (to, minutes) in destinations.iter().map(|to| to.index()).zip(&minutes) {
        for (at, limit) in ACCESS_LIMITS.iter().map(|limit| limit.minutes() + 1e-9).enumerate() {
            let who = people.iter().zip(minutes).filter(|(_, minutes)| **minutes <= limit);
            let who: f64 = who.map(|(count, _)| count).sum();
            to_jobs[at] += who * jobs[to];
            to_people[at] += who * people[to];
        }
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let (all_people, all_jobs): (f64, f64) = (people.iter().sum(), jobs.iter().sum());
    ServiceAccess {
        people_served: share(served(people), all_people),
        jobs_served: share(served(jobs), all_jobs),
        jobs_within: to_jobs.map(|sum| share(sum, all_people * all_jobs)),
        people_within: to_people.map(|sum| share(sum, all_people * all_people)),
    }
}
