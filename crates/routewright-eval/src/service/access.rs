//! Whom a service serves, and what they can get to with the walking and waiting it takes.

use routewright_model::{City, Network, NodeId, PeopleAndJobs};

use super::ServiceModel;
use crate::ACCESS_LIMITS;
use crate::strategies::{ServiceLine, Walk, clock_minutes};

/// Minutes of walking within which a stop serves a zone.
pub const WALK_TO_STOP_MINUTES: f64 = 15.0;

/// Shares of people and jobs with access, from 0 to 1; zero where there are none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServiceAccess {
    /// People who live at a stop of some line, or a walk of at most [`WALK_TO_STOP_MINUTES`] away from it.
    pub people_served: f64,
    /// Jobs at such nodes.
    pub jobs_served: f64,
    /// Jobs that a person can get to within each of [`ACCESS_LIMITS`], door to door, on average over all people.
    pub jobs_within: [f64; 3],
    /// The same for people, such as friends and customers.
    pub people_within: [f64; 3],
}

/// Nodes with people or jobs.
pub(super) fn zones_to_reach(city: &City, zones: &PeopleAndJobs) -> Vec<NodeId> {
    worth_going(city, &[zones.people(), zones.jobs()])
}

/// Access by lines and walks, given the minutes from everywhere to each of [`zones_to_reach`]; see [`reach`].
pub(super) fn access(
    city: &City,
    lines: &[ServiceLine],
    walks: &[Walk],
    zones: &PeopleAndJobs,
    trips: (&[NodeId], &[Vec<f64>]),
) -> ServiceAccess {
    let (people, jobs) = (zones.people(), zones.jobs());
    let found = reach_by(city, lines, walks, people, &[people, jobs], trips);
    ServiceAccess {
        people_served: found[0].served,
        jobs_served: found[1].served,
        jobs_within: found[1].within,
        people_within: found[0].within,
    }
}

/// What people can get to, of one kind: jobs, schools, whatever is counted by node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Share of it at a stop of some line, or a walk of at most [`WALK_TO_STOP_MINUTES`] away from it.
    pub served: f64,
    /// Share of it within each of [`ACCESS_LIMITS`], door to door, on average over all people.
    pub within: [f64; 3],
}

/// What people can get to in a network beside fixed routes, for each of several kinds that are counted by node;
/// `people` are those at every node. Shares are from 0 to 1, and zero where there is nothing.
///
/// A trip takes the minutes a clock shows: walking, waiting and riding, without weights and penalties. What lies at
/// one's own node takes no time; what takes longer than `give_up` is out of reach.
pub fn reach(
    city: &City,
    [network, fixed]: [&Network; 2],
    model: &ServiceModel,
    people: &[f64],
    kinds: &[&[f64]],
) -> Vec<Reach> {
    let lines: Vec<ServiceLine> = model.lines(network).into_iter().chain(model.lines(fixed)).collect();
    let (walks, to) = (model.walks(city), worth_going(city, kinds));
    let minutes = clock_minutes(city.node_count(), &lines, &walks, &to, &model.costs);
    reach_by(city, &lines, &walks, people, kinds, (&to, &minutes))
}

fn worth_going(city: &City, kinds: &[&[f64]]) -> Vec<NodeId> {
    let has_some = |node: &NodeId| kinds.iter().any(|kind| kind[node.index()] > 0.0);
    city.node_ids().filter(has_some).collect()
}

fn reach_by(
    city: &City,
    lines: &[ServiceLine],
    walks: &[Walk],
    people: &[f64],
    kinds: &[&[f64]],
    (destinations, minutes): (&[NodeId], &[Vec<f64>]),
) -> Vec<Reach> {
    let mut is_stop = vec![false; city.node_count()];
    lines.iter().flat_map(|line| &line.stops).for_each(|stop| is_stop[stop.index()] = true);
    let mut is_served = is_stop.clone();
    let is_near = |walk: &&Walk| is_stop[walk.to.index()] && walk.minutes <= WALK_TO_STOP_MINUTES;
    for walk in walks.iter().filter(is_near) {
        is_served[walk.from.index()] = true;
    }
    let mut sums = vec![[0.0; 3]; kinds.len()];
    for (to, minutes) in destinations.iter().map(|to| to.index()).zip(minutes) {
        for (at, limit) in ACCESS_LIMITS.iter().map(|limit| limit.minutes() + 1e-9).enumerate() {
            let who = people.iter().zip(minutes).filter(|(_, minutes)| **minutes <= limit);
            let who: f64 = who.map(|(count, _)| count).sum();
            kinds.iter().zip(&mut sums).for_each(|(kind, sums)| sums[at] += who * kind[to]);
        }
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let all_people: f64 = people.iter().sum();
    let reach = |(kind, sums): (&&[f64], [f64; 3])| {
        let all: f64 = kind.iter().sum();
        let served = kind.iter().zip(&is_served).filter(|(_, served)| **served).map(|(count, _)| count).sum();
        Reach { served: share(served, all), within: sums.map(|sum| share(sum, all_people * all)) }
    };
    kinds.iter().zip(sums).map(reach).collect()
}
