//! Route sections by their definition, slow and obvious. It shares no code with the fast way and is what the fast way
//! is tested against.
//!
//! ```text
//! D(i, j) = min over sets of lines from i to j ( (wait_weight * wait_factor + sum of f t) / sum of f )
//! ```
//!
//! where `t` is the time of a line's fastest ride from `i` to `j` and `f` its departures per minute. The best set holds
//! the fastest lines, so the sets to try are the beginnings of the list of lines by riding time. A trip is the best
//! chain of sections and walks, with the transfer penalty at every section but the first.
//!
//! Times are counted in whole ticks so that sums are exact. The time of a section, of a single walk, the penalty and
//! `give_up` are rounded up, once.

use routewright_model::{City, NodeId};

use super::ServiceModel;
use crate::strategies::ServiceLine;

/// Ticks per minute: a tick is a quarter of a second.
pub const TICKS_PER_MINUTE: f64 = 240.0;

/// Trip times by route sections.
#[derive(Clone, Debug, PartialEq)]
pub struct NaiveSections {
    /// Perceived minutes from every node to every other, row-major: `give_up` where a trip takes longer or is not
    /// possible, 0 on the diagonal.
    pub minutes: Vec<f64>,
    /// Perceived minutes of all trips, per hour.
    pub total_minutes: f64,
}

/// Trip times of riders who choose among the sections of these lines and the city's walks.
pub fn sections(city: &City, lines: &[ServiceLine], model: &ServiceModel) -> NaiveSections {
    let n = city.node_count();
    let costs = &model.costs;
    let penalty = ticks(costs.transfer_penalty);
    let give_up = ticks(costs.give_up);

    // Riders at node i who have not boarded yet are in state i, those who have in state n + i.
    let states = 2 * n;
    let mut times: Vec<Option<u64>> = vec![None; states * states];
    let mut keep = |from: usize, to: usize, time: u64| {
        let kept = &mut times[from * states + to];
        *kept = Some(kept.map_or(time, |kept| kept.min(time)));
    };
    for state in 0..states {
        keep(state, state, 0);
    }
    for from in 0..n {
        for to in (0..n).filter(|&to| to != from) {
            let rides = rides(lines, NodeId::new(from), NodeId::new(to));
            if let Some(minutes) = section_minutes(rides, costs.wait_weight * costs.wait_factor) {
                keep(from, n + to, ticks(minutes));
                keep(n + from, n + to, ticks(minutes) + penalty);
            }
        }
    }
    for walk in city.walks() {
        let (from, to) = (walk.from.index(), walk.to.index());
        let time = ticks(costs.walk_weight * walk.time.minutes());
        keep(from, to, time);
        keep(n + from, n + to, time);
    }

    // Floyd and Warshall.
    for via in 0..states {
        for from in 0..states {
            for to in 0..states {
                let (Some(before), Some(after)) = (times[from * states + via], times[via * states + to])
                else {
                    continue;
                };
                let kept = &mut times[from * states + to];
                if kept.is_none_or(|kept| before + after < kept) {
                    *kept = Some(before + after);
                }
            }
        }
    }

    let mut minutes = vec![0.0; n * n];
    let mut total_minutes = 0.0;
    for from in 0..n {
        for to in (0..n).filter(|&to| to != from) {
            let on_foot = times[from * states + to].unwrap_or(give_up);
            let by_vehicle = times[from * states + n + to].unwrap_or(give_up);
            let perceived = on_foot.min(by_vehicle).min(give_up) as f64 / TICKS_PER_MINUTE;
            minutes[from * n + to] = perceived;
            total_minutes += city.demand(NodeId::new(from), NodeId::new(to)) / model.hours * perceived;
        }
    }
    NaiveSections { minutes, total_minutes }
}

/// Minutes in ticks, rounded up; what is a whole number but for its last bits is not.
fn ticks(minutes: f64) -> u64 {
    (minutes * TICKS_PER_MINUTE - 1e-6).ceil().max(0.0) as u64
}

/// Riding time and departures per minute of every line that runs from one node to another. Of a line that visits a node
/// twice, the fastest ride counts.
fn rides(lines: &[ServiceLine], from: NodeId, to: NodeId) -> Vec<(f64, f64)> {
    let mut rides = Vec::new();
    for line in lines {
        let mut fastest: Option<f64> = None;
        for board in 0..line.stops.len() {
            for alight in board + 1..line.stops.len() {
                if line.stops[board] == from && line.stops[alight] == to {
                    let ride: f64 = line.leg_minutes[board..alight].iter().sum();
                    fastest = Some(fastest.map_or(ride, |fastest| fastest.min(ride)));
                }
            }
        }
        rides.extend(fastest.map(|ride| (ride, 1.0 / line.headway)));
    }
    rides
}

