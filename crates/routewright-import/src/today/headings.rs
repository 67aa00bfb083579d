//! How much each stop is used, and which way vehicles pass it.

use routewright_io::Feed;

use super::{Period, Timetable};
use crate::kinds::is_on_streets;
use routewright_streets::geometry::Plane;

/// A stop that vehicles use on the day.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StopUse {
    /// Its feed and its place among the stops there.
    pub(crate) feed: usize,
    pub(crate) stop: u32,
    /// Whether only lines use it that do not run on streets and stay as they are.
    pub(crate) is_station: bool,
    /// Calls on the day.
    pub(crate) calls: f64,
    /// The direction in which vehicles pass it, in metres east and north; zero if unknown.
    pub(crate) heading: [f64; 2],
}

/// Every stop that some trip of the day uses, in the order of feeds and stops.
pub(crate) fn stop_use(timetable: &Timetable<'_>, plane: &Plane) -> Vec<StopUse> {
    let off_streets = |(at, feed): (usize, &&Feed)| -> Vec<bool> {
        let mut off_streets: Vec<bool> = feed.routes.iter().map(|route| !is_on_streets(route.kind)).collect();
        for line in timetable.lines.iter().filter(|line| line.feed == at && !line.is_fixed) {
            off_streets[line.route as usize] = false;
        }
        off_streets
    };
    let feeds = timetable.feeds.iter().enumerate();
    let used =
        |(at, feed): (usize, &&Feed)| used_stops(at, feed, &off_streets((at, feed)), timetable.period, plane);
    feeds.flat_map(used).collect()
}

fn used_stops(
    at: usize,
    feed: &Feed,
    is_off_streets: &[bool],
    period: Period,
    plane: &Plane,
) -> Vec<StopUse> {
    let unused = |stop| StopUse { feed: at, stop, is_station: true, calls: 0.0, heading: [0.0; 2] };
    let mut uses: Vec<StopUse> = (0..feed.stops.len() as u32).map(unused).collect();
    let places: Vec<[f64; 2]> = feed.stops.iter().map(|stop| plane.metres([stop.lon, stop.lat])).collect();
    for trip in &feed.trips {
        if !feed.services[trip.service as usize].runs_on(period.day) {
            continue;
        }
        let stops: Vec<usize> = feed.calls(trip).iter().map(|call| call.stop as usize).collect();
        let times = if trip.frequencies.is_empty() {
            1.0
        } else {
            super::patterns::departures(&trip.frequencies, feed.calls(trip), (0, u32::MAX)).unwrap_or(0)
                as f64
        };
        for (i, &stop) in stops.iter().enumerate() {
            let (before, after) = (stops[i.saturating_sub(1)], stops[(i + 1).min(stops.len() - 1)]);
            let way: [f64; 2] = std::array::from_fn(|axis| places[after][axis] - places[before][axis]);
            let length = way[0].hypot(way[1]);
            let used = &mut uses[stop];
            used.calls += times;
            used.is_station &= is_off_streets[trip.route as usize];
            if length.is_finite() && length > 0.0 {
                (0..2).for_each(|axis| used.heading[axis] += times * way[axis] / length);
            }
        }
    }
    let is_placed = |used: &StopUse| {
        let stop = &feed.stops[used.stop as usize];
        stop.lon.is_finite() && stop.lat.is_finite()
    };
    uses.retain(|used| used.calls > 0.0 && is_placed(used));
    uses
}
