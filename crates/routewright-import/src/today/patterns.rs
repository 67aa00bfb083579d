//! Patterns of stops, and the one that stands for each route and direction.

use std::collections::BTreeMap;

use routewright_io::{Call, Feed, Frequency};

use super::{FeedCounts, Period};
use routewright_streets::geometry::metres_between;

/// Hours of a day of service that departures are counted for.
const HOURS: usize = 48;

/// The stops that most trips of a route and direction make.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    pub(crate) route: u32,
    /// 0 out, 1 back.
    pub(crate) direction: u8,
    /// Indices into the stops of the feed.
    pub(crate) stops: Vec<u32>,
    /// Trips of the route and direction within the window, on this pattern or another.
    pub(crate) all_trips: u64,
    /// Mean seconds from the start to each stop, where the feed knows them.
    pub(crate) times: Option<Vec<f64>>,
    /// One of its trips, as an index.
    pub(crate) trip: usize,
    /// Departures of the route and direction in each hour of the day.
    pub(crate) departures: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct Gathered {
    trips: u64,
    timed_trips: u64,
    times: Vec<f64>,
    trip: usize,
    departures: Vec<u32>,
}

type Patterns = BTreeMap<Vec<u32>, Gathered>;

/// One pattern per route and direction: that of most trips within the window, among equals the longest. Routes and
/// directions without any trip then are left out.
pub(crate) fn representative_patterns(
    feed: &Feed,
    takes: impl Fn(u32) -> bool,
    period: Period,
    counts: &mut FeedCounts,
) -> Vec<Pattern> {
    let mut routes: BTreeMap<u32, BTreeMap<Option<u8>, Patterns>> = BTreeMap::new();
    for (index, trip) in feed.trips.iter().enumerate() {
        if !takes(feed.routes[trip.route as usize].kind)
            || !feed.services[trip.service as usize].runs_on(period.day)
        {
            continue;
        }
        let calls = feed.calls(trip);
        let Some(started) = departures(&trip.frequencies, calls, period.window) else {
            counts.trips_without_times += 1;
            continue;
        };
        counts.trips_in_window += started;
        let stops: Vec<u32> = calls.iter().map(|call| call.stop).collect();
        let directions = routes.entry(trip.route).or_default();
        let patterns = directions.entry(trip.direction).or_default();
        let gathered =
            patterns.entry(stops).or_insert_with(|| Gathered { trip: index, ..Gathered::default() });
        gathered.trips += started;
        add_by_hour(&mut gathered.departures, &trip.frequencies, calls);
        if started > 0
            && let Some(times) = times(feed, calls)
        {
            gathered.timed_trips += started;
            gathered.times.resize(times.len(), 0.0);
            gathered.times.iter_mut().zip(times).for_each(|(sum, time)| *sum += time * started as f64);
        }
    }
    let mut found = Vec::new();
    for (route, mut directions) in routes {
        if let Some(unknown) = directions.remove(&None) {
            for (direction, patterns) in by_direction(feed, unknown) {
                directions.entry(Some(direction)).or_default().extend(patterns);
            }
        }
        let before = found.len();
        for (direction, patterns) in directions {
            let all_trips: u64 = patterns.values().map(|gathered| gathered.trips).sum();
            if all_trips == 0 {
                continue;
            }
            counts.patterns += patterns.values().filter(|gathered| gathered.trips > 0).count();
            let mut departures = Vec::new();
            patterns.values().for_each(|gathered| add(&mut departures, &gathered.departures));
            let most =
                patterns.into_iter().rev().max_by_key(|(stops, gathered)| (gathered.trips, stops.len()));
            let (stops, gathered) = most.expect("every direction has a pattern");
            counts.trips_on_representative_patterns += gathered.trips;
            let mean = |sum: &f64| sum / gathered.timed_trips as f64;
            let times = (gathered.timed_trips > 0).then(|| gathered.times.iter().map(mean).collect());
            let (direction, trip) = (direction.unwrap_or(0), gathered.trip);
            found.push(Pattern { route, direction, stops, all_trips, times, trip, departures });
        }
        counts.routes += usize::from(found.len() > before);
    }
    found
}

fn add_by_hour(hours: &mut Vec<u32>, frequencies: &[Frequency], calls: &[Call]) {
    let count = |hour: usize| {
        let window = (hour as u32 * 3600, (hour as u32 + 1) * 3600);
        departures(frequencies, calls, window).unwrap_or(0) as u32
    };
    if frequencies.is_empty() {
        let hour = calls.first().and_then(|call| call.departure).map(|time| time as usize / 3600);
        if let Some(hour) = hour.filter(|&hour| hour < HOURS) {
            hours.resize(hours.len().max(hour + 1), 0);
            hours[hour] += 1;
        }
        return;
    }
    add(hours, &(0..HOURS).map(count).collect::<Vec<u32>>());
}