/// Expected minutes with the best set of lines; `None` if there are none.
fn section_minutes(mut rides: Vec<(f64, f64)>, wait: f64) -> Option<f64> {
    rides.sort_by(|a, b| a.0.total_cmp(&b.0));
    (1..=rides.len())
        .map(|count| {
            let all: f64 = rides[..count].iter().map(|(_, frequency)| frequency).sum();
            let riding: f64 = rides[..count].iter().map(|(ride, frequency)| ride * frequency).sum();
            (wait + riding) / all
        })
        .min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use routewright_model::{Seconds, Walk};

    use super::*;

    fn line(stops: &[usize], leg_minutes: &[f64], headway: f64) -> ServiceLine {
        let stops = stops.iter().map(|&stop| NodeId::new(stop)).collect();
        ServiceLine { stops, leg_minutes: leg_minutes.to_vec(), headway }
    }

    /// Minutes in Mandl's city, by places in its list of nodes.
    fn check(lines: &[ServiceLine], walks: &[(usize, usize, u32)], expected: &[(usize, usize, f64)]) {
        let mut parts = City::mandl().to_parts();
        let walk = |&(from, to, minutes): &(usize, usize, u32)| Walk {
            from: NodeId::new(from),
            to: NodeId::new(to),
            time: Seconds(60 * minutes),
        };
        parts.walks = walks.iter().map(walk).collect();
        let city = City::new(parts).unwrap();
        let found = sections(&city, lines, &ServiceModel::for_city(&city));
        for &(from, to, minutes) in expected {
            let found = found.minutes[from * 15 + to];
            assert!((found - minutes).abs() < 1e-9, "from {from} to {to}: {found} is not {minutes}");
        }
        let total: f64 = (0..15)
            .flat_map(|from| (0..15).map(move |to| (from, to)))
            .map(|(from, to)| city.demand(NodeId::new(from), NodeId::new(to)) * found.minutes[from * 15 + to])
            .sum();
        assert!((total - found.total_minutes).abs() < 1e-6);
    }

    #[test]
    fn lines_join_a_section_while_they_shorten_it() {
        let fast = line(&[0, 1, 2], &[4.0, 6.0], 10.0);
        let same = line(&[0, 2], &[12.0], 10.0);
        let slow = line(&[0, 2], &[14.0], 10.0);
        // 5 + 10; both: 2.5 + 11; all: (0.5 + 3.6) / 0.3 = 13.67, more than 13.5.
        check(std::slice::from_ref(&fast), &[], &[(0, 2, 15.0), (0, 1, 9.0), (1, 2, 11.0), (2, 0, 120.0)]);
        check(&[slow, same, fast], &[], &[(0, 2, 13.5), (0, 1, 9.0), (0, 0, 0.0)]);
    }

    #[test]
    fn a_change_costs_its_penalty_and_walks_go_before_between_and_after() {
        let lines = [line(&[0, 1], &[8.0], 6.0), line(&[2, 3], &[7.0], 4.0)];
        let walks = [(4, 0, 3), (1, 2, 2), (3, 5, 10)];
        // 3 + (3 + 8) + 2 + 5 + (2 + 7) + 10.
        let expected = [(4, 5, 40.0), (4, 1, 14.0), (0, 3, 27.0), (1, 5, 21.0), (2, 1, 2.0), (5, 3, 10.0)];
        check(&lines, &walks, &expected);
    }

    #[test]
    fn the_fastest_ride_of_a_line_counts() {
        // From 1 to 3: 20 minutes from the first visit, 5 from the second. Who comes from 0 changes at 1 for the second:
        // 1 + 1, 5 for the change, 1 + 5; staying on takes 1 + 21.
        let circle = line(&[0, 1, 2, 1, 3], &[1.0, 6.0, 9.0, 5.0], 2.0);
        check(std::slice::from_ref(&circle), &[], &[(1, 3, 6.0), (1, 2, 7.0), (2, 1, 10.0), (0, 3, 13.0)]);
    }

    #[test]
    fn times_are_rounded_up_to_ticks() {
        // Every 7 minutes, 1 minute: 4.5 is whole; every 7.001 minutes: 4.5005 minutes are 1080.12 ticks.
        check(&[line(&[0, 1], &[1.0], 7.0)], &[], &[(0, 1, 4.5)]);
        check(&[line(&[0, 1], &[1.0], 7.001)], &[], &[(0, 1, 1081.0 / 240.0)]);
    }
}