fn add(hours: &mut Vec<u32>, more: &[u32]) {
    let used = more.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    hours.resize(hours.len().max(used), 0);
    hours.iter_mut().zip(more).for_each(|(hour, more)| *hour += more);
}

/// How often a trip starts within the window; `None` if it does not say when.
pub(crate) fn departures(frequencies: &[Frequency], calls: &[Call], window: (u32, u32)) -> Option<u64> {
    if frequencies.is_empty() {
        let departure = calls.first()?.departure?;
        return Some(u64::from(window.0 <= departure && departure < window.1));
    }
    let count = |frequency: &Frequency| {
        // Departures before a time, of those at start, start + headway and so on.
        let before = |time: u32| u64::from(time.saturating_sub(frequency.start).div_ceil(frequency.headway));
        let end = frequency.end.min(window.1);
        before(end).saturating_sub(before(window.0.min(end)))
    };
    Some(frequencies.iter().map(count).sum())
}

/// Seconds from the start to each stop. Stops without a time lie between those that have one as their
/// distance says. `None` if the first or the last has none.
fn times(feed: &Feed, calls: &[Call]) -> Option<Vec<f64>> {
    let start = f64::from(calls.first()?.departure?);
    calls.last()?.arrival?;
    let place = |call: &Call| {
        let stop = &feed.stops[call.stop as usize];
        [stop.lon, stop.lat]
    };
    let mut way = vec![0.0];
    for leg in calls.windows(2) {
        let metres = metres_between(place(&leg[0]), place(&leg[1]));
        way.push(way[way.len() - 1] + if metres.is_finite() { metres } else { 0.0 });
    }
    let mut times = vec![0.0; calls.len()];
    let mut known = 0;
    for at in 1..calls.len() {
        let Some(arrival) = calls[at].arrival else { continue };
        times[at] = f64::from(arrival) - start;
        let length = way[at] - way[known];
        for between in known + 1..at {
            let share = match length > 0.0 {
                true => (way[between] - way[known]) / length,
                false => (between - known) as f64 / (at - known) as f64,
            };
            times[between] = times[known] + share * (times[at] - times[known]);
        }
        known = at;
    }
    Some(times)
}

/// Separates out from back where the feed does not, by comparing with the pattern of most stops.
fn by_direction(feed: &Feed, patterns: Patterns) -> BTreeMap<u8, Patterns> {
    let Some(longest) = patterns.keys().rev().max_by_key(|stops| stops.len()).cloned() else {
        return BTreeMap::new();
    };
    let mut directions: BTreeMap<u8, Patterns> = BTreeMap::new();
    for (stops, gathered) in patterns {
        let direction = u8::from(runs_against(feed, &longest, &stops));
        directions.entry(direction).or_default().insert(stops, gathered);
    }
    directions
}

fn runs_against(feed: &Feed, longest: &[u32], stops: &[u32]) -> bool {
    let places: Vec<usize> =
        stops.iter().filter_map(|stop| longest.iter().position(|other| other == stop)).collect();
    let forward = places.windows(2).filter(|pair| pair[0] < pair[1]).count();
    let backward = places.windows(2).filter(|pair| pair[0] > pair[1]).count();
    if forward != backward {
        return backward > forward;
    }
    let ends = |stops: &[u32]| {
        [stops[0], stops[stops.len() - 1]].map(|stop| {
            let stop = &feed.stops[stop as usize];
            [stop.lon, stop.lat]
        })
    };
    let ([a, b], [c, d]) = (ends(longest), ends(stops));
    metres_between(a, d) + metres_between(b, c) < metres_between(a, c) + metres_between(b, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_count_departures_within_the_window() {
        let call = |departure| Call { stop: 0, arrival: departure, departure };
        let window = (7 * 3600, 9 * 3600);
        assert_eq!(departures(&[], &[call(Some(7 * 3600))], window), Some(1));
        assert_eq!(departures(&[], &[call(Some(9 * 3600))], window), Some(0));
        assert_eq!(departures(&[], &[call(None)], window), None);
        // Every 40 minutes from 6:00 until 10:00: 6:00, 6:40, 7:20, 8:00, 8:40, 9:20.
        let every = Frequency { start: 6 * 3600, end: 10 * 3600, headway: 2400 };
        assert_eq!(departures(&[every], &[call(Some(0))], window), Some(3));
        // Every half hour from 7:00, the last one before 8:00.
        let early = Frequency { start: 7 * 3600, end: 8 * 3600, headway: 1800 };
        assert_eq!(departures(&[early], &[call(Some(0))], window), Some(2));
        let late = Frequency { start: 10 * 3600, end: 11 * 3600, headway: 60 };
        assert_eq!(departures(&[late], &[call(Some(0))], window), Some(0));
    }
}
